import PageModel
import Prefetch
import Testing

@Suite struct ViewerHintsTests {
    @Test(arguments: [(90, true), (60, false), (20, true)]) func aLandingEndsWhereTheReaderIsThereOrElsewhere(
        index: Int, ends: Bool
    ) {
        var hints = ViewerHints()
        hints.landing = .init(index: 90, origin: 40, duration: 1_000_000, at: Instant(microseconds: 0))
        let hasEnded = hints.endLanding(at: index, spreadOfPage: { $0 }, now: Instant(microseconds: 500_000))
        #expect(hasEnded == ends && hints.isEmpty == ends)
        let early = hints.endLanding(at: 60, spreadOfPage: { $0 }, now: Instant(microseconds: 999_999))
        #expect(!early)
        let isOver = hints.endLanding(at: 60, spreadOfPage: { $0 }, now: Instant(microseconds: 1_000_000))
        #expect(isOver != ends)
    }

    @Test func theLatestPagesCountAndTheMostUrgentComeFirst() {
        var hints = ViewerHints()
        hints.add(Array(0..<ViewerHints.maxPages))
        hints.add([200, 3, 200])
        #expect(hints.pages.prefix(3) == [200, 3, 0])
        #expect(hints.pages.count == ViewerHints.maxPages && !hints.pages.contains(ViewerHints.maxPages - 1))
        hints.remove([200, 0])
        #expect(hints.pages.first == 3)
    }
}
