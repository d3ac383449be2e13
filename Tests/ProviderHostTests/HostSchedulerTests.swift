import Testing

@testable import ProviderHost

/// Drives a scheduler and answers for its hosts.
private struct Bench {
    var scheduler: HostScheduler
    var log: [HostAction] = []
    var now: UInt64 = 0
    private var lastRequest: UInt64 = 0
    private var lastDocument: Int64 = 0

    static let provider = ProviderID(index: 0)

    init(hosts: Int = 4, change: (inout HostLimits) -> Void = { _ in }) {
        var limits = HostLimits()
        limits.hosts = hosts
        change(&limits)
        scheduler = HostScheduler(limits: limits)
    }

    mutating func document(owner: HostOwner = .uid(1), provider: ProviderID = provider) -> DocumentID {
        lastDocument += 1
        let id = DocumentID(number: lastDocument)
        scheduler.add(id, provider: provider, owner: owner)
        return id
    }

    @discardableResult
    mutating func ask(
        _ document: DocumentID, _ need: HostRequest.Need = .document, _ priority: HostPriority = .demand
    ) -> RequestID {
        lastRequest += 1
        let id = RequestID(number: lastRequest)
        perform { $0.submit(id, document: document, need: need, priority: priority, now: $1) }
        return id
    }

    mutating func perform(_ event: (inout HostScheduler, UInt64) -> [HostAction]) {
        log += event(&scheduler, now)
    }

    /// What was asked for since the last call.
    mutating func actions() -> [HostAction] {
        defer { log = [] }
        return log
    }

    /// Everything that a healthy host answers, until there is nothing left to do.
    mutating func settle() -> [HostAction] {
        var seen: [HostAction] = []
        while !log.isEmpty {
            let next = log.removeFirst()
            seen.append(next)
            switch next {
            case .start(let host, _, _): perform { $0.hostStarted(host, now: $1) }
            case .open(let host, _, _), .call(let host, _, _): perform { $0.finished(host, error: nil, now: $1) }
            case .end(let host): perform { $0.hostEnded(host, end: .exited(status: 0), now: $1) }
            case .kill(let host): perform { $0.hostEnded(host, end: .signalled(9), now: $1) }
            case .close, .stop, .answer, .fail: break
            }
        }
        return seen
    }

    mutating func hostStarted(_ number: UInt64) {
        perform { $0.hostStarted(HostID(number: number), now: $1) }
    }

    mutating func finished(_ number: UInt64, _ error: HostError? = nil) {
        perform { $0.finished(HostID(number: number), error: error, now: $1) }
    }

    mutating func died(_ number: UInt64, _ end: HostDeath = .signalled(11)) {
        perform { $0.hostEnded(HostID(number: number), end: end, now: $1) }
    }
}

private func host(_ number: UInt64) -> HostID { HostID(number: number) }

extension HostAction {
    fileprivate var failure: HostError.Code? {
        if case .fail(_, let error) = self { error.code } else { nil }
    }
    fileprivate var startedFor: HostOwner? {
        if case .start(_, _, let owner) = self { owner } else { nil }
    }
}

