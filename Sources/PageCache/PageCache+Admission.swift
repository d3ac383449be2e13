package import PageModel

// What gets in, and what has to go for it.

extension PageCache {
    /// What a reservation came to.
    package enum Reservation: Equatable, Sendable {
        /// The page will be kept when it is rendered; these had to go.
        case kept(evicted: [EvictedPage])
        /// There is no room: the page is handed over only.
        case notKept
        /// There is room as soon as some page that is protected, and not shown at rest, is let go. Nothing was counted.
        case needsRoom
    }

    /// What has to go for something.
    private struct Displacement {
        /// What leaves memory, in the order in which it goes.
        var evicted: [CacheSlot] = []
        /// What is protected, and leaves the cache only.
        var deferred: [CacheSlot] = []
        /// Whether there is room then.
        var isEnough = true
    }

    /// Reserves room for a page before it is rendered, letting others go where need be.
    ///
    /// A page that somebody needs gets in wherever there is room. Another one has to be worth what it displaces. One that
    /// is only read ahead displaces nothing that is needed, or nearer to some reader than it is itself.
    ///
    /// - Parameters:
    ///   - slot: one that is held: nothing else keeps it where there is no room.
    ///   - wanted: the bytes that it will take at most.
    ///   - index: where it is in its document; nil where that is not known.
    ///   - expectedRenderTime: how long it will take, in microseconds; nil: as long as others.
    package mutating func reserve(
        _ slot: CacheSlot, bytes wanted: Int, index: Int? = nil, purpose: Purpose = .demand,
        expectedRenderTime: UInt64? = nil, at time: Instant
    ) -> Reservation {
        now = time
        guard let entry = entries[slot], let rendition = entries.rendition(of: slot), !entry.isAlive,
            entry.reserved == nil
        else { return notKept(purpose) }
        let added = CacheAmount(bytes: wanted, pages: 1)
        let toCome = sums.reserved + added
        // Nobody loses a page for one that finds no room even so.
        guard (sums.shown + toCome).fits(bytes: limits.hard, pages: limits.hardPages),
            entry.isProtected || (sums.shown + toCome).fits(bytes: limits.soft, pages: limits.pages)
        else { return notKept(purpose) }
        guard (sums.protected + toCome).fits(bytes: limits.hard, pages: limits.hardPages) else {
            return entry.isProtected ? .needsRoom : notKept(purpose)
        }
        let displacement: Displacement
        if entry.isProtected {
            displacement = self.displacement(adding: added) { _ in true }
        } else {
            let page = CandidatePage(
                rendition: rendition, index: index,
                cost: PageCost(bytes: wanted, renderTime: expectedRenderTime ?? usualRenderTime),
                isReadAhead: purpose == .readAhead)
            displacement = self.displacement(for: page)
            guard displacement.isEnough,
                policy.admits(
                    page, displacing: displacement.evicted + displacement.deferred, near: readers.positions, at: now)
            else { return notKept(purpose) }
        }
        entries.change(slot) { entry in
            entry.reserved = wanted
            entry.index = index
            entry.isReadAhead = purpose == .readAhead
        }
        var evicted: [EvictedPage] = []
        perform(displacement, evicted: &evicted)
        return .kept(evicted: evicted)
    }

    /// Admits a page that was rendered on a reservation; without one nothing happens.
    ///
    /// - Parameters:
    ///   - size: its bytes, no more than were reserved.
    ///   - renderTime: how long it took, in microseconds.
    ///   - index: where it is in its document; nil: where it was when room was reserved.
    /// - Returns: what has to go, which may be the page itself.
    package mutating func admit(
        _ slot: CacheSlot, bytes size: Int, renderTime: UInt64 = 0, index: Int? = nil, at time: Instant
    ) -> [EvictedPage] {
        now = time
        guard entries[slot]?.reserved != nil else { return [] }
        learn(renderTime)
        entries.change(slot) { entry in
            entry.reserved = nil
            entry.bytes = size
            entry.renderTime = renderTime
            entry.index = index ?? entry.index
            entry.state = .cached
            if entry.isProtected { entry.isReadAhead = false }
        }
        if let page = candidate(slot) {
            if page.isReadAhead { counters.readAhead += 1 }
            policy.admit(page, in: slot)
        }
        return makeRoom()
    }

