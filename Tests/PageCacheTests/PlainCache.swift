import PageCache
import PageModel

/// The rules of the cache once more, as plainly as they can be said: lists, searched from end to end.
struct PlainCache {
    struct Page: Equatable {
        let number: Int64
        let bytes: Int
    }

    var soft: Int
    let hard: Int
    /// Least recently used first.
    var cached: [Page] = []
    var deferred: [Page] = []
    var reserved: [Page] = []
    var retired: Set<Int64> = []
    /// How often each page's slot is held.
    var holds: [Int64: Int] = [:]
    var shown: [UInt64: [Int64]] = [:]
    var moving: [UInt64: [Int64]] = [:]
    /// Where each reader reads; the number of a page is its index.
    var positions: [UInt64: (index: Int64, direction: Int64)] = [:]
    var counters = CacheCounters()

    var bytes: Int { sum(cached + deferred) }
    var isAtRest: Bool { moving.values.allSatisfy(\.isEmpty) }

    func isShown(_ number: Int64) -> Bool { shown.values.contains { $0.contains(number) } }
    func isProtected(_ number: Int64) -> Bool {
        isShown(number) || moving.values.contains { $0.contains(number) }
    }
    func isAlive(_ number: Int64) -> Bool { (cached + deferred).contains { $0.number == number } }
    func isReserved(_ number: Int64) -> Bool { reserved.contains { $0.number == number } }
    /// Whether there is anything to know of a page.
    func isKnown(_ number: Int64) -> Bool {
        isAlive(number) || isReserved(number) || isProtected(number) || holds[number, default: 0] > 0
    }
    func amount(_ pages: [Page]) -> CacheAmount { CacheAmount(bytes: sum(pages), pages: pages.count) }
    func sum(_ pages: [Page]) -> Int { pages.reduce(0) { $0 + $1.bytes } }

    mutating func reserve(_ number: Int64, bytes wanted: Int) -> TestCache.Reservation {
        let alive = cached + deferred
        if alive.contains(where: { $0.number == number }) || reserved.contains(where: { $0.number == number }) {
            return .notKept
        }
        let toCome = sum(reserved) + wanted
        let staying = sum(alive.filter { isShown($0.number) }) + toCome
        let needed = sum(alive.filter { isProtected($0.number) }) + toCome
        if staying > hard { return .notKept }
        if !isProtected(number) && (staying > soft || needed > hard) { return .notKept }
        if needed > hard { return .needsRoom }
        reserved.append(Page(number: number, bytes: wanted))
        return .kept(evicted: makeRoom().map { .page($0) })
    }

    /// What is read ahead takes room only from what nobody needs, and from nothing that is nearer to a reader.
    mutating func readAhead(_ number: Int64, bytes wanted: Int) -> TestCache.Reservation {
        let alive = cached + deferred
        if alive.contains(where: { $0.number == number }) || reserved.contains(where: { $0.number == number }) {
            return .notKept
        }
        let toCome = sum(reserved) + wanted
        if isProtected(number) { return reserve(number, bytes: wanted) }
        if sum(alive.filter { isShown($0.number) }) + toCome > soft { return .notKept }
        if sum(alive.filter { isProtected($0.number) }) + toCome > hard { return .notKept }
        var gone: [Page] = []
        var candidates = cached.filter { !isProtected($0.number) && distance(of: $0.number) >= distance(of: number) }
        func isOver() -> Bool {
            let kept = sum(cached) - sum(gone) + toCome
            return kept > soft || kept + sum(deferred) > hard
        }
        while isOver() {
            if candidates.isEmpty { return .notKept }
            gone.append(candidates.removeFirst())
        }
        for page in gone { _ = evict(page.number) }
        reserved.append(Page(number: number, bytes: wanted))
        return .kept(evicted: gone.map { .page($0.number) })
    }

    /// The spread that a reader shows, the next one, the one before, the one after the next.
    func distance(of number: Int64) -> Int64 {
        let distances = positions.values.map { position in
            let ahead = (number - position.index) * position.direction
            return ahead > 0 ? 2 * ahead - 1 : -2 * ahead
        }
        return distances.min() ?? .max
    }

