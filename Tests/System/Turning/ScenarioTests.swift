import SheafInterface
import Testing

/// The scenarios of docs/navigation.md over the socket, each followed by what the watch is told when the reader is closed.
@Suite struct ScenarioTests {
    /// Pages 0 to 8, a start, what the viewer does, and what its watch is told.
    struct Scenario: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let start: Int
        let gestures: [Gesture]
        let events: String
        /// Begin and end events.
        var steps: [String] = []

        init(_ name: String, at start: Int, _ gestures: [Gesture], _ events: String, steps: [String] = []) {
            testDescription = name
            self.start = start
            self.gestures = gestures
            self.events = events
            self.steps = steps
        }
    }

    static let jumps = [
        Scenario(
            "1 far jump, settled", at: 0, [.jump(4), .settle], "WA4 WD0 | DA4 DD0; WD4 DD4",
            steps: ["1: 0 to 4, forward", "1: finished, completed, was 0"]),
        Scenario(
            "1 far jump, running out", at: 0, [.jump(4, milliseconds: 30), .runOut], "WA4 WD0 | DA4 DD0; WD4 DD4"),
        Scenario("9 jump at once", at: 0, [.jump(4, milliseconds: 0)], "WA4 WD0 DA4 DD0; WD4 DD4"),
        Scenario(
            "9 jump at once during another", at: 0, [.jump(4), .jump(6, milliseconds: 0)],
            "WA4 WD0 | WA6 WD4 DA6 DD4 DD0; WD6 DD6",
            steps: [
                "1: 0 to 4, forward", "1: interrupted, back, was 0", "2: 4 to 6, forward",
                "2: finished, completed, was 0",
            ]),
        Scenario(
            "10 redirect back", at: 0, [.jump(3), .jump(0), .settle], "WA3 WD0 WA0 WD3 | DA0 DD3; WD0 DD0",
            steps: [
                "1: 0 to 3, forward", "1: interrupted, back, was 0", "2: 3 to 0, backward",
                "2: finished, back, was 0",
            ]),
        Scenario(
            "redirects, last told is first hidden", at: 0, [.jump(3), .jump(5), .jump(8), .settle],
            "WA3 WD0 WA5 WD3 WA8 WD5 | DA8 DD5 DD3 DD0; WD8 DD8"),
        Scenario("11 to the target under way", at: 0, [.jump(4), .noop(4), .settle], "WA4 WD0 | DA4 DD0; WD4 DD4"),
        Scenario("11 to the current page", at: 4, [.noop(4), .noop(4, milliseconds: 0)], "WD4 DD4"),
        Scenario(
            "ends of other steps", at: 0,
            [.lateEnd(1), .jump(4), .lateEnd(0), .lateEnd(2), .jump(5), .lateEnd(1), .settle, .lateEnd(2)],
            "WA4 WD0 WA5 WD4 | DA5 DD4 DD0; WD5 DD5"),
        Scenario(
            "relative from the target under way", at: 2, [.relative(2), .relative(1), .settle],
            "WA4 WD2 WA5 WD4 | DA5 DD4 DD2; WD5 DD5"),
        Scenario("closed in mid-jump", at: 0, [.jump(4)], "WA4 WD0 DD0 WD4 DD4"),
    ]

    static let drags = [
        Scenario(
            "2 settled on the guess", at: 1, [.down(), .to([0.4]), .up(), .settle], "WA0 WD1 | DA0 DD1; WD0 DD0",
            steps: ["1: dragged 1 to 0, backward", "1: finished, completed, was 1"]),
        Scenario(
            "3 over the origin", at: 1, [.down(), .to([1.4, 0.7, 0.0]), .up(), .settle],
            "WA2 WD1 WA0 WD2 DD2 | DA0 DD1; WD0 DD0"),
        Scenario(
            "4 right, left, right", at: 1, [.down(), .to([1.4, 0.6, 1.6]), .up(velocity: 1), .settle],
            "WA2 WD1 WA0 WD2 DD2 WA2 WD0 DD0 | DA2 DD1; WD2 DD2"),
        Scenario(
            "5 settled back", at: 1, [.down(), .to([1.4]), .up(), .settle], "WA2 WD1 | WA1 DA1 WD2 DD2; WD1 DD1",
            steps: ["1: dragged 1 to 2, forward", "1: finished, back, was 1"]),
        Scenario(
            "5 settled back by itself", at: 1, [.down(), .to([1.4]), .up(), .runOut],
            "WA2 WD1 | WA1 DA1 WD2 DD2; WD1 DD1"),
        Scenario("5 cancelled", at: 1, [.down(), .to([1.9]), .cancel, .settle], "WA2 WD1 | WA1 DA1 WD2 DD2; WD1 DD1"),
        Scenario(
            "6 speed decides", at: 1, [.down(), .to([1.1]), .up(velocity: 0.5), .settle], "WA2 WD1 | DA2 DD1; WD2 DD2"),
        Scenario(
            "6 speed backwards", at: 1, [.down(), .to([1.9]), .up(velocity: -0.5), .settle],
            "WA2 WD1 | WA1 DA1 WD2 DD2; WD1 DD1"),
        Scenario(
            "7 past the first page", at: 0, [.down(), .to([0.3, -0.1]), .up(), .settle],
            "WA1 WD0 | WA0 DA0 WD1 DD1; WD0 DD0"),
        Scenario("8 drag of zero", at: 1, [.down(), .to([1, 1]), .up(), .settle], "WD1 DD1"),
        Scenario("8 exactly at the next", at: 1, [.down(), .to([2]), .up(), .settle], "WA2 WD1 | DA2 DD1; WD2 DD2"),
        Scenario(
            "no further than a page", at: 1, [.down(), .to([7.5]), .up(), .settle], "WA2 WD1 | DA2 DD1; WD2 DD2"),
        Scenario(
            "settled on another page than the guess", at: 1, [.down(), .to([1.4, 0.7, 1.0]), .up(), .settle],
            "WA2 WD1 WA0 WD2 DD2 | WA1 DA1 WD0 DD0; WD1 DD1"),
        Scenario(
            "drag after a jump settles it", at: 0, [.jump(4), .down(), .to([4.6]), .up(), .settle],
            "WA4 WD0 | DA4 DD0; WA5 WD4 | DA5 DD4; WD5 DD5"),
        Scenario(
            "jump ends a drag", at: 1, [.down(), .to([1.4]), .jump(5), .settle],
            "WA2 WD1 WA5 WD2 | DA5 DD2 DD1; WD5 DD5"),
        Scenario(
            "jump ends a deceleration", at: 1, [.down(), .to([1.6]), .up(), .jump(5), .settle],
            "WA2 WD1 WA5 WD2 | DA5 DD2 DD1; WD5 DD5"),
        Scenario(
            "jump to the guess", at: 1, [.down(), .to([1.4]), .jump(2), .settle], "WA2 WD1 | DA2 DD1; WD2 DD2"),
        Scenario("jump in a drag without a guess", at: 1, [.down(), .jump(5), .settle], "WA5 WD1 | DA5 DD1; WD5 DD5"),
        Scenario(
            "no end while it is held", at: 1, [.down(), .to([1.4]), .lateEnd(1), .up(velocity: 1), .settle],
            "WA2 WD1 | DA2 DD1; WD2 DD2"),
        Scenario("closed in mid-drag", at: 1, [.down(), .to([1.4])], "WA2 WD1 DD1 WD2 DD2"),
    ]

    /// Drags that begin before the last one has settled.
    static let dragsOn = [
        Scenario(
            "12 dragged on before it settled", at: 1,
            [.down(), .to([1.8]), .up(), .down(at: 1.9), .to([2.5, 2.9]), .up(), .settle],
            "WA2 WD1 WA3 WD2 | DA3 DD2 DD1; WD3 DD3",
            steps: [
                "1: dragged 1 to 2, forward", "1: interrupted, back, was 1", "2: dragged 2 to 2, forward",
                "2: finished, completed, was 1",
            ]),
        Scenario(
            "12 three pages in one go", at: 1,
            [
                .down(), .to([1.8]), .up(), .down(at: 1.9), .to([2.9]), .up(), .down(at: 2.95), .to([3.9]), .up(),
                .settle,
            ], "WA2 WD1 WA3 WD2 WA4 WD3 DD2 | DA4 DD3 DD1; WD4 DD4"),
    ]

    @Test(arguments: jumps + drags) func theWatchIsToldTheEventsInTheirOrder(scenario: Scenario) throws {
        try Self.perform(scenario)
    }

    @Test(arguments: dragsOn) func whatIsPassedOverGoesWhenItIsOutOfSight(scenario: Scenario) throws {
        try Self.perform(scenario)
    }

    private static func perform(_ scenario: Scenario) throws {
        let service = try RunningService(configuration: "[Cache]\nReadAhead=0\n")
        let reader = try TestReader(
            service, service.pattern("pages = 9\nwidth = 100\nheight = 100"), width: 64, height: 64,
            target: .init(index: scenario.start))
        let watching = try Watching(reader, on: service)
        try reader.perform(scenario.gestures, watching)
        try reader.close()
        try watching.waitForTheEnd()
        #expect(watching.appearances == scenario.events)
        if !scenario.steps.isEmpty { #expect(watching.steps == scenario.steps) }
        #expect(watching.times == watching.times.sorted())
        #expect(watching.told.allSatisfy { $0.missed == nil })
    }
}
