package import SheafInterface

/// Where to turn, and how it is to look.
package struct TurnRequest: Equatable, Sendable {
    package let target: TurnTarget
    /// nil for the reader's first.
    package let axis: ReaderInterface.Axis?
    /// Of the animation, in milliseconds; nil for none.
    package let duration: Int?
    /// nil for towards the target.
    package let direction: ReaderInterface.Direction?
    /// Whether it goes on at the other end of the document.
    package let wraps: Bool

    package init(
        _ target: TurnTarget, axis: ReaderInterface.Axis? = nil, duration: Int? = nil,
        direction: ReaderInterface.Direction? = nil, wraps: Bool = false
    ) {
        self.target = target
        self.axis = axis
        self.duration = duration
        self.direction = direction
        self.wraps = wraps
    }
}
