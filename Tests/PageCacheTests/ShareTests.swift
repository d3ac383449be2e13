import PageModel
import Testing

@testable import PageCache

/// Two users who read: readers with even keys are user 0's, those with odd ones user 1's.
@Suite struct ShareTests {
    /// With room for ten pages, fourteen on screens.
    private static func cache(_ policy: any EvictionPolicy = LeastRecentlyUsed()) -> TestCache {
        TestCache(limits: CacheLimits(soft: 100, hard: 140), policy: policy, users: 2)
    }

    /// User 0 shows so many pages, one a reader.
    private static func crowd(_ cache: inout TestCache, showing pages: Int64) {
        for page in 0..<pages {
            cache.show([page], reader: UInt64(page) * 2 + 2)
            _ = cache.render(page, for: 0)
        }
    }

    @Test func whatAUserHasBeyondTheShareGoesFirst() {
        var cache = Self.cache()
        cache.show([100], reader: 1)
        cache.show([200], reader: 2)
        // The oldest pages are user 1's.
        for page in 0..<3 as Range<Int64> { #expect(cache.render(page, for: 1) == []) }
        for page in 10..<17 as Range<Int64> { #expect(cache.render(page, for: 0) == []) }
        #expect(cache.render(3, for: 1) == [10] && cache.render(4, for: 1) == [11])
        // Each has half of it now.
        #expect(cache.render(5, for: 1) == [0] && cache.render(17, for: 0) == [12])
    }

    @Test func aUserAloneHasAllOfIt() {
        var cache = Self.cache()
        cache.show([100], reader: 1)
        for page in 0..<10 as Range<Int64> { #expect(cache.render(page, for: 1) == []) }
        #expect(cache.render(10, for: 1) == [0])
        // Another who takes nothing takes nothing away.
        cache.show([200], reader: 2)
        #expect(cache.render(11, for: 1) == [1] && cache.count == 10)
        #expect(cache.removeReader(ReaderKey(2)).isEmpty)
    }

    @Test func whatReadersShowBeyondTheShareMakesRoomForAnothersPages() {
        var cache = Self.cache()
        Self.crowd(&cache, showing: 14)
        #expect(cache.count == 14)
        var kept: [Int64] = []
        for page in 100..<130 as Range<Int64> {
            cache.show([page], reader: 1)
            if cache.render(page, for: 1) != nil { kept.append(page) }
        }
        #expect(kept.count == 30)
        // Each user has half of the soft limit.
        #expect(cache.cache.held(by: 0).bytes == 50 && cache.cache.held(by: 1).bytes == 50)
    }

    @Test func whoHasMoreThanTheShareTakesNothingFromWhoHasLess() {
        var cache = Self.cache()
        cache.show([100], reader: 1)
        for page in 100..<105 as Range<Int64> { _ = cache.render(page, for: 1) }
        Self.crowd(&cache, showing: 20)
        #expect(cache.cache.held(by: 1).pages == 5 && cache.cache.held(by: 0).pages == 5)
    }

    @Test func whatSomebodyWithinTheShareShowsStaysWhoeverItCountsFor() {
        var cache = Self.cache()
        Self.crowd(&cache, showing: 14)
        // User 1 shows what user 0 had rendered.
        cache.show([0, 1], reader: 3)
        for page in 100..<110 as Range<Int64> {
            cache.show([page], reader: 1)
            #expect(cache.render(page, for: 1) != nil)
        }
        #expect(cache.isAlive(.page(0)) && cache.isAlive(.page(1)) && !cache.isAlive(.page(2)))
    }

    @Test func whatIsReadAheadTakesNothingThatIsShown() {
        var cache = Self.cache()
        Self.crowd(&cache, showing: 14)
        cache.show([100], reader: 1)
        #expect(cache.reserve(.page(101), bytes: 10, for: 1, purpose: .prefetch, at: .start) == .notKept)
        for page in 0..<14 as Range<Int64> { #expect(cache.isAlive(.page(page))) }
    }

    /// However dearly the pages of the other were rendered.
    @Test func whatIsBeyondAShareNeedNotBeWorthLess() {
        var cache = Self.cache(ReadingPolicy())
        cache.show([100], reader: 1)
        cache.show([200], reader: 2)
        for page in 0..<10 as Range<Int64> {
            _ = cache.reserve(.page(page), bytes: 10, for: 0, expectedRenderTime: 1_000_000, at: .start)
            _ = cache.admit(.page(page), bytes: 10, renderTime: 1_000_000, at: .start)
        }
        for page in 20..<25 as Range<Int64> {
            let answer = cache.reserve(.page(page), bytes: 10, for: 1, expectedRenderTime: 1, at: .start)
            guard case .kept(let evicted) = answer else {
                Issue.record("page \(page) is not kept")
                return
            }
            #expect(evicted.count == 1)
            _ = cache.admit(.page(page), bytes: 10, renderTime: 1, at: .start)
        }
        #expect(cache.cache.held(by: 0).pages == 5)
    }

    @Test func pagesOfUsersWhoHaveNoReaderCountForNobody() {
        var cache = Self.cache()
        cache.show([100], reader: 1)
        cache.show([200], reader: 2)
        for page in 0..<8 as Range<Int64> { _ = cache.render(page, for: 0) }
        _ = cache.removeReader(ReaderKey(2))
        cache.show([300], reader: 3)
        // One user is left: pages go as the policy says.
        for page in 20..<30 as Range<Int64> { #expect(cache.render(page, for: 1) != nil) }
        #expect(cache.cache.held(by: 0).pages == 0 && cache.cache.held(by: 1).pages == 10)
    }
}
