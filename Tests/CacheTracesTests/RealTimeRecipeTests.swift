import CacheTraces
import Testing

@Suite struct RealTimeRecipeTests {
    private static let pages = (0..<120).map { _ in TraceDocument.Page(renderTime: 10_000, bytes: 4096) }
    private static let book = TraceDocument(
        pages: pages, chapters: [3, 40, 80],
        links: pages.indices.map { index in index == 2 ? [3, 40, 80] : index % 9 == 0 ? [(index + 50) % 120] : [] },
        searches: [[5, 17, 99], [8, 9, 10, 11]])

    @Test(arguments: Behaviour.allCases)
    func nobodyStaysForLongerThanIsSaid(behaviour: Behaviour) {
        let trace = RealTimeRecipe.draw(in: Self.book, [behaviour], seconds: 60, longestStay: 2, seed: 5)
        let times = trace.requests.map(\.time)
        #expect(times.first == 0 && times.count > 20 && times.allSatisfy { $0 < 60_000_000 })
        // A fling stays on some pages that it does not ask for: it is one stay more for each end.
        #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 <= 7_000_000 })
        #expect(trace.requests.allSatisfy { Self.pages.indices.contains($0.index) })
    }

    @Test func searchesFindWhatIsThere() {
        let trace = RealTimeRecipe.draw(in: Self.book, [.search], seconds: 120, longestStay: 2, seed: 6)
        let hits = Set(trace.requests.map(\.hits).filter { !$0.isEmpty })
        #expect(hits == Set(Self.book.searches))
        #expect(trace.requests.dropFirst().allSatisfy { $0.hits.contains($0.index) })
    }

    @Test func whatADocumentHasNotIsNotDoneInIt() {
        let plain = TraceDocument(pages: Self.pages)
        #expect(Behaviour.allCases.filter { $0.isPossible(in: plain) } == [.read, .skim, .fling, .compare, .reread])
        #expect(Behaviour.allCases.allSatisfy { $0.isPossible(in: Self.book) })
        #expect(Self.book.contents == 2)
    }
}
