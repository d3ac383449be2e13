/// A rectangle of pixels on the scaled and turned page; the origin is the page's top left.
public struct PixelRegion: Equatable, Sendable {
    /// The left edge, in pixels.
    public var x: Int
    /// The upper edge, in pixels.
    public var y: Int
    /// Pixels across, above 0.
    public var width: Int
    /// Pixels down, above 0.
    public var height: Int

    /// The region of `width` by `height` pixels at `x`, `y`.
    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// Whether every pixel of it lies on a page of `width` by `height` pixels.
    public func lies(withinWidth width: Int, height: Int) -> Bool {
        x >= 0 && y >= 0 && self.width > 0 && self.height > 0 && x <= width - self.width && y <= height - self.height
    }
}
