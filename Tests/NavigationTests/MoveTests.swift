import Navigation
import PageModel
import Testing

/// Moving a page by hand.
@Suite struct MoveTests {
    private func at(_ time: UInt64) -> Instant { Instant(microseconds: time * 1_000) }

    @Test func pageIsDroppedElsewhere() throws {
        var stage = Stage()
        let book = stage.book
        let begun = try stage.machine.beginMove(of: 3, on: .horizontal, in: book, at: at(0))
        #expect(begun.page.index == 3 && begun.index == 3)
        let held = try stage.machine.updateMove(to: 6, edge: nil, in: book, at: at(10))
        #expect(held.index == 6)
        let (move, end) = try stage.machine.endMove(in: book, at: at(20))
        #expect(move.page.index == 3 && move.index == 6 && end == .moved)
        #expect(stage.machine.move == nil)
    }

    /// An end where it began is a cancel.
    @Test func endWhereItBeganIsACancel() throws {
        var stage = Stage()
        _ = try stage.machine.beginMove(of: 3, on: .horizontal, in: stage.book, at: at(0))
        _ = try stage.machine.updateMove(to: 6, edge: nil, in: stage.book, at: at(0))
        _ = try stage.machine.updateMove(to: 3, edge: nil, in: stage.book, at: at(0))
        let (_, end) = try stage.machine.endMove(in: stage.book, at: at(0))
        #expect(end == .cancelled)
    }

    @Test func cancelLeavesEverything() throws {
        var stage = Stage()
        _ = try stage.machine.beginMove(of: 3, on: .horizontal, in: stage.book, at: at(0))
        _ = try stage.machine.updateMove(to: 6, edge: .forward, in: stage.book, at: at(0))
        let move = try stage.machine.cancelMove(in: stage.book, at: at(0))
        #expect(move.page.index == 3)
        #expect(stage.machine.move == nil && stage.machine.deadline == nil && stage.machine.takeEvents().isEmpty)
    }

    /// As long as it is held at the edge, pages turn.
    @Test func edgeTurnsPages() throws {
        var stage = Stage(4)
        _ = try stage.machine.beginMove(of: 0, on: .horizontal, in: stage.book, at: at(0))
        _ = try stage.machine.updateMove(to: nil, edge: .forward, in: stage.book, at: at(0))
        stage.machine.advance(to: at(499), in: stage.book)
        #expect(stage.machine.takeEvents().isEmpty)
        stage.machine.advance(to: at(1_000), in: stage.book)
        let told = stage.machine.takeEvents()
        #expect(
            told.compactMap(Stage.appearance) == ["WA1", "WD0", "DA1", "DD0", "WA2", "WD1", "DA2", "DD1"])
        #expect(Set(told.map(\.time)) == [at(500), at(1_000)])
        // It ends where the document does.
        stage.machine.advance(to: at(9_000), in: stage.book)
        #expect(stage.machine.position(of: .horizontal) == 3)
        #expect(stage.machine.deadline == nil)
    }

    /// What moves meanwhile keeps the edge waiting, and no event is older than the one before it.
    @Test func edgeWaitsForATurnUnderWay() throws {
        var stage = Stage()
        _ = try stage.machine.beginMove(of: 0, on: .horizontal, in: stage.book, at: at(0))
        _ = try stage.machine.updateMove(to: nil, edge: .forward, in: stage.book, at: at(0))
        _ = try stage.machine.jump(on: .horizontal, to: 4, duration: 1_000_000, in: stage.book, at: at(100))
        stage.machine.advance(to: at(1_600), in: stage.book)
        let times = stage.machine.takeEvents().map(\.time)
        #expect(times == times.sorted())
        #expect(times.last == at(1_600))
    }

    @Test func movesThatDoNotFitAreRefused() throws {
        var stage = Stage()
        let book = stage.book
        #expect(throws: NavigationError.noMove) { try stage.machine.updateMove(to: 1, edge: nil, in: book, at: at(0)) }
        #expect(throws: NavigationError.noMove) { try stage.machine.endMove(in: book, at: at(0)) }
        #expect(throws: NavigationError.noMove) { try stage.machine.cancelMove(in: book, at: at(0)) }
        #expect(throws: NavigationError.noSuchPage) {
            try stage.machine.beginMove(of: 9, on: .horizontal, in: book, at: at(0))
        }
        #expect(throws: NavigationError.noSuchAxis) {
            try stage.machine.beginMove(of: 0, on: .vertical, in: book, at: at(0))
        }
        _ = stage.play("jump 4")
        #expect(throws: NavigationError.transitionActive) {
            try stage.machine.beginMove(of: 3, on: .horizontal, in: book, at: at(0))
        }
        _ = stage.play("end")
        _ = try stage.machine.beginMove(of: 3, on: .horizontal, in: book, at: at(0))
        #expect(throws: NavigationError.moveActive) {
            try stage.machine.beginMove(of: 3, on: .horizontal, in: book, at: at(0))
        }
        #expect(throws: NavigationError.noSuchPage) {
            try stage.machine.updateMove(to: 9, edge: nil, in: book, at: at(0))
        }
        #expect(stage.play("begin = moveActive") == "")
        // Refused while it turns.
        _ = stage.play("jump 1")
        #expect(throws: NavigationError.transitionActive) { try stage.machine.endMove(in: book, at: at(0)) }
        #expect(stage.machine.move?.index == 3)
    }

    /// Pages that come before a page that is held still do not move it.
    @Test func documentChangesAroundAHeldPage() throws {
        var stage = Stage()
        _ = try stage.machine.beginMove(of: 3, on: .horizontal, in: stage.book, at: at(0))
        _ = stage.play("insert 0 2")
        #expect(stage.machine.move?.page.index == 5)
        let (_, end) = try stage.machine.endMove(in: stage.book, at: at(0))
        #expect(end == .cancelled)
        _ = try stage.machine.beginMove(of: 5, on: .horizontal, in: stage.book, at: at(0))
        _ = stage.play("delete 5")
        #expect(stage.machine.move == nil)
    }
}
