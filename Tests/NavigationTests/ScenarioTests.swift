import Navigation
import PageModel
import Testing

/// The scenarios of docs/navigation.md, by their numbers there.
@Suite struct ScenarioTests {
    /// At a page, what the viewer does, what it is sent.
    @Test(arguments: [
        (1, 0, "jump 4, end", "WA4 WD0 | DA4 DD0"),
        (2, 1, "drag 0.4, release, end", "WA0 WD1 | DA0 DD1"),
        (3, 1, "drag 1.4 0.7 0.0, release, end", "WA2 WD1 WA0 WD2 DD2 | DA0 DD1"),
        (4, 1, "drag 1.4 0.6 1.7, release, end", "WA2 WD1 WA0 WD2 DD2 WA2 WD0 DD0 | DA2 DD1"),
        (5, 1, "drag 1.4, release, end", "WA2 WD1 | WA1 DA1 WD2 DD2"),
        (7, 0, "drag 0.3 -0.1, release, end", "WA1 WD0 | WA0 DA0 WD1 DD1"),
        (8, 1, "drag 1.0, release, end", ""),
        (8, 1, "drag 2.0, release, end", "WA2 WD1 | DA2 DD1"),
        (10, 0, "jump 3, wait 150, jump 0, end", "WA3 WD0 WA0 WD3 | DA0 DD3"),
        (11, 0, "jump 3, jump 3 = noop, end, jump 3 = noop", "WA3 WD0 | DA3 DD0"),
    ])
    func pagesComeAndGo(number: Int, start: Int, script: String, sent: String) {
        var stage = Stage(at: start)
        #expect(stage.play(script) == sent, "scenario \(number)")
    }

    @Test func jumpProtectsBothEndsThenTheTarget() {
        var stage = Stage()
        _ = stage.play("jump 4")
        #expect(Set(stage.current.protected.moving.map(\.index)) == [0, 4])
        #expect(stage.current.protected.shown.isEmpty)
        _ = stage.play("end")
        #expect(stage.current.protected.moving.isEmpty)
        #expect(stage.current.protected.shown.map(\.index) == [4])
    }

    /// 17
    @Test func axesUnlockEachOtherAtTheirCrossing() {
        var stage = Stage.crossing()
        #expect(stage.play("jump 0, end") == "WA0 WDb0 | DA0 DDb0")
        #expect(stage.play("axis v, jump 0 = axisLocked, drag 0.5 = axisLocked") == "")
        #expect(stage.play("axis h, jump 1, end, axis v, jump 2, end") == "WAb0 WD0 | DAb0 DD0 WAv2 WDb0 | DAv2 DDb0")
    }

    /// 19
    @Test func leafTurnsWithItsBack() {
        var stage = Stage(20, at: 6, .leaf(.nextPage))
        #expect(stage.play("next") == "WA8 WD6")
        #expect(stage.current.wanted.map(\.index) == [7, 8])
        #expect(stage.play("end") == "| DA8 DD6")
        #expect(stage.play("drag 3.6, release -1, end") == "WA6 WD8 | DA6 DD8")
        #expect(stage.play("drag 3.4, release -1, end") == "WA8 WD6 | WA6 DA6 WD8 DD8")
        #expect(stage.machine.shown.pages.map(\.index) == [6])
        #expect(stage.machine.shown.back?.index == 7)
    }
}
