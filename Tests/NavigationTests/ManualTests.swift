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
            do throws(NavigationError) {
                try machine.report(
                    event, of: Int(word.dropFirst(2)) ?? -1, on: .horizontal, in: book, at: Instant(microseconds: 0))
                return machine.takeEvents().compactMap(Stage.appearance).joined()
            } catch {
                return "\(error)"
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
        #expect(stage.machine.takeEvents().isEmpty)
        #expect(stage.play("jump 3 = manual, begin = manual, next = manual") == "")
    }

    @Test func whatIsOnScreenIsProtected() {
        var stage = Stage(isManual: true)
        _ = report("WA0 DA0", &stage.machine, stage.book)
        #expect(stage.machine.isAtRest)
        #expect(stage.machine.protectedPages(in: stage.book).shown.map(\.index) == [0])
        _ = report("WA4 WD0", &stage.machine, stage.book)
        #expect(!stage.machine.isAtRest)
        #expect(Set(stage.machine.protectedPages(in: stage.book).moving.map(\.index)) == [0, 4])
        _ = report("DA4 DD0", &stage.machine, stage.book)
        #expect(stage.machine.position(of: .horizontal) == 4)
    }

    /// Before it is there, not only then.
    @Test func whatAppearsIsWanted() {
        var stage = Stage(at: 2, isManual: true)
        func wanted(after reported: String) -> [Int] {
            _ = report(reported, &stage.machine, stage.book)
            return stage.machine.wantedPages.map(\.index)
        }
        #expect(wanted(after: "") == [2])
        #expect(wanted(after: "WA2") == [2])
        #expect(wanted(after: "DA2 WA4") == [2, 4])
        #expect(wanted(after: "WA3 WD2") == [4, 3])
        #expect(wanted(after: "WA2 WD4 DD4") == [2, 3])
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
