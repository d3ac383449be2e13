import Glibc
import SheafOS
import TestSupport
import Testing
import Varlink

/// Calls whose connection is lost.
@Suite struct ReconnectingClientTests {
    typealias Library = LibraryInterface
    typealias Failure = VarlinkCallError<Library.Failure>

    /// How a call ended.
    enum Outcome: Equatable {
        case answered, unanswered, lost, unreachable
    }

    private static func call(
        _ scripts: [ScriptedService.Connection], isRepeatable: Bool?, patience: Int = 60_000, calls: Int = 1
    ) throws -> (outcomes: [Outcome], attempts: Int) {
        let service = ScriptedService(scripts)
        var reconnection = VarlinkReconnection()
        reconnection.firstPause = 1
        reconnection.longestPause = 2
        reconnection.patience = patience
        var outcomes: [Outcome] = []
        do {
            let client = VarlinkReconnectingClient(timeoutMilliseconds: 60_000, reconnection: reconnection) {
                () throws(OSError) in try service.connect()
            }
            for _ in 0..<calls {
                do throws(Failure) {
                    _ = try client.call(
                        Library.Echo.self, Library.EchoParameters(text: "a"), isRepeatable: isRepeatable)
                    outcomes.append(.answered)
                } catch {
                    guard case .connection(let reason) = error else { throw error }
                    switch reason.code {
                    case .unanswered: outcomes.append(.unanswered)
                    case .closedByPeer: outcomes.append(.lost)
                    case .unreachable(ECONNREFUSED): outcomes.append(.unreachable)
                    default: throw error
                    }
                }
            }
        }
        service.join()
        return (outcomes, service.attempts)
    }

    @Test(
        arguments: [
            // What was surely not taken is sent again, whatever it is.
            ([.gone, .answers], false, .answered, 2),
            ([.leavesUnread, .answers], false, .answered, 2),
            ([.leavesUnread, .gone, .leavesUnread, .answers], false, .answered, 4),
            // What was read may have been done.
            ([.reads, .answers], false, .unanswered, 1),
            ([.leavesUnread, .reads, .answers], false, .unanswered, 2),
            ([.reads, .answers], true, .answered, 2),
            ([.reads, .leavesUnread, .gone, .reads, .answers], true, .answered, 5),
            // A service that was never there is not waited for, one that was there is.
            ([.refused, .answers], true, .unreachable, 1),
            ([.reads, .refused, .refused, .answers], true, .answered, 4),
            ([.gone, .refused, .refused, .answers], false, .answered, 4),
            // One that closes each connection refuses this client.
            ([.gone, .gone, .gone, .gone, .gone, .answers], true, .answered, 6),
            ([.gone, .gone, .gone, .gone, .gone, .gone, .answers], true, .lost, 6),
        ] as [([ScriptedService.Connection], Bool, Outcome, Int)])
    func aCallIsMadeAgainWhereItMayBe(
        scripts: [ScriptedService.Connection], isRepeatable: Bool, outcome: Outcome, attempts: Int
    ) throws {
        let result = try Self.call(scripts, isRepeatable: isRepeatable)
        #expect(result.outcomes == [outcome] && result.attempts == attempts)
    }

    @Test func aMethodMayNotBeRepeatedUnlessItSaysSo() throws {
        #expect(!Library.Echo.isRepeatable)
        #expect(try Self.call([.reads, .answers], isRepeatable: nil).outcomes == [.unanswered])
    }

    @Test func afterACallWithoutAnAnswerTheNextOneConnectsAgain() throws {
        let result = try Self.call([.reads, .refused, .answers], isRepeatable: false, calls: 3)
        #expect(result.outcomes == [.unanswered, .answered, .answered] && result.attempts == 3)
    }

    /// A late answer is no answer to the next call.
    @Test func afterACallThatTookTooLongTheNextOneConnectsAgain() throws {
        let service = ScriptedService([.answersLate, .answers])
        do {
            let client = VarlinkReconnectingClient(timeoutMilliseconds: 20) {
                () throws(OSError) in try service.connect()
            }
            func call() throws(Failure) { _ = try client.call(Library.Echo.self, Library.EchoParameters(text: "a")) }
            #expect(throws: Failure.self) { try call() }
            client.timeoutMilliseconds = 60_000
            try call()
            #expect(client.reconnections == 1)
        }
        service.join()
    }

    @Test func aServiceIsWaitedForNoLongerThanThePatience() throws {
        let result = try Self.call([.gone], isRepeatable: true, patience: 30)
        #expect(result.outcomes == [.unreachable] && result.attempts > 2)
    }

    @Test func onewayCallsGoOverTheNextConnection() throws {
        let service = ScriptedService([.gone, .answers])
        do {
            let client = VarlinkReconnectingClient { () throws(OSError) in try service.connect() }
            try client.send(Library.Echo.self, Library.EchoParameters(text: "a"))
            #expect(client.reconnections == 1)
        }
        service.join()
    }

    /// The end of a server leaves unread what came last, and so its clients know.
    @Test(arguments: [true, false]) func aServerThatEndsTellsWhatItHasNotTaken(isTaken: Bool) throws {
        let bench = try Bench(worker: try BackgroundWorker())
        var client: VarlinkBlockingClient?
        try UnixSocket.pair { near, far throws(OSError) in
            try bench.server.adopt(near)
            client = VarlinkBlockingClient(far)
        }
        let caller = try #require(client)
        // It is never answered.
        try caller.send(Library.Wait.self, Library.WaitParameters(name: "a"))
        if isTaken { try bench.run { !bench.library.waiting.isEmpty } }
        bench.library.waiting = []
        bench.server.close()
        do throws(Failure) {
            _ = try caller.receive(Library.Wait.self)
            Issue.record("was answered")
        } catch {
            guard case .connection(let reason) = error else { throw error }
            #expect(reason.code == .closedByPeer && reason.isUnread == !isTaken)
        }
    }
}
