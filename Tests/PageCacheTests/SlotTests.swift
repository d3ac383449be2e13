import PageModel
import Testing

@testable import PageCache

/// How long a slot lives, and what keeps it.
@Suite struct SlotTests {
    private static func cache() -> PageCache {
        PageCache(limits: CacheLimits(soft: 20, hard: 40), policy: LeastRecentlyUsed())
    }

    @Test func aSlotThatNothingKeepsIsFreedAndUsedAgain() {
        var cache = Self.cache()
        let first = cache.hold(.page(1))
        #expect(cache.slot(of: .page(1)) == first && cache.rendition(of: first) == .page(1))
        cache.release(first)
        #expect(cache.slot(of: .page(1)) == nil && cache.rendition(of: first) == nil)
        let second = cache.hold(.page(2))
        #expect(second.index == first.index && second != first)
        // An old handle ends nobody else's hold.
        cache.release(first)
        #expect(cache.rendition(of: second) == .page(2))
    }

    @Test func holdsAreCounted() {
        var cache = Self.cache()
        let slot = cache.hold(.page(1))
        #expect(cache.hold(.page(1)) == slot)
        cache.release(slot)
        #expect(cache.slot(of: .page(1)) == slot)
        cache.release(slot)
        #expect(cache.slot(of: .page(1)) == nil)
    }

    @Test func aReservationKeepsASlotAndThenThePageDoes() {
        var cache = Self.cache()
        let slot = cache.hold(.page(1))
        _ = cache.reserve(slot, bytes: 10, at: .start)
        cache.release(slot)
        #expect(cache.slot(of: .page(1)) == slot && cache.contains(slot) && !cache.isAlive(slot))
        _ = cache.admit(slot, bytes: 10, at: .start)
        #expect(cache.slot(of: .page(1)) == slot && cache.isCached(slot))
        let gone = cache.retire(slot)
        #expect(gone == [EvictedPage(slot: slot, rendition: .page(1))] && cache.slot(of: .page(1)) == nil)
        let failed = cache.hold(.page(2))
        _ = cache.reserve(failed, bytes: 10, at: .start)
        cache.release(failed)
        cache.cancelReservation(failed)
        #expect(cache.slot(of: .page(2)) == nil)
    }

    @Test func protectionKeepsASlotUntilThePageComes() {
        var cache = Self.cache()
        let reader = cache.addReader()
        let slot = cache.hold(.page(1))
        _ = cache.protect(Protection(shown: [slot]), of: reader, at: .start)
        cache.release(slot)
        #expect(cache.slot(of: .page(1)) == slot)
        // It is shown from the moment it is there.
        _ = cache.reserve(slot, bytes: 10, at: .start)
        _ = cache.admit(slot, bytes: 10, at: .start)
        #expect(cache.setLimits(CacheLimits(soft: 0, hard: 40)) == [] && cache.sums.shown.pages == 1)
        #expect(cache.removeReader(reader, at: .start).map(\.slot) == [slot])
        #expect(cache.slot(of: .page(1)) == nil)
    }

    @Test func aHeldSlotOutlivesItsPage() {
        var cache = Self.cache()
        let slot = cache.hold(.page(1))
        _ = cache.reserve(slot, bytes: 10, at: .start)
        _ = cache.admit(slot, bytes: 10, at: .start)
        #expect(cache.setLimits(CacheLimits(soft: 0, hard: 40)).map(\.slot) == [slot])
        #expect(cache.slot(of: .page(1)) == slot && !cache.isAlive(slot))
        _ = cache.setLimits(CacheLimits(soft: 20, hard: 40))
        #expect(cache.reserve(slot, bytes: 10, at: .start) == .kept(evicted: []))
        #expect(cache.admit(slot, bytes: 10, at: .start) == [] && cache.isCached(slot))
    }

    /// The slot of a page that was evicted in a call is not another page's before the next call.
    @Test func evictedSlotsAreNotReusedWithinTheCall() {
        var cache = Self.cache()
        var slots: [CacheSlot] = []
        for number: Int64 in 1...2 {
            let slot = cache.hold(.page(number))
            _ = cache.reserve(slot, bytes: 10, at: .start)
            _ = cache.admit(slot, bytes: 10, at: .start)
            cache.release(slot)
            slots.append(slot)
        }
        let next = cache.hold(.page(3))
        let answer = cache.reserve(next, bytes: 20, at: .start)
        #expect(
            answer
                == .kept(evicted: [
                    EvictedPage(slot: slots[0], rendition: .page(1)), EvictedPage(slot: slots[1], rendition: .page(2)),
                ]))
        #expect(cache.hold(.page(4)).index == slots[1].index)
    }

    @Test func readersAreNumberedAgain() {
        var cache = Self.cache()
        let (first, second) = (cache.addReader(), cache.addReader())
        #expect(first.index == 0 && second.index == 1)
        _ = cache.removeReader(first, at: .start)
        let third = cache.addReader()
        #expect(third.index == 0 && third != first)
        // The one that has gone protects nothing.
        let slot = cache.hold(.page(1))
        _ = cache.protect(Protection(shown: [slot]), of: first, at: .start)
        _ = cache.removeReader(first, at: .start)
        cache.release(slot)
        #expect(cache.slot(of: .page(1)) == nil)
    }

    @Test(arguments: 0...5) func listsAreTheirElements(count: Int) {
        let slots = (0..<count).map { CacheSlot(index: Int32($0), generation: 7) }
        let list = SlotList(slots)
        var visited: [CacheSlot] = []
        list.forEach { visited.append($0) }
        #expect(Array(list) == slots && visited == slots && list.count == count)
        #expect(list == SlotList(slots) && list != SlotList(slots + [CacheSlot(index: 9, generation: 0)]))
        #expect(list.first == slots.first)
    }

    @Test func demandIsCountedApartFromUse() {
        var cache = Self.cache()
        let slot = cache.hold(.page(1))
        cache.countMiss()
        _ = cache.reserve(slot, bytes: 10, at: .start)
        _ = cache.admit(slot, bytes: 10, at: .start)
        _ = cache.use(slot, at: .start)
        cache.countHit(pages: 2)
        #expect(cache.counters == CacheCounters(hits: 2, misses: 1))
    }
}
