import Navigation
import PageModel
import Testing

/// The rules of turning a page, sentence by sentence.
@Suite struct TurningTests {
    @Test(arguments: [
        // 1: it ends when the viewer says so, or when the duration has passed.
        (0, "jump 4, wait 299", "WA4 WD0"),
        (0, "jump 4, wait 300", "WA4 WD0 | DA4 DD0"),
        // 2: WA of the new target, then WD of the last; no DA, no DD until the settle. 3: the last WD first.
        (0, "jump 3, jump 5, jump 8, end", "WA3 WD0 WA5 WD3 WA8 WD5 | DA8 DD5 DD3 DD0"),
        (0, "jump 3, jump 5, jump 3, end", "WA3 WD0 WA5 WD3 WA3 WD5 | DA3 DD5 DD0"),
        // The duration is that of the last step.
        (0, "jump 3, wait 200, jump 5, wait 299, wait 1", "WA3 WD0 WA5 WD3 | DA5 DD3 DD0"),
        // 4: clamped to one page either side and to the document.
        (4, "drag 9, release, end", "WA5 WD4 | DA5 DD4"),
        (4, "drag -9, release, end", "WA3 WD4 | DA3 DD4"),
        (0, "drag -3, release, end", ""),
        (8, "drag 12, release 1, end", ""),
        // Back at the origin the guess stays.
        (1, "drag 1.4 1.0, release, end", "WA2 WD1 | WA1 DA1 WD2 DD2"),
        // 5: bound by velocity, or for the nearest.
        (1, "drag 1.2, release 1, end", "WA2 WD1 | DA2 DD1"),
        (1, "drag 1.8, release -1, end", "WA2 WD1 | WA1 DA1 WD2 DD2"),
        (1, "drag 1.5, release, end", "WA2 WD1 | DA2 DD1"),
        (1, "drag 1.4 0.9, release 1, end", "WA2 WD1 WA0 WD2 DD2 | WA1 DA1 WD0 DD0"),
        (1, "drag 1.8, cancel, end", "WA2 WD1 | WA1 DA1 WD2 DD2"),
        // After one second without word it is there.
        (1, "drag 1.8, release, wait 999", "WA2 WD1"),
        (1, "drag 1.8, release, wait 1000", "WA2 WD1 | DA2 DD1"),
        // Nothing settles while the finger is down, however long.
        (1, "drag 1.8, wait 5000, end = ignored", "WA2 WD1"),
        // 6: the page passed over gets no DA; its WD comes with the next guess, its DD when it is out of sight: at the settle
        // at the latest, ...
        (1, "drag 1.8, release, drag 2.4, release 1, end", "WA2 WD1 WA3 WD2 | DA3 DD2 DD1"),
        // ... with the offset that takes it there, ...
        (1, "drag 1.8, release, drag 2.4 2.9 3.0 3.0, release, end", "WA2 WD1 WA3 WD2 DD2 | DA3 DD1"),
        (
            1, "drag 1.8, release, drag 2.6, release, drag 3.6, release, end",
            "WA2 WD1 WA3 WD2 WA4 WD3 DD2 | DA4 DD3 DD1"
        ),
        // ... where the finger comes down, ...
        (1, "drag 1.8, release, drag 2.6, release, at 3.1, release, end", "WA2 WD1 WA3 WD2 DD2 | DA3 DD1"),
        // ... or never, where it comes back before.
        (1, "drag 1.8, release, drag 2.6, release, drag 2.4, release, end", "WA2 WD1 WA3 WD2 WA2 WD3 | DA2 DD3 DD1"),
        (
            1, "drag 1.8, release, drag 2.6, release -1, drag 1.9, release -1, end",
            "WA2 WD1 WA3 WD2 | WA1 DA1 WD3 DD3 DD2"
        ),
        // A jump ends the drag: then they wait for its settle.
        (1, "drag 1.8, release, drag 2.4, jump 7, wait 200, end", "WA2 WD1 WA3 WD2 WA7 WD3 | DA7 DD3 DD2 DD1"),
        // 4: a guess on the other side of the origin was out of sight before it was replaced.
        (1, "drag 1.4 0.9, release, end", "WA2 WD1 WA0 WD2 DD2 | WA1 DA1 WD0 DD0"),
        // The finger goes on where it came down: no new guess between there and the origin.
        (1, "drag 1.6, release 1, at 1.6, offset 1.9, release 1, end", "WA2 WD1 | DA2 DD1"),
        // Beyond where it came down, towards the current page: that is no guess, but it may settle there.
        (1, "drag 1.6, release 1, at 1.6, offset 1.2, release -1, end", "WA2 WD1 | WA1 DA1 WD2 DD2"),
        // Settled on any other page: back on the one that was passed over.
        (1, "drag 1.8, release, drag 2.6, release -1, end", "WA2 WD1 WA3 WD2 | WA2 WD3 DA2 DD3 DD1"),
        // 7: a drag settles the jump that it finds.
        (0, "jump 4, drag 4.6, release, end", "WA4 WD0 DA4 DD0 WA5 WD4 | DA5 DD4"),
        // A jump ends the drag: with a guess, ...
        (1, "drag 1.4, jump 6, end", "WA2 WD1 WA6 WD2 | DA6 DD2 DD1"),
        (1, "drag 1.4, release, jump 6, end", "WA2 WD1 WA6 WD2 | DA6 DD2 DD1"),
        (1, "drag 1.4, jump 1, end", "WA2 WD1 WA1 WD2 | DA1 DD2"),
        // ... without one, ...
        (1, "drag 1.0, jump 6, end", "WA6 WD1 | DA6 DD1"),
        (1, "drag 1.0, jump 1 = noop, offset 1.5 = noDrag", ""),
        // ... and to the guess.
        (1, "drag 1.4, jump 2, end", "WA2 WD1 | DA2 DD1"),
        // 8: an old or unknown id is ignored.
        (
            0, "jump 3, jump 5, end 1 = ignored, end 7 = ignored, end 2, end 2 = ignored",
            "WA3 WD0 WA5 WD3 | DA5 DD3 DD0"
        ),
        // 9: no duration: a redirect, then the settle.
        (0, "jump! 4", "WA4 WD0 DA4 DD0"),
        (0, "jump 3, jump! 5", "WA3 WD0 WA5 WD3 DA5 DD3 DD0"),
        (0, "jump 3, jump! 3", "WA3 WD0 DA3 DD0"),
        (0, "jump 3, jump! 0", "WA3 WD0 WA0 WD3 DA0 DD3"),
        (1, "drag 1.4, jump! 1", "WA2 WD1 WA1 WD2 DA1 DD2"),
        // A relative jump counts from the target under way, else from where a released drag is bound, else the guess.
        (0, "next, next, previous, end", "WA1 WD0 WA2 WD1 WA1 WD2 | DA1 DD2 DD0"),
        (1, "drag 1.4, next, end", "WA2 WD1 WA3 WD2 | DA3 DD2 DD1"),
        (1, "drag 1.0, next, end", "WA2 WD1 | DA2 DD1"),
        (1, "drag 1.4, release, next, end", "WA2 WD1 | DA2 DD1"),
        (1, "drag 1.4, release, previous, end", "WA2 WD1 WA0 WD2 | DA0 DD2 DD1"),
        (1, "drag 1.4, cancel, next, end", "WA2 WD1 | DA2 DD1"),
        (1, "drag 1.6, release, next, end", "WA2 WD1 WA3 WD2 | DA3 DD2 DD1"),
        // Closing in mid-transition: DD of what is disappearing, WD and DD of the rest.
        (0, "close", "WD0 DD0"),
        (0, "jump 3, jump 5, close", "WA3 WD0 WA5 WD3 DD3 DD0 WD5 DD5"),
        (1, "drag 1.4, close", "WA2 WD1 DD1 WD2 DD2"),
    ])
    func pagesComeAndGo(start: Int, script: String, sent: String) {
        var stage = Stage(at: start)
        #expect(stage.play(script) == sent, "\(script)")
    }

