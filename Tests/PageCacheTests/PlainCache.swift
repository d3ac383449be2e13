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
    var shown: [UInt64: [Int64]] = [:]
    var moving: [UInt64: [Int64]] = [:]
    /// Where each reader is; the number of a page is its index.
    var places: [UInt64: (index: Int64, direction: Int64)] = [:]

    var bytes: Int { sum(cached + deferred) }
    var isAtRest: Bool { moving.values.allSatisfy(\.isEmpty) }

    func isShown(_ number: Int64) -> Bool { shown.values.contains { $0.contains(number) } }
    func isProtected(_ number: Int64) -> Bool {
        isShown(number) || moving.values.contains { $0.contains(number) }
    }
    func isAlive(_ number: Int64) -> Bool { (cached + deferred).contains { $0.number == number } }
    func sum(_ pages: [Page]) -> Int { pages.reduce(0) { $0 + $1.bytes } }

    mutating func reserve(_ number: Int64, bytes wanted: Int) -> PageCache.Reservation {
        let alive = cached + deferred
        if alive.contains(where: { $0.number == number }) || reserved.contains(where: { $0.number == number }) {
            return .notKept
        }
        let toCome = sum(reserved) + wanted
        let staying = sum(alive.filter { isShown($0.number) }) + toCome
        let needed = sum(alive.filter { isProtected($0.number) }) + toCome
        if staying > hard { return .notKept }
        if !isProtected(number) && (staying > soft || needed > hard) { return .notKept }
        if needed > hard { return .crowded }
        reserved.append(Page(number: number, bytes: wanted))
        return .kept(evicted: makeRoom().map { .page($0) })
    }

    /// What is read ahead takes room only from what nobody needs, and from nothing that is nearer to a reader.
    mutating func readAhead(_ number: Int64, bytes wanted: Int) -> PageCache.Reservation {
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
        let distances = places.values.map { place in
            let ahead = (number - place.index) * place.direction
            return ahead > 0 ? 2 * ahead - 1 : -2 * ahead
        }
        return distances.min() ?? .max
    }

    mutating func admit(_ number: Int64, bytes: Int) -> [Int64] {
        guard reserved.contains(where: { $0.number == number }) else { return [] }
        release(number)
        cached.append(Page(number: number, bytes: bytes))
        return makeRoom()
    }

    mutating func release(_ number: Int64) { reserved.removeAll { $0.number == number } }

    mutating func use(_ number: Int64) -> [Int64] {
        putBack(number)
        return makeRoom()
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
        return number
    }
}
