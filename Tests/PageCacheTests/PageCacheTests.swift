import PageModel
import Testing

@testable import PageCache

@Suite struct PageCacheTests {
    @Test func leastRecentlyUsedPageGoesFirst() {
        var cache = TestCache(soft: 30, hard: 30)
        for number: Int64 in 1...3 { #expect(cache.render(number) == []) }
        let found1 = cache.lookup(.page(1), at: .start).isHit
        #expect(found1)
        #expect(cache.render(4) == [2])
        #expect(cache.render(5) == [3])
        let found2 = cache.lookup(.page(1), at: .start).isHit
        #expect(found2)
        let found3 = cache.lookup(.page(2), at: .start).isHit
        #expect(!found3)
        #expect(cache.counters == CacheCounters(hits: 2, misses: 1, joined: 0, evicted: 2, notKept: 0))
    }

    @Test func rendersUnderWayCountAgainstTheLimit() {
        var cache = TestCache(soft: 30, hard: 30)
        #expect(cache.render(1) == [])
        let answers = (2...5).map { cache.reserve(.page($0), bytes: 10, at: .start) }
        #expect(answers == [.kept(evicted: []), .kept(evicted: []), .kept(evicted: [.page(1)]), .notKept])
        cache.cancelReservation(.page(2))
        let again = cache.reserve(.page(5), bytes: 10, at: .start)
        #expect(again == .kept(evicted: []) && cache.bytes + cache.reservedBytes == 30)
    }

    @Test func aPageLargerThanTheLimitIsNotKeptAndEvictsNothing() {
        var cache = TestCache(soft: 20, hard: 30)
        #expect(cache.render(1) == [])
        #expect(cache.render(2, bytes: 21) == nil)
        #expect(cache.bytes == 10)
    }

    @Test func aPageThatFindsNoRoomBesideRendersUnderWayEvictsNothing() {
        var cache = TestCache(soft: 30, hard: 40)
        #expect(cache.render(1) == [])
        let first = cache.reserve(.page(2), bytes: 15, at: .start)
        let second = cache.reserve(.page(3), bytes: 16, at: .start)
        #expect(first == .kept(evicted: []) && second == .notKept)
        #expect(cache.numbers == [1])
        // What is shown may go on to the hard limit.
        cache.show([1], reader: 1)
        cache.show([3], reader: 2)
        let third = cache.reserve(.page(3), bytes: 16, at: .start)
        let fourth = cache.reserve(.page(3), bytes: 15, at: .start)
        #expect(third == .notKept && fourth == .kept(evicted: []))
        #expect(cache.bytes + cache.reservedBytes == 40)
    }

    @Test func pagesAreLimitedHoweverSmall() {
        var cache = TestCache(pages: 3)
        for number: Int64 in 1...3 { #expect(cache.render(number, bytes: 1) == []) }
        #expect(cache.render(4, bytes: 1) == [1])
        cache.show([4], reader: 1)
        #expect(cache.render(5, bytes: 1) == [2])
        let first = cache.reserve(.page(6), bytes: 1, at: .start)
        let second = cache.reserve(.page(7), bytes: 1, at: .start)
        let third = cache.reserve(.page(8), bytes: 1, at: .start)
        #expect(first == .kept(evicted: [.page(3)]) && second == .kept(evicted: [.page(5)]) && third == .notKept)
        cache.cancelReservation(.page(6))
        let again = cache.reserve(.page(8), bytes: 1, at: .start)
        #expect(again == .kept(evicted: []))
    }

    @Test func aPageIsReservedOnce() {
        var cache = TestCache(soft: 30, hard: 30)
        #expect(cache.render(1) == [])
        let alive = cache.reserve(.page(1), bytes: 10, at: .start)
        let first = cache.reserve(.page(2), bytes: 10, at: .start)
        let second = cache.reserve(.page(2), bytes: 10, at: .start)
        #expect(alive == .notKept && first == .kept(evicted: []) && second == .notKept)
        let unreserved = cache.admit(.page(3), bytes: 10, at: .start)
        #expect(unreserved == [] && !cache.isAlive(.page(3)) && cache.bytes == 10)
    }

    @Test func anOldEditionIsAnotherPage() {
        var cache = TestCache(soft: 30, hard: 30)
        #expect(cache.render(1) == [])
        #expect(!cache.contains(.page(1, edition: 1)))
        let first = cache.reserve(.page(1, edition: 1), bytes: 10, at: .start)
        #expect(first == .kept(evicted: []) && cache.count == 1)
    }

    @Test func aSmallerEncodingGivesBackWhatWasReserved() {
        var cache = TestCache(soft: 20, hard: 20)
        let answer = cache.reserve(.page(1), bytes: 20, at: .start)
        let evicted = cache.admit(.page(1), bytes: 4, at: .start)
        #expect(answer == .kept(evicted: []) && evicted == [])
        #expect(cache.bytes == 4)
        #expect(cache.reservedBytes == 0)
    }

    @Test func loweredLimitsLetGoAtOnce() {
        var cache = TestCache(soft: 30, hard: 30)
        for number: Int64 in 1...3 { #expect(cache.render(number) == []) }
        let evicted = cache.setLimits(CacheLimits(soft: 10, hard: 10))
        #expect(evicted.numbers == [1, 2])
        #expect(cache.count == 1)
    }

    @Test(arguments: [(0, 80, 100), (20, 80, 80), (30, 70, 70), (100, 0, 0), (200, 0, 0)])
    func whatIsLeasedOutsideTakesFromTheHardLimitFirst(leased: Int, soft: Int, hard: Int) {
        let limits = CacheLimits(soft: 80, hard: 100, pages: 5, hardPages: 6).reduced(byLeasedBytes: leased)
        #expect(limits == CacheLimits(soft: soft, hard: hard, pages: 5, hardPages: 6))
    }

    @Test func aDocumentThatIsGoneTakesItsPagesAlong() {
        var cache = TestCache(soft: 30, hard: 30)
        #expect(cache.render(1) == [])
        let answer = cache.reserve(.page(2, document: 2), bytes: 5, at: .start)
        let evicted = cache.admit(.page(2, document: 2), bytes: 5, at: .start)
        #expect(answer == .kept(evicted: []) && evicted == [])
        #expect(cache.cache.usage()[DocumentID(1)] ?? (0, 0) == (pages: 1, bytes: 10))
        #expect(cache.cache.usage()[DocumentID(2)] ?? (0, 0) == (pages: 1, bytes: 5))
        #expect(cache.cache.usage().count == 2)
        let gone = cache.removeAll { $0.document == DocumentID(1) }
        #expect(gone.numbers == [1] && cache.bytes == 5)
    }

    /// Random steps against a plain list: the account of bytes and the order of eviction never drift.
    @Test(arguments: 0..<20) func accountsAgreeWithAPlainList(seed: UInt64) {
        var random = SplitMix(state: seed)
        var cache = TestCache(soft: 100, hard: 140)
        var list: [(number: Int64, bytes: Int)] = []
        for _ in 0..<2_000 {
            let number = Int64(random.next() % 40)
            if cache.lookup(.page(number), at: .start).isHit {
                if let place = list.firstIndex(where: { $0.number == number }) { list.append(list.remove(at: place)) }
                continue
            }
            let bytes = Int(random.next() % 30) + 1
            var evicted: [Int64] = []
            while list.reduce(0, { $0 + $1.bytes }) + bytes > 100 { evicted.append(list.removeFirst().number) }
            #expect(cache.render(number, bytes: bytes) == evicted)
            list.append((number, bytes))
            #expect(cache.bytes == list.reduce(0) { $0 + $1.bytes })
            #expect(cache.count == list.count)
        }
    }
}
