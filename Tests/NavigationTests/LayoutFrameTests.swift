import Navigation
import PageModel
import Testing

@Suite struct LayoutFrameTests {
    private static let screen = PixelSize(width: 1000, height: 600)

    private static func layout(
        _ axis: Axis = .horizontal, _ spreads: Spreads = .single, _ flow: Flow = .paged, fit: Viewport.Fit = .scale(1),
        order: ReadingOrder = .leftToRight, spacing: Int = 20, count: Int? = 5
    ) -> AxisLayout {
        var layout = AxisLayout(
            axis: axis, viewport: Viewport(size: screen, fit: fit), spreads: spreads, flow: flow, spacing: spacing,
            order: order, count: count)
        // Widths 100, 200, 300, 400, 500; heights 110, 210, 310, 410, 510.
        for page in 0..<max(count ?? 0, 0) {
            _ = layout.measure(page, size(Double(page + 1) * 100, Double(page + 1) * 100 + 10), anchor: 0)
        }
        return layout
    }

    /// Where pages 0 to 4 begin, along and across.
    private struct Case: Sendable {
        let axis: Axis
        let spreads: Spreads
        let flow: Flow
        var order = ReadingOrder.leftToRight
        let along: [Int]
        let across: [Int]
    }

    @Test(arguments: [
        Case(
            axis: .horizontal, spreads: .single, flow: .paged, along: [450, 1420, 2390, 3360, 4330],
            across: [245, 195, 145, 95, 45]),
        Case(
            axis: .horizontal, spreads: .single, flow: .paged, order: .rightToLeft,
            along: [450, 1420, 2390, 3360, 4330], across: [245, 195, 145, 95, 45]),
        Case(
            axis: .vertical, spreads: .single, flow: .paged, along: [245, 815, 1385, 1955, 2525],
            across: [450, 400, 350, 300, 250]),
        Case(
            axis: .horizontal, spreads: .single, flow: .continuous, along: [0, 120, 340, 660, 1080],
            across: [245, 195, 145, 95, 45]),
        Case(
            axis: .vertical, spreads: .single, flow: .continuous, along: [0, 130, 360, 690, 1120],
            across: [450, 400, 350, 300, 250]),
        // Pairs: the last is alone, in the place that it would have with its partner.
        Case(
            axis: .horizontal, spreads: .double, flow: .paged, along: [200, 650, 1120, 1570, 2040],
            across: [245, 195, 145, 95, 45]),
        Case(
            axis: .vertical, spreads: .double, flow: .paged, order: .rightToLeft, along: [245, 195, 765, 715, 1285],
            across: [700, 150, 600, 50, 500]),
        // The cover is on the right, in right-to-left order on the left, which along the axis is the far side too.
        Case(
            axis: .horizontal, spreads: .cover, flow: .paged, along: [700, 1170, 1620, 2090, 2540],
            across: [245, 195, 145, 95, 45]),
        Case(
            axis: .horizontal, spreads: .cover, flow: .paged, order: .rightToLeft,
            along: [700, 1170, 1620, 2090, 2540], across: [245, 195, 145, 95, 45]),
        Case(
            axis: .vertical, spreads: .cover, flow: .paged, order: .rightToLeft, along: [245, 815, 765, 1335, 1285],
            across: [200, 650, 100, 550, 0]),
        // Facing pages touch; a row is as high as the higher one.
        Case(
            axis: .horizontal, spreads: .double, flow: .continuous, along: [0, 100, 320, 620, 1040],
            across: [245, 195, 145, 95, 45]),
        Case(
            axis: .vertical, spreads: .double, flow: .continuous, along: [50, 0, 280, 230, 660],
            across: [200, 650, 100, 550, 0]),
        Case(
            axis: .horizontal, spreads: .cover, flow: .continuous, order: .rightToLeft,
            along: [0, 120, 320, 640, 1040], across: [245, 195, 145, 95, 45]),
        // A back lies where its front does.
        Case(
            axis: .horizontal, spreads: .leaf(.nextPage), flow: .paged, along: [450, 400, 1370, 1320, 2290],
            across: [245, 195, 145, 95, 45]),
        Case(
            axis: .vertical, spreads: .leaf(.nextPage), flow: .continuous, along: [0, 0, 130, 130, 460],
            across: [450, 400, 350, 300, 250]),
        Case(
            axis: .horizontal, spreads: .leaf(.mirrored), flow: .paged, along: [450, 1420, 2390, 3360, 4330],
            across: [245, 195, 145, 95, 45]),
    ])
    private func pagesLieInTheirSpreads(expected: Case) {
        let layout = Self.layout(expected.axis, expected.spreads, expected.flow, order: expected.order)
        let frames = layout.frames(in: 0..<100)
        #expect(frames.map(\.along) == expected.along)
        #expect(frames.map(\.across) == expected.across)
        #expect(frames.map(\.page) == [0, 1, 2, 3, 4])
        #expect(!frames.contains { !$0.isMeasured })
        #expect(frames.map(\.spread) == (0..<5).map(expected.spreads.spread(ofPage:)))
    }

