/// A number of pages and their bytes.
package struct CacheAmount: Equatable, Sendable {
    package var bytes = 0
    package var pages = 0

    package init(bytes: Int = 0, pages: Int = 0) {
        self.bytes = bytes
        self.pages = pages
    }

    package static func + (one: CacheAmount, other: CacheAmount) -> CacheAmount {
        CacheAmount(bytes: one.bytes + other.bytes, pages: one.pages + other.pages)
    }

    static func += (one: inout CacheAmount, other: CacheAmount) { one = one + other }

    static func -= (one: inout CacheAmount, other: CacheAmount) {
        one.bytes -= other.bytes
        one.pages -= other.pages
    }

    /// Whether it stays within limits.
    func fits(bytes limit: Int, pages pageLimit: Int) -> Bool { bytes <= limit && pages <= pageLimit }
}

/// What the cache knows of one rendition: of one that is alive, is being rendered or is protected.
struct CacheEntry: Sendable {
    /// Where a page is.
    enum Place: Sendable {
        /// Not alive.
        case none
        case cached
        /// Out of the cache, and alive as long as it is protected.
        case deferred
    }

    var place = Place.none
    /// What it takes while it is alive.
    var bytes = 0
    /// How long it took to render, in microseconds.
    var renderTime: UInt64 = 0
    /// Where it is in its document; nil where that is not known.
    var index: Int?
    /// What its render under way may take.
    var reserved: Int?
    /// Nobody has asked for it yet.
    var isReadAhead = false
    /// How often it is protected as shown.
    var shown = 0
    /// How often it is protected otherwise.
    var moving = 0
    /// It goes as soon as nothing protects it.
    var isRetired = false

    var isAlive: Bool { place != .none }
    var isProtected: Bool { shown > 0 || moving > 0 }
    var cost: PageCost { PageCost(bytes: bytes, renderTime: renderTime) }
    /// Whether nothing is known that is worth keeping.
    var isVacant: Bool { !isAlive && reserved == nil && !isProtected }
}

/// The sums over all entries: kept, since every reservation asks for them.
package struct CacheSums: Equatable, Sendable {
    package private(set) var cached = CacheAmount()
    package private(set) var deferred = CacheAmount()
    /// Of what is being rendered.
    package private(set) var reserved = CacheAmount()
    /// Of what is alive and protected.
    package private(set) var protected = CacheAmount()
    /// Of what is alive and protected as shown.
    package private(set) var shown = CacheAmount()

    var alive: CacheAmount { cached + deferred }

    /// Of what is alive and protected, but not as shown.
    package var moving: CacheAmount {
        var rest = protected
        rest -= shown
        return rest
    }

    mutating func add(_ entry: CacheEntry) {
        if let bytes = entry.reserved { reserved += CacheAmount(bytes: bytes, pages: 1) }
        guard entry.isAlive else { return }
        let amount = CacheAmount(bytes: entry.bytes, pages: 1)
        if entry.place == .cached { cached += amount } else { deferred += amount }
        if entry.isProtected { protected += amount }
        if entry.shown > 0 { shown += amount }
    }

    mutating func subtract(_ entry: CacheEntry) {
        if let bytes = entry.reserved { reserved -= CacheAmount(bytes: bytes, pages: 1) }
        guard entry.isAlive else { return }
        let amount = CacheAmount(bytes: entry.bytes, pages: 1)
        if entry.place == .cached { cached -= amount } else { deferred -= amount }
        if entry.isProtected { protected -= amount }
        if entry.shown > 0 { shown -= amount }
    }
}
