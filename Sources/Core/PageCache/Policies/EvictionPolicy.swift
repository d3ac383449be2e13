package import PageModel

/// A handle of what the cache knows of one rendition. It is the same as long as anything is known, and finds nothing after that.
package struct CacheSlot: Hashable, Sendable {
    /// From 0, without gaps, and used again for another rendition: for arrays beside the cache.
    package let index: Int32
    /// Another one for each rendition that has the index in turn.
    package let generation: UInt32
}

/// Which page goes when room is needed. The cache keeps the pages; a policy only ranks them. It knows a page by its slot from
/// its admission to its removal.
package protocol EvictionPolicy: Sendable {
    /// A page came into the cache; it counts as used now, unless it was only read ahead.
    mutating func admit(_ page: CandidatePage, in slot: CacheSlot)
    /// Pages were asked for, in this order.
    mutating func use(_ slots: Span<CacheSlot>)
    /// A page left the cache.
    ///
    /// - Parameter isDisplaced: whether it had to make room. Else it was out of date, or its document was closed.
    mutating func remove(_ slot: CacheSlot, isDisplaced: Bool)
    /// Pages of a document are elsewhere in it than before.
    ///
    /// - Parameter index: where a page is now; nil where that is not known.
    mutating func relocate(_ document: DocumentID, index: (PageID) -> Int?)
    /// Calls `body` with one page after the other, the one to let go first at first, until it returns false.
    func rank(near positions: ReadingPositions, at time: Instant, _ body: (CacheSlot) -> Bool)
    /// As ``rank(near:at:_:)``, where few pages are to go: it may note what makes that quick for the next time.
    mutating func rankFew(near positions: ReadingPositions, at time: Instant, _ body: (CacheSlot) -> Bool)
    /// Some pages in that order.
    func ranked(_ slots: [CacheSlot], near positions: ReadingPositions, at time: Instant) -> [CacheSlot]
    /// Whether a page is worth what it displaces; where it is not, it is handed over only.
    mutating func admits(
        _ page: CandidatePage, displacing victims: [CacheSlot], near positions: ReadingPositions, at time: Instant
    ) -> Bool
}

extension EvictionPolicy {
    package mutating func rankFew(near positions: ReadingPositions, at time: Instant, _ body: (CacheSlot) -> Bool) {
        rank(near: positions, at: time, body)
    }

    package func ranked(_ slots: [CacheSlot], near positions: ReadingPositions, at time: Instant) -> [CacheSlot] {
        let wanted = Set(slots)
        var ranked: [CacheSlot] = []
        rank(near: positions, at: time) { slot in
            if wanted.contains(slot) { ranked.append(slot) }
            return ranked.count < wanted.count
        }
        return ranked
    }
}

/// A page that is to be kept.
package struct CandidatePage: Sendable {
    package let rendition: Rendition
    /// Where it is in its document; nil where that is not known.
    package let index: Int?
    package let cost: PageCost
    /// Whether nobody has asked for it yet.
    package let isPrefetched: Bool
    /// The chance that a reader comes to it, from 0 to 1, where that was reckoned.
    package var need: Double?
}

/// The cost of getting a page, and of keeping it.
package struct PageCost: Equatable, Sendable {
    /// The bytes that the page's memory takes.
    package let bytes: Int
    /// How long it took to render, in microseconds.
    package let renderTime: UInt64

    /// The cost of missing the page, in microseconds: a page that took no time is not worth nothing.
    var miss: Double { Double(max(renderTime, 1)) }

    /// The cost of missing the page for each byte that it takes, in microseconds.
    var missPerByte: Double { miss / Double(max(bytes, 1)) }
}

/// The policies, by the names that an operator gives them.
package enum CachePolicy: String, CaseIterable, Sendable {
    case lru
    case gdsf
    case reading

    /// Makes a policy that has seen no page yet.
    package func make() -> any EvictionPolicy {
        switch self {
        case .lru: LeastRecentlyUsed()
        case .gdsf: GreedyDualSize()
        case .reading: ReadingPolicy()
        }
    }
}
