import Navigation
import PageModel
import Testing

@Suite struct ReaderMachineTests {
    private static func at(_ index: Int) -> Location { Location(page: PageID(Int64(index) + 100), index: index) }

    private static func opened(at index: Int) -> ReaderMachine {
        var machine = ReaderMachine()
        _ = machine.open(at: at(index))
        return machine
    }

    @Test func openingShowsTheFirstPage() {
        var machine = ReaderMachine()
        #expect(machine.open(at: Self.at(0)).map(\.kind) == [.willAppear, .didAppear])
        #expect(machine.current == Self.at(0))
    }

    @Test func jumpSendsTheFourEventsInOrder() {
        var machine = Self.opened(at: 0)
        let jump = machine.jump(to: Self.at(4))
        #expect(
            jump.events == [
                AppearanceEvent(.willAppear, Self.at(4)), AppearanceEvent(.willDisappear, Self.at(0)),
                AppearanceEvent(.didAppear, Self.at(4)), AppearanceEvent(.didDisappear, Self.at(0)),
            ])
        #expect(jump.transition == 1)
        #expect(machine.direction == .forward)
        #expect(machine.jump(to: Self.at(3)).transition == 2)
        #expect(machine.direction == .backward)
    }

    @Test func jumpToTheCurrentPageIsANoop() {
        var machine = Self.opened(at: 2)
        let jump = machine.jump(to: Self.at(2))
        #expect(jump.isNoop)
        #expect(jump.events.isEmpty)
        #expect(machine.transition == 0)
    }

    @Test func closingHidesTheCurrentPageOnce() {
        var machine = Self.opened(at: 2)
        #expect(machine.close().map(\.kind) == [.willDisappear, .didDisappear])
        #expect(machine.close().isEmpty)
        #expect(machine.current == nil)
        #expect(machine.jump(to: Self.at(1)).isNoop)
    }
}

@Suite struct TargetTests {
    @Test(arguments: [
        (Target.index(8), Int?(8)), (.index(9), nil), (.index(-1), nil), (.relative(1), 5), (.relative(-5), nil),
        (.relative(4), 8), (.relative(5), nil), (.relative(.max), nil), (.first, 0), (.last, 8),
    ])
    func targetsAreWithinAnExactCount(target: Target, index: Int?) {
        #expect(target.resolve(from: 4, count: .exact(9)) == index)
    }

    @Test func withoutACountThereIsNoLastPageAndNoEnd() {
        #expect(Target.last.resolve(from: 0, count: .unknown) == nil)
        #expect(Target.index(1_000_000).resolve(from: 0, count: .unknown) == 1_000_000)
        // What follows computes with indexes: none may be near the largest number.
        for count in [PageCount.unknown, .estimated(9)] {
            #expect(Target.index(.max).resolve(from: 0, count: count) == nil)
            #expect(Target.relative(.max - 8).resolve(from: 8, count: count) == nil)
        }
    }

    @Test(arguments: [Target.first, .last, .index(0), .relative(0)])
    func anEmptyDocumentHasNoTarget(target: Target) {
        #expect(target.resolve(from: 0, count: .exact(0)) == nil)
    }
}
