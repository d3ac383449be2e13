import PageModel
import Testing

@testable import PageCache

@Suite struct DeferralTests {
    /// $[1,2,3], limited to three pages, a reader resting on 3.
    private static func threePages() -> TestCache {
        var cache = TestCache(pages: 3)
        for number: Int64 in 1...3 { _ = cache.render(number) }
        cache.show([3])
        return cache
    }

    @Test func aCriticalWarningInATransitionDefersWhatIsProtected() {
        var cache = Self.threePages()
        #expect(cache.move([3, 4]) == [])
        #expect(cache.render(4) == [1])
        #expect(cache.numbers == [2, 3, 4])
        let evicted = cache.setLimits(CacheLimits(soft: 1 << 40, hard: 1 << 40, pages: 0))
        #expect(evicted.numbers == [2])
        #expect(cache.numbers == [] && cache.deferredNumbers == [3, 4] && cache.count == 2)
        #expect(cache.show([4]) == [3])
        #expect(cache.numbers == [4] && cache.deferredNumbers == [])
    }

    @Test(arguments: [CacheLimits(soft: 0, hard: 40), CacheLimits(soft: 40, hard: 40, pages: 0)])
    func aCriticalWarningAtRestLeavesWhatIsShown(limits: CacheLimits) {
        var cache = Self.threePages()
        let evicted = cache.setLimits(limits)
        #expect(evicted.numbers == [1, 2])
        #expect(cache.numbers == [3] && cache.deferredNumbers == [])
    }

    @Test func whatSomebodyHasComeToNeedStaysOfASurplus() {
        var cache = Self.threePages()
        for number: Int64 in 4...6 { _ = cache.render(number) }
        let limits = CacheLimits(soft: 0, hard: 40)
        #expect(cache.numbers == [3, 5, 6])
        let surplus = cache.surplus(beyond: limits)
        cache.show([5], reader: 2)
        cache.move([6], reader: 3)
        #expect(cache.letGo(surplus).numbers == [])
        #expect(cache.numbers == [3, 5] && cache.deferredNumbers == [6])
        #expect(cache.setLimits(limits).numbers == [])
    }

    @Test func aPageThatIsWantedWhileTheLimitIsZeroIsDeferredFromTheStart() {
        var cache = Self.threePages()
        _ = cache.setLimits(CacheLimits(soft: 0, hard: 40))
        cache.move([3, 4])
        #expect(cache.render(4) == [])
        #expect(cache.numbers == [] && cache.deferredNumbers == [3, 4])
        #expect(cache.render(5) == nil)
    }

    @Test func whatIsShownStaysPutWhateverOthersDo() {
        var cache = TestCache(pages: 2)
        #expect(cache.render(1) == [])
        cache.show([1], reader: 1)
        cache.move([1, 2], reader: 2)
        for number: Int64 in 2...5 { _ = cache.render(number) }
        #expect(cache.numbers == [1, 5] && cache.deferredNumbers == [2])
        // Of two readers at rest on it, one stays.
        cache.show([1], reader: 2)
        #expect(cache.show([], reader: 1) == [])
        #expect(cache.render(6) == [5])
        #expect(cache.numbers == [1, 6] && cache.deferredNumbers == [])
    }

    @Test func victimsGoByAgeAndNotByProtection() {
        var cache = TestCache(pages: 3)
        for number: Int64 in 1...3 { _ = cache.render(number) }
        cache.move([1, 3])
        #expect(cache.render(4) == [])
        #expect(cache.numbers == [2, 3, 4] && cache.deferredNumbers == [1])
        #expect(cache.render(5) == [2])
        #expect(cache.sums.deferred.pages == 1)
    }

    @Test func aDemandPutsADeferredPageBack() {
        var cache = TestCache(pages: 2)
        for number: Int64 in 1...2 { _ = cache.render(number) }
        cache.move([1, 2])
        #expect(cache.render(3) == [])
        #expect(cache.numbers == [2, 3] && cache.deferredNumbers == [1])
        let found = cache.lookup(.page(1), at: .start)
        #expect(found.isHit && found.evicted == [])
        #expect(cache.numbers == [3, 1] && cache.deferredNumbers == [2])
        let used = cache.use(.page(2), at: .start)
        #expect(used.numbers == [3])
        #expect(cache.numbers == [1, 2] && cache.deferredNumbers == [])
        #expect(cache.counters == CacheCounters(hits: 1, evicted: 1, deferred: 2, readmitted: 2))
    }

    @Test func aUseIsNoHit() {
        var cache = TestCache(pages: 2)
        for number: Int64 in 1...2 { _ = cache.render(number) }
        let used = cache.use(.page(1), at: .start)
        let missing = cache.use(.page(7), at: .start)
        #expect(used == [] && missing == [] && cache.numbers == [2, 1] && cache.counters == CacheCounters())
    }

    @Test func whatTwoReadersNeedGoesWithTheSecond() {
        var cache = TestCache(pages: 1)
        cache.move([1], reader: 1)
        cache.move([1], reader: 2)
        _ = cache.render(1)
        #expect(cache.render(2) == [])
        #expect(cache.deferredNumbers == [1])
        #expect(cache.move([], reader: 1) == [])
        #expect(cache.move([], reader: 2) == [1])
        #expect(cache.move([], reader: 2) == [])
    }