    mutating func admit(_ number: Int64, bytes: Int) -> [Int64] {
        guard reserved.contains(where: { $0.number == number }) else { return [] }
        cancel(number)
        cached.append(Page(number: number, bytes: bytes))
        return makeRoom()
    }

    mutating func cancel(_ number: Int64) { reserved.removeAll { $0.number == number } }

    mutating func use(_ number: Int64) -> [Int64] {
        putBack(number)
        return makeRoom()
    }

    mutating func lookup(_ number: Int64) -> (isHit: Bool, gone: [Int64]) {
        let isHit = isAlive(number)
        if isHit { counters.hits += 1 } else { counters.misses += 1 }
        return (isHit, use(number))
    }

    /// Whether a turn is nothing but other pages that are shown and used: nothing else is needed, and nothing goes for it.
    func isSimple(turnTo pages: [Int64], of reader: UInt64) -> Bool {
        let before = shown[reader] ?? []
        let isCached = { (number: Int64) in cached.contains { $0.number == number } }
        return (moving[reader] ?? []).isEmpty && before.count <= 2 && pages.allSatisfy(isCached)
            && before.allSatisfy { isCached($0) && !retired.contains($0) }
            && sum(cached + reserved) <= soft && sum(cached + deferred + reserved) <= hard
    }

    mutating func turn(to pages: [Int64], of reader: UInt64) -> Bool {
        guard isSimple(turnTo: pages, of: reader) else { return false }
        let evicted = protect(shown: pages, moving: [], of: reader)
        precondition(evicted.isEmpty)
        for page in pages { _ = lookup(page) }
        return true
    }

    mutating func remove(reader: UInt64) -> [Int64] {
        positions[reader] = nil
        return protect(shown: [], moving: [], of: reader)
    }

    /// Lets go all pages that match, in no order.
    mutating func removeAll(where matches: (Int64) -> Bool) -> [Int64] {
        let gone = (cached + deferred).map(\.number).filter(matches)
        let evicted = counters.evicted
        for number in gone { _ = evict(number) }
        counters.evicted = evicted
        return gone
    }

    mutating func protect(shown newShown: [Int64], moving newMoving: [Int64], of reader: UInt64) -> [Int64] {
        let before = (moving[reader] ?? []) + (shown[reader] ?? [])
        shown[reader] = newShown
        moving[reader] = newMoving
        for number in newShown where deferred.contains(where: { $0.number == number }) { putBack(number) }
        var gone: [Int64] = []
        for (place, number) in before.enumerated() where !isProtected(number) {
            // A page that is named twice goes where it is named last.
            guard !before[(place + 1)...].contains(number) else { continue }
            let isDeferred = deferred.contains { $0.number == number }
            if isDeferred || retired.contains(number) && isAlive(number) { gone.append(evict(number)) }
        }
        return gone + makeRoom()
    }

    mutating func retire(_ number: Int64) -> [Int64] {
        guard isAlive(number) else { return [] }
        retired.insert(number)
        return isProtected(number) ? [] : [evict(number)]
    }

    mutating func setSoft(_ limit: Int) -> [Int64] {
        soft = limit
        return makeRoom()
    }

    private mutating func putBack(_ number: Int64) {
        guard let page = (cached + deferred).first(where: { $0.number == number }) else { return }
        if deferred.contains(page) { counters.readmitted += 1 }
        cached.removeAll { $0.number == number }
        deferred.removeAll { $0.number == number }
        cached.append(page)
    }

    private mutating func makeRoom() -> [Int64] {
        var gone: [Int64] = []
        while sum(cached + reserved) > soft, let victim = cached.first(where: { !isShown($0.number) }) {
            if isProtected(victim.number) {
                cached.removeAll { $0 == victim }
                deferred.append(victim)
                counters.deferred += 1
            } else {
                gone.append(evict(victim.number))
            }
        }
        while sum(cached + deferred + reserved) > hard,
            let victim = cached.first(where: { !isProtected($0.number) })
        {
            gone.append(evict(victim.number))
        }
        return gone
    }

    private mutating func evict(_ number: Int64) -> Int64 {
        cached.removeAll { $0.number == number }
        deferred.removeAll { $0.number == number }
        retired.remove(number)
        counters.evicted += 1
        return number
    }
}
