import PageModel
import Testing

@testable import PageCache

/// Admission to the cache: the pages that get in, and those that they may displace.
@Suite struct AdmissionTests {
    private static func cache(_ policy: CachePolicy, soft: Int) -> TestCache {
        TestCache(limits: CacheLimits(soft: soft, hard: soft * 2), policy: policy.make())
    }

    private static func position(_ index: Int, direction: Int = 1, likelyPages: [Int64] = []) -> ReadingPosition {
        ReadingPosition(
            document: DocumentID(1), index: index, direction: direction, likelyPages: likelyPages.map { PageID($0) })
    }

    /// The policy `reading` gives less weight to pages that were used longer ago.
    @Test(arguments: [(CachePolicy.gdsf, 199), (.reading, 75)] as [(CachePolicy, UInt64)])
    func aPageMustOutweighAllThatItDisplaces(policy: CachePolicy, tooLittle: UInt64) {
        var cache = Self.cache(policy, soft: 40)
        for number: Int64 in 1...4 { cache.render(number, bytes: 10, time: 100) }
        let light = cache.reserve(.page(5), bytes: 20, expectedRenderTime: tooLittle, at: .start)
        #expect(light == .notKept && cache.count == 4 && cache.counters.notKept == 1)
        var other = Self.cache(policy, soft: 40)
        for number: Int64 in 1...4 { other.render(number, bytes: 10, time: 100) }
        let heavy = other.reserve(.page(5), bytes: 20, expectedRenderTime: 200, at: .start)
        #expect(heavy == .kept(evicted: [.page(1), .page(2)]))
    }

    @Test func withLeastRecentlyUsedADemandAlwaysDisplaces() {
        var cache = Self.cache(.lru, soft: 20)
        for number: Int64 in 1...2 { cache.render(number, bytes: 10, time: 1_000) }
        let answer = cache.reserve(.page(5), bytes: 20, expectedRenderTime: 0, at: .start)
        #expect(answer == .kept(evicted: [.page(1), .page(2)]))
    }

    @Test(arguments: CachePolicy.allCases) func whatIsOnScreenAlwaysGetsIn(policy: CachePolicy) {
        var cache = Self.cache(policy, soft: 20)
        for number: Int64 in 1...2 { cache.render(number, bytes: 10, time: 1_000_000) }
        cache.show([3])
        let answer = cache.reserve(.page(3), bytes: 20, expectedRenderTime: 0, at: .start)
        #expect(answer == .kept(evicted: [.page(1), .page(2)]))
    }

    @Test(arguments: [CachePolicy.gdsf, .reading]) func whatIsRefusedAgesTheOthers(policy: CachePolicy) {
        var cache = Self.cache(policy, soft: 10)
        cache.render(1, bytes: 10, time: 1_000)
        var tries = 0
        while tries < 200, cache.reserve(.page(2), bytes: 10, expectedRenderTime: 100, at: .start) == .notKept {
            tries += 1
        }
        #expect((5..<200).contains(tries))
    }

    @Test(arguments: CachePolicy.allCases) func aNearerPageIsNotEvictedForAPrefetch(policy: CachePolicy) {
        var cache = Self.cache(policy, soft: 50)
        cache.setPosition(Self.position(5), of: ReaderKey(1))
        for number: Int64 in 4...8 { cache.render(number, bytes: 10, time: 10, index: Int(number)) }
        let further = cache.reserve(
            .page(9), bytes: 10, index: 9, purpose: .prefetch, expectedRenderTime: 1_000_000, at: .start)
        #expect(further == .notKept && cache.count == 5 && cache.counters.notKept == 0)
        // 8 is further than 3, though only 2 of 5 displaced pages are.
        let two = cache.reserve(
            .page(3), bytes: 20, index: 3, purpose: .prefetch, expectedRenderTime: 1_000_000, at: .start)
        #expect(two == .notKept)
        let one = cache.reserve(
            .page(3), bytes: 10, index: 3, purpose: .prefetch, expectedRenderTime: 1_000_000, at: .start)
        #expect(one == .kept(evicted: [.page(8)]))
    }

    @Test func nearnessCountsToTheNearestReader() {
        var cache = Self.cache(.lru, soft: 20)
        cache.setPosition(Self.position(5), of: ReaderKey(1))
        cache.setPosition(Self.position(50, direction: -1, likelyPages: [80]), of: ReaderKey(2))
        cache.render(49, bytes: 10, time: 10, index: 49)
        cache.render(80, bytes: 10, time: 10, index: 80)
        let refused = cache.reserve(.page(7), bytes: 10, index: 7, purpose: .prefetch, at: .start)
        #expect(refused == .notKept)
        cache.setPosition(nil, of: ReaderKey(2))
        let kept = cache.reserve(.page(7), bytes: 10, index: 7, purpose: .prefetch, at: .start)
        #expect(kept == .kept(evicted: [.page(49)]))
        // A page of which nobody knows where it is, is far from everybody.
        let unknown = cache.reserve(.page(8), bytes: 10, purpose: .prefetch, at: .start)
        #expect(unknown == .notKept)
    }

    @Test(arguments: CachePolicy.allCases) func aPrefetchDefersNothing(policy: CachePolicy) {
        var cache = Self.cache(policy, soft: 20)
        for number: Int64 in 1...2 { cache.render(number, bytes: 10, time: 10) }
        cache.move([1, 2])
        let ahead = cache.reserve(.page(3), bytes: 10, purpose: .prefetch, expectedRenderTime: 1_000, at: .start)
        let demand = cache.reserve(.page(3), bytes: 10, expectedRenderTime: 1_000, at: .start)
        #expect(ahead == .notKept && demand == .kept(evicted: []) && cache.sums.deferred.pages == 1)
    }

    @Test func aJoinedPrefetchIsADemand() {
        for isJoined in [false, true] {
            var cache = Self.cache(.reading, soft: 20)
            _ = cache.reserve(.page(1), bytes: 10, purpose: .prefetch, at: .start)
            if isJoined { cache.countJoin(.page(1), purpose: .demand) }
            _ = cache.admit(.page(1), bytes: 10, renderTime: 10, at: .start)
            cache.render(2, bytes: 10, time: 10)
            #expect(cache.numbers == [1, 2])
            cache.render(3, bytes: 10, time: 3)
            #expect(cache.numbers == (isJoined ? [1, 2] : [3, 2]))
        }
    }

    /// Letting go nearly all of many pages takes hardly longer than letting go one: here it would be hours.
    @Test(arguments: CachePolicy.allCases) func manyPagesGoAtOnce(policy: CachePolicy) {
        let pages = 20_000
        var cache = Self.cache(policy, soft: pages)
        for number in 0..<Int64(pages) {
            let time = UInt64(number * 7_919 % 1_000)
            _ = cache.reserve(.page(number), bytes: 1, expectedRenderTime: time, at: .start)
            _ = cache.admit(.page(number), bytes: 1, renderTime: time, at: .start)
        }
        let order = cache.numbers
        let gone = cache.setLimits(CacheLimits(soft: 10, hard: 10))
        #expect(gone.numbers == Array(order.prefix(pages - 10)) && cache.count == 10)
    }
}
