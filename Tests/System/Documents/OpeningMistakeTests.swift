import Foundation
import Glibc
import SheafInterface
import SheafOS
import Testing
import Varlink

/// Readers that can't be: their opening is refused with what is wrong, and leaves nothing behind.
@Suite struct OpeningMistakeTests {
    struct Mistake: Sendable {
        let failure: ReaderInterface.Failure
        var axes: [ReaderInterface.AxisSetup]?
        var background: ReaderInterface.Background?
        var target: ReaderInterface.Target?
        var viewport = ReaderInterface.Viewport(width: 64, height: 64)
    }

    private static func arrangement(_ field: String) -> ReaderInterface.Failure {
        .invalidArrangement(field: field, reason: "")
    }

    private static let crossed: [ReaderInterface.AxisSetup] = [
        .init(axis: .horizontal, unlocks: 1, start: 1), .init(axis: .vertical, unlocks: 1, start: 1),
    ]

    static let mistakes: [Mistake] = [
        Mistake(failure: arrangement("axes"), axes: []),
        Mistake(failure: arrangement("axes"), axes: [.init(axis: .vertical), .init(axis: .vertical)]),
        Mistake(
            failure: arrangement("axes"),
            axes: [.init(axis: .vertical), .init(axis: .horizontal), .init(axis: .vertical)]),
        Mistake(failure: arrangement("background"), background: .init(index: 0)),
        Mistake(
            failure: arrangement("background"), axes: [.init(axis: .horizontal), .init(axis: .vertical, unlocks: 0)],
            background: .init(index: 0)),
        Mistake(failure: arrangement("background"), axes: crossed, background: .init(index: -1)),
        Mistake(failure: .noSuchPage(target: "background 9", pages: 9), axes: crossed, background: .init(index: 9)),
        Mistake(failure: .noSuchDocument(document: "d99"), axes: crossed, background: .init(document: "d99", index: 0)),
        Mistake(
            failure: .noSuchDocument(document: ""),
            axes: [.init(axis: .horizontal), .init(axis: .vertical, document: "")]),
        Mistake(failure: arrangement("axes"), axes: [.init(axis: .horizontal, document: "d1")]),
        Mistake(failure: arrangement("unlocks"), axes: [.init(axis: .horizontal, unlocks: 0)]),
        Mistake(
            failure: arrangement("unlocks"), axes: [.init(axis: .horizontal, unlocks: -1), .init(axis: .vertical)]),
        Mistake(failure: arrangement("first"), axes: [.init(axis: .horizontal, first: -1)]),
        Mistake(failure: arrangement("first"), axes: [.init(axis: .horizontal, first: 1 << 53)]),
        Mistake(failure: arrangement("pages"), axes: [.init(axis: .horizontal, pages: 0)]),
        Mistake(failure: arrangement("pages"), axes: [.init(axis: .horizontal, pages: 1 << 53)]),
        Mistake(failure: arrangement("start"), axes: [.init(axis: .horizontal, start: -1)]),
        Mistake(failure: arrangement("start"), axes: [.init(axis: .horizontal, start: 1 << 53)]),
        Mistake(
            failure: .noSuchPage(target: "index 9", pages: 9), axes: [.init(axis: .horizontal, start: 9)]),
        Mistake(
            failure: .noSuchPage(target: "index 3", pages: 3), axes: [.init(axis: .horizontal, pages: 3)],
            target: .init(index: 3)),
        Mistake(
            failure: arrangement("spacing"), axes: [.init(axis: .horizontal, arrangement: .init(spacing: 10_001))]),
        Mistake(
            failure: arrangement("back"), axes: [.init(axis: .horizontal, arrangement: .init(back: .mirrored))]),
        Mistake(failure: .noSuchPage(target: "index \(1 << 53)", pages: 9), target: .init(index: 1 << 53)),
        Mistake(failure: .invalidTarget(reason: ""), target: .init()),
        Mistake(failure: .noSuchPage(target: "back", pages: 9), target: .init(history: .back)),
        Mistake(
            failure: .invalidViewport(field: "orientation", reason: ""),
            viewport: .init(width: 64, height: 64, orientation: 45)),
        Mistake(
            failure: .orientationRefused(orientation: 180, allowed: [0]),
            viewport: .init(width: 64, height: 64, orientation: 180, orientations: [0])),
    ]

