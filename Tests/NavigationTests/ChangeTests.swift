import Navigation
import PageModel
import Testing

/// Documents that change under a reader.
@Suite struct ChangeTests {
    @Test(arguments: [
        // The current page stays current by id.
        (3, "insert 0 2, next, end", "WA4 WD3 | DA4 DD3"),
        (3, "move 3 7, previous, end", "WA7 WD3 | DA7 DD3"),
        (3, "delete 5", ""),
        // It is gone: the nearest index that is left, by a jump of duration 0.
        (3, "delete 3", "WA4 WD3 DA4 DD3"),
        (8, "delete 8", "WA7 WD8 DA7 DD8"),
        (3, "delete 2 7", "WA1 WD3 DA1 DD3"),
        // A deleted page that is not hidden stays until its DD.
        (0, "jump 4, delete 0, end", "WA4 WD0 | DA4 DD0"),
        (0, "jump 3, jump 6, delete 3, end", "WA3 WD0 WA6 WD3 | DA6 DD3 DD0"),
        // A target deleted under way: the transition settles, then the same.
        (0, "jump 4, delete 4", "WA4 WD0 DA4 DD0 WA5 WD4 DA5 DD4"),
        (0, "jump 8, delete 8", "WA8 WD0 DA8 DD0 WA7 WD8 DA7 DD8"),
        (1, "drag 1.8, delete 2", "WA2 WD1 DA2 DD1 WA3 WD2 DA3 DD2"),
        (1, "drag 1.4, delete 2", "WA2 WD1 WA1 DA1 WD2 DD2"),
        (1, "drag 1.4, delete 1", "WA2 WD1 WA1 DA1 WD2 DD2 WA2 WD1 DA2 DD1"),
        (1, "drag 1.8, release, delete 2", "WA2 WD1 DA2 DD1 WA3 WD2 DA3 DD2"),
        // A jump goes on to its page, wherever that is.
        (0, "jump 4, insert 0 3, end, next, end", "WA4 WD0 | DA4 DD0 WA5 WD4 | DA5 DD4"),
        (0, "jump 4, move 4 1, end, next, end", "WA4 WD0 | DA4 DD0 WA1 WD4 | DA1 DD4"),
        // The page it started from is gone: the page at its index is another.
        (3, "jump 7, delete 3, jump 3, end", "WA7 WD3 WA4 WD7 | DA4 DD7 DD3"),
        // An insertion during a drag shifts offsets with the origin's id.
        (1, "drag 1.4, insert 0 2, offset 1.7, release, end", "WA2 WD1 | DA2 DD1"),
        (1, "drag 1.4, insert 0 2, offset 0.4, release, end", "WA2 WD1 WA0 WD2 DD2 | DA0 DD1"),
        // The page next to the origin is another.
        (1, "drag 1.4, insert 2, offset 1.6, release, end", "WA2 WD1 WA100 WD2 DD2 | DA100 DD1"),
        // A page that was passed over is found again by its id; a deleted one waits for the settle.
        (1, "drag 1.8, release, drag 2.4, insert 0 2, drag 2.9 3.0, release, end", "WA2 WD1 WA3 WD2 DD2 | DA3 DD1"),
        (1, "drag 1.8, release, drag 2.6, release, at 2.7, delete 2, release, end", "WA2 WD1 WA3 WD2 | DA3 DD2 DD1"),
        // No page is left: WD of the target, DD of all.
        (0, "jump 4, delete 0 9", "WA4 WD0 WD4 DD4 DD0"),
        (1, "drag 1.4, delete 0 9", "WA2 WD1 WD2 DD2 DD1"),
        (3, "delete 0 9", "WD3 DD3"),
        (3, "delete 0 9, jump 0 = empty, begin = empty", "WD3 DD3"),
        // Pages come back: WA, DA of the first.
        (3, "delete 0 9, insert 0 5", "WD3 DD3 WA100 DA100"),
        (0, "jump 4, delete 0 9, insert 0 5, next, end", "WA4 WD0 WD4 DD4 DD0 WA100 DA100 WA101 WD100 | DA101 DD100"),
    ])
    func readersStayWithTheirPages(start: Int, script: String, sent: String) {
        var stage = Stage(at: start)
        #expect(stage.play(script) == sent, "\(script)")
    }

    /// A page that is gone is left towards the index that is left, whichever way the reader turned last.
    @Test(arguments: [
        // The document has become shorter.
        (3, "next, end, delete 4 5", Direction.backward), (8, "delete 8", .backward),
        (8, "jump 5, end, delete 2 7", .backward),
        // What follows comes where the page was: the way stays as it was.
        (3, "next, end, delete 4", .forward), (3, "previous, end, delete 2", .backward),
        // A page that is still there is not left, wherever it is, and what is moved changes nothing.
        (3, "next, end, delete 0 2", .forward), (5, "previous, end, insert 0 3", .backward),
        // Back from a crossing or an empty document there is no way.
        (3, "next, end, delete 0 9, insert 0 5", .forward),
        // What was under way is settled, and left in its turn.
        (0, "jump 8, delete 8", .backward), (0, "jump 4, delete 4", .forward),
    ])
    func aPageThatIsGoneIsLeftTowardsWhatIsLeft(start: Int, script: String, direction: Direction) {
        var stage = Stage(at: start)
        _ = stage.play(script)
        #expect(stage.machine.direction == direction, "\(script)")
    }

