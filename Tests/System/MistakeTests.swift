import Foundation
import SheafInterface
import SheafOS
import Testing
import Varlink

/// Plain mistakes: each gets its declared error, and the service serves on.
@Suite struct MistakeTests {
    private enum Kind { case notADocument, notAFile }

    private static func opening(_ service: RunningService, _ path: String, provider: String? = nil) throws
        -> ReaderInterface.Failure?
    {
        try failure { _ = try TestReader(service, path, provider: provider) }
    }

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

    /// Nine cuts of a real PDF: each either opens (MuPDF repairs what it can) or is refused with a reason; none stops the service.
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

    @Test func targetsThatAreNotThereChangeNothing() throws {
        let service = try RunningService()
        let reader = try TestReader(service, service.pattern("pages = 9"))
        let cases: [(ReaderInterface.Target, ReaderInterface.Failure)] = [
            (.init(index: 9), .noSuchPage(target: "index 9", pages: 9)),
            (.init(index: -1), .noSuchPage(target: "index -1", pages: 9)),
            (.init(relative: -1), .noSuchPage(target: "-1 spread", pages: 9)),
            (.init(relative: .max), .noSuchPage(target: "+\(Int.max) spreads", pages: 9)),
            (
                .init(),
                .invalidTarget(
                    reason:
                        "it takes exactly one of index, label, relative, place, history, link and outline; there are 0")
            ),
            (
                .init(index: 1, place: .last),
                .invalidTarget(
                    reason:
                        "it takes exactly one of index, label, relative, place, history, link and outline; there are 2")
            ),
            (.init(label: ""), .invalidTarget(reason: "a label has 1 to 63 bytes")),
            (.init(label: String(repeating: "x", count: 64)), .invalidTarget(reason: "a label has 1 to 63 bytes")),
        ]
        for (target, expected) in cases {
            #expect(try failure { try reader.navigate(target) } == expected)
        }
        #expect(try reader.navigate(.init(relative: 0)).parameters.location.index == 0)
    }

