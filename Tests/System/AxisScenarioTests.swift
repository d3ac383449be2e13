import SheafInterface
import Testing

/// Axes that cross, and spreads: what the watch is told, until the reader is closed.
@Suite struct AxisScenarioTests {
    private static let document = "pages = 9\nwidth = 100\nheight = 100"

    /// Two axes of three pages that unlock each other in their middle, where the last page lies behind them.
    private static func cross(_ service: RunningService, at start: Int = 1) throws -> (TestReader, Watching) {
        let reader = try TestReader(
            service, service.pattern(document), width: 64, height: 64, target: .init(index: start),
            axes: [
                .init(axis: .horizontal, pages: 3, unlocks: 1),
                .init(axis: .vertical, first: 3, pages: 3, unlocks: 1, start: 1),
            ], background: .init(index: 8))
        return (reader, try Watching(reader, on: service))
    }

    private static func close(_ reader: TestReader, _ watching: Watching) throws -> String {
        try reader.close()
        try watching.waitForTheEnd()
        return watching.appearances
    }

    @Test func whatLiesBehindTheCrossingGoesAndComesBack() throws {
        let service = try RunningService(configuration: "[Cache]\nReadAhead=0\n")
        let (reader, watching) = try Self.cross(service)
        #expect(try reader.current().shown == [.init(page: 8, index: 8, label: "9", surface: .background)])
        try reader.jump(.init(index: 0), milliseconds: 60_000)
        let locked = ReaderInterface.Failure.axisLocked(axis: .vertical, unlocks: 1)
        #expect(try failure { try reader.jump(.init(relative: 1), axis: .vertical) } == locked)
        try reader.settle(1)
        #expect(try failure { try reader.jump(.init(relative: 1), axis: .vertical) } == locked)
        #expect(try reader.current().axes.map(\.locked) == [false, true])
        try reader.jump(.init(index: 1), milliseconds: 60_000)
        try reader.settle(2)
        try reader.jump(.init(relative: 1), axis: .vertical, milliseconds: 60_000)
        try reader.settle(3)
        #expect(try reader.current().axes.map(\.locked) == [true, false])
        #expect(try failure { try reader.jump(.init(relative: 1)) } == .axisLocked(axis: .horizontal, unlocks: 1))
        // Dragged back to the crossing, and on to the other side.
        try reader.beginDrag(axis: .vertical)
        try reader.drag(to: 1.2)
        try reader.releaseDrag()
        try reader.beginDrag(axis: .vertical, at: 1)
        try reader.drag(to: 0.3)
        try reader.releaseDrag()
        try reader.settle(5)
        #expect(
            try Self.close(reader, watching) == """
                WA0 WDbg | DA0 DDbg; WAbg WD0 | DAbg DD0; WAv2 WDbg | DAv2 DDbg; \
                WAbg WDv2 WAv0 WDbg DDbg | DAv0 DDv2; WDv0 DDv0
                """)
    }

    @Test func anAxisThatIsSwitchedOffSettlesFirstAndLocksNothing() throws {
        let service = try RunningService(configuration: "[Cache]\nReadAhead=0\n")
        let (reader, watching) = try Self.cross(service)
        try reader.jump(.init(index: 0), milliseconds: 60_000)
        // What moves along the other one goes on.
        #expect(try reader.setAxis(.vertical, enabled: false).phase == .jump)
        try reader.setAxis(.vertical, enabled: true)
        let state = try reader.setAxis(.horizontal, enabled: false)
        #expect(state.phase == .rest && state.axes.map(\.enabled) == [false, true])
        #expect(state.axes.map(\.locked) == [false, false])
        #expect(try failure { try reader.jump(.init(index: 1)) } == .axisDisabled(axis: .horizontal))
        try reader.jump(.init(index: 2), axis: .vertical)
        try reader.setAxis(.horizontal, enabled: true)
        #expect(try failure { try reader.jump(.init(index: 1)) } == .axisLocked(axis: .horizontal, unlocks: 1))
        #expect(try Self.close(reader, watching) == "WA0 WDbg | DA0 DDbg; WAv2 WD0 DAv2 DD0; WDv2 DDv2")
    }

    /// A change that settles what is under way.
    enum Change: CaseIterable {
        case off, spread, viewport

        func make(of reader: TestReader) throws {
            switch self {
            case .off: try reader.setAxis(.horizontal, enabled: false)
            case .spread: try reader.setAxis(.horizontal, arrangement: .init(spread: .leaf, back: .mirrored))
            case .viewport: try reader.show(in: .init(width: 32, height: 32))
            }
        }
    }

    @Test(arguments: Change.allCases) func whatIsUnderWaySettlesFirst(change: Change) throws {
        let service = try RunningService(configuration: "[Cache]\nReadAhead=0\n")
        for (gestures, events) in [
            ([Gesture.jump(4)], "WA4 WD0 | DA4 DD0; WD4 DD4"), ([.down(), .to([0.8])], "WA1 WD0 | DA1 DD0; WD1 DD1"),
            ([.down(), .to([0.2])], "WA1 WD0 | WA0 DA0 WD1 DD1; WD0 DD0"),
        ] {
            let reader = try TestReader(service, service.pattern(Self.document), width: 64, height: 64)
            let watching = try Watching(reader, on: service)
            try reader.perform(gestures, watching)
            try change.make(of: reader)
            #expect(try reader.current().phase == .rest)
            #expect(try Self.close(reader, watching) == events)
        }
    }

    struct Turn: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let arrangement: ReaderInterface.Arrangement
        let start: Int
        let gestures: [Gesture]
        let events: String
    }

    static let turns = [
        Turn(
            testDescription: "double", arrangement: .init(spread: .double), start: 0, gestures: [.jump(5), .settle],
            events: "WA4 WA5 WD0 WD1 | DA4 DA5 DD0 DD1; WD4 WD5 DD4 DD5"),
        Turn(
            testDescription: "double, the last alone", arrangement: .init(spread: .double), start: 7,
            gestures: [.relative(1), .settle], events: "WA8 WD6 WD7 | DA8 DD6 DD7; WD8 DD8"),
        Turn(
            testDescription: "double, within a spread", arrangement: .init(spread: .double), start: 4,
            gestures: [.noop(5)], events: "WD4 WD5 DD4 DD5"),
        Turn(
            testDescription: "double, right to left", arrangement: .init(spread: .double, order: .rightToLeft),
            start: 0,
            gestures: [.relative(1), .settle], events: "WA2 WA3 WD0 WD1 | DA2 DA3 DD0 DD1; WD2 WD3 DD2 DD3"),
        Turn(
            testDescription: "cover", arrangement: .init(spread: .cover), start: 0,
            gestures: [.relative(1), .settle, .relative(1), .settle],
            events: "WA1 WA2 WD0 | DA1 DA2 DD0; WA3 WA4 WD1 WD2 | DA3 DA4 DD1 DD2; WD3 WD4 DD3 DD4"),
        Turn(
            testDescription: "19 leaf with the next page", arrangement: .init(spread: .leaf, back: .nextPage), start: 6,
            gestures: [.relative(1), .settle], events: "WA8 WD6 | DA8 DD6; WD8 DD8"),
        Turn(
            testDescription: "a back is its front", arrangement: .init(spread: .leaf, back: .nextPage), start: 2,
            gestures: [.jump(7), .settle, .noop(6)], events: "WA6 WD2 | DA6 DD2; WD6 DD6"),
        Turn(
            testDescription: "drag over spreads", arrangement: .init(spread: .double), start: 2,
            gestures: [.down(), .to([1.4, 0.7]), .up(velocity: -1), .settle],
            events: "WA4 WA5 WD2 WD3 WA0 WA1 WD4 WD5 DD4 DD5 | DA0 DA1 DD2 DD3; WD0 WD1 DD0 DD1"),
    ]

    @Test(arguments: turns) func spreadsAreTurnedAsOne(turn: Turn) throws {
        let service = try RunningService(configuration: "[Cache]\nReadAhead=0\n")
        let reader = try TestReader(
            service, service.pattern(Self.document), width: 64, height: 64, target: .init(index: turn.start),
            axes: [.init(axis: .horizontal, arrangement: turn.arrangement)])
        let watching = try Watching(reader, on: service)
        try reader.perform(turn.gestures, watching)
        #expect(try Self.close(reader, watching) == turn.events)
    }

    @Test func aPageInBothSpreadsGetsNoEvents() throws {
        let service = try RunningService(configuration: "[Cache]\nReadAhead=0\n")
        let reader = try TestReader(
            service, service.pattern(Self.document), width: 64, height: 64, target: .init(index: 3))
        let watching = try Watching(reader, on: service)
        try reader.setAxis(.horizontal, arrangement: .init(spread: .double))
        try reader.setAxis(.horizontal, arrangement: .init(spread: .cover))
        let events = try Self.close(reader, watching)
        #expect(events == "WA2 DA2; WA1 WD3 DA1 DD3; WD1 WD2 DD1 DD2")
    }

    @Test func theViewerOfAManualReaderSaysWhatIsSeen() throws {
        let service = try RunningService(configuration: "[Cache]\nReadAhead=0\n")
        let reader = try TestReader(service, service.pattern(Self.document), width: 64, height: 64, manual: true)
        let watching = try Watching(reader, on: service)
        try reader.report(.willAppear, 3)
        try reader.report(.didAppear, 3)
        try reader.report(.willAppear, 4)
        try reader.report(.willDisappear, 3)
        try reader.report(.willAppear, 3)
        try reader.report(.willDisappear, 4)
        try reader.report(.didDisappear, 4)
        try reader.report(.didAppear, 3)
        #expect(try reader.current().location?.index == 3)
        #expect(try Self.close(reader, watching) == "WA3 DA3 WA4 WD3 WA3 WD4 DD4 DA3 WD3 DD3")
    }

    /// Each page comes when its viewer says that it appears: it has no other time to draw it.
    @Test func thePagesOfAManualReaderComeWhenTheyAppear() throws {
        let service = try RunningService(configuration: "[Cache]\nReadAhead=0\n")
        let reader = try TestReader(service, service.pattern(Self.document), width: 64, height: 64, manual: true)
        let watching = try Watching(reader, on: service, handover: .descriptor)
        func page(_ index: Int) throws {
            #expect(try watching.wait { $0.page?.index == 0 ? nil : $0.page }.index == index)
        }
        try reader.report(.willAppear, 3)
        try page(3)
        try reader.report(.willAppear, 5)
        try page(5)
        // What was handed over does not come again, also where another one goes.
        try reader.report(.didAppear, 5)
        try reader.report(.willDisappear, 3)
        try reader.report(.didDisappear, 3)
        try reader.report(.willAppear, 3)
        try page(3)
        try reader.report(.willAppear, 6)
        try page(6)
        try reader.close()
        try watching.waitForTheEnd()
        #expect(watching.told.compactMap(\.page?.index).filter { $0 > 0 } == [3, 5, 3, 6])
    }
}