    @Test func readersThatCanNotBeAreRefusedAndLeaveNothingBehind() throws {
        let service = try RunningService(providers: ["sheaf-pattern"])
        let path = try service.pattern("pages = 9\nwidth = 100\nheight = 100")
        for (number, mistake) in Self.mistakes.enumerated() {
            let failure = try failure {
                _ = try TestReader(
                    service, path, viewport: mistake.viewport, target: mistake.target, axes: mistake.axes,
                    background: mistake.background)
            }
            #expect(failure?.withoutReason == mistake.failure, "\(number)")
        }
        let status = try service.connect().status()
        #expect(status.readers == 0)
        #expect(status.documents == 0)
    }

    @Test(.enabled(if: geteuid() == 0, "needs root, to be two users"))
    func documentsOfOthersAreNotThere() throws {
        let service = try RunningService(providers: ["sheaf-pattern"])
        let reader = try TestReader(service, service.pattern("pages = 3"))
        for path in [service.folder.path, service.socket] { chmod(path, 0o777) }
        chmod(service.folder.appendingPathComponent("pattern").path, 0o644)
        let result = try Command.run(
            "/usr/bin/setpriv",
            [
                "--reuid=65534", "--clear-groups", "/usr/bin/python3",
                Build.project.appendingPathComponent("Tests/System/clients/stranger_document.py").path, service.socket,
                service.folder.appendingPathComponent("pattern").path, reader.opened.document.document,
            ])
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.text == "org.sheaf.Reader.NoSuchDocument\n")
    }

    // MARK: Documents

    private static func opening(_ service: RunningService, _ path: String, provider: String? = nil) throws
        -> ReaderInterface.Failure?
    {
        try failure { _ = try TestReader(service, path, provider: provider) }
    }

    /// Nine cuts of a real PDF: each either opens (MuPDF repairs what it can) or is refused with a reason; none stops the service.

    @Test func filesThatAreNoDocumentsAreRefused() throws {
        let service = try RunningService()
        let text = try service.file("notes.txt", Data("Just some notes.\n".utf8))
        let empty = try service.file("empty.pdf", Data())
        for path in [text, empty] {
            guard case .notADocument(let reason) = try Self.opening(service, path) else {
                Issue.record("\(path) is taken for a document")
                continue
            }
            #expect(!reason.isEmpty)
        }
        for path in ["/tmp", "/dev/null", "/dev/zero"] {
            guard case .notAFile(let reason) = try Self.opening(service, path) else {
                Issue.record("\(path) is taken for a file")
                continue
            }
            #expect(!reason.isEmpty)
        }
        #expect(try Self.opening(service, service.pattern("pages = 2")) == nil)
    }

    @Test func aDescriptorThatCannotBeReadIsRefused() throws {
        let service = try RunningService()
        let path = try service.pattern("pages = 2")
        let onlyAsPath: Int32 = 0o10000000  // O_PATH, which the Glibc module does not show
        for flags in [O_WRONLY, onlyAsPath] {
            let descriptor = SharedDescriptor(FileDescriptor(owning: Glibc.open(path, flags)))
            let refused = try failure {
                _ = try service.connect().call(
                    ReaderInterface.Open.self, .init(fileDescriptor: 0, viewport: .init(width: 10, height: 10)),
                    descriptors: [descriptor])
            }
            guard case .notAFile = refused else {
                Issue.record("flags \(flags): \(String(describing: refused))")
                continue
            }
        }
    }

    @Test func truncatedDocumentsAreOpenedOrRefused() throws {
        let service = try RunningService()
        let whole = try Data(contentsOf: URL(fileURLWithPath: Documents.policy.get()))
        for tenth in 0..<10 {
            let path = try service.file("cut-\(tenth).pdf", whole.prefix(whole.count * tenth / 10))
            switch try Self.opening(service, path) {
            case nil, .empty: break
            case .notADocument(let reason): #expect(!reason.isEmpty)
            case let other: Issue.record("\(tenth * 10) %: \(String(describing: other))")
            }
        }
        #expect(try TestReader(service, Documents.policy.get()).page().page.index == 0)
    }

    @Test func unknownProvidersAreNamedWithThoseThatThereAre() throws {
        let service = try RunningService()
        let path = try service.pattern("pages = 1")
        #expect(
            try Self.opening(service, path, provider: "acme")
                == .unknownProvider(provider: "acme", available: ["epub", "mupdf", "pattern"]))
        guard case .notADocument = try Self.opening(service, path, provider: "mupdf") else {
            Issue.record("mupdf opens a pattern")
            return
        }
    }

    @Test func aProviderThatCannotBeLoadedIsNamedAndNotAmongThoseThatThereAre() throws {
        let service = try RunningService(providers: ["no-such-library", "sheaf-pattern"])
        let path = try service.pattern("pages = 1")
        let providers = try service.connect().call(ManagerInterface.ListProviders.self, .init()).parameters.providers
        let broken = try #require(providers.first { $0.refused != nil }).name
        #expect(
            try Self.opening(service, path, provider: broken)
                == .unknownProvider(provider: broken, available: ["pattern"]))
        #expect(try Self.opening(service, path) == nil)
    }

    @Test func pathsOutsideOfTheLibraryAreRefused() throws {
        let folder = "/tmp/sheaf-library-\(getpid())"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try "sheaf-pattern 1\npages = 4\n".write(toFile: folder + "/book", atomically: true, encoding: .utf8)
        try FileManager.default.createSymbolicLink(atPath: folder + "/out", withDestinationPath: "/etc/hostname")
        let service = try RunningService(configuration: "[Documents]\nLibraryFolders=\(folder)\n")
        let client = try service.connect()
        let open = { (path: String) in
            try client.call(
                ReaderInterface.Open.self, .init(path: path, viewport: .init(width: 10, height: 10)))
        }
        #expect(try open(folder + "/book").parameters.state.document.count.pages == 4)
        for path in [
            "/etc/passwd", folder + "/out", folder + "/../passwd", folder + "/missing", "book", "", folder + "/book\0",
            folder + "/book\0.pdf", "\0", folder + "\0/book",
        ] {
            guard case .pathRefused(path, let reason) = try failure(of: { _ = try open(path) }) else {
                Issue.record("\(path) is opened")
                continue
            }
            #expect(!reason.isEmpty && path.utf8.contains(0) == reason.contains("NUL"))
        }
    }

    @Test func aNameWithANULIsRefused() throws {
        let service = try RunningService()
        let file = SharedDescriptor(try FileDescriptor.open(service.pattern("pages = 1")))
        let client = try service.connect()
        for name in ["a.pdf\0.txt", "\0"] {
            let opened = try failure {
                _ = try client.call(
                    ReaderInterface.Open.self,
                    .init(fileDescriptor: 0, name: name, viewport: .init(width: 9, height: 9)), descriptors: [file])
            }
            #expect(opened == .invalidCall(field: "name", reason: "it has a NUL"))
            let album = try failure {
                _ = try client.call(
                    ReaderInterface.Open.self,
                    .init(album: [.init(fileDescriptor: 0, name: name)], viewport: .init(width: 9, height: 9)),
                    descriptors: [file])
            }
            #expect(album == .invalidCall(field: "album", reason: "a file's name is no name of a file"))
            #expect {
                try client.call(
                    ManagerInterface.ListProviders.self, .init(fileDescriptor: 0, name: name), descriptors: [file])
            } throws: { error in
                guard case VarlinkCallError<ManagerInterface.Failure>.failed(let refused) = error else { return false }
                return refused == .invalidCall(field: "name", reason: "it has a NUL")
            }
        }
    }

    @Test func readersPerUserAreLimited() throws {
        let service = try RunningService(configuration: "[Readers]\nReadersPerUser=2\n")
        let path = try service.pattern("pages = 1")
        let one = try TestReader(service, path)
        let two = try TestReader(service, path)
        #expect(try Self.opening(service, path) == .limitReached(limit: "ReadersPerUser", value: 2))
        try one.close()
        #expect(try Self.opening(service, path) == nil)
        _ = two
    }

    @Test func readersThatAreOpenedAtTheSameTimeAreCountedToo() throws {
        let service = try RunningService(configuration: "[Readers]\nReadersPerUser=2\n")
        let file = SharedDescriptor(try FileDescriptor.open(service.pattern("pages = 1")))
        let clients = try (0..<6).map { _ in try service.connect() }
        for client in clients {
            try client.send(
                ReaderInterface.Open.self, .init(fileDescriptor: 0, viewport: .init(width: 9, height: 9)),
                descriptors: [file])
        }
        let refusals = try clients.compactMap { client in
            try failure { _ = try client.receive(ReaderInterface.Open.self) }
        }
        #expect(refusals == Array(repeating: .limitReached(limit: "ReadersPerUser", value: 2), count: 4))
    }
}
