import Foundation
import Glibc
import TestSupport
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

/// How tests wait.
@Suite struct WaitingTests {
    @Test func whatComesIsReturned() throws {
        var looks = 0
        let value = try eventually {
            looks += 1
            return looks
        } until: {
            $0 == 3
        }
        #expect(value == 3 && looks == 3)
    }

    @Test func whatDoesNotComeIsToldWithItsLastValueAndTheLog() throws {
        let failure = #expect(throws: TestFailure.self) {
            try eventually(within: .milliseconds(1), log: "a line") {
                "almost"
            } until: {
                $0 == "there"
            }
        }
        let text = failure?.description ?? ""
        #expect(text.hasPrefix("SupportTests.swift:") && text.hasSuffix("the last value was almost; the log:\na line"))
    }

    @Test func whatDoesNotStayIsToldWithTheReason() throws {
        var looks = 0
        let failure = #expect(throws: TestFailure.self) {
            try remains(for: .seconds(60), because: "nothing tells") {
                looks += 1
                return looks < 3
            }
        }
        #expect(failure?.description.contains("nothing tells") == true && looks == 3)
        try remains(for: .milliseconds(1), because: "nothing tells") { true }
    }
}
