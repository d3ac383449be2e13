/// A step of a page being moved by hand.
public struct PageMove: Equatable, Sendable {
    /// How far the hand has got.
    public enum Stage: UInt32, Sendable {
        /// The page was picked up. Throw to say that it must stay.
        case begin = 1
        /// It hovers. Throw to say that it must not go there.
        case update = 2
        /// It was let go: now it moves.
        case end = 3
        /// It goes back to where it was.
        case cancel = 4
    }

    /// How far the hand has got.
    public let stage: Stage
    /// Which page.
    public let page: PageID
    /// Where to, counted from 0 without the page itself.
    public let index: Int64

    /// A step of a move.
    public init(stage: Stage, page: PageID, index: Int64) {
        self.stage = stage
        self.page = page
        self.index = index
    }
}
