/// The name of a page: it stays the page's own while pages are moved, inserted and deleted.
///
/// Any number from 0 on. A provider that does not implement ``PageListing`` numbers its pages by their indices.
public struct PageID: Hashable, Sendable, CustomStringConvertible {
    /// The number that crosses the ABI, 0 or more.
    public let rawValue: Int64

    /// Makes an id of a number from 0 on.
    public init(_ rawValue: Int64) {
        self.rawValue = rawValue
    }

    /// The number in digits.
    public var description: String { String(rawValue) }
}

/// How many pages a document has.
public enum PageCount: Equatable, Sendable {
    /// The exact number of pages.
    case exact(Int64)
    /// The probable number of pages.
    case estimated(Int64)
    /// An unknown number: the pages are found step by step.
    case unknown
    /// The probable number of pages while they are being counted, of which `counted` are there for sure. The host asks
    /// again until it is exact; each time count on for 50 ms or so. The ids of pages stay as they are meanwhile.
    case counting(Int64, counted: Int64)
}

/// The size and the label of a page.
public struct PageMetrics: Equatable, Sendable {
    /// Across, in points (1/72 inch), above 0.
    public var width: Double
    /// Down, in points, above 0.
    public var height: Double
    /// The label that is printed on the page ("iv", "12"), at most 63 bytes: a longer one is cut at a character. Empty:
    /// its number.
    public var label: String
    /// Whether the size is a guess that a closer look may change.
    public var isEstimated: Bool
    /// How many frames the page has; more than 1 where it moves.
    public var frames: Int

    /// The metrics of a page of `width` by `height` points.
    public init(width: Double, height: Double, label: String = "", isEstimated: Bool = false, frames: Int = 1) {
        self.width = width
        self.height = height
        self.label = label
        self.isEstimated = isEstimated
        self.frames = frames
    }

    /// The pixels of the whole page at `scale` (pixels per point), turned by `rotation`, by the rule of
    /// `sheaf_render`; nil where they are too many for the ABI.
    public func pixelSize(scale: Double, rotation: Rotation) -> (width: Int, height: Int)? {
        let (across, down) = rotation.swapsSides ? (height, width) : (width, height)
        guard let width = Self.pixels(across * scale), let height = Self.pixels(down * scale) else { return nil }
        return (width, height)
    }

    private static func pixels(_ length: Double) -> Int? {
        Int32(exactly: (length - 0.001).rounded(.up)).map { max(Int($0), 1) }
    }
}

/// An event of a page's appearance on a screen, in this order; a transition that is given up goes from will to did of
/// the other.
public enum AppearanceEvent: UInt32, Sendable {
    /// The page starts to come onto a screen.
    case willAppear = 1
    /// The page is on the screen, and the reader rests.
    case didAppear = 2
    /// The page starts to leave a screen.
    case willDisappear = 3
    /// The page has left the screen.
    case didDisappear = 4
}

/// The answer of a page about a drag that starts at a point on it.
public enum Hit: Equatable, Sendable {
    /// The page has something here, and leaves drags to the viewer.
    case content
    /// The page takes a drag that starts here for itself.
    case claimed
    /// The page is blank here.
    case background
}

/// A step of a page being moved by hand.
public struct PageMove: Equatable, Sendable {
    /// How far the hand has got.
    public enum Stage: UInt32, Sendable {
        /// The page was picked up. Throw to say that it must stay.
        case begin = 1
        /// The page hovers. Throw to say that it must not go there.
        case update = 2
        /// The page was let go: now it moves.
        case end = 3
        /// The page goes back to where it was.
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
