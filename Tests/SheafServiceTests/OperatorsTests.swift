import Glibc
import SheafOS
import TestSupport
import Testing

@testable import SheafBase

@Suite struct OperatorsTests {
    /// Nobody here has it: what is a member of nothing and not root.
    private static let user: UInt32 = 47_110
    private static let group: UInt32 = 47_111

    private func includes(
        isPersonal: Bool, pid: Int32 = getpid(), uid: UInt32 = user, isMember: Bool = false, processUser: UInt32 = user
    ) -> Bool {
        Operators(processUser: processUser, isPersonal: isPersonal, group: Self.group)
            .include(PeerCredentials(pid: pid, uid: uid, gid: 0)) { isMember && $0 == Self.group }
    }

    @Test func rootAndMembersAreOperators() {
        for isPersonal in [true, false] {
            #expect(includes(isPersonal: isPersonal, uid: 0))
            #expect(includes(isPersonal: isPersonal, uid: 3, isMember: true))
            #expect(!includes(isPersonal: isPersonal, uid: 3))
        }
    }

    @Test func theUserOfTheServiceIsOneOnlyWhereThatIsAPerson() {
        #expect(includes(isPersonal: true))
        #expect(includes(isPersonal: true, pid: getppid()))
        #expect(!includes(isPersonal: false))
    }

    /// A shell that has a child, both of which this process has started.
    @Test func nothingThatTheServiceHasStartedIsAnOperatorWhateverItsUser() throws {
        let loop = try EventLoop()
        var end: ProcessEnd?
        let shell = try ChildProcess(
            path: "/bin/sh", name: "sh", arguments: ["-c", "sleep 600 & wait"], environment: [], descriptors: [],
            on: loop
        ) { end = $0 }
        let grandchild = try eventually {
            try TextFile.read("/proc/\(shell.pid)/task/\(shell.pid)/children")
                .split(separator: " ").first.flatMap { Int32($0) }
        } until: {
            $0 != nil
        }
        let pids = [shell.pid, try #require(grandchild)]
        for pid in pids {
            #expect(!includes(isPersonal: true, pid: pid))
            #expect(!includes(isPersonal: true, pid: pid, uid: 0, processUser: 0))
            #expect(!includes(isPersonal: true, pid: pid, isMember: true))
            // Another user's process is no host.
            #expect(includes(isPersonal: true, pid: pid, uid: 0))
        }
        for pid in pids { kill(pid, SIGKILL) }
        try eventually(on: loop) { end != nil }
        // Where nobody can tell any more who has started it, it may have been this one.
        #expect(!includes(isPersonal: true, pid: shell.pid))
    }
}
