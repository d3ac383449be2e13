import Navigation
import PageModel
import Testing

/// Two axes, and axes that are switched off.
@Suite struct AxisTests {
    @Test(arguments: [
        // The other axis is under way.
        ("jump 0, axis v, jump 0 = axisLocked, begin = axisLocked", "WA0 WDb0"),
        ("begin, axis v, jump 0 = axisLocked", ""),
        // The first axis leaves the crossing: the background goes. The last returns: it comes.
        ("drag 0.4, release, end", "WA0 WDb0 | DA0 DDb0"),
        ("drag 0.6, cancel, end", "WA0 WDb0 | WAb0 DAb0 WD0 DD0"),
        ("jump 2, wait 100, jump 1, end", "WA2 WDb0 WAb0 WD2 | DAb0 DD2"),
        ("jump! 0, jump! 2, jump! 1", "WA0 WDb0 DA0 DDb0 WA2 WD0 DA2 DD0 WAb0 WD2 DAb0 DD2"),
        // Switched off.
        ("off, jump 0 = axisDisabled, begin = axisDisabled, on, jump! 0", "WA0 WDb0 DA0 DDb0"),
        // What moves settles first.
        ("jump 0, off", "WA0 WDb0 DA0 DDb0"),
        ("drag 0.4, off, offset 0.2 = noDrag", "WA0 WDb0 DA0 DDb0"),
        ("drag 1.4, off", "WA2 WDb0 WAb0 DAb0 WD2 DD2"),
        // It locks nothing any more.
        ("jump! 0, off, axis v, jump! 0", "WA0 WDb0 DA0 DDb0 WAv0 WD0 DAv0 DD0"),
    ])
    func axesCross(script: String, sent: String) {
        var stage = Stage.crossing()
        #expect(stage.play(script) == sent, "\(script)")
    }

    @Test func backgroundIsShownAtTheCrossingOnly() {
        #expect(Stage.crossing().machine.shown.pages.map(\.surface) == [.background])
        #expect(Stage.crossing(at: 0).machine.shown.pages.map(\.surface) == [.horizontal])
        #expect(Stage.crossing(vertical: 0).machine.shown.pages.map(\.surface) == [.vertical])
    }

    /// An axis needs no unlocking where the other one names no spread.
    @Test func axisWithoutUnlockMovesFromAnywhere() {
        let book = Book([.horizontal: [0, 1, 2], .vertical: [10_000, 10_001, 10_002]])
        var stage = Stage(
            book, axes: [(.horizontal, AxisSetup()), (.vertical, AxisSetup(unlocks: 1, start: 0))])
        #expect(stage.play("jump 2 = axisLocked, axis v, jump 1, end, axis h, jump 2, end") == "WA2 WD0 | DA2 DD0")
        #expect(stage.play("axis v, jump 2, end") == "WAv2 WD2 | DAv2 DD2")
    }

    @Test func axisThatIsNotThereIsRefused() {
        var stage = Stage()
        #expect(
            stage.play("axis v, jump 1 = noSuchAxis, begin = noSuchAxis, off = noSuchAxis, spreads double = noSuchAxis")
                == "")
    }

    /// Axes that unlock each other, and nothing behind them.
    static func bareCrossing() -> Stage {
        Stage(
            Book([.horizontal: [0, 1, 2], .vertical: [10_000, 10_001, 10_002]]),
            axes: [(.horizontal, AxisSetup(unlocks: 1)), (.vertical, AxisSetup(unlocks: 1, start: 1))])
    }

    /// Without a background the page of the axis in front is seen: a reader with pages is never empty.
    @Test(arguments: [
        ("jump! 1", "WA1 WD0 DA1 DD0", "1"),
        ("jump! 1, axis v, jump! 2", "WA1 WD0 DA1 DD0 WAv2 WD1 DAv2 DD1", "v2"),
        ("jump! 1, axis v, jump! 2, jump! 1", "WA1 WD0 DA1 DD0 WAv2 WD1 DAv2 DD1 WAv1 WDv2 DAv1 DDv2", "v1"),
        ("drag 0.6, release, end", "WA1 WD0 | DA1 DD0", "1"),
        ("jump! 1, axis v, drag 0.6, release, end", "WA1 WD0 DA1 DD0 WAv0 WD1 | WA1 DA1 WDv0 DDv0", "1"),
        // An axis that comes to its crossing by a change of its document.
        ("jump! 1, axis v, jump! 2, delete 0", "WA1 WD0 DA1 DD0 WAv2 WD1 DAv2 DD1", "v2"),
        ("jump! 2, axis h, delete 0 2", "WA2 WD0 DA2 DD0", "2"),
    ])
    func crossingWithoutABackgroundShowsTheFrontAxis(script: String, sent: String, shown: String) {
        var stage = Self.bareCrossing()
        #expect(stage.play(script) == sent, "\(script)")
        #expect(stage.current.shown.pages.map(\.notation) == [shown])
        #expect(stage.current.landing.pages.map(\.notation) == [shown])
        #expect(stage.current.motion == .rest)
    }

    @Test func aBackgroundThatGoesLeavesTheFrontAxis() {
        let book = Book([.horizontal: [0, 1, 2], .vertical: [10_000, 10_001, 10_002], .background: [20_000]])
        let axis = AxisSetup(unlocks: 1, start: 1)
        var stage = Stage(book, axes: [(.horizontal, axis), (.vertical, axis)], background: 0)
        #expect(
            stage.play("axis v, jump! 0, jump! 1, axis b, delete 0")
                == "WAv0 WDb0 DAv0 DDb0 WAb0 WDv0 DAb0 DDv0 WAv1 WDb0 DAv1 DDb0")
        #expect(stage.play("insert 0") == "WAb100 WDv1 DAb100 DDv1")
    }

    /// While an axis moves, what is shown is where the reader settled last, on whichever axis.
    @Test func whatIsShownIsWhereItSettledLast() {
        var stage = Self.bareCrossing()
        _ = stage.play("jump! 1, axis v, drag 0.6")
        #expect(stage.current.front == .vertical)
        #expect(stage.current.shown.pages.map(\.notation) == ["1"])
        #expect(stage.current.landing.pages.map(\.notation) == ["v0"])
    }

    /// The page that is pulled in comes to lie at the crossing that another one is seen at.
    @Test func aPageThatComesToTheCrossingSettles() {
        var stage = Stage(
            Book([.horizontal: [0, 1], .vertical: [10_000, 10_001]]),
            axes: [(.horizontal, AxisSetup(unlocks: 1)), (.vertical, AxisSetup(unlocks: 0))])
        #expect(stage.play("jump! 1, axis v, drag 0.9, delete 0") == "WA1 WD0 DA1 DD0 WAv1 WD1 DAv1 DD1")
        #expect(stage.machine.appearances.map(\.state) == [.visible])
    }
}
