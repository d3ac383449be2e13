import PageModel
import Testing

@testable import PageCache

/// A simple turn is what protection, uses and hits are one by one.
@Suite struct TurnTests {
    private static let pages = 16
    private static let readers = 3

    /// Two caches that get the same commands, the turns in one of them at once and in the other one by one.
    private struct Pair {
        var quick: PageCache
        var general: PageCache
        var turns = 0
        private var readers: [CacheReader] = []
        /// Held all the time: the same in both.
        private let slots: [CacheSlot]

        init(_ policy: CachePolicy) {
            let limits = CacheLimits(soft: 100, hard: 140)
            quick = PageCache(limits: limits, policy: policy.make())
            var slots: [CacheSlot] = []
            for number in 0..<TurnTests.pages { slots.append(quick.hold(.page(Int64(number)))) }
            for _ in 0..<TurnTests.readers { readers.append(quick.addReader()) }
            self.slots = slots
            general = quick
        }

        /// Whether both are the same in all that can be seen, the order of their policies too.
        var isSame: Bool { Self.isSame(quick, general) }

        static func isSame(_ one: PageCache, _ other: PageCache) -> Bool {
            one.sums == other.sums && one.counters == other.counters && one.contents == other.contents
                && one.cachedInOrder == other.cachedInOrder && one.deferred == other.deferred
        }

        /// Performs a random command in both; false where they do not answer the same.
        mutating func step(_ random: inout SplitMix) -> Bool {
            let number = Int.random(in: 0..<slots.count, using: &random)
            let slot = slots[number]
            let reader = readers[Int.random(in: 0..<readers.count, using: &random)]
            let bytes = Int.random(in: 1...20, using: &random)
            switch Int.random(in: 0..<20, using: &random) {
            case 0..<5:
                let purpose = Bool.random(using: &random) ? PageCache.Purpose.demand : .prefetch
                return both { cache in
                    guard
                        case .kept(let evicted) = cache.reserve(
                            slot, bytes: bytes, index: number, purpose: purpose, at: .start)
                    else { return [] }
                    return evicted + cache.admit(slot, bytes: bytes, renderTime: UInt64(bytes * 7 % 11), at: .start)
                }
            case 5: return both { $0.use(slot, at: .start) }
            case 6:
                let moving = (0..<Int.random(in: 1...3, using: &random)).map { slots[($0 * 5 + number) % slots.count] }
                return both { $0.protect(Protection(moving: SlotList(moving)), of: reader, at: .start) }
            case 7: return both { $0.protect(Protection(shown: [slot]), of: reader, at: .start) }
            case 8 where bytes < 6: return both { $0.retire(slot) }
            case 8 where bytes < 9: return both { $0.setLimits(CacheLimits(soft: bytes * 12, hard: 140)) }
            case 9:
                let position = ReadingPosition(document: DocumentID(1), index: number)
                return both { cache in
                    cache.setPosition(position, of: reader, at: .start)
                    return []
                }
            default:
                return turn(reader, to: slot, Bool.random(using: &random) ? slots[(number + 1) % slots.count] : nil)
            }
        }

        private mutating func both(_ body: (inout PageCache) -> [EvictedPage]) -> Bool {
            body(&quick) == body(&general)
        }

        private mutating func turn(_ reader: CacheReader, to first: CacheSlot, _ second: CacheSlot?) -> Bool {
            let before = quick
            guard quick.turn(reader, to: first, second, at: .start) else {
                guard Self.isSame(quick, before) else { return false }
                return both { Self.turnOneByOne(&$0, reader, to: first, second) }
            }
            turns += 1
            let gone = Self.turnOneByOne(&general, reader, to: first, second)
            return gone.isEmpty
        }

        private static func turnOneByOne(
            _ cache: inout PageCache, _ reader: CacheReader, to first: CacheSlot, _ second: CacheSlot?
        ) -> [EvictedPage] {
            var gone = cache.protect(Protection(shown: SlotList(first, second)), of: reader, at: .start)
            for slot in [first, second].compactMap({ $0 }) {
                if cache.isAlive(slot) { cache.countHit() } else { cache.countMiss() }
                gone += cache.use(slot, at: .start)
            }
            return gone
        }
    }

    @Test(arguments: CachePolicy.allCases, 0..<8)
    func aTurnAtOnceIsATurnOneByOne(policy: CachePolicy, seed: UInt64) {
        var random = SplitMix(state: seed)
        var pair = Pair(policy)
        for number in 0..<600 {
            guard pair.step(&random), pair.isSame else {
                Issue.record("seed \(seed), step \(number)")
                return
            }
        }
        #expect(pair.turns > 20)
    }

