/// A point on a page, in points (1/72 inch) before scale and rotation; the origin is top left, y grows downwards.
public struct Point: Equatable, Sendable {
    /// To the right.
    public var x: Double
    /// Downwards.
    public var y: Double

    /// The point at `x`, `y`; without either, the page's top left.
    public init(x: Double = 0, y: Double = 0) {
        self.x = x
        self.y = y
    }
}

/// A box on a page, in points (1/72 inch) before scale and rotation.
public struct Box: Equatable, Sendable {
    /// The left edge.
    public var x0: Double
    /// The upper edge.
    public var y0: Double
    /// The right edge, at least `x0`.
    public var x1: Double
    /// The lower edge, at least `y0`.
    public var y1: Double

    /// The box between two corners.
    public init(x0: Double, y0: Double, x1: Double, y1: Double) {
        self.x0 = x0
        self.y0 = y0
        self.x1 = x1
        self.y1 = y1
    }

    /// Whether the point lies inside; the right and lower edges do not count.
    public func contains(_ point: Point) -> Bool {
        x0 <= point.x && point.x < x1 && y0 <= point.y && point.y < y1
    }
}

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

/// How far a page is turned, clockwise.
public enum Rotation: UInt32, CaseIterable, Sendable {
    /// Upright.
    case none = 0
    /// A quarter: the page's top is at the right.
    case clockwise90 = 90
    /// Upside down.
    case clockwise180 = 180
    /// Three quarters: the page's top is at the left.
    case clockwise270 = 270

    /// Whether width and height change places.
    public var swapsSides: Bool { self == .clockwise90 || self == .clockwise270 }
}
