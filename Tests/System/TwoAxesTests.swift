import SheafInterface
import Testing
import Varlink

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
        try viewer.beginDrag(.vertical)
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
        try viewer.beginDrag(.vertical)
        try viewer.drag(to: -0.2)
        #expect(try viewer.releaseDrag(-1).spread == 0)
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
            try failure { _ = try Viewer(service, path, axes: [.init(axis: .vertical, document: "d99")]) }
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
