import Navigation
import PageModel
import Testing

/// Targets by number, and the history of jumps.
@Suite struct TargetTests {
    @Test(
        arguments: [
            (Target.index(4), false, 4), (.index(9), false, nil), (.index(-1), false, nil), (.first, false, 0),
            (.last, false, 8), (.relative(3), false, 7), (.relative(5), false, nil), (.relative(-5), false, nil),
            (.relative(5), true, 0), (.relative(-5), true, 8), (.relative(18), true, 4), (.relative(.max), false, nil),
            (.relative(.min), true, 5), (.index(.max), false, nil), (.relative(.max), true, nil),
        ] as [(Target, Bool, Int?)])
    func targetsAreIndexes(target: Target, wraps: Bool, index: Int?) {
        let stage = Stage(at: 4)
        let found = stage.machine.index(of: target, on: .horizontal, wraps: wraps, in: stage.book)
        #expect(found == index)
    }

    /// They count spreads.
    @Test(arguments: [
        (Spreads.double, 4, 1, 6), (.double, 4, -2, 0), (.cover, 4, 1, 5), (.cover, 4, -2, 0),
        (.leaf(.nextPage), 4, 1, 6),
        (.leaf(.mirrored), 4, 1, 5),
    ])
    func relativeTargetsCountSpreads(spreads: Spreads, start: Int, step: Int, index: Int) {
        let stage = Stage(at: start, spreads)
        #expect(stage.machine.index(of: .relative(step), on: .horizontal, in: stage.book) == index)
    }

    /// Nobody knows how many pages there are: there is no last one, and nothing to wrap around.
    @Test func unknownCountHasNoLastPage() {
        var book = Book(9)
        book.isCounted = false
        let machine = Stage(book, axes: [(.horizontal, AxisSetup())]).machine
        #expect(machine.index(of: .last, on: .horizontal, in: book) == nil)
        #expect(machine.index(of: .relative(-1), on: .horizontal, wraps: true, in: book) == nil)
        #expect(machine.index(of: .relative(3), on: .horizontal, wraps: true, in: book) == 3)
        #expect(machine.index(of: .index(1 << 53), on: .horizontal, in: book) == nil)
    }

    @Test func emptyDocumentHasNoTargets() {
        let stage = Stage(0)
        for target in [Target.first, .last, .index(0), .relative(0), .relative(1)] {
            #expect(stage.machine.index(of: target, on: .horizontal, wraps: true, in: stage.book) == nil)
        }
    }

    private func page(_ number: Int) -> Location { Location(page: PageID(Int64(number)), index: number) }

    @Test func historyLeadsBackAndForward() {
        var history = JumpHistory()
        history.record(page(1))
        history.record(page(5))
        #expect(history.back.map(\.index) == [1, 5] && history.forward.isEmpty)
        history.goBack(from: page(8))
        #expect(history.back.map(\.index) == [1] && history.forward.map(\.index) == [8])
        history.goForward(from: page(5))
        #expect(history.back.map(\.index) == [1, 5] && history.forward.isEmpty)
        history.goBack(from: page(8))
        // A new jump forgets what lay ahead.
        history.record(page(3))
        #expect(history.back.map(\.index) == [1, 3] && history.forward.isEmpty)
    }

    @Test func historyWithoutPagesLeadsNowhere() {
        var history = JumpHistory()
        history.goBack(from: page(1))
        history.goForward(from: page(1))
        #expect(history == JumpHistory())
    }

    @Test func historyIsBounded() {
        var history = JumpHistory()
        (0..<JumpHistory.limit + 5).forEach { history.record(page($0)) }
        #expect(history.back.count == JumpHistory.limit && history.back.first?.index == 5)
        // The same page twice is one place.
        history.record(page(JumpHistory.limit + 4))
        #expect(history.back.count == JumpHistory.limit && history.back.first?.index == 5)
    }

    @Test func historyFollowsItsPages() {
        var history = JumpHistory()
        [1, 2, 3].forEach { history.record(page($0)) }
        history.relocate { $0.index == 2 ? nil : $0.index + 10 }
        #expect(history.back.map(\.index) == [11, 13])
        #expect(history.back.map(\.page.number) == [1, 3])
    }
}
