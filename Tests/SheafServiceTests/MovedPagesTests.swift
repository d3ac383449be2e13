import Navigation
import PageModel
import Testing

@testable import SheafDocuments
@testable import SheafReaders
@testable import SheafService

/// Readers of a document whose pages move.
@Suite struct MovedPagesTests {
    /// A command that looks pages up has all of them of one state of the document.
    @Test func whatIsWhereIsAskedAgainWhenPagesMove() throws {
        let test = try TestTable()
        try test.write("sheaf-pattern 1\norder = 5-9\n")
        let document = try test.openFile()
        let queue = CommandQueue(of: 1)
        var isChanged = false
        var isDone = false
        queue.append(
            ReaderCommand(
                perform: { inputs throws(Interruption) in
                    _ = try inputs.answer(to: .page(at: 3), of: document)
                    if !isChanged {
                        isChanged = true
                        document.pages.forget()
                    }
                    _ = try inputs.answer(to: .page(at: 2), of: document)
                    _ = try inputs.answer(to: .page(at: 3), of: document)
                    isDone = true
                },
                fail: { _ in }))
        try test.run { isDone }
        #expect(document.pages.knownID(at: 2) == PageID(7) && document.pages.knownID(at: 3) == PageID(8))
    }

    /// A document that changes at each answer is taken as it was in the end, and that is known.
    @Test func whatWasTakenAsItWasIsStale() throws {
        let test = try TestTable()
        try test.write("sheaf-pattern 1\norder = 5-9\n")
        let document = try test.openFile()
        let queue = CommandQueue(of: 1)
        var stale: [Bool] = []
        for isChanging in [true, false] {
            queue.append(
                ReaderCommand(
                    perform: { inputs throws(Interruption) in
                        if isChanging { document.pages.forget() }
                        _ = try inputs.answer(to: .page(at: 3), of: document)
                        stale.append(inputs.isStale)
                    },
                    fail: { _ in }))
        }
        try test.run { queue.isIdle }
        #expect(stale == [true, false])
    }

    /// The pages that a reader shows while it takes in a change say nothing of where pages are by then.
    @Test func aPageIsNotLookedForWhereItWas() throws {
        let service = try TestService(startingAt: 1_000_000)
        let path = try service.write("sheaf-pattern 1\norder = 0, 1\nwidth = 20\nheight = 30\n")
        let viewer = try service.connect()
        let opened = #"{"path":"\#(path)","viewport":{"width":20,"height":30},"target":{"index":1}}"#
        try viewer.call("Open", opened)
        let session = try #require(service.core.readers.all.first)
        let document = session.document
        try service.rest()
        document.pages.forget()
        session.delivery.protect()
        document.pages.remember([PageID(0), PageID(7), PageID(1)], at: 0, of: document.pages.generation)
        #expect(session.model.current == Location(.horizontal, page: PageID(1), index: 1))
        #expect(session.pages.page(at: 1, on: .horizontal) == PageID(7))
        #expect(session.pages.page(at: 2, on: .horizontal) == PageID(1))
    }
}
