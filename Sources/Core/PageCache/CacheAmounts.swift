/// A number of pages and their bytes.
package struct CacheAmount: Equatable, Sendable {
    package var bytes = 0
    package var pages = 0

    package static func + (one: CacheAmount, other: CacheAmount) -> CacheAmount {
        CacheAmount(bytes: one.bytes + other.bytes, pages: one.pages + other.pages)
    }

    static func - (one: CacheAmount, other: CacheAmount) -> CacheAmount {
        CacheAmount(bytes: one.bytes - other.bytes, pages: one.pages - other.pages)
    }

    static func += (one: inout CacheAmount, other: CacheAmount) { one = one + other }

    static func -= (one: inout CacheAmount, other: CacheAmount) {
        one.bytes -= other.bytes
        one.pages -= other.pages
    }

    /// Whether it stays within limits.
    func fits(bytes limit: Int, pages pageLimit: Int) -> Bool { bytes <= limit && pages <= pageLimit }
}

/// How much the cache may hold.
package struct CacheLimits: Equatable, Sendable {
    /// The soft limit in bytes, for everything. 0 leaves only what is protected.
    package let soft: Int
    /// Bytes, for what is on some screen or about to be: deferred pages and reservations count too, and nothing passes it. At
    /// least `soft`.
    package let hard: Int
    /// Pages, whatever they show: each is a descriptor, and small pages run out of these before they run out of bytes.
    package let pages: Int
    /// The hard limit in pages, as `hard` is that in bytes. At least `pages`.
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

    /// The limits that remain where viewers hold so many bytes outside the cache: together within the hard limit.
    package func reduced(byLeasedBytes bytes: Int) -> CacheLimits {
        guard bytes > 0 else { return self }
        let rest = max(hard - bytes, 0)
        return CacheLimits(soft: min(soft, rest), hard: rest, pages: pages, hardPages: hardPages)
    }
}

/// The numbers of what happened in a cache since it was made, in pages.
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
    package var prefetched = 0
    /// Prefetched pages that somebody asked for later.
    package var prefetchedUsed = 0
    /// Prefetched pages that left the cache before anybody asked for them.
    package var prefetchedWasted = 0
}

/// The sums over all entries: kept, since every reservation asks for them.
package struct CacheSums: Equatable, Sendable {
    package private(set) var cached = CacheAmount()
    package private(set) var deferred = CacheAmount()
    /// The amount of what is being rendered.
    package private(set) var reserved = CacheAmount()
    /// The amount of what is alive and protected as shown.
    package private(set) var shown = CacheAmount()
    /// The amount of what is alive and protected, but not as shown.
    package private(set) var moving = CacheAmount()

    /// The amount of what is cached or deferred.
    package var alive: CacheAmount { cached + deferred }

    /// The amount of what is alive and protected.
    package var protected: CacheAmount { shown + moving }

    /// The amount of what is cached and not shown: what may leave the cache. What is shown is cached.
    package var hidden: CacheAmount { cached - shown }

    /// The amount of what is alive and not protected: what may leave memory.
    package var unprotected: CacheAmount { alive - protected }

    /// Whether what is cached and reserved is within the soft limit, and everything within the hard one.
    func isWithin(_ limits: CacheLimits) -> Bool {
        let kept = cached + reserved
        return kept.fits(bytes: limits.soft, pages: limits.pages)
            && (kept + deferred).fits(bytes: limits.hard, pages: limits.hardPages)
    }

    /// Counts all that an entry adds to the sums.
    mutating func add(_ entry: CacheEntry) {
        if let bytes = entry.reserved { reserved += CacheAmount(bytes: bytes, pages: 1) }
        switch entry.state {
        case .absent: return
        case .cached: cached += entry.amount
        case .deferred: deferred += entry.amount
        }
        addProtection(of: entry)
    }

    /// Takes back what ``add(_:)`` counted of an entry.
    mutating func subtract(_ entry: CacheEntry) {
        if let bytes = entry.reserved { reserved -= CacheAmount(bytes: bytes, pages: 1) }
        switch entry.state {
        case .absent: return
        case .cached: cached -= entry.amount
        case .deferred: deferred -= entry.amount
        }
        subtractProtection(of: entry)
    }

    /// Counts what an entry adds to the sums of what is protected.
    @inline(__always)
    mutating func addProtection(of entry: CacheEntry) {
        guard entry.isAlive else { return }
        if entry.shown > 0 { shown += entry.amount } else if entry.moving > 0 { moving += entry.amount }
    }

    /// Takes back what ``addProtection(of:)`` counted of an entry.
    @inline(__always)
    mutating func subtractProtection(of entry: CacheEntry) {
        guard entry.isAlive else { return }
        if entry.shown > 0 { shown -= entry.amount } else if entry.moving > 0 { moving -= entry.amount }
    }
}
