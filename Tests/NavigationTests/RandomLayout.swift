import Navigation
import PageModel

/// A size that a test states; it is one.
func size(_ width: Double, _ height: Double) -> PageSize { PageSize(width: width, height: height) ?? .a4 }

extension AxisLayout {
    /// Any layout at all, with some pages measured.
    static func random(
        using random: inout SeededGenerator, flow: Flow? = nil, pages: ClosedRange<Int> = 1...60
    ) -> AxisLayout {
        func pick<T>(_ all: [T]) -> T { all[Int.random(in: all.indices, using: &random)] }
        let side = PixelSize(
            width: Int.random(in: 1...2000, using: &random), height: Int.random(in: 1...2000, using: &random))
        let viewport = Viewport(
            size: side,
            fit: pick([.page, .width, .height, .scale(Double.random(in: 0.01...4, using: &random))]),
            rotation: pick(Rotation.allCases), orientation: pick(Orientation.allCases))
        var layout = AxisLayout(
            axis: pick(Axis.allCases), viewport: viewport,
            spreads: pick([.single, .double, .cover, .leaf(.mirrored), .leaf(.nextPage)]),
            flow: flow ?? pick([.paged, .continuous]), spacing: pick([0, 1, 17, 10_000]),
            order: pick([.leftToRight, .rightToLeft]),
            count: Int.random(in: pages, using: &random))
        for _ in 0..<Int.random(in: 0...20, using: &random) { layout.measureAny(using: &random) }
        return layout
    }

    /// Measures a page at random.
    @discardableResult
    mutating func measureAny(using random: inout SeededGenerator, anchor: Int = 0) -> LayoutChange? {
        measure(
            Int.random(in: 0..<max(count ?? 1000, 1), using: &random),
            size(Double.random(in: 1...2000, using: &random), Double.random(in: 1...2000, using: &random)),
            anchor: anchor)
    }
}
