import PageModel

extension AxisLayout {
    /// Where a position of the axis is in layout coordinates: what stands at the viewport's start there.
    ///
    /// Paged: offset × (extent + spacing). Continuous: from the start of one spread to that of the next in proportion.
    /// It never jumps and always grows.
    ///
    /// - Parameter offset: in spreads, as drags and events count. One spread before the first and past the last are in
    ///   range; not a number is taken as 0.
    package func position(ofOffset offset: Double) -> Double {
        let (spread, part) = split(offset)
        return Double(start(ofSpread: spread)) + part * Double(stride(ofSpread: spread))
    }

    /// The offset, in spreads, that a position in layout coordinates belongs to: the inverse of ``position(ofOffset:)``.
    package func offset(ofPosition position: Double) -> Double {
        guard !position.isNaN else { return 0 }
        let limit = spreadLimit
        let pixel = min(max(position, Double(start(ofSpread: -1))), Double(start(ofSpread: limit)))
        let spread = spread(atPixel: Int(pixel.rounded(.down)))
        return Double(spread) + (pixel - Double(start(ofSpread: spread))) / Double(stride(ofSpread: spread))
    }

    /// How long all spreads are together, in pixels, without a spacing at the end; nil where nobody knows how many there
    /// are. It is exact where no estimate is in it.
    package var length: (pixels: Int, isExact: Bool)? {
        guard let count else { return nil }
        let limit = spreadLimit
        guard limit > 0 else { return (0, true) }
        let isExact = flow == .paged || sizes.lowerBound(of: count) == count
        return (start(ofSpread: limit) - spacing, isExact)
    }

    /// The spread that an offset is in, and how far, 0 to 1.
    func split(_ offset: Double) -> (spread: Int, part: Double) {
        guard !offset.isNaN else { return (0, 0) }
        let clamped = min(max(offset, -1), Double(spreadLimit))
        let whole = clamped.rounded(.down)
        return (Int(whole), clamped - whole)
    }

    /// Where a spread starts, in pixels along the axis. One before the first and one past the last are in range.
    func start(ofSpread spread: Int) -> Int {
        guard spread > 0, flow == .continuous else { return spread * stride(ofSpread: 0) }
        let before = measured.before(spread)
        let full = fullLength
        var start = spread * spacing + before.length + (spread - before.count) * full
        guard spreads.isPaired else { return start }
        // The last one too may hold one page where the others hold two.
        let last = spreadLimit - 1
        let singles = spreads.singles(before: spread)
        for single in last < spread && last > singles.last ?? -1 ? singles + [last] : singles
        where !measured.contains(single) {
            start -= full - length(ofSpread: single)
        }
        return start
    }

    /// From where a spread starts to where the next one does, in pixels: 1 at least.
    func stride(ofSpread spread: Int) -> Int {
        guard flow == .continuous else { return max(extent, 1) + spacing }
        return length(ofSpread: min(max(spread, 0), max(spreadLimit - 1, 0))) + spacing
    }

    /// The spread that starts last at or before a pixel; from -1 to the number of spreads.
    func spread(atPixel pixel: Int) -> Int {
        guard pixel >= 0 else { return -1 }
        let limit = spreadLimit
        guard flow == .continuous else { return min(pixel / stride(ofSpread: 0), limit) }
        var low = 0
        var high = limit
        while low < high {
            let middle = low + (high - low + 1) / 2
            if start(ofSpread: middle) <= pixel { low = middle } else { high = middle - 1 }
        }
        return low
    }

    /// How long a spread is along the axis, in pixels: 1 at least.
    func length(ofSpread spread: Int) -> Int {
        guard flow == .continuous else { return max(extent, 1) }
        var length = 0
        for page in pages(ofSpread: spread) {
            let side = along(pixels(ofPage: page))
            length = axis == .horizontal ? length + side : max(length, side)
        }
        return max(length, 1)
    }

    /// How long a spread is that has all of its pages, none of them measured.
    private var fullLength: Int {
        // Both halves are of one size.
        let side = along(viewport.pixelSize(of: sizes.estimate, in: spreads.part(ofPage: 0, order: order)))
        return spreads.isPaired && axis == .horizontal ? 2 * side : side
    }
}
