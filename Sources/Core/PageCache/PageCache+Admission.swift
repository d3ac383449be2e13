package import PageModel

// What gets in, and what has to go for it.

extension PageCache {
    /// The result of a reservation.
    package enum Reservation: Equatable, Sendable {
        /// The page will be kept when it is rendered; these had to go.
        case kept(evicted: [EvictedPage])
        /// There is no room: the page is handed over only.
        case notKept
        /// There is room as soon as some page that is protected, and not shown at rest, is let go. Nothing was counted.
        case needsRoom
    }

    /// A need for room in the cache.
    private struct Need {
        var amount = CacheAmount()
        /// For whom it counts; nil: nobody.
        var user: UInt32?
        /// Whether a user asks for it, for whom others show less where they have more than their share.
        var isDemand = false
        /// Whether nothing is to go where that is not enough.
        var isAllOrNothing = false
        /// Whether what is protected does not go for it.
        var sparesProtected = false
    }

    /// The pages that have to go for something.
    private struct Displacement {
        /// The pages that leave memory, in the order in which they go.
        var evicted: [CacheSlot] = []
        /// The protected pages, which leave the cache only.
        var deferred: [CacheSlot] = []
        /// The pages of both that are not taken from what another user has beyond their share.
        var weighed: [CacheSlot] = []
        /// The amount of the evicted pages that were shown.
        var shown = CacheAmount()
        /// Whether what is cached and reserved is within the soft limit then, and everything within the hard one.
        var isWithinSoft = true
        var isWithinHard = true
        /// Whether it is for a user who has more than their share with it.
        var isBeyondShare = false

        var isEnough: Bool { isWithinSoft && isWithinHard }
    }

    /// Reserves room for a page before it is rendered, letting others go where need be.
    ///
    /// A page that somebody needs gets in wherever there is room for its user. Another one has to be worth what it displaces. One that
    /// is only read ahead displaces nothing that is needed, or nearer to some reader than it is itself.
    ///
    /// - Parameters:
    ///   - slot: one that is held: nothing else keeps it where there is no room.
    ///   - wanted: the bytes that it will take at most.
    ///   - index: where it is in its document; nil where that is not known.
    ///   - user: for whom it counts; nil: nobody.
    ///   - expectedRenderTime: how long it will take, in microseconds; nil: as long as others.
    ///   - need: the chance that a reader comes to a page that is read ahead, from 0 to 1; nil: as near as it is to readers.
    package mutating func reserve(
        _ slot: CacheSlot, bytes wanted: Int, index: Int? = nil, for user: UInt32? = nil, purpose: Purpose = .demand,
        expectedRenderTime: UInt64? = nil, need likelihood: Double? = nil, at time: Instant
    ) -> Reservation {
        now = time
        guard let entry = entries[slot], let rendition = entries.rendition(of: slot), !entry.isAlive,
            entry.reserved == nil
        else { return notKept(purpose) }
        let toCome = sums.reserved + CacheAmount(bytes: wanted, pages: 1)
        let need = Need(
            amount: CacheAmount(bytes: wanted, pages: 1), user: user, isDemand: purpose == .demand,
            isAllOrNothing: !entry.isProtected, sparesProtected: !entry.isProtected && purpose == .prefetch)
        let displacement: Displacement
        if entry.isProtected {
            displacement = self.displacement(for: need) { _ in true }
            guard displacement.isWithinHard, displacement.isWithinSoft || !displacement.isBeyondShare else {
                let isHopeless = !(sums.shown - displacement.shown + toCome).fits(
                    bytes: limits.hard, pages: limits.hardPages)
                return isHopeless || displacement.isBeyondShare ? notKept(purpose) : .needsRoom
            }
        } else {
            let page = CandidatePage(
                rendition: rendition, index: index,
                cost: PageCost(bytes: wanted, renderTime: expectedRenderTime ?? usualRenderTime),
                isPrefetched: purpose == .prefetch, need: likelihood)
            displacement = self.displacement(for: page, need)
            // Nobody loses a page for one that finds no room even so.
            guard displacement.isEnough,
                displacement.weighed.isEmpty
                    || policy.admits(
                        page, displacing: displacement.weighed, near: readers.gatherPositions(), at: now)
            else { return notKept(purpose) }
        }
        entries.change(slot) { entry in
            entry.reserved = wanted
            entry.user = user
            entry.index = index
            entry.isPrefetched = purpose == .prefetch
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
            if entry.isProtected { entry.isPrefetched = false }
        }
        if let page = candidate(slot) {
            if page.isPrefetched { counters.prefetched += 1 }
            policy.admit(page, in: slot)
        }
        return makeRoom(first: slot)
    }

