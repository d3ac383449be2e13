/// How much the cache may hold.
package struct CacheLimits: Equatable, Sendable {
    /// For everything.
    package let soft: Int
    /// For what is on some screen; nothing passes it. At least `soft`.
    package let hard: Int
    /// Pages, whatever they show: each is a descriptor, and small pages run out of these before they run out of bytes.
    package let pages: Int

    /// - Parameter hard: where it is less than `soft`, `soft` holds.
    package init(soft: Int, hard: Int, pages: Int = .max) {
        self.soft = soft
        self.hard = max(soft, hard)
        self.pages = pages
    }
}

/// What happened in a cache since it was made, in pages.
package struct CacheCounters: Equatable, Sendable {
    package var hits = 0
    package var misses = 0
    /// Renders that a second waiter joined.
    package var joined = 0
    package var evicted = 0
    /// Pages that were handed over and not kept, for want of room.
    package var notKept = 0

    package init(hits: Int = 0, misses: Int = 0, joined: Int = 0, evicted: Int = 0, notKept: Int = 0) {
        self.hits = hits
        self.misses = misses
        self.joined = joined
        self.evicted = evicted
        self.notKept = notKept
    }
}
