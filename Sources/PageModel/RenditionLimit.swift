/// How many pixels a rendition may have.
package struct RenditionLimit: Hashable, Sendable {
    /// In all.
    package let pixels: Int
    /// On a side.
    package let side: Int

    /// - Parameters: both at least 1.
    package init(pixels: Int, side: Int) {
        self.pixels = max(pixels, 1)
        self.side = max(side, 1)
    }

    /// Whether a rendition of this size is within it.
    package func allows(_ size: PixelSize) -> Bool {
        // Compared by division: the product of a client's numbers may not fit.
        size.width <= side && size.height <= side && size.width <= pixels / max(size.height, 1)
    }

    /// The largest scale up to `wanted` at which all of a page is within it, in pixels per point.
    ///
    /// It is the same for every larger one that is wanted: viewers that zoom further in share the page.
    package func scale(of page: PageSize, upTo wanted: Double) -> Double {
        guard !allows(page, at: wanted) else { return wanted }
        var (low, high) = (wanted / 2, wanted)
        while low > 0, !allows(page, at: low) { (low, high) = (low / 2, low) }
        // Until no number lies between the two: so it does not depend on where it began.
        while true {
            let middle = low + (high - low) / 2
            guard middle > low, middle < high else { return low }
            if allows(page, at: middle) { low = middle } else { high = middle }
        }
    }

    private func allows(_ page: PageSize, at scale: Double) -> Bool {
        // The sides change places with the rotation, and nothing else.
        allows(RenditionGeometry.pixelSize(of: page, scale: scale, rotation: .upright))
    }
}