    @Test(arguments: [
        (Viewport.Fit.height, ReadingOrder.leftToRight, 0, 0, 1200), (.height, .rightToLeft, -200, 0, 1200),
        (.width, .leftToRight, 0, 50, 1000), (.page, .rightToLeft, 0, 50, 1000),
    ])
    func whatDoesNotFitBeginsWhereReadingDoes(
        fit: Viewport.Fit, order: ReadingOrder, across: Int, along: Int, width: Int
    ) throws {
        var layout = AxisLayout(
            axis: .vertical, viewport: Viewport(size: Self.screen, fit: fit), order: order, count: 1)
        let change = layout.measure(0, size(200, 100), anchor: 0)
        let frame = try #require(change?.frame)
        #expect(frame.pixels.width == width)
        #expect(frame.across == across)
        #expect(frame.along == along)
    }

    @Test func sizesAreEstimatedByTheMeanOfTheMeasuredOnes() throws {
        var layout = AxisLayout(
            axis: .vertical, viewport: Viewport(size: Self.screen, fit: .scale(1)), flow: .continuous, count: 1000)
        #expect(layout.estimate == .a4)
        #expect(layout.frame(ofPage: 10)?.along == 8420)
        _ = layout.measure(3, size(100, 200), anchor: 0)
        _ = layout.measure(900, size(300, 700), anchor: 0)
        #expect(layout.estimate == size(200, 450))
        let frame = try #require(layout.frame(ofPage: 10))
        #expect(!frame.isMeasured && frame.size == size(200, 450))
        #expect(frame.along == 9 * 450 + 200)
        _ = layout.measure(900, size(100, 400), anchor: 0)
        #expect(layout.estimate == size(100, 300))
        #expect(layout.length?.pixels == 998 * 300 + 200 + 400)
        #expect(layout.length?.isExact == false)
    }

    @Test func aRowHangsOnTheEstimateOfItsOtherPage() {
        var layout = AxisLayout(
            axis: .vertical, viewport: Viewport(size: Self.screen, fit: .scale(1)), spreads: .double,
            flow: .continuous, count: 10)
        _ = layout.measure(0, size(100, 100), anchor: 0)
        #expect(layout.frame(ofPage: 2)?.along == 100)
        _ = layout.measure(9, size(100, 300), anchor: 0)
        #expect(layout.frame(ofPage: 2)?.along == 200)
    }

    @Test func theSumsAgreeWithAddingUpOneByOne() {
        for seed in 0..<500 {
            var random = SeededGenerator(seed: UInt64(seed))
            let layout = AxisLayout.random(using: &random, flow: .continuous)
            guard let count = layout.count else { continue }
            // A last spread of one page, a cover, rows of which one page is measured: all must come out.
            let frames = layout.frames(in: 0..<count)
            var start = 0
            for spread in 0..<layout.spreads.count(pages: count) {
                #expect(layout.position(ofOffset: Double(spread)) == Double(start), "seed \(seed), spread \(spread)")
                let fronts = layout.spreads.pages(ofSpread: spread)
                let sides = frames.filter { fronts.contains($0.page) }.map {
                    layout.axis == .horizontal ? $0.pixels.width : $0.pixels.height
                }
                start += (layout.axis == .horizontal ? sides.reduce(0, +) : sides.max() ?? 0) + layout.spacing
            }
            #expect(layout.length?.pixels == start - layout.spacing, "seed \(seed)")
        }
    }

    @Test func spreadsInContinuousFlowDoNotOverlap() {
        for seed in 0..<500 {
            var random = SeededGenerator(seed: UInt64(seed))
            let layout = AxisLayout.random(using: &random, flow: .continuous)
            var end = 0
            var spread = -1
            for frame in layout.frames(in: 0..<(layout.count ?? 0)) {
                if layout.spreads == .leaf(.nextPage), !frame.page.isMultiple(of: 2) { continue }
                let side = layout.axis == .horizontal ? frame.pixels.width : frame.pixels.height
                // Along a horizontal axis even facing pages follow each other.
                if frame.spread != spread || layout.axis == .horizontal {
                    #expect(frame.along >= end, "seed \(seed), page \(frame.page)")
                }
                end = max(end, frame.along + side)
                spread = frame.spread
            }
        }
    }

    @Test(arguments: [Flow.paged, .continuous])
    func theLengthIsThatOfAllSpreads(flow: Flow) throws {
        let length = try #require(Self.layout(.horizontal, .single, flow).length)
        #expect(length.pixels == (flow == .paged ? 5080 : 1580))
        #expect(length.isExact)
        #expect(Self.layout(.horizontal, .single, flow, count: nil).length == nil)
        #expect(Self.layout(.horizontal, .double, flow, count: 0).length?.pixels == 0)
    }

    @Test func pagesThatAreNotThereHaveNoFrame() {
        let layout = Self.layout()
        #expect(layout.frame(ofPage: -1) == nil)
        #expect(layout.frame(ofPage: 5) == nil)
        #expect(layout.frames(in: -3..<2).map(\.page) == [0, 1])
        #expect(layout.frames(in: 7..<9).isEmpty)
        #expect(Self.layout(count: 0).frames(in: 0..<9).isEmpty)
        #expect(Self.layout(count: -4).frames(in: 0..<9).isEmpty)
        #expect(Self.layout(count: nil).frames(in: 0..<Int.max).count == AxisLayout.maxFrames)
    }
}
