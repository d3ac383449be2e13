import Navigation
import PageModel
import Testing

@testable import SheafService

/// Readers of a document whose pages move.
@Suite struct MovedPagesTests {
    /// What a reader shows while it takes in a change says nothing of what is where by then.
    @Test func aPageIsNotLookedForWhereItWas() throws {
        let service = try TestService(startingAt: 1_000_000)
        let path = try service.write("sheaf-pattern 1\norder = 0, 1\nwidth = 20\nheight = 30\n")
        let viewer = try service.connect()
        let opened = #"{"path":"\#(path)","viewport":{"width":20,"height":30},"target":{"index":1}}"#
        try viewer.call("Open", opened)
        let session = try #require(service.core.readers.all.first)
        let document = session.document
        try service.rest()
        document.forget()
        session.protect()
        document.remember([PageID(0), PageID(7), PageID(1)], at: 0, of: document.generation)
        #expect(session.current == Location(.horizontal, page: PageID(1), index: 1))
        #expect(session.pages.page(at: 1, on: .horizontal) == PageID(7))
        #expect(session.pages.page(at: 2, on: .horizontal) == PageID(1))
    }
}
