import Navigation
import PageModel
import Testing

@testable import PageCache
@testable import HostProtocol
@testable import SheafDocuments
@testable import SheafPages
@testable import SheafReaders
@testable import SheafService

/// The sizes of pages that readers show, learnt anew without a change of the document.
@Suite struct LearntSizesTests {
    private static func open() throws -> (TestService, TestPeer, ReaderSession, PageView) {
        let service = try TestService(startingAt: 1_000_000)
        let path = try service.write("sheaf-pattern 1\npages = 9\nwidth = 20\nheight = 30\n")
        let viewer = try service.connect()
        try viewer.call("Open", #"{"path":"\#(path)","viewport":{"width":20,"height":30}}"#)
        let session = try #require(service.core.readers.all.first)
        try service.rest()
        return (service, viewer, session, try #require(session.model.wanted.first?.first))
    }

    /// Has the document learn from a look-up that its first page is half as high.
    private static func learn(_ service: TestService) throws {
        let document = try #require(service.document)
        _ = document.pages.found(
            HostProtocol.PageMetrics(width: 20, height: 15, label: "", isExact: true), of: PageID(0), at: 0,
            in: document.pages.generation)
        document.tellSizes()
    }

    private static func need(_ rendition: Rendition, in service: TestService) -> CacheContent.Need? {
        service.core.store.cache.contents.first { $0.rendition == rendition }?.need
    }

    @Test func aPageWithAnotherSizeIsRenderedInItsNewForm() throws {
        let (service, _, session, before) = try Self.open()
        try Self.learn(service)
        let now = try #require(session.model.wanted.first?.first)
        #expect(now.rendition != before.rendition && now.rendition.region.height == 15)
        // Until it is there, the old form is what is seen.
        #expect(Self.need(before.rendition, in: service) == .moving)
        try service.run { service.core.store.isAlive(now.rendition) }
        #expect(Self.need(now.rendition, in: service) == .shown)
        #expect(Self.need(before.rendition, in: service) == CacheContent.Need.none)
    }

    @Test func aPageThatHadNoSizeIsRenderedOnceItHas() throws {
        let (service, _, session, _) = try Self.open()
        let document = try #require(service.document)
        document.pages.pageChanged(PageID(0))
        session.delivery.protect()
        session.round.deliver(isAnew: false)
        try service.run { session.delivery.isEmpty }
        try Self.learn(service)
        let now = try #require(session.model.wanted.first?.first)
        try service.run { service.core.store.isAlive(now.rendition) }
        #expect(Self.need(now.rendition, in: service) == .shown)
    }
}
