package import PageModel

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
    ///   - anchor: the index of a page that the reader looks at.
    /// - Returns: what has changed; nil where nothing has: no such page, or its size was known.
    package mutating func measure(_ index: Int, _ size: PageSize, anchor: Int) -> LayoutChange? {
        guard 0..<pageLimit ~= index, sizes[index] != size else { return nil }
        let anchor = min(max(anchor, 0), pageLimit - 1)
        let looked = spreads.spread(ofPage: anchor)
        let start = start(ofSpread: looked)
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
        return frame(ofPage: index).map { LayoutChange(frame: $0, movedBy: self.start(ofSpread: looked) - start) }
    }

    /// Pages were inserted, deleted or moved: sizes move with their pages.
    ///
    /// - Parameters:
    ///   - count: how many pages there are now; nil where that is not known.
    ///   - index: where the page is now that had this index; nil where it is gone or its size is not the same.
    package mutating func documentChanged(count: Int?, index: (Int) -> Int?) {
        let limit = min(max(count ?? Self.maxPages, 0), Self.maxPages)
        sizes.relocate { old in index(old).flatMap { 0..<limit ~= $0 ? $0 : nil } }
        self.count = count
    }

    /// Forgets all sizes, as where another document is shown.
    package mutating func forgetSizes() {
        sizes = PageSizes()
        relayout()
    }

    mutating func relayout() {
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
        let place = sizes.lowerBound(of: spreads.pages(ofSpread: spread).lowerBound)
        let isMeasured = sizes.indexes[place...].first.map(spreads.spread(ofPage:)) == spread
        let length = isMeasured ? length(ofSpread: spread) : nil
        measured.set(spread, length: length)
    }

    private func pixels(ofEstimated index: Int) -> PixelSize {
        viewport.pixelSize(of: sizes.estimate, in: spreads.part(ofPage: index, order: order))
    }
}

extension Spreads {
    /// Whether a spread may hold measured pages beside others.
    fileprivate var hasSeveralPages: Bool { isPaired || self == .leaf(.nextPage) }
}
