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