    @Test(arguments: [
        (0, "jump 4, end", "[1 0→4 WA4 WD0 | DA4 DD0 1] finished completed was 0"),
        (4, "jump 0, end", "[1 4←0 WA0 WD4 | DA0 DD4 1] finished completed was 4"),
        (0, "jump 4 backward, end", "[1 0←4 WA4 WD0 | DA4 DD0 1] finished completed was 0"),
        (
            0, "jump 3, jump 1, end",
            "[1 0→3 WA3 WD0 1] was 0 [2 3←1 WA1 WD3 | DA1 DD3 DD0 2] finished completed was 0"
        ),
        (
            0, "jump 3, jump 0, end",
            "[1 0→3 WA3 WD0 1] was 0 [2 3←0 WA0 WD3 | DA0 DD3 2] finished was 0"
        ),
        (1, "drag 1.4, release, end", "[1 1→2 drag WA2 WD1 | WA1 DA1 WD2 DD2 1] finished was 1"),
        (1, "drag 1.0, release, end", ""),
        (
            1, "drag 1.8, release, drag 2.6, release, end",
            "[1 1→2 drag WA2 WD1 1] was 1 [2 2→2 drag WA3 WD2 | DA3 DD2 DD1 2] finished completed was 1"
        ),
        (
            1, "drag 1.4, jump 2, end",
            "[1 1→2 drag WA2 WD1 1] was 1 [2 2→2 | DA2 DD1 2] finished completed was 1"
        ),
        // Past an end it goes on at the other one, by one in the direction of the step.
        (8, "next wrap, end", "[1 8→0 WA0 WD8 | DA0 DD8 1] finished completed was 8"),
        (0, "previous wrap, end", "[1 0←8 WA8 WD0 | DA8 DD0 1] finished completed was 0"),
        (
            7, "next wrap, next wrap, end",
            "[1 7→8 WA8 WD7 1] was 7 [2 8→0 WA0 WD8 | DA0 DD8 DD7 2] finished completed was 7"
        ),
        (0, "jump 4, close", "[1 0→4 WA4 WD0 DD0 WD4 DD4 1] was 0"),
    ])
    func stepsBeginAndEnd(start: Int, script: String, sent: String) {
        var stage = Stage(at: start)
        #expect(stage.play(script, Stage.all) == sent, "\(script)")
    }

