import PageCache
import PageModel
import Testing

/// Random steps of readers at rest and in transitions, the cache against ``PlainCache``.
@Suite struct CacheModelTests {
    private static let hard = 140
    private static let pages = 24
    private static let readers: UInt64 = 4

    private enum Step {
        case render(Int64, bytes: Int)
        case reserve(Int64, bytes: Int)
        case admit(Int64)
        case release(Int64)
        case lookup(Int64)
        case use(Int64)
        case protect(shown: [Int64], moving: [Int64], reader: UInt64)
        case retire(Int64)
        case limit(Int)
        case readAhead(Int64, bytes: Int)
        case join(Int64)
        case follow(Int64, direction: Int64, reader: UInt64)
        case leave(UInt64)

        init(using random: inout SplitMix) {
            let page = Int64.random(in: 0..<Int64(CacheModelTests.pages), using: &random)
            let bytes = Int.random(in: 1...30, using: &random)
            let someone = UInt64.random(in: 1...CacheModelTests.readers, using: &random)
            switch Int.random(in: 0..<120, using: &random) {
            case 100..<108: self = .readAhead(page, bytes: bytes)
            case 108..<110: self = .join(page)
            case 110..<118: self = .follow(page, direction: Bool.random(using: &random) ? 1 : -1, reader: someone)
            case 118..<120: self = .leave(someone)
            case 0..<35: self = .render(page, bytes: bytes)
            case 35..<40: self = .reserve(page, bytes: bytes)
            case 40..<45: self = .admit(page)
            case 45..<48: self = .release(page)
            case 48..<58: self = .lookup(page)
            case 58..<64: self = .use(page)
            case 64..<95:
                let some = (0..<Int.random(in: 0...5, using: &random)).map { _ in
                    Int64.random(in: 0..<Int64(CacheModelTests.pages), using: &random)
                }
                let reader = UInt64.random(in: 1...CacheModelTests.readers, using: &random)
                let isAtRest = Bool.random(using: &random)
                self = .protect(
                    shown: isAtRest ? Array(some.prefix(2)) : [], moving: isAtRest ? [] : some, reader: reader)
            case 95..<98: self = .retire(page)
            default: self = .limit([0, 20, 60, 100][Int.random(in: 0..<4, using: &random)])
            }
        }
    }

    @Test(arguments: 0..<40) func theCacheFollowsThePlainRules(seed: UInt64) {
        var random = SplitMix(state: seed)
        var cache = PageCache(soft: 100, hard: Self.hard)
        var plain = PlainCache(soft: 100, hard: Self.hard)
        for number in 0..<2_500 {
            let step = Step(using: &random)
            let (got, expected) = take(step, cache: &cache, plain: &plain)
            guard got == expected, Self.agree(cache, plain), Self.holdsInvariants(cache, plain) else {
                Issue.record("seed \(seed), step \(number), \(step): \(got), and not \(expected)")
                return
            }
        }
        // Whatever was needed, nothing is left behind when it is not.
        for reader in 1...Self.readers {
            _ = cache.move([], reader: reader)
            _ = plain.protect(shown: [], moving: [], of: reader)
        }
        #expect(cache.deferredCount == 0 && Self.agree(cache, plain))
    }

    /// Policies that weigh: whatever they let go, what must hold does. Renders end late, fail and are joined.
    @Test(arguments: [CachePolicy.gdsf, .reading], 0..<15)
    func whatWeighsKeepsWithinItsLimits(policy: CachePolicy, seed: UInt64) {
        var random = SplitMix(state: seed)
        var cache = PageCache(limits: CacheLimits(soft: 100, hard: Self.hard), policy: policy.make())
        // Only what the readers need, and what they said of where they are.
        var plain = PlainCache(soft: 100, hard: Self.hard)
        for number in 0..<2_500 {
            let step = Step(using: &random)
            let before = cache
            let gone = takeAlone(step, cache: &cache, plain: &plain)
            let all = Set(cache.numbers).union(cache.deferredNumbers)
            var isRight = cache.bytes + cache.reservedBytes <= Self.hard && all.count == cache.count
            isRight = isRight && Set(cache.numbers).isDisjoint(with: cache.deferredNumbers)
            isRight = isRight && cache.deferredNumbers.allSatisfy(plain.isProtected)
            if case .protect = step, plain.isAtRest { isRight = isRight && cache.deferredCount == 0 }
            if case .readAhead(let page, _) = step, !plain.isProtected(page) {
                let nearest = gone.map(plain.distance(of:)).min() ?? .max
                isRight = isRight && plain.distance(of: page) <= nearest && !gone.contains(where: plain.isProtected)
            }
            guard isRight else {
                Issue.record("seed \(seed), step \(number), \(step): \(before.numbers) became \(cache.numbers)")
                return
            }
        }
    }

