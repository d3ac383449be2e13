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
