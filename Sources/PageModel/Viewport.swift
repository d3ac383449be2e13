/// What a viewer shows pages in, and how they are fitted to it.
package struct Viewport: Hashable, Sendable {
    /// How a page is scaled.
    package enum Fit: Hashable, Sendable {
        /// So that all of it is seen.
        case page
        case width
        case height
        /// By a fixed factor, in pixels per point.
        case scale(Double)
    }

    /// The longest side, in pixels: what X11 and most image formats can name.
    package static let maxSide = 32767
    /// The largest scale, in pixels per point: 4608 dots per inch.
    package static let maxScale = 64.0

    package let size: PixelSize
    package let fit: Fit
    package let rotation: Rotation

    /// - Parameters are within the limits: the caller has checked what a client sent.
    package init(size: PixelSize, fit: Fit = .page, rotation: Rotation = .upright) {
        self.size = size
        self.fit = fit
        self.rotation = rotation
    }

    /// The scale for a page of this size, in pixels per point.
    package func scale(for page: PageSize) -> Double {
        let width = rotation.swapsSides ? page.height : page.width
        let height = rotation.swapsSides ? page.width : page.height
        switch fit {
        case .page: return min(Double(size.width) / width, Double(size.height) / height)
        case .width: return Double(size.width) / width
        case .height: return Double(size.height) / height
        case .scale(let scale): return scale
        }
    }
}