    /// Uses of pages, which policies are told of in batches, all count.
    @Test(arguments: CachePolicy.allCases) func manyTurnsInARowAllCount(policy: CachePolicy) {
        var cache = PageCache(limits: CacheLimits(soft: 1_000, hard: 1_000), policy: policy.make())
        var slots: [CacheSlot] = []
        for number: Int64 in 0..<70 {
            let slot = cache.hold(.page(number))
            _ = cache.reserve(slot, bytes: 1, at: .start)
            _ = cache.admit(slot, bytes: 1, renderTime: 1, at: .start)
            slots.append(slot)
        }
        let reader = cache.addReader()
        for slot in slots.reversed() {
            let isSimple = cache.turn(reader, to: slot, at: .start)
            #expect(isSimple)
        }
        #expect(cache.cachedInOrder == slots.reversed() && cache.counters.hits == 70)
    }

    @Test func whatIsNotSimpleIsLeftAlone() {
        var cache = PageCache(limits: CacheLimits(soft: 30, hard: 40), policy: LeastRecentlyUsed())
        let slots = (0..<4).map { cache.hold(.page($0)) }
        for slot in slots.prefix(3) {
            _ = cache.reserve(slot, bytes: 10, at: .start)
            _ = cache.admit(slot, bytes: 10, at: .start)
        }
        let (reader, mover) = (cache.addReader(), cache.addReader())
        func turns(_ first: CacheSlot, _ second: CacheSlot? = nil) -> Bool {
            cache.turn(reader, to: first, second, at: .start)
        }
        #expect(!turns(slots[3]) && !turns(slots[0], slots[3]))
        #expect(turns(slots[0], slots[1]) && turns(slots[1], slots[2]))
        // In a transition.
        _ = cache.protect(Protection(moving: [slots[0]]), of: reader, at: .start)
        #expect(!turns(slots[1]))
        // Away from a page that goes then.
        _ = cache.protect(Protection(shown: [slots[0]]), of: reader, at: .start)
        _ = cache.retire(slots[0])
        #expect(!turns(slots[1]) && cache.isAlive(slots[0]))
        // To a page that is deferred.
        _ = cache.protect(Protection(shown: [slots[1]]), of: reader, at: .start)
        _ = cache.protect(Protection(moving: [slots[2]]), of: mover, at: .start)
        _ = cache.setLimits(CacheLimits(soft: 10, hard: 40))
        #expect(cache.deferred == [slots[2]] && !turns(slots[2]))
        // With a reader that is none any more.
        _ = cache.removeReader(reader, at: .start)
        #expect(!turns(slots[1]) && cache.counters.hits == 4)
    }

    /// Where the pages on screen are more than the cache may hold, which is so at any time after a critical warning.
    @Test func aTurnBetweenPagesThatOthersShowIsSimpleOverTheLimit() {
        var cache = PageCache(limits: CacheLimits(soft: 100, hard: 100), policy: LeastRecentlyUsed())
        let slots = (0..<4).map { cache.hold(.page($0)) }
        for slot in slots {
            _ = cache.reserve(slot, bytes: 10, at: .start)
            _ = cache.admit(slot, bytes: 10, at: .start)
        }
        let readers = (0..<4).map { _ in cache.addReader() }
        for (reader, slot) in zip(readers, slots) {
            _ = cache.protect(Protection(shown: [slot]), of: reader, at: .start)
        }
        let turner = cache.addReader()
        _ = cache.protect(Protection(shown: [slots[0], slots[1]]), of: turner, at: .start)
        let gone = cache.setLimits(CacheLimits(soft: 0, hard: 100))
        #expect(gone.isEmpty)
        func turns(_ reader: CacheReader, _ first: CacheSlot, _ second: CacheSlot? = nil) -> Bool {
            cache.turn(reader, to: first, second, at: .start)
        }
        #expect(turns(turner, slots[2]) && turns(turner, slots[2], slots[3]) && turns(turner, slots[3]))
        // The page that only this reader shows would have to go, unless it stays on its screen.
        #expect(!turns(readers[0], slots[1]) && turns(readers[0], slots[0], slots[1]))
        _ = cache.protect(Protection(), of: readers[3], at: .start)
        #expect(!turns(turner, slots[0]) && cache.isCached(slots[3]))
        let left = cache.protect(Protection(shown: [slots[0]]), of: turner, at: .start)
        #expect(left.map(\.slot) == [slots[3]])
        // What is hidden keeps others from turning at once: it might have to go.
        _ = cache.setLimits(CacheLimits(soft: 30, hard: 100))
        _ = cache.protect(Protection(), of: readers[2], at: .start)
        _ = cache.setLimits(CacheLimits(soft: 30, hard: 100))
        #expect(turns(turner, slots[1]))
    }
}
