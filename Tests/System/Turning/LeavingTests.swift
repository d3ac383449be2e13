import Foundation
import Glibc
import SheafInterface
import TestSupport
import Testing
import Varlink

/// A reader that is closed while something is under way for it: every call gets its answer, and nothing of it stays.
@Suite struct ClosingTests {
    /// A configuration with one host for each provider: a call that waits for a page is not made to another host.
    private static let oneHost = "[Cache]\nReadAhead=0\n[Hosts]\nHostsPerProvider=1\n"

    /// Starts a call on a connection of its own that the provider takes a while for.
    private static func pageCall(
        _ index: Int, of reader: String, on service: RunningService
    ) throws -> VarlinkBlockingClient {
        let client = try service.connect()
        try client.send(ReaderInterface.GetPage.self, .init(reader: reader, index: index, handover: .some(.none)))
        return client
    }

    private static func waitUntilRendering(_ renders: Int, _ client: VarlinkBlockingClient) throws {
        #expect(
            try eventually {
                try client.status().cache.misses
            } until: {
                $0 >= renders
            } == renders)
    }

    @Test func pagesOfAClosedDocumentLeaveTheCacheAlsoThoseThatAreRendered() throws {
        let service = try RunningService(configuration: "[Cache]\nReadAhead=2\n")
        let path = try service.pattern("pages = 99")
        let client = try service.connect()
        // Each is closed at another moment of its renders.
        for _ in 0..<60 { try TestReader(service, path).close() }
        let status = try eventually {
            try client.status()
        } until: {
            $0.cache.reserved == 0
        }
        #expect(status.documents == 0 && status.cache.pages == 0 && status.cache.bytes == 0)
    }

    /// `shared`: another reader keeps the document open.
    @Test(arguments: [false, true]) func aCallThatWaitsForAPageIsAnswered(shared: Bool) throws {
        let service = try RunningService(configuration: Self.oneHost)
        let path = try service.pattern("pages = 9\nrender-ms = 2000\ncost = sleep")
        let reader = try TestReader(service, path)
        _ = try reader.page()
        let other = shared ? try TestReader(service, path) : nil
        let before = try reader.client.status().cache.misses
        let waiting = try Self.pageCall(5, of: reader.id, on: service)
        try Self.waitUntilRendering(before + 1, reader.client)
        try reader.close()
        #expect(
            try failure { _ = try waiting.receive(ReaderInterface.GetPage.self) } == .noSuchReader(reader: reader.id))
        _ = try other?.page()
        try eventually {
            try reader.client.status().cache.reserved
        } until: {
            $0 == 0
        }
    }

    @Test func aPageThatIsBeingLookedForIsNoPageOfAClosedReader() throws {
        let service = try RunningService(configuration: Self.oneHost)
        let path = try service.pattern("pages = 9\nrender-ms = 2000\ncost = sleep")
        let other = try TestReader(service, path)
        let reader = try TestReader(service, path)
        _ = try other.page()
        let before = try other.client.status().cache.misses
        // The provider renders this one still; what follows waits for it.
        let slow = try Self.pageCall(5, of: other.id, on: service)
        try Self.waitUntilRendering(before + 1, other.client)
        let turning = try service.connect()
        try turning.send(ReaderInterface.Navigate.self, .init(reader: reader.id, target: .init(index: 7)))
        let getting = try Self.pageCall(6, of: reader.id, on: service)
        let loading = try service.connect()
        try loading.send(ReaderInterface.Reload.self, .init(reader: reader.id))
        try reader.close()
        let gone = ReaderInterface.Failure.noSuchReader(reader: reader.id)
        #expect(try failure { _ = try turning.receive(ReaderInterface.Navigate.self) } == gone)
        #expect(try failure { _ = try getting.receive(ReaderInterface.GetPage.self) } == gone)
        #expect(try failure { _ = try loading.receive(ReaderInterface.Reload.self) } == gone)
        #expect(try slow.receive(ReaderInterface.GetPage.self).parameters.page.index == 5)
    }
}

/// Viewers that go in the middle of something, and readers that share a document.
@Suite struct LostViewerTests {
    private static let document = "pages = 9\nwidth = 100\nheight = 100\nmovable = on"

    private static func open(
        _ service: RunningService, at start: Int = 0, client: VarlinkBlockingClient? = nil
    ) throws -> TestReader {
        let path = service.folder.appendingPathComponent("pattern").path
        // Written again it would be another document.
        if access(path, F_OK) != 0 { _ = try service.pattern(document) }
        return try TestReader(service, path, width: 64, height: 64, target: .init(index: start), client: client)
    }

    /// Opens a reader, makes a gesture, and closes the only connection that the viewer used. Returns a watch on another
    /// connection, and the reader's id.
    private static func lose(
        _ service: RunningService, at start: Int, doing gesture: (TestReader) throws -> Void
    ) throws -> (watch: Watching, reader: String) {
        let viewer = try open(service, at: start)
        let watch = try Watching(viewer, on: service)
        try gesture(viewer)
        return (watch, viewer.id)
    }

    @Test(arguments: [(1.6, "WA2 WD1 | DA2 DD1", 2), (1.4, "WA2 WD1 | WA1 DA1 WD2 DD2", 1)])
    func aDragWhoseViewerHasGoneIsReleasedWithoutSpeed(offset: Double, events: String, page: Int) throws {
        let service = try RunningService(configuration: "[Cache]\nReadAhead=0\n")
        let (watch, id) = try Self.lose(service, at: 1) { viewer in
            try viewer.beginDrag()
            try viewer.drag(to: offset)
        }
        try watch.wait { $0.end }
        #expect(watch.appearances == events)
        let state = try service.connect().state(of: id)
        #expect(state.phase == .rest && state.location?.index == page)
    }

