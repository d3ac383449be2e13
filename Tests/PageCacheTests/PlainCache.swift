import PageModel

@testable import PageCache

/// The rules of the cache once more, as plainly as they can be said: lists, searched from end to end.
struct PlainCache {
    struct Page: Equatable {
        let number: Int64
        let bytes: Int
        /// The user that the page counts for; nil: nobody.
        var user: UInt32?
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
    /// How many users have the readers in turn; 0: they are nobody's.
    var users: UInt64 = 0
    /// The readers that there are.
    var readers: Set<UInt64> = []
    /// The position and direction of each reader; the number of a page is its index.
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

    func user(of reader: UInt64) -> UInt32? { users == 0 ? nil : UInt32(reader % users) }

    /// The users who have readers.
    var active: Set<UInt32> { Set(readers.compactMap(user)) }

    /// Whether a user has more than a fair share with `added` bytes more: an equal part of the soft limit for each user
    /// who has readers. A user who is alone, or has no readers, never has more.
    func isBeyond(_ user: UInt32?, adding added: Int = 0) -> Bool {
        guard let user, active.count > 1, active.contains(user) else { return false }
        return sum((cached + deferred + reserved).filter { $0.user == user }) + added > soft / active.count
    }

    mutating func reserve(_ number: Int64, bytes wanted: Int, for user: UInt32? = nil) -> TestCache.Reservation {
        if isAlive(number) || isReserved(number) { return .notKept }
        var after = self
        let gone = after.makeRoom(adding: wanted, for: user, takesShown: user != nil) { _ in true }
        let isBeyond = isBeyond(user, adding: wanted)
        let kept = sum(after.cached + after.reserved) + wanted
        let isWithinHard = kept + sum(after.deferred) <= hard
        let staying = sum((after.cached + after.deferred).filter { isShown($0.number) } + after.reserved) + wanted
        if !isProtected(number) {
            if kept > soft || !isWithinHard { return .notKept }
        } else if !isWithinHard || isBeyond && kept > soft {
            return isBeyond || staying > hard ? .notKept : .needsRoom
        }
        self = after
        reserved.append(Page(number: number, bytes: wanted, user: user))
        return .kept(evicted: gone.map { .page($0) })
    }

    /// Reserves room for a page that is read ahead: it takes room only from pages that nobody needs, and from none that
    /// is nearer to a reader.
    mutating func prefetched(_ number: Int64, bytes wanted: Int, for user: UInt32? = nil) -> TestCache.Reservation {
        if isAlive(number) || isReserved(number) { return .notKept }
        var after = self
        let distance = distance(of: number)
        let isNeeded = isProtected(number)
        let gone = after.makeRoom(adding: wanted, for: user, takesShown: false) {
            isNeeded || !isProtected($0) && self.distance(of: $0) >= distance
        }
        let kept = sum(after.cached + after.reserved) + wanted
        let isWithinHard = kept + sum(after.deferred) <= hard
        let staying = sum((after.cached + after.deferred).filter { isShown($0.number) } + after.reserved) + wanted
        if !isNeeded {
            if kept > soft || !isWithinHard { return .notKept }
        } else {
            let isBeyond = isBeyond(user, adding: wanted)
            if !isWithinHard || isBeyond && kept > soft { return isBeyond || staying > hard ? .notKept : .needsRoom }
        }
        self = after
        reserved.append(Page(number: number, bytes: wanted, user: user))
        return .kept(evicted: gone.map { .page($0) })
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
        guard let page = reserved.first(where: { $0.number == number }) else { return [] }
        cancel(number)
        cached.append(Page(number: number, bytes: bytes, user: page.user))
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

    /// Whether a turn is nothing but other pages that are shown and used: nothing else is needed, and nothing goes for it, since
    /// there is room or everything is shown.
    func isSimple(turnTo pages: [Int64], of reader: UInt64) -> Bool {
        let before = shown[reader] ?? []
        let isCached = { (number: Int64) in cached.contains { $0.number == number } }
        return (moving[reader] ?? []).isEmpty && before.count <= 2 && pages.allSatisfy(isCached)
            && before.allSatisfy { isCached($0) && !retired.contains($0) }
            && (sum(cached + reserved) <= soft && sum(cached + deferred + reserved) <= hard
                || cached.allSatisfy { isShown($0.number) && isShown($0.number, afterTurnTo: pages, of: reader) })
    }

    private func isShown(_ number: Int64, afterTurnTo pages: [Int64], of reader: UInt64) -> Bool {
        pages.contains(number) || shown.contains { $0 != reader && $1.contains(number) }
    }

    mutating func turn(to pages: [Int64], of reader: UInt64) -> Bool {
        readers.insert(reader)
        guard isSimple(turnTo: pages, of: reader) else { return false }
        let evicted = protect(shown: pages, moving: [], of: reader)
        precondition(evicted.isEmpty)
        for page in pages { _ = lookup(page) }
        return true
    }

    mutating func remove(reader: UInt64) -> [Int64] {
        positions[reader] = nil
        defer { readers.remove(reader) }
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
        readers.insert(reader)
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

    private mutating func makeRoom() -> [Int64] { makeRoom(adding: 0, for: nil, takesShown: false) { _ in true } }

    /// - Parameter takesShown: whether it is for a page that a user asks for.
    private mutating func makeRoom(
        adding added: Int, for user: UInt32?, takesShown: Bool, _ mayGo: (Int64) -> Bool
    ) -> [Int64] {
        let isBeyond = isBeyond(user, adding: added)
        // What goes next: what some have beyond their shares, of that what is shown last; then what others have, but not for
        // somebody who is beyond the share.
        func victim(where matches: (Page) -> Bool) -> Page? {
            func isOver(_ user: UInt32?) -> Bool {
                self.isBeyond(user, adding: user == nil || user != need ? 0 : added)
            }
            let need = user
            let candidates = cached.filter { mayGo($0.number) && matches($0) }
            let hidden = candidates.filter { !isShown($0.number) }
            if let first = hidden.first(where: { isOver($0.user) }) { return first }
            let yielding = candidates.filter { page in
                isShown(page.number) && isOver(page.user)
                    && shown.allSatisfy { reader, pages in
                        !pages.contains(page.number) || self.user(of: reader).map(isOver) ?? true
                    }
            }
            if takesShown, !isBeyond, let first = yielding.first { return first }
            return hidden.first { page in
                !isBeyond || page.user == user || page.user.map { !active.contains($0) } ?? true
            }
        }
        var gone: [Int64] = []
        while sum(cached + reserved) + added > soft, let next = victim(where: { _ in true }) {
            if isProtected(next.number), !isShown(next.number) {
                cached.removeAll { $0 == next }
                deferred.append(next)
                counters.deferred += 1
            } else {
                gone.append(evict(next.number))
            }
        }
        while sum(cached + deferred + reserved) + added > hard,
            let next = victim(where: { !isProtected($0.number) || isShown($0.number) })
        {
            gone.append(evict(next.number))
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
