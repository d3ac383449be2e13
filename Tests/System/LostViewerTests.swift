import Foundation
import Glibc
import SheafInterface
import Testing
import Varlink

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

    /// What a reader's last viewer leaves behind: `gone` has the only connection that it used.
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
            try viewer.dragAndWait(to: offset)
        }
        try watch.wait { $0.end }
        #expect(watch.appearances == events)
        let state = try service.connect().call(ReaderInterface.GetState.self, .init(reader: id)).parameters.state
        #expect(state.phase == .rest && state.location?.index == page)
    }

    @Test func aPageWhoseViewerHasGoneGoesBackToWhereItWas() throws {
        let service = try RunningService(configuration: "[Cache]\nReadAhead=0\n")
        let (_, id) = try Self.lose(service, at: 1) { viewer in
            try viewer.beginMove(3)
            try viewer.updateMove(6)
        }
        let client = try service.connect()
        func state() throws -> ReaderInterface.State {
            try client.call(ReaderInterface.GetState.self, .init(reader: id)).parameters.state
        }
        for _ in 0..<500 where try state().moving != nil { usleep(10_000) }
        #expect(try state().moving == nil)
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
        try reader.dragAndWait(to: 1.6)
        do {
            let other = try service.connect()
            _ = try other.call(ReaderInterface.GetState.self, .init(reader: reader.id))
        }
        let observer = try service.connect()
        var connections = 3
        for _ in 0..<500 where connections > 2 {
            connections = try observer.call(ManagerInterface.Status.self, .init()).parameters.connections
            usleep(10_000)
        }
        #expect(try reader.current().phase == .drag)
    }

    @Test func readersOnOneDocumentTurnTheirPagesByThemselves() throws {
        let service = try RunningService(configuration: "[Cache]\nReadAhead=0\n")
        let client = try service.connect()
        let one = try Self.open(service, at: 0, client: client)
        let other = try Self.open(service, at: 8, client: client)
        #expect(one.state.document.document == other.state.document.document)
        let watches = try [Watching(one, on: service), Watching(other, on: service)]
        try one.jump(.init(index: 4), milliseconds: 60_000)
        try other.beginDrag()
        try other.drag(to: 7.4)
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
        var left = (readers: count, documents: 1)
        for _ in 0..<3_000 where left.readers > 0 {
            let status = try observer.call(ManagerInterface.Status.self, .init()).parameters
            left = (status.readers, status.documents)
            usleep(10_000)
        }
        #expect(left.readers == 0 && left.documents == 0)
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
