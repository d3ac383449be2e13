import SheafInterface
import Testing
import Varlink

/// Where pages are, and what is where.
@Suite struct PlacementTests {
    private static let alone = "[Cache]\nReadAhead=0\n"
    private static let small = "pages = 9\nwidth = 60\nheight = 80"

    private static func viewer(
        _ service: RunningService, _ settings: String = small, axis: ReaderInterface.Axis = .horizontal,
        viewport: ReaderInterface.Viewport = .init(width: 60, height: 80), at index: Int = 0,
        arranged arrangement: ReaderInterface.Arrangement = .init()
    ) throws -> Viewer {
        try Viewer(
            service, service.pattern(settings), viewport: viewport, target: .init(index: index),
            axes: [.init(axis: axis, arrangement: arrangement)])
    }

    @Test func pagedSpreadsTakeTheViewportEach() throws {
        let service = try RunningService(configuration: Self.alone)
        let viewer = try Self.viewer(service, arranged: .init(spacing: 10))
        let layout = try viewer.layout(first: 2, pages: 3)
        #expect(layout.frames.map(\.index) == [2, 3, 4] && layout.frames.map(\.along) == [140, 210, 280])
        #expect(layout.frames.allSatisfy { $0.width == 60 && $0.height == 80 && $0.across == 0 })
        #expect(layout.length == 9 * 70 - 10 && layout.spacing == 10 && layout.position == 0)
        #expect(try viewer.layout(offset: 1.5).position == 105)
        // What is there is answered, whatever is asked.
        #expect(try viewer.layout(first: 7, pages: 256).frames.map(\.index) == [7, 8])
        #expect(try viewer.layout(first: 99).frames.isEmpty)
        for pages in [0, 257] {
            guard case .invalidMotion("pages", _) = try failure(of: { _ = try viewer.layout(pages: pages) }) else {
                Issue.record("\(pages) frames are answered")
                continue
            }
        }
        try viewer.setAxis(.horizontal, arrangement: .init(spacing: 0))
        #expect(try viewer.layout().length == 540)
    }

    @Test func sizesAreEstimatesUntilPagesAreMeasured() throws {
        let service = try RunningService(configuration: Self.alone)
        let viewer = try Self.viewer(
            service, "pages = 9\nwidth = 60\nheight = 120", axis: .vertical,
            viewport: .init(width: 60, height: 80, fit: .width), arranged: .init(flow: .continuous))
        let layout = try viewer.layout(first: 0, pages: 9)
        #expect(layout.estimatedWidth == 60 && layout.estimatedHeight == 120)
        #expect(layout.frames.first?.measured == true && layout.frames.last?.measured == false)
        #expect(layout.frames.map(\.along) == (0..<9).map { Double($0) * 120 } && layout.length == 1_080)
        _ = try viewer.page(8)
        #expect(try viewer.layout(first: 8).frames.map(\.measured) == [true])
    }

    @Test(arguments: [ReaderInterface.Arrangement.Flow.paged, .continuous])
    func aMeasuredPageDoesNotMoveWhatIsLookedAt(flow: ReaderInterface.Arrangement.Flow) throws {
        let service = try RunningService(configuration: Self.alone)
        let viewer = try Self.viewer(
            service, "pages = 9\nwidth = 60\nheight = 120\nvary = 60", axis: .vertical,
            viewport: .init(width: 60, height: 80, fit: .width), at: 6, arranged: .init(flow: flow, spacing: 7))
        var position = try viewer.layout(first: 6, pages: 1).position
        var moved: [Double] = []
        for index in [2, 8, 0, 3] {
            _ = try viewer.told()
            _ = try viewer.page(index)
            let layout = try viewer.layout(first: index, pages: 1)
            let changes = try viewer.told().compactMap(\.layout)
            #expect(changes.map(\.frame) == layout.frames)
            #expect(changes.first?.length == layout.length && layout.frames.first?.measured == true)
            let movedBy = changes.reduce(0) { $0 + $1.movedBy }
            #expect(layout.position == position + movedBy)
            position = layout.position
            moved.append(movedBy)
        }
        #expect(moved.contains { $0 != 0 } == (flow == .continuous))
        // What is known is told once.
        _ = try viewer.layout(first: 0, pages: 9)
        #expect(try viewer.told().compactMap(\.layout).isEmpty)
    }

