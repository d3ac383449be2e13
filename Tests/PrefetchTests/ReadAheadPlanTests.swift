import Prefetch
import Testing

@Suite struct ReadAheadPlanTests {
    @Test(arguments: [
        (5, true, 9, 3, [6, 4, 7]), (5, false, 9, 3, [4, 6, 3]), (0, true, 9, 3, [1, 2]), (8, true, 9, 3, [7]),
        (0, true, 1, 3, []), (5, true, 9, 0, []), (5, true, 9, 1, [6]), (2, false, 9, 6, [1, 3, 0]),
    ])
    func nextThenPreviousThenFartherOn(index: Int, forward: Bool, count: Int, depth: Int, plan: [Int]) {
        #expect(
            ReadAheadPlan.indexes(around: index, goingForward: forward, count: count, depth: depth) == plan)
    }

    @Test func anUnknownCountHasNoEnd() {
        #expect(ReadAheadPlan.indexes(around: 5, goingForward: true, count: nil, depth: 2) == [6, 4])
    }

    @Test func anIndexAtTheEndOfTheNumbersIsPlannedFor() {
        #expect(ReadAheadPlan.indexes(around: .max, goingForward: true, count: nil, depth: 3) == [.max - 1])
    }

    @Test(
        arguments: [
            (nil, nil, 3), (nil, 1, 3), (20_000, nil, 3), (20_000, 20_000, 3), (20_000, 19_999, 0), (0, 0, 3),
        ] as [(UInt64?, UInt64?, Int)])
    func whoTurnsFasterThanPagesAreRenderedGetsNone(renderTime: UInt64?, turnInterval: UInt64?, depth: Int) {
        let plan = { (isStill: Bool) in
            ReadAheadPlan.depth(
                atMost: 3, renderTime: renderTime, turnInterval: turnInterval, leaps: 0, isStill: isStill)
        }
        #expect(plan(false) == depth && plan(true) == 3)
    }

    @Test(arguments: [(0, 3), (1, 3), (2, 0), (9, 0)]) func whoLeapsAboutGetsNoneUntilItStays(leaps: Int, depth: Int) {
        let plan = { (isStill: Bool) in
            ReadAheadPlan.depth(
                atMost: 3, renderTime: 20_000, turnInterval: 100_000, leaps: leaps, isStill: isStill)
        }
        #expect(plan(false) == depth && plan(true) == 3)
    }
}
