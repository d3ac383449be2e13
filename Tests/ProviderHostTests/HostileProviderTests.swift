import Glibc
import SheafOS
import TestSupport
import Testing

@testable import HostProtocol
@testable import HostSupervision

/// A provider that a document has taken over reaches for what is not its own: see Tests/Providers/Hostile.
@Suite struct HostileProviderTests {
    /// How the system says that something may not be, or is not, done.
    private static let refusals: Set<Substring> = ["EPERM", "EACCES", "ENOSYS"]
    /// Attempts that succeed under sanitizers, which need them: folders of /proc can be opened, their files can't.
    private static let excused: Set<Substring> =
        isSanitized ? ["service_descriptors", "other_descriptors"] : []

    /// Has a hostile document make all its attempts, each while it renders a page; what came of each, by its name.
    private func attempts(_ test: TestSupervisor) throws -> [Substring: Substring] {
        let neighbour = try test.open("pages=3", owner: .uid(2))
        let other = try #require(test.supervisor.hosts.first { $0.owner == .uid(2) && $0.documents > 0 }?.pid)
        let file = try test.file("hostile 1 socket=/run/systemd/private other=\(other)\n")
        let examined = try test.examine(file)
        let document = try test.result {
            test.supervisor.open(examined, provider: "hostile", completion: $0)
        }.get()
        guard case .exact(let pages) = document.count else {
            Issue.record("it has \(document.count) pages")
            return [:]
        }
        for page in 0..<Int64(pages) {
            let job = try test.job(page: page)
            let rendered = try test.result { document.render(job, completion: $0) }.get()
            let pixels = test.bytes(of: job, count: rendered.bytes)
            #expect(pixels.allSatisfy { $0 == UInt8(page + 1) }, "page \(page) is drawn")
        }
        // Whatever it tried, others are served.
        #expect(try test.renderFailure(neighbour, page: 1) == nil)
        let lines = test.lines.filter { $0.isFromProvider && $0.provider == "hostile" }.map(\.text)
        #expect(lines.count == pages)
        return Dictionary(
            uniqueKeysWithValues: lines.compactMap { line in
                let parts = line.split(separator: ": ")
                return parts.count == 2 ? (parts[0], parts[1]) : nil
            })
    }

    @Test(arguments: HostSandbox.allCases)
    func everythingIsRefusedAndThePagesAreDrawn(sandbox: HostSandbox) throws {
        let test = try TestSupervisor(providers: ["test-hostile", "test-plain"], sandbox: sandbox)
        let attempts = try attempts(test)
        #expect(attempts.count > 50)
        let made = attempts.filter { !Self.refusals.contains($0.value) && !Self.excused.contains($0.key) }
        #expect(made == [:], "not refused")
        #expect(test.supervisor.hosts.allSatisfy { $0.confinement == Confinement.allCases }, "by all that there is")
    }

    /// A provider may do what its manifest declares, and nothing else.
    @Test func aProviderMayDoWhatItsManifestDeclares() throws {
        let manifest = "[Provider]\nReadablePaths=/etc/passwd /srv/no-such-fonts\nExecutableMemory=yes\n"
        let test = try TestSupervisor(
            providers: ["test-hostile", "test-plain"], manifests: ["test-hostile": manifest], sandbox: .required)
        let attempts = try attempts(test)
        let made = Set(attempts.filter { !Self.refusals.contains($0.value) }.keys).subtracting(Self.excused)
        #expect(made == ["read_passwords", "write_and_execute", "make_executable"])
        let host = try #require(test.supervisor.hosts.first { $0.provider == "hostile" })
        #expect(host.manifest.executableMemory && host.manifest.readablePaths == ["/etc/passwd", "/srv/no-such-fonts"])
    }

    /// Threads that go on when the page is drawn take the processors from others; also where a page is asked of it now and then.
    @Test(arguments: [false, true]) func aHostThatWorksThoughNothingIsAskedOfItIsEnded(isAskedNowAndThen: Bool) throws {
        let test = try TestSupervisor(providers: ["test-hostile", "test-plain"]) {
            ($0.idleLook, $0.workBehindAnswer) = (200_000, 50_000)
        }
        let quiet = try test.open("pages=3", owner: .uid(3))
        #expect(try test.renderFailure(quiet, page: 0) == nil)
        let quietHost = try #require(test.supervisor.hosts.first { $0.documents > 0 }?.pid)
        let examined = try test.examine(try test.file("hostile 1 act=start-threads\n"))
        let document = try test.result {
            test.supervisor.open(examined, provider: "hostile", completion: $0)
        }.get()
        let job = try test.job(page: 0)
        #expect(throws: Never.self) { try test.result { document.render(job, completion: $0) }.get() }
        let host = try #require(test.supervisor.hosts.first { $0.provider == "hostile" && $0.documents > 0 }?.pid)
        let neighbour = try test.open("pages=3", owner: .uid(2))
        func isEnded() -> Bool {
            test.lines.contains {
                $0.provider == "hostile" && $0.text.contains("uses a processor though nothing is asked")
            }
        }
        var pages = 0
        try test.eventually {
            let failure = try test.renderFailure(neighbour, page: 1)
            #expect(failure == nil)
            pages += 1
            if isAskedNowAndThen, pages % 50 == 0, !isEnded() {
                let job = try test.job(page: 0)
                _ = try test.result { document.render(job, completion: $0) }
            }
            return isEnded()
        }
        try test.eventually { !test.supervisor.hosts.contains { $0.pid == host } }
        // Its document is opened in another when it is asked for, and those that were quiet are there.
        #expect(document.failure == nil)
        #expect(test.pids.contains(quietHost))
    }

