package import PageModel

/// The account of the capped memory of rendered pages. Pure: it counts bytes and says what to let go; the caller holds the
/// memory itself.
///
/// A page's cost is the bytes of its memory, counted from the reservation before its render to its eviction. What is
/// cached and what is reserved stay within the soft limit. A page that has to make room leaves memory, unless somebody
/// needs it: what a reader at rest shows stays where it is, and what is protected otherwise is *deferred*. Deferred pages
/// are outside the soft limit and live until their protection ends or they are asked for. Everything together stays
/// within the hard limit.
package struct PageCache: Sendable {
    /// What a page is rendered for.
    package enum Purpose: Equatable, Sendable {
        /// Somebody asks for it.
        case demand
        /// Somebody may ask for it.
        case readAhead
    }

    /// What a reservation came to.
    package enum Reservation: Equatable, Sendable {
        /// The page will be kept when it is rendered; these had to go.
        case kept(evicted: [Rendition])
        /// There is no room: the page is handed over only.
        case notKept
        /// There is room as soon as some page that is protected, and not shown at rest, is let go. Nothing was counted.
        case crowded
    }

    /// How much may be held. Set it with ``setLimits(_:)``.
    package private(set) var limits: CacheLimits
    package internal(set) var counters = CacheCounters()

    var policy: any EvictionPolicy
    private(set) var entries: [Rendition: CacheEntry] = [:]
    private var followed = FollowedReaders()
    /// Where all readers are, once that was asked for since one of them turned.
    private var places: ReadingPlaces?
    private var protections: [ReaderKey: Protection] = [:]
    /// What is in it, by state.
    package private(set) var sums = CacheSums()
    /// The latest time that it was told.
    var now = Instant(microseconds: 0)
    /// How long renders took, those of late counting most, in microseconds.
    var usualRenderTime: UInt64 = 0

    package init(limits: CacheLimits, policy: any EvictionPolicy) {
        self.limits = limits
        self.policy = policy
    }

    /// How many pages are alive: cached or deferred.
    package var count: Int { sums.alive.pages }

    /// The bytes of all pages that are alive.
    package var bytes: Int { sums.alive.bytes }

    /// The bytes that renders under way will take.
    package var reservedBytes: Int { sums.reserved.bytes }

    /// How many pages are deferred.
    package var deferredCount: Int { sums.deferred.pages }

    /// Whether protected pages are over the hard limit, which only a lowered one makes possible.
    package var isCrowded: Bool {
        !(sums.alive + sums.reserved).fits(bytes: limits.hard, pages: limits.hardPages) && sums.protected != sums.shown
    }

    /// Whether a page is alive; counts as nothing.
    package func isAlive(_ rendition: Rendition) -> Bool { entries[rendition]?.isAlive ?? false }

    /// Whether a page is alive or being rendered; counts as nothing.
    package func contains(_ rendition: Rendition) -> Bool {
        guard let entry = entries[rendition] else { return false }
        return entry.isAlive || entry.reserved != nil
    }

    /// Whether a page is alive. Counts as a use, and as a hit or a miss.
    ///
    /// - Returns: what had to go for it, where it was deferred.
    package mutating func lookup(_ rendition: Rendition, at time: Instant) -> (isHit: Bool, evicted: [Rendition]) {
        now = time
        guard let place = entries[rendition]?.place, place != .none else {
            counters.misses += 1
            return (false, [])
        }
        counters.hits += 1
        return (true, use(rendition, in: place, at: time))
    }

    /// Counts a use of a page, where it is alive: a reader has turned to it. A deferred one is cached again.
    ///
    /// - Returns: what had to go for it.
    package mutating func use(_ rendition: Rendition, at time: Instant) -> [Rendition] {
        now = time
        guard let place = entries[rendition]?.place else { return [] }
        return use(rendition, in: place, at: time)
    }

    /// Sets what a reader needs, in place of what it needed before.
    ///
    /// - Returns: what is not needed any more and has no room, in the order in which it goes.
    package mutating func protect(_ protection: Protection, of reader: ReaderKey, at time: Instant) -> [Rendition] {
        now = time
        let before =
            protection.isEmpty
            ? protections.removeValue(forKey: reader) : protections.updateValue(protection, forKey: reader)
        guard (before ?? Protection()) != protection else { return [] }
        // The new before the old: what is in both is never without protection.
        for rendition in protection.moving { change(rendition) { $0.moving += 1 } }
        for rendition in protection.shown where change(rendition, { $0.shown += 1 }).place == .deferred {
            putBack(rendition, at: time)
        }
        var gone: [Rendition] = []
        if let before {
            for rendition in before.moving { end(rendition, { $0.moving -= 1 }, evicted: &gone) }
            for rendition in before.shown { end(rendition, { $0.shown -= 1 }, evicted: &gone) }
        }
        return gone + makeRoom()
    }

    /// Notes where a reader is now; nil: nowhere. What follows from it is only reckoned when room is needed.
    ///
    /// - Parameter axis: which of the documents that it reads in, counted from 0.
    package mutating func follow(
        _ place: ReadingPlace?, axis: Int = 0, of reader: ReaderKey, at time: Instant
    ) {
        now = time
        if followed.follow(place, axis: axis, of: reader) { places = nil }
    }

    /// Notes that a reader has gone, from all that it read in.
    package mutating func unfollow(_ reader: ReaderKey, at time: Instant) {
        now = time
        if followed.leave(reader) { places = nil }
    }

    /// Notes where the pages of a document are now: some have come, gone or moved.
    ///
    /// - Parameter index: where a page is; nil where that is not known.
    package mutating func relocate(_ document: DocumentID, index: (PageID) -> Int?) {
        for rendition in entries.keys where rendition.document == document {
            entries[rendition]?.index = index(rendition.page)
        }
        policy.relocate(document, index: index)
    }

    /// Lets a page go as soon as nothing protects it.
    ///
    /// - Returns: the page, where that is now.
    package mutating func retire(_ rendition: Rendition) -> [Rendition] {
        guard isAlive(rendition) else { return [] }
        guard !change(rendition, { $0.isRetired = true }).isProtected else { return [] }
        evict(rendition, isDisplaced: false)
        return [rendition]
    }

    /// Sets other limits; lets go what they have no room for. ``isCrowded`` tells whether that is enough.
    package mutating func setLimits(_ limits: CacheLimits) -> [Rendition] {
        self.limits = limits
        return makeRoom()
    }

    /// Takes another policy in place of the one before. No page goes for that: to the new one they have come in the order in
    /// which the old one would have let them go.
    package mutating func setPolicy(_ policy: any EvictionPolicy, at time: Instant) {
        now = time
        let order = cachedInOrder
        self.policy = policy
        for rendition in order {
            if let entry = entries[rendition] { self.policy.admit(CandidatePage(rendition, entry), at: time) }
        }
    }

    /// Lets go every page that matches, protected ones too: their document is gone.
    package mutating func removeAll(where matches: (Rendition) -> Bool) -> [Rendition] {
        let gone = entries.filter { $0.value.isAlive && matches($0.key) }.map(\.key)
        for rendition in gone { remove(rendition, isDisplaced: false) }
        return gone
    }

    /// Counts a waiter that joined a render under way.
    ///
    /// - Parameter purpose: with a demand the render is no longer one for reading ahead.
    package mutating func countJoin(_ rendition: Rendition, purpose: Purpose) {
        counters.joined += 1
        if purpose == .demand, contains(rendition) { change(rendition) { $0.isReadAhead = false } }
    }

    /// Counts a page that is handed over only, since the cache stayed crowded.
    package mutating func countNotKept() { counters.notKept += 1 }

    private mutating func use(
        _ rendition: Rendition, in place: CacheEntry.Place, at time: Instant
    ) -> [Rendition] {
        if place != .none, entries[rendition]?.isReadAhead ?? false {
            entries[rendition]?.isReadAhead = false
            counters.readAheadUsed += 1
        }
        switch place {
        case .none: return []
        case .cached:
            policy.use(rendition, at: time)
            return []
        case .deferred:
            putBack(rendition, at: time)
            return makeRoom()
        }
    }

    private mutating func putBack(_ rendition: Rendition, at time: Instant) {
        counters.readmitted += 1
        let entry = change(rendition) { entry in
            entry.place = .cached
            entry.isReadAhead = false
        }
        policy.admit(CandidatePage(rendition, entry), at: time)
    }

    /// Ends one protection of a page; where it was the last, the page may go with it.
    private mutating func end(
        _ rendition: Rendition, _ step: (inout CacheEntry) -> Void, evicted: inout [Rendition]
    ) {
        let entry = change(rendition, step)
        guard entry.isAlive, !entry.isProtected, entry.place == .deferred || entry.isRetired else { return }
        evict(rendition, isDisplaced: entry.place == .deferred)
        evicted.append(rendition)
    }

    /// Where all readers are.
    mutating func placesNow() -> ReadingPlaces {
        let now = currentPlaces
        places = now
        return now
    }

    /// The same, where nothing may change.
    var currentPlaces: ReadingPlaces { places ?? followed.readingPlaces }

    mutating func evict(_ rendition: Rendition, isDisplaced: Bool) {
        remove(rendition, isDisplaced: isDisplaced)
        counters.evicted += 1
    }

    private mutating func remove(_ rendition: Rendition, isDisplaced: Bool) {
        change(rendition) { entry in
            entry.place = .none
            entry.bytes = 0
            entry.isRetired = false
        }
        policy.remove(rendition, isDisplaced: isDisplaced)
    }

    /// Changes an entry, and the sums with it.
    @discardableResult
    mutating func change(_ rendition: Rendition, _ step: (inout CacheEntry) -> Void) -> CacheEntry {
        let after = Self.change(&entries[rendition, default: CacheEntry()], &sums, step)
        if after.isVacant { entries[rendition] = nil }
        return after
    }

    private static func change(
        _ entry: inout CacheEntry, _ sums: inout CacheSums, _ step: (inout CacheEntry) -> Void
    ) -> CacheEntry {
        sums.subtract(entry)
        step(&entry)
        sums.add(entry)
        return entry
    }
}
