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
    func axesCross(script: String, told: String) {
        var stage = Stage.crossing()
        #expect(stage.play(script) == told, "\(script)")
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
}
