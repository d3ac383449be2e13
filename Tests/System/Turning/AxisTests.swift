import SheafInterface
import Testing
import Varlink

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
        #expect(try reader.state().shown == [.init(page: 8, index: 8, label: "9", surface: .background)])
        try reader.jump(.init(index: 0), milliseconds: 60_000)
        let locked = ReaderInterface.Failure.axisLocked(axis: .vertical, unlocks: 1)
        #expect(try failure { try reader.jump(.init(relative: 1), axis: .vertical) } == locked)
        try reader.settle(1)
        #expect(try failure { try reader.jump(.init(relative: 1), axis: .vertical) } == locked)
        #expect(try reader.state().axes.map(\.locked) == [false, true])
        try reader.jump(.init(index: 1), milliseconds: 60_000)
        try reader.settle(2)
        try reader.jump(.init(relative: 1), axis: .vertical, milliseconds: 60_000)
        try reader.settle(3)
        #expect(try reader.state().axes.map(\.locked) == [true, false])
        #expect(try failure { try reader.jump(.init(relative: 1)) } == .axisLocked(axis: .horizontal, unlocks: 1))
        // Dragged back to the crossing, and on to the other side.
        try reader.beginDrag(axis: .vertical)
        try reader.sendDrag(to: 1.2)
        try reader.releaseDrag()
        try reader.beginDrag(axis: .vertical, at: 1)
        try reader.sendDrag(to: 0.3)
        try reader.releaseDrag()
        try reader.settle(5)
        let events = try Self.close(reader, watching)
        #expect(
            events == """
                WA0 WDbg | DA0 DDbg; WAbg WD0 | DAbg DD0; WAv2 WDbg | DAv2 DDbg; \
                WAbg WDv2 WAv0 WDbg | DAv0 DDbg DDv2; WDv0 DDv0
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
            case .viewport: try reader.setViewport(.init(width: 32, height: 32))
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
            #expect(try reader.state().phase == .rest)
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
        #expect(try reader.state().location?.index == 3)
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

/// Two axes that cross.
@Suite struct TwoAxesTests {
    /// Three pages along each, crossing at their middle ones, and page 6 behind them.
    private static let crossing: [ReaderInterface.AxisSetup] = [
        .init(axis: .horizontal, pages: 3, unlocks: 1, start: 1),
        .init(axis: .vertical, first: 3, pages: 3, unlocks: 1, start: 1),
    ]

    private static func viewer(_ service: RunningService) throws -> Viewer {
        try Viewer(service, service.pattern("pages = 7"), axes: crossing, background: .init(index: 6))
    }

    @Test func aDragLeavesTheCrossingAndComesBack() throws {
        let service = try RunningService()
        let viewer = try Self.viewer(service)
        try viewer.beginDrag(axis: .vertical)
        try viewer.drag(to: 1.4)
        try viewer.drag(to: 0.7)
        #expect(try viewer.events() == "WAv5 WDb6 WAv3 WDv5 DDv5")
        let release = try viewer.releaseDrag()
        #expect(release.spread == 1 && release.location?.surface == .background)
        try viewer.settle(release.transition)
        #expect(try viewer.events() == "WAb6 DAb6 WDv3 DDv3")
        #expect(try viewer.state().axes.map(\.locked) == [false, false])
    }

    @Test func theStateHasBothAxes() throws {
        let service = try RunningService()
        let viewer = try Self.viewer(service)
        let atCrossing = viewer.opened.axes
        #expect(atCrossing.map(\.axis) == [.horizontal, .vertical])
        #expect(atCrossing.map { $0.location?.page } == [1, 4])
        #expect(atCrossing.map(\.locked) == [false, false])
        #expect(atCrossing.map(\.unlocks) == [1, 1])
        #expect(atCrossing.map(\.first) == [nil, 3] && atCrossing.map(\.pages) == [3, 3])
        try viewer.turn(.init(index: 2), axis: .vertical)
        let state = try viewer.state()
        #expect(state.location == .init(page: 5, index: 2, label: "6", surface: .vertical))
        #expect(state.axes.map(\.spread) == [1, 2] && state.axes.map(\.position) == [1, 2])
        #expect(state.axes.map(\.locked) == [true, false])
        try viewer.turn(.init(index: 1), axis: .vertical)
        #expect(try viewer.state().axes.map { $0.location?.page } == [1, 4])
    }

    @Test func theEndsOfAPartAreEnds() throws {
        let service = try RunningService()
        let viewer = try Self.viewer(service)
        #expect(try viewer.turn(.init(place: .last), axis: .vertical).parameters.location.page == 5)
        #expect(
            try failure { try viewer.turn(.init(relative: 1), axis: .vertical) }
                == .noSuchPage(target: "+1 spread", pages: 3))
        #expect(
            try failure { try viewer.turn(.init(index: 3), axis: .vertical) }
                == .noSuchPage(target: "index 3", pages: 3))
        #expect(try viewer.turn(.init(place: .first), axis: .vertical).parameters.location.page == 3)
        try viewer.beginDrag(axis: .vertical)
        try viewer.drag(to: -0.2)
        #expect(try viewer.releaseDrag(velocity: -1).spread == 0)
        #expect(try viewer.turn(.init(label: "6"), axis: .vertical).parameters.location.index == 2)
        for label in ["3", "7"] {
            #expect(
                try failure { try viewer.turn(.init(label: label), axis: .vertical) }
                    == .noSuchPage(target: "label \(label)", pages: 3))
        }
    }

    @Test func pagesComeFromEitherAxis() throws {
        let service = try RunningService()
        let viewer = try Self.viewer(service)
        for isMoved in [false, true] {
            // Also where an axis rests at its crossing, and something else is seen there.
            if isMoved {
                try viewer.turn(.init(index: 0))
                try viewer.turn(.init(index: 1))
            }
            let page = try viewer.page(0, axis: .vertical).page
            #expect(page.page == 3 && page.index == 0 && page.surface == .vertical)
            #expect(try viewer.page(2).page.page == 2)
            let current = try viewer.page().page
            #expect(current.page == 6 && current.surface == .background)
        }
        #expect(
            try failure { _ = try viewer.page(3, axis: .vertical) } == .noSuchPage(target: "index 3", pages: 3))
    }

    @Test func anAxisHasAnotherDocument() throws {
        let service = try RunningService()
        let other = try Viewer(service, service.pattern("pages = 4\nwidth = 80\nheight = 80", name: "other"))
        let name = other.opened.document.document
        let path = try service.pattern("pages = 9\nwidth = 60\nheight = 80")
        let axes: [ReaderInterface.AxisSetup] = [
            .init(axis: .horizontal), .init(axis: .vertical, document: name, start: 3),
        ]
        let viewer = try Viewer(service, path, axes: axes)
        #expect(viewer.opened.axes.map(\.document.count.pages) == [9, 4])
        #expect(viewer.opened.axes[1].document.document == name)
        #expect(try viewer.page(0, axis: .vertical).page.pageHeight == 60)
        // The document stays open without its own reader.
        _ = try other.client.call(ReaderInterface.Close.self, .init(reader: other.id))
        try viewer.turn(.init(index: 0), axis: .vertical)
        #expect(try viewer.events() == "WAv0 WD0 DAv0 DD0")
        #expect(
            try failure {
                _ = try Viewer(
                    service, path, axes: [.init(axis: .horizontal), .init(axis: .vertical, document: "d99")])
            }
                == .noSuchDocument(document: "d99"))
    }

    @Test func linksAreThoseOfTheAxisDocument() throws {
        let service = try RunningService(configuration: "[Cache]\nReadAhead=0\n")
        let other = try Viewer(service, service.pattern("pages = 40\nlinks = on", name: "other"))
        let viewer = try Viewer(
            service, service.pattern("pages = 30\nlinks = on"),
            axes: [.init(axis: .horizontal), .init(axis: .vertical, document: other.opened.document.document)])
        // What is seen is a page of the first axis, whose links are to pages of its document.
        #expect(
            try failure { try viewer.turn(.init(link: 1), axis: .vertical) }
                == .noSuchPage(target: "link 1", pages: 40))
        try viewer.turn(.init(index: 4), axis: .vertical)
        #expect(try viewer.turn(.init(link: 2), axis: .vertical).parameters.location.index == 14)
    }

    @Test func whatIsNoArrangementIsRefused() throws {
        let service = try RunningService()
        let path = try service.pattern("pages = 7")
        let refusals: [(axes: [ReaderInterface.AxisSetup], background: Int?, field: String)] = [
            ([], nil, "axes"), ([.init(axis: .vertical), .init(axis: .vertical)], nil, "axes"),
            ([.init(axis: .vertical, unlocks: 1)], nil, "unlocks"), ([.init(axis: .vertical)], 6, "background"),
            ([.init(axis: .horizontal, pages: 0)], nil, "pages"),
            ([.init(axis: .horizontal, first: -1)], nil, "first"),
        ]
        for (axes, background, field) in refusals {
            let refusal = try failure {
                _ = try Viewer(service, path, axes: axes, background: background.map { .init(index: $0) })
            }
            guard case .invalidArrangement(field, _) = refusal else {
                Issue.record("\(field): \(String(describing: refusal))")
                continue
            }
        }
        let viewer = try Viewer(service, path)
        #expect(
            try failure { try viewer.turn(.init(index: 1), axis: .vertical) } == .noSuchAxis(axis: .vertical))
        #expect(try failure { _ = try viewer.page(1, axis: .vertical) } == .noSuchAxis(axis: .vertical))
    }
}
