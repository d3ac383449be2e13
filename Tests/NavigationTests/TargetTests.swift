import Navigation
import PageModel
import Testing

/// Targets by number.
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

    /// Which way a target is, where that is not the way to its page.
    @Test(
        arguments: [
            (Target.relative(1), Direction.forward), (.relative(-3), .backward), (.relative(0), nil), (.index(4), nil),
            (.first, nil), (.last, nil),
        ] as [(Target, Direction?)])
    func relativeTargetsHaveADirection(target: Target, direction: Direction?) {
        #expect(target.direction == direction)
    }

    /// Relative targets count spreads, not pages.
    @Test(arguments: [
        (Spreads.double, 4, 1, 6), (.double, 4, -2, 0), (.cover, 4, 1, 5), (.cover, 4, -2, 0),
        (.leaf(.nextPage), 4, 1, 6),
        (.leaf(.mirrored), 4, 1, 5),
    ])
    func relativeTargetsCountSpreads(spreads: Spreads, start: Int, step: Int, index: Int) {
        let stage = Stage(at: start, spreads)
        #expect(stage.machine.index(of: .relative(step), on: .horizontal, in: stage.book) == index)
    }

    /// A document whose pages nobody has counted has no last page, and a turn does not wrap around its end.
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
}
