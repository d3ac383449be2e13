import Navigation
import PageModel
import Testing

/// Commands that do not fit: they get their error, send nothing, and change nothing.
@Suite struct RefusalTests {
    /// How the reader came to be where it is, and what it refuses there.
    @Test(arguments: [
        ("", "jump 9 = noSuchPage, jump -1 = noSuchPage"),
        ("", "offset 1 = noDrag, release = noDrag, cancel = noDrag, end = ignored"),
        ("jump 4", "offset 1 = noDrag, release = noDrag, cancel = noDrag, jump 9 = noSuchPage, end 0 = ignored"),
        ("drag 0.4", "begin = dragActive, at 0.2 = dragActive, jump 12 = noSuchPage, end = ignored"),
        ("begin", "begin = dragActive, end = ignored"),
        ("drag 0.4, release", "offset 0.5 = noDrag, release = noDrag, cancel = noDrag, jump -4 = noSuchPage"),
        ("delete 0 9", "jump 0 = empty, begin = empty, next = empty, offset 1 = noDrag"),
        ("off", "jump 3 = axisDisabled, begin = axisDisabled"),
        (
            "close",
            "jump 3 = closed, begin = closed, offset 1 = noDrag, release = noDrag, end = ignored, off = closed, spreads double = closed"
        ),
        ("", "axis v, jump 1 = noSuchAxis, begin = noSuchAxis"),
    ])
    func refusedCommandChangesNothing(before: String, refused: String) {
        var stage = Stage()
        _ = stage.play(before)
        for command in refused.split(separator: ",") {
            let was = String(reflecting: stage.machine)
            #expect(stage.play(String(command)) == "")
            #expect(String(reflecting: stage.machine) == was, "\(before): \(command)")
        }
    }

    @Test(arguments: ["jump 0", "jump! 0", "begin"])
    func lockedAxisChangesNothing(before: String) {
        var stage = Stage.crossing()
        _ = stage.play(before)
        for command in ["jump 0 = axisLocked", "begin = axisLocked"] {
            let was = String(reflecting: stage.machine)
            #expect(stage.play("axis v, " + command) == "")
            #expect(String(reflecting: stage.machine) == was, "\(before): \(command)")
        }
    }

    /// Deadlines that have passed run before a command does, also before one that is refused.
    @Test func deadlinesRunBeforeARefusedCommand() throws {
        var stage = Stage()
        _ = stage.play("jump 4")
        let refusal = #expect(throws: Refusal.self) {
            try stage.machine.drag(to: 1, in: stage.book, at: Instant(microseconds: 400_000))
        }
        #expect(refusal?.reason == .noDrag)
        #expect(refusal?.passed?.events.compactMap(Stage.appearance) == ["DA4", "DD0"])
        #expect(refusal?.passed?.hasChanged == true)
    }

    @Test func aRefusalBeforeAnythingWasDueHasNoStep() {
        var stage = Stage()
        let refusal = #expect(throws: Refusal.self) {
            try stage.machine.jump(on: .horizontal, to: 9, in: stage.book, at: stage.time)
        }
        #expect(refusal == Refusal(.noSuchPage))
    }

    @Test func unopenedReaderRefuses() {
        var machine = ReaderMachine()
        #expect(throws: Refusal(.closed)) {
            try machine.jump(on: .horizontal, to: 1, in: Book(9), at: Instant(microseconds: 0))
        }
        machine.isObserved = true
        let step = machine.close(in: Book(9), at: Instant(microseconds: 0))
        #expect(step.events.isEmpty && !step.isOpen && step.hasEnded)
    }
}
