import Navigation
import PageModel
import Testing

/// Moving a page by hand.
@Suite struct MoveTests {
    private func at(_ time: UInt64) -> Instant { Instant(microseconds: time * 1_000) }

    @Test func pageIsDroppedElsewhere() throws {
        var stage = Stage()
        let book = stage.book
        let begun = try stage.machine.beginMove(of: 3, on: .horizontal, in: book, at: at(0)).move
        #expect(begun.page.index == 3 && begun.index == 3)
        let held = try stage.machine.updateMove(to: 6, edge: nil, in: book, at: at(10)).move
        #expect(held.index == 6)
        let (move, end, step) = try stage.machine.endMove(in: book, at: at(20))
        #expect(move.page.index == 3 && move.index == 6 && end == .moved && step == nil)
        #expect(stage.machine.move == nil)
    }

    /// An end where it began is a cancel.
    @Test func endWhereItBeganIsACancel() throws {
        var stage = Stage()
        _ = try stage.machine.beginMove(of: 3, on: .horizontal, in: stage.book, at: at(0))
        _ = try stage.machine.updateMove(to: 6, edge: nil, in: stage.book, at: at(0))
        _ = try stage.machine.updateMove(to: 3, edge: nil, in: stage.book, at: at(0))
        let (_, end, _) = try stage.machine.endMove(in: stage.book, at: at(0))
        #expect(end == .cancelled)
    }

    @Test func cancelLeavesEverything() throws {
        var stage = Stage()
        _ = try stage.machine.beginMove(of: 3, on: .horizontal, in: stage.book, at: at(0))
        let held = try stage.machine.updateMove(to: 6, edge: .forward, in: stage.book, at: at(0)).standing
        #expect(held?.deadline == at(500))
        let (move, step) = try stage.machine.cancelMove(in: stage.book, at: at(0))
        #expect(move.page.index == 3)
        #expect(step?.deadline == nil && step?.events == [] && step?.hasChanged == false)
        #expect(stage.machine.move == nil)
    }

    /// Pages turn as long as a moved page is held at the edge.
    @Test func edgeTurnsPages() throws {
        var stage = Stage(4)
        _ = try stage.machine.beginMove(of: 0, on: .horizontal, in: stage.book, at: at(0))
        _ = try stage.machine.updateMove(to: nil, edge: .forward, in: stage.book, at: at(0))
        let early = stage.machine.advance(to: at(499), in: stage.book)
        #expect(early == nil)
        let sent = stage.machine.advance(to: at(1_000), in: stage.book)?.events ?? []
        #expect(
            sent.compactMap(Stage.appearance) == ["WA1", "WD0", "DA1", "DD0", "WA2", "WD1", "DA2", "DD1"])
        #expect(Set(sent.map(\.time)) == [at(500), at(1_000)])
        // It ends where the document does.
        let last = stage.machine.advance(to: at(9_000), in: stage.book)
        #expect(last?.shown.index == 3)
        #expect(last != nil && last?.deadline == nil)
    }

    /// A turn under way makes the edge wait, and no event is older than the one before it.
    @Test func edgeWaitsForATurnUnderWay() throws {
        var stage = Stage()
        _ = try stage.machine.beginMove(of: 0, on: .horizontal, in: stage.book, at: at(0))
        _ = try stage.machine.updateMove(to: nil, edge: .forward, in: stage.book, at: at(0))
        let jump = try stage.machine.jump(
            on: .horizontal, to: 4, duration: 1_000_000, in: stage.book, at: at(100))
        let turns = stage.machine.advance(to: at(1_600), in: stage.book)
        let times = (jump.events + (turns?.events ?? [])).map(\.time)
        #expect(times == times.sorted())
        #expect(times.last == at(1_600))
    }

    @Test func movesThatDoNotFitAreRefused() throws {
        var stage = Stage()
        let book = stage.book
        #expect(throws: Refusal(.noMove)) { try stage.machine.updateMove(to: 1, edge: nil, in: book, at: at(0)) }
        #expect(throws: Refusal(.noMove)) { try stage.machine.endMove(in: book, at: at(0)) }
        #expect(throws: Refusal(.noMove)) { try stage.machine.cancelMove(in: book, at: at(0)) }
        #expect(throws: Refusal(.noSuchPage)) {
            try stage.machine.beginMove(of: 9, on: .horizontal, in: book, at: at(0))
        }
        #expect(throws: Refusal(.noSuchAxis)) {
            try stage.machine.beginMove(of: 0, on: .vertical, in: book, at: at(0))
        }
        _ = stage.play("jump 4")
        #expect(throws: Refusal(.transitionActive)) {
            try stage.machine.beginMove(of: 3, on: .horizontal, in: book, at: at(0))
        }
        _ = stage.play("end")
        _ = try stage.machine.beginMove(of: 3, on: .horizontal, in: book, at: at(0))
        #expect(throws: Refusal(.moveActive)) {
            try stage.machine.beginMove(of: 3, on: .horizontal, in: book, at: at(0))
        }
        #expect(throws: Refusal(.noSuchPage)) {
            try stage.machine.updateMove(to: 9, edge: nil, in: book, at: at(0))
        }
        #expect(stage.play("begin = moveActive") == "")
        // Refused while it turns.
        _ = stage.play("jump 1")
        #expect(throws: Refusal(.transitionActive)) { try stage.machine.endMove(in: book, at: at(0)) }
        #expect(stage.machine.move?.index == 3)
    }

    /// Pages that come before a page that is held still do not move it.
    @Test func documentChangesAroundAHeldPage() throws {
        var stage = Stage()
        _ = try stage.machine.beginMove(of: 3, on: .horizontal, in: stage.book, at: at(0))
        _ = stage.play("insert 0 2")
        #expect(stage.machine.move?.page.index == 5)
        let (_, end, _) = try stage.machine.endMove(in: stage.book, at: at(0))
        #expect(end == .cancelled)
        _ = try stage.machine.beginMove(of: 5, on: .horizontal, in: stage.book, at: at(0))
        _ = stage.play("delete 5")
        #expect(stage.machine.move == nil)
    }
}