@Suite struct HostSchedulerTests {
    @Test func documentIsOpenedBeforeItsFirstRequestAndNotBeforeTheSecond() {
        var bench = Bench()
        let document = bench.document()
        let first = bench.ask(document)
        let second = bench.ask(document)
        #expect(
            bench.settle() == [
                .start(host(1), Bench.provider, .uid(1)), .open(host(1), document, serial: 1),
                .call(host(1), first, serial: 1), .answer(first), .call(host(1), second, serial: 2), .answer(second),
            ])
    }

    @Test func hostServesOneRequestAtATime() {
        var bench = Bench()
        let document = bench.document()
        bench.ask(document, .provider)
        bench.hostStarted(1)
        _ = bench.actions()
        bench.ask(document, .provider)
        #expect(bench.actions() == [])
    }

    @Test func demandGoesBeforePrefetchesAndRaisingMakesOneOfTheOther() {
        var bench = Bench()
        let document = bench.document()
        let running = bench.ask(document)
        let prefetches = [bench.ask(document, .document, .prefetch), bench.ask(document, .document, .prefetch)]
        let demand = bench.ask(document)
        bench.scheduler.raise(prefetches[1])
        let answers = bench.settle().compactMap { action -> RequestID? in
            if case .answer(let id) = action { id } else { nil }
        }
        #expect(answers == [running, demand, prefetches[1], prefetches[0]])
    }

    @Test func ownersAndProvidersDoNotShareHosts() {
        var bench = Bench()
        let other = ProviderID(index: 1)
        for (owner, provider) in [
            (HostOwner.uid(1), Bench.provider), (.uid(2), Bench.provider), (.library, Bench.provider), (.uid(1), other),
        ] {
            let document = bench.document(owner: owner, provider: provider)
            bench.ask(document)
        }
        #expect(bench.settle().compactMap(\.startedFor) == [.uid(1), .uid(2), .library, .uid(1)])
    }

    @Test func queuedRequestIsCancelledAtOnce() {
        var bench = Bench()
        let document = bench.document()
        bench.ask(document, .provider)
        bench.hostStarted(1)
        let second = bench.ask(document, .provider)
        _ = bench.actions()
        bench.perform { $0.cancel(second, now: $1) }
        #expect(bench.actions().map(\.failure) == [.cancelled])
        bench.finished(1)
        #expect(bench.actions().count == 1, "nothing but the answer to the first")
    }

    @Test func runningRequestIsAskedToStopAndItsHostKilledWhenItDoesNot() {
        var bench = Bench()
        let document = bench.document()
        let request = bench.ask(document, .provider)
        bench.hostStarted(1)
        _ = bench.actions()
        bench.perform { $0.cancel(request, now: $1) }
        #expect(bench.actions() == [.stop(host(1), serial: 1)])
        bench.now = bench.scheduler.limits.cancelGrace - 1
        bench.perform { $0.tick(now: $1) }
        #expect(bench.actions() == [])
        bench.now += 1
        bench.perform { $0.tick(now: $1) }
        #expect(bench.actions() == [.kill(host(1))])
        bench.died(1, .signalled(9))
        #expect(bench.actions().map(\.failure) == [.cancelled])
        #expect(bench.scheduler.documents[document]?.hasKilled == false)
    }

    @Test func requestThatTakesTooLongIsStoppedThenKilledAndNotAskedAgain() {
        var bench = Bench()
        let document = bench.document()
        bench.ask(document, .provider)
        bench.hostStarted(1)
        _ = bench.actions()
        bench.now = bench.scheduler.limits.requestTime
        #expect(bench.scheduler.nextDeadline == bench.now)
        bench.perform { $0.tick(now: $1) }
        #expect(bench.actions() == [.stop(host(1), serial: 1)])
        bench.now += bench.scheduler.limits.cancelGrace
        bench.perform { $0.tick(now: $1) }
        bench.died(1, .signalled(9))
        #expect(bench.actions().map(\.failure) == [nil, .timedOut])
    }

    @Test func requestThatEndsWhenToldToIsSaidToHaveTakenTooLong() {
        var bench = Bench()
        let document = bench.document()
        bench.ask(document, .provider)
        bench.hostStarted(1)
        bench.now = bench.scheduler.limits.requestTime
        bench.perform { $0.tick(now: $1) }
        _ = bench.actions()
        bench.finished(1, HostError(.cancelled, ""))
        #expect(bench.actions().map(\.failure) == [.timedOut])
    }

    @Test func crashCostsOnlyTheRequestThatRanAndThatIsAskedAgainAlone() {
        var bench = Bench()
        let (bad, good) = (bench.document(), bench.document())
        bench.ask(bad)
        bench.ask(good)
        _ = bench.settle()
        let fatal = bench.ask(bad)
        let behind = bench.ask(bad)
        let other = bench.ask(good)
        #expect(bench.actions() == [.call(host(1), fatal, serial: 3)])
        bench.died(1)
        #expect(
            bench.settle() == [
                .start(host(2), Bench.provider, .uid(1)), .start(host(3), Bench.provider, .uid(1)),
                .open(host(2), bad, serial: 1), .open(host(3), good, serial: 1),
                .call(host(2), fatal, serial: 1), .call(host(3), other, serial: 1),
                .answer(fatal), .call(host(2), behind, serial: 2), .answer(other), .answer(behind),
            ])
    }

    @Test func secondCrashRefusesTheDocumentUntilItIsReloaded() {
        var bench = Bench()
        let (bad, good) = (bench.document(), bench.document())
        bench.ask(bad)
        bench.hostStarted(1)
        bench.finished(1)
        bench.died(1)
        bench.hostStarted(2)
        let behind = bench.ask(bad)
        _ = bench.actions()
        bench.died(2, .signalled(6))
        #expect(bench.actions().map(\.failure) == [.documentFailed(.signalled(6)), .documentFailed(.signalled(6))])
        _ = behind
        bench.ask(bad)
        #expect(bench.actions().map(\.failure) == [.documentFailed(.signalled(6))])
        let fine = bench.ask(good)
        #expect(bench.settle().last == .answer(fine))

        bench.perform { $0.reload(bad, now: $1) }
        let again = bench.ask(bad)
        #expect(bench.settle().last == .answer(again))
    }

    @Test func deathWhileADocumentIsBeingOpenedAgainCountsForThatDocument() {
        var bench = Bench()
        let document = bench.document()
        bench.ask(document)
        _ = bench.settle()
        bench.died(1)
        bench.ask(document)
        bench.hostStarted(2)
        #expect(bench.actions().last == .open(host(2), document, serial: 1))
        bench.died(2)
        bench.hostStarted(3)
        bench.died(3, .exited(status: 3))
        #expect(bench.actions().last?.failure == .documentFailed(.exited(status: 3)))
    }

    @Test func idleHostThatDiesIsReplacedOnlyWhenItIsNeeded() {
        var bench = Bench()
        let document = bench.document()
        bench.ask(document)
        _ = bench.settle()
        bench.died(1)
        #expect(bench.actions() == [])
        let request = bench.ask(document)
        #expect(bench.settle().last == .answer(request))
        #expect(bench.scheduler.documents[document]?.hasKilled == false)
    }

    @Test func hostThatMisbehavesIsKilledAndItsRequestAskedAgain() {
        var bench = Bench()
        let document = bench.document()
        let request = bench.ask(document)
        bench.hostStarted(1)
        _ = bench.actions()
        bench.perform { $0.hostLost(host(1), misbehaved: true, now: $1) }
        #expect(bench.actions() == [.kill(host(1))])
        bench.died(1, .signalled(9))
        bench.hostStarted(2)
        bench.perform { $0.hostLost(host(2), misbehaved: true, now: $1) }
        bench.died(2, .signalled(9))
        #expect(bench.actions().last == .fail(request, HostScheduler.refused(.misbehaved)))
    }

    @Test func refusedProviderIsNotTriedMoreOftenThanTheLimitInAMinute() {
        var bench = Bench { $0.startsPerMinute = 2 }
        let document = bench.document()
        let refusal = HostError(.providerRefused, "no such library")
        for number in 1...2 as ClosedRange<UInt64> {
            bench.ask(document, .provider)
            bench.perform { $0.hostRefused(host(number), error: refusal, now: $1) }
            bench.died(number, .exited(status: 0))
            #expect(bench.actions().compactMap(\.failure) == [.providerRefused])
        }
        bench.ask(document, .provider)
        #expect(bench.actions().map(\.failure) == [.providerRefused])
        bench.now += ProviderStarts.window
        bench.ask(document, .provider)
        #expect(bench.actions() == [.start(host(3), Bench.provider, .uid(1))])
    }

    @Test func providerThatCrashesWhileItLoadsIsTriedAgainAndThenRefused() {
        var bench = Bench { $0.startsPerMinute = 2 }
        let document = bench.document()
        bench.ask(document, .provider)
        bench.died(1)
        #expect(bench.actions().compactMap(\.startedFor).count == 2)
        bench.died(2)
        #expect(bench.actions().map(\.failure) == [.providerRefused])
    }

    @Test func idleHostsMakeRoomThoseWithoutDocumentsFirst() {
        var bench = Bench(hosts: 2)
        let withDocument = bench.document(owner: .uid(1))
        bench.ask(withDocument)
        _ = bench.settle()
        bench.now += 1
        let probed = bench.document(owner: .uid(2))
        bench.ask(probed, .provider)
        _ = bench.settle()
        let third = bench.document(owner: .uid(3))
        bench.ask(third)
        #expect(bench.actions() == [.end(host(2))])
        bench.died(2, .exited(status: 0))
        #expect(bench.actions() == [.start(host(3), Bench.provider, .uid(3))])
    }

    @Test func newcomersAreTurnedAwayWhereAllHostsWorkAndOpenDocumentsWait() {
        var bench = Bench(hosts: 1)
        let open = bench.document(owner: .uid(1))
        bench.ask(open)
        _ = bench.settle()
        let busy = bench.document(owner: .uid(2))
        bench.ask(busy, .provider)
        #expect(bench.actions() == [.end(host(1))])
        bench.died(1, .exited(status: 0))
        bench.hostStarted(2)
        _ = bench.actions()

        let newcomer = bench.document(owner: .uid(3))
        bench.ask(newcomer, .opening)
        #expect(bench.actions().map(\.failure) == [.hostsExhausted])
        let waiting = bench.ask(open)
        #expect(bench.actions() == [])
        bench.finished(2)
        #expect(bench.settle().last == .answer(waiting))
    }

    @Test func hostWithoutDocumentsEndsAfterAWhile() {
        var bench = Bench()
        let document = bench.document()
        bench.ask(document)
        _ = bench.settle()
        #expect(bench.scheduler.nextDeadline == nil)
        bench.perform { $0.close(document, now: $1) }
        #expect(bench.actions() == [.close(host(1), document)])
        #expect(bench.scheduler.nextDeadline == bench.scheduler.limits.idleTime)
        bench.now = bench.scheduler.limits.idleTime
        bench.perform { $0.tick(now: $1) }
        #expect(bench.settle() == [.end(host(1))])
        #expect(bench.scheduler.hosts.isEmpty && bench.scheduler.lanes.isEmpty)
    }

    @Test func closingFailsWhatWaitsAndStopsWhatRuns() {
        var bench = Bench()
        let document = bench.document()
        bench.ask(document)
        bench.hostStarted(1)
        bench.finished(1)
        bench.ask(document)
        _ = bench.actions()
        bench.perform { $0.close(document, now: $1) }
        #expect(bench.actions().map(\.failure) == [.closed, nil, nil])
        bench.finished(1, HostError(.cancelled, ""))
        #expect(bench.actions().map(\.failure) == [.closed])
        #expect(bench.scheduler.places.isEmpty)
    }

    @Test func documentClosedWhileItIsBeingOpenedIsClosedInTheHostToo() {
        var bench = Bench()
        let document = bench.document()
        bench.ask(document, .opening)
        bench.hostStarted(1)
        _ = bench.actions()
        bench.perform { $0.close(document, now: $1) }
        #expect(bench.actions() == [.stop(host(1), serial: 1), .close(host(1), document)])
        bench.finished(1)
        #expect(bench.actions().map(\.failure) == [.closed])
        #expect(bench.scheduler.hosts[host(1)]?.documents == [])
    }

    @Test func reloadWhileADocumentIsBeingOpenedOpensItAgain() {
        var bench = Bench()
        let document = bench.document()
        let request = bench.ask(document)
        bench.hostStarted(1)
        _ = bench.actions()
        bench.perform { $0.reload(document, now: $1) }
        bench.finished(1)
        #expect(
            bench.settle() == [
                .close(host(1), document), .open(host(1), document, serial: 2), .call(host(1), request, serial: 2),
                .answer(request),
            ])
    }

    @Test func hostOfADocumentThatWasAloneEndsWithIt() {
        var bench = Bench()
        let document = bench.document()
        bench.ask(document)
        bench.hostStarted(1)
        bench.died(1)
        _ = bench.settle()
        bench.perform { $0.close(document, now: $1) }
        #expect(bench.settle().last == .end(host(2)))
        #expect(bench.scheduler.hosts.isEmpty && bench.scheduler.lanes.isEmpty)
    }

    @Test func hostThatTheKernelKeepsIsGivenUp() {
        var bench = Bench()
        let document = bench.document()
        let request = bench.ask(document, .provider)
        bench.hostStarted(1)
        bench.perform { $0.cancel(request, now: $1) }
        for _ in 0..<2 {
            bench.now += bench.scheduler.limits.cancelGrace
            bench.perform { $0.tick(now: $1) }
        }
        #expect(bench.actions().last?.failure == .cancelled)
        #expect(bench.scheduler.hosts.isEmpty)
    }

    @Test func fullQueueTurnsRequestsAway() {
        var bench = Bench { $0.queueLength = 1 }
        let document = bench.document()
        bench.ask(document, .provider)
        bench.ask(document, .provider)
        #expect(bench.actions().last?.failure == .busy)
    }

    @Test func whatIsAskedOfAHostItselfEndsWithIt() {
        var bench = Bench()
        let document = bench.document()
        bench.ask(document, .provider)
        bench.hostStarted(1)
        let trim = RequestID(number: 99)
        bench.perform { $0.broadcast(now: $1) { _ in trim } }
        _ = bench.actions()
        bench.died(1)
        let actions = bench.actions()
        #expect(actions.first == .fail(trim, HostError(.hostFailed, "the provider host has ended")))
        #expect(actions.compactMap(\.startedFor).count == 1)
    }
}
