import PageCache
import PageModel
import Testing

@Suite struct PageCacheTests {
    private static let now = Instant(microseconds: 0)

    private static func page(_ number: Int64, document: UInt64 = 1) -> Rendition {
        Rendition(
            document: DocumentID(document), page: PageID(number), scale: 1, rotation: .upright,
            region: PixelRegion(x: 0, y: 0, width: 1, height: 1), format: .bgrx8888)
    }

    private static func cache(soft: Int, hard: Int) -> PageCache {
        PageCache(limits: CacheLimits(soft: soft, hard: hard), policy: LeastRecentlyUsed())
    }

    /// Renders a page of 10 bytes into the cache; returns what went for it, or nil where it is not kept.
    private static func render(_ number: Int64, into cache: inout PageCache, bytes: Int = 10) -> [Int64]? {
        let reservation = cache.reserve(page(number), bytes: bytes)
        guard reservation.isKept else { return nil }
        cache.admit(page(number), bytes: bytes, at: now)
        return reservation.evicted.map(\.page.number)
    }

    @Test func leastRecentlyUsedPageGoesFirst() {
        var cache = Self.cache(soft: 30, hard: 30)
        for number: Int64 in 1...3 { #expect(Self.render(number, into: &cache) == []) }
        let found1 = cache.lookup(Self.page(1), at: Self.now)
        #expect(found1)
        #expect(Self.render(4, into: &cache) == [2])
        #expect(Self.render(5, into: &cache) == [3])
        let found2 = cache.lookup(Self.page(1), at: Self.now)
        #expect(found2)
        let found3 = cache.lookup(Self.page(2), at: Self.now)
        #expect(!found3)
        #expect(cache.counters == CacheCounters(hits: 2, misses: 1, joined: 0, evicted: 2, notKept: 0))
    }

    @Test func rendersUnderWayCountAgainstTheLimit() {
        var cache = Self.cache(soft: 30, hard: 30)
        #expect(Self.render(1, into: &cache) == [])
        #expect(cache.reserve(Self.page(2), bytes: 10).isKept)
        #expect(cache.reserve(Self.page(3), bytes: 10).isKept)
        #expect(cache.reserve(Self.page(4), bytes: 10).evicted.map(\.page.number) == [1])
        #expect(!cache.reserve(Self.page(5), bytes: 10).isKept)
        cache.release(Self.page(2))
        #expect(cache.reserve(Self.page(5), bytes: 10).isKept)
        #expect(cache.bytes + cache.reservedBytes == 30)
    }

    @Test func onlyProtectedPagesPassTheSoftLimitAndNothingTheHardOne() {
        var cache = Self.cache(soft: 20, hard: 30)
        for number: Int64 in 1...3 {
            cache.protect(Self.page(number))
            #expect(Self.render(number, into: &cache) == [])
        }
        #expect(cache.bytes == 30)
        cache.protect(Self.page(4))
        #expect(Self.render(4, into: &cache) == nil)
        #expect(Self.render(5, into: &cache) == nil)
        #expect(cache.counters.notKept == 2)
        #expect(cache.unprotect(Self.page(1)).map(\.page.number) == [1])
        #expect(cache.bytes == 20)
    }

    @Test func protectionIsCountedByScreen() {
        var cache = Self.cache(soft: 10, hard: 10)
        cache.protect(Self.page(1))
        cache.protect(Self.page(1))
        #expect(Self.render(1, into: &cache) == [])
        #expect(cache.unprotect(Self.page(1)).map(\.page.number) == [])
        #expect(Self.render(2, into: &cache) == nil)
        #expect(cache.unprotect(Self.page(1)).map(\.page.number) == [])
        #expect(Self.render(2, into: &cache) == [1])
    }

    @Test func aPageLargerThanTheLimitIsNotKeptAndEvictsNothing() {
        var cache = Self.cache(soft: 20, hard: 30)
        #expect(Self.render(1, into: &cache) == [])
        #expect(Self.render(2, into: &cache, bytes: 21) == nil)
        #expect(cache.bytes == 10)
    }

    @Test func aPageThatFindsNoRoomBesideRendersUnderWayEvictsNothing() {
        var cache = Self.cache(soft: 30, hard: 40)
        #expect(Self.render(1, into: &cache) == [])
        #expect(cache.reserve(Self.page(2), bytes: 15).isKept)
        let refused = cache.reserve(Self.page(3), bytes: 16)
        #expect(!refused.isKept && refused.evicted.isEmpty)
        let found4 = cache.lookup(Self.page(1), at: Self.now)
        #expect(found4)
        cache.protect(Self.page(1))
        #expect(!cache.reserve(Self.page(3), bytes: 6).isKept)
        #expect(cache.reserve(Self.page(3), bytes: 5).isKept)
    }

    @Test func pagesAreLimitedHoweverSmall() {
        var cache = PageCache(
            limits: CacheLimits(soft: 100, hard: 100, pages: 3), policy: LeastRecentlyUsed())
        for number: Int64 in 1...3 { #expect(Self.render(number, into: &cache, bytes: 1) == []) }
        #expect(Self.render(4, into: &cache, bytes: 1) == [1])
        #expect(cache.count == 3)
        cache.protect(Self.page(4))
        #expect(cache.reserve(Self.page(5), bytes: 1).evicted.map(\.page.number) == [2])
        #expect(cache.reserve(Self.page(6), bytes: 1).evicted.map(\.page.number) == [3])
        #expect(!cache.reserve(Self.page(7), bytes: 1).isKept)
        cache.release(Self.page(6))
        #expect(cache.reserve(Self.page(7), bytes: 1).isKept)
    }

    @Test func aSmallerEncodingGivesBackWhatWasReserved() {
        var cache = Self.cache(soft: 20, hard: 20)
        #expect(cache.reserve(Self.page(1), bytes: 20).isKept)
        cache.admit(Self.page(1), bytes: 4, at: Self.now)
        #expect(cache.bytes == 4)
        #expect(cache.reservedBytes == 0)
    }

    @Test func loweredLimitsLetGoAtOnce() {
        var cache = Self.cache(soft: 30, hard: 30)
        for number: Int64 in 1...3 { #expect(Self.render(number, into: &cache) == []) }
        #expect(cache.setLimits(CacheLimits(soft: 10, hard: 10)).map(\.page.number) == [1, 2])
        #expect(cache.count == 1)
    }

    @Test func aDocumentThatIsGoneTakesItsPagesAlong() {
        var cache = Self.cache(soft: 30, hard: 30)
        #expect(Self.render(1, into: &cache) == [])
        #expect(cache.reserve(Self.page(2, document: 2), bytes: 5).isKept)
        cache.admit(Self.page(2, document: 2), bytes: 5, at: Self.now)
        #expect(cache.usage[DocumentID(1)] ?? (0, 0) == (pages: 1, bytes: 10))
        #expect(cache.usage[DocumentID(2)] ?? (0, 0) == (pages: 1, bytes: 5))
        #expect(cache.usage.count == 2)
        #expect(cache.removeAll { $0.document == DocumentID(1) }.map(\.page.number) == [1])
        #expect(cache.bytes == 5)
    }

    /// Random steps against a plain list: the account of bytes and the order of eviction never drift.
    @Test(arguments: 0..<20) func accountsAgreeWithAPlainList(seed: UInt64) {
        var random = SplitMix(state: seed)
        var cache = Self.cache(soft: 100, hard: 140)
        var list: [(number: Int64, bytes: Int)] = []
        for _ in 0..<2_000 {
            let number = Int64(random.next() % 40)
            if cache.lookup(Self.page(number), at: Self.now) {
                if let place = list.firstIndex(where: { $0.number == number }) { list.append(list.remove(at: place)) }
                continue
            }
            let bytes = Int(random.next() % 30) + 1
            var evicted: [Int64] = []
            while list.reduce(0, { $0 + $1.bytes }) + bytes > 100 { evicted.append(list.removeFirst().number) }
            #expect(Self.render(number, into: &cache, bytes: bytes) == evicted)
            list.append((number, bytes))
            #expect(cache.bytes == list.reduce(0) { $0 + $1.bytes })
            #expect(cache.count == list.count)
        }
    }
}

/// SplitMix64: the same numbers for the same seed.
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
