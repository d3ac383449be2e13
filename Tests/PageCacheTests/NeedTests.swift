import PageModel
import Testing

@testable import PageCache

/// Predictions that the cache takes from the move model: likely pages, and the need of a page that is read ahead.
@Suite struct NeedTests {
    private static func cache(_ pages: Int) -> TestCache {
        TestCache(limits: CacheLimits(soft: 1 << 40, hard: 1 << 40, pages: pages), policy: ReadingPolicy())
    }

    private static func position(
        _ index: Int, _ context: TurnContext?, direction: Int = 1, origin: Int64? = nil, likelyPages: [Int64] = []
    ) -> ReadingPosition {
        ReadingPosition(
            document: DocumentID(1), index: index, direction: direction, likelyPages: likelyPages.map { PageID($0) },
            context: context, origin: origin.map { PageID($0) })
    }

    /// A page that takes long is worth keeping where its reader may come back, and not where it reads on.
    @Test func whatCountsDependsOnTheLastTurn() {
        func order(_ context: TurnContext?) -> [Int64] {
            var cache = Self.cache(9)
            for number: Int64 in [50, 10, 51] { cache.render(number, bytes: 10, time: 10, index: Int(number)) }
            cache.setPosition(Self.position(50, context, origin: 10), of: ReaderKey(1))
            return cache.numbers.filter { $0 != 50 }
        }
        #expect(order(.step) == [10, 51] && order(.passing) == [10, 51])
        #expect(order(.toAndFro) == [51, 10] && order(.returned) == [51, 10] && order(.link) == [51, 10])
    }

    @Test func aheadIsWhereTheReaderIsBound() {
        for direction in [1, -1] {
            var cache = Self.cache(9)
            for number: Int64 in [47, 53, 48, 52] { cache.render(number, bytes: 10, time: 10, index: Int(number)) }
            cache.setPosition(Self.position(50, .fast, direction: direction), of: ReaderKey(1))
            #expect(cache.numbers == (direction > 0 ? [47, 48, 53, 52] : [53, 52, 47, 48]))
        }
    }

    @Test(arguments: [(0.9, true), (0.0001, false)]) func whatIsReadAheadHasToBeNeededMoreThanWhatItDisplaces(
        need: Double, isKept: Bool
    ) {
        var cache = PageCache(limits: CacheLimits(soft: 1 << 40, hard: 1 << 40, pages: 1), policy: ReadingPolicy())
        let old = cache.hold(.page(1))
        _ = cache.reserve(old, bytes: 10, index: 1, at: .start)
        _ = cache.admit(old, bytes: 10, renderTime: 100, index: 1, at: .start)
        let reader = cache.addReader()
        cache.setPosition(Self.position(500, .link, likelyPages: [900]), of: reader, at: .start)
        let new = cache.hold(.page(900))
        let reservation = cache.reserve(
            new, bytes: 10, index: 900, purpose: .prefetch, expectedRenderTime: 100, need: need, at: .start)
        #expect((reservation != .notKept) == isKept)
    }
}
