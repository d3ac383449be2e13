import Navigation
import PageModel
import Testing

@Suite struct LayoutHitTests {
    /// A point of the screen, and what is there.
    private struct Case: Sendable {
        var axis = Axis.horizontal
        var spreads = Spreads.single
        var flow = Flow.paged
        var order = ReadingOrder.leftToRight
        var fit = Viewport.Fit.scale(1)
        var rotation = Rotation.upright
        var orientation = Orientation.upright
        var offset = 0.0
        let at: (Double, Double)
        let page: Int?
        var point = (0.0, 0.0)
    }

    /// The screen has 1000 by 600 pixels, pages 100 by 200 points, 20 pixels are between spreads.
    @Test(arguments: [
        // In the middle of the screen, with its margins.
        Case(at: (450, 200), page: 0),
        Case(at: (449.9, 200), page: nil),
        Case(at: (549.5, 399.5), page: 0, point: (99.5, 199.5)),
        Case(at: (550, 300), page: nil),
        Case(at: (500, 400), page: nil),
        Case(at: (500, 199.9), page: nil),
        // Outside the viewport.
        Case(at: (-1, 300), page: nil),
        Case(at: (1000, 300), page: nil),
        Case(at: (500, .nan), page: nil),
        // In mid-drag: 510 pixels are gone.
        Case(offset: 0.5, at: (0, 300), page: 0, point: (60, 100)),
        Case(offset: 0.5, at: (500, 300), page: nil),
        Case(offset: 0.5, at: (960, 210), page: 1, point: (0, 10)),
        Case(order: .rightToLeft, offset: 0.5, at: (960, 300), page: 0, point: (0, 100)),
        Case(order: .rightToLeft, offset: 0.5, at: (39, 300), page: 1, point: (99, 100)),
        Case(axis: .vertical, offset: 0.5, at: (500, 0), page: 0, point: (50, 110)),
        Case(axis: .vertical, offset: 0.5, at: (500, 90), page: nil),
        Case(axis: .vertical, offset: 0.5, at: (500, 89), page: 0, point: (50, 199)),
        Case(axis: .vertical, offset: 0.5, at: (500, 510), page: 1, point: (50, 0)),
        // Past the last and before the first.
        Case(offset: 9, at: (500, 300), page: 9, point: (50, 100)),
        Case(offset: 9.5, at: (960, 300), page: nil),
        Case(offset: -0.5, at: (960, 300), page: 0, point: (0, 100)),
        Case(offset: -0.5, at: (480, 300), page: nil),
        // Turned, in the page's own upright coordinates: the top left corner on screen is another one of the page.
        Case(rotation: .right, at: (400, 250), page: 0, point: (0, 200)),
        Case(rotation: .upsideDown, at: (450, 200), page: 0, point: (100, 200)),
        Case(rotation: .left, at: (400, 250), page: 0, point: (100, 0)),
        Case(rotation: .right, at: (599, 251), page: 0, point: (1, 1)),
        Case(rotation: .left, at: (401, 349), page: 0, point: (1, 1)),
        // A turned screen has 600 by 1000 pixels.
        Case(orientation: .right, at: (250, 400), page: 0),
        Case(orientation: .upsideDown, at: (450, 200), page: 0),
        // Fitted.
        Case(fit: .page, at: (350, 0), page: 0),
        Case(fit: .height, at: (500, 300), page: 0, point: (50, 100)),
        Case(fit: .width, at: (0, 0), page: 0),
        Case(fit: .width, at: (990, 590), page: 0, point: (99, 59)),
        Case(fit: .scale(0.5), at: (475, 250), page: 0),
        // What does not fit is cut off: behind it is the gap, not the page.
        Case(axis: .vertical, fit: .width, offset: 0.5, at: (500, 300), page: nil),
        Case(axis: .vertical, fit: .width, offset: 0.5, at: (500, 289), page: 0, point: (50, 59.9)),
        Case(axis: .vertical, fit: .width, offset: 0.5, at: (500, 310), page: 1, point: (50, 0)),
        // Facing pages.
        Case(spreads: .double, at: (200, 200), page: 0),
        Case(spreads: .double, at: (700, 200), page: 1),
        Case(spreads: .double, at: (500, 200), page: nil),
        Case(spreads: .double, order: .rightToLeft, at: (200, 200), page: 1),
        Case(spreads: .double, order: .rightToLeft, at: (700, 200), page: 0),
        Case(spreads: .double, fit: .scale(10), at: (499, 0), page: 0, point: (49.9, 0)),
        Case(spreads: .double, fit: .scale(10), at: (500, 0), page: 1),
        Case(spreads: .cover, at: (200, 200), page: nil),
        Case(spreads: .cover, at: (700, 200), page: 0),
        Case(spreads: .cover, order: .rightToLeft, at: (200, 200), page: 0),
        Case(spreads: .cover, offset: 1, at: (200, 200), page: 1),
        Case(axis: .vertical, spreads: .cover, order: .rightToLeft, offset: 1, at: (200, 200), page: 2),
        // Of a leaf the front is seen.
        Case(spreads: .leaf(.nextPage), offset: 1, at: (450, 200), page: 2),
        // One after the other.
        Case(flow: .continuous, at: (0, 200), page: 0),
        Case(flow: .continuous, at: (100, 200), page: nil),
        Case(flow: .continuous, at: (120, 200), page: 1),
        Case(flow: .continuous, offset: 1.5, at: (0, 200), page: 1, point: (60, 0)),
        Case(flow: .continuous, order: .rightToLeft, at: (900, 200), page: 0),
        Case(flow: .continuous, order: .rightToLeft, at: (899, 200), page: nil),
        Case(flow: .continuous, order: .rightToLeft, at: (780, 200), page: 1),
        Case(axis: .vertical, flow: .continuous, offset: 0.5, at: (450, 0), page: 0, point: (0, 110)),
        Case(axis: .vertical, flow: .continuous, offset: 0.5, at: (450, 110), page: 1),
        Case(axis: .vertical, spreads: .double, flow: .continuous, at: (700, 220), page: 3),
        Case(spreads: .double, flow: .continuous, order: .rightToLeft, at: (800, 200), page: 1),
        Case(spreads: .double, flow: .continuous, order: .rightToLeft, at: (680, 200), page: 2),
    ])
    private func aPointIsOnThePageThatIsSeenThere(expected: Case) throws {
        var layout = AxisLayout(
            axis: expected.axis,
            viewport: Viewport(
                size: PixelSize(width: 1000, height: 600), fit: expected.fit, rotation: expected.rotation,
                orientation: expected.orientation),
            spreads: expected.spreads, flow: expected.flow, spacing: 20, order: expected.order, count: 10)
        for page in 0..<10 { _ = layout.measure(page, size(100, 200), anchor: 0) }
        let hit = HitGeometry(layout, offset: expected.offset).hit(x: expected.at.0, y: expected.at.1)
        #expect(hit?.page == expected.page)
        guard let hit else { return }
        #expect(abs(hit.x - expected.point.0) < 1e-6 && abs(hit.y - expected.point.1) < 1e-6, "\(hit)")
        #expect(hit.isMeasured)
    }

