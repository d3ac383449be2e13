import PageModel
import Prefetch
import Testing

@Suite struct MoveModelTests {
    @Test(arguments: TurnContext.allCases) func chancesOfAllMovesAreOne(context: TurnContext) {
        var model = MoveModel()
        func sum() -> Double { Move.allCases.reduce(0) { $0 + model.chance(of: $1, after: context) } }
        #expect(abs(sum() - 1) < 0.002)
        for number in 0..<100 { model.learn(number % 3 == 0 ? .far : .link, after: context) }
        #expect(abs(sum() - 1) < 0.002)
    }

    @Test func whatAReaderDoesOutweighsWhatOthersDo() {
        var model = MoveModel()
        #expect(model.chance(of: .forward, after: .step) > 0.8)
        for _ in 0..<12 { model.learn(.backward, after: .step) }
        let after12 = model.chance(of: .backward, after: .step)
        #expect(after12 > 0.45 && after12 < 0.6)
        // In another context nothing was learnt.
        #expect(model.chance(of: .backward, after: .fast) == MoveModel().chance(of: .backward, after: .fast))
        // What it did long ago is forgotten.
        for _ in 0..<200 { model.learn(.forward, after: .step) }
        #expect(model.chance(of: .backward, after: .step) < 0.05)
    }
}