    @Test(arguments: [ReaderInterface.Arrangement.Flow.paged, .continuous])
    func positionsAreContinuousInTheOffset(flow: ReaderInterface.Arrangement.Flow) throws {
        let service = try RunningService(configuration: Self.alone)
        let viewer = try Self.viewer(
            service, "pages = 9\nwidth = 60\nheight = 120\nvary = 60", axis: .vertical,
            viewport: .init(width: 60, height: 80, fit: .width), arranged: .init(flow: flow, spacing: 25))
        for index in 0..<9 { _ = try viewer.page(index) }
        _ = try viewer.layout(first: 0, pages: 9)
        let positions = try stride(from: 0, through: 8, by: 0.125).map { try viewer.layout(offset: $0).position }
        let frames = try viewer.layout(first: 0, pages: 9).frames
        for (index, frame) in frames.enumerated() where flow == .continuous {
            #expect(positions[index * 8] == frame.along)
        }
        for (one, next) in zip(positions, positions.dropFirst()) {
            let step = next - one
            #expect(step > 0 && step <= 325.0 / 8)
        }
    }

    @Test(arguments: [
        (rotation: 0, width: 60, height: 80, x: 10.0, y: 20.0), (90, 80, 60, 20, 70), (180, 60, 80, 50, 60),
        (270, 80, 60, 40, 10),
    ]) func aPointIsFoundOnTheUprightPage(rotation: Int, width: Int, height: Int, x: Double, y: Double) throws {
        let service = try RunningService(configuration: Self.alone)
        let viewer = try Self.viewer(
            service, viewport: .init(width: width, height: height, rotation: rotation), at: 3)
        let hit = try viewer.hit(10, 20)
        #expect(hit.location?.index == 3)
        #expect(abs(hit.x - x) < 1e-6 && abs(hit.y - y) < 1e-6)
    }

    @Test func aPointIsFoundOnItsPageOfASpread() throws {
        let service = try RunningService(configuration: Self.alone)
        let viewer = try Self.viewer(
            service, viewport: .init(width: 140, height: 80), at: 2, arranged: .init(spread: .double))
        let left = try viewer.hit(15, 20)
        #expect(left.location?.index == 2 && left.x == 10 && left.y == 20)
        let right = try viewer.hit(125, 20)
        #expect(right.location?.index == 3 && right.x == 50)
        for (x, y) in [(2.0, 20.0), (138, 20), (-1, 20), (15, 80), (1e12, 5)] {
            let nothing = try viewer.hit(x, y)
            #expect(nothing.location == nil && !nothing.background && !nothing.claims)
        }
        guard case .invalidMotion("x", _) = try failure(of: { _ = try viewer.hit(1e300, 0) }) else {
            Issue.record("a point is at 10^300")
            return
        }
    }

    @Test func aPointIsFoundInMidDrag() throws {
        let service = try RunningService(configuration: Self.alone)
        let viewer = try Self.viewer(service, at: 3)
        try viewer.beginDrag()
        try viewer.drag(to: 3.5)
        let left = try viewer.hit(10, 20)
        #expect(left.location?.index == 3 && left.x == 40)
        let right = try viewer.hit(40, 20)
        #expect(right.location?.index == 4 && right.x == 10)
    }

    @Test func blankPlacesAreTheBackgroundAndSomeAreClaimed() throws {
        let service = try RunningService(configuration: Self.alone)
        let viewer = try Self.viewer(service, Self.small + "\nclaims = 10 10 50 25\nblank = 5")
        let claimed = try viewer.hit(20, 20)
        #expect(claimed.location?.index == 0 && claimed.claims && !claimed.background)
        let content = try viewer.hit(50, 60)
        #expect(content.location?.index == 0 && !content.claims && !content.background)
        let blank = try viewer.hit(1, 1)
        #expect(blank.location == nil && blank.background && !blank.claims)
    }

    @Test func theBackgroundIsSeenThroughBlankPlaces() throws {
        let service = try RunningService(configuration: Self.alone)
        let wide = try Viewer(service, service.pattern("pages = 1\nwidth = 120\nheight = 160", name: "wide"))
        let axes: [ReaderInterface.AxisSetup] = [
            .init(axis: .horizontal, unlocks: 1), .init(axis: .vertical, unlocks: 1, start: 1),
        ]
        let viewer = try Viewer(
            service, service.pattern(Self.small + "\nblank = 5\nclaims = 90 90 1 1"), axes: axes,
            background: .init(document: wide.opened.document.document, index: 0))
        let blank = try viewer.hit(2, 3)
        #expect(blank.background && blank.location?.surface == .background && blank.location?.page == 0)
        // Points of the page that is meant.
        #expect(blank.x == 4 && blank.y == 6)
        try viewer.turn(.init(index: 1))
        let seen = try viewer.hit(30, 60)
        #expect(seen.location?.surface == .background && seen.x == 60 && seen.y == 120 && !seen.background)
    }
}

/// Viewports that change: the screen is turned, the window is drawn larger.
@Suite struct ScreenTests {
    private static let alone = "[Cache]\nReadAhead=0\n"

