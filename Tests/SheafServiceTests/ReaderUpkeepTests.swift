import Navigation
import SheafOS
import Testing

@testable import SheafReaders
@testable import SheafService

/// The upkeep of readers: no more memory the longer they are used, none once they are closed, and no time where nothing
/// is to do.
@Suite struct ReaderUpkeepTests {
    private static let document = "sheaf-pattern 1\npages = 9\nwidth = 20\nheight = 30\n"

    private static func open(on service: TestService) throws -> TestPeer {
        let path = try service.write(document)
        let viewer = try service.connect()
        let opened = try viewer.call("Open", #"{"path":"\#(path)","viewport":{"width":20,"height":30}}"#)
        #expect(opened.contains(#""state":{"#), "\(opened)")
        return viewer
    }

    @Test func aReaderThatWasAskedForARegionIsGoneWhenItIsClosed() throws {
        let service = try TestService(startingAt: 1_000_000)
        let viewer = try Self.open(on: service)
        let reader = TestService.reader(1)
        try service.rest()
        weak let session = service.core.readers.all.first
        #expect(session != nil)
        let region = #"{"reader":"\#(reader)","region":{"x":1,"y":1,"width":4,"height":4},"handover":"none"}"#
        #expect(try viewer.call("GetPage", region).contains(#""page":{"#))
        _ = try viewer.call("Close", #"{"reader":"\#(reader)"}"#)
        service.core.context.updatePositions()
        // What the supervisor has still to ask for it may hold it for a moment.
        try service.run { session == nil }
    }

    /// A document that has become empty has no timer due, which would fire again and again.
    @Test func nothingIsDueInADocumentThatHasBecomeEmpty() throws {
        let service = try TestService(startingAt: 1_000_000, readAhead: 2)
        let viewer = try Self.open(on: service)
        let session = try #require(service.core.readers.all.first)
        try service.rest()
        for index in [1, 0, 1] {
            let target = #"{"reader":"\#(session.name)","target":{"index":\#(index)},"handover":"none"}"#
            _ = try viewer.call("Navigate", target)
            try service.rest()
        }
        #expect(session.prefetch.due != nil)
        _ = try service.write("sheaf-pattern 1\npages = 0\nwidth = 20\nheight = 30\n")
        try service.run { session.standing.motion == .empty }
        service.clock.pass(1_000_000)
        session.prefetch.update(at: service.clock.now)
        #expect(session.prefetch.due == nil)
    }

    @Test func turnsThatRankNoPagesAreRememberedOnceForEachReader() throws {
        let service = try TestService(startingAt: 1_000_000)
        let viewer = try Self.open(on: service)
        let reader = TestService.reader(1)
        for index in [1, 0] {
            _ = try viewer.call("GetPage", #"{"reader":"\#(reader)","index":\#(index),"handover":"none"}"#)
        }
        try service.rest()
        for turn in 0..<50 {
            let target = #"{"reader":"\#(reader)","target":{"index":\#(1 - turn % 2)},"handover":"none"}"#
            #expect(try viewer.call("Navigate", target).contains(#""hit":true"#))
        }
        #expect(service.core.context.moved.count <= 1)
    }

    /// The way of a cached turn is taken: the general one does the same, and nobody would notice.
    @Test(arguments: [
        (#""target":{"index":1}"#, true), (#""target":{"relative":1}"#, true),
        (#""target":{"index":1},"handover":"none""#, true), (#""target":{"index":1},"axis":"horizontal""#, true),
        (#""target":{"index":1},"direction":"backward","wrap":true"#, true),
        (#""target":{"index":1},"duration":0"#, true),
        (#""target":{"index":0}"#, false), (#""target":{"index":8}"#, false), (#""target":{"index":99}"#, false),
        (#""target":{"label":"2"}"#, false), (#""target":{"index":1},"duration":100"#, false),
        (#""target":{"index":1},"handover":"inline""#, false), (#""target":{"index":1},"axis":"vertical""#, false),
    ])
    func turnsToCachedPagesAreMadeAsTheyAreRead(parameters: String, isAtOnce: Bool) throws {
        let service = try TestService(startingAt: 1_000_000)
        let viewer = try Self.open(on: service)
        let reader = TestService.reader(1)
        for index in [1, 0] { _ = try viewer.call("GetPage", #"{"reader":"\#(reader)","index":\#(index)}"#) }
        try service.rest()
        let before = service.scans.answered
        _ = try viewer.call("Navigate", #"{"reader":"\#(reader)",\#(parameters)}"#)
        #expect((service.scans.answered > before) == isAtOnce)
    }
}
