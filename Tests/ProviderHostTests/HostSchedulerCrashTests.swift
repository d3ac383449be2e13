import Testing

@testable import ProviderHost

@Suite struct HostSchedulerCrashTests {
    @Test func crashCostsOnlyTheRequestThatRanAndThatIsAskedAgainAlone() {
        var bench = SchedulerBench()
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
                .start(host(2), SchedulerBench.provider, .uid(1)), .start(host(3), SchedulerBench.provider, .uid(1)),
                .open(host(2), bad, serial: 1), .open(host(3), good, serial: 1),
                .call(host(2), fatal, serial: 1), .call(host(3), other, serial: 1),
                .answer(fatal), .call(host(2), behind, serial: 2), .answer(other), .answer(behind),
            ])
    }

    @Test func secondCrashRefusesTheDocumentUntilItIsReloaded() {
        var bench = SchedulerBench()
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
        var bench = SchedulerBench()
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
        var bench = SchedulerBench()
        let document = bench.document()
        bench.ask(document)
        _ = bench.settle()
        bench.died(1)
        #expect(bench.actions() == [])
        let request = bench.ask(document)
        #expect(bench.settle().last == .answer(request))
        #expect(bench.scheduler.documents[document]?.hasEndedHost == false)
    }

    @Test func hostThatMisbehavesIsKilledAndItsRequestAskedAgain() {
        var bench = SchedulerBench()
        let document = bench.document()
        let request = bench.ask(document)
        bench.hostStarted(1)
        _ = bench.actions()
        bench.perform { $0.hostLost(host(1), misbehaved: true, now: $1) }
        #expect(bench.actions() == [.kill(host(1))])
        bench.died(1, .killed(9))
        bench.hostStarted(2)
        bench.perform { $0.hostLost(host(2), misbehaved: true, now: $1) }
        bench.died(2, .killed(9))
        #expect(bench.actions().last == .fail(request, HostScheduler.refused(.misbehaved, at: .opening)))
    }

    @Test func aHostThatIsEndedFromOutsideCostsItsDocumentNothing() {
        var bench = SchedulerBench()
        let document = bench.document()
        let request = bench.ask(document)
        bench.hostStarted(1)
        bench.finished(1)
        for number in 1..<20 as Range<UInt64> {
            _ = bench.actions()
            bench.died(number, .killed(9))
            bench.now = max(bench.now, bench.scheduler.pauseEnd ?? 0)
            bench.perform { $0.tick(now: $1) }
            bench.hostStarted(number + 1)
            #expect(bench.actions().last == .open(host(number + 1), document, serial: 1))
        }
        bench.finished(20)
        bench.finished(20)
        #expect(bench.actions().last == .answer(request))
        #expect(bench.scheduler.documents[document]?.hasEndedHost == false)
    }

    @Test func aRequestWhoseHostsAreAllEndedFromOutsideFailsAfterItsTime() {
        var bench = SchedulerBench()
        let document = bench.document()
        let request = bench.ask(document)
        bench.hostStarted(1)
        bench.now = bench.scheduler.limits.requestTime - 1
        bench.died(1, .killed(9))
        bench.hostStarted(2)
        _ = bench.actions()
        bench.now += 1
        bench.died(2, .killed(9))
        #expect(bench.actions() == [.fail(request, HostScheduler.killed(9))])
        // The document is served on.
        let next = bench.ask(document)
        #expect(bench.settle().last == .answer(next))
    }

    /// Want of memory, say, each time that a provider is loaded.
    @Test func requestsWhoseHostsAreAllEndedWhileTheyStartFailAfterThatTime() {
        var bench = SchedulerBench()
        let document = bench.document()
        let request = bench.ask(document)
        var number: UInt64 = 0
        /// The next one ends while it starts; what is done about it, but for starting others.
        func next() -> [HostAction] {
            bench.now = max(bench.now, bench.scheduler.pauseEnd ?? 0)
            bench.perform { $0.tick(now: $1) }
            number += 1
            #expect(bench.actions() == [.start(host(number), SchedulerBench.provider, .uid(1))])
            bench.died(number, .killed(9))
            let failed = bench.log.filter { $0.failure != nil }
            if failed.isEmpty { bench.log.removeAll { $0.startedFor == nil } }
            return failed
        }
        let limit = bench.scheduler.limits.requestTime
        #expect(next() == [])
        while max(bench.scheduler.pauseEnd ?? 0, bench.now) < limit {
            #expect(next() == [], "after \(bench.now) µs")
        }
        #expect(next() == [.fail(request, HostScheduler.killed(9))])
        #expect(bench.now >= limit && bench.now < limit + HostRestarts.longestPause)
        _ = bench.actions()
        // What is asked then has its own time, which begins anew where a host starts.
        let later = bench.ask(document)
        #expect(next() == [])
        bench.now += limit - 1
        #expect(next() == [])
        bench.now = max(bench.now, bench.scheduler.pauseEnd ?? 0)
        bench.perform { $0.tick(now: $1) }
        #expect(bench.settle().last == .answer(later))
    }

    @Test func aHostThatHangsUpIsWaitedForAndThenKilled() {
        var bench = SchedulerBench()
        let document = bench.document()
        let request = bench.ask(document)
        bench.hostStarted(1)
        _ = bench.actions()
        bench.perform { $0.hostLost(host(1), misbehaved: false, now: $1) }
        #expect(bench.actions() == [.end(host(1))])
        bench.now += bench.scheduler.limits.cancelGrace
        bench.perform { $0.tick(now: $1) }
        #expect(bench.actions() == [.kill(host(1))])
        // By the service: that is no signal from outside.
        bench.died(1, .killed(9))
        bench.hostStarted(2)
        bench.perform { $0.hostLost(host(2), misbehaved: false, now: $1) }
        bench.died(2, .killed(9))
        #expect(bench.scheduler.documents[document]?.hasEndedHost == true)
        #expect(bench.settle().last == .answer(request))
    }

    @Test func hostsThatEndOneAfterTheOtherAreStartedAtGrowingIntervals() {
        var bench = SchedulerBench()
        let document = bench.document()
        bench.ask(document)
        var pauses: [UInt64] = []
        for number in 1...12 as ClosedRange<UInt64> {
            _ = bench.actions()
            bench.died(number, .killed(9))
            let end = bench.scheduler.pauseEnd ?? bench.now
            pauses.append(end - bench.now)
            if end > bench.now {
                #expect(bench.actions() == [] && bench.scheduler.nextDeadline == end)
                bench.now = end - 1
                bench.perform { $0.tick(now: $1) }
                #expect(bench.actions() == [])
                bench.now = end
                bench.perform { $0.tick(now: $1) }
            }
            #expect(bench.actions() == [.start(host(number + 1), SchedulerBench.provider, .uid(1))])
        }
        #expect(
            pauses == [0, 0] + [10, 20, 40, 80, 160, 320, 640, 1_000, 1_000, 1_000].map { $0 * 1_000 })
        // The others do not wait for it.
        bench.ask(bench.document(owner: .uid(2)))
        #expect(bench.actions().compactMap(\.startedFor) == [.uid(2)])
        // One that has answered something is replaced at once.
        bench.hostStarted(13)
        bench.finished(13)
        bench.finished(13)
        bench.ask(document)
        _ = bench.actions()
        bench.died(13, .killed(9))
        #expect(bench.actions().compactMap(\.startedFor) == [.uid(1)])
    }
}
