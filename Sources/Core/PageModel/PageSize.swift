/// The size of a page in points (1/72 inch), before scale and rotation.
package struct PageSize: Hashable, Sendable {
    /// The lengths that a side may have, in points. With any other, scales and sizes in pixels would not be finite.
    package static let sides: ClosedRange<Double> = 0.001...1e9

    package let width: Double
    package let height: Double

    /// Nil where a side is outside of ``sides``, or no number: neither a provider's answer is trusted nor an earlier run's note.
    package init?(width: Double, height: Double) {
        guard Self.sides.contains(width), Self.sides.contains(height) else { return nil }
        self.init(finiteWidth: width, height: height)
    }

    private init(finiteWidth width: Double, height: Double) {
        self.width = width
        self.height = height
    }

    /// 210 by 297 millimetres, upright.
    package static let a4 = PageSize(finiteWidth: 595.2756, height: 841.8898)
}

/// A size in pixels.
package struct PixelSize: Hashable, Sendable {
    package let width: Int
    package let height: Int

    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}

/// A rectangle in pixels; the origin is the top left corner of the scaled and rotated page.
package struct PixelRegion: Hashable, Sendable {
    package let x: Int
    package let y: Int
    package let width: Int
    package let height: Int

    package init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// A region that covers all of `size`.
    package init(all size: PixelSize) {
        self.init(x: 0, y: 0, width: size.width, height: size.height)
    }

    /// Whether all of another one's pixels are its own.
    package func contains(_ other: PixelRegion) -> Bool {
        other.x >= x && other.y >= y && other.width <= width && other.height <= height
            && other.x - x <= width - other.width && other.y - y <= height - other.height
    }

    /// Whether it has pixels and all of them lie within `size`.
    package func isWithin(_ size: PixelSize) -> Bool {
        // Compared by subtraction: the sum of a client's numbers may not fit.
        x >= 0 && y >= 0 && width > 0 && height > 0
            && width <= size.width && x <= size.width - width
            && height <= size.height && y <= size.height - height
    }
}