    @Test func theStepOutOfAShorterDocumentIsBackward() {
        var stage = Stage(at: 8)
        #expect(stage.play("delete 4 5", Stage.all).hasPrefix("[1 8←3 WA3 WD8"))
    }

    /// Where a font is smaller a page has another index, and nobody has turned back.
    @Test func inOtherPagesOfATextTheDirectionStays() {
        var stage = Stage(at: 8)
        _ = stage.machine.documentChanged(
            on: [.horizontal], in: Book([.horizontal: [20, 21, 22]]), at: stage.time, areOthers: true
        ) { _ in 1 }
        #expect(stage.machine.direction == .forward && stage.machine.position(of: .horizontal) == 1)
    }

    /// A page that is gone is left by a step of its own.
    @Test func deletedPageIsLeftByAStep() {
        var stage = Stage(at: 3)
        #expect(stage.play("delete 3", Stage.all) == "[1 3→4 WA4 WD3 DA4 DD3 1] finished completed was 3")
    }

    /// A transition whose start was deleted leads elsewhere, even where the indexes are the same.
    @Test func turnFromADeletedPageIsCompleted() {
        var stage = Stage(at: 3)
        #expect(
            stage.play("jump 4, delete 3, end", Stage.all)
                == "[1 3→4 WA4 WD3 | DA4 DD3 1] finished completed was 3")
        #expect(stage.machine.position(of: .horizontal) == 3)
    }

    @Test func emptyReaderIsEmpty() {
        var stage = Stage(0)
        #expect(stage.current.motion == .empty)
        #expect(stage.play("insert 0 2") == "WA100 DA100")
        #expect(stage.current.motion != .empty)
        _ = stage.play("delete 0 2")
        #expect(stage.current.motion == .empty && stage.machine.isAtRest)
    }

    /// Spreads that are put together in another way are what a transition can't go on with.
    @Test func insertionThatShiftsPairsSettlesFirst() {
        var stage = Stage(at: 0, .double)
        #expect(stage.play("jump 4, insert 0") == "WA4 WA5 WD0 WD1 DA4 DA5 DD0 DD1 WA3 WD5 DA3 DD5")
    }

    @Test func heldPagesAreWhatMustBeFoundAgain() {
        var stage = Stage()
        _ = stage.play("jump 4, jump 7")
        #expect(Set(stage.machine.heldPages.map(\.index)) == [0, 4, 7])
    }

    /// The page that is seen through the crossing has the id of the target that has come to lie there.
    @Test func aTargetThatComesToLieAtTheCrossingIsNotSeenThere() {
        let book = Book([.horizontal: [0, 1, 2], .vertical: [0, 1, 2], .background: [2]])
        let axis = AxisSetup(unlocks: 1, start: 1)
        var stage = Stage(book, axes: [(.horizontal, axis), (.vertical, axis)], background: 0)
        #expect(stage.play("axis v, jump 2, move 2 1") == "WAv2 WDb2 DAv2 DDb2 WAb2 WDv2 DAb2 DDv2")
        #expect(stage.machine.shown.pages.map(\.surface) == [.background])
    }

    /// A change on the other axis that takes the crossing away.
    @Test func lostCrossingSettlesTheOtherAxis() {
        var stage = Stage.crossing()
        #expect(stage.play("axis v, jump 2, axis h, delete 1 2") == "WAv2 WDb0 DAv2 DDb0")
        #expect(stage.machine.isLocked(.vertical))
    }

    /// The source is ahead of the reader: the page counts that got its WA, not the one that is there by now.
    @Test(arguments: [
        (
            3, "drag 3.9, release -1, renew 4, begin, change",
            "[1 3→4 drag WA4 WD3 1] was 3 [2 3→4 drag DA4 DD3 2] finished completed was 3 "
                + "[3 4→100 WA100 WD4 DA100 DD4 3] finished completed was 4"
        ),
        (
            3, "drag 3.9, release -1, renew 4, begin, release -1, change",
            "[1 3→4 drag WA4 WD3 1] was 3 [2 3→4 drag WA3 DA3 WD4 DD4 2] finished was 3"
        ),
        (
            3, "drag 3.9, release -1, renew 4, begin, release 1, end, change",
            "[1 3→4 drag WA4 WD3 1] was 3 [2 3→4 drag | DA4 DD3 2] finished completed was 3 "
                + "[3 4→100 WA100 WD4 DA100 DD4 3] finished completed was 4"
        ),
    ])
    func aSourceThatIsAheadStrandsNoPage(start: Int, script: String, sent: String) {
        var stage = Stage(at: start)
        #expect(stage.play(script, Stage.all) == sent, "\(script)")
        #expect(stage.machine.appearances.map(\.state) == [.visible])
    }
}