    /// Gives a reservation back: the render failed or was cancelled.
    package mutating func cancelReservation(_ slot: CacheSlot) {
        entries.change(slot) { $0.reserved = nil }
    }

    /// Brings what is cached within the soft limit, then everything within the hard one, as far as protection lets it.
    ///
    /// - Returns: what had to go.
    mutating func makeRoom() -> [EvictedPage] {
        var evicted: [EvictedPage] = []
        makeRoom(evicted: &evicted)
        return evicted
    }

    /// The same; what had to go is added.
    mutating func makeRoom(evicted: inout [EvictedPage]) {
        guard !sums.isWithin(limits) else { return }
        perform(displacement(adding: CacheAmount()) { _ in true }, evicted: &evicted)
    }

    private mutating func notKept(_ purpose: Purpose) -> Reservation {
        // What is read ahead is not even begun then.
        if purpose == .demand { counters.notKept += 1 }
        return .notKept
    }

    private mutating func learn(_ renderTime: UInt64) {
        // A quarter of the last one and three of those before.
        let before = usualRenderTime == 0 ? renderTime : usualRenderTime
        usualRenderTime = before - before / 4 + renderTime / 4
    }

    private mutating func displacement(for page: CandidatePage) -> Displacement {
        let added = CacheAmount(bytes: page.cost.bytes, pages: 1)
        guard page.isReadAhead else { return displacement(adding: added) { _ in true } }
        let positions = readers.gatherPositions()
        let distance = positions.distance(of: page.rendition.page, at: page.index, in: page.rendition.document)
        return displacement(adding: added) { [entries] slot in
            guard let entry = entries[slot], let victim = entries.rendition(of: slot) else { return false }
            return !entry.isProtected
                && positions.distance(of: victim.page, at: entry.index, in: victim.document) >= distance
        }
    }

    /// What has to go, that may, for an amount to be added. What is shown never goes.
    private mutating func displacement(
        adding added: CacheAmount, where mayGo: (CacheSlot) -> Bool
    ) -> Displacement {
        var kept = sums.cached + sums.reserved + added
        var alive = sums.alive + sums.reserved + added
        var displacement = Displacement()
        func isWithinSoft() -> Bool { kept.fits(bytes: limits.soft, pages: limits.pages) }
        func isWithinHard() -> Bool { alive.fits(bytes: limits.hard, pages: limits.hardPages) }
        guard !isWithinSoft() || !isWithinHard() else { return displacement }
        policy.update()
        policy.rank(near: readers.gatherPositions(), at: now) { victim in
            let isOverSoft = !isWithinSoft()
            guard isOverSoft || !isWithinHard() else { return false }
            guard let entry = entries[victim], entry.shown == 0, mayGo(victim) else { return true }
            if !entry.isProtected {
                displacement.evicted.append(victim)
                kept -= entry.amount
                alive -= entry.amount
            } else if isOverSoft {
                displacement.deferred.append(victim)
                kept -= entry.amount
            }
            return true
        }
        displacement.isEnough = isWithinSoft() && isWithinHard()
        return displacement
    }

    private mutating func perform(_ displacement: Displacement, evicted: inout [EvictedPage]) {
        counters.deferred += displacement.deferred.count
        for slot in displacement.deferred {
            entries.change(slot) { $0.state = .deferred }
            policy.remove(slot, isDisplaced: true)
        }
        for slot in displacement.evicted { evict(slot, isDisplaced: true, into: &evicted) }
    }
}
