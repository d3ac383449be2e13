import PageModel
import Testing

@testable import PageCache

/// Random steps of readers at rest and in transitions, the cache against ``PlainCache``.
@Suite struct CacheModelTests {
    private static let hard = 140
    private static let pages = 24
    private static let readers: UInt64 = 4

    private enum Step {
        case render(Int64, bytes: Int)
        case reserve(Int64, bytes: Int)
        case admit(Int64)
        case cancel(Int64)
        case lookup(Int64)
        case use(Int64)
        case protect(shown: [Int64], moving: [Int64], reader: UInt64)
        /// To one or two of the pages that are cached then, by their place in the order; to page 0 where none is.
        case turn([Int], reader: UInt64)
        case retire(Int64)
        case limit(Int)
        case prefetched(Int64, bytes: Int)
        case join(Int64)
        case position(Int64, direction: Int64, reader: UInt64)
        case removeReader(UInt64)
        case hold(Int64)
        case release(Int64)
        case removeAll(Int64)
        case renewPolicy

        init(using random: inout SplitMix) {
            func number() -> Int64 { Int64.random(in: 0..<Int64(CacheModelTests.pages), using: &random) }
            let page = number()
            let bytes = Int.random(in: 1...30, using: &random)
            let someone = UInt64.random(in: 1...CacheModelTests.readers, using: &random)
            switch Int.random(in: 0..<150, using: &random) {
            case 0..<35: self = .render(page, bytes: bytes)
            case 35..<40: self = .reserve(page, bytes: bytes)
            case 40..<45: self = .admit(page)
            case 45..<48: self = .cancel(page)
            case 48..<58: self = .lookup(page)
            case 58..<64: self = .use(page)
            case 64..<95:
                let some = (0..<Int.random(in: 0...5, using: &random)).map { _ in number() }
                let isAtRest = Bool.random(using: &random)
                self = .protect(
                    shown: isAtRest ? Array(some.prefix(2)) : [], moving: isAtRest ? [] : some, reader: someone)
            case 95..<98: self = .retire(page)
            case 98..<100: self = .limit([0, 20, 60, 100][Int.random(in: 0..<4, using: &random)])
            case 100..<108: self = .prefetched(page, bytes: bytes)
            case 108..<110: self = .join(page)
            case 110..<118: self = .position(page, direction: Bool.random(using: &random) ? 1 : -1, reader: someone)
            case 118..<121: self = .removeReader(someone)
            case 121..<126: self = .hold(page)
            case 126..<132: self = .release(page)
            case 132: self = .removeAll(page)
            case 133: self = .renewPolicy
            default:
                let places = (0...Int.random(in: 0...1, using: &random)).map { _ in Int(number()) }
                self = .turn(places, reader: someone)
            }
        }
    }

    /// - Parameter users: how many have the readers; 0: they are nobody's.
    @Test(arguments: [0, 2, 3] as [UInt64], 0..<20) func theCacheFollowsThePlainRules(users: UInt64, seed: UInt64) {
        var random = SplitMix(state: seed)
        var cache = TestCache(
            limits: CacheLimits(soft: 100, hard: Self.hard), policy: LeastRecentlyUsed(), users: users)
        var plain = PlainCache(soft: 100, hard: Self.hard)
        plain.users = users
        var slots = KnownSlots()
        for number in 0..<2_000 {
            let step = Step(using: &random)
            let (got, expected) = perform(step, cache: &cache, plain: &plain, slots: &slots)
            guard got == expected, Self.agree(cache, plain), Self.holdsInvariants(cache, plain),
                slots.agree(cache, plain, pages: Self.pages)
            else {
                Issue.record("\(users) users, seed \(seed), step \(number), \(step): \(got), and not \(expected)")
                return
            }
        }
        // Whatever was needed, nothing is left behind when it is not.
        for reader in 1...Self.readers {
            _ = cache.removeReader(ReaderKey(reader))
            _ = plain.remove(reader: reader)
        }
        #expect(cache.sums.deferred.pages == 0 && Self.agree(cache, plain))
        slots.releaseAll(&cache)
        for page in 0..<Int64(Self.pages) { cache.cancelReservation(.page(page)) }
        _ = cache.removeAll { _ in true }
        #expect((0..<Int64(Self.pages)).allSatisfy { cache.cache.slot(of: .page($0)) == nil })
    }

