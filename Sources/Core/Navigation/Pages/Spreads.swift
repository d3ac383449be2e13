package import PageModel

/// The side on which reading begins. Offsets and indexes count in reading order either way: only what is seen is mirrored,
/// facing pages and a horizontal axis.
package enum ReadingOrder: Hashable, Sendable {
    case leftToRight
    case rightToLeft
}

/// How the pages of an axis are taken together into spreads, the units that are turned.
@usableFromInline package enum Spreads: Hashable, Sendable {
    /// One page.
    case single
    /// A page and the one that follows it.
    case double
    /// The first page alone, then pairs.
    case cover
    /// A front with its back.
    case leaf(Back)

    /// The back of a leaf.
    @usableFromInline package enum Back: Hashable, Sendable {
        /// The front, mirrored: no page of its own.
        case mirrored
        /// The page that follows the front, as in a book.
        case nextPage
    }

    /// Whether each page is a spread of its own, without another one on its back.
    @inline(__always) var isSingle: Bool {
        switch self {
        case .single, .leaf(.mirrored): true
        case .double, .cover, .leaf(.nextPage): false
        }
    }

    /// The spread that a page belongs to. A back belongs to its front's.
    @inlinable package func spread(ofPage index: Int) -> Int {
        switch self {
        case .single, .leaf(.mirrored): index
        case .double, .leaf(.nextPage): index / 2
        case .cover: (index + 1) / 2
        }
    }

    /// The indexes of the pages of a spread, in reading order, as far as a document without end would have them. A back
    /// is not among them.
    @inlinable package func pages(ofSpread spread: Int) -> Range<Int> {
        switch self {
        case .single, .leaf(.mirrored): spread..<spread + 1
        case .double: spread * 2..<spread * 2 + 2
        case .cover: max(spread * 2 - 1, 0)..<spread * 2 + 1
        case .leaf(.nextPage): spread * 2..<spread * 2 + 1
        }
    }

    /// The index of the page on the back of a leaf, where it is a page of its own.
    package func back(ofSpread spread: Int) -> Int? {
        hasBacks ? spread * 2 + 1 : nil
    }

    /// How many spreads so many pages make.
    package func count(pages: Int) -> Int {
        pages == 0 ? 0 : spread(ofPage: pages - 1) + 1
    }

    /// Whether the back of a leaf is a page of its own.
    @inlinable package var hasBacks: Bool { if case .leaf(.nextPage) = self { true } else { false } }

    /// Whether pages face each other.
    package var isPaired: Bool { self == .double || self == .cover }

    /// The part of the viewport that a page has for itself. A cover stands on its own side, opposite to where reading
    /// begins; a last page that is alone where it would stand with its partner.
    package func part(ofPage index: Int, order: ReadingOrder) -> SpreadPart {
        guard isPaired else { return .whole }
        let isFirst = index.isMultiple(of: 2) == (self == .double)
        return isFirst == (order == .leftToRight) ? .left : .right
    }
}

/// A spread as it stands.
package struct Spread: Hashable, Sendable {
    /// From 0, along its axis.
    package let index: Int
    /// The pages of the spread in reading order, without a back; at a crossing those that are seen through it.
    package let pages: PagePair
    /// The page on its back, where it has one of its own.
    package let back: Location?

    package init(index: Int, pages: PagePair = PagePair(), back: Location? = nil) {
        self.index = index
        self.pages = pages
        self.back = back
    }

    /// Whether both show the same pages, whatever their indexes are by now.
    func hasSamePages(as other: Spread) -> Bool { pages.hasSamePages(as: other.pages) }
}
