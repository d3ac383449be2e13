import Testing

@testable import HostProtocol
@testable import HostSupervision

/// Hosts where there are not enough for all: each who has some or waits for one has an equal part.
@Suite struct HostSharingTests {
    /// Two users who have all four hosts, two each, of which none is idle.
    private static func taken() -> (bench: SchedulerBench, documents: [DocumentID]) {
        var bench = SchedulerBench(hosts: 4)
        let documents = (0..<4).map { number in
            bench.document(owner: .uid(UInt32(number % 2 + 1)), provider: ProviderID(index: number))
        }
        for document in documents { bench.ask(document, .opening) }
        _ = bench.settle()
        for document in documents { bench.ask(document) }
        _ = bench.actions()
        return (bench, documents)
    }

    private static func ends(_ actions: [HostAction]) -> [HostAction] {
        actions.filter { if case .end = $0 { true } else { false } }
    }

    @Test func whoHasNoneGetsTheFirstThatHasAnsweredOfThoseWhoHaveMore() {
        var (bench, documents) = Self.taken()
        // It would never be idle.
        let second = bench.ask(documents[1])
        let asked = bench.ask(bench.document(owner: .uid(3)), .opening)
        #expect(bench.actions() == [], "it waits")
        bench.finished(2)
        #expect(Self.ends(bench.actions()) == [.end(host(2))])
        bench.died(2, .exited(status: 0))
        #expect(
            bench.actions() == [.start(host(5), SchedulerBench.provider, .uid(3))], "before what waits of the other")
        bench.hostStarted(5)
        #expect(bench.answers() == [asked])
        // What waits gets the other one of its own: the rest are not its to take.
        bench.finished(4)
        #expect(bench.answers().last == second)
        #expect(bench.scheduler.shares(waiting: []).count(of: .uid(1)) == 2)
    }

    @Test func nobodyGivesUpMoreThanIsTooMuch() {
        var (bench, _) = Self.taken()
        for number in 0..<3 { bench.ask(bench.document(owner: .uid(3), provider: ProviderID(index: number))) }
        _ = bench.actions()
        for number in 1...4 { bench.finished(UInt64(number)) }
        #expect(Self.ends(bench.actions()) == [.end(host(1)), .end(host(2))], "each of the two keeps one")
    }

    @Test func whoHasTheirPartTakesNoneOfWhoHasNoMore() {
        var bench = SchedulerBench(hosts: 2)
        let one = bench.document(owner: .uid(1))
        let other = bench.document(owner: .uid(2))
        for document in [one, other] { bench.ask(document) }
        _ = bench.settle()
        let busy = bench.ask(one)
        _ = bench.actions()
        let asked = bench.ask(bench.document(owner: .uid(1), provider: ProviderID(index: 1)), .opening)
        #expect(bench.actions() == [], "it waits for the other of its own")
        bench.finished(1)
        #expect(bench.actions() == [.answer(busy), .end(host(1))])
        bench.died(1, .exited(status: 0))
        #expect(bench.answers() == [asked])
        #expect(bench.scheduler.hosts[host(2)]?.documents == [other])
    }

    @Test func whoHasNoneGetsAnIdleOneWhereNobodyHasMoreThanTheirPart() {
        var bench = SchedulerBench(hosts: 2)
        for uid in 1...2 {
            bench.now += 1
            bench.ask(bench.document(owner: .uid(UInt32(uid))))
            _ = bench.settle()
        }
        bench.ask(bench.document(owner: .uid(3)))
        #expect(bench.actions() == [.end(host(1))])
    }

    @Test func whereNobodyHasMoreThanTheirPartAndAllWorkNewcomersAreTurnedAway() {
        var bench = SchedulerBench(hosts: 2)
        for uid in 1...2 { bench.ask(bench.document(owner: .uid(UInt32(uid)))) }
        _ = bench.actions()
        bench.ask(bench.document(owner: .uid(3)), .opening)
        #expect(bench.actions().map(\.failure) == [.hostsExhausted])
    }

    @Test(arguments: [(4, 1, 4), (4, 3, 1), (16, 3, 5), (2, 5, 1), (0, 1, 1)])
    func aPartIsAnEqualOneAndAtLeastOneHost(hosts: Int, owners: Int, part: Int) {
        let others = (1...UInt32(owners)).map { HostOwner.uid($0) }
        let shares = HostShares(of: hosts, held: [.uid(1): part + 1], waiting: others)
        #expect(shares.part == part)
        #expect(shares.isBeyond(.uid(1)) && shares.isAnyoneBeyond && !shares.isBelow(.uid(1)))
        #expect(!shares.isBeyond(.uid(9)) && shares.isBelow(.uid(9)))
        let exact = HostShares(of: hosts, held: [.uid(1): part], waiting: others)
        #expect(!exact.isBeyond(.uid(1)) && !exact.isAnyoneBeyond && !exact.isBelow(.uid(1)))
        #expect(exact.lacking([.uid(9)]) == 1 && exact.lacking([.uid(1)]) == 0)
        #expect(exact.lacking(Array(repeating: .uid(9), count: part + 1)) == part)
    }
}
