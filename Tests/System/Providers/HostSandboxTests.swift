import Foundation
import Glibc
import SheafInterface
import TestSupport
import Testing
import Varlink

/// The confinement of a whole service's provider hosts.
@Suite struct HostSandboxTests {
    /// "nobody", whom nothing belongs to.
    private static let user: UInt32? = getuid() == 0 ? 65_534 : nil
    private static let refusals: Set<String> = ["EPERM", "EACCES", "ENOSYS"]
    /// Attempts that succeed under sanitizers, which need them: folders of /proc can be opened, their files can't.
    private static let excused: Set<String> = isSanitized ? ["service_descriptors", "other_descriptors"] : []

    /// A provider that reaches for what is not its own (Tests/Providers/Hostile) gets none of it, and others read on.
    @Test(arguments: [user, nil])
    func aHostThatADocumentHasTakenOverReachesNothing(user: UInt32?) throws {
        let service = try RunningService(
            configuration: "[Hosts]\nHostSandbox=required\n[Cache]\nReadAhead=0\n",
            providers: ["test-hostile", "sheaf-pattern"], user: user)
        let neighbour = try TestReader(service, service.pattern("pages = 9"))
        _ = try neighbour.page(0)
        let other = try #require(service.hosts.first)
        let path = try service.file("hostile", Data("hostile 1 socket=\(service.socket) other=\(other)\n".utf8))
        try Self.tryAll(path, on: service)
        #expect(try neighbour.page(3).page.index == 3)
        #expect(service.process.isRunning && access(service.socket, F_OK) == 0)
        let hosts = try neighbour.client.call(ManagerInterface.ListHosts.self, .init()).parameters.hosts
        #expect(!hosts.isEmpty && hosts.allSatisfy { $0.confinement.count == 6 }, "\(hosts)")
    }

    /// Opens a hostile document, whose pages are attempts: each page is drawn, and each attempt refused.
    ///
    /// - Parameter others: errors of a sandbox around the service, which hides what hosts are refused elsewhere.
    static func tryAll(_ path: String, on service: any TestedService, alsoRefusedBy others: Set<String> = []) throws {
        let reader = try TestReader(service, path, width: 50, height: 50)
        let pages = reader.opened.document.count.pages
        for index in 0..<pages { #expect(try reader.page(index).page.index == index) }
        let attempts = try eventually(log: service.log) {
            Self.attempts(in: service.log)
        } until: {
            $0.count >= pages
        }
        #expect(attempts.count == pages)
        let refusals = refusals.union(others)
        let made = attempts.filter { !refusals.contains($0.value) && !excused.contains($0.key) }
        #expect(made == [:], "not refused")
        try reader.close()
    }

    /// As root in a namespace of processes of its own, for which this can be set.
    private static let withoutExecution = [
        "/usr/bin/unshare", "--pid", "--fork", "--kill-child", "--mount-proc", "/bin/sh", "-c",
        #"echo 1 > /proc/sys/vm/memfd_noexec && exec "$@""#, "sh",
    ]
    private static var canForbidExecution: Bool {
        getuid() == 0
            && (try? Command.run(withoutExecution[0], withoutExecution.dropFirst() + ["/bin/true"]))?.status == 0
    }

    /// The kernel adds a seal to all shared memory there.
    @Test(.enabled(if: canForbidExecution, "needs root, and Linux 6.3"))
    func pagesAreServedWhereSharedMemoryCannotBeExecuted() throws {
        let service = try RunningService(configuration: "[Cache]\nReadAhead=0\n", launcher: Self.withoutExecution)
        let reader = try TestReader(service, Documents.policy.get())
        #expect(try reader.page(3).page.index == 3, "\(service.log)")
        #expect(try service.connect().cache().states.thumbnails.pages > 0)
        // It is a child of what was started, which does not pass signals on.
        for pid in service.hosts { kill(pid, SIGTERM) }
        try eventually { !service.process.isRunning }
    }

    /// Returns the result of each attempt, by its name, from log lines that end in `NAME: EPERM`.
    private static func attempts(in log: String) -> [String: String] {
        let lines = log.split(separator: "\n").compactMap { $0.firstMatch(of: /([a-z_]+): (done|E[A-Z0-9]+)$/) }
        return Dictionary(lines.map { (String($0.1), String($0.2)) }) { $1 }
    }

    /// A program that refuses system calls to what it executes, as an old kernel or another sandbox does.
    private static func without(_ calls: String...) -> [String] {
        let script = """
            import ctypes, os, sys
            library = ctypes.CDLL("libseccomp.so.2", use_errno=True)
            library.seccomp_init.restype = ctypes.c_void_p
            context = ctypes.c_void_p(library.seccomp_init(0x7fff0000))
            for name in sys.argv[1].split():
                number = library.seccomp_syscall_resolve_name(name.encode())
                assert library.seccomp_rule_add(context, 0x00050026, number, 0) == 0
            assert library.seccomp_load(context) == 0
            os.execv(sys.argv[2], sys.argv[2:])
            """
        return ["/usr/bin/python3", "-c", script, calls.joined(separator: " ")]
    }

    @Test func whatTheKernelCannotDoIsSaidOnceAndShown() throws {
        let service = try RunningService(launcher: Self.without("landlock_create_ruleset"))
        let first = try TestReader(service, service.pattern("pages = 9"))
        let second = try TestReader(service, Documents.policy.get())
        #expect(try first.page(1).page.index == 1 && second.page(1).page.index == 1)
        #expect(service.log.components(separatedBy: "files are not confined: the kernel has no Landlock").count == 2)
        let hosts = try first.client.call(ManagerInterface.ListHosts.self, .init()).parameters.hosts
        #expect(hosts.count > 1 && hosts.allSatisfy { $0.confinement == [.privileges, .limits, .systemCalls] })
        let shown = try Command.run(
            Build.folder.appendingPathComponent("sheafctl").path, ["--socket", service.socket, "hosts"])
        #expect(shown.text.contains("privileges, limits, systemCalls"), "\(shown.text)\(shown.errors)")
    }

    @Test(arguments: [("landlock_create_ruleset", "no Landlock"), ("seccomp", "no seccomp filters")])
    func whereConfinementIsRequiredTheServiceDoesNotStartWithoutIt(call: String, said: String) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sheaf-required-\(call)-\(getpid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("sheafd.conf")
        try "[Hosts]\nHostSandbox=required\n".write(to: file, atomically: true, encoding: .utf8)
        let launcher = Self.without(call)
        let ended = try Command.run(
            launcher[0],
            launcher.dropFirst() + [
                Build.folder.appendingPathComponent("sheafd").path, "--config", file.path, "--socket",
                folder.appendingPathComponent("s").path,
            ], seconds: 30)
        #expect(ended.status == 1, "\(ended.status) \(ended.errors)")
        #expect(ended.errors.contains("HostSandbox=required") && ended.errors.contains(said), "\(ended.errors)")
    }
}
