import PageModel
import Testing

@testable import PageCache

/// The pages that each policy evicts first, in small examples.
@Suite struct PolicyTests {
    /// Limited in pages only, with a policy.
    private static func cache(_ policy: CachePolicy, pages: Int) -> TestCache {
        TestCache(limits: CacheLimits(soft: 1 << 40, hard: 1 << 40, pages: pages), policy: policy.make())
    }

    @Test(arguments: CachePolicy.allCases) func equalPagesGoByAge(policy: CachePolicy) {
        var cache = Self.cache(policy, pages: 3)
        for number: Int64 in 1...3 { #expect(cache.render(number) == []) }
        #expect(cache.render(4) == [1])
        #expect(cache.render(5) == [2])
        #expect(cache.numbers == [3, 4, 5])
    }

    @Test(arguments: [CachePolicy.gdsf, .reading]) func whatIsRenderedFastestForItsBytesGoesFirst(policy: CachePolicy) {
        var cache = Self.cache(policy, pages: 4)
        cache.render(1, bytes: 10, time: 60)
        cache.render(2, bytes: 10, time: 20)
        cache.render(3, bytes: 40, time: 120)
        cache.render(4, bytes: 10, time: 80)
        #expect(cache.numbers == [2, 3, 1, 4])
    }

    @Test(arguments: [CachePolicy.gdsf, .reading]) func whatIsUsedOftenStaysLonger(policy: CachePolicy) {
        var cache = Self.cache(policy, pages: 3)
        for number: Int64 in 1...3 { cache.render(number, bytes: 10, time: 10) }
        for _ in 0..<3 { _ = cache.lookup(.page(1), at: .start) }
        #expect(cache.numbers == [2, 3, 1])
    }

    @Test(arguments: [CachePolicy.gdsf, .reading]) func worthAges(policy: CachePolicy) {
        var cache = Self.cache(policy, pages: 2)
        cache.render(1, bytes: 10, time: 1_000)
        for number: Int64 in 2...200 { cache.render(number, bytes: 10, time: 100) }
        #expect(!cache.numbers.contains(1))
    }

    @Test(arguments: CachePolicy.allCases, CachePolicy.allCases)
    func anotherPolicyTakesOverAllPages(from old: CachePolicy, to new: CachePolicy) {
        var cache = Self.cache(old, pages: 4)
        for number: Int64 in 1...4 { cache.render(number, bytes: 10, time: 10) }
        cache.show([2])
        _ = cache.lookup(.page(1), at: .start)
        let order = cache.numbers
        cache.setPolicy(new.make())
        #expect(cache.numbers == order && cache.count == 4 && cache.counters.evicted == 0)
        // And goes on as itself: what it lets go first goes, and is known no more.
        let next = cache.numbers.first { $0 != 2 }
        cache.render(5, bytes: 10, time: 1_000)
        #expect(cache.numbers.sorted() == [1, 2, 3, 4, 5].filter { $0 != next })
    }

    /// A policy that ranks nothing: it lists the slots in the order in which it was told of them.
    private struct Recorder: EvictionPolicy {
        private var slots: [CacheSlot] = []

        mutating func admit(_ page: CandidatePage, in slot: CacheSlot) { slots.append(slot) }
        mutating func use(_ slots: Span<CacheSlot>) {
            for number in slots.indices { self.slots.append(slots[number]) }
        }
        mutating func remove(_ slot: CacheSlot, isDisplaced: Bool) { slots.append(slot) }
        mutating func relocate(_ document: DocumentID, index: (PageID) -> Int?) {}
        func rank(near positions: ReadingPositions, at time: Instant, _ body: (CacheSlot) -> Bool) {
            for slot in slots where !body(slot) { return }
        }
        mutating func admits(
            _ page: CandidatePage, displacing victims: [CacheSlot], near positions: ReadingPositions, at time: Instant
        ) -> Bool { true }
    }

    @Test func usesAreToldInTheirOrderBeforeAnythingElse() {
        var cache = PageCache(limits: CacheLimits(soft: 100, hard: 100), policy: Recorder())
        let slots = (0..<3).map { cache.hold(.page($0)) }
        func render(_ slot: CacheSlot) {
            _ = cache.reserve(slot, bytes: 1, at: .start)
            _ = cache.admit(slot, bytes: 1, at: .start)
        }
        render(slots[0])
        render(slots[1])
        _ = cache.use(slots[1], at: .start)
        _ = cache.use(slots[0], at: .start)
        _ = cache.retire(slots[1])
        _ = cache.use(slots[0], at: .start)
        render(slots[2])
        _ = cache.use(slots[2], at: .start)
        #expect(cache.cachedInOrder.map(\.index) == [0, 1, 1, 0, 1, 0, 2, 2])
    }

    /// Levels and worths of pages are computed by hand. Pages have one byte: the worth for a byte is the render time.
    @Test func greedyDualSizeFollowsItsFormula() {
        var cache = Self.cache(.gdsf, pages: 2)
        cache.render(1, bytes: 1, time: 5)
        cache.render(2, bytes: 1, time: 3)
        // 2 goes, and the level is 3.
        cache.render(3, bytes: 1, time: 4)
        #expect(cache.numbers == [1, 3])
        // 3 had 3 + 4; used twice, it has 3 + 2 × 4.
        _ = cache.lookup(.page(3), at: .start)
        // 1 had 5, and goes; the level is 5.
        cache.render(4, bytes: 1, time: 5)
        #expect(cache.numbers == [4, 3])
        // 5 + 2 × 5.
        _ = cache.lookup(.page(4), at: .start)
        #expect(cache.numbers == [3, 4])
    }

    /// With a policy to which all pages are used as lately.
    private static func cacheByPosition(pages: Int) -> TestCache {
        var parameters = ReadingParameters()
        parameters.recencyExponent = 0
        (parameters.recent, parameters.lasting) = (0, 0)
        return TestCache(
            limits: CacheLimits(soft: 1 << 40, hard: 1 << 40, pages: pages), policy: ReadingPolicy(parameters))
    }

    @Test func pagesAheadOfAReaderStayLongerThanThoseBehind() {
        var cache = Self.cacheByPosition(pages: 9)
        cache.setPosition(ReadingPosition(document: DocumentID(1), index: 4), of: ReaderKey(1))
        for number: Int64 in 0...8 { cache.render(number, bytes: 10, time: 10, index: Int(number)) }
        for distance: Int64 in 1...4 { #expect(cache.goes(4 - distance, before: 4 + distance)) }
        #expect(cache.numbers.last == 4)
        cache.setPosition(ReadingPosition(document: DocumentID(1), index: 4, direction: -1), of: ReaderKey(1))
        for distance: Int64 in 1...4 { #expect(cache.goes(4 + distance, before: 4 - distance)) }
        for number: Int64 in 0...2 { #expect(cache.goes(number, before: number + 1)) }
        // In another document, nothing is near.
        cache.setPosition(ReadingPosition(document: DocumentID(2), index: 4), of: ReaderKey(1))
        #expect(cache.numbers == Array(0...8))
    }

    @Test func likelyPagesStayLonger() {
        var cache = Self.cacheByPosition(pages: 3)
        for number: Int64 in 1...3 { cache.render(number, bytes: 10, time: 10, index: Int(number) * 100) }
        let position = ReadingPosition(document: DocumentID(1), index: 1_000, likelyPages: [PageID(2), PageID(1)])
        cache.setPosition(position, of: ReaderKey(1))
        #expect(cache.numbers == [3, 1, 2])
        cache.setPosition(nil, of: ReaderKey(1))
        #expect(cache.numbers == [1, 2, 3])
    }

    @Test func pagesWithManyLinksStayLonger() {
        var cache = Self.cacheByPosition(pages: 3)
        for number: Int64 in 1...3 { cache.render(number, bytes: 10, time: 10, index: Int(number) * 100) }
        let position = ReadingPosition(document: DocumentID(1), index: 1_000, contents: [PageID(1)])
        cache.setPosition(position, of: ReaderKey(1))
        #expect(cache.numbers == [2, 3, 1])
    }

    /// A page of a short document is likelier to be turned to than one of a long document.
    @Test func pagesOfShortDocumentsStayLonger() {
        var cache = Self.cacheByPosition(pages: 2)
        // The numbers are those of the documents, too.
        for number: Int64 in 1...2 { cache.render(number, document: UInt64(number), bytes: 10, time: 10, index: 900) }
        func read(_ pages: [Int?]) {
            for (number, pages) in pages.enumerated() {
                let position = ReadingPosition(document: DocumentID(UInt64(number) + 1), index: 0, pages: pages)
                cache.setPosition(position, of: ReaderKey(UInt64(number)))
            }
        }
        read([1_000, 2_000])
        #expect(cache.numbers == [2, 1])
        read([2_000, 1_000])
        #expect(cache.numbers == [1, 2])
        // Of one whose length is not known, no page is likely.
        read([nil, 1_000_000])
        #expect(cache.numbers == [1, 2])
    }

    @Test func pagesOfWhatNobodyReadsGoFirst() {
        var cache = TestCache(
            limits: CacheLimits(soft: 1 << 40, hard: 1 << 40, pages: 2), policy: CachePolicy.reading.make())
        for number: Int64 in 1...2 { cache.render(number, document: UInt64(number), bytes: 10, time: 10) }
        cache.setPosition(ReadingPosition(document: DocumentID(1), index: 900), of: ReaderKey(1))
        #expect(cache.numbers == [2, 1])
        cache.setPosition(ReadingPosition(document: DocumentID(2), index: 900), of: ReaderKey(1))
        #expect(cache.numbers == [1, 2])
    }

    @Test func whatIsAnticipatedFadesUnlessItIsUsed() {
        var cache = Self.cacheByPosition(pages: 100)
        cache.setPosition(
            ReadingPosition(document: DocumentID(1), index: 1_000, likelyPages: [PageID(1), PageID(2)]),
            of: ReaderKey(1))
        for number: Int64 in 1...40 { cache.render(number, bytes: 10, time: 10) }
        _ = cache.use(.page(2), at: .start)
        #expect(cache.numbers.suffix(2) == [1, 2])
    }

    @Test func usesCountAlsoFromBeforeAPageWent() {
        var parameters = ReadingParameters()
        parameters.recencyExponent = 0
        var policy = ReadingPolicy(parameters)
        func slot(_ number: Int64) -> CacheSlot { CacheSlot(index: Int32(number), generation: 0) }
        func admit(_ number: Int64) {
            policy.admit(
                CandidatePage(
                    rendition: .page(number), index: nil, cost: PageCost(bytes: 10, renderTime: 10), isPrefetched: false
                ),
                in: slot(number))
        }
        func order() -> [Int64] {
            var order: [Int64] = []
            policy.rank(near: ReadingPositions(), at: .start) { slot in
                order.append(Int64(slot.index))
                return true
            }
            return order
        }
        admit(1)
        let uses = [CacheSlot](repeating: slot(1), count: 5)
        policy.use(uses.span)
        policy.remove(slot(1), isDisplaced: true)
        admit(1)
        admit(2)
        admit(3)
        #expect(order() == [2, 3, 1])
        // What is out of date, or of a closed document, is no page to come back to.
        policy.remove(slot(1), isDisplaced: false)
        policy.remove(slot(3), isDisplaced: true)
        admit(1)
        admit(3)
        #expect(order().last == 1)
    }

    @Test func pagesThatMoveAreRankedByTheirNewIndex() {
        var cache = Self.cacheByPosition(pages: 3)
        for number: Int64 in 1...3 { cache.render(number, bytes: 10, time: 10, index: Int(number) * 100) }
        cache.setPosition(ReadingPosition(document: DocumentID(1), index: 100), of: ReaderKey(1))
        #expect(cache.numbers == [3, 2, 1])
        cache.relocate(DocumentID(1)) { $0 == PageID(2) ? 101 : nil }
        #expect(cache.numbers == [1, 3, 2])
        cache.relocate(DocumentID(2)) { _ in 100 }
        #expect(cache.numbers == [1, 3, 2])
    }
}

extension TestCache {
    /// Whether one page goes before another one.
    fileprivate func goes(_ one: Int64, before other: Int64) -> Bool {
        guard let first = numbers.firstIndex(of: one), let second = numbers.firstIndex(of: other) else { return false }
        return first < second
    }
}
