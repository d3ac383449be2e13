package import PageModel

/// The account of the capped memory of rendered pages. Pure: it counts bytes and says what to let go; the caller holds the
/// memory itself.
///
/// All that is known of a rendition lies in one slot, found by one hash look-up; everything else goes by the slot. A slot
/// lives while its page is alive, room is reserved for it, it is protected, or somebody holds it.
///
/// A page's cost is the bytes of its memory, counted from the reservation before its render to its eviction. What is
/// cached and what is reserved stay within the soft limit. A page that has to make room leaves memory, unless somebody
/// needs it: what a reader at rest shows stays where it is, and what is protected otherwise is *deferred*. Deferred pages
/// are outside the soft limit and live until their protection ends or they are asked for. Everything together stays
/// within the hard limit.
///
/// Where several users read, each has a share (``CacheShares``). A page counts for the user for whom it was rendered.
///
/// Each call that may let pages go returns those that have gone, in their order. A slot that was freed is used again at the
/// next ``hold(_:)`` at the earliest.
package struct PageCache: Sendable {
    /// The purpose of rendering a page.
    package enum Purpose: Equatable, Sendable {
        /// Somebody asks for it.
        case demand
        /// Somebody may ask for it.
        case prefetch
    }

    /// How much may be held. Set it with ``setLimits(_:)``.
    package internal(set) var limits: CacheLimits
    package internal(set) var counters = CacheCounters()

    var entries = CacheEntries()
    var readers = CacheReaders()
    var policy: PolicyInUse
    /// The latest time that any call has named.
    var now = Instant(microseconds: 0)
    /// How long renders took, the latest ones counting most, in microseconds.
    var usualRenderTime: UInt64 = 0

    package init(limits: CacheLimits, policy: any EvictionPolicy) {
        self.limits = limits
        self.policy = PolicyInUse(policy)
    }

    /// The amounts of pages in the cache, by state.
    package var sums: CacheSums { entries.sums }

    /// How many pages are alive: cached or deferred.
    package var count: Int { sums.alive.pages }

    /// The bytes of all pages that are alive.
    package var bytes: Int { sums.alive.bytes }

    /// The bytes that renders under way will take.
    package var reservedBytes: Int { sums.reserved.bytes }

    /// Returns the amount that counts for a user, alive or being rendered.
    package func held(by user: UInt32) -> CacheAmount { entries.held[user] ?? CacheAmount() }

    /// Whether pages that are alive or being rendered are over the hard limit, some of which are protected and not shown: a
    /// reader that needs less makes room. Only a lowered limit makes it possible.
    package var isOverHardLimit: Bool {
        !(sums.alive + sums.reserved).fits(bytes: limits.hard, pages: limits.hardPages) && sums.protected != sums.shown
    }

    /// Sets other limits; lets go what they have no room for. ``isOverHardLimit`` tells whether that is enough.
    package mutating func setLimits(_ limits: CacheLimits) -> [EvictedPage] {
        self.limits = limits
        return makeRoom()
    }

    /// Sets another policy in place of the one before. No page goes for that: to the new one they have come in the order in
    /// which the old one would have let them go.
    package mutating func setPolicy(_ policy: any EvictionPolicy, at time: Instant) {
        now = time
        let order = cachedInOrder
        self.policy = PolicyInUse(policy)
        for slot in order {
            if let page = candidate(slot) { self.policy.admit(page, in: slot) }
        }
    }

    func candidate(_ slot: CacheSlot) -> CandidatePage? {
        guard let entry = entries[slot], let rendition = entries.rendition(of: slot) else { return nil }
        return CandidatePage(
            rendition: rendition, index: entry.index,
            cost: PageCost(bytes: entry.bytes, renderTime: entry.renderTime), isPrefetched: entry.isPrefetched)
    }

    mutating func evict(_ slot: CacheSlot, isDisplaced: Bool, into evicted: inout [EvictedPage]) {
        remove(slot, isDisplaced: isDisplaced, into: &evicted)
        counters.evicted += 1
    }

    private mutating func remove(_ slot: CacheSlot, isDisplaced: Bool, into gone: inout [EvictedPage]) {
        guard let rendition = entries.rendition(of: slot) else { return }
        policy.remove(slot, isDisplaced: isDisplaced)
        if entries[slot]?.isPrefetched ?? false { counters.prefetchedWasted += 1 }
        entries.change(slot) { entry in
            entry.state = .absent
            entry.bytes = 0
            entry.isRetired = false
        }
        gone.append(EvictedPage(slot: slot, rendition: rendition))
    }
}

