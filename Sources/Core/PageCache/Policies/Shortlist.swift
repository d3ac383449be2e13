/// The pages that go next, so that not all of them are looked at for each page that goes.
///
/// Of each page it has a *floor*: what its score stays above or at, until the list is made anew. A page's score is looked at only where
/// its floor is as low as the lowest score that is known, so that the order is that of the scores of all pages.
struct Shortlist: Sendable {
    /// A score, and what decides among equal scores: the lower goes first.
    struct Rank: Sendable {
        let score: Double
        let order: UInt64

        func isLower(than other: Rank) -> Bool {
            score == other.score ? order < other.order : score < other.score
        }
    }

    /// So many pages are on it,
    private static let least = 256
    /// and one for so many of all: the more there are, the closer are their scores.
    private static let share = 16
    /// So many pages may come after it was made, whose floors nobody knows. Then it is made anew.
    private static let mostRecent = 64

    /// With the lowest floor first.
    private(set) var pages: [(floor: Rank, slot: CacheSlot)]
    /// The lowest floor of the pages that are not on it; nil where all are.
    let rest: Rank?
    /// The pages that have come since.
    private(set) var recent: [CacheSlot] = []

    /// How many of so many pages are on it.
    static func size(of count: Int) -> Int { least + count / share }

    init(_ pages: [(floor: Rank, slot: CacheSlot)], rest: Rank?) {
        self.pages = pages
        self.rest = rest
    }

    /// Whether it is to be made anew.
    var isOutdated: Bool { recent.count > Self.mostRecent }

    /// A page has come.
    mutating func add(_ slot: CacheSlot) { recent.append(slot) }

    /// A page that is on it has gone.
    mutating func remove(_ slot: CacheSlot) {
        if let index = pages.firstIndex(where: { $0.slot == slot }) {
            pages.remove(at: index)
        } else if let index = recent.firstIndex(of: slot) {
            recent.remove(at: index)
        }
    }
}

/// A binary heap with the lowest rank at the top.
struct RankHeap {
    struct Element {
        let rank: Shortlist.Rank
        let offset: Int
    }

    private var elements: [Element]

    init(_ elements: [Element] = []) {
        self.elements = elements
        for offset in stride(from: elements.count / 2 - 1, through: 0, by: -1) { sink(offset) }
    }

    var lowest: Element? { elements.first }

    mutating func push(_ element: Element) {
        var offset = elements.count
        elements.append(element)
        while offset > 0 {
            let above = (offset - 1) / 2
            guard elements[offset].rank.isLower(than: elements[above].rank) else { return }
            elements.swapAt(offset, above)
            offset = above
        }
    }

    mutating func popLowest() -> Element? {
        guard let lowest = elements.first, let last = elements.popLast() else { return nil }
        if !elements.isEmpty {
            elements[0] = last
            sink(0)
        }
        return lowest
    }

    private mutating func sink(_ start: Int) {
        var offset = start
        while true {
            var lowest = offset
            let (left, right) = (2 * offset + 1, 2 * offset + 2)
            if left < elements.count, elements[left].rank.isLower(than: elements[lowest].rank) { lowest = left }
            if right < elements.count, elements[right].rank.isLower(than: elements[lowest].rank) { lowest = right }
            guard lowest != offset else { return }
            elements.swapAt(offset, lowest)
            offset = lowest
        }
    }
}