    @Test func indexesThatNoDocumentHasAreRefusedWhereTheCountIsUnknown() throws {
        let service = try RunningService(configuration: "[Cache]\nReadAhead=0\n")
        let reader = try TestReader(service, service.pattern("pages = unknown"))
        for index in [Int.max, Int.max - 1] {
            let refusal = ReaderInterface.Failure.noSuchPage(target: "index \(index)", pages: 0)
            #expect(try failure { _ = try reader.page(index) } == refusal)
            #expect(try failure { try reader.navigate(.init(index: index)) } == refusal)
        }
        #expect(
            try failure { try reader.navigate(.init(relative: .max)) }
                == .noSuchPage(target: "+\(Int.max) spreads", pages: 0))
        #expect(try reader.page(3).page.index == 3)
    }

    @Test func viewportsOutOfRangeAreRefusedByField() throws {
        let service = try RunningService()
        let reader = try TestReader(service, service.pattern("pages = 9"))
        let cases: [(ReaderInterface.Viewport, String)] = [
            (.init(width: 0, height: 10), "width"), (.init(width: 10, height: 0), "height"),
            (.init(width: 32768, height: 10), "width"), (.init(width: 100_000, height: 100_000), "width"),
            (.init(width: 10, height: 10, rotation: 45), "rotation"),
            (.init(width: 10, height: 10, fit: .scale), "scale"),
            (.init(width: 10, height: 10, fit: .page, scale: 1), "scale"),
            (.init(width: 10, height: 10, scale: 0), "scale"), (.init(width: 10, height: 10, scale: -1), "scale"),
            (.init(width: 10, height: 10, scale: 64.01), "scale"),
        ]
        for (viewport, field) in cases {
            let refused = try failure {
                _ = try reader.client.call(
                    ReaderInterface.SetViewport.self, .init(reader: reader.id, viewport: viewport))
            }
            guard case .invalidViewport(field, _) = refused else {
                Issue.record("\(viewport): \(String(describing: refused))")
                continue
            }
        }
        for edge in [ReaderInterface.Viewport(width: 1, height: 1), .init(width: 8, height: 8, scale: 64)] {
            _ = try reader.client.call(ReaderInterface.SetViewport.self, .init(reader: reader.id, viewport: edge))
        }
    }

    @Test func numbersThatJSONDoesNotHaveEndTheConnectionAndNothingElse() throws {
        let service = try RunningService()
        let reader = try TestReader(service, service.pattern("pages = 9"))
        for text in ["NaN", "Infinity", "1e999"] {
            let client = try service.connect()
            let message = """
                {"method":"org.sheaf.Reader.SetViewport","parameters":{"reader":"\(reader.id)",\
                "viewport":{"width":10,"height":10,"scale":\(text)}}}\u{0}
                """
            let answer = try RawConnection(service.socket).exchange(message)
            #expect(answer.isEmpty || answer.contains("InvalidParameter"), "\(text): \(answer)")
            _ = client
        }
        #expect(try reader.page().page.index == 0)
    }

    @Test func regionsOutsideThePageAreRefusedWithItsSize() throws {
        let service = try RunningService()
        let reader = try TestReader(
            service, service.pattern("pages = 1\nwidth = 100\nheight = 100"), width: 200, height: 200)
        let regions = [(0, 0, 201, 1), (200, 0, 1, 1), (-1, 0, 2, 2), (0, 0, 0, 0), (0, 0, -5, 5), (Int.max, 0, 1, 1)]
        for (x, y, width, height) in regions {
            let refused = try failure {
                _ = try reader.page(region: .init(x: x, y: y, width: width, height: height))
            }
            #expect(refused == .invalidRegion(pageWidth: 200, pageHeight: 200))
        }
        #expect(try reader.page(region: .init(x: 199, y: 199, width: 1, height: 1)).bytes.count == 4)
    }

    @Test(arguments: ["PageMax=40000", "MaxRenditionPixels=10000"])
    func regionsLargerThanAllowedAreRefusedAndTheLimitIsServed(limit: String) throws {
        let service = try RunningService(configuration: "[Cache]\n\(limit)\nReadAhead=0\n")
        let path = try service.pattern("pages = 1\nwidth = 100\nheight = 100")
        let reader = try TestReader(service, path, width: 200, height: 200)
        #expect(try reader.page(region: .init(x: 3, y: 100, width: 100, height: 100)).bytes.count == 40_000)
        let refused = try failure { _ = try reader.page(region: .init(x: 0, y: 0, width: 101, height: 100)) }
        #expect(refused == .pageTooLarge(bytes: 101 * 100 * 4, limit: 40_000))
    }

    @Test func unknownProvidersAreNamedWithThoseThatThereAre() throws {
        let service = try RunningService()
        let path = try service.pattern("pages = 1")
        #expect(
            try Self.opening(service, path, provider: "acme")
                == .unknownProvider(provider: "acme", available: ["mupdf", "pattern"]))
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

    /// The odd test provider gives its last page no size.
    @Test func aPageWithoutASizeIsOnePageThatFailed() throws {
        let service = try RunningService(configuration: "[Cache]\nReadAhead=0\n", providers: ["test-odd"])
        let reader = try TestReader(service, service.file("odd", Data("odd 1\n".utf8)))
        for body in [{ _ = try reader.page(9) }, { _ = try reader.navigate(.init(index: 9)) }] {
            guard case .pageFailed(9, let reason) = try failure(of: body) else {
                Issue.record("\(String(describing: try failure(of: body)))")
                continue
            }
            #expect(!reason.isEmpty)
        }
        #expect(try reader.navigate(.init(index: 8)).parameters.location.index == 8)
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
        for path in ["/etc/passwd", folder + "/out", folder + "/../passwd", folder + "/missing", "book", ""] {
            guard case .pathRefused(path, let reason) = try failure(of: { _ = try open(path) }) else {
                Issue.record("\(path) is opened")
                continue
            }
            #expect(!reason.isEmpty)
        }
    }

    @Test func parametersThatMakeNoSenseAreNamed() throws {
        let service = try RunningService()
        let reader = try TestReader(service, service.pattern("pages = 1"))
        let cases: [(() throws -> Void, String)] = [
            ({ _ = try reader.page(format: .png, quality: 50) }, "quality"),
            ({ _ = try reader.page(format: .jpeg, quality: 0) }, "quality"),
            ({ _ = try reader.page(format: .jpeg, quality: 101) }, "quality"),
            (
                {
                    _ = try reader.client.call(
                        ReaderInterface.Open.self, .init(viewport: .init(width: 1, height: 1)))
                }, "fileDescriptor"
            ),
            (
                {
                    _ = try reader.client.call(
                        ReaderInterface.Open.self,
                        .init(fileDescriptor: 3, viewport: .init(width: 1, height: 1)))
                }, "fileDescriptor"
            ),
        ]
        for (body, parameter) in cases {
            #expect(try failure(of: body) == .service(.invalidParameter(parameter: parameter)))
        }
    }

    @Test func inlinePagesThatNoMessageHoldsAreRefused() throws {
        let service = try RunningService()
        let reader = try TestReader(
            service, service.pattern("pages = 1\nwidth = 100\nheight = 100"), width: 2_000, height: 2_000)
        guard case .inlineTooLarge(16_000_000, let limit) = try failure(of: { _ = try reader.page(handover: .inline) })
        else {
            Issue.record("16 MB go inline")
            return
        }
        #expect(limit < 16_000_000)
        #expect(try reader.page(format: .png, handover: .inline).bytes.count > 0)
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

/// A socket that says exactly what it is told.
struct RawConnection: ~Copyable {
    private let socket: FileDescriptor

    init(_ path: String) throws {
        let connected = try UnixSocket.connect(to: path)
        try UnixSocket.setBlocking(connected.number, true)
        socket = connected
    }

    /// Sends, and returns what comes back until a NUL or the end.
    func exchange(_ text: String) throws -> String {
        let bytes = Array(text.utf8)
        guard Glibc.send(socket.number, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else { return "" }
        var answer: [UInt8] = []
        var byte: UInt8 = 0
        while recv(socket.number, &byte, 1, 0) == 1, byte != 0 { answer.append(byte) }
        return String(decoding: answer, as: UTF8.self)
    }
}