// MARK: - Slots

extension PageCache {
    /// The slot of a rendition; nil where nothing is known of it. One hash look-up.
    package func slot(of rendition: Rendition) -> CacheSlot? { entries.slot(of: rendition) }

    /// Finds or makes the slot of a rendition, and keeps it from being freed until ``release(_:)``: for a render under way,
    /// or for what a reader is to show. Holds are counted. One hash look-up.
    package mutating func hold(_ rendition: Rendition) -> CacheSlot { entries.hold(rendition) }

    /// Ends one hold of a slot.
    package mutating func release(_ slot: CacheSlot) { entries.release(slot) }

    /// The rendition of a slot; nil for an old handle.
    package func rendition(of slot: CacheSlot) -> Rendition? { entries.rendition(of: slot) }

    /// Whether a page is alive; counts as nothing.
    package func isAlive(_ slot: CacheSlot) -> Bool { entries[slot]?.isAlive ?? false }

    /// Whether a page is alive and not deferred; counts as nothing.
    package func isCached(_ slot: CacheSlot) -> Bool { entries[slot]?.state == .cached }

    /// Whether a page is alive or being rendered; counts as nothing.
    package func contains(_ slot: CacheSlot) -> Bool {
        guard let entry = entries[slot] else { return false }
        return entry.isAlive || entry.reserved != nil
    }
}

// MARK: - Demand

extension PageCache {
    /// Counts a use of a page, where it is alive: a reader has turned to it, or asked for it. A deferred one is cached again.
    /// It counts neither a hit nor a miss.
    ///
    /// - Returns: what had to go for it.
    package mutating func use(_ slot: CacheSlot, at time: Instant) -> [EvictedPage] {
        now = time
        guard let entry = entries[slot], entry.isAlive else { return [] }
        if entry.isPrefetched {
            entries.change(slot) { $0.isPrefetched = false }
            counters.prefetchedUsed += 1
        }
        guard entry.state == .deferred else {
            policy.use(slot)
            return []
        }
        putBack(slot)
        return makeRoom(first: slot)
    }

    /// Counts pages that were asked for and were alive.
    package mutating func countHit(pages: Int = 1) { counters.hits += pages }

    /// Counts pages that were asked for and were not alive.
    package mutating func countMiss(pages: Int = 1) { counters.misses += pages }

    /// Counts a waiter that joined a render under way.
    ///
    /// - Parameter purpose: with a demand the render is no longer one for reading ahead.
    package mutating func countJoin(_ slot: CacheSlot, purpose: Purpose) {
        counters.joined += 1
        if purpose == .demand, contains(slot) { entries.change(slot) { $0.isPrefetched = false } }
    }

    /// Counts a page that is handed over only, since there was still no room.
    package mutating func countNotKept() { counters.notKept += 1 }

    private mutating func putBack(_ slot: CacheSlot) {
        counters.readmitted += 1
        entries.change(slot) { entry in
            entry.state = .cached
            entry.isPrefetched = false
        }
        if let page = candidate(slot) { policy.admit(page, in: slot) }
    }
}

// MARK: - Readers

extension PageCache {
    /// Adds a reader that needs nothing yet.
    ///
    /// - Parameter user: whose it is; nil: nobody's.
    package mutating func addReader(of user: UInt32? = nil) -> CacheReader { readers.add(of: user) }

