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
        try viewer.setAxis(.horizontal, .init(spacing: 0))
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
