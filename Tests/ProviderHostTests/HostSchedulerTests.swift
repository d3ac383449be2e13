import Testing

@testable import HostProtocol
@testable import HostSupervision

@Suite struct HostSchedulerTests {
    @Test func documentIsOpenedBeforeItsFirstRequestAndNotBeforeTheSecond() {
        var bench = SchedulerBench()
        let document = bench.document()
        let first = bench.ask(document)
        let second = bench.ask(document)
        #expect(
            bench.settle() == [
                .start(host(1), SchedulerBench.provider, .uid(1)), .open(host(1), document, serial: 1),
                .call(host(1), first, serial: 1), .answer(first), .call(host(1), second, serial: 2), .answer(second),
            ])
    }

    @Test func hostServesOneRequestAtATime() {
        var bench = SchedulerBench()
        let document = bench.document()
        bench.ask(document, .provider)
        bench.hostStarted(1)
        _ = bench.actions()
        bench.ask(document, .provider)
        #expect(bench.actions() == [])
    }

    @Test func demandGoesBeforePrefetchesAndRaisingMakesOneOfTheOther() {
        var bench = SchedulerBench()
        let document = bench.document()
        let running = bench.ask(document)
        let prefetches = [bench.ask(document, .document, .prefetch), bench.ask(document, .document, .prefetch)]
        let demand = bench.ask(document)
        bench.raise(prefetches[1], for: nil)
        let answers = bench.settle().compactMap { action -> RequestID? in
            if case .answer(let id) = action { id } else { nil }
        }
        #expect(answers == [running, demand, prefetches[1], prefetches[0]])
    }

    @Test func whatADocumentSaysComesBehindItsPagesAndBeforeWhatIsReadAhead() {
        var bench = SchedulerBench()
        let document = bench.document()
        let running = bench.ask(document)
        let ahead = bench.ask(document, .document, .prefetch)
        let contents = [bench.ask(document, .document, .contents), bench.ask(document, .document, .contents)]
        let demand = bench.ask(document)
        bench.raise(contents[1], for: nil)
        let answers = bench.settle().compactMap { action -> RequestID? in
            if case .answer(let id) = action { id } else { nil }
        }
        #expect(answers == [running, demand, contents[0], contents[1], ahead])
    }

    @Test func whatThereIsTimeForComesWhenItsHostHasBeenQuiet() {
        var bench = SchedulerBench()
        let document = bench.document()
        let page = bench.ask(document)
        let count = bench.ask(document, .document, .idle)
        #expect(bench.answers() == [page])
        #expect(bench.scheduler.nextDeadline == HostLimits.quietTime)
        // The next page before that, and it begins anew.
        bench.now = HostLimits.quietTime / 2
        let other = bench.ask(document)
        #expect(bench.answers() == [other])
        bench.now = HostLimits.quietTime
        bench.perform { $0.tick(now: $1) }
        #expect(bench.answers() == [])
        bench.now = HostLimits.quietTime / 2 + HostLimits.quietTime
        #expect(bench.scheduler.nextDeadline == bench.now)
        bench.perform { $0.tick(now: $1) }
        #expect(bench.answers() == [count])
        // One after the other then: they are no use of the host that others wait for.
        let next = bench.ask(document, .document, .idle)
        #expect(bench.answers() == [next])
    }

    @Test func whatThereIsTimeForComesInTheEndThoughItsHostIsNeverQuiet() {
        var bench = SchedulerBench()
        let document = bench.document()
        bench.ask(document)
        let count = bench.ask(document, .document, .idle)
        _ = bench.settle()
        let isLate = {
            bench.now += HostLimits.quietTime / 2
            bench.ask(document)
            return bench.answers().contains(count)
        }
        var turns = 1
        while !isLate(), turns < 100 { turns += 1 }
        #expect(bench.now == HostLimits.idleWait, "after \(turns) pages")
    }

    @Test func ownersAndProvidersDoNotShareHosts() {
        var bench = SchedulerBench()
        let other = ProviderID(index: 1)
        for (owner, provider) in [
            (HostOwner.uid(1), SchedulerBench.provider), (.uid(2), SchedulerBench.provider),
            (.library, SchedulerBench.provider), (.uid(1), other),
        ] {
            let document = bench.document(owner: owner, provider: provider)
            bench.ask(document)
        }
        #expect(bench.settle().compactMap(\.startedFor) == [.uid(1), .uid(2), .library, .uid(1)])
    }

    @Test func queuedRequestIsCancelledAtOnce() {
        var bench = SchedulerBench()
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
        var bench = SchedulerBench()
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
        bench.died(1, .killed(9))
        #expect(bench.actions().map(\.failure) == [.cancelled])
        #expect(bench.scheduler.documents[document]?.hasEndedHost == false)
    }

    @Test func requestThatTakesTooLongIsStoppedThenKilledAndNotAskedAgain() {
        var bench = SchedulerBench()
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
        bench.died(1, .killed(9))
        #expect(bench.actions().map(\.failure) == [nil, .timedOut])
    }

    @Test func requestThatEndsWhenToldToIsSaidToHaveTakenTooLong() {
        var bench = SchedulerBench()
        let document = bench.document()
        bench.ask(document, .provider)
        bench.hostStarted(1)
        bench.now = bench.scheduler.limits.requestTime
        bench.perform { $0.tick(now: $1) }
        _ = bench.actions()
        bench.finished(1, HostError(.cancelled, ""))
        #expect(bench.actions().map(\.failure) == [.timedOut])
    }

    @Test func refusedProviderIsNotTriedMoreOftenThanTheLimitInAMinute() {
        var bench = SchedulerBench { $0.startsPerMinute = 2 }
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
        #expect(bench.actions() == [.start(host(3), SchedulerBench.provider, .uid(1))])
    }

    @Test func refusedProviderIsTriedAgainWithOtherLimits() {
        var bench = SchedulerBench { $0.startsPerMinute = 1 }
        let document = bench.document()
        bench.ask(document, .provider)
        bench.perform { $0.hostRefused(host(1), error: HostError(.providerRefused, "no memory"), now: $1) }
        bench.died(1, .exited(status: 0))
        bench.ask(document, .provider)
        #expect(bench.actions().compactMap(\.failure) == [.providerRefused, .providerRefused])
        let limits = bench.scheduler.limits
        bench.perform { $0.setLimits(limits, now: $1) }
        bench.ask(document, .provider)
        #expect(bench.actions() == [.start(host(2), SchedulerBench.provider, .uid(1))])
    }

    @Test func providerThatCrashesWhileItLoadsIsTriedAgainAndThenRefused() {
        var bench = SchedulerBench { $0.startsPerMinute = 2 }
        let document = bench.document()
        bench.ask(document, .provider)
        bench.died(1)
        #expect(bench.actions().compactMap(\.startedFor).count == 2)
        bench.died(2)
        #expect(bench.actions().map(\.failure) == [.providerRefused])
    }

    @Test func idleHostsMakeRoomThoseWithoutDocumentsFirst() {
        var bench = SchedulerBench(hosts: 2)
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
        #expect(bench.actions() == [.start(host(3), SchedulerBench.provider, .uid(3))])
    }

    @Test func newcomersAreTurnedAwayWhereAllHostsWorkAndOpenDocumentsWait() {
        var bench = SchedulerBench(hosts: 1)
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
        var bench = SchedulerBench()
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
        #expect(bench.scheduler.hosts.isEmpty && bench.scheduler.queues.isEmpty)
    }

    @Test func closingFailsWhatWaitsAndStopsWhatRuns() {
        var bench = SchedulerBench()
        let document = bench.document()
        bench.ask(document)
        bench.hostStarted(1)
        bench.finished(1)
        let request = bench.ask(document)
        _ = bench.actions()
        bench.perform { $0.close(document, now: $1) }
        #expect(bench.actions().map(\.failure) == [.closed, nil, nil])
        bench.finished(1, HostError(.cancelled, ""))
        #expect(bench.actions().map(\.failure) == [.closed])
        #expect(!bench.scheduler.isServed(request))
    }

    @Test func documentClosedWhileItIsBeingOpenedIsClosedInTheHostToo() {
        var bench = SchedulerBench()
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
        var bench = SchedulerBench()
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
        var bench = SchedulerBench()
        let document = bench.document()
        bench.ask(document)
        bench.hostStarted(1)
        bench.died(1)
        _ = bench.settle()
        bench.perform { $0.close(document, now: $1) }
        #expect(bench.settle().last == .end(host(2)))
        #expect(bench.scheduler.hosts.isEmpty && bench.scheduler.queues.isEmpty)
    }

    @Test func hostThatHasReplacedAnotherStaysWhenThatEnds() {
        var bench = SchedulerBench()
        let document = bench.document()
        bench.ask(document, .provider)
        bench.hostStarted(1)
        bench.finished(1)
        bench.perform { $0.replaceHosts(where: { _, _ in true }, now: $1) }
        let served = bench.ask(document, .provider)
        bench.hostStarted(2)
        _ = bench.actions()
        bench.died(1, .exited(status: 0))
        let next = bench.ask(document, .provider)
        #expect(bench.actions() == [])
        bench.finished(2)
        #expect(bench.actions() == [.answer(served), .call(host(2), next, serial: 2)])
    }

    @Test func hostThatTheKernelKeepsIsGivenUp() {
        var bench = SchedulerBench()
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
        var bench = SchedulerBench { $0.queueLength = 1 }
        let document = bench.document()
        bench.ask(document, .provider)
        bench.ask(document, .provider)
        #expect(bench.actions().last?.failure == .busy)
    }

    @Test func whatIsNotLimitedWaitsBehindAnyNumber() {
        var bench = SchedulerBench {
            $0.queueLength = 2
            $0.requestsPerUser = 2
        }
        let document = bench.document()
        let before = (0..<2).map { _ in bench.ask(document, .provider) }
        #expect(bench.actions().allSatisfy { $0.failure == nil })
        let marker = RequestID(number: 99)
        bench.perform {
            $0.submit(marker, document: document, need: .provider, priority: .prefetch, isLimited: false, now: $1)
        }
        #expect(bench.actions() == [])
        bench.hostStarted(1)
        #expect(bench.answers() == before + [marker])
    }

    @Test func usersOfALibraryAreServedInTurnAndEachInOrder() {
        var bench = SchedulerBench()
        let document = bench.document(owner: .library)
        let other = bench.document(owner: .library)
        let many = (0..<4).map { _ in bench.ask(document, for: 1) }
        let ahead = [bench.ask(document, .document, .prefetch, for: 1), bench.ask(other, .document, .prefetch, for: 3)]
        let some = [bench.ask(other, for: 2), bench.ask(document, for: 2)]
        let own = bench.ask(other)
        #expect(
            bench.answers()
                == [many[0], some[0], own, many[1], some[1], many[2], many[3]] + [ahead[1], ahead[0]])
    }

    @Test func whoAsksForOneThingAtATimeComesAndGoesBetweenOthers() {
        var bench = SchedulerBench()
        let document = bench.document(owner: .library)
        bench.ask(document, for: 1)
        bench.hostStarted(1)
        bench.finished(1)
        for _ in 0..<4 { bench.ask(document, for: 1) }
        _ = bench.actions()
        for _ in 0..<4 {
            let one = bench.ask(document, for: 2)
            bench.finished(1)
            bench.finished(1)
            #expect(bench.actions().contains(.answer(one)) || bench.scheduler.queues.hostServing(one) != nil)
        }
    }

    @Test func requestThatAnotherUserWaitsForTooHasItsTurnWithThat() {
        var bench = SchedulerBench()
        let document = bench.document(owner: .library)
        let many = (0..<4).map { _ in bench.ask(document, for: 1) }
        let ahead = bench.ask(document, .document, .prefetch, for: 1)
        bench.raise(many[3], for: 2)
        bench.raise(ahead, for: 3)
        #expect(bench.answers() == [many[0], many[3], ahead, many[1], many[2]])
    }

    @Test func aUsersDocumentsAreServedInTheOrderOfTheirRequests() {
        var bench = SchedulerBench()
        let document = bench.document()
        // Whoever is named: all of it is the owner's.
        let requests = [1, 1, 2, 1, 2].map { bench.ask(document, for: $0) }
        #expect(bench.answers() == requests)
    }

    @Test func requestsOfOneUserAreLimitedOverAllHosts() {
        var bench = SchedulerBench { $0.requestsPerUser = 3 }
        let documents = [bench.document(), bench.document(owner: .library)]
        let others = bench.document(owner: .uid(2))
        bench.ask(documents[0])
        bench.ask(documents[1], for: 1)
        #expect(bench.scheduler.users == [1: HostUsage(requests: 2, hosts: 1)])
        _ = bench.actions()
        bench.ask(documents[0], .document, .prefetch)
        #expect(bench.actions().map(\.failure) == [.limitReached(name: "RequestsPerUser", value: 3)])
        bench.ask(documents[0])
        #expect(bench.actions() == [])
        bench.ask(documents[1], for: 1)
        #expect(bench.actions().map(\.failure) == [.limitReached(name: "RequestsPerUser", value: 3)])
        bench.ask(documents[1], for: 2)
        bench.ask(others)
        bench.ask(documents[1])
        #expect(bench.scheduler.users[2] == HostUsage(requests: 2, hosts: 1))
        // What is served does not wait any more.
        bench.hostStarted(1)
        #expect(!bench.actions().contains { $0.failure != nil })
        bench.ask(documents[0])
        #expect(!bench.actions().contains { $0.failure != nil })
    }

    @Test func hostsOfOneUserAreLimitedAndEndToMakeRoom() {
        var bench = SchedulerBench { $0.hostsPerUser = 1 }
        let first = bench.document()
        bench.ask(first, .provider)
        bench.hostStarted(1)
        let second = bench.document(provider: ProviderID(index: 1))
        _ = bench.actions()
        bench.ask(second, .provider)
        #expect(bench.actions().map(\.failure) == [.limitReached(name: "HostsPerUser", value: 1)])
        // Others have theirs.
        bench.ask(bench.document(owner: .uid(2)), .provider)
        bench.ask(bench.document(owner: .library), .provider)
        #expect(bench.actions().compactMap(\.startedFor) == [.uid(2), .library])
        // An idle one ends for it.
        bench.finished(1)
        _ = bench.actions()
        bench.ask(second, .provider)
        #expect(bench.actions() == [.end(host(1))])
        bench.died(1, .exited(status: 0))
        #expect(bench.actions() == [.start(host(4), ProviderID(index: 1), .uid(1))])
    }

    @Test func whatIsAskedOfAHostItselfEndsWithIt() {
        var bench = SchedulerBench()
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

    @Test func aHostThatHasAnsweredEnoughIsReplacedBetweenRequests() {
        var bench = SchedulerBench { $0.requestsPerHost = 3 }
        let document = bench.document()
        for _ in 0..<2 {
            bench.ask(document)
            _ = bench.settle()
        }
        // Both of these come while it serves.
        let (third, fourth) = (bench.ask(document), bench.ask(document))
        #expect(
            bench.settle() == [
                .call(host(1), third, serial: 3), .answer(third), .end(host(1)),
                .start(host(2), SchedulerBench.provider, .uid(1)), .open(host(2), document, serial: 1),
                .call(host(2), fourth, serial: 1), .answer(fourth),
            ])
    }

    @Test func aHostThatHasGrownIsReplacedBetweenRequests() {
        var bench = SchedulerBench()
        let document = bench.document()
        bench.ask(document)
        _ = bench.settle()
        let next = bench.ask(document)
        bench.scheduler.hostHasGrown(host(1))
        #expect(bench.settle() == [.call(host(1), next, serial: 2), .answer(next), .end(host(1))])
    }
}

