import PageModel
import Testing

@testable import PageCache

/// Which pages are looked at to find those that go.
@Suite struct RankingTests {
    /// The order of pages as they came, and how often pages were ranked.
    private struct Counting: EvictionPolicy {
        final class Count: @unchecked Sendable {
            var ranked = 0
            var listed = 0
        }

        let count: Count
        private var slots: [CacheSlot] = []

        init(_ count: Count) { self.count = count }

        mutating func admit(_ page: CandidatePage, in slot: CacheSlot) { slots.append(slot) }
        mutating func use(_ slots: Span<CacheSlot>) {}
        mutating func remove(_ slot: CacheSlot, isDisplaced: Bool) { slots.removeAll { $0 == slot } }
        mutating func relocate(_ document: DocumentID, index: (PageID) -> Int?) {}
        func rank(near positions: ReadingPositions, at time: Instant, _ body: (CacheSlot) -> Bool) {
            count.ranked += 1
            for slot in slots where !body(slot) { return }
        }
        func ranked(_ slots: [CacheSlot], near positions: ReadingPositions, at time: Instant) -> [CacheSlot] {
            count.listed += slots.count
            return self.slots.filter(slots.contains)
        }
        mutating func admits(
            _ page: CandidatePage, displacing victims: [CacheSlot], near positions: ReadingPositions, at time: Instant
        ) -> Bool { true }
    }

    /// Three readers show a page each of 10 bytes, in a cache for no page.
    private struct Crowd {
        let count = Counting.Count()
        var cache: PageCache
        var slots: [CacheSlot] = []
        var readers: [CacheReader] = []

        init() {
            cache = PageCache(limits: CacheLimits(soft: 0, hard: 100), policy: Counting(count))
            for number: Int64 in 0..<6 { slots.append(cache.hold(.page(number))) }
            for slot in slots.prefix(3) {
                let reader = cache.addReader()
                readers.append(reader)
                _ = cache.protect(Protection(shown: [slot]), of: reader, at: .start)
                _ = cache.reserve(slot, bytes: 10, at: .start)
                _ = cache.admit(slot, bytes: 10, at: .start)
            }
            (count.ranked, count.listed) = (0, 0)
        }
    }

    @Test func nothingIsRankedWhereNothingMayGo() {
        var crowd = Crowd()
        // Room for a page that is asked for, and one that may be: none is to be had.
        let asked = crowd.cache.reserve(crowd.slots[3], bytes: 10, at: .start)
        let ahead = crowd.cache.reserve(crowd.slots[3], bytes: 10, purpose: .prefetch, at: .start)
        #expect(asked == .notKept && ahead == .notKept)
        // For a page that is needed there is, up to the hard limit.
        let reader = crowd.cache.addReader()
        _ = crowd.cache.protect(Protection(shown: [crowd.slots[3]]), of: reader, at: .start)
        let needed = crowd.cache.reserve(crowd.slots[3], bytes: 10, at: .start)
        #expect(needed == .kept(evicted: []))
        let gone =
            crowd.cache.admit(crowd.slots[3], bytes: 10, at: .start)
            + crowd.cache.setLimits(CacheLimits(soft: 10, hard: 100))
        #expect(gone.isEmpty && crowd.count.ranked == 0 && crowd.count.listed == 0)
    }

    @Test func whereNoneButItsOwnPagesMayGoAReaderHasNoOthersRanked() {
        var crowd = Crowd()
        let turned = crowd.cache.protect(Protection(shown: [crowd.slots[1]]), of: crowd.readers[0], at: .start)
        #expect(turned.map(\.slot) == [crowd.slots[0]] && crowd.count.listed == 0)
        // Two at once go in the order of the policy.
        _ = crowd.cache.protect(
            Protection(shown: [crowd.slots[2], crowd.slots[1]]), of: crowd.readers[0], at: .start)
        for reader in crowd.readers.dropFirst() { _ = crowd.cache.protect(Protection(), of: reader, at: .start) }
        let left = crowd.cache.protect(Protection(), of: crowd.readers[0], at: .start)
        #expect(left.map(\.slot) == [crowd.slots[1], crowd.slots[2]] && crowd.count.listed == 2)
        #expect(crowd.count.ranked == 0)
    }

    @Test func pagesOfATransitionAreDeferredWithoutRankingOthers() {
        var crowd = Crowd()
        let moving = crowd.cache.protect(
            Protection(shown: [], moving: [crowd.slots[0], crowd.slots[1]]), of: crowd.readers[0], at: .start)
        #expect(moving.isEmpty && crowd.cache.deferred == [crowd.slots[0]])
        // It is asked for, and goes back.
        let gone = crowd.cache.use(crowd.slots[0], at: .start)
        #expect(gone.isEmpty && crowd.cache.deferred == [crowd.slots[0]])
        #expect(crowd.count.ranked == 0 && crowd.count.listed == 0)
    }

