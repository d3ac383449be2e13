import Navigation
import PageModel
import Testing

/// Readers whose viewer reports its own appearance events.
@Suite struct ManualTests {
    private func report(_ script: String, _ machine: inout ReaderMachine, _ book: Book) -> [String] {
        script.split(separator: " ").map { word in
            let event: AppearanceEvent =
                switch word.prefix(2) {
                case "WA": .willAppear
                case "DA": .didAppear
                case "WD": .willDisappear
                default: .didDisappear
                }
            do throws(Refusal) {
                let step = try machine.report(
                    event, of: Int(word.dropFirst(2)) ?? -1, on: .horizontal, in: book, at: Instant(microseconds: 0))
                return step.events.compactMap(Stage.appearance).joined()
            } catch {
                return "\(error.reason)"
            }
        }
    }

    /// A step that does not exist is refused.
    @Test(arguments: [
        ("WA0 DA0 WD0 DD0", "WA0 DA0 WD0 DD0"),
        ("WA0 WD0 WA0 DA0", "WA0 WD0 WA0 DA0"),
        ("WA0 WD0 DD0", "WA0 WD0 DD0"),
        ("DA0 WD0 DD0", "noSuchStep noSuchStep noSuchStep"),
        ("WA0 WA0 DD0", "WA0 noSuchStep noSuchStep"),
        ("WA0 DA0 DA0 WA0 DD0", "WA0 DA0 noSuchStep noSuchStep noSuchStep"),
        ("WA0 WD0 WD0 DA0", "WA0 WD0 noSuchStep noSuchStep"),
        ("WA9 WA-1", "noSuchPage noSuchPage"),
    ])
    func viewersStepsAreChecked(reported: String, answers: String) {
        var stage = Stage(isManual: true)
        #expect(report(reported, &stage.machine, stage.book).joined(separator: " ") == answers)
    }

    @Test func openingSendsNothingAndTheViewerTurns() {
        var stage = Stage(isManual: true)
        #expect(stage.current.motion == .rest && stage.machine.appearances.isEmpty)
        #expect(stage.play("jump 3 = manual, begin = manual, next = manual") == "")
    }

    @Test func whatIsOnScreenIsProtected() {
        var stage = Stage(isManual: true)
        _ = report("WA0 DA0", &stage.machine, stage.book)
        #expect(stage.machine.isAtRest)
        #expect(stage.current.protected.shown.map(\.index) == [0])
        _ = report("WA4 WD0", &stage.machine, stage.book)
        #expect(!stage.machine.isAtRest)
        #expect(Set(stage.current.protected.moving.map(\.index)) == [0, 4])
        _ = report("DA4 DD0", &stage.machine, stage.book)
        #expect(stage.machine.position(of: .horizontal) == 4)
    }

    /// Before it is there, not only then.
    @Test func whatAppearsIsWanted() {
        var stage = Stage(at: 2, isManual: true)
        func wanted(after reported: String) -> [Int] {
            _ = report(reported, &stage.machine, stage.book)
            return stage.current.wanted.map(\.index)
        }
        #expect(wanted(after: "") == [2])
        #expect(wanted(after: "WA2") == [2])
        #expect(wanted(after: "DA2 WA4") == [2, 4])
        #expect(wanted(after: "WA3 WD2") == [4, 3])
        #expect(wanted(after: "WA2 WD4 DD4") == [2, 3])
    }

    /// Both pages of two that the viewer shows, however it has spreads.
    @Test(arguments: [Spreads.single, .double])
    func whatIsVisibleIsShown(spreads: Spreads) {
        var stage = Stage(at: 2, spreads, isManual: true)
        func shown(after reported: String) -> [Int] {
            _ = report(reported, &stage.machine, stage.book)
            return stage.current.shown.pages.map(\.index)
        }
        #expect(shown(after: "") == (spreads == .single ? [2] : [2, 3]))
        #expect(shown(after: "WA2 DA2") == [2])
        #expect(shown(after: "WA3 DA3") == [2, 3])
        #expect(shown(after: "WA5 WA4") == [2, 3])
        #expect(shown(after: "WD2 WD3 DA5 DA4 DD2 DD3") == [4, 5])
        // Of more than two those that appeared last.
        #expect(shown(after: "WA0 DA0") == [0, 4])
    }

    /// Nobody can report a page that is gone.
    @Test func deletedPageIsLetGo() {
        var stage = Stage(isManual: true)
        _ = report("WA3 DA3", &stage.machine, stage.book)
        #expect(stage.play("delete 3") == "WD3 DD3")
        #expect(report("WA3", &stage.machine, stage.book) == ["WA4"])
    }

    @Test func othersCannotReport() {
        var stage = Stage()
        #expect(report("WD0", &stage.machine, stage.book) == ["notManual"])
    }
}
