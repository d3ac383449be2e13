package import PageModel

// What gets in, and what has to go for it.

extension PageCache {
    /// What has to go for something.
    private struct Displacement {
        /// What leaves memory, in the order in which it goes.
        var evicted: [Rendition] = []
        /// What is protected, and leaves the cache only.
        var deferred: [Rendition] = []
        /// Whether there is room then.
        var isEnough = true
    }

    /// Reserves room for a page before it is rendered, letting others go where need be.
    ///
    /// A page that somebody needs gets in wherever there is room. Another one has to be worth what it displaces. One that
    /// is only read ahead displaces nothing that is needed, or nearer to some reader than it is itself.
    ///
    /// - Parameters:
    ///   - wanted: the bytes that it will take at most.
    ///   - index: where it is in its document; nil where that is not known.
    ///   - expectedRenderTime: how long it will take, in microseconds; nil: as long as others.
    package mutating func reserve(
        _ rendition: Rendition, bytes wanted: Int, index: Int? = nil, purpose: Purpose = .demand,
        expectedRenderTime: UInt64? = nil, at time: Instant
    ) -> Reservation {
        now = time
        let entry = entries[rendition] ?? CacheEntry()
        guard !entry.isAlive, entry.reserved == nil else { return notKept(purpose) }
        let added = CacheAmount(bytes: wanted, pages: 1)
        let toCome = sums.reserved + added
        // Nobody loses a page for one that finds no room even so.
        guard (sums.shown + toCome).fits(bytes: limits.hard, pages: limits.hardPages),
            entry.isProtected || (sums.shown + toCome).fits(bytes: limits.soft, pages: limits.pages)
        else { return notKept(purpose) }
        guard (sums.protected + toCome).fits(bytes: limits.hard, pages: limits.hardPages) else {
            return entry.isProtected ? .crowded : notKept(purpose)
        }
        let displacement: Displacement
        if entry.isProtected {
            displacement = self.displacement(adding: added) { _, _ in true }
        } else {
            let page = CandidatePage(
                rendition: rendition, index: index,
                cost: PageCost(bytes: wanted, renderTime: expectedRenderTime ?? usualRenderTime),
                isReadAhead: purpose == .readAhead)
            displacement = self.displacement(for: page)
            guard displacement.isEnough,
                policy.admits(
                    page, displacing: displacement.evicted + displacement.deferred, near: currentPlaces, at: now)
            else { return notKept(purpose) }
        }
        change(rendition) { entry in
            entry.reserved = wanted
            entry.index = index
            entry.isReadAhead = purpose == .readAhead
        }
        take(displacement)
        return .kept(evicted: displacement.evicted)
    }

    /// Takes in a page that was rendered on a reservation; without one nothing happens.
    ///
    /// - Parameters:
    ///   - size: its bytes, no more than were reserved.
    ///   - renderTime: how long it took, in microseconds.
    ///   - index: where it is in its document; nil: where it was when room was reserved.
    /// - Returns: what has to go, which may be the page itself.
    package mutating func admit(
        _ rendition: Rendition, bytes size: Int, renderTime: UInt64 = 0, index: Int? = nil, at time: Instant
    ) -> [Rendition] {
        now = time
        guard entries[rendition]?.reserved != nil else { return [] }
        learn(renderTime)
        let entry = change(rendition) { entry in
            entry.reserved = nil
            entry.bytes = size
            entry.renderTime = renderTime
            entry.index = index ?? entry.index
            entry.place = .cached
            if entry.isProtected { entry.isReadAhead = false }
        }
        if entry.isReadAhead { counters.readAhead += 1 }
        policy.admit(CandidatePage(rendition, entry), at: time)
        return makeRoom()
    }

    /// Gives a reservation back: the render failed or was cancelled.
    package mutating func release(_ rendition: Rendition) {
        change(rendition) { $0.reserved = nil }
    }

    /// Brings what is cached within the soft limit, then everything within the hard one, as far as protection lets it.
    ///
    /// - Returns: what had to go.
    mutating func makeRoom() -> [Rendition] {
        let displacement = self.displacement(adding: CacheAmount()) { _, _ in true }
        take(displacement)
        return displacement.evicted
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
        guard page.isReadAhead else { return displacement(adding: added) { _, _ in true } }
        let places = placesNow()
        let distance = places.distance(of: page.rendition.page, at: page.index, in: page.rendition.document)
        return displacement(adding: added) { victim, entry in
            !entry.isProtected
                && places.distance(of: victim.page, at: entry.index, in: victim.document) >= distance
        }
    }

    /// What has to go, that may, for an amount to be added. What is shown never goes.
    private mutating func displacement(
        adding added: CacheAmount, where mayGo: (Rendition, CacheEntry) -> Bool
    ) -> Displacement {
        var kept = sums.cached + sums.reserved + added
        var alive = sums.alive + sums.reserved + added
        var displacement = Displacement()
        func isWithinSoft() -> Bool { kept.fits(bytes: limits.soft, pages: limits.pages) }
        func isWithinHard() -> Bool { alive.fits(bytes: limits.hard, pages: limits.hardPages) }
        guard !isWithinSoft() || !isWithinHard() else { return displacement }
        policy.rank(near: placesNow(), at: now) { victim in
            let isOverSoft = !isWithinSoft()
            guard isOverSoft || !isWithinHard() else { return false }
            guard let entry = entries[victim], entry.shown == 0, mayGo(victim, entry) else { return true }
            let amount = CacheAmount(bytes: entry.bytes, pages: 1)
            if !entry.isProtected {
                displacement.evicted.append(victim)
                kept -= amount
                alive -= amount
            } else if isOverSoft {
                displacement.deferred.append(victim)
                kept -= amount
            }
            return true
        }
        displacement.isEnough = isWithinSoft() && isWithinHard()
        return displacement
    }

    private mutating func take(_ displacement: Displacement) {
        counters.deferred += displacement.deferred.count
        for rendition in displacement.deferred {
            change(rendition) { $0.place = .deferred }
            policy.remove(rendition, isDisplaced: true)
        }
        for rendition in displacement.evicted { evict(rendition, isDisplaced: true) }
    }
}

extension CandidatePage {
    /// A page that is in the cache.
    init(_ rendition: Rendition, _ entry: CacheEntry) {
        self.init(
            rendition: rendition, index: entry.index, cost: entry.cost, isReadAhead: entry.isReadAhead)
    }
}