    /// Takes a step in the cache, and of the plain one notes only what readers need; returns what went.
    private func takeAlone(_ step: Step, cache: inout PageCache, plain: inout PlainCache) -> [Int64] {
        switch step {
        case .render(let page, let bytes):
            let time = UInt64(page * 7_919 % 1_000)
            let gone = evicted(
                cache.reserve(
                    .page(page), bytes: bytes, index: Int(page), expectedRenderTime: time, at: .start))
            return gone + cache.admit(.page(page), bytes: bytes, renderTime: time, at: .start).numbers
        case .reserve(let page, let bytes):
            return evicted(cache.reserve(.page(page), bytes: bytes, index: Int(page), at: .start))
        case .readAhead(let page, let bytes):
            return evicted(
                cache.reserve(.page(page), bytes: bytes, index: Int(page), purpose: .readAhead, at: .start))
        case .admit(let page):
            return cache.admit(.page(page), bytes: 1, renderTime: UInt64(page * 7_919 % 1_000), at: .start).numbers
        case .limit(let soft): return cache.setLimits(CacheLimits(soft: soft, hard: Self.hard)).numbers
        case .protect(let shown, let moving, let reader):
            plain.shown[reader] = shown
            plain.moving[reader] = moving
            let protection = Protection(shown: shown.map { .page($0) }, moving: moving.map { .page($0) })
            return cache.protect(protection, of: ReaderKey(reader), at: .start).numbers
        case .release, .lookup, .use, .retire, .join, .follow, .leave:
            _ = take(step, cache: &cache, plain: &plain)
            return []
        }
    }

    private func evicted(_ reservation: PageCache.Reservation) -> [Int64] {
        if case .kept(let evicted) = reservation { evicted.numbers } else { [] }
    }

    /// Takes a step in both, and returns what each says of it.
    private func take(_ step: Step, cache: inout PageCache, plain: inout PlainCache) -> (String, String) {
        switch step {
        case .render(let page, let bytes):
            let (got, expected) = (
                cache.reserve(.page(page), bytes: bytes, index: Int(page), at: .start),
                plain.reserve(page, bytes: bytes)
            )
            guard case .kept = got else { return ("\(got)", "\(expected)") }
            let evicted = cache.admit(.page(page), bytes: bytes, at: .start).numbers
            return ("\(got) \(evicted)", "\(expected) \(plain.admit(page, bytes: bytes))")
        case .reserve(let page, let bytes):
            let got = cache.reserve(.page(page), bytes: bytes, index: Int(page), at: .start)
            return ("\(got)", "\(plain.reserve(page, bytes: bytes))")
        case .admit(let page):
            // An encoded page ends up smaller than what was reserved for it.
            let bytes = max((plain.reserved.first { $0.number == page }?.bytes ?? 0) / 2, 1)
            return (
                "\(cache.admit(.page(page), bytes: bytes, at: .start).numbers)", "\(plain.admit(page, bytes: bytes))"
            )
        case .release(let page):
            cache.release(.page(page))
            plain.release(page)
            return ("", "")
        case .lookup(let page):
            let isHit = plain.isAlive(page)
            let got = cache.lookup(.page(page), at: .start)
            return ("\(got.isHit) \(got.evicted.numbers)", "\(isHit) \(plain.use(page))")
        case .use(let page):
            return ("\(cache.use(.page(page), at: .start).numbers)", "\(plain.use(page))")
        case .protect(let shown, let moving, let reader):
            let protection = Protection(shown: shown.map { .page($0) }, moving: moving.map { .page($0) })
            let got = cache.protect(protection, of: ReaderKey(reader), at: .start)
            return ("\(got.numbers)", "\(plain.protect(shown: shown, moving: moving, of: reader))")
        case .retire(let page): return ("\(cache.retire(.page(page)).numbers)", "\(plain.retire(page))")
        case .readAhead(let page, let bytes):
            let got = cache.reserve(
                .page(page), bytes: bytes, index: Int(page), purpose: .readAhead, at: .start)
            return ("\(got)", "\(plain.readAhead(page, bytes: bytes))")
        case .join(let page):
            // Whoever joins a render changes nothing of what is kept.
            cache.countJoin(.page(page), purpose: .demand)
            return ("", "")
        case .follow(let page, let direction, let reader):
            cache.follow(
                ReadingPlace(document: DocumentID(1), index: Int(page), direction: Int(direction)),
                of: ReaderKey(reader), at: .start)
            plain.places[reader] = (page, direction)
            return ("", "")
        case .leave(let reader):
            cache.unfollow(ReaderKey(reader), at: .start)
            plain.places[reader] = nil
            return ("", "")
        case .limit(let soft):
            let got = cache.setLimits(CacheLimits(soft: soft, hard: Self.hard))
            return ("\(got.numbers)", "\(plain.setSoft(soft))")
        }
    }

    private static func agree(_ cache: PageCache, _ plain: PlainCache) -> Bool {
        cache.numbers == plain.cached.map(\.number)
            && cache.deferredNumbers == plain.deferred.map(\.number).sorted()
            && cache.bytes == plain.bytes
            && cache.reservedBytes == plain.sum(plain.reserved)
            && cache.count == plain.cached.count + plain.deferred.count
    }

    private static func holdsInvariants(_ cache: PageCache, _ plain: PlainCache) -> Bool {
        let shown = plain.cached.filter { plain.isShown($0.number) }
        return cache.bytes + cache.reservedBytes <= hard
            && plain.deferred.allSatisfy { plain.isProtected($0.number) && !plain.isShown($0.number) }
            && plain.retired.allSatisfy(plain.isProtected)
            && (!plain.isAtRest
                || cache.deferredCount == 0 && cache.bytes <= max(plain.soft, plain.sum(shown)))
    }
}
