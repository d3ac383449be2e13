/// How much the cache may hold.
package struct CacheLimits: Equatable, Sendable {
    /// Bytes, for everything. 0 leaves only what is protected.
    package let soft: Int
    /// Bytes, for what is on some screen or about to be: deferred pages and reservations count too, and nothing passes it. At
    /// least `soft`.
    package let hard: Int
    /// Pages, whatever they show: each is a descriptor, and small pages run out of these before they run out of bytes.
    package let pages: Int
    /// What `hard` is for bytes, for pages. At least `pages`.
    package let hardPages: Int

    /// - Parameters:
    ///   - hard: where it is less than `soft`, `soft` holds.
    ///   - hardPages: where it is less than `pages`, `pages` holds.
    package init(soft: Int, hard: Int, pages: Int = .max, hardPages: Int = .max) {
        self.soft = soft
        self.hard = max(soft, hard)
        self.pages = pages
        self.hardPages = max(pages, hardPages)
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
    /// Pages that left the cache and stayed alive, since they were protected.
    package var deferred = 0
    /// Deferred pages that were asked for, and so were cached again.
    package var readmitted = 0
    /// Pages that were rendered before anybody asked for them.
    package var readAhead = 0
    /// Those of them that somebody asked for later.
    package var readAheadUsed = 0

    package init(
        hits: Int = 0, misses: Int = 0, joined: Int = 0, evicted: Int = 0, notKept: Int = 0, deferred: Int = 0,
        readmitted: Int = 0, readAhead: Int = 0, readAheadUsed: Int = 0
    ) {
        self.hits = hits
        self.misses = misses
        self.joined = joined
        self.evicted = evicted
        self.notKept = notKept
        self.deferred = deferred
        self.readmitted = readmitted
        self.readAhead = readAhead
        self.readAheadUsed = readAheadUsed
    }
}
