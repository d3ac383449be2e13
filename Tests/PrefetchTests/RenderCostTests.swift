import Prefetch
import Testing

@Suite struct RenderCostTests {
    @Test func pagesOfOneCostHaveNoSpread() {
        var cost = RenderCost(8_000)
        for _ in 0..<20 { cost.learn(8_000) }
        #expect(cost.mean == 8_000 && cost.spread == 0)
    }

    @Test func whatVariesHasASpreadAndTheLastOnesCountMost() {
        var cost = RenderCost(10_000)
        for number in 0..<40 { cost.learn(number % 2 == 0 ? 90_000 : 10_000) }
        #expect((30_000...70_000).contains(cost.mean) && (30_000...60_000).contains(cost.spread))
        for _ in 0..<40 { cost.learn(10_000) }
        #expect((9_900...10_100).contains(cost.mean) && cost.spread < 100)
    }

    /// Hosts say how long they took: they may say anything.
    @Test func noTimeIsTooLong() {
        var cost = RenderCost(.max)
        for time in [UInt64.max, 0, .max, 1] { cost.learn(time) }
        #expect(cost.spread > 0)
    }
}