    /// Policies that weigh: whatever they let go, what must hold does. Renders end late, fail and are joined.
    @Test(arguments: [CachePolicy.gdsf, .reading], 0..<8)
    func whatWeighsKeepsWithinItsLimits(policy: CachePolicy, seed: UInt64) {
        var random = SplitMix(state: seed)
        let users = seed % 4
        var cache = TestCache(limits: CacheLimits(soft: 100, hard: Self.hard), policy: policy.make(), users: users)
        // Only what the readers need, and where they read.
        var plain = PlainCache(soft: 100, hard: Self.hard)
        plain.users = users
        var slots = KnownSlots()
        for number in 0..<2_000 {
            let step = Step(using: &random)
            let before = cache.numbers
            let gone = performAlone(step, cache: &cache, plain: &plain, slots: &slots)
            let all = Set(cache.numbers).union(cache.deferredNumbers)
            var isRight = cache.bytes + cache.reservedBytes <= Self.hard && all.count == cache.count
            isRight = isRight && Set(cache.numbers).isDisjoint(with: cache.deferredNumbers)
            isRight = isRight && cache.deferredNumbers.allSatisfy(plain.isProtected)
            isRight = isRight && !cache.deferredNumbers.contains(where: plain.isShown)
            if case .protect = step, plain.isAtRest { isRight = isRight && cache.sums.deferred.pages == 0 }
            if case .prefetched(let page, _) = step, !plain.isProtected(page) {
                let nearest = gone.map(plain.distance(of:)).min() ?? .max
                isRight = isRight && plain.distance(of: page) <= nearest && !gone.contains(where: plain.isProtected)
            }
            guard isRight else {
                Issue.record("seed \(seed), step \(number), \(step): \(before) became \(cache.numbers)")
                return
            }
        }
    }

    /// Performs a step in the cache, and notes in the plain one only what readers need; returns what went.
    private func performAlone(
        _ step: Step, cache: inout TestCache, plain: inout PlainCache, slots: inout KnownSlots
    ) -> [Int64] {
        switch step {
        case .render(let page, let bytes):
            let time = UInt64(page * 7_919 % 1_000)
            let answer = cache.reserve(
                .page(page), bytes: bytes, index: Int(page), for: plain.user(bytes), expectedRenderTime: time,
                at: .start)
            guard case .kept = answer else { return [] }
            return evicted(answer) + cache.admit(.page(page), bytes: bytes, renderTime: time, at: .start).numbers
        case .reserve(let page, let bytes):
            return evicted(
                cache.reserve(.page(page), bytes: bytes, index: Int(page), for: plain.user(bytes), at: .start))
        case .prefetched(let page, let bytes):
            return evicted(
                cache.reserve(
                    .page(page), bytes: bytes, index: Int(page), for: plain.user(bytes), purpose: .prefetch, at: .start
                ))
        case .admit(let page): return cache.admit(.page(page), bytes: 1, at: .start).numbers
        case .limit(let soft): return cache.setLimits(CacheLimits(soft: soft, hard: Self.hard)).numbers
        case .protect(let shown, let moving, let reader):
            plain.readers.insert(reader)
            plain.shown[reader] = shown
            plain.moving[reader] = moving
            return cache.protect(
                shown: shown.map { .page($0) }, moving: moving.map { .page($0) }, of: ReaderKey(reader), at: .start
            ).numbers
        case .turn(let places, let reader):
            let pages = Self.pages(places, of: cache.numbers)
            plain.readers.insert(reader)
            guard Self.turn(&cache, to: pages, of: reader) else { return [] }
            plain.shown[reader] = pages
            plain.moving[reader] = []
            return []
        case .cancel, .lookup, .use, .retire, .join, .position, .removeReader, .hold, .release:
            _ = perform(step, cache: &cache, plain: &plain, slots: &slots)
            return []
        case .removeAll, .renewPolicy: return []
        }
    }

    private func evicted(_ reservation: TestCache.Reservation) -> [Int64] {
        if case .kept(let evicted) = reservation { evicted.numbers } else { [] }
    }

    private static func pages(_ places: [Int], of cached: [Int64]) -> [Int64] {
        places.map { cached.isEmpty ? 0 : cached[$0 % cached.count] }
    }

    private static func turn(_ cache: inout TestCache, to pages: [Int64], of reader: UInt64) -> Bool {
        cache.turn(to: .page(pages[0]), pages.count > 1 ? .page(pages[1]) : nil, of: ReaderKey(reader))
    }

