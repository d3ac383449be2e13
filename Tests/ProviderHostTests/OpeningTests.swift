import Glibc
import SheafOS
import TestSupport
import Testing

@testable import HostProtocol
@testable import HostSupervision

@Suite struct ExaminationTests {
    /// Numbers without a sign come by their bits; whether it may be opened the service finds out by itself.
    @Test func whatAHostSaysOfAFileIsItsIdentityOnly() throws {
        let reply = HostInterface.ExamineReply(device: -1, inode: 2, size: 3, changed: 4)
        let file = SharedDescriptor(try Memfd.create(name: "x", size: 0))
        let finding = ExaminationFinding(reply, DocumentFiles(file))
        let found = try finding.file(owner: .uid(7)) { _, _ in true }.get()
        let identity = DocumentIdentity(device: .max, inode: 2, size: 3, changed: 4)
        #expect(found.identity == identity && found.owner == .uid(7) && found.isRemote)
        let refused = finding.file(owner: .uid(7)) { _, _ throws(HostError) in throw HostError(.remote, "") }
        #expect(throws: HostError.self) { try refused.get() }
    }
}

@Suite struct OpeningTests {
    @Test func documentIsExaminedAndOpenedByTheProviderThatKnowsIt() throws {
        let test = try TestSupervisor(providers: ["sheaf-mupdf", "test-plain"])
        let file = try test.file("plain 1\npages=3\n")
        let examined = try test.examine(file)
        var status = stat()
        #expect(fstat(file.number, &status) == 0)
        #expect(examined.identity.inode == status.st_ino && examined.identity.size == 16)
        let document = try test.result { test.supervisor.open(examined, completion: $0) }.get()
        #expect(document.provider == "plain")
        #expect(document.count == .exact(3) && document.firstPage == 0)
        #expect(document.capabilities == [.probe, .count])
        #expect(document.identity == examined.identity)
    }

    @Test func emptyDocumentHasNoFirstPage() throws {
        let test = try TestSupervisor()
        #expect(try test.open("pages=0").firstPage == nil)
    }

    @Test func documentThatNoProviderKnowsIsNoDocument() throws {
        let test = try TestSupervisor(providers: ["test-plain"])
        let examined = try test.examine(try test.file("something else"))
        #expect(try test.failure { test.supervisor.open(examined, completion: $0) }?.code == .notADocument)
    }

    @Test func namedProviderIsTakenWithoutAsking() throws {
        let test = try TestSupervisor(providers: ["test-plain"])
        let examined = try test.examine(try test.file("something else"))
        let error = try test.failure { test.supervisor.open(examined, provider: "plain", completion: $0) }
        #expect(error?.code == .documentError(errno: ENOTSUP))
        #expect(error?.message == "this document does not begin with \"plain 1\"")
    }

    @Test func unknownNameIsAnError() throws {
        let test = try TestSupervisor(providers: ["test-plain"])
        let examined = try test.examine(try test.file("plain 1"))
        let error = try test.failure { test.supervisor.open(examined, provider: "nothing", completion: $0) }
        #expect(error?.code == .unknownProvider)
    }

    @Test func withoutAnyProviderThatIsSaid() throws {
        let test = try TestSupervisor(providers: [])
        let file = try test.file("plain 1")
        let error = try test.failure { test.supervisor.examine(.descriptor(file), owner: .library, completion: $0) }
        #expect(error?.code == .unknownProvider)
    }

    @Test(arguments: [
        ("/", O_RDONLY, HostError.Code.notAFile), ("/dev/zero", O_RDONLY, .notAFile),
        ("/proc/self/mounts", O_WRONLY, .notReadable), ("/etc/passwd", 0o10000000, .notReadable),
        // No disk's, nor of memory that the kernel calls a file: nothing tells it from FUSE.
        ("/proc/self/status", O_RDONLY, .remote),
    ])
    func whatIsNoReadableFileIsRefused(path: String, flags: Int32, code: HostError.Code) throws {
        let test = try TestSupervisor()
        let number =
            path == "/proc/self/mounts"
            ? Glibc.open("\(test.folder)/x", flags | O_CREAT, 0o600) : Glibc.open(path, flags)
        try #require(number >= 0)
        let file = SharedDescriptor(FileDescriptor(owning: number))
        let error = try test.failure { test.supervisor.examine(.descriptor(file), owner: .uid(1), completion: $0) }
        #expect(error?.code == code)
    }

    @Test func socketIsRefused() throws {
        let test = try TestSupervisor()
        var ends: [Int32] = [-1, -1]
        #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        defer { Glibc.close(ends[1]) }
        let file = SharedDescriptor(FileDescriptor(owning: ends[0]))
        let error = try test.failure { test.supervisor.examine(.descriptor(file), owner: .uid(1), completion: $0) }
        #expect(error?.code == .notAFile)
    }

    @Test func fileBelowAFolderIsOpenedByTheHost() throws {
        let test = try TestSupervisor()
        let number = Glibc.open("\(test.folder)/book", O_WRONLY | O_CREAT, 0o600)
        #expect(write(number, "plain 1\npages=2\n", 16) == 16)
        Glibc.close(number)
        let folder = SharedDescriptor(try Folder.open(test.folder))
        let examined = try test.result {
            test.supervisor.examine(.file(folder: folder, path: "book"), owner: .library, completion: $0)
        }.get()
        let document = try test.result { test.supervisor.open(examined, completion: $0) }.get()
        #expect(document.count == .exact(2))
        #expect(try test.renderFailure(document, page: 1) == nil)
    }

    @Test(arguments: [("nothing", ENOENT), ("../etc/passwd", EXDEV), ("/etc/passwd", EXDEV), ("", ENOENT)])
    func pathThatIsNotBelowTheFolderIsRefused(path: String, code: Int32) throws {
        let test = try TestSupervisor()
        let folder = SharedDescriptor(try Folder.open(test.folder))
        let error = try test.failure {
            test.supervisor.examine(.file(folder: folder, path: path), owner: .library, completion: $0)
        }
        #expect(error?.code == .notFound(errno: code))
    }

    @Test func ownersHaveHostsOfTheirOwn() throws {
        let test = try TestSupervisor()
        let documents = [
            try test.open(owner: .uid(1)), try test.open(owner: .uid(1)), try test.open(owner: .uid(2)),
            try test.open(owner: .library),
        ]
        #expect(test.supervisor.hosts.map(\.owner) == [.uid(1), .uid(2), .library])
        #expect(test.supervisor.hosts.map(\.documents) == [2, 1, 1])
        withExtendedLifetime(documents) {}
    }

    @Test func openingCanBeCancelled() throws {
        let test = try TestSupervisor()
        let examined = try test.examine(try test.file("plain 1\nhang=600\n"))
        let error = try test.failure { test.supervisor.open(examined, completion: $0).cancel() }
        #expect(error?.code == .cancelled)

        var late: HostError?
        let ticket = test.supervisor.open(examined) { result in
            if case .failure(let failure) = result { late = failure }
        }
        try test.eventually { test.hangs > 0 }
        ticket.cancel()
        try test.eventually { late != nil }
        #expect(late?.code == .cancelled)
    }
}