    /// Gives a reservation back: the render failed or was cancelled.
    package mutating func cancelReservation(_ slot: CacheSlot) {
        entries.change(slot) { $0.reserved = nil }
    }

    /// Brings what is cached within the soft limit, then everything within the hard one, as far as protection lets it.
    ///
    /// - Parameter slot: the page that may have to go for what has happened to it, where it is known.
    /// - Returns: what had to go.
    mutating func makeRoom(first slot: CacheSlot? = nil) -> [EvictedPage] {
        var evicted: [EvictedPage] = []
        makeRoom(first: Protection(shown: slot.map { [$0] } ?? []), evicted: &evicted)
        return evicted
    }

    /// Brings the cache within its limits as far as protection lets it, and appends the pages that had to go.
    ///
    /// - Parameters:
    ///   - before: what a reader has needed up to now,
    ///   - after: and what it needs from now on.
    mutating func makeRoom(first before: Protection, _ after: Protection = Protection(), evicted: inout [EvictedPage]) {
        guard !sums.isWithin(limits) else { return }
        perform(displacement(for: Need(), among: hidden(of: before, after)) { _ in true }, evicted: &evicted)
    }

    /// The pages that may go, where all of them are among those that a reader has needed, or needs: as nearly always where what is
    /// on screen is more than the cache may hold. nil where there are others.
    private func hidden(of before: Protection, _ after: Protection) -> [CacheSlot]? {
        let count = sums.hidden.pages
        guard count <= before.count + after.count else { return nil }
        var hidden: [CacheSlot] = []
        for slots in [before.shown, before.moving, after.shown, after.moving] {
            slots.forEach { slot in
                if let entry = entries[slot], entry.state == .cached, entry.shown == 0, !hidden.contains(slot) {
                    hidden.append(slot)
                }
            }
        }
        return hidden.count == count ? hidden : nil
    }

    /// The pages that other limits have no room for, as far as protection lets them go: for who lets them go a few at a time
    /// (``letGo(_:)``), and sets the limits in the end. That is what ``setLimits(_:)`` does at once.
    package mutating func surplus(beyond limits: CacheLimits) -> [CacheSlot] {
        let before = self.limits
        self.limits = limits
        defer { self.limits = before }
        let displacement = displacement(for: Need()) { _ in true }
        return displacement.deferred + displacement.evicted
    }

