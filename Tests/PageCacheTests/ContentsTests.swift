import PageModel
import Testing

@testable import PageCache

/// The contents of the cache as operators see them: the state of each page, and the sums.
@Suite struct ContentsTests {
    private static func states(_ cache: TestCache) -> [Int64: CacheContent.State] {
        Dictionary(uniqueKeysWithValues: cache.contents.map { ($0.rendition.page.number, $0.state) })
    }

    @Test func eachPageIsInOneStateAndTheSumsAddUp() {
        var cache = TestCache(soft: 20, hard: 60)
        for number: Int64 in 1...2 { _ = cache.render(number) }
        cache.move([1, 2, 9])
        _ = cache.render(3)
        // Protected only, 9 is nowhere.
        #expect(Self.states(cache) == [1: .deferred, 2: .cached, 3: .cached])
        cache.show([3])
        _ = cache.reserve(.page(5), bytes: 10, index: 7, at: .start)
        #expect(Self.states(cache) == [3: .cached, 5: .rendering])
        #expect(cache.contents.map(\.need).sorted { "\($0)" < "\($1)" } == [.none, .shown])
        let rendering = cache.contents.first { $0.state == .rendering }
        #expect(rendering?.index == 7 && rendering?.bytes == 10 && rendering?.isPrefetched == false)
        #expect(cache.sums.cached == CacheAmount(bytes: 10, pages: 1))
        #expect(cache.sums.reserved == CacheAmount(bytes: 10, pages: 1) && cache.sums.deferred == CacheAmount())
        #expect(cache.sums.shown == CacheAmount(bytes: 10, pages: 1) && cache.sums.moving == CacheAmount())
    }

    @Test func whatIsReadAheadCountsAsUsedOnce() {
        var cache = TestCache(soft: 40, hard: 40)
        for number: Int64 in 1...3 {
            _ = cache.reserve(.page(number), bytes: 10, purpose: .prefetch, at: .start)
            _ = cache.admit(.page(number), bytes: 10, at: .start)
        }
        // One that somebody waits for in the end was not rendered ahead.
        _ = cache.reserve(.page(4), bytes: 10, purpose: .prefetch, at: .start)
        cache.countJoin(.page(4), purpose: .demand)
        _ = cache.admit(.page(4), bytes: 10, at: .start)
        for _ in 0..<2 {
            let found = cache.lookup(.page(1), at: .start).isHit
            let used = cache.use(.page(2), at: .start)
            #expect(found && used == [])
        }
        #expect(cache.counters == CacheCounters(hits: 2, joined: 1, prefetched: 3, prefetchedUsed: 2))
    }

    @Test func whatIsReadAheadAndGoesUnusedIsWasted() {
        var cache = TestCache(soft: 40, hard: 40)
        for number: Int64 in 1...4 {
            _ = cache.reserve(.page(number), bytes: 10, purpose: .prefetch, at: .start)
            _ = cache.admit(.page(number), bytes: 10, at: .start)
        }
        _ = cache.use(.page(2), at: .start)
        #expect(cache.counters.prefetchedWasted == 0)
        _ = cache.setLimits(CacheLimits(soft: 20, hard: 40))
        _ = cache.setLimits(CacheLimits(soft: 0, hard: 40))
        #expect(cache.counters.prefetchedUsed == 1 && cache.counters.prefetchedWasted == 3)
    }
}
