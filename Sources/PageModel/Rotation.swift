/// How far a page is turned, clockwise.
package enum Rotation: Int, CaseIterable, Hashable, Sendable {
    case upright = 0
    case right = 90
    case upsideDown = 180
    case left = 270

    /// Whether width and height change places.
    package var swapsSides: Bool { self == .right || self == .left }
}
