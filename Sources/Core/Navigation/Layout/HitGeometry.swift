import PageModel

/// The part of a layout that its viewport shows at an offset of the axis. In a drag the offset lies between spreads.
package struct HitGeometry: Sendable {
    /// A page at a point, and the point in the page's own coordinates.
    package struct Hit: Hashable, Sendable {
        /// The page's index.
        package let page: Int
        /// In points of the page, unscaled and unrotated, from its top left corner; within its size.
        package let x: Double
        package let y: Double
        /// Whether the page's size is known: of one that was not measured, the point is as good as the estimate.
        package let isMeasured: Bool
    }

    /// A rectangle in pixels from the top left corner of the turned screen; it may lie outside.
    package struct Region: Hashable, Sendable {
        package let x: Double
        package let y: Double
        package let width: Double
        package let height: Double
    }

    private let layout: AxisLayout
    private let spread: Int
    /// How many pixels of that spread are past the viewport's start.
    private let gone: Double

    /// - Parameter offset: in spreads, as for ``AxisLayout/position(ofOffset:)``.
    package init(_ layout: AxisLayout, offset: Double) {
        self.layout = layout
        let (spread, part) = layout.split(offset)
        self.spread = spread
        gone = part * Double(layout.stride(ofSpread: spread))
    }

    /// The page that is seen at a point; nil where none is: in a gap or a margin, outside the viewport.
    ///
    /// - Parameters are pixels from the top left corner of the turned screen.
    package func hit(x: Double, y: Double) -> Hit? {
        let viewport = layout.viewport.effectiveSize
        guard x >= 0, y >= 0, x < Double(viewport.width), y < Double(viewport.height) else { return nil }
        let isMirrored = layout.isMirrored
        let along = gone + (layout.axis == .vertical ? y : isMirrored ? Double(viewport.width) - x : x)
        // A pixel's own edge is its left one. Mirrored, that is where it ends.
        let cell = isMirrored ? along.rounded(.up) - 1 : along.rounded(.down)
        let pixel = layout.start(ofSpread: spread) + Int(cell)
        let target = layout.spread(atPixel: pixel)
        guard 0..<layout.spreadLimit ~= target else { return nil }
        let local = Double(pixel - layout.start(ofSpread: target)) + (along - cell)
        let box = layout.box(ofSpread: target)
        let left = layout.axis == .vertical ? x : isMirrored ? Double(box.length) - local : local
        let top = layout.axis == .vertical ? local : y
        return box.pages.first { $0.covers(left, top) }.map { point($0, left, top) }
    }

    /// Where a page is on the screen; nil where there is none.
    package func region(ofPage index: Int) -> Region? {
        guard let frame = layout.frame(ofPage: index) else { return nil }
        let width = Double(frame.pixels.width)
        let height = Double(frame.pixels.height)
        let along = Double(frame.along - layout.start(ofSpread: spread)) - gone
        switch layout.axis {
        case .vertical: return Region(x: Double(frame.across), y: along, width: width, height: height)
        case .horizontal:
            let x = layout.isMirrored ? Double(layout.extent) - along - width : along
            return Region(x: x, y: Double(frame.across), width: width, height: height)
        }
    }

    /// Takes scale and rotation away.
    private func point(_ page: SpreadBox.Page, _ left: Double, _ top: Double) -> Hit {
        let x = left - Double(page.region.x)
        let y = top - Double(page.region.y)
        let width = Double(page.region.width)
        let height = Double(page.region.height)
        let (across, down) =
            switch layout.viewport.rotation {
            case .upright: (x, y)
            case .right: (y, width - x)
            case .upsideDown: (width - x, height - y)
            case .left: (height - y, x)
            }
        // The last pixel may be covered in part only.
        return Hit(
            page: page.index, x: min(max(across / page.scale, 0), page.size.width),
            y: min(max(down / page.scale, 0), page.size.height), isMeasured: page.isMeasured)
    }
}
