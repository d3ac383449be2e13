import Foundation
import Glibc
import Testing

/// How tests start processes.
@Suite struct StartedProcessTests {
    @Test func whatIsStartedHasNoSignalBlocked() throws {
        var one = sigset_t()
        var before = sigset_t()
        sigemptyset(&one)
        sigaddset(&one, SIGTERM)
        pthread_sigmask(SIG_BLOCK, &one, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        let blocked = try Command.run("/bin/grep", ["SigBlk", "/proc/self/status"], seconds: 10).text
        #expect(blocked == "SigBlk:\t0000000000000000\n")
        var after = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &after)
        #expect(sigismember(&after, SIGTERM) == 1)
    }
}
