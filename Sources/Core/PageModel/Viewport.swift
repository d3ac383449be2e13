/// The rectangle that a viewer shows pages in, and how they are fitted to it.
package struct Viewport: Hashable, Sendable {
    /// How a page is scaled, to the part of the viewport that it has for itself.
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

    /// The screen's, in pixels, where it is not turned.
    package let size: PixelSize
    package let fit: Fit
    /// How far the pages are turned on the screen.
    package let rotation: Rotation
    /// How far the screen itself is turned.
    package let orientation: Orientation
    /// How far the screen may be turned, as far as its viewer is concerned.
    package let allowed: Set<Orientation>

    /// - Parameters are within the limits: the caller has checked what a client sent.
    package init(
        size: PixelSize, fit: Fit = .page, rotation: Rotation = .upright, orientation: Orientation = .upright,
        allowed: Set<Orientation> = Set(Orientation.allCases)
    ) {
        self.size = size
        self.fit = fit
        self.rotation = rotation
        self.orientation = orientation
        self.allowed = allowed
    }

    /// The size of the screen as it is turned, in pixels: what pages are fitted to.
    package var effectiveSize: PixelSize {
        orientation.swapsSides ? PixelSize(width: size.height, height: size.width) : size
    }

    /// Returns this viewport with the screen turned; nil where viewer or document does not allow that.
    ///
    /// - Parameter document: how far the screen may be turned, as far as the document is concerned.
    package func turned(
        to orientation: Orientation, document: Set<Orientation> = Set(Orientation.allCases)
    ) -> Viewport? {
        guard allowed.contains(orientation), document.contains(orientation) else { return nil }
        return Viewport(size: size, fit: fit, rotation: rotation, orientation: orientation, allowed: allowed)
    }

    /// The area that a page of a spread has for itself, in pixels from the top left corner of the turned screen. It has
    /// at least one pixel.
    package func pageArea(of part: SpreadPart = .whole) -> PixelRegion {
        let all = PixelRegion(all: effectiveSize)
        let half = max(all.width / 2, 1)
        return switch part {
        case .whole: all
        case .left: PixelRegion(x: 0, y: 0, width: half, height: all.height)
        case .right: PixelRegion(x: min(half, all.width - half), y: 0, width: half, height: all.height)
        }
    }

    /// The scale for a page of this size, in pixels per point.
    ///
    /// - Parameter part: what it has for itself.
    package func scale(for page: PageSize, in part: SpreadPart = .whole) -> Double {
        let area = pageArea(of: part)
        let width = rotation.swapsSides ? page.height : page.width
        let height = rotation.swapsSides ? page.width : page.height
        switch fit {
        case .page: return min(Double(area.width) / width, Double(area.height) / height)
        case .width: return Double(area.width) / width
        case .height: return Double(area.height) / height
        case .scale(let scale): return scale
        }
    }

    /// The size of a page on the screen, in pixels, at ``scale(for:in:)`` and ``rotation``.
    package func pixelSize(of page: PageSize, in part: SpreadPart = .whole) -> PixelSize {
        RenditionGeometry.pixelSize(of: page, scale: scale(for: page, in: part), rotation: rotation)
    }
}

/// The part of a viewport that a page of a spread has for itself. Facing pages stand side by side, whichever way pages are
/// turned.
package enum SpreadPart: Hashable, Sendable {
    /// All of it.
    case whole
    /// The left half, in whole pixels; where the width is odd, the column at the right is left over.
    case left
    /// The right half, which begins where the left one ends.
    case right
}

/// How far the screen is turned from how it was built, clockwise. The viewer draws in the turned screen: turned by 180° the
/// same pixels serve, by 90° and 270° width and height change places.
package enum Orientation: Int, CaseIterable, Hashable, Sendable {
    case upright = 0
    case right = 90
    case upsideDown = 180
    case left = 270

    /// Whether width and height change places.
    package var swapsSides: Bool { self == .right || self == .left }
}

/// How far a page is turned, clockwise.
package enum Rotation: Int, CaseIterable, Hashable, Sendable {
    case upright = 0
    case right = 90
    case upsideDown = 180
    case left = 270

    /// Whether width and height change places.
    package var swapsSides: Bool { self == .right || self == .left }
}