    @Test(arguments: [(1000.0, nil, 0.0), (999.5, 0, 99.5), (900, 0, 0), (899.5, 1, 99.5), (800, 1, 0)])
    func aPixelBelongsToTheSamePageInEitherOrder(x: Double, page: Int?, left: Double) {
        var layout = AxisLayout(
            viewport: Viewport(size: PixelSize(width: 1000, height: 600), fit: .scale(1)), flow: .continuous,
            order: .rightToLeft, count: 10)
        for page in 0..<10 { _ = layout.measure(page, size(100, 600), anchor: 0) }
        let hit = HitGeometry(layout, offset: 0).hit(x: x, y: 0)
        #expect(hit?.page == page)
        #expect(hit?.x ?? 0 == left)
    }

    @Test func aPageThatWasNotMeasuredSaysSo() throws {
        let layout = AxisLayout(viewport: Viewport(size: PixelSize(width: 1000, height: 600)), count: nil)
        let hit = try #require(HitGeometry(layout, offset: 1e6).hit(x: 500, y: 300))
        #expect(hit.page == 1_000_000)
        #expect(!hit.isMeasured)
    }

    @Test func thePointInTheMiddleOfAPageIsThePagesOwnMiddle() {
        var hits = 0
        for seed in 0..<3000 {
            var random = SeededGenerator(seed: UInt64(seed))
            let layout = AxisLayout.random(using: &random)
            let page = Int.random(in: 0..<(layout.count ?? 1), using: &random)
            let offset = Double(layout.spreads.spread(ofPage: page)) + Double.random(in: -0.6...0.6, using: &random)
            let geometry = HitGeometry(layout, offset: offset)
            guard let frame = layout.frame(ofPage: page), let region = geometry.region(ofPage: page) else { continue }
            let x = region.x + region.width / 2
            let y = region.y + region.height / 2
            guard let hit = geometry.hit(x: x, y: y), hit.page == page else {
                #expect(!Self.isSeen(page, in: layout, x, y), "seed \(seed)")
                continue
            }
            hits += 1
            // The last pixel may be covered in part only.
            let pixel = 1 / frame.scale
            #expect(abs(hit.x - frame.size.width / 2) <= pixel, "seed \(seed)")
            #expect(abs(hit.y - frame.size.height / 2) <= pixel, "seed \(seed)")
        }
        #expect(hits > 500)
    }

    /// Whether the middle of a page must be seen where it is within the screen: no back hides it, nothing cuts it off.
    private static func isSeen(_ page: Int, in layout: AxisLayout, _ x: Double, _ y: Double) -> Bool {
        let screen = layout.viewport.effectiveSize
        guard x > 0, y > 0, x < Double(screen.width), y < Double(screen.height) else { return false }
        if layout.spreads == .leaf(.nextPage), !page.isMultiple(of: 2) { return false }
        guard let frame = layout.frame(ofPage: page) else { return false }
        let area = layout.viewport.pageArea(of: layout.spreads.part(ofPage: page, order: layout.order))
        return frame.pixels.width <= area.width && frame.pixels.height <= area.height
    }

    @Test func whatIsHitLiesThere() {
        for seed in 0..<2000 {
            var random = SeededGenerator(seed: UInt64(seed))
            let layout = AxisLayout.random(using: &random)
            let screen = layout.viewport.effectiveSize
            let geometry = HitGeometry(layout, offset: Double.random(in: -1...30, using: &random))
            let x = Double.random(in: 0..<Double(screen.width), using: &random)
            let y = Double.random(in: 0..<Double(screen.height), using: &random)
            guard let hit = geometry.hit(x: x, y: y), let region = geometry.region(ofPage: hit.page) else { continue }
            #expect(x >= region.x - 1e-6 && x < region.x + region.width + 1e-6, "seed \(seed)")
            #expect(y >= region.y - 1e-6 && y < region.y + region.height + 1e-6, "seed \(seed)")
        }
    }
}