    /// Another manifest is that of hosts that start from then on, and the others end.
    @Test func aChangedManifestHoldsAfterAReload() throws {
        let test = try TestSupervisor()
        let document = try test.open()
        #expect(test.supervisor.hosts.allSatisfy { !$0.manifest.executableMemory })
        let before = test.pids
        try TestSupervisor.write("[Provider]\nExecutableMemory=yes\n", to: "\(test.folder)/libtest-plain.provider")
        test.supervisor.configure(test.settings)
        #expect(try test.renderFailure(document, page: 0) == nil)
        #expect(test.pids != before)
        #expect(test.supervisor.hosts.contains { $0.manifest.executableMemory && $0.state != .ending })
    }

    @Test(arguments: [
        ("[Provider]\nNetwork=yes\n", "libtest-plain.provider:2: unknown key Network"),
        ("[Fonts]\nReadablePaths=/a\n", "libtest-plain.provider:2: unknown section [Fonts]"),
        ("ReadablePaths=/a\n", "libtest-plain.provider:1: ReadablePaths is in no section"),
        ("[Provider]\nReadablePaths=fonts\n", "libtest-plain.provider:2: ReadablePaths=fonts must be absolute paths"),
        (
            "[Provider]\nExecutableMemory=perhaps\n",
            "libtest-plain.provider:2: ExecutableMemory=perhaps must be yes or no"
        ),
        ("[Provider]\nwhat\n", "libtest-plain.provider:2: neither a [section] nor a Key=value"),
        (
            "[Provider]\nSignatures=%PDF deck\\n\n",
            #"libtest-plain.provider:2: Signatures=%PDF deck\n has \n, which is no escape; there is only \x with two "#
        ),
    ])
    func aProviderWhoseManifestCannotBeUsedIsNotLoaded(text: String, said: String) throws {
        let test = try TestSupervisor(manifests: ["test-plain": text])
        let file = try test.file("plain 1\n")
        let error = try test.failure { test.supervisor.examine(.descriptor(file), owner: .uid(1), completion: $0) }
        #expect(error?.code == .providerRefused && error?.message.contains(said) == true, "\(error as Any)")
        #expect(test.lines.count { $0.level == .error && $0.text.contains(said) } == 1)
        #expect(test.supervisor.hosts.isEmpty)
        // Mended, it is loaded.
        try TestSupervisor.write("[Provider]\n", to: "\(test.folder)/libtest-plain.provider")
        test.supervisor.configure(test.settings)
        #expect(try test.renderFailure(try test.open(), page: 0) == nil)
    }

    @Test func aManifestThatCannotBeReadIsAnError() throws {
        let test = try TestSupervisor()
        let path = "\(test.folder)/libtest-plain.provider"
        #expect(mkdir(path, 0o700) == 0)
        defer { rmdir(path) }
        test.supervisor.configure(test.settings)
        let file = try test.file("plain 1\n")
        let error = try test.failure { test.supervisor.examine(.descriptor(file), owner: .uid(1), completion: $0) }
        #expect(error?.code == .providerRefused && error?.message.contains("cannot read \(path)") == true)
    }

    /// Only hosts of the library open files by their names, and only those of its folders.
    @Test func aHostOpensFilesOfLibraryFoldersOnly() throws {
        let test = try TestSupervisor()
        try TestSupervisor.write("plain 1\n", to: "\(test.folder)/book")
        func failure(in folder: String, _ path: String, for owner: HostOwner) throws -> HostError? {
            let folder = SharedDescriptor(try Folder.open(folder))
            return try test.failure {
                test.supervisor.examine(.file(folder: folder, path: path), owner: owner, completion: $0)
            }
        }
        #expect(try failure(in: test.folder, "book", for: .library) == nil)
        #expect(try failure(in: test.folder, "book", for: .uid(1))?.code == .notFound(errno: EACCES))
        #expect(try failure(in: "/etc", "passwd", for: .library)?.code == .notFound(errno: EACCES))
        // Another folder is that of hosts that start from then on.
        var settings = test.settings
        settings.libraryFolders.append(SharedDescriptor(try Folder.open("/etc")))
        test.supervisor.configure(settings)
        #expect(try failure(in: "/etc", "passwd", for: .library) == nil)
    }
}
