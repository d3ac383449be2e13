import Navigation
import PageModel
import Testing

/// Where a reader jumped from.
@Suite struct JumpHistoryTests {
    private func page(_ number: Int) -> Location { Location(page: PageID(Int64(number)), index: number) }

    @Test func historyLeadsBackAndForward() {
        var history = JumpHistory()
        history.record(from: page(1))
        history.settle(on: page(5))
        history.record(from: page(5))
        history.settle(on: page(8))
        #expect(history.back.map(\.index) == [1, 5] && history.forward.isEmpty)
        history.goBack(from: page(8))
        history.settle(on: page(5))
        #expect(history.back.map(\.index) == [1] && history.forward.map(\.index) == [8])
        history.goForward(from: page(5))
        history.settle(on: page(8))
        #expect(history.back.map(\.index) == [1, 5] && history.forward.isEmpty)
        history.goBack(from: page(8))
        history.settle(on: page(5))
        // A new jump forgets what lay ahead.
        history.record(from: page(5))
        history.settle(on: page(3))
        #expect(history.back.map(\.index) == [1, 5] && history.forward.isEmpty)
    }

    /// From page 0 to 4 and, before that has settled, to 8: nobody was at 4.
    @Test func aPageThatWasNeverReachedIsNotRemembered() {
        var history = JumpHistory()
        history.record(from: page(0))
        history.record(from: page(0))
        history.settle(on: page(8))
        #expect(history.back.map(\.index) == [0])
        // The same from a page that *back* led to: 8 was there, 3 was not.
        history.record(from: page(8))
        history.goBack(from: page(8))
        history.goBack(from: page(8))
        #expect(history.back.isEmpty && history.forward.map(\.index) == [8])
        history.settle(on: page(0))
        #expect(history.forward.map(\.index) == [8])
    }

    @Test func aJumpThatSettlesWhereItBeganLeavesEverythingAsItWas() {
        var history = JumpHistory()
        history.restore(back: [page(1), page(2)], forward: [page(3)])
        let before = history
        history.record(from: page(7))
        history.settle(on: page(7))
        #expect(history == before)
        history.goBack(from: page(7))
        history.goForward(from: page(7))
        history.settle(on: page(7))
        #expect(history == before)
    }

    /// Two steps back at once: what lies between them was a page of the reader.
    @Test func stepsBackPassPagesThatWereReached() {
        var history = JumpHistory()
        history.restore(back: [page(1), page(4)], forward: [])
        history.goBack(from: page(8))
        history.goBack(from: page(8))
        history.settle(on: page(1))
        #expect(history.back.isEmpty && history.forward.map(\.index) == [8, 4])
        history.goForward(from: page(1))
        history.goForward(from: page(1))
        history.settle(on: page(8))
        #expect(history.back.map(\.index) == [1, 4] && history.forward.isEmpty)
    }

    /// That a reader is elsewhere tells that the jump before has settled, said or not.
    @Test func aJumpFromElsewhereIsANewOne() {
        var history = JumpHistory()
        history.record(from: page(1))
        history.record(from: page(5))
        history.settle(on: page(5))
        #expect(history.back.map(\.index) == [1])
    }

    @Test func historyWithoutPagesLeadsNowhere() {
        var history = JumpHistory()
        history.goBack(from: page(1))
        history.goForward(from: page(1))
        history.settle(on: nil)
        #expect(history == JumpHistory())
    }

    @Test func historyIsBounded() {
        var history = JumpHistory()
        for number in 0..<JumpHistory.limit + 5 {
            history.record(from: page(number))
            history.settle(on: page(number + 1))
        }
        #expect(history.back.count == JumpHistory.limit && history.back.first?.index == 5)
        // The same page twice is one entry.
        history.record(from: page(JumpHistory.limit + 4))
        history.settle(on: page(0))
        #expect(history.back.count == JumpHistory.limit && history.back.first?.index == 5)
    }

    /// A jump that is there at once is one that begins and settles, whatever was under way before it.
    @Test func aJumpAtOnceIsOneThatSettles() {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<200 {
            var atOnce = JumpHistory()
            var inSteps = JumpHistory()
            for _ in 0..<3 * JumpHistory.limit {
                let from = page(Int.random(in: 0..<9, using: &random))
                let to = page(Int.random(in: 0..<9, using: &random))
                switch Int.random(in: 0..<8, using: &random) {
                case 0:
                    atOnce.goBack(from: from)
                    inSteps.goBack(from: from)
                case 1:
                    atOnce.goForward(from: from)
                    inSteps.goForward(from: from)
                case 2:
                    atOnce.record(from: from)
                    inSteps.record(from: from)
                default:
                    atOnce.record(from: from, settledOn: to)
                    inSteps.record(from: from)
                    inSteps.settle(on: to)
                }
                #expect(atOnce == inSteps)
            }
        }
    }

    @Test func historyFollowsItsPages() {
        var history = JumpHistory()
        history.restore(back: [1, 2, 3].map(page), forward: [])
        history.record(from: page(9))
        history.relocate { $0.index == 2 ? nil : Location(page: $0.page, index: $0.index + 10) }
        #expect(history.back.map(\.index) == [11, 13, 19])
        #expect(history.back.map(\.page.number) == [1, 3, 9])
        history.settle(on: Location(page: PageID(9), index: 19))
        #expect(history.back.map(\.index) == [11, 13])
    }
}
