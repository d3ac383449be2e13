import Testing

@testable import HostProtocol
@testable import HostSupervision

/// Fairness between requests: prefetches give way to demands, and no reader waits for another one's hurry.
@Suite struct HostSchedulerFairnessTests {
    /// A document that is open in a host that has nothing to do.
    private static func bench(owner: HostOwner = .uid(1)) -> (SchedulerBench, DocumentID) {
        var bench = SchedulerBench { $0.hostsPerProvider = 1 }
        let document = bench.document(owner: owner)
        bench.ask(document)
        _ = bench.settle()
        return (bench, document)
    }

    private static let cancelled = HostError(.cancelled, "")

    // MARK: What is read ahead

    @Test func aDemandEndsTheRenderThatItMeetsWhichIsAskedAgain() {
        var (bench, document) = Self.bench()
        let ahead = bench.ask(document, .document, .prefetch, reader: 1, canBeEnded: true)
        let others = bench.ask(document, .document, .prefetch, reader: 1, canBeEnded: true)
        #expect(bench.actions() == [.call(host(1), ahead, serial: 2)])
        let demand = bench.ask(document, reader: 2)
        #expect(bench.actions() == [.stop(host(1), serial: 2)])
        // A second one finds that told already.
        let second = bench.ask(document, reader: 3)
        #expect(bench.actions() == [])
        bench.finished(1, Self.cancelled)
        #expect(bench.actions() == [.call(host(1), demand, serial: 3)])
        bench.finished(1)
        bench.finished(1)
        #expect(
            bench.actions() == [
                .answer(demand), .call(host(1), second, serial: 4), .answer(second),
                .call(host(1), ahead, serial: 5),
            ])
        bench.finished(1)
        #expect(bench.actions() == [.answer(ahead), .call(host(1), others, serial: 6)])
    }

    /// The provider finishes at the worst moment: it was told to end, and has the page.
    @Test func whatIsDoneAllTheSameIsAnswered() {
        var (bench, document) = Self.bench()
        let ahead = bench.ask(document, .document, .prefetch, canBeEnded: true)
        let demand = bench.ask(document)
        bench.finished(1)
        #expect(bench.actions().suffix(2) == [.answer(ahead), .call(host(1), demand, serial: 3)])
    }

    @Test func onlyARenderThatIsReadAheadIsEnded() {
        for (priority, canBeEnded) in [
            (HostPriority.prefetch, false), (.contents, true), (.demand, true),
        ] {
            var (bench, document) = Self.bench()
            bench.ask(document, .document, priority, canBeEnded: canBeEnded)
            _ = bench.actions()
            bench.ask(document)
            #expect(bench.actions() == [], "\(priority)")
        }
    }

    @Test func whatTheServiceAsksAllHostsEndsNothing() {
        var (bench, document) = Self.bench()
        bench.ask(document, .document, .prefetch, canBeEnded: true)
        _ = bench.actions()
        bench.perform { $0.broadcast(now: $1) { _ in RequestID(number: 90) } }
        #expect(bench.actions() == [])
    }

    @Test func whatSomebodyHasTurnedToIsNotReadAheadAnyMore() {
        var (bench, document) = Self.bench()
        let ahead = bench.ask(document, .document, .prefetch, reader: 1, canBeEnded: true)
        _ = bench.actions()
        bench.raise(ahead, for: 1, reader: 1)
        bench.ask(document, reader: 2)
        #expect(bench.actions() == [])
        // One that was told to end before goes first when it is asked again.
        (bench, document) = Self.bench()
        let ended = bench.ask(document, .document, .prefetch, reader: 1, canBeEnded: true)
        bench.ask(document, reader: 2)
        bench.raise(ended, for: 1, reader: 1)
        _ = bench.actions()
        bench.finished(1, Self.cancelled)
        #expect(bench.actions() == [.call(host(1), ended, serial: 3)])
    }

    @Test func whatIsRaisedEndsWhatIsReadAheadBeforeIt() {
        var (bench, document) = Self.bench()
        bench.ask(document, .document, .prefetch, reader: 1, canBeEnded: true)
        let next = bench.ask(document, .document, .prefetch, reader: 1, canBeEnded: true)
        _ = bench.actions()
        bench.raise(next, for: 1, reader: 1)
        #expect(bench.actions() == [.stop(host(1), serial: 2)])
        bench.finished(1, Self.cancelled)
        #expect(bench.actions() == [.call(host(1), next, serial: 3)])
    }

    @Test func whatNobodyWaitsForAnyMoreIsNotAskedAgain() {
        var (bench, document) = Self.bench()
        let ahead = bench.ask(document, .document, .prefetch, canBeEnded: true)
        bench.ask(document)
        _ = bench.actions()
        // The host knows already.
        bench.perform { $0.cancel(ahead, now: $1) }
        #expect(bench.actions() == [])
        bench.finished(1, Self.cancelled)
        #expect(bench.actions().first?.failure == .cancelled)
        #expect(bench.scheduler.queues.hostServing(ahead) == nil)
    }

    @Test func whatNobodyWaitsForIsNotAskedOfTheHostThatFollowsEither() {
        var (bench, document) = Self.bench()
        let ahead = bench.ask(document, .document, .prefetch, canBeEnded: true)
        let demand = bench.ask(document)
        // It hangs up before it has ended.
        bench.perform { $0.hostLost(host(1), misbehaved: false, now: $1) }
        bench.perform { $0.cancel(ahead, now: $1) }
        _ = bench.actions()
        bench.died(1)
        let actions = bench.settle()
        #expect(actions.first?.failure == .cancelled)
        #expect(actions.contains(.answer(demand)) && !actions.contains(.answer(ahead)))
    }

    @Test func aDocumentThatIsClosedMeanwhileIsNotAsked() {
        var (bench, document) = Self.bench()
        let other = bench.document()
        bench.ask(document, .document, .prefetch, canBeEnded: true)
        let demand = bench.ask(other)
        bench.perform { $0.close(document, now: $1) }
        _ = bench.actions()
        bench.finished(1, Self.cancelled)
        let actions = bench.settle()
        #expect(actions.first?.failure == .closed && actions.contains(.answer(demand)))
    }

    /// A provider need not be able to end a render early. Its host is killed when the render takes too long, not for
    /// the demand.
    @Test func aProviderThatIgnoresItGoesOnForAsLongAsItMay() {
        var (bench, document) = Self.bench()
        let ahead = bench.ask(document, .document, .prefetch, canBeEnded: true)
        bench.ask(document)
        _ = bench.actions()
        bench.now = bench.scheduler.limits.cancelGrace + 1
        bench.perform { $0.tick(now: $1) }
        #expect(bench.actions() == [])
        bench.now = bench.scheduler.limits.requestTime
        bench.perform { $0.tick(now: $1) }
        bench.now += bench.scheduler.limits.cancelGrace
        bench.perform { $0.tick(now: $1) }
        #expect(bench.actions() == [.kill(host(1))])
        bench.died(1, .killed(9))
        #expect(bench.actions().first == .fail(ahead, bench.scheduler.error(for: .timedOut)))
    }

    @Test func aHostThatDiesWhenToldToEndHasDiedOfTheRender() {
        var (bench, document) = Self.bench()
        let ahead = bench.ask(document, .document, .prefetch, canBeEnded: true)
        let demand = bench.ask(document)
        _ = bench.actions()
        bench.died(1)
        let actions = bench.settle()
        #expect(
            actions.contains {
                if case .fail(ahead, let error) = $0 { error.code == .workRefused(.signalled(11)) } else { false }
            })
        #expect(actions.contains(.answer(demand)))
    }

    // MARK: Readers

    @Test(arguments: [HostOwner.uid(1), .library]) func readersOfAUserAreServedInTurn(owner: HostOwner) {
        var (bench, document) = Self.bench(owner: owner)
        let running = bench.ask(document, for: 1, reader: 1)
        let many = (0..<4).map { _ in bench.ask(document, for: 1, reader: 1) }
        let few = (0..<2).map { _ in bench.ask(document, for: 1, reader: 2) }
        let ahead = [1, 1, 2].map { bench.ask(document, .document, .prefetch, for: 1, reader: $0) }
        #expect(
            bench.answers()
                == [running, many[0], few[0], many[1], few[1], many[2], many[3], ahead[2], ahead[0], ahead[1]])
    }

    @Test func aUserWithManyReadersHasNoMoreOfTheLibraryThanOneWithOne() {
        var (bench, document) = Self.bench(owner: .library)
        let running = bench.ask(document, for: 1, reader: 1)
        let many = (2...4).map { bench.ask(document, for: 1, reader: $0) }
        let one = (0..<3).map { _ in bench.ask(document, for: 2, reader: 9) }
        #expect(bench.answers() == [running, many[0], one[0], many[1], one[1], many[2], one[2]])
    }

    /// One reader flings, at pages that take longer than it stays. Another one reads, and has its next page rendered ahead.
    @Test func whoFlingsTakesTurnsWithWhatIsReadAheadOfOthers() {
        var (bench, document) = Self.bench()
        var flung: [RequestID] = []
        let ahead = (0..<3).map { _ in bench.ask(document, .document, .prefetch, reader: 2, canBeEnded: true) }
        var served: [RequestID] = []
        for _ in 0..<8 {
            let last = flung.last
            flung.append(bench.ask(document, reader: 1))
            if let last { bench.perform { $0.cancel(last, now: $1) } }
            let stopped = bench.actions().contains { if case .stop = $0 { true } else { false } }
            bench.finished(1, stopped ? Self.cancelled : nil)
            for case .answer(let id) in bench.log { served.append(id) }
        }
        #expect(served.filter(ahead.contains) == ahead)
        #expect(bench.answers().last == flung.last)
    }

    /// A reader in a hurry takes turns with the demands of other readers.
    @Test func whoIsInAHurryIsNotKeptWaitingByTheDemandsOfOthers() {
        var (bench, document) = Self.bench()
        let first = bench.ask(document, reader: 1)
        var others = [bench.ask(document, reader: 2)]
        bench.perform { $0.cancel(first, now: $1) }
        let second = bench.ask(document, reader: 1)
        bench.finished(1, Self.cancelled)
        var answered: [RequestID] = []
        for _ in 0..<4 {
            others.append(bench.ask(document, reader: 2))
            bench.finished(1)
            for case .answer(let id) in bench.actions() { answered.append(id) }
        }
        #expect(answered.prefix(2).contains(second), "\(answered)")
    }

    @Test func aDemandThatComesWhileTheDocumentIsOpenedForWhatIsReadAheadEndsThat() {
        var bench = SchedulerBench { $0.hostsPerProvider = 1 }
        let document = bench.document()
        let ahead = bench.ask(document, .document, .prefetch, canBeEnded: true)
        bench.hostStarted(1)
        bench.ask(document)
        _ = bench.actions()
        bench.finished(1)
        #expect(bench.actions() == [.call(host(1), ahead, serial: 1), .stop(host(1), serial: 1)])
    }

    /// A render that is asked again goes to the host in which its document has gone on meanwhile.
    @Test func whatIsAskedAgainIsAskedWhereItsDocumentIs() {
        var bench = SchedulerBench { $0.hostsPerProvider = 2 }
        let document = bench.document()
        bench.ask(document)
        _ = bench.settle()
        let ahead = bench.ask(document, .document, .prefetch, canBeEnded: true)
        let demand = bench.ask(document)
        // It is told to end, and does not notice.
        bench.now += HostScheduler.longRequest
        bench.perform { $0.tick(now: $1) }
        bench.hostStarted(2)
        bench.finished(2)
        bench.finished(2)
        #expect(bench.actions().contains(.answer(demand)))
        bench.finished(1, Self.cancelled)
        #expect(bench.actions().contains { if case .call(host(2), ahead, _) = $0 { true } else { false } })
    }

    /// A demand waits for a render that is about to end, and does not move to another host.
    @Test func aDemandThatEndsARenderStaysInItsHost() {
        var bench = SchedulerBench { $0.hostsPerProvider = 2 }
        let document = bench.document()
        bench.ask(document)
        _ = bench.settle()
        bench.ask(document, .document, .prefetch, canBeEnded: true)
        _ = bench.actions()
        bench.now += 10 * HostScheduler.longRequest
        let demand = bench.ask(document)
        #expect(bench.actions() == [.stop(host(1), serial: 2)])
        bench.finished(1, Self.cancelled)
        #expect(bench.actions() == [.call(host(1), demand, serial: 3)])
    }

    /// Look-ups belong to no reader and are never in a hurry: when one is taken back, others still need theirs.
    @Test func whatIsLookedUpIsNeverInAHurry() {
        var (bench, document) = Self.bench()
        let first = bench.ask(document)
        bench.ask(document, .document, .prefetch, reader: 2, canBeEnded: true)
        bench.perform { $0.cancel(first, now: $1) }
        bench.finished(1, Self.cancelled)
        _ = bench.actions()
        bench.ask(document)
        #expect(bench.actions() == [.stop(host(1), serial: 3)])
    }

    @Test func whoFlingsEndsWhatIsReadAheadOfItself() {
        var (bench, document) = Self.bench()
        let first = bench.ask(document, reader: 1)
        bench.ask(document, .document, .prefetch, reader: 1, canBeEnded: true)
        bench.perform { $0.cancel(first, now: $1) }
        bench.finished(1, Self.cancelled)
        _ = bench.actions()
        bench.ask(document, reader: 1)
        #expect(bench.actions() == [.stop(host(1), serial: 3)])
    }

    @Test func whoStaysForAPageIsNotInAHurryAnyMore() {
        var (bench, document) = Self.bench()
        let first = bench.ask(document, reader: 1)
        let ahead = (0..<4).map { _ in bench.ask(document, .document, .prefetch, reader: 2) }
        bench.perform { $0.cancel(first, now: $1) }
        let second = bench.ask(document, reader: 1)
        bench.finished(1, Self.cancelled)
        // Its turn and that of the other one, whichever was first.
        bench.finished(1)
        bench.finished(1)
        #expect(bench.actions().contains(.answer(second)))
        let third = bench.ask(document, reader: 1)
        bench.finished(1)
        #expect(bench.scheduler.queues.hostServing(third) != nil)
        #expect(Set(bench.answers()).isSubset(of: Set(ahead + [third])))
    }

    /// Alone it has the host to itself, however it turns.
    @Test func whoFlingsAloneIsServedBeforeWhatIsReadAheadOfIt() {
        var (bench, document) = Self.bench()
        let first = bench.ask(document, reader: 1)
        let ahead = bench.ask(document, .document, .prefetch, reader: 1)
        bench.perform { $0.cancel(first, now: $1) }
        let seconds = (0..<2).map { _ in bench.ask(document, reader: 1) }
        _ = bench.actions()
        bench.finished(1, Self.cancelled)
        #expect(bench.answers() == seconds + [ahead])
    }
}
