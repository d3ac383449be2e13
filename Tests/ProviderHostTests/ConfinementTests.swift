import Glibc
import SheafOS
import TestSupport
import Testing

@testable import HostProtocol
@testable import HostSupervision

@Suite struct ConfinementTests {
    private func text(of path: String) throws -> String {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        try #require(file >= 0)
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = read(file, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }

    private func target(of path: String) -> String {
        var bytes = [CChar](repeating: 0, count: 4_096)
        let count = readlink(path, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Descriptor numbers that are open in a process.
    private func descriptors(of process: String) throws -> [String] {
        try Folder.names(in: "/proc/\(process)/fd").filter { $0.first != "." }
    }

    @Test func hostIsToldFromTheServiceByItsName() throws {
        let test = try TestSupervisor()
        let document = try test.open()
        let pid = try #require(test.pids.first)
        #expect(try text(of: "/proc/\(pid)/comm") == "sheaf-host\n")
        let line = try text(of: "/proc/\(pid)/cmdline")
        #expect(line.prefix { $0 != "\0" } == "sheaf-host test-plain uid 1")
        #expect(line.drop { $0 != "\0" }.allSatisfy { $0 == "\0" }, "no numbers behind it: \(line.debugDescription)")
        withExtendedLifetime(document) {}
    }

    @Test func hostHasNoDescriptorsButItsOwn() throws {
        let stray = try Memfd.create(name: "stray", size: 0)
        let test = try TestSupervisor()
        let document = try test.open()
        let pid = try #require(test.pids.first)
        let open = try descriptors(of: "\(pid)").map { "\($0) \(target(of: "/proc/\(pid)/fd/\($0)"))" }.sorted()
        // Standard streams; requests, notices, the cancel word; the loop's epoll and sd-event's own; the document.
        let kinds = open.map { $0.drop { $0 != " " }.dropFirst().prefix { $0 != ":" && $0 != " " } }
        #expect(kinds.count { $0 == "socket" } == 2)
        #expect(kinds.count { $0 == "/memfd" } == 2, "the cancel word and the document")
        #expect(!open.contains { $0.contains("stray") })
        #expect(
            open.filter { line in
                !["socket", "/memfd:sheaf-cancel", "/memfd:document", "anon_inode:", "/dev/null"].contains {
                    line.contains(" \($0)")
                } && (Int(line.prefix { $0 != " " }) ?? 0) > 2
            } == [])
        withExtendedLifetime((document, stray.number)) {}
    }

    @Test func nothingIsLeftOpenInTheService() async {
        // In a process of its own: other suites open and close beside this one.
        await #expect(processExitsWith: .success) {
            func count() throws -> Int { try Folder.names(in: "/proc/self/fd").count }
            func live() throws {
                let test = try TestSupervisor(providers: ["test-newer", "test-plain"])
                let document = try test.open("pages=2\npage=1 crash-once=1")
                #expect(try test.renderFailure(document, page: 1) == nil)
                let folder = SharedDescriptor(try Folder.open(test.folder))
                try TestSupervisor.write("plain 1\n", to: "\(test.folder)/book")
                _ = try test.result {
                    test.supervisor.examine(.file(folder: folder, path: "book"), owner: .library, completion: $0)
                }.get()
                #expect(try test.failure { document.contents(.text, of: 0, completion: $0) } != nil)
                let bad = try test.open("pages=1\npage=0 crash=segv")
                #expect(try test.renderFailure(bad, page: 0)?.code == .workRefused(.signalled(SIGSEGV)))
            }
            try live()
            let before = try count()
            try live()
            #expect(try count() == before)
        }
    }

    /// A host that is started and can't be spoken to: its process is not left behind.
    @Test func aHostThatCannotBeWatchedIsEndedAndCollected() async {
        // In a process of its own: what it watches by is closed.
        await #expect(processExitsWith: .success) {
            func epolls() throws -> Set<String> {
                Set(
                    try Folder.names(in: "/proc/self/fd").filter { name in
                        var bytes = [CChar](repeating: 0, count: 64)
                        let count = readlink("/proc/self/fd/\(name)", &bytes, bytes.count)
                        return String(
                            decoding: bytes.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
                            == "anon_inode:[eventpoll]"
                    })
            }
            let collecting = try EventLoop()
            let others = try epolls()
            let loop = try EventLoop()
            for number in try epolls().subtracting(others).compactMap({ Int32($0) }) {
                #expect(dup2(0, number) == number)
            }
            #expect(throws: OSError.self) {
                _ = try HostConnection(
                    { (_, output, ended) throws(OSError) in
                        try ChildProcess(
                            path: "/bin/sleep", name: "sleep", arguments: ["600"], environment: [], descriptors: [],
                            output: output, on: collecting, ended: ended)
                    }, worker: nil, on: loop
                ) { _ in }
            }
            var information = siginfo_t()
            try eventually(on: collecting) { waitid(P_ALL, 0, &information, WEXITED | WNOHANG | WNOWAIT) != 0 }
            #expect(errno == ECHILD)
        }
    }

