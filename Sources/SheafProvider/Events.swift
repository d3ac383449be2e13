import CSheafProvider

/// What happens to a page on a screen, in this order; a transition that is given up goes from will to did of the other.
public enum AppearanceEvent: UInt32, Sendable {
    /// It starts to come onto a screen.
    case willAppear = 1
    /// It is on the screen, and the reader rests.
    case didAppear = 2
    /// It starts to leave a screen.
    case willDisappear = 3
    /// It has left the screen.
    case didDisappear = 4
}

/// How urgently memory is asked back.
public enum TrimLevel: UInt32, Comparable, Sendable {
    /// Give back what is easily made again.
    case low = 1
    /// Keep only what is used right now.
    case medium = 2
    /// Give back everything that can be.
    case critical = 3

    /// By urgency.
    public static func < (lhs: TrimLevel, rhs: TrimLevel) -> Bool { lhs.rawValue < rhs.rawValue }
}

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

/// What a page says of a point on it.
public enum Hit: Equatable, Sendable {
    /// There is something, and it leaves drags to the viewer.
    case content
    /// The page takes a drag that starts here for itself.
    case claimed
    /// The page is blank here.
    case background
}

/// What changed in a document by itself.
public enum Change: Equatable, Sendable {
    /// Pages were inserted, deleted or moved: count and ids are asked for again.
    case pages
    /// The look or the size of one page.
    case page(PageID)
    /// Anything: the document is opened again.
    case all
}

/// How sure a provider is that a document is its own.
public enum Certainty: Equatable, Sendable {
    /// It is not.
    case no
    /// It could be: the name or the first bytes allow it.
    case maybe
    /// It looks like it.
    case likely
    /// It says so itself.
    case certain

    /// The number that crosses the ABI.
    var rawValue: UInt32 {
        switch self {
        case .no: SHEAF_PROBE_NO
        case .maybe: SHEAF_PROBE_MAYBE
        case .likely: SHEAF_PROBE_LIKELY
        case .certain: SHEAF_PROBE_CERTAIN
        }
    }
}

/// How much a line in the journal matters.
public enum LogLevel: UInt32, Sendable {
    /// Something failed.
    case error = 3
    /// Something is wrong, and it goes on.
    case warning = 4
    /// Worth knowing.
    case info = 6
    /// For authors.
    case debug = 7
}