/// Documents of one owner over several hosts of a provider.
@Suite struct SpreadingTests {
    private let long = HostScheduler.longRequest

    private func bench(_ change: (inout HostLimits) -> Void = { _ in }) -> SchedulerBench {
        SchedulerBench {
            $0.hostsPerProvider = 2
            change(&$0)
        }
    }

    @Test func eachDocumentGoesWhereTheFewestAre() {
        var bench = bench()
        let documents = (0..<3).map { _ in
            let document = bench.document()
            bench.ask(document)
            _ = bench.settle()
            return document
        }
        #expect(documents.map { bench.scheduler.documents[$0]?.host } == [host(1), host(2), host(1)])
        // Those of others are not counted.
        let other = bench.document(owner: .uid(2))
        bench.ask(other)
        _ = bench.settle()
        #expect(bench.scheduler.documents[other]?.host == host(3))
        // What is only looked at goes where a host is.
        let looked = bench.document()
        let probe = bench.ask(looked, .provider)
        #expect(bench.settle() == [.call(host(1), probe, serial: 3), .answer(probe)])
        bench.perform { $0.close(documents[1], now: $1) }
        bench.ask(looked)
        _ = bench.settle()
        #expect(bench.scheduler.documents[looked]?.host == host(2))
    }

    /// The replacement of a document is opened in its host, whatever other hosts have. If the document had a host of
    /// its own because it had ended one, the replacement begins anew among the others.
    @Test func whatTakesThePlaceOfADocumentIsOpenedInItsHost() {
        var bench = bench()
        let old = bench.document()
        bench.ask(old)
        _ = bench.settle()
        let new = DocumentID(number: 1_000)
        bench.scheduler.add(new, provider: SchedulerBench.provider, owner: .uid(1), inPlaceOf: old)
        bench.ask(new)
        _ = bench.settle()
        #expect(bench.scheduler.documents[new]?.host == host(1))
        let next = bench.document()
        bench.ask(next)
        _ = bench.settle()
        #expect(bench.scheduler.documents[next]?.host == host(2))
        bench.scheduler.documents[old]?.queue = .isolated(old)
        let anew = DocumentID(number: 1_001)
        bench.scheduler.add(anew, provider: SchedulerBench.provider, owner: .uid(1), inPlaceOf: old)
        #expect(
            bench.scheduler.documents[anew]?.queue == .shared(SchedulerBench.provider, .uid(1), number: 0))
    }

    @Test func oneHostServesAllWhereThereIsNoRoomForAnother() {
        var bench = bench { $0.hostsPerUser = 1 }
        let first = bench.ask(bench.document())
        #expect(bench.answers() == [first])
        let running = bench.ask(bench.document(), .provider)
        let next = bench.ask(bench.document(), .provider)
        #expect(bench.answers() == [running, next])
        // What was to have a host of its own and can't have one any more joins the others.
        let joining = bench.document()
        bench.scheduler.documents[joining]?.hasQueue = true
        bench.scheduler.documents[joining]?.queue = .shared(SchedulerBench.provider, .uid(1), number: 1)
        let busy = bench.ask(bench.document())
        let late = bench.ask(joining)
        #expect(bench.answers() == [busy, late])
    }

    /// A document seldom moves between hosts: where every page takes long, they would do little else than open it.
    /// Opening it takes no time here, or 0.1 s.
    @Test(arguments: [(0, 1_000_000), (100_000, 2_000_000)] as [(UInt64, UInt64)])
    func aDocumentGoesToAndFroSeldom(openingTime: UInt64, pause: UInt64) {
        var bench = bench()
        let document = bench.document()
        bench.ask(document)
        bench.hostStarted(1)
        bench.now += openingTime
        _ = bench.settle()
        /// A page takes long, and another one waits for it: whether the document goes on elsewhere for that.
        func waits() -> Bool {
            let queue = bench.scheduler.documents[document]?.queue
            bench.ask(document)
            bench.ask(document)
            bench.now += long
            bench.perform { $0.tick(now: $1) }
            let isElsewhere = bench.scheduler.documents[document]?.queue != queue
            if isElsewhere { bench.now += openingTime }
            while let (host, record) = bench.scheduler.hosts.first(where: { !$0.value.isIdle }) {
                if record.isStarting { bench.hostStarted(host.number) } else { bench.finished(host.number) }
            }
            _ = bench.actions()
            return isElsewhere
        }
        let elsewhere = [true, true, true, false, false, false]
        #expect(elsewhere.map { _ in waits() } == elsewhere)
        bench.now += pause
        #expect([waits(), waits()] == [true, false])
        bench.now += 4 * pause
        #expect(elsewhere.map { _ in waits() } == elsewhere)
    }

    /// Another page of the same document, and one of another that shares its host.
    @Test(arguments: [true, false])
    func whoWaitsForALongRequestGoesOnInAFreeHost(isSameDocument: Bool) {
        var bench = bench()
        let documents = (0..<3).map { _ in bench.document() }
        for document in documents { bench.ask(document) }
        _ = bench.settle()
        let waiting = documents[isSameDocument ? 0 : 2]
        let slow = bench.ask(documents[0])
        let ahead = bench.ask(documents[2], .document, .prefetch)
        let demand = bench.ask(waiting)
        #expect(bench.actions() == [.call(host(1), slow, serial: 3)])
        #expect(bench.scheduler.nextDeadline == long)
        bench.now = long
        bench.perform { $0.tick(now: $1) }
        #expect(bench.actions() == [.close(host(1), waiting), .open(host(2), waiting, serial: 2)])
        bench.finished(2)
        bench.finished(2)
        let after = bench.actions()
        #expect(after.contains(.call(host(2), demand, serial: 2)) && after.contains(.answer(demand)))
        #expect(bench.scheduler.documents[waiting]?.host == host(2))
        // What was under way is answered where it was asked.
        bench.finished(1)
        #expect(bench.actions().contains(.answer(slow)))
        bench.finished(isSameDocument ? 1 : 2)
        #expect(bench.actions().contains(.answer(ahead)))
    }

    @Test func nobodyMovesWhoWaitsForAMomentOrIsPinnedOrReadsAhead() {
        var bench = bench()
        let documents = (0..<5).map { _ in bench.document() }
        for document in documents { bench.ask(document) }
        _ = bench.settle()
        bench.scheduler.pin(documents[2])
        let slow = bench.ask(documents[0])
        bench.ask(documents[2])
        bench.ask(documents[4], .document, .prefetch)
        _ = bench.actions()
        bench.now = long
        bench.perform { $0.tick(now: $1) }
        #expect(bench.actions() == [])
        bench.finished(1)
        #expect(bench.actions().first == .answer(slow))
    }

    /// A cancelled request is waited for once more: it ends soon, and opening the document again would take longer.
    @Test func aRequestThatWasToldToEndIsWaitedForOnceMore() {
        var bench = bench()
        let document = bench.document()
        bench.ask(document)
        _ = bench.settle()
        let slow = bench.ask(document)
        bench.now = 10 * long
        bench.perform { $0.cancel(slow, now: $1) }
        bench.ask(document)
        bench.now += long - 1
        bench.perform { $0.tick(now: $1) }
        #expect(bench.actions().suffix(1) == [.stop(host(1), serial: 2)])
        #expect(bench.scheduler.nextDeadline == bench.now + 1)
        bench.now += 1
        bench.perform { $0.tick(now: $1) }
        #expect(bench.actions().first == .close(host(1), document))
    }

    @Test func aHostThatBecomesFreeTakesWhoWaitsElsewhere() {
        var bench = bench()
        let documents = (0..<3).map { _ in bench.document() }
        for document in documents { bench.ask(document) }
        _ = bench.settle()
        bench.ask(documents[0])
        let other = bench.ask(documents[1])
        bench.ask(documents[2])
        bench.now = long
        bench.perform { $0.tick(now: $1) }
        #expect(!bench.actions().contains { if case .close = $0 { true } else { false } })
        bench.finished(2)
        #expect(
            bench.actions() == [
                .answer(other), .close(host(1), documents[2]), .open(host(2), documents[2], serial: 3),
            ])
    }

    @Test func aDocumentThatEndsItsHostAfterItHasMovedIsIsolatedAndClosedThere() {
        var bench = bench()
        let document = bench.document()
        bench.ask(document)
        _ = bench.settle()
        let slow = bench.ask(document)
        let demand = bench.ask(document)
        bench.now = long
        bench.perform { $0.tick(now: $1) }
        bench.hostStarted(2)
        bench.finished(2)
        bench.finished(2)
        _ = bench.actions()
        bench.died(1)
        #expect(bench.actions().contains(.close(host(2), document)))
        #expect(bench.scheduler.documents[document]?.queue == .isolated(document))
        _ = (slow, demand)
    }

    @Test func fewerHostsBringDocumentsTogether() {
        var bench = bench()
        let documents = (0..<2).map { _ in bench.document() }
        for document in documents { bench.ask(document) }
        _ = bench.settle()
        var limits = bench.scheduler.limits
        limits.hostsPerProvider = 1
        bench.perform { $0.setLimits(limits, now: $1) }
        #expect(bench.actions() == [.close(host(2), documents[1])])
        let request = bench.ask(documents[1])
        #expect(bench.answers() == [request])
        #expect(bench.scheduler.documents[documents[1]]?.host == host(1))
    }
}
