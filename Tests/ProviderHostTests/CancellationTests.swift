import Glibc
import SheafOS
import TestSupport
import Testing

@testable import HostProtocol
@testable import HostSupervision

@Suite struct CancellationTests {
    /// Begins a rendering that hangs, and returns once it runs.
    private func hang(_ test: TestSupervisor, _ document: HostDocument) throws -> (HostTicket, () -> HostError?) {
        var error: HostError?
        let before = test.hangs
        let ticket = document.render(try test.job(page: 1)) { result in
            if case .failure(let failure) = result { error = failure }
        }
        try test.eventually { test.hangs > before }
        return (ticket, { error })
    }

    @Test func runningRequestEndsWhenItIsCancelledAndItsHostLives() throws {
        let test = try TestSupervisor()
        let document = try test.open("pages=2\npage=1 hang=600")
        let host = test.pids
        let (ticket, error) = try hang(test, document)
        ticket.cancel()
        try test.eventually { error() != nil }
        #expect(error()?.code == .cancelled)
        #expect(try test.renderFailure(document, page: 0) == nil)
        #expect(test.pids == host)
    }

    @Test func queuedRequestIsCancelledWithoutWaiting() throws {
        let test = try TestSupervisor()
        let document = try test.open("pages=2\npage=1 hang=600")
        let (running, _) = try hang(test, document)
        var isRunning = true
        let job = try test.job(page: 0)
        let error = try test.failure { completion in
            document.render(job) { result in
                isRunning = test.supervisor.hosts.first?.state == .busy
                completion(result)
            }.cancel()
        }
        #expect(error?.code == .cancelled)
        #expect(isRunning)
        running.cancel()
    }

    @Test func unresponsiveRequestCostsItsHostAndNothingElse() throws {
        let test = try TestSupervisor { $0.cancelGrace = 100_000 }
        let document = try test.open("pages=2\npage=1 hang=600 deaf=1")
        let other = try test.open("pages=3")
        let host = test.pids
        let (ticket, error) = try hang(test, document)
        ticket.cancel()
        try test.eventually { error() != nil }
        #expect(error()?.code == .cancelled)
        #expect(try test.renderFailure(document, page: 0) == nil)
        #expect(try test.renderFailure(other, page: 2) == nil)
        #expect(test.pids != host && document.failure == nil)
        #expect(test.lines.contains { $0.text.contains("was killed: it did not answer in time") })
    }

    @Test(arguments: ["page=1 hang=600", "page=1 hang=600 deaf=1"])
    func requestThatTakesTooLongEnds(page: String) throws {
        let test = try TestSupervisor {
            // Its host starts, loads it and opens the document in that time too.
            $0.requestTime = 5_000_000
            $0.cancelGrace = 100_000
        }
        let document = try test.open("pages=2\n\(page)")
        #expect(try test.renderFailure(document, page: 1)?.code == .timedOut)
        #expect(try test.renderFailure(document, page: 0) == nil)
    }

    @Test func closedDocumentFailsItsRequests() throws {
        let test = try TestSupervisor()
        let document = try test.open("pages=2\npage=1 hang=600")
        let (_, error) = try hang(test, document)
        var waiting: HostError?
        document.render(try test.job(page: 0)) { result in
            if case .failure(let failure) = result { waiting = failure }
        }
        document.close()
        try test.eventually { error() != nil && waiting != nil }
        #expect(error()?.code == .closed && waiting?.code == .closed)
        #expect(try test.renderFailure(document, page: 0)?.code == .closed)
        try test.eventually { test.supervisor.hosts.allSatisfy { $0.documents == 0 } }
    }

    @Test func documentIsClosedWithItsLastReference() throws {
        let test = try TestSupervisor()
        do { _ = try test.open() }
        #expect(test.supervisor.hosts.map(\.documents) == [0])
    }

    @Test func demandOvertakesPrefetches() throws {
        let test = try TestSupervisor()
        let document = try test.open("pages=5")
        var order: [Int64] = []
        var tickets: [HostTicket] = []
        for (page, priority) in [
            (0, HostPriority.demand), (1, .prefetch), (2, .prefetch), (3, .demand),
        ] as [(Int64, HostPriority)] {
            tickets.append(document.render(try test.job(page: page), priority: priority) { _ in order.append(page) })
        }
        tickets[2].raise(for: nil)
        try test.eventually { order.count == 4 }
        #expect(order == [0, 3, 2, 1])
    }
}
