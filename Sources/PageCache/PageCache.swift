package import PageModel

/// The account of the capped memory of rendered pages. Pure: it counts bytes and says what to let go; the caller holds the
/// memory itself.
///
/// A page's cost is the bytes of its memory, counted from the reservation before its render to its eviction. What is
/// held and what is reserved stay within the soft limit, or, for pages that are on some screen, the hard limit.
package struct PageCache: Sendable {
    /// What a reservation came to.
    package struct Reservation: Equatable, Sendable {
        /// Whether the page will be kept when it is rendered; else it is handed over only.
        package let isKept: Bool
        /// The pages that had to go.
        package let evicted: [Rendition]
    }

    /// How much may be held. Set it with ``setLimits(_:)``.
    package private(set) var limits: CacheLimits
    package private(set) var counters = CacheCounters()
    /// The bytes of all pages that are held.
    package private(set) var bytes = 0
    /// The bytes that renders under way will take.
    package private(set) var reservedBytes = 0

    private var policy: any EvictionPolicy
    /// What is held, with its bytes.
    private var sizes: [Rendition: Int] = [:]
    private var reservations: [Rendition: Int] = [:]
    private var protection: [Rendition: Int] = [:]

    package init(limits: CacheLimits, policy: any EvictionPolicy) {
        self.limits = limits
        self.policy = policy
    }

    /// How many pages are held.
    package var count: Int { sizes.count }

    /// Whether a page is held. Counts as a use, and as a hit or a miss.
    package mutating func lookup(_ rendition: Rendition, at time: Instant) -> Bool {
        guard sizes[rendition] != nil else {
            counters.misses += 1
            return false
        }
        counters.hits += 1
        policy.use(rendition, at: time)
        return true
    }

    /// Whether a page is held or being rendered; counts as nothing.
    package func contains(_ rendition: Rendition) -> Bool {
        sizes[rendition] != nil || reservations[rendition] != nil
    }

    /// Reserves room for a page before it is rendered, letting others go where need be.
    ///
    /// - Parameter bytes: what it will take at most.
    package mutating func reserve(_ rendition: Rendition, bytes wanted: Int) -> Reservation {
        let limit = protection[rendition] != nil ? limits.hard : limits.soft
        guard wanted <= limit, reservations[rendition] == nil else {
            counters.notKept += 1
            return Reservation(isKept: false, evicted: [])
        }
        // Nobody loses a page for one that finds no room even so.
        let staying = protectedUsage
        guard staying.bytes + reservedBytes + wanted <= limit, staying.pages + reservations.count < limits.pages else {
            counters.notKept += 1
            return Reservation(isKept: false, evicted: [])
        }
        // First within the soft limit; only what is protected may go on to the hard one when nothing is left to evict.
        let evicted = evict(toHold: limits.soft - wanted, pages: limits.pages - 1)
        reservations[rendition] = wanted
        reservedBytes += wanted
        return Reservation(isKept: true, evicted: evicted)
    }

    /// Takes in a page that was rendered on a reservation.
    ///
    /// - Parameter size: its bytes, no more than were reserved.
    package mutating func admit(_ rendition: Rendition, bytes size: Int, at time: Instant) {
        release(rendition)
        bytes += size - (sizes.updateValue(size, forKey: rendition) ?? 0)
        policy.admit(rendition, at: time)
    }

    /// Gives a reservation back: the render failed or was cancelled.
    package mutating func release(_ rendition: Rendition) {
        if let reserved = reservations.removeValue(forKey: rendition) { reservedBytes -= reserved }
    }

    /// Counts a waiter that joined a render under way.
    package mutating func countJoin() {
        counters.joined += 1
    }

    /// Marks a page as shown on one more screen: it is no victim as long as any shows it.
    package mutating func protect(_ rendition: Rendition) {
        protection[rendition, default: 0] += 1
    }

    /// Ends one ``protect(_:)``; lets go what the soft limit has no room for any more.
    package mutating func unprotect(_ rendition: Rendition) -> [Rendition] {
        guard let count = protection[rendition] else { return [] }
        protection[rendition] = count > 1 ? count - 1 : nil
        return count > 1 ? [] : evict(toHold: limits.soft, pages: limits.pages)
    }

    /// Sets other limits; lets go what they have no room for.
    package mutating func setLimits(_ limits: CacheLimits) -> [Rendition] {
        self.limits = limits
        return evict(toHold: limits.soft, pages: limits.pages)
    }

    /// Lets go every page that matches, protected ones too: their document is gone.
    package mutating func removeAll(where matches: (Rendition) -> Bool) -> [Rendition] {
        let gone = sizes.keys.filter(matches)
        for rendition in gone { remove(rendition) }
        return gone
    }

    /// The pages that are held and their bytes, by document.
    package var usage: [DocumentID: (pages: Int, bytes: Int)] {
        sizes.reduce(into: [:]) { usage, entry in
            let sum = usage[entry.key.document] ?? (pages: 0, bytes: 0)
            usage[entry.key.document] = (sum.pages + 1, sum.bytes + entry.value)
        }
    }

    /// The pages that can't be let go, and their bytes.
    private var protectedUsage: (pages: Int, bytes: Int) {
        protection.keys.reduce(into: (pages: 0, bytes: 0)) { sum, rendition in
            guard let size = sizes[rendition] else { return }
            sum.pages += 1
            sum.bytes += size
        }
    }

    private mutating func evict(toHold limit: Int, pages: Int) -> [Rendition] {
        var gone: [Rendition] = []
        while bytes + reservedBytes > limit || sizes.count + reservations.count > pages,
            let victim = policy.victim(where: { protection[$0] == nil })
        {
            remove(victim)
            gone.append(victim)
            counters.evicted += 1
        }
        return gone
    }

    private mutating func remove(_ rendition: Rendition) {
        bytes -= sizes.removeValue(forKey: rendition) ?? 0
        policy.remove(rendition)
    }
}