    /// Performs a step in both, and returns what each says of it.
    private func perform(
        _ step: Step, cache: inout TestCache, plain: inout PlainCache, slots: inout KnownSlots
    ) -> (String, String) {
        switch step {
        case .render(let page, let bytes):
            let (got, expected) = (
                cache.reserve(.page(page), bytes: bytes, index: Int(page), for: plain.user(bytes), at: .start),
                plain.reserve(page, bytes: bytes, for: plain.user(bytes))
            )
            guard case .kept = got else { return ("\(got)", "\(expected)") }
            let evicted = cache.admit(.page(page), bytes: bytes, at: .start).numbers
            return ("\(got) \(evicted)", "\(expected) \(plain.admit(page, bytes: bytes))")
        case .reserve(let page, let bytes):
            let user = plain.user(bytes)
            let got = cache.reserve(.page(page), bytes: bytes, index: Int(page), for: user, at: .start)
            return ("\(got)", "\(plain.reserve(page, bytes: bytes, for: user))")
        case .admit(let page):
            // An encoded page ends up smaller than what was reserved for it.
            let bytes = max((plain.reserved.first { $0.number == page }?.bytes ?? 0) / 2, 1)
            let got = cache.admit(.page(page), bytes: bytes, at: .start)
            return ("\(got.numbers)", "\(plain.admit(page, bytes: bytes))")
        case .cancel(let page):
            cache.cancelReservation(.page(page))
            plain.cancel(page)
            return ("", "")
        case .lookup(let page):
            let (got, expected) = (cache.lookup(.page(page), at: .start), plain.lookup(page))
            return ("\(got.isHit) \(got.evicted.numbers)", "\(expected.isHit) \(expected.gone)")
        case .use(let page):
            return ("\(cache.use(.page(page), at: .start).numbers)", "\(plain.use(page))")
        case .protect(let shown, let moving, let reader):
            let got = cache.protect(
                shown: shown.map { .page($0) }, moving: moving.map { .page($0) }, of: ReaderKey(reader), at: .start)
            return ("\(got.numbers)", "\(plain.protect(shown: shown, moving: moving, of: reader))")
        case .turn(let places, let reader):
            let pages = Self.pages(places, of: plain.cached.map(\.number))
            return ("\(Self.turn(&cache, to: pages, of: reader))", "\(plain.turn(to: pages, of: reader))")
        case .retire(let page): return ("\(cache.retire(.page(page)).numbers)", "\(plain.retire(page))")
        case .prefetched(let page, let bytes):
            let user = plain.user(bytes)
            let got = cache.reserve(
                .page(page), bytes: bytes, index: Int(page), for: user, purpose: .prefetch, at: .start)
            return ("\(got)", "\(plain.prefetched(page, bytes: bytes, for: user))")
        case .join(let page):
            // Whoever joins a render changes nothing of what is kept.
            cache.countJoin(.page(page), purpose: .demand)
            return ("", "")
        case .position(let page, let direction, let reader):
            cache.setPosition(
                ReadingPosition(document: DocumentID(1), index: Int(page), direction: Int(direction)),
                of: ReaderKey(reader))
            plain.readers.insert(reader)
            plain.positions[reader] = (page, direction)
            return ("", "")
        case .removeReader(let reader):
            return ("\(cache.removeReader(ReaderKey(reader)).numbers)", "\(plain.remove(reader: reader))")
        case .limit(let soft):
            let limits = CacheLimits(soft: soft, hard: Self.hard)
            let got = soft == 60 ? cache.bring(to: limits, slice: 2) : cache.setLimits(limits)
            return ("\(got.numbers)", "\(plain.setSoft(soft))")
        case .hold(let page):
            slots.hold(page, &cache)
            plain.holds[page, default: 0] += 1
            return ("", "")
        case .release(let page):
            if slots.release(page, &cache) { plain.holds[page, default: 0] -= 1 }
            return ("", "")
        case .removeAll(let page):
            let got = cache.removeAll { $0.page.number % 7 == page % 7 }.numbers
            return ("\(got.sorted())", "\(plain.removeAll { $0 % 7 == page % 7 }.sorted())")
        case .renewPolicy:
            cache.setPolicy(LeastRecentlyUsed())
            return ("", "")
        }
    }

