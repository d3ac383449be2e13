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
