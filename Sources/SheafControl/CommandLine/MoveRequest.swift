package import SheafInterface

/// A page that is moved by hand to another place.
package struct MoveRequest: Equatable, Sendable {
    /// How long a page is held at the edge, in milliseconds: pages turn there every half second.
    package static let defaultHold = 1_000

    /// Of the page, from 0.
    package let index: Int
    /// Where it is dropped, from 0, counted without the page itself.
    package let place: Int
    /// nil for the reader's first.
    package let axis: ReaderInterface.Axis?
    /// At which edge of the screen it is held on its way.
    package let edge: ReaderInterface.Direction?
    /// How long it is held there, in milliseconds.
    package let hold: Int
    /// Whether it is put back in the end.
    package let isCancelled: Bool

    package init(
        index: Int, place: Int, axis: ReaderInterface.Axis? = nil, edge: ReaderInterface.Direction? = nil,
        hold: Int = MoveRequest.defaultHold, isCancelled: Bool = false
    ) {
        self.index = index
        self.place = place
        self.axis = axis
        self.edge = edge
        self.hold = hold
        self.isCancelled = isCancelled
    }
}