    @Test func deferredPagesGoInTheOrderInWhichTheyWereNeeded() {
        var cache = TestCache(pages: 1)
        cache.move([3, 1, 2])
        for number: Int64 in 1...4 { _ = cache.render(number) }
        #expect(cache.deferredNumbers == [1, 2, 3] && cache.numbers == [4])
        #expect(cache.show([2]) == [3, 1, 4])
        #expect(cache.numbers == [2])
    }

    @Test func protectedPagesCrowdOnlyTheHardLimit() {
        var cache = TestCache(soft: 20, hard: 40)
        cache.move([1, 2, 3, 4, 5])
        for number: Int64 in 1...4 { #expect(cache.render(number) == []) }
        #expect(cache.numbers == [3, 4] && cache.deferredNumbers == [1, 2] && cache.bytes == 40)
        let refused = cache.reserve(.page(5), bytes: 10, at: .start)
        #expect(refused == .needsRoom && cache.bytes == 40 && cache.reservedBytes == 0)
        #expect(cache.counters.notKept == 0)
        // A page that nobody needs moves nobody.
        #expect(cache.render(6) == nil)
        #expect(cache.move([2, 3, 4, 5]) == [1])
        #expect(cache.render(5) == [])
        // Larger than the limit: no use letting anything go.
        cache.move([2, 3, 4, 5, 7])
        #expect(cache.render(7, bytes: 41) == nil)
        #expect(cache.counters.notKept == 2)
    }

    @Test func unprotectedPagesGoBeforeAnybodyIsCrowded() {
        var cache = TestCache(soft: 40, hard: 40)
        for number: Int64 in 1...2 { _ = cache.render(number) }
        cache.move([3, 4, 5])
        for number: Int64 in 3...4 { _ = cache.render(number) }
        #expect(cache.render(5, bytes: 20) == [1, 2])
        _ = cache.setLimits(CacheLimits(soft: 20, hard: 40))
        #expect(cache.numbers == [5] && cache.deferredNumbers == [3, 4])
    }

    @Test func unprotectedPagesGoForTheHardLimitWhereTheSoftOneHasRoom() {
        var cache = TestCache(soft: 30, hard: 30)
        cache.move([1, 2])
        _ = cache.render(1)
        _ = cache.setLimits(CacheLimits(soft: 0, hard: 30))
        _ = cache.setLimits(CacheLimits(soft: 30, hard: 30))
        #expect(cache.render(3) == [])
        #expect(cache.render(4) == [])
        #expect(cache.numbers == [3, 4] && cache.deferredNumbers == [1])
        #expect(cache.render(2) == [3])
        #expect(cache.numbers == [4, 2])
    }

    @Test func aLowerHardLimitLeavesAloneWhatIsProtectedAndSaysSo() {
        var cache = TestCache(soft: 30, hard: 30)
        cache.show([1], reader: 1)
        cache.move([2, 3], reader: 2)
        for number: Int64 in 1...3 { _ = cache.render(number) }
        let evicted = cache.setLimits(CacheLimits(soft: 10, hard: 15))
        #expect(evicted == [] && cache.isOverHardLimit)
        #expect(cache.show([3], reader: 2) == [2])
        // Nothing can be done about what is shown.
        #expect(cache.numbers == [1, 3] && !cache.isOverHardLimit)
    }

    @Test func pagesHaveAHardLimitToo() {
        var cache = TestCache(
            limits: CacheLimits(soft: 100, hard: 100, pages: 1, hardPages: 2), policy: LeastRecentlyUsed())
        cache.move([1, 2, 3])
        #expect(cache.render(1) == [])
        #expect(cache.render(2) == [])
        let refused = cache.reserve(.page(3), bytes: 1, at: .start)
        #expect(refused == .needsRoom)
        #expect(cache.move([2, 3]) == [1])
        #expect(cache.render(3) == [])
    }

    @Test func aRetiredPageGoesWithItsProtection() {
        var cache = TestCache(pages: 3)
        for number: Int64 in 1...3 { _ = cache.render(number) }
        cache.move([1])
        cache.show([2], reader: 2)
        let third = cache.retire(.page(3))
        #expect(third.numbers == [3])
        let others = cache.retire(.page(1)) + cache.retire(.page(2)) + cache.retire(.page(9))
        #expect(others == [] && cache.numbers == [1, 2])
        #expect(cache.move([]) == [1])
        #expect(cache.show([], reader: 2) == [2])
        // The page itself may come again.
        #expect(cache.render(1) == [])
        cache.show([1])
        #expect(cache.show([]) == [] && cache.numbers == [1])
    }

    @Test func aDocumentThatIsGoneTakesDeferredPagesAlong() {
        var cache = TestCache(pages: 1)
        cache.move([1, 2])
        for number: Int64 in 1...2 { _ = cache.render(number) }
        #expect(cache.cache.usage()[DocumentID(1)] ?? (0, 0) == (pages: 2, bytes: 20))
        let retired = cache.retire(.page(1))
        let gone = cache.removeAll { $0.document == DocumentID(1) }
        #expect(retired == [] && Set(gone.numbers) == [1, 2] && cache.count == 0 && cache.bytes == 0)
        // What comes after it is no part of the past.
        #expect(cache.render(1) == [])
        #expect(cache.move([]) == [] && cache.numbers == [1])
    }
}
