package import PageModel

/// The side on which reading begins. Offsets and indexes count in reading order either way: only what is seen is mirrored,
/// facing pages and a horizontal axis.
package enum ReadingOrder: Hashable, Sendable {
    case leftToRight
    case rightToLeft
}

/// A way to take the pages of an axis together into spreads, the units that are turned, whatever the pages measure.
@usableFromInline package enum SpreadKind: Hashable, Sendable {
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
    @inline(__always) fileprivate var isSingle: Bool {
        switch self {
        case .single, .leaf(.mirrored): true
        case .double, .cover, .leaf(.nextPage): false
        }
    }

    /// The spread that a page belongs to. A back belongs to its front's.
    @inlinable func spread(ofPage index: Int) -> Int {
        switch self {
        case .single, .leaf(.mirrored): index
        case .double, .leaf(.nextPage): index / 2
        case .cover: (index + 1) / 2
        }
    }

    /// The indexes of the pages of a spread, in reading order, as far as a document without end would have them. A back
    /// is not among them.
    @inlinable func pages(ofSpread spread: Int) -> Range<Int> {
        switch self {
        case .single, .leaf(.mirrored): spread..<spread + 1
        case .double: spread * 2..<spread * 2 + 2
        case .cover: max(spread * 2 - 1, 0)..<spread * 2 + 1
        case .leaf(.nextPage): spread * 2..<spread * 2 + 1
        }
    }

    /// Whether the back of a leaf is a page of its own.
    @inlinable var hasBacks: Bool { if case .leaf(.nextPage) = self { true } else { false } }

    /// Whether pages face each other.
    package var isPaired: Bool { self == .double || self == .cover }
}

/// The pages that stand alone where others stand in pairs: those that are wider than high.
package enum WidePages: Hashable, Sendable {
    /// Each stands alone, and pairs are counted anew behind it.
    case alone
    /// Each stands in a pair, as any other page.
    case paired
}

/// How the pages of an axis are taken together: by their kind, and around pages that stand alone among pairs. Behind such a page
/// pairs are counted anew: pages 1 | 2 | 3, which is wide | 4 5 | 6.
@usableFromInline package struct Spreads: Hashable, Sendable {
    /// A page that stands alone.
    private struct Alone: Hashable, Sendable {
        let page: Int
        /// The spread that is the page's.
        let spread: Int
    }

    package let kind: SpreadKind
    /// Ascending. Empty where no page stands alone, but for a cover.
    private var alone: [Alone] = []

    package init(_ kind: SpreadKind) { self.kind = kind }

    /// - Parameter pages: those that stand alone, ascending; they count where pages face each other.
    package init(_ kind: SpreadKind, alone pages: some Sequence<Int>) {
        self.kind = kind
        for page in pages { setAlone(page) }
    }

    package static let single = Spreads(.single)
    package static let double = Spreads(.double)
    package static let cover = Spreads(.cover)
    package static func leaf(_ back: SpreadKind.Back) -> Spreads { Spreads(.leaf(back)) }

    /// Has a page stand alone that is behind all that do. The spreads before it stay as they are.
    package mutating func setAlone(_ page: Int) {
        guard kind.isPaired, page > alone.last?.page ?? -1 else { return }
        alone.append(Alone(page: page, spread: page == 0 ? 0 : spread(ofPage: page - 1) + 1))
    }

    /// The indexes of the pages that stand alone, ascending.
    package var alonePages: [Int] { alone.map(\.page) }

    /// Whether each page is a spread of its own, without another one on its back.
    @inline(__always) var isSingle: Bool { kind.isSingle }

    /// Whether the back of a leaf is a page of its own.
    @inline(__always) package var hasBacks: Bool { kind.hasBacks }

    /// Whether pages face each other.
    package var isPaired: Bool { kind.isPaired }

    /// The spread that a page belongs to. A back belongs to its front's.
    @inline(__always) package func spread(ofPage index: Int) -> Int {
        alone.isEmpty ? kind.spread(ofPage: index) : spread(ofPage: index, after: lastAlone { $0.page <= index })
    }

    private func spread(ofPage index: Int, after last: Int?) -> Int {
        guard let last else { return kind.spread(ofPage: index) }
        let (page, spread) = (alone[last].page, alone[last].spread)
        return index == page ? spread : spread + 1 + (index - page - 1) / 2
    }

    /// The indexes of the pages of a spread, in reading order, as far as a document without end would have them. A back
    /// is not among them.
    @inline(__always) package func pages(ofSpread spread: Int) -> Range<Int> {
        alone.isEmpty
            ? kind.pages(ofSpread: spread) : pages(ofSpread: spread, after: lastAlone { $0.spread <= spread })
    }

    private func pages(ofSpread spread: Int, after last: Int?) -> Range<Int> {
        let pages: Range<Int>
        if let last {
            let (page, start) = (alone[last].page, alone[last].spread)
            if spread == start { return page..<page + 1 }
            let first = page + 1 + (spread - start - 1) * 2
            pages = first..<first + 2
        } else {
            pages = kind.pages(ofSpread: spread)
        }
        let next = (last ?? -1) + 1
        // The page before one that stands alone may have no partner.
        return next < alone.count ? pages.lowerBound..<min(pages.upperBound, alone[next].page) : pages
    }

    /// The position of the last page that stands alone and is not past a place; nil where none is.
    private func lastAlone(_ isBefore: (Alone) -> Bool) -> Int? {
        var (low, high) = (0, alone.count)
        while low < high {
            let middle = (low + high) / 2
            if isBefore(alone[middle]) { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? low - 1 : nil
    }

    /// The spreads before one that hold one page where others hold two: those of pages that stand alone, and those whose next page does.
    func singles(before end: Int) -> [Int] {
        var singles: [Int] = kind == .cover ? [0] : []
        for page in alone {
            let before = page.spread - 1
            if before >= 0, before > singles.last ?? -1, pages(ofSpread: before).count == 1 { singles.append(before) }
            if page.spread > singles.last ?? -1 { singles.append(page.spread) }
        }
        return singles.filter { $0 < end }
    }

    /// The index of the page on the back of a leaf, where it is a page of its own.
    package func back(ofSpread spread: Int) -> Int? {
        hasBacks ? spread * 2 + 1 : nil
    }

    /// How many spreads so many pages make.
    package func count(pages: Int) -> Int {
        pages == 0 ? 0 : spread(ofPage: pages - 1) + 1
    }

    /// The part of the viewport that a page has for itself. One that stands alone since it is wide has all. A cover stands on its own
    /// side, opposite to where reading begins; a last page that is alone where it would stand with its partner.
    package func part(ofPage index: Int, order: ReadingOrder) -> SpreadPart {
        guard isPaired else { return .whole }
        var isFirst = index.isMultiple(of: 2) == (kind == .double)
        if let last = lastAlone({ $0.page <= index }) {
            guard alone[last].page != index else { return .whole }
            isFirst = (index - alone[last].page - 1).isMultiple(of: 2)
        }
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
