import SheafInterface
import TestSupport
import Testing

@testable import SheafControl

/// Command lines of turns, drags and moves, and the commands that they become.
@Suite struct MotionInvocationTests {
    @Test(
        arguments: cases([
            ("next", TurnCommand(.relative(1))), ("next 1", .init(.relative(1))), ("next 3", .init(.relative(3))),
            ("previous", .init(.relative(-1))), ("previous 2", .init(.relative(-2))), ("first", .init(.first)),
            ("last", .init(.last)), ("back", .init(.back)), ("forward", .init(.forward)), ("link 1", .init(.link(0))),
            ("outline 12", .init(.outline(11))), ("next --wrap", .init(.relative(1), wraps: true)),
            ("goto 5 --axis vertical", .init(.index(4), axis: .vertical)),
            ("first --axis horizontal --duration 0", .init(.first, axis: .horizontal, duration: 0)),
            ("last --duration 60000", .init(.last, duration: 60_000)),
            ("link 2 --direction forward", .init(.link(1), direction: .forward)),
            ("back --direction=backward", .init(.back, direction: .backward)),
        ]))
    func turnsAreUnderstood(line: Case<TurnCommand>) throws {
        #expect(try parsed(line.testDescription) == line.value)
    }

    @Test(
        arguments: cases([
            ("drag 0.5", DragCommand(offsets: [0.5])),
            ("drag 0.2 -0.5 1e-3", .init(offsets: [0.2, -0.5, 0.001])),
            ("drag 1 --release -1.5", .init(offsets: [1], end: .release(velocity: -1.5))),
            ("drag 1 --release 0 --settle", .init(offsets: [1], end: .release(velocity: 0), settles: true)),
            ("drag 1 --cancel", .init(offsets: [1], end: .cancel)),
            ("drag 1 --every 0", .init(offsets: [1], pause: 0)),
            ("drag 1 --every 60000 --axis vertical", .init(offsets: [1], axis: .vertical, pause: 60_000)),
            ("drag 1 --down -0.25", .init(offsets: [1], down: -0.25)),
        ]))
    func dragsAreUnderstood(line: Case<DragCommand>) throws {
        #expect(try parsed(line.testDescription) == line.value)
    }

    @Test(
        arguments: cases([
            ("move 3 1", MoveCommand(index: 2, destination: 0)),
            ("move 1 9 --cancel", .init(index: 0, destination: 8, isCancelled: true)),
            ("move 1 9 --edge forward", .init(index: 0, destination: 8, edge: .forward, hold: 1_000)),
            ("move 1 9 --edge backward --hold 0", .init(index: 0, destination: 8, edge: .backward, hold: 0)),
            ("move 1 9 --axis vertical", .init(index: 0, destination: 8, axis: .vertical)),
        ]))
    func movesAreUnderstood(line: Case<MoveCommand>) throws {
        #expect(try parsed(line.testDescription) == line.value)
    }

    @Test(
        arguments: cases([
            ("report WA 1", ReportCommand(event: .willAppear, index: 0)),
            ("report DA 2", .init(event: .didAppear, index: 1)),
            ("report WD 3", .init(event: .willDisappear, index: 2)),
            ("report DD 4", .init(event: .didDisappear, index: 3)),
            ("report didDisappear 4 --axis vertical", .init(event: .didDisappear, index: 3, axis: .vertical)),
        ]))
    func reportsAreUnderstood(line: Case<ReportCommand>) throws {
        #expect(try parsed(line.testDescription) == line.value)
    }

    @Test func settlesAndPointsAreUnderstood() throws {
        #expect(try parsed("settle 1") == SettleCommand(transition: 1))
        #expect(try parsed("hit 300 -4.5") == HitCommand(x: 300, y: -4.5))
    }

    @Test(arguments: [
        "next 0", "next -1", "next 1.5", "next 1 2", "first 3", "goto 5 --wrap", "link", "link 0", "link x",
        "outline -1", "next --duration -1", "next --duration 60001", "next --duration 1.5",
        "next --direction up", "next --axis diagonal", "back 2", "drag", "drag x", "drag nan", "drag 1 inf",
        "drag 1 --release x", "drag 1 --release nan", "drag 1 --release 1 --cancel", "drag 1 --every -1",
        "drag 1 --every 60001", "drag 1 --down x", "drag 1 --duration 5", "settle", "settle 0", "settle x",
        "settle 1 2", "move", "move 1", "move 0 1", "move 1 0", "move 1 2 3", "move 1 2 --edge up",
        "move 1 2 --hold 5", "move 1 2 --edge forward --hold 60001", "report", "report WA", "report XX 1",
        "report WA 0", "report WA 1 2", "hit", "hit 1", "hit 1 2 3", "hit 1 nan", "hit x 1",
    ])
    func mistakesAreOneLineThatSaysWhatToDo(line: String) throws {
        let error = try #require(throws: ControlError.self) { try command(line) }
        #expect(!error.description.contains("\n"))
        #expect(error.description.contains("sheafctl"), "\(error)")
    }
}
