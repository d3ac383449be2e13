import PageModel
import Prefetch
import Testing

@Suite struct PrefetchPlannerTests {
    private static func situation(
        _ spread: Int, isForward: Bool = true, count: Int? = 9, limit: Int = 3, renderTime: UInt64? = nil
    ) -> PrefetchPlanner.Situation {
        PrefetchPlanner.Situation(
            spread: spread, isForward: isForward, count: count, limit: limit, renderTime: renderTime)
    }

    private static func at(_ microseconds: UInt64) -> Instant { Instant(microseconds: microseconds) }

    @Test(arguments: [
        (5, true, 9, 3, [6, 4, 7]), (5, false, 9, 3, [4, 6, 3]), (0, true, 9, 3, [1, 2]), (8, true, 9, 3, [7]),
        (0, true, 1, 3, []), (5, true, 9, 0, []), (5, true, 9, 1, [6]), (2, false, 9, 6, [1, 3, 0]),
    ])
    func nextThenPreviousThenFartherOn(spread: Int, forward: Bool, count: Int, limit: Int, plan: [Int]) {
        var planner = PrefetchPlanner()
        let situation = Self.situation(spread, isForward: forward, count: count, limit: limit)
        #expect(planner.plan(situation, at: Self.at(0)) == plan)
    }

    @Test func anUnknownCountHasNoEnd() {
        var planner = PrefetchPlanner()
        #expect(planner.plan(Self.situation(5, count: nil, limit: 2), at: Self.at(0)) == [6, 4])
    }

    @Test func aSpreadAtTheEndOfTheNumbersIsPlannedFor() {
        var planner = PrefetchPlanner()
        #expect(planner.plan(Self.situation(.max, count: nil), at: Self.at(0)) == [.max - 1])
    }

    /// Two turns, so far apart, of a reader whose pages take so long to render.
    @Test(
        arguments: [(nil, 1, 3), (20_000, 20_000, 3), (20_000, 19_999, 0), (0, 0, 3)] as [(UInt64?, UInt64, Int)])
    func whoTurnsFasterThanPagesAreRenderedGetsNoneUntilItRests(renderTime: UInt64?, interval: UInt64, planned: Int) {
        var planner = PrefetchPlanner()
        planner.turned(by: 1, at: Self.at(1_000_000))
        let now = Self.at(1_000_000 + interval)
        planner.turned(by: 1, at: now)
        let situation = Self.situation(4, renderTime: renderTime)
        #expect(planner.plan(situation, at: now).count == planned)
        let rest = Self.at(now.microseconds + PrefetchPlanner.restTime)
        #expect(planner.due == (planned == 0 ? rest : nil))
        #expect(planner.plan(situation, at: rest).count == 3 && planner.due == nil)
    }

    @Test(arguments: [(0, 3), (1, 3), (2, 0), (9, 0)])
    func whoLeapsAboutGetsNoneUntilItStays(leaps: Int, planned: Int) {
        var planner = PrefetchPlanner()
        var now: UInt64 = 1_000_000
        planner.turned(by: 1, at: Self.at(now))
        for _ in 0..<leaps {
            now += 100_000
            planner.turned(by: 7, at: Self.at(now))
        }
        let situation = Self.situation(4, renderTime: 20_000)
        #expect(planner.plan(situation, at: Self.at(now)).count == planned)
        #expect(planner.plan(situation, at: Self.at(now + PrefetchPlanner.restTime)).count == 3)
    }

    @Test func leapsThatAreFarApartAreNoSeries() {
        var planner = PrefetchPlanner()
        for turn in 1...5 as ClosedRange<UInt64> {
            planner.turned(by: 7, at: Self.at(turn * PrefetchPlanner.restTime))
        }
        let now = Self.at(5 * PrefetchPlanner.restTime)
        #expect(planner.plan(Self.situation(4, renderTime: 20_000), at: now).count == 3)
    }

    /// Also where the last plan was made just before that.
    @Test func whatIsDueIsPlanned() {
        var planner = PrefetchPlanner()
        planner.turned(by: 1, at: Self.at(1_000_000))
        planner.turned(by: 1, at: Self.at(1_000_001))
        let rest = 1_000_001 + PrefetchPlanner.restTime
        #expect(planner.plan(Self.situation(4, renderTime: 20_000), at: Self.at(rest - 1)).isEmpty)
        #expect(planner.due == Self.at(rest) && planner.isPlanned(after: Self.at(rest - 1)))
        let isDueThen = planner.isDue(at: Self.at(rest), isUrgent: false)
        #expect(isDueThen && !planner.isPlanned(after: Self.at(rest)))
    }

    @Test func plansAreMadeNowAndThen() {
        var planner = PrefetchPlanner()
        let isFirstDue = planner.isDue(at: Self.at(1_000), isUrgent: false)
        #expect(isFirstDue)
        _ = planner.plan(Self.situation(4), at: Self.at(1_000))
        let next = Self.at(1_000 + PrefetchPlanner.planInterval)
        let isSoonDue = planner.isDue(at: Self.at(1_001), isUrgent: false)
        #expect(!isSoonDue && planner.due == next)
        // A page that has to be rendered does not wait for that.
        let isUrgentDue = planner.isDue(at: Self.at(1_001), isUrgent: true)
        #expect(isUrgentDue)
        let isDueThen = planner.isDue(at: next, isUrgent: false)
        #expect(isDueThen)
    }
}