    @Test func signalsOfTheServiceDoNotReachAHost() throws {
        let test = try TestSupervisor()
        let document = try test.open()
        let before = test.pids
        let pid = try #require(before.first)
        for signal in [SIGTERM, SIGINT, SIGHUP, SIGUSR1, SIGUSR2, 34 + 18] as [Int32] {
            #expect(kill(pid, signal) == 0)
        }
        #expect(try test.renderFailure(document, page: 0) == nil)
        #expect(test.pids == before)
    }

    @Test func hostGivesItselfUpBeforeTheService() throws {
        let test = try TestSupervisor()
        let document = try test.open()
        let pid = try #require(test.pids.first)
        #expect(try text(of: "/proc/\(pid)/oom_score_adj") == "500\n")
        withExtendedLifetime(document) {}
    }

    @Test(.enabled(if: !isSanitized, "sanitizers take terabytes of addresses")) func addressSpaceIsLimited() throws {
        let test = try TestSupervisor { $0.addressSpace = 1 << 30 }
        let document = try test.open("pages=2\npage=1 allocate=2147483648")
        let error = try test.renderFailure(document, page: 1)
        #expect(error == HostError(.documentError(errno: ENOMEM), "not enough memory, as asked for"))
        #expect(try test.renderFailure(document, page: 0) == nil)
    }

    @Test func hostEndsWithTheServicesSocket() throws {
        let test = try TestSupervisor()
        let document = try test.open()
        let pid = try #require(test.pids.first)
        test.supervisor.endIdleHosts(withDocuments: true)
        try test.eventually { test.supervisor.hosts.isEmpty }
        #expect(kill(pid, 0) == -1 && errno == ESRCH)
        #expect(try test.renderFailure(document, page: 0) == nil)
    }

    @Test func hostsAreLimitedAndIdleOnesMakeRoom() throws {
        let test = try TestSupervisor { $0.hosts = 2 }
        let first = try test.open("pages=2\npage=1 hang=600", owner: .uid(1))
        let second = try test.open("pages=2\npage=1 hang=600", owner: .uid(2))
        let third = try test.open("pages=2", owner: .uid(3))
        #expect(test.supervisor.hosts.count == 2)

        // One of the first two has lost its host, and gets a new one.
        for document in [first, second, third] { #expect(try test.renderFailure(document, page: 0) == nil) }

        let tickets = try [first, second].map { document in
            document.render(try test.job(page: 1)) { _ in }
        }
        try test.eventually { test.supervisor.hosts.count { $0.state == .busy } == 2 }
        let file = try test.file("plain 1")
        let error = try test.failure { test.supervisor.examine(.descriptor(file), owner: .uid(4), completion: $0) }
        #expect(error?.code == .hostsExhausted)
        for ticket in tickets { ticket.cancel() }
    }

    @Test func hostIsNotStartedByHand() throws {
        #expect(HostArguments(["sheafd", "--provider-host"]) == nil)
        #expect(HostArguments(["sheafd", "--provider-host", "1", "0", "-1"]) == nil)
        let arguments = HostArguments(parent: 7, limits: HostLimits())
        #expect(HostArguments(["sheafd"] + arguments.words) == arguments)
    }

    @Test func trimmingKeepsDocumentsOpen() throws {
        let test = try TestSupervisor(providers: ["sheaf-mupdf", "test-plain"])
        let document = try test.open()
        test.supervisor.trim(.critical)
        #expect(try test.renderFailure(document, page: 0) == nil)
        try test.eventually { test.supervisor.hosts.count == 1 }
    }
}
