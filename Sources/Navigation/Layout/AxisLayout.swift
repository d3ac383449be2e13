package import PageModel

/// Where the pages of one axis of a reader lie, for documents of any length: only what was measured takes memory.
///
/// Sizes are estimates until a page is measured: the mean of the widths and the mean of the heights, in points, of the
/// measured pages that it remembers, each counted once; A4 upright (``PageModel/PageSize/a4``) while there are none. Coordinates are
/// those of ``PageFrame``. Nothing here fails: a page that is not there has no frame, and numbers out of range are
/// taken as the nearest that is in it.
package struct AxisLayout: Sendable {
    /// The most pixels between spreads.
    package static let maxSpacing = 10_000
    /// How many measured sizes are remembered.
    package static let maxMeasured = 16_384
    /// How many frames are answered at once.
    package static let maxFrames = 4_096
    /// Pages from this index on have no frame: sums of pixels stay within what an integer holds.
    package static let maxPages = 1 << 31

    /// The direction in which the spreads follow each other.
    package let axis: Axis
    package var viewport: Viewport { didSet { relayout() } }
    package var spreads: Spreads { didSet { relayout() } }
    package var flow: Flow { didSet { relayout() } }
    package var order: ReadingOrder
    /// Pixels between one spread and the next, 0 to ``maxSpacing``.
    package var spacing: Int { didSet { spacing = min(max(spacing, 0), Self.maxSpacing) } }
    /// How many pages there are; nil where that is not known: then there is no end.
    package var count: Int? { didSet { relayout() } }

    var sizes = PageSizes()
    /// In continuous flow only.
    var measured = MeasuredSpreads()

    package init(
        axis: Axis = .horizontal, viewport: Viewport, spreads: Spreads = .single, flow: Flow = .paged, spacing: Int = 0,
        order: ReadingOrder = .leftToRight, count: Int?
    ) {
        self.axis = axis
        self.viewport = viewport
        self.spreads = spreads
        self.flow = flow
        self.spacing = min(max(spacing, 0), Self.maxSpacing)
        self.order = order
        self.count = count
    }

    /// The size that is taken for a page that was not measured, in points.
    package var estimate: PageSize { sizes.estimate }

    /// The side of the viewport along the axis, in pixels.
    package var extent: Int { along(viewport.effectiveSize) }

    /// Whether *along* counts from right to left.
    var isMirrored: Bool { axis == .horizontal && order == .rightToLeft }

    var pageLimit: Int { min(max(count ?? Self.maxPages, 0), Self.maxPages) }

    var spreadLimit: Int { spreads.count(pages: pageLimit) }

    func along(_ pixels: PixelSize) -> Int { axis == .horizontal ? pixels.width : pixels.height }

    /// The pages of a spread that are there, without a back.
    func pages(ofSpread spread: Int) -> Range<Int> { spreads.pages(ofSpread: spread).clamped(to: 0..<pageLimit) }
}
