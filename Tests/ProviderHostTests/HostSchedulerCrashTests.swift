import Testing

@testable import HostProtocol
@testable import HostSupervision

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

    @Test func secondCrashOfOpeningRefusesTheDocumentUntilItIsReloaded() {
        var bench = SchedulerBench()
        let (bad, good) = (bench.document(), bench.document())
        bench.ask(bad)
        bench.hostStarted(1)
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
        #expect(bench.actions().last == .fail(request, HostScheduler.refused(.misbehaved)))
    }

    @Test func aHostThatIsEndedFromOutsideCostsItsDocumentNothing() {
        var bench = SchedulerBench()
        let document = bench.document()
        let request = bench.ask(document)
        bench.hostStarted(1)
        bench.finished(1)
        let last = UInt64(HostLimits.killsPerRequest) + 1
        for number in 1..<last {
            _ = bench.actions()
            bench.died(number, .killed(9))
            bench.now = max(bench.now, bench.scheduler.pauseEnd ?? 0)
            bench.perform { $0.tick(now: $1) }
            bench.hostStarted(number + 1)
            #expect(bench.actions().last == .open(host(number + 1), document, serial: 1))
        }
        bench.finished(last)
        bench.finished(last)
        #expect(bench.actions().last == .answer(request))
        #expect(bench.scheduler.documents[document]?.hasEndedHost == false)
    }

    @Test func aRequestWhoseHostsAreAllEndedFromOutsideFailsAfterItsTries() {
        var bench = SchedulerBench()
        let document = bench.document()
        let request = bench.ask(document)
        for number in 1...UInt64(HostLimits.killsPerRequest) + 1 {
            bench.now = max(bench.now, bench.scheduler.pauseEnd ?? 0)
            bench.perform { $0.tick(now: $1) }
            bench.hostStarted(number)
            _ = bench.actions()
            bench.died(number, .killed(9))
        }
        #expect(bench.actions() == [.fail(request, HostScheduler.killed(9))])
        // The document is served on.
        bench.now += HostRestarts.longestPause
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

    @Test func aPageThatEndsItsHostTwiceIsRefusedAndTheOthersAreServed() {
        var bench = SchedulerBench()
        let document = bench.document()
        let bad = bench.ask(document, .document, .demand, .drawing(2))
        let same = bench.ask(document, .document, .demand, .drawing(2, 7))
        let good = bench.ask(document, .document, .demand, .drawing(3))
        bench.crash()
        bench.crash(.signalled(6))
        let refused = FailureLedger.refused(.signalled(6), at: .drawing(2))
        let failed = bench.actions().filter { $0.failure != nil }
        #expect(failed == [.fail(same, FailureLedger.refused(.signalled(6), at: .drawing(2, 7))), .fail(bad, refused)])
        #expect(bench.settle().isEmpty)
        bench.perform { $0.tick(now: $1) }
        bench.hostStarted(3)
        bench.finished(3)
        #expect(bench.settle().last == .answer(good))
        // At once, however it is asked, also when it has been closed and opened again; and not with another file.
        let again = bench.ask(document, .document, .demand, .drawing(2, 1))
        #expect(bench.actions() == [.fail(again, refused)])
        #expect(bench.scheduler.documents[document]?.failure == nil)
        bench.scheduler.forgetFailures(of: document, for: 1)
        let retried = bench.ask(document, .document, .demand, .drawing(2))
        #expect(bench.settle().last == .answer(retried))
    }

    @Test func countsOutliveTheClosingOfTheirDocument() {
        var bench = SchedulerBench()
        let first = bench.document(file: 5)
        bench.ask(first, .document, .demand, .drawing(2))
        bench.crash()
        bench.crash()
        bench.perform { $0.close(first, now: $1) }
        _ = bench.settle()
        let (same, other) = (bench.document(file: 5), bench.document(file: 6))
        bench.ask(same, .document, .demand, .drawing(2))
        bench.ask(other, .document, .demand, .drawing(2))
        #expect(bench.settle().compactMap(\.failure) == [.workRefused(.signalled(11))])
        // It has a host of its own from the start.
        bench.ask(same, .document, .demand, .drawing(3))
        _ = bench.settle()
        #expect(bench.scheduler.documents[same]?.queue == .isolated(same))
        #expect(bench.scheduler.documents[other]?.queue != .isolated(other))
    }

    @Test func whatIsReadAheadIsNotAskedForAgainAndAPersonHasTwoTriesLeft() {
        var bench = SchedulerBench()
        let document = bench.document()
        let ahead = bench.ask(document, .document, .prefetch, .drawing(2))
        bench.crash()
        #expect(bench.actions().contains { if case .fail(ahead, _) = $0 { true } else { false } })
        let second = bench.ask(document, .document, .prefetch, .drawing(2))
        #expect(bench.actions().contains { if case .fail(second, _) = $0 { true } else { false } })
        let demand = bench.ask(document, .document, .demand, .drawing(2))
        for _ in 0..<2 {
            bench.now += HostRestarts.longestPause
            bench.perform { $0.tick(now: $1) }
            #expect(!bench.actions().contains { if case .fail(demand, _) = $0 { true } else { false } })
            bench.crash()
        }
        #expect(bench.actions().contains(.fail(demand, FailureLedger.refused(.signalled(11), at: .drawing(2)))))
    }

    /// Somebody came to wait for it while it ran: that was begun ahead.
    @Test func aCrashOfWhatWasBegunAheadIsNoTryOfWhoHasJoinedIt() {
        var bench = SchedulerBench()
        let document = bench.document()
        let request = bench.ask(document, .document, .prefetch, .drawing(2))
        bench.hostStarted(1)
        bench.finished(1)
        bench.raise(request, for: 1)
        bench.died(1)
        for _ in 0..<2 {
            bench.now += HostRestarts.longestPause
            bench.perform { $0.tick(now: $1) }
            #expect(bench.actions().allSatisfy { $0.failure == nil })
            bench.crash()
        }
        #expect(bench.actions().contains(.fail(request, FailureLedger.refused(.signalled(11), at: .drawing(2)))))
    }

    @Test func aHangThatTakesItsHostCountsForThatSizeAndLarger() {
        var bench = SchedulerBench()
        let document = bench.document()
        let limits = bench.scheduler.limits
        for number in 1...2 as ClosedRange<UInt64> {
            let request = bench.ask(document, .document, .demand, .drawing(2, 100))
            bench.hostStarted(number)
            bench.finished(number)
            bench.now += limits.requestTime
            bench.perform { $0.tick(now: $1) }
            bench.now += limits.cancelGrace
            bench.perform { $0.tick(now: $1) }
            _ = bench.actions()
            bench.died(number, .killed(9))
            #expect(
                bench.log.contains { if case .fail(request, let error) = $0 { error.code == .timedOut } else { false } }
            )
            _ = bench.actions()
        }
        let same = bench.ask(document, .document, .demand, .drawing(2, 100))
        #expect(bench.actions() == [.fail(same, FailureLedger.refused(.unresponsive, at: .drawing(2, 100)))])
        let smaller = bench.ask(document, .document, .demand, .drawing(2, 99))
        #expect(bench.settle().last == .answer(smaller))
    }

    @Test(arguments: [HostPriority.demand, .prefetch])
    func aCancelledRequestThatDoesNotEndCountsWhereItWasAskedAhead(priority: HostPriority) {
        var bench = SchedulerBench()
        let document = bench.document()
        let request = bench.ask(document, .document, priority, .drawing(2))
        bench.hostStarted(1)
        bench.finished(1)
        bench.perform { $0.cancel(request, now: $1) }
        bench.now += bench.scheduler.limits.cancelGrace
        bench.perform { $0.tick(now: $1) }
        bench.died(1, .killed(9))
        _ = bench.actions()
        bench.ask(document, .document, .prefetch, .drawing(2))
        let isRefused = bench.actions().contains { $0.failure == .workRefused(.unresponsive) }
        #expect(isRefused == (priority == .prefetch))
    }

    @Test func aPageThatIsMeasuredForMoreThanItselfIsToBlameForThat() {
        var bench = SchedulerBench()
        let document = bench.document()
        let all = RequestSubject(kind: .measuring, verb: "measure its pages", isNumbered: true)
        let request = bench.ask(document, .document, .demand, all)
        for page in 0..<Int64(HostLimits.endingsPerRequest) {
            #expect(bench.actions().allSatisfy { $0.failure == nil })
            bench.now += HostRestarts.longestPause
            bench.perform { $0.tick(now: $1) }
            let number = bench.scheduler.lastHost
            bench.hostStarted(number)
            bench.finished(number)
            bench.died(number, at: page * 3)
        }
        #expect(
            bench.actions().contains(.fail(request, HostScheduler.gaveUp(.signalled(11), at: all))))
        // All of them are known now, and none is refused to who asks for it alone.
        let scope = bench.scheduler.documents[document]?.failureScope
        #expect(
            scope.map { bench.scheduler.failures.unmeasured(in: $0) }
                == (0..<Int64(HostLimits.endingsPerRequest)).map { $0 * 3 })
        bench.now += 10_000_000
        bench.perform { $0.tick(now: $1) }
        let alone = bench.ask(document, .document, .demand, .drawing(3))
        let before = bench.ask(document, .document, .demand, all)
        #expect(Set(bench.answers()) == [alone, before])
    }

    /// A page that measures badly is where opening the document comes to it: that is no reason to refuse all of it.
    @Test func aPageThatIsMeasuredForTheOpeningDoesNotRefuseTheDocument() {
        var bench = SchedulerBench()
        let document = bench.document()
        let request = bench.ask(document, .document, .demand, .drawing(0))
        for number in 1...3 as ClosedRange<UInt64> {
            bench.now += HostRestarts.longestPause
            bench.perform { $0.tick(now: $1) }
            bench.hostStarted(number)
            bench.died(number, at: Int64(number) + 4)
        }
        bench.now += HostRestarts.longestPause
        bench.perform { $0.tick(now: $1) }
        bench.hostStarted(4)
        bench.finished(4)
        bench.finished(4)
        #expect(bench.actions().last == .answer(request))
    }

    @Test func whoseRequestsEndHostsWaitsAndNobodyElse() {
        var bench = SchedulerBench()
        let document = bench.document(owner: .library)
        let burst = Int64(FailureLedger.restarts.burst)
        for page in 0..<burst {
            bench.ask(document, .document, .prefetch, .drawing(page), for: 1)
            // Something is answered, so that no host is a host in vain.
            bench.ask(document, .document, .demand, .drawing(1_000), for: 2)
            let number = bench.scheduler.lastHost
            bench.hostStarted(number)
            bench.finished(number)
            bench.finished(number)
            bench.died(number)
        }
        _ = bench.actions()
        let held = bench.ask(document, .document, .demand, .drawing(100), for: 1)
        #expect(bench.actions() == [], "a host is started for who has ended so many")
        let until = bench.scheduler.documents[document]?.holds[1]
        #expect(until.map { $0 > bench.now } == true && bench.scheduler.nextDeadline == until)
        let other = bench.ask(document, .document, .demand, .drawing(100), for: 2)
        #expect(bench.answers() == [other])
        bench.now = until ?? 0
        bench.perform { $0.tick(now: $1) }
        #expect(bench.answers() == [held])
    }
}