    @Test func aPageWhoseViewerHasGoneGoesBackToWhereItWas() throws {
        let service = try RunningService(configuration: "[Cache]\nReadAhead=0\n")
        let (_, id) = try Self.lose(service, at: 1) { viewer in
            try viewer.beginMove(3)
            try viewer.updateMove(6)
        }
        let client = try service.connect()
        try eventually {
            try client.state(of: id).moving
        } until: {
            $0 == nil
        }
        let page = try client.call(ReaderInterface.GetPage.self, .init(reader: id, index: 3, handover: .some(.none)))
        #expect(page.parameters.page.page == 3)
        // The provider has let go of it too.
        _ = try client.call(ReaderInterface.BeginMove.self, .init(reader: id, index: 4))
        _ = try client.call(ReaderInterface.CancelMove.self, .init(reader: id))
    }

    @Test func aJumpWhoseViewerHasGoneRunsOut() throws {
        let service = try RunningService(configuration: "[Cache]\nReadAhead=0\n")
        let (watch, _) = try Self.lose(service, at: 0) { viewer in
            try viewer.jump(.init(index: 4), milliseconds: 300)
        }
        try watch.wait { $0.end }
        #expect(watch.appearances == "WA4 WD0 | DA4 DD0")
    }

    @Test func anotherConnectionThatEndsLetsNothingGo() throws {
        let service = try RunningService(configuration: "[Cache]\nReadAhead=0\n")
        let reader = try Self.open(service, at: 1)
        try reader.beginDrag()
        try reader.drag(to: 1.6)
        do {
            let other = try service.connect()
            _ = try other.state(of: reader.id)
        }
        let observer = try service.connect()
        try eventually {
            try observer.status().connections
        } until: {
            $0 == 2
        }
        #expect(try reader.state().phase == .drag)
    }

    @Test func readersOnOneDocumentTurnTheirPagesByThemselves() throws {
        let service = try RunningService(configuration: "[Cache]\nReadAhead=0\n")
        let client = try service.connect()
        let one = try Self.open(service, at: 0, client: client)
        let other = try Self.open(service, at: 8, client: client)
        #expect(one.opened.document.document == other.opened.document.document)
        let watches = try [Watching(one, on: service), Watching(other, on: service)]
        try one.jump(.init(index: 4), milliseconds: 60_000)
        try other.beginDrag()
        try other.sendDrag(to: 7.4)
        try one.jump(.init(index: 5), milliseconds: 60_000)
        try other.releaseDrag()
        try one.settle(2)
        try other.settle(1)
        for reader in [one, other] { try reader.close() }
        for watch in watches { try watch.waitForTheEnd() }
        #expect(watches[0].appearances == "WA4 WD0 WA5 WD4 | DA5 DD4 DD0; WD5 DD5")
        #expect(watches[1].appearances == "WA7 WD8 | DA7 DD8; WD7 DD7")
        for (watch, reader) in zip(watches, [one, other]) {
            #expect(Set(watch.told.compactMap(\.appearance).map(\.reader)) == [reader.id])
        }
    }

    @Test func aPageThatOneReaderTurnsToIsThereForTheOther() throws {
        let service = try RunningService(configuration: "[Cache]\nReadAhead=0\n")
        let one = try Self.open(service, at: 0)
        let other = try Self.open(service, at: 8)
        _ = try one.page()
        try one.jump(.init(index: 4), milliseconds: 60_000)
        _ = try one.page(4, handover: .some(.none))
        let reply = try other.navigate(.init(index: 4)).parameters
        #expect(reply.hit && reply.page?.origin == .cached)
        // It closes in mid-transition, and the other one's page stays.
        try one.close()
        #expect(try other.origin(of: 4) == .cached)
    }

    @Test func manyReadersOnOneConnectionComeAndGo() throws {
        let limited = try RunningService(configuration: "[Readers]\nReadersPerUser=100\n")
        let count = 10_000
        #expect(try Self.openMany(count, on: limited).refused == count - 100)

        let service = try RunningService(
            configuration: "[Readers]\nReadersPerUser=10000\nReaderKeepSec=1s\n[Cache]\nReadAhead=0\n")
        try Self.openManyAndGo(count, on: service)
        let observer = try service.connect()
        let left = try eventually {
            try observer.status()
        } until: {
            $0.readers == 0
        }
        #expect(left.documents == 0)
    }

    private static func openManyAndGo(_ count: Int, on service: RunningService) throws {
        let (client, readers, refused) = try openMany(count, on: service)
        #expect(Set(readers).count == count && refused == 0)
        for id in [readers.first, readers.last].compactMap({ $0 }) {
            let reply = try client.call(
                ReaderInterface.Navigate.self, .init(reader: id, target: .init(index: 3), handover: .some(.none)))
            #expect(reply.parameters.location.index == 3)
        }
    }

    /// Opens readers by one connection.
    private static func openMany(
        _ count: Int, on service: RunningService
    ) throws -> (client: VarlinkBlockingClient, readers: [String], refused: Int) {
        let client = try service.connect()
        let first = try? open(service, client: client)
        var readers = [first?.id].compactMap { $0 }
        var refused = 0
        for _ in 1..<count {
            do {
                readers.append(try open(service, client: client).id)
            } catch ReaderError.failed(let failure) {
                guard case .limitReached(limit: "ReadersPerUser", _) = failure else { throw failure }
                refused += 1
            }
        }
        return (client, readers, refused)
    }
}
