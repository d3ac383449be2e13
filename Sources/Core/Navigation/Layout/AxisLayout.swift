package import PageModel

/// How the spreads of an axis follow each other.
package enum Flow: Hashable, Sendable {
    /// Each has a viewport for itself, with its pages centred in it.
    case paged
    /// Each takes what its pages need.
    case continuous
}

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
    package var order: ReadingOrder { didSet { number += 1 } }
    /// Pixels between one spread and the next, 0 to ``maxSpacing``.
    package var spacing: Int {
        didSet {
            spacing = min(max(spacing, 0), Self.maxSpacing)
            number += 1
        }
    }
    /// How many pages there are; nil where that is not known: then there is no end.
    package var count: Int? { didSet { relayout() } }

    /// Orders the states of the layout: it is higher after whatever may have moved a page.
    package private(set) var number = 0

    private(set) var sizes = PageSizes()
    /// In continuous flow only.
    private(set) var measured = MeasuredSpreads()

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

/// The change of a layout that comes from learning the size of a page.
package struct LayoutChange: Hashable, Sendable {
    /// The page that was measured, as it lies now.
    package let frame: PageFrame
    /// By how many pixels the spread that the reader looks at has moved along the axis. A viewer that scrolls by
    /// as much sees nothing move: in that spread's own coordinates nothing has.
    package let movedBy: Int
}

extension AxisLayout {
    /// Whether this is the size that a page was measured with: there is nothing to learn.
    package func knows(_ size: PageSize, of index: Int) -> Bool { sizes[index] == size }

    /// Learns the size of a page. Costs as much time as there are measured pages behind it, a few nanoseconds for each;
    /// where pages share a spread and the estimate changes, for all of them some ten times that.
    ///
    /// Past ``maxMeasured`` sizes, the one farthest from the anchor is forgotten.
    ///
    /// - Parameters:
    ///   - size: in points, before rotation.
    ///   - anchor: the index of a page that the reader looks at, among this axis' own pages.
    /// - Returns: what has changed; nil where nothing has: no such page, or its size was known.
    package mutating func measure(_ index: Int, _ size: PageSize, anchor: Int) -> LayoutChange? {
        guard 0..<pageLimit ~= index, sizes[index] != size else { return nil }
        let anchor = min(max(anchor, 0), pageLimit - 1)
        let old = start(ofSpreadAround: anchor)
        let estimated = pixels(ofEstimated: index)
        let forgotten = sizes.learn(size, at: index, anchor: anchor)
        guard forgotten != index else { return nil }
        // Where a measured page shares a spread with one that is not, its length may hang on the estimate.
        if spreads.hasSeveralPages, pixels(ofEstimated: index) != estimated {
            relayout()
        } else {
            relayout(spreadOf: index)
            if let forgotten { relayout(spreadOf: forgotten) }
        }
        number += 1
        return frame(ofPage: index).map { LayoutChange(frame: $0, movedBy: start(ofSpreadAround: anchor) - old) }
    }

    /// Pages were inserted, deleted, moved or rewritten: sizes move with their pages.
    ///
    /// What is known of the pages around is best given here: then the layout changes once, by what has really moved.
    ///
    /// - Parameters:
    ///   - count: how many pages there are now; nil where that is not known.
    ///   - anchor: the index that the page had which the reader looks at, among this axis' own pages.
    ///   - newAnchor: the index of the page that it looks at now: the same one, or the one that has come in its place.
    ///   - measured: sizes that are known now, by their new indexes.
    ///   - index: where the page is now that had this index; nil where it is gone or its size is not the same.
    /// - Returns: by how many pixels what the reader looks at has moved along the axis, as ``LayoutChange/movedBy``.
    @discardableResult
    package mutating func documentChanged(
        count: Int?, anchor: Int, newAnchor: Int, measured: [(index: Int, size: PageSize)] = [],
        index: (Int) -> Int?
    ) -> Int {
        let old = start(ofSpreadAround: anchor)
        self.count = count
        let limit = pageLimit
        sizes.relocate { old in index(old).flatMap { 0..<limit ~= $0 ? $0 : nil } }
        for page in measured where 0..<limit ~= page.index && sizes[page.index] != page.size {
            _ = sizes.learn(page.size, at: page.index, anchor: newAnchor)
        }
        relayout()
        return start(ofSpreadAround: newAnchor) - old
    }

    /// Where the spread of a page starts, or of the nearest page that there is.
    private func start(ofSpreadAround page: Int) -> Int {
        start(ofSpread: spreads.spread(ofPage: min(max(page, 0), max(pageLimit - 1, 0))))
    }

    /// Sums up anew what the pages of this set-up take.
    private mutating func relayout() {
        number += 1
        measured = MeasuredSpreads()
        guard flow == .continuous else { return }
        let limit = pageLimit
        for index in sizes.indexes {
            guard index < limit else { break }
            let spread = spreads.spread(ofPage: index)
            guard spread != measured.last else { continue }
            let length = length(ofSpread: spread)
            measured.append(spread, length: length)
        }
    }

    private mutating func relayout(spreadOf index: Int) {
        guard flow == .continuous, index < pageLimit else { return }
        let spread = spreads.spread(ofPage: index)
        let first = sizes.lowerBound(of: spreads.pages(ofSpread: spread).lowerBound)
        let isMeasured = sizes.indexes[first...].first.map(spreads.spread(ofPage:)) == spread
        let length = isMeasured ? length(ofSpread: spread) : nil
        measured.set(spread, length: length)
    }

    private func pixels(ofEstimated index: Int) -> PixelSize {
        viewport.pixelSize(of: sizes.estimate, in: spreads.part(ofPage: index, order: order))
    }
}

extension Spreads {
    /// Whether a spread may hold measured pages beside others.
    fileprivate var hasSeveralPages: Bool { isPaired || hasBacks }
}