    /// Ends all that a reader needs, and forgets where it reads.
    ///
    /// - Returns: what is not needed any more and has no room.
    package mutating func removeReader(_ reader: CacheReader, at time: Instant) -> [EvictedPage] {
        readers.removePositions(of: reader)
        let gone = protect(Protection(), of: reader, at: time)
        readers.remove(reader)
        return gone
    }

    /// Sets what a reader needs, in place of what it needed before: pages that are not alive too, which are protected when
    /// they come. Old handles are left out.
    ///
    /// - Returns: what is not needed any more and has no room, in the order in which it goes.
    package mutating func protect(
        _ protection: Protection, of reader: CacheReader, at time: Instant
    ) -> [EvictedPage] {
        now = time
        guard entries.areCurrent(protection.shown), entries.areCurrent(protection.moving) else {
            return protect(protection.filtered(entries.isCurrent), of: reader, at: time)
        }
        guard let before = readers.setProtection(protection, of: reader), before != protection else { return [] }
        // The new before the old: what is in both is never without protection.
        protection.moving.forEach { _ = entries.protect($0, moving: 1) }
        protection.shown.forEach { slot in
            if entries.protect(slot, shown: 1)?.state == .deferred { putBack(slot) }
        }
        var gone: [EvictedPage] = []
        before.moving.forEach { end($0, entries.protect($0, moving: -1), evicted: &gone) }
        before.shown.forEach { end($0, entries.protect($0, shown: -1), evicted: &gone) }
        makeRoom(first: before, protection, evicted: &gone)
        return gone
    }

    /// A simple turn: a reader that shows one or two pages at rest shows others, and needs nothing else before or after.
    /// It protects and uses the pages and counts the hits, as ``protect(_:of:at:)``, ``use(_:at:)`` and
    /// ``countHit(pages:)`` do, where all pages are cached and none has to go: there is room for all, or all are shown then.
    ///
    /// - Returns: whether it is so simple; else nothing was done.
    package mutating func turn(
        _ reader: CacheReader, to first: CacheSlot, _ second: CacheSlot? = nil, at time: Instant
    ) -> Bool {
        let shown = SlotPair(first, second)
        guard first.index >= 0, sums.isWithin(limits) || allAreShown(with: shown, by: reader),
            let used = Self.turn(reader, to: shown, &readers, &entries)
        else { return false }
        now = time
        counters.prefetchedUsed += used
        counters.hits += shown.count
        policy.use(first)
        if let second { policy.use(second) }
        return true
    }

    /// Whether everything that is cached is shown, and will be when a reader shows other pages.
    // Inlined it would make a turn longer where there is room.
    @inline(never)
    private func allAreShown(with shown: SlotPair, by reader: CacheReader) -> Bool {
        guard sums.hidden.pages == 0 else { return false }
        let before = readers.protection(of: reader).shown
        return before.allSatisfy { slot in
            shown.first == slot || shown.second == slot
                || (entries[slot]?.shown ?? 0) > before.count { $0 == slot }
        }
    }

    @inline(__always)
    private static func turn(
        _ reader: CacheReader, to shown: SlotPair, _ readers: inout CacheReaders, _ entries: inout CacheEntries
    ) -> Int? {
        readers.turn(reader, to: shown) { old in entries.turn(from: old, to: shown) }
    }

    /// Notes where a reader reads; nil: nowhere. What it is for is reckoned only when pages are ranked: it is enough to set it
    /// before a call that may need room.
    ///
    /// - Parameter axis: which of the documents that it reads in, counted from 0.
    package mutating func setPosition(
        _ position: ReadingPosition?, axis: Int = 0, of reader: CacheReader, at time: Instant
    ) {
        now = time
        readers.setPosition(position, axis: axis, of: reader)
    }

