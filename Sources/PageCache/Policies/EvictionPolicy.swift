package import PageModel

/// Which page goes when room is needed. The cache keeps the pages; a policy only ranks them.
package protocol EvictionPolicy: Sendable {
    /// A page came into the cache; it counts as used now, unless it was only read ahead.
    mutating func admit(_ page: CandidatePage, at time: Instant)
    /// A page was asked for.
    mutating func use(_ rendition: Rendition, at time: Instant)
    /// A page left the cache.
    ///
    /// - Parameter isDisplaced: whether it had to make room. Else it was out of date, or its document was closed.
    mutating func remove(_ rendition: Rendition, isDisplaced: Bool)
    /// Pages of a document are elsewhere in it than before.
    ///
    /// - Parameter index: where a page is now; nil where that is not known.
    mutating func relocate(_ document: DocumentID, index: (PageID) -> Int?)
    /// Calls `body` with one page after the other, the one to let go first at first, until it returns false.
    func rank(near places: ReadingPlaces, at time: Instant, _ body: (Rendition) -> Bool)
    /// Whether a page is worth what it displaces; where it is not, it is handed over only.
    mutating func admits(
        _ page: CandidatePage, displacing victims: [Rendition], near places: ReadingPlaces, at time: Instant
    ) -> Bool
}

/// A page that is to be kept.
package struct CandidatePage: Sendable {
    package let rendition: Rendition
    /// Where it is in its document; nil where that is not known.
    package let index: Int?
    package let cost: PageCost
    /// Whether nobody has asked for it yet.
    package let isReadAhead: Bool
}

/// The policies, by the names that an operator gives them.
package enum CachePolicy: String, CaseIterable, Sendable {
    case lru
    case gdsf
    case reading

    /// One that has seen no page yet.
    package func make() -> any EvictionPolicy {
        switch self {
        case .lru: LeastRecentlyUsed()
        case .gdsf: GreedyDualSize()
        case .reading: ReadingPolicy()
        }
    }
}
