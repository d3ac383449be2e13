package import PageModel

/// One of the two directions in which a reader turns pages. They cross.
@usableFromInline package enum Axis: Hashable, Sendable, CaseIterable {
    case horizontal
    case vertical

    /// The one that crosses it.
    package var other: Axis { self == .horizontal ? .vertical : .horizontal }

    /// Where its pages are shown.
    package var surface: Surface { self == .horizontal ? .horizontal : .vertical }

    // A turn compares these often: the compiler's own comparison is a call through a table in other modules.
    @inlinable package static func == (one: Axis, other: Axis) -> Bool {
        switch (one, other) {
        case (.horizontal, .horizontal), (.vertical, .vertical): true
        default: false
        }
    }
}

/// Where a page is shown: on one of the axes, or behind them where they cross.
@usableFromInline package enum Surface: Hashable, Sendable, CaseIterable {
    case horizontal
    case vertical
    case background

    @inlinable package static func == (one: Surface, other: Surface) -> Bool {
        switch (one, other) {
        case (.horizontal, .horizontal), (.vertical, .vertical), (.background, .background): true
        default: false
        }
    }
}

/// Which way a reader goes.
@usableFromInline package enum Direction: Hashable, Sendable {
    case forward
    case backward
}

/// A page, where it is shown, and its index at the time.
package struct Location: Hashable, Sendable {
    package let surface: Surface
    package let page: PageID
    /// From 0, among the pages of its surface.
    package let index: Int

    package init(_ surface: Surface = .horizontal, page: PageID, index: Int) {
        self.surface = surface
        self.page = page
        self.index = index
    }

    /// Whether both are the same page on the same surface, whatever its index is by now.
    package func isSamePage(as other: Location) -> Bool { page == other.page && surface == other.surface }
}

/// The known pages of a reader. The machine asks for what it needs; it keeps no table of its own.
package protocol PageSource {
    /// How many pages there are on a surface; nil where nobody knows for sure.
    func count(on surface: Surface) -> Int?

    /// The page at an index; nil where there is none, and where it was not looked up yet.
    func page(at index: Int, on surface: Surface) -> PageID?
}

/// The pages of a spread: none, one or two, in reading order. They lie within it, so that a turn allocates nothing.
package struct PagePair: Hashable, Sendable, RandomAccessCollection {
    package private(set) var first: Location?
    /// Only where there is a first one.
    package private(set) var second: Location?

    package init() {}

    package init(_ first: Location) {
        self.first = first
    }

    package init(_ first: Location, _ second: Location?) {
        self.first = first
        self.second = second
    }

    package var startIndex: Int { 0 }
    package var endIndex: Int { count }
    package var count: Int { second != nil ? 2 : first != nil ? 1 : 0 }
    package var isEmpty: Bool { first == nil }

    package subscript(position: Int) -> Location {
        guard let page = position == 0 ? first : position == 1 ? second : nil else {
            preconditionFailure("a spread has no page \(position)")
        }
        return page
    }

    /// Adds a page behind the others; a third one is left out.
    mutating func append(_ page: Location) {
        if first == nil { first = page } else if second == nil { second = page }
    }

    /// Whether a page is among them, whatever its index is by now.
    func includes(_ page: Location) -> Bool {
        first?.isSamePage(as: page) ?? false || second?.isSamePage(as: page) ?? false
    }

    /// Whether both hold the same pages in the same order, whatever their indexes are by now.
    func hasSamePages(as other: PagePair) -> Bool {
        Self.isSame(first, other.first) && Self.isSame(second, other.second)
    }

    private static func isSame(_ one: Location?, _ other: Location?) -> Bool {
        guard let one, let other else { return one == nil && other == nil }
        return one.isSamePage(as: other)
    }
}

/// A few pages in an order that means something: three of them lie within it, so that most lists allocate nothing.
package struct PageList: Hashable, Sendable, RandomAccessCollection {
    private var pair = PagePair()
    private var third: Location?
    /// The fourth and those behind it.
    private var others: [Location] = []

    package init() {}

    /// The pages of a spread, and one behind them.
    package init(_ pair: PagePair, _ last: Location? = nil) {
        self.pair = pair
        if let last { append(last) }
    }

    init(_ pages: some Sequence<Location>) {
        for page in pages { append(page) }
    }

    package var startIndex: Int { 0 }
    package var endIndex: Int { count }
    package var count: Int { third == nil ? pair.count : 3 + others.count }
    package var isEmpty: Bool { pair.isEmpty }
    package var first: Location? { pair.first }

    package subscript(position: Int) -> Location {
        guard position >= 2 else { return pair[position] }
        guard position == 2 else { return others[position - 3] }
        guard let third else { preconditionFailure("the list has no page 2") }
        return third
    }

    /// Adds a page behind the others.
    mutating func append(_ page: Location) {
        if pair.second == nil {
            pair.append(page)
        } else if third == nil {
            third = page
        } else {
            others.append(page)
        }
    }

    /// Adds the pages that are not among them yet, behind the others.
    mutating func add(_ pages: PagePair) {
        for page in pages where !contains(where: { $0.isSamePage(as: page) }) { append(page) }
    }
}
