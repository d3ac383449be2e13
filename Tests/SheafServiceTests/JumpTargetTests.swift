import Navigation
import PageModel
import Prefetch
import Testing

@testable import PageCache
@testable import SheafDocuments
@testable import SheafPages
@testable import SheafReaders
@testable import SheafService

/// The pages that are rendered ahead of a reader beside its neighbours: links, where it jumped from, what a search has
/// found.
@Suite struct JumpTargetTests {
    private static let pages = "sheaf-pattern 1\npages = 100\nwidth = 20\nheight = 30\n"

    private static func open(
        _ text: String, prefetch: PrefetchMode = .full, readAhead: Int = 8, axes: String = ""
    ) throws -> (TestService, TestPeer) {
        let service = try TestService(startingAt: 1_000_000, prefetch: prefetch, readAhead: readAhead)
        let path = try service.write(text)
        let viewer = try service.connect()
        let opened = try viewer.call(
            "Open", #"{"path":"\#(path)","target":{"index":40},"viewport":{"width":20,"height":30}\#(axes)}"#)
        #expect(opened.contains(#""state":{"#), "\(opened)")
        return (service, viewer)
    }

    /// The indexes of the pages in the cache.
    private static func cached(in service: TestService) -> Set<Int> {
        Set(service.core.store.cache.contents.filter { $0.state == .cached }.compactMap(\.index))
    }

    private static func turn(to index: Int, _ service: TestService, _ viewer: TestPeer) throws {
        service.clock.pass(20_000_000)
        try viewer.call(
            "Navigate", #"{"reader":"\#(TestService.reader(1))","target":{"index":\#(index)},"handover":"none"}"#)
        try service.run { cached(in: service).contains(index) && service.core.renders.count == 0 }
    }

    @Test func neighboursAreReadAhead() throws {
        let (service, _) = try Self.open(Self.pages)
        try service.run { Self.cached(in: service).isSuperset(of: [39, 40, 41]) }
    }

    @Test(arguments: [(PrefetchMode.no, 8), (.full, 0)]) func nothingIsReadAheadWhereThatIsSo(
        prefetch: PrefetchMode, readAhead: Int
    ) throws {
        let (service, viewer) = try Self.open(Self.pages, prefetch: prefetch, readAhead: readAhead)
        try service.run { Self.cached(in: service) == [40] }
        for index in [41, 42] { try Self.turn(to: index, service, viewer) }
        #expect(Self.cached(in: service) == [40, 41, 42])
        #expect(service.core.store.cache.counters.prefetched == 0)
    }

    @Test func noMoreSpreadsThanAreConfigured() throws {
        let (service, _) = try Self.open(Self.pages, readAhead: 1)
        try service.run { Self.cached(in: service).contains(41) && service.core.renders.count == 0 }
        #expect(Self.cached(in: service) == [40, 41])
    }

    /// The pages after one are looked at again as its render has ended, and what has begun is not given up for others.
    @Test func slowPagesAreReadAheadFarther() throws {
        let (service, _) = try Self.open(Self.pages + "render-ms = 400\ncost = sleep\n", readAhead: 3)
        try service.run { Self.cached(in: service).isSuperset(of: [40, 41, 42]) }
    }

    /// All pages of a spread come together, in whatever order they stand.
    @Test(arguments: [#""order":"leftToRight""#, #""order":"rightToLeft""#]) func spreadsAreReadAheadWhole(
        order: String
    ) throws {
        let (service, _) = try Self.open(
            Self.pages, axes: #","axes":[{"axis":"horizontal","arrangement":{"spread":"double",\#(order)}}]"#)
        try service.run { Self.cached(in: service).isSuperset(of: [38, 39, 40, 41, 42, 43]) }
    }

    @Test func theAxisInFrontIsReadAhead() throws {
        let (service, _) = try Self.open(Self.pages, axes: #","axes":[{"axis":"vertical"},{"axis":"horizontal"}]"#)
        try service.run { Self.cached(in: service).count >= 2 }
    }

    @Test func whoLeapsAboutHasPagesReadAheadWhereItStays() throws {
        let (service, viewer) = try Self.open(Self.pages)
        for index in [10, 20, 30, 50] {
            service.clock.pass(100_000)
            try viewer.call(
                "Navigate", #"{"reader":"\#(TestService.reader(1))","target":{"index":\#(index)},"handover":"none"}"#)
            try service.run { Self.cached(in: service).contains(index) }
        }
        service.clock.pass(PrefetchPlanner.restTime)
        try service.run { Self.cached(in: service).isSuperset(of: [49, 51]) }
        // The page behind one that it jumped from may be there: it may go back and read on. The one before never is.
        #expect(Self.cached(in: service).isDisjoint(with: [19, 29]))
    }

    @Test func targetsOfLinksAreReadAhead() throws {
        let (service, viewer) = try Self.open(Self.pages + "links = on\n")
        // As READING: the reader has read on to it.
        try Self.turn(to: 41, service, viewer)
        let document = try #require(service.document)
        try service.run {
            service.clock.pass(PrefetchPlanner.restTime)
            return document.links.targets(of: PageID(41), edition: 0) != nil
        }
        let far = try #require(
            document.links.targets(of: PageID(41), edition: 0)?.map { Int($0.number) }.filter { abs($0 - 41) > 2 })
        try #require(!far.isEmpty)
        try service.run { Self.cached(in: service).isSuperset(of: far) }
    }

    @Test func whereAReaderJumpedFromIsReadAheadAgain() throws {
        let (service, viewer) = try Self.open(Self.pages)
        try service.rest()
        try Self.turn(to: 80, service, viewer)
        // All but what is shown goes.
        service.core.store.setLimits(CacheLimits(soft: 0, hard: 1 << 30))
        service.core.store.setLimits(CacheLimits(soft: 1 << 30, hard: 1 << 30))
        #expect(!Self.cached(in: service).contains(40))
        service.core.readers.all.first?.prefetch.plan()
        try service.run { Self.cached(in: service).isSuperset(of: [40, 81]) }
    }

    @Test func whatASearchHasFoundIsReadAhead() throws {
        let (service, viewer) = try Self.open(Self.pages)
        let session = try #require(service.core.readers.all.first)
        let axis = session.pages.axes[0]
        for hit in [70, 20, 90, 95] { session.prefetch.found(hit, on: axis) }
        try Self.turn(to: 20, service, viewer)
        try service.run { Self.cached(in: service).contains(70) }
    }

    @Test func pagesThatMoveAreNoPlacesAnyMore() throws {
        let (service, viewer) = try Self.open(Self.pages)
        let session = try #require(service.core.readers.all.first)
        session.prefetch.found(70, on: session.pages.axes[0])
        session.relocateHistory { $0 }
        try Self.turn(to: 20, service, viewer)
        #expect(!Self.cached(in: service).contains(70))
    }
}