    /// Linear in time; a redirect starts where the animation is.
    @Test func positionIsLinearInTime() {
        var stage = Stage()
        _ = stage.play("jump 4, wait 150")
        #expect(stage.machine.position(of: .horizontal, at: stage.time) == 2)
        var starts: [Double] = []
        _ = stage.play("jump 0") { event in
            starts.append(event.position)
            return nil
        }
        // The end of the one step, the begin of the other, WA, WD.
        #expect(starts == [2, 2, 2, 2])
        _ = stage.play("wait 150")
        #expect(stage.machine.position(of: .horizontal, at: stage.time) == 1)
        _ = stage.play("end")
        #expect(stage.machine.position(of: .horizontal, at: stage.time) == 0)
    }

    /// Events carry the time at which they were due, however late that is noticed.
    @Test func lateNoticeCarriesTheTimeThatItWasDue() {
        var stage = Stage()
        var times: [UInt64] = []
        _ = stage.play("jump 4, wait 777") { event in
            times.append(event.time.microseconds)
            return nil
        }
        #expect(times == [0, 0, 0, 300_000, 300_000, 300_000])
    }

    @Test func offsetsThatAreNoNumbersChangeNothing() throws {
        var stage = Stage(at: 1)
        _ = stage.play("drag 1.4")
        for offset in [Double.nan, .infinity, -.infinity] {
            let step = try stage.machine.drag(to: offset, in: stage.book, at: stage.time)
            #expect(step == nil)
            #expect(stage.machine.position(of: .horizontal, at: stage.time) == 1.4)
        }
        #expect(stage.play("offset 1e300, release, end") == "| DA2 DD1")
    }

    @Test func dragProtectsTheGuessAndItsNeighbours() {
        var stage = Stage(at: 4)
        _ = stage.play("drag 4.3")
        #expect(Set(stage.current.protected.moving.map(\.index)) == [4, 5, 6])
        _ = stage.play("release, drag 3.6")
        #expect(Set(stage.current.protected.moving.map(\.index)) == [2, 3, 4])
    }

    /// A key that is held down redirects for ever.
    @Test func pagesOnTheirWayAreBounded() {
        var stage = Stage(ReaderMachine.maxPages + 10)
        let script = (1..<ReaderMachine.maxPages).map { "jump \($0)" }.joined(separator: ", ")
        #expect(!stage.play(script).contains("DD"))
        // The page whose WD is oldest goes at once.
        #expect(
            stage.play("jump \(ReaderMachine.maxPages)").hasSuffix(
                "WA\(ReaderMachine.maxPages) WD\(ReaderMachine.maxPages - 1) DD0"))
        #expect(stage.play("drop") == "DD1")
    }

    /// The page of a spread goes whose WD came first, whichever began to appear first, and wherever it is by now.
    @Test(arguments: [
        ("move 0 5, jump 0, jump 8", "WA5 WD1 DA5 DD1 WA1 WA2 WD5 WD0 WA8 WD1 WD2", "DD5 DD0"),
        ("jump 4, jump 8, move 0 1", "WA4 WA5 WD0 WD1 WA8 WD4 WD5", "DD0 DD1"),
    ])
    func ofASpreadTheOldestWDGoesFirst(script: String, sent: String, dropped: String) {
        var stage = Stage(at: 0, .double)
        #expect(stage.play(script) == sent, "\(script)")
        #expect(stage.play("drop, drop, drop") == dropped, "\(script)")
    }

    /// Deadlines that have passed come before a drop: time does not go back.
    @Test func deadlinesRunBeforeAnEarlyEnd() {
        var stage = Stage()
        var times: [UInt64] = []
        let names = stage.play("jump 4, jump 7, sleep 400, drop, wait 0") { event in
            times.append(event.time.microseconds)
            return Stage.appearance(of: event)
        }
        #expect(names == "WA4 WD0 WA7 WD4 DA7 DD4 DD0")
        #expect(times == times.sorted() && times.last == 300_000)
    }

    /// The latest page is never dropped.
    @Test func theLatestPageIsNotDropped() {
        var stage = Stage()
        #expect(stage.play("jump 4, drop") == "WA4 WD0")
    }
}