    private static func viewport(
        _ orientation: Int? = nil, width: Int = 60, height: Int = 80, _ orientations: [Int]? = nil
    ) -> ReaderInterface.Viewport {
        .init(width: width, height: height, orientation: orientation, orientations: orientations)
    }

    @Test func aScreenThatIsTurnedAroundNeedsNothingNew() throws {
        let service = try RunningService(configuration: Self.alone)
        let viewer = try Viewer(service, service.pattern("pages = 9"), target: .init(index: 4))
        let before = try viewer.page().page
        let cache = try viewer.client.status().cache
        let state = try viewer.setViewport(Self.viewport(180))
        #expect(state.viewport.orientation == 180 && state.location?.index == 4)
        let page = try viewer.page().page
        #expect(page.origin == .cached && page.rendition == before.rendition)
        let after = try viewer.client.status().cache
        #expect(after.misses == cache.misses && after.pages == cache.pages)
        #expect(try viewer.events() == "")
    }

    @Test func aScreenThatIsTurnedBackFindsItsPages() throws {
        let service = try RunningService(configuration: Self.alone)
        let slow = "pages = 9\nwidth = 60\nheight = 80\nrender-ms = 200\ncost = sleep"
        let viewer = try Viewer(service, service.pattern(slow), target: .init(index: 4), handover: .descriptor)
        let upright = try viewer.page()
        try viewer.setViewport(Self.viewport(90))
        let standIn = try viewer.pages { $0.origin == .standIn }.first
        #expect(standIn.bytes == upright.bytes)
        let turned = try viewer.pages(at: 4).first
        #expect(turned.page.width == 45 && turned.page.height == 60 && turned.page.origin == .rendered)
        #expect(turned.page.pageWidth == 45)
        let misses = try viewer.client.status().cache.misses
        try viewer.setViewport(Self.viewport(0))
        let back = try viewer.pages(at: 4).first
        #expect(back.page.origin == .cached && back.page.rendition == upright.page.rendition)
        #expect(try viewer.client.status().cache.misses == misses)
    }

    @Test func aSquarePageIsTheSameOnEitherSide() throws {
        let service = try RunningService(configuration: Self.alone)
        let viewer = try Viewer(service, service.pattern("pages = 9\nwidth = 50\nheight = 50"))
        let before = try viewer.page().page
        try viewer.setViewport(Self.viewport(90))
        #expect(try viewer.page().page.rendition == before.rendition)
    }

    @Test func viewerAndDocumentMustBothTakeAnOrientation() throws {
        let service = try RunningService(configuration: Self.alone)
        let path = try service.pattern("pages = 9\norientations = portrait")
        let viewer = try Viewer(service, path, viewport: Self.viewport(0, [0, 90]))
        #expect(viewer.opened.orientations == [0])
        #expect(
            try failure { try viewer.setViewport(Self.viewport(90, [0, 90])) }
                == .orientationRefused(orientation: 90, allowed: [0]))
        #expect(try viewer.state().viewport.orientation == 0)
        #expect(try viewer.setViewport(Self.viewport(180, [0, 90, 180])).orientations == [0, 180])
        // A wide screen is upright where it is turned.
        #expect(try viewer.setViewport(Self.viewport(90, width: 80, height: 60)).orientations == [90, 270])
        let refusal = ReaderInterface.Failure.orientationRefused(orientation: 270, allowed: [0, 180])
        #expect(try failure { _ = try Viewer(service, path, viewport: Self.viewport(270)) } == refusal)
    }

    @Test func aViewportInATransitionSettlesItFirst() throws {
        let service = try RunningService(configuration: Self.alone)
        let viewer = try Viewer(service, service.pattern("pages = 9"))
        try viewer.turn(.init(index: 4), duration: 60_000)
        #expect(try viewer.setViewport(Self.viewport(width: 120, height: 160)).phase == .rest)
        #expect(try viewer.events() == "WA4 WD0 DA4 DD0")
        try viewer.beginDrag()
        try viewer.drag(to: 4.7)
        try viewer.setViewport(Self.viewport(180))
        #expect(try viewer.events() == "WA5 WD4 DA5 DD4")
        #expect(try viewer.state().location?.index == 5)
    }

    @Test func aLayoutIsTurnedWithItsScreen() throws {
        let service = try RunningService(configuration: Self.alone)
        let viewer = try Viewer(service, service.pattern("pages = 9\nwidth = 60\nheight = 80"))
        #expect(try viewer.layout().length == 9 * 60)
        try viewer.setViewport(Self.viewport(90))
        #expect(try viewer.layout().length == 9 * 80)
    }
}