    private static func agree(_ cache: TestCache, _ plain: PlainCache) -> Bool {
        let sums = cache.sums
        let alive = plain.cached + plain.deferred
        let shown = alive.filter { plain.isShown($0.number) }
        let moving = alive.filter { plain.isProtected($0.number) && !plain.isShown($0.number) }
        let counters = cache.counters
        return cache.numbers == plain.cached.map(\.number)
            && cache.deferredNumbers == plain.deferred.map(\.number).sorted()
            && sums.cached == plain.amount(plain.cached) && sums.deferred == plain.amount(plain.deferred)
            && sums.reserved == plain.amount(plain.reserved)
            && sums.shown == plain.amount(shown) && sums.moving == plain.amount(moving)
            && counters.hits == plain.counters.hits && counters.misses == plain.counters.misses
            && counters.evicted == plain.counters.evicted && counters.deferred == plain.counters.deferred
            && counters.readmitted == plain.counters.readmitted
            && (0..<UInt32(plain.users)).allSatisfy { user in
                cache.cache.held(by: user) == plain.amount((alive + plain.reserved).filter { $0.user == user })
            }
    }

    private static func holdsInvariants(_ cache: TestCache, _ plain: PlainCache) -> Bool {
        let shown = plain.cached.filter { plain.isShown($0.number) }
        return cache.bytes + cache.reservedBytes <= hard
            && plain.deferred.allSatisfy { plain.isProtected($0.number) && !plain.isShown($0.number) }
            && plain.retired.allSatisfy(plain.isProtected)
            && (!plain.isAtRest
                || cache.sums.deferred.pages == 0 && cache.bytes <= max(plain.soft, plain.sum(shown)))
    }
}

extension PlainCache {
    /// For whom a page of a step counts: for one who has a reader, or nobody.
    fileprivate func user(_ bytes: Int) -> UInt32? {
        let user = UInt32(bytes) % UInt32(users + 1)
        return active.contains(user) ? user : nil
    }
}

/// The slots of pages as they were seen last, and those that pages had before.
private struct KnownSlots {
    private var current: [Int64: CacheSlot] = [:]
    private var held: [Int64: [CacheSlot]] = [:]
    private var old: [CacheSlot] = []
    private var steps = 0

    mutating func hold(_ page: Int64, _ cache: inout TestCache) {
        held[page, default: []].append(cache.hold(.page(page)))
    }

    /// Ends one hold; false where there is none.
    mutating func release(_ page: Int64, _ cache: inout TestCache) -> Bool {
        guard let slot = held[page]?.popLast() else { return false }
        cache.release(slot)
        return true
    }

    mutating func releaseAll(_ cache: inout TestCache) {
        for slot in held.values.joined() { cache.release(slot) }
    }

    /// Whether pages have a slot exactly as long as there is anything to know of them, and keep it as long; old handles find
    /// nothing, and change nothing.
    mutating func agree(_ cache: TestCache, _ plain: PlainCache, pages: Int) -> Bool {
        var isRight = true
        for page in 0..<Int64(pages) {
            let slot = cache.cache.slot(of: .page(page))
            isRight = isRight && (slot != nil) == plain.isKnown(page)
            if let slot {
                isRight = isRight && cache.cache.rendition(of: slot) == .page(page)
                isRight = isRight && cache.cache.isAlive(slot) == plain.isAlive(page)
                isRight = isRight && !old.contains(slot) && slot.index < pages
                isRight = isRight && (current[page] ?? slot) == slot
            } else if let before = current[page] {
                old.append(before)
            }
            current[page] = slot
        }
        isRight = isRight && Set(current.values.map(\.index)).count == current.count
        old = old.suffix(20)
        // Now and then: it takes a copy of the cache.
        steps += 1
        guard steps % 10 == 0, let last = old.last else { return isRight }
        return isRight && cache.finds(nothingBy: last)
    }
}

extension TestCache {
    /// Whether an old handle finds nothing, and changes nothing.
    fileprivate func finds(nothingBy slot: CacheSlot) -> Bool {
        var other = cache
        let reader = other.addReader()
        other.release(slot)
        other.cancelReservation(slot)
        other.countJoin(slot, purpose: .demand)
        let isProtected = other.protect(Protection(shown: [slot], moving: [slot]), of: reader, at: .start)
        let gone =
            isProtected + other.use(slot, at: .start) + other.retire(slot) + other.admit(slot, bytes: 1, at: .start)
        return other.rendition(of: slot) == nil && !other.isAlive(slot) && !other.isCached(slot)
            && !other.contains(slot) && gone.isEmpty && other.reserve(slot, bytes: 1, at: .start) == .notKept
            && !other.turn(reader, to: slot, at: .start) && other.details(of: slot) == (nil, 0)
            && other.contents == cache.contents && other.sums == cache.sums
            && other.cachedInOrder == cache.cachedInOrder
    }
}