    /// Has a page go whose protection has ended, where nothing else keeps it.
    private mutating func end(_ slot: CacheSlot, _ entry: CacheEntry?, evicted: inout [EvictedPage]) {
        guard let entry, entry.isAlive, !entry.isProtected, entry.state == .deferred || entry.isRetired else { return }
        evict(slot, isDisplaced: entry.state == .deferred, into: &evicted)
    }
}

// MARK: - Documents

extension PageCache {
    /// Notes where the pages of a document are now: some have come, gone or moved.
    ///
    /// - Parameter index: where a page is; nil where that is not known.
    package mutating func relocate(_ document: DocumentID, index: (PageID) -> Int?) {
        entries.relocate(document, index: index)
        policy.relocate(document, index: index)
    }

    /// Lets a page go as soon as nothing protects it.
    ///
    /// - Returns: the page, where that is now.
    package mutating func retire(_ slot: CacheSlot) -> [EvictedPage] {
        guard isAlive(slot), let entry = entries.change(slot, { $0.isRetired = true }), !entry.isProtected else {
            return []
        }
        var evicted: [EvictedPage] = []
        evict(slot, isDisplaced: false, into: &evicted)
        return evicted
    }

    /// Lets go every page that matches, protected ones too: their document is gone.
    package mutating func removeAll(where matches: (Rendition) -> Bool) -> [EvictedPage] {
        var matching: [CacheSlot] = []
        entries.forEach { slot, rendition, entry in
            if entry.isAlive, matches(rendition) { matching.append(slot) }
        }
        var gone: [EvictedPage] = []
        for slot in matching { remove(slot, isDisplaced: false, into: &gone) }
        return gone
    }
}

/// The policy of a cache. It is told of uses in batches, and of all of them before anything else: each turn is one, and few
/// turns need room.
struct PolicyInUse: Sendable {
    private var policy: any EvictionPolicy
    /// The uses that it was not told of, in their order: so many of these.
    private var uses = [32 of CacheSlot](repeating: CacheSlot(index: -1, generation: 0))
    private var useCount = 0

    init(_ policy: any EvictionPolicy) { self.policy = policy }

    @inline(__always)
    mutating func use(_ slot: CacheSlot) {
        if useCount == uses.count { update() }
        uses[useCount] = slot
        useCount += 1
    }

    mutating func admit(_ page: CandidatePage, in slot: CacheSlot) {
        update()
        policy.admit(page, in: slot)
    }

    mutating func remove(_ slot: CacheSlot, isDisplaced: Bool) {
        update()
        policy.remove(slot, isDisplaced: isDisplaced)
    }

    mutating func relocate(_ document: DocumentID, index: (PageID) -> Int?) {
        policy.relocate(document, index: index)
    }

    mutating func admits(
        _ page: CandidatePage, displacing victims: [CacheSlot], near positions: ReadingPositions, at time: Instant
    ) -> Bool {
        update()
        return policy.admits(page, displacing: victims, near: positions, at: time)
    }

    /// Calls `body` with one page after the other, the one to let go first at first, until it returns false. All pages are
    /// looked at, and the policy may be copied.
    func rank(near positions: ReadingPositions, at time: Instant, _ body: (CacheSlot) -> Bool) {
        var upToDate = self
        upToDate.update()
        upToDate.policy.rank(near: positions, at: time, body)
    }

    /// Calls `body` as ``rank(near:at:_:)`` does, for a caller that lets few pages go: not all are looked at.
    mutating func rankFew(near positions: ReadingPositions, at time: Instant, _ body: (CacheSlot) -> Bool) {
        update()
        policy.rankFew(near: positions, at: time, body)
    }

    /// Some pages in that order.
    mutating func ranked(_ slots: [CacheSlot], near positions: ReadingPositions, at time: Instant) -> [CacheSlot] {
        update()
        return policy.ranked(slots, near: positions, at: time)
    }

    /// Tells the policy of the uses so far.
    private mutating func update() {
        guard useCount > 0 else { return }
        policy.use(uses.span.extracting(first: useCount))
        useCount = 0
    }
}
