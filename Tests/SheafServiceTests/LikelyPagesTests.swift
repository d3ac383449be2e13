import PageModel
import Prefetch
import SheafOS
import Testing

@testable import PageCache
@testable import HostProtocol
@testable import SheafDocuments
@testable import SheafPages
@testable import SheafReaders
@testable import SheafService

/// The positions of readers, and the pages that they may go to, as the cache is told of them.
@Suite struct LikelyPagesTests {
    private static let linked = "sheaf-pattern 1\npages = 100\nwidth = 20\nheight = 30\nlinks = on\n"

    private static func open(_ text: String, readAhead: Int = 1) throws -> (TestService, TestPeer) {
        let service = try TestService(startingAt: 1_000_000, readAhead: readAhead)
        let path = try service.write(text)
        let viewer = try service.connect()
        try viewer.call("Open", #"{"path":"\#(path)","viewport":{"width":20,"height":30}}"#)
        return (service, viewer)
    }

    private static func position(in service: TestService) throws -> ReadingPosition {
        let document = try #require(service.document)
        service.core.context.updatePositions()
        return try #require(service.core.store.cache.readers.positions.all(in: document.id).first)
    }

    @Test func linksOfAPageAtRestAreAnticipated() throws {
        let (service, viewer) = try Self.open(Self.linked)
        let document = try #require(service.document)
        // The two turns come at once: nobody rests between them.
        try viewer.send("Navigate", #"{"reader":"\#(TestService.reader(1))","target":{"index":30},"handover":"none"}"#)
        try viewer.send("Navigate", #"{"reader":"\#(TestService.reader(1))","target":{"index":50},"handover":"none"}"#)
        _ = (try viewer.receive(), try viewer.receive())
        try service.run {
            service.clock.pass(PrefetchPlanner.restTime)
            return document.links.targets(of: PageID(50), edition: 0) != nil
        }
        #expect(document.links.targets(of: PageID(50), edition: 0) == [PageID(49), PageID(51), PageID(60)])
        #expect(!document.links.isKnown(PageID(30), edition: 0))
        // Where it came from, the nearest first, and then the links.
        let position = try Self.position(in: service)
        #expect(position.index == 50)
        #expect(position.likelyPages.map(\.number) == [30, 0, 49, 51, 60])
    }

    @Test func linksAreNotAskedForWhereNothingIsReadAhead() throws {
        let (service, viewer) = try Self.open(Self.linked, readAhead: 0)
        try viewer.call("Navigate", #"{"reader":"\#(TestService.reader(1))","target":{"index":30},"handover":"none"}"#)
        try service.rest()
        #expect(try #require(service.document).links.isEmpty)
        #expect(try Self.position(in: service).likelyPages == [PageID(0)])
    }

    @Test func whatIsKnownOfLinksHoldsAsLongAsTheEdition() {
        var links = LinkTargets()
        let (first, second) = (links.ask(PageID(1), edition: 0), links.ask(PageID(1), edition: 0))
        #expect(first && !second)
        links.learn([], of: PageID(1), edition: 0)
        #expect(links.targets(of: PageID(1), edition: 0) == [] && links.targets(of: PageID(1), edition: 1) == nil)
        let isNew = links.ask(PageID(1), edition: 1)
        #expect(isNew)
        // An answer from before means nothing any more; without an answer it is asked again.
        links.learn([], of: PageID(1), edition: 0)
        #expect(links.targets(of: PageID(1), edition: 1) == nil)
        links.learn(nil, of: PageID(1), edition: 1)
        let isAskedAgain = links.ask(PageID(1), edition: 1)
        #expect(isAskedAgain)
    }

    @Test func linksOfSoManyPagesAreRemembered() {
        var links = LinkTargets()
        let most = Int64(LinkTargets.maxPages)
        for page in 0..<most { _ = links.ask(PageID(page), edition: 0) }
        #expect(links.isKnown(PageID(0), edition: 0))
        _ = links.ask(PageID(most), edition: 0)
        #expect(!links.isKnown(PageID(0), edition: 0) && links.isKnown(PageID(most), edition: 0))
    }

    private static func links(_ count: Int) -> [DocumentItem] {
        (0..<count).map { number in
            DocumentItem(
                kind: .links, level: 0, page: 1_000_000 + Int64(number), x0: 0, y0: 0, x1: 1, y1: 1, targetX: 0,
                targetY: 0, key: nil, text: nil, uri: nil)
        }
    }

    @Test func pagesWithManyLinksAreTold() {
        var links = LinkTargets()
        func learn(_ page: Int64, _ count: Int) {
            _ = links.ask(PageID(page), edition: 0)
            links.learn(Self.links(count), of: PageID(page), edition: 0)
        }
        learn(1, ReadingPosition.manyLinks - 1)
        learn(2, ReadingPosition.manyLinks)
        #expect(links.contents == [PageID(2)])
        // As many as the cache is told of, and no more.
        for page in 3..<Int64(LinkTargets.maxContents) + 2 { learn(page, 20) }
        #expect(links.contents.count == LinkTargets.maxContents)
        learn(900, 20)
        #expect(links.contents.count == LinkTargets.maxContents && !links.contents.contains(PageID(900)))
        // Another edition of a page may have lost them.
        _ = links.ask(PageID(2), edition: 1)
        links.learn([], of: PageID(2), edition: 1)
        #expect(!links.contents.contains(PageID(2)) && links.contents.count == LinkTargets.maxContents - 1)
        for page in 0...Int64(LinkTargets.maxPages) { _ = links.ask(PageID(page), edition: 2) }
        #expect(links.contents.isEmpty)
    }

    @Test func theCacheIsToldHowLongADocumentIsAndWhereItsContentsAre() throws {
        let (service, viewer) = try Self.open(Self.linked)
        let document = try #require(service.document)
        _ = document.links.ask(PageID(2), edition: 0)
        document.links.learn(Self.links(9), of: PageID(2), edition: 0)
        try viewer.call("Navigate", #"{"reader":"\#(TestService.reader(1))","target":{"index":30},"handover":"none"}"#)
        let position = try Self.position(in: service)
        #expect(position.pages == 100 && position.contents == [PageID(2)])
    }

    @Test func pagesThatMoveTakeTheirPlacesInTheCacheAlong() throws {
        let service = try TestService(startingAt: 1_000_000, readAhead: 0)
        // Not by its path: pages of the library stay where they are.
        let file = try FileDescriptor.open(service.write(Self.linked + "movable = on\n"))
        let viewer = try service.connect()
        try viewer.call(
            "Open", #"{"fileDescriptor":0,"viewport":{"width":20,"height":30}}"#, descriptors: [file.number])
        try service.rest()
        try viewer.call("BeginMove", #"{"reader":"\#(TestService.reader(1))","index":0}"#)
        try viewer.call("UpdateMove", #"{"reader":"\#(TestService.reader(1))","index":3}"#)
        try viewer.call("EndMove", #"{"reader":"\#(TestService.reader(1))"}"#)
        let cached = try #require(
            service.core.store.cache.contents.first { $0.rendition.page == PageID(0) }?.slot)
        try service.run { service.core.store.cache.details(of: cached).index == 3 }
    }
}
