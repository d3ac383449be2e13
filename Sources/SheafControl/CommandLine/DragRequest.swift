package import SheafInterface

/// A whole drag: a finger comes down, moves, and is lifted.
package struct DragRequest: Equatable, Sendable {
    /// How many milliseconds lie between two offsets: a screen is drawn 60 times a second.
    package static let defaultPause = 16

    /// How it ends.
    package enum End: Equatable, Sendable {
        /// With a speed in spreads a second.
        case release(velocity: Double?)
        case cancel
    }

    /// In spreads from where the drag counts from.
    package let offsets: [Double]
    /// nil for the reader's first.
    package let axis: ReaderInterface.Axis?
    /// Where the finger comes down while the last drag is still running out, in spreads from where that one is; nil for
    /// there.
    package let down: Double?
    package let end: End
    /// Milliseconds between two offsets.
    package let pause: Int
    /// Whether the viewer's animation ends as soon as the finger is lifted.
    package let settles: Bool

    package init(
        offsets: [Double], axis: ReaderInterface.Axis? = nil, down: Double? = nil,
        end: End = .release(velocity: nil), pause: Int = DragRequest.defaultPause, settles: Bool = false
    ) {
        self.offsets = offsets
        self.axis = axis
        self.down = down
        self.end = end
        self.pause = pause
        self.settles = settles
    }
}