    /// Pages are not ranked one by one where all of them together would not make enough room.
    @Test func nothingIsRankedWhereAllThatMayGoIsNotEnough() {
        let count = Counting.Count()
        var cache = PageCache(limits: CacheLimits(soft: 100, hard: 120), policy: Counting(count))
        var slots: [CacheSlot] = []
        for number: Int64 in 0..<11 { slots.append(cache.hold(.page(number))) }
        let reader = cache.addReader()
        _ = cache.protect(Protection(shown: SlotList(slots.prefix(9))), of: reader, at: .start)
        for slot in slots.prefix(10) {
            _ = cache.reserve(slot, bytes: 10, at: .start)
            _ = cache.admit(slot, bytes: 10, at: .start)
        }
        let large = cache.reserve(slots[10], bytes: 11, at: .start)
        #expect(large == .notKept && count.ranked == 0)
        guard case .kept(let evicted) = cache.reserve(slots[10], bytes: 10, at: .start) else {
            Issue.record("there is room")
            return
        }
        #expect(evicted.map(\.slot) == [slots[9]] && count.ranked == 1)
    }

    // MARK: The shortlist

    /// A policy, and readers that turn among more pages than its shortlist has.
    private struct Ranked {
        private static let documents: UInt64 = 3
        private static let pages: Int64 = 1_500
        private static let readers = 6

        var policy: any EvictionPolicy
        private var readers = CacheReaders()
        private var numbers: [CacheReader] = []
        private var slots: [CacheSlot] = []
        private var next: Int32 = 0
        /// How often the order was compared.
        private(set) var comparisons = 0

        init(_ policy: any EvictionPolicy) {
            self.policy = policy
            for _ in 0..<Self.readers { numbers.append(readers.add(of: nil)) }
        }

        /// Does something at random; false where the pages that go first are others by the shortlist.
        mutating func step(_ random: inout SplitMix) -> Bool {
            switch Int.random(in: 0..<20, using: &random) {
            case 0..<5: admit(&random)
            case 5..<11:
                guard let slot = slots.randomElement(using: &random) else { return true }
                let used = [slot]
                policy.use(used.span)
            case 11..<14: turn(&random)
            case 14: policy.relocate(DocumentID(1)) { Int(($0.number + 7) % Self.pages) }
            default: return letGo(Int.random(in: 0...3, using: &random))
            }
            return true
        }

        mutating func admit(_ random: inout SplitMix) {
            let slot = CacheSlot(index: next, generation: 0)
            next += 1
            let number = Int64.random(in: 0..<Self.pages, using: &random)
            let document = UInt64.random(in: 1...Self.documents, using: &random)
            let page = CandidatePage(
                rendition: .page(number, document: document), index: Int(number),
                cost: PageCost(
                    bytes: Int.random(in: 1...4, using: &random) << 20,
                    renderTime: [500, 2_000, 20_000][Int.random(in: 0..<3, using: &random)]),
                isPrefetched: Int.random(in: 0..<4, using: &random) == 0)
            policy.admit(page, in: slot)
            slots.append(slot)
        }

        private mutating func turn(_ random: inout SplitMix) {
            guard let reader = numbers.randomElement(using: &random) else { return }
            guard Int.random(in: 0..<8, using: &random) > 0 else { return readers.removePositions(of: reader) }
            let index = Int.random(in: 0..<Int(Self.pages), using: &random)
            let position = ReadingPosition(
                document: DocumentID(UInt64.random(in: 1...Self.documents, using: &random)), index: index,
                direction: Bool.random(using: &random) ? 1 : -1, likelyPages: [PageID(Int64(index / 2))],
                context: TurnContext(rawValue: Int.random(in: 0..<8, using: &random)), origin: PageID(3),
                pages: Int(Self.pages), contents: [PageID(1)])
            readers.setPosition(position, axis: 0, of: reader)
        }

        private mutating func letGo(_ count: Int) -> Bool {
            let positions = readers.gatherPositions()
            func first(_ rank: ((CacheSlot) -> Bool) -> Void) -> [CacheSlot] {
                var first: [CacheSlot] = []
                rank { slot in
                    first.append(slot)
                    return first.count <= count
                }
                return first
            }
            let all = first { policy.rank(near: positions, at: .start, $0) }
            let few = first { policy.rankFew(near: positions, at: .start, $0) }
            comparisons += 1
            guard all == few, policy.ranked(few.reversed(), near: positions, at: .start) == few else { return false }
            for slot in few.prefix(count) {
                policy.remove(slot, isDisplaced: true)
                slots.removeAll { $0 == slot }
            }
            return true
        }

        /// Lets one go after the other until none is left.
        mutating func letAllGo() -> Bool {
            while !slots.isEmpty { guard letGo(40) else { return false } }
            return true
        }
    }

    @Test(arguments: CachePolicy.allCases, 0..<2)
    func theShortlistHasTheOrderOfAllPages(policy: CachePolicy, seed: UInt64) {
        var random = SplitMix(state: seed)
        var ranked = Ranked(policy.make())
        for _ in 0..<1_200 { ranked.admit(&random) }
        for number in 0..<1_200 {
            guard ranked.step(&random) else {
                Issue.record("\(policy), seed \(seed): step \(number)")
                return
            }
        }
        #expect(ranked.comparisons > 200)
    }

    @Test(arguments: CachePolicy.allCases) func theShortlistMayRunOut(policy: CachePolicy) {
        var random = SplitMix(state: 5)
        var ranked = Ranked(policy.make())
        for _ in 0..<700 { ranked.admit(&random) }
        let isRight = ranked.letAllGo()
        #expect(isRight)
    }
}
