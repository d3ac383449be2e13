import Navigation
import PageModel
import Testing

@Suite struct LayoutPositionTests {
    @Test(arguments: [
        (-2.0, -620.0), (-0.5, -310), (0, 0), (0.25, 155), (1, 620), (1.5, 930), (9, 5580), (10, 6200), (11, 6200),
        (.nan, 0), (1e300, 6200), (-1e300, -620), (.infinity, 6200), (-.infinity, -620),
    ])
    func pagedItIsTheOffsetTimesExtentAndSpacing(offset: Double, position: Double) {
        let layout = AxisLayout(
            axis: .vertical, viewport: Viewport(size: PixelSize(width: 400, height: 600)), spacing: 20, count: 10)
        #expect(layout.position(ofOffset: offset) == position)
    }

    @Test(arguments: [
        (-1.0, -110.0), (-0.5, -55), (0, 0), (0.5, 55), (1, 110), (1.5, 215), (2, 320), (2.5, 475), (3, 630),
    ])
    func continuousItGoesFromStartToStart(offset: Double, position: Double) {
        var layout = AxisLayout(
            axis: .vertical, viewport: Viewport(size: PixelSize(width: 400, height: 600), fit: .scale(1)),
            flow: .continuous, spacing: 10, count: 3)
        for page in 0..<3 { _ = layout.measure(page, size(50, Double(page + 1) * 100), anchor: 0) }
        #expect(layout.position(ofOffset: offset) == position)
    }

    @Test func theOffsetComesBackFromThePosition() {
        for seed in 0..<300 {
            var random = SeededGenerator(seed: UInt64(seed))
            let layout = AxisLayout.random(using: &random)
            let last = Double(layout.spreads.count(pages: layout.count ?? 0))
            for _ in 0..<20 {
                let offset = Double.random(in: -1...last, using: &random)
                let back = layout.offset(ofPosition: layout.position(ofOffset: offset))
                #expect(abs(back - offset) < 1e-6, "seed \(seed)")
            }
            for spread in -1...Int(last) {
                let back = layout.offset(ofPosition: layout.position(ofOffset: Double(spread)))
                #expect(back == Double(spread), "seed \(seed)")
            }
        }
    }

    @Test func itNeverJumps() {
        for seed in 0..<300 {
            var random = SeededGenerator(seed: UInt64(seed))
            let layout = AxisLayout.random(using: &random)
            for spread in 0...layout.spreads.count(pages: layout.count ?? 0) {
                let here = layout.position(ofOffset: Double(spread))
                #expect(abs(layout.position(ofOffset: Double(spread) - 1e-9) - here) < 1e-2, "seed \(seed)")
                #expect(abs(layout.position(ofOffset: Double(spread) + 1e-9) - here) < 1e-2, "seed \(seed)")
            }
        }
    }

    private static let extremes: [Double] = [
        0, -0.0, 0.5, 1e-300, 1, 1e9 - 1, 1e9, 1e12, 1e300, -1e300, .nan, .infinity, -.infinity,
        .greatestFiniteMagnitude,
    ]

    /// Sides of pages in points, the viewport's in pixels.
    @Test(arguments: [1e-3, 1, 1e6, 1e300], [1, 32767])
    func extremeNumbersStayNumbers(side: Double, pixels: Int) {
        var random = SeededGenerator(seed: 1)
        for axis in Axis.allCases {
            for spreads in [Spreads.single, .double, .cover, .leaf(.nextPage)] {
                for fit in [Viewport.Fit.page, .width, .height, .scale(64), .scale(1e-9)] {
                    for flow in [Flow.paged, .continuous] {
                        var layout = AxisLayout(
                            axis: axis, viewport: Viewport(size: PixelSize(width: pixels, height: pixels), fit: fit),
                            spreads: spreads, flow: flow, spacing: 10_000,
                            order: Bool.random(using: &random) ? .leftToRight : .rightToLeft,
                            count: Bool.random(using: &random) ? 1_000_000_000 : nil)
                        for page in [0, 3, 500_000_000, 999_999_999, Int.max] {
                            _ = layout.measure(page, size(side, page == 3 ? 1e-3 : side), anchor: Int.max)
                        }
                        Self.probe(layout)
                    }
                }
            }
        }
    }

    private static func probe(_ layout: AxisLayout) {
        for number in extremes {
            #expect(layout.position(ofOffset: number).isFinite)
            #expect(layout.offset(ofPosition: number).isFinite)
            let geometry = HitGeometry(layout, offset: number)
            for x in extremes {
                guard let hit = geometry.hit(x: x, y: 0.5) else { continue }
                #expect(hit.x.isFinite && hit.y.isFinite && hit.page < AxisLayout.maxPages)
            }
            #expect(geometry.region(ofPage: 999_999_999)?.x.isFinite == true)
        }
        #expect(layout.frames(in: 999_999_990..<Int.max).count <= AxisLayout.maxFrames)
        #expect(layout.frame(ofPage: 999_999_999)?.along ?? -1 > 0)
    }
}