    /// Lets pages of a ``surplus(beyond:)`` go, or defers them, but for those that somebody has come to show since.
    package mutating func letGo(_ slots: some Sequence<CacheSlot>) -> [EvictedPage] {
        var displacement = Displacement()
        for slot in slots {
            guard let entry = entries[slot], entry.state == .cached, entry.shown == 0 else { continue }
            if entry.isProtected { displacement.deferred.append(slot) } else { displacement.evicted.append(slot) }
        }
        var evicted: [EvictedPage] = []
        perform(displacement, evicted: &evicted)
        return evicted
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

    private mutating func displacement(for page: CandidatePage, _ need: Need) -> Displacement {
        guard page.isPrefetched, !hasRoom(for: need), mayHelp(need) else {
            return displacement(for: need) { _ in true }
        }
        let positions = readers.gatherPositions()
        let distance = positions.distance(of: page.rendition.page, at: page.index, in: page.rendition.document)
        return displacement(for: need) { [entries] slot in
            guard let entry = entries[slot], let victim = entries.rendition(of: slot) else { return false }
            return !entry.isProtected
                && positions.distance(of: victim.page, at: entry.index, in: victim.document) >= distance
        }
    }

    /// The shares of users, with what is needed; nil where nobody has more than theirs.
    private func shares(with need: Need) -> CacheShares? {
        guard readers.users.count > 1 else { return nil }
        var held = readers.users.reduce(into: [:]) { $0[$1.key] = self.held(by: $1.key) }
        if let user = need.user { held[user]? += need.amount }
        let shares = CacheShares(of: limits, held: held, users: readers.users.count)
        return shares.isAnyoneBeyond ? shares : nil
    }

    /// Returns the pages that have to go, of those that may, for something that is needed. First go those that users
    /// have beyond their shares: pages that no reader shows and then, for a user within the share who asks for a page,
    /// pages that no user within the share shows. Then go pages of others, but not for a user beyond the share. Other
    /// pages that are shown never go.
    ///
    /// - Parameter candidates: all that may go, where that is known.
    private mutating func displacement(
        for need: Need, among candidates: [CacheSlot]? = nil, where mayGo: (CacheSlot) -> Bool
    ) -> Displacement {
        let (limits, entries) = (limits, entries)
        var (kept, alive) = amounts(with: need)
        var displacement = Displacement()
        func isWithinSoft() -> Bool { kept.fits(bytes: limits.soft, pages: limits.pages) }
        func isWithinHard() -> Bool { alive.fits(bytes: limits.hard, pages: limits.hardPages) }
        guard !isWithinSoft() || !isWithinHard() else { return displacement }
        var shares = shares(with: need)
        let isBeyondShare = shares?.isBeyond(need.user) ?? false
        let takesShown = need.isDemand && need.user != nil && !isBeyondShare
        displacement.isBeyondShare = isBeyondShare
        guard takesShown && shares != nil || mayHelp(need) else {
            (displacement.isWithinSoft, displacement.isWithinHard) = (isWithinSoft(), isWithinHard())
            return displacement
        }
        func take(_ victim: CacheSlot, _ entry: CacheEntry) {
            if entry.isProtected && entry.shown == 0 {
                guard !isWithinSoft() else { return }
                displacement.deferred.append(victim)
            } else {
                displacement.evicted.append(victim)
                alive -= entry.amount
                if entry.shown > 0 { displacement.shown += entry.amount }
            }
            if isBeyondShare || shares?.isBeyond(entry.user) != true { displacement.weighed.append(victim) }
            if !entry.isProtected || entry.shown > 0 { shares?.subtract(entry.amount, of: entry.user) }
            kept -= entry.amount
        }
        var shown: [(CacheSlot, CacheEntry)] = []
        var others: [(CacheSlot, CacheEntry)] = []
        rank(candidates) { victim in
            guard !isWithinSoft() || !isWithinHard() else { return false }
            guard let entry = entries[victim], mayGo(victim) else { return true }
            let goesFirst = shares?.isBeyond(entry.user) ?? true
            if entry.shown > 0 {
                if takesShown, shares != nil, goesFirst { shown.append((victim, entry)) }
            } else if goesFirst {
                take(victim, entry)
            } else if !isBeyondShare || entry.user == need.user || shares?.includes(entry.user) != true {
                others.append((victim, entry))
            }
            return true
        }
        let users = shown.isEmpty ? [:] : readers.usersByShown
        for (victim, entry) in shown where !isWithinSoft() || !isWithinHard() {
            guard let shares, shares.isBeyond(entry.user), users[victim, default: []].allSatisfy(shares.isBeyond) else {
                continue
            }
            take(victim, entry)
        }
        for (victim, entry) in others where !isWithinSoft() || !isWithinHard() { take(victim, entry) }
        (displacement.isWithinSoft, displacement.isWithinHard) = (isWithinSoft(), isWithinHard())
        return displacement
    }

    /// The amounts with a new page: of what is cached and reserved, and of what is alive and reserved.
    private func amounts(with need: Need) -> (kept: CacheAmount, alive: CacheAmount) {
        let coming = sums.reserved + need.amount
        return (sums.cached + coming, sums.alive + coming)
    }

    /// Whether nothing has to go.
    private func hasRoom(for need: Need) -> Bool {
        let (kept, alive) = amounts(with: need)
        return kept.fits(bytes: limits.soft, pages: limits.pages)
            && alive.fits(bytes: limits.hard, pages: limits.hardPages)
    }

    /// Whether letting go what nobody shows helps at all, and where a need is all or nothing, whether it may be enough: else no page
    /// has to be looked at.
    private func mayHelp(_ need: Need) -> Bool {
        let (hidden, unprotected) = (sums.hidden, sums.unprotected)
        let leaving = need.sparesProtected ? unprotected : hidden
        let (kept, alive) = amounts(with: need)
        if need.isAllOrNothing {
            return (kept - leaving).fits(bytes: limits.soft, pages: limits.pages)
                && (alive - unprotected).fits(bytes: limits.hard, pages: limits.hardPages)
        }
        return kept.fits(bytes: limits.soft, pages: limits.pages) ? unprotected.pages > 0 : leaving.pages > 0
    }

    /// Calls `body` with one page after the other, the one to let go first at first, until it returns false.
    ///
    /// - Parameter candidates: the only ones; nil: all.
    private mutating func rank(_ candidates: [CacheSlot]?, _ body: (CacheSlot) -> Bool) {
        guard let candidates else { return policy.rankFew(near: readers.gatherPositions(), at: now, body) }
        let ranked =
            candidates.count > 1 ? policy.ranked(candidates, near: readers.gatherPositions(), at: now) : candidates
        for slot in ranked { guard body(slot) else { return } }
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
