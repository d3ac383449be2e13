/// A place in a document.
public struct Destination: Equatable, Sendable {
    /// The page.
    public var page: PageID
    /// Where on it.
    public var point: Point

    /// A point on a page; without one, the page's top left.
    public init(page: PageID, point: Point = Point()) {
        self.page = page
        self.point = point
    }
}

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
