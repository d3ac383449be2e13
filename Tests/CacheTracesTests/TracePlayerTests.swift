import CacheTraces
import PageCache
import Testing

@Suite struct TracePlayerTests {
    @Test func missesCostTheirRenderTime() {
        let pages = (1...3).map { TraceDocument.Page(renderTime: UInt64($0) * 100, bytes: 4096) }
        // Room for two; page 0 is gone when it is asked for again.
        let trace = Self.trace([0, 1, 1, 0, 2, 1, 0], pages)
        let score = TracePlayer.play(trace, capacity: 2 * 4096, policy: LeastRecentlyUsed())
        #expect(score.requests == 7)
        #expect(score.hits == 2)
        #expect(score.missTime == 100 + 200 + 300 + 200 + 100)
    }

    /// Two readers look at one page each, and the cap has room for no more.
    @Test func pagesThatReadersLookAtStay() {
        let pages = (1...3).map { _ in TraceDocument.Page(renderTime: 100, bytes: 4096) }
        let requests = [(0, 0), (1, 1), (1, 2), (0, 0), (1, 1), (1, 0)].enumerated().map { place, request in
            Trace.Request(time: UInt64(place), reader: request.0, document: 0, index: request.1)
        }
        let trace = Trace(documents: [TraceDocument(pages: pages)], requests: requests)
        let score = TracePlayer.play(trace, capacity: 2 * 4096, policy: LeastRecentlyUsed())
        #expect(score.hits == 2)
    }

    @Test func farthestFromTheReaderGoesFirst() {
        let pages = (0..<10).map { _ in TraceDocument.Page(renderTime: 100, bytes: 4096) }
        // At 4, page 0 is farther than 3, which was used longer ago.
        let farthest = TracePlayer.play(
            Self.trace([3, 0, 4, 3], pages), capacity: 2 * 4096, policy: FarthestFromReaders())
        #expect(farthest.hits == 1)
        #expect(
            TracePlayer.play(Self.trace([3, 0, 4, 3], pages), capacity: 2 * 4096, policy: LeastRecentlyUsed()).hits == 0
        )
    }

    private static func trace(_ indexes: [Int], _ pages: [TraceDocument.Page]) -> Trace {
        Trace(
            documents: [TraceDocument(pages: pages)],
            requests: indexes.enumerated().map { place, index in
                Trace.Request(time: UInt64(place) * 1000, reader: 0, document: 0, index: index)
            })
    }
}
