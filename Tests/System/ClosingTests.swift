import Glibc
import SheafInterface
import Testing
import Varlink

/// A reader that is closed while something is under way for it: every call gets its answer, and nothing of it stays.
@Suite struct ClosingTests {
    /// Starts a call on a connection of its own that the provider takes a while for.
    private static func pageCall(
        _ index: Int, of reader: String, on service: RunningService
    ) throws -> VarlinkBlockingClient {
        let client = try service.connect()
        try client.send(ReaderInterface.GetPage.self, .init(reader: reader, index: index, handover: .some(.none)))
        return client
    }

    private static func waitUntilRendering(_ renders: Int, _ client: VarlinkBlockingClient) throws {
        var misses = 0
        for _ in 0..<5_000 where misses < renders {
            misses = try client.call(ManagerInterface.Status.self, .init()).parameters.cache.misses
            usleep(2_000)
        }
        #expect(misses == renders)
    }

    @Test func pagesOfAClosedDocumentLeaveTheCacheAlsoThoseThatAreRendered() throws {
        let service = try RunningService(configuration: "[Cache]\nReadAhead=2\n")
        let path = try service.pattern("pages = 99")
        let client = try service.connect()
        // Each is closed at another moment of its renders.
        for _ in 0..<60 { try TestReader(service, path).close() }
        var status = try client.call(ManagerInterface.Status.self, .init()).parameters
        for _ in 0..<5_000 where status.cache.reserved > 0 {
            status = try client.call(ManagerInterface.Status.self, .init()).parameters
            usleep(2_000)
        }
        #expect(status.documents == 0)
        #expect(status.cache.reserved == 0 && status.cache.pages == 0 && status.cache.bytes == 0)
    }

    /// `shared`: another reader keeps the document open.
    @Test(arguments: [false, true]) func aCallThatWaitsForAPageIsAnswered(shared: Bool) throws {
        let service = try RunningService(configuration: "[Cache]\nReadAhead=0\n")
        let path = try service.pattern("pages = 9\nrender-ms = 400\ncost = sleep")
        let reader = try TestReader(service, path)
        _ = try reader.page()
        let other = shared ? try TestReader(service, path) : nil
        let before = try reader.client.call(ManagerInterface.Status.self, .init()).parameters.cache.misses
        let waiting = try Self.pageCall(5, of: reader.id, on: service)
        try Self.waitUntilRendering(before + 1, reader.client)
        try reader.close()
        #expect(
            try failure { _ = try waiting.receive(ReaderInterface.GetPage.self) } == .noSuchReader(reader: reader.id))
        _ = try other?.page()
        var reserved = 1
        for _ in 0..<5_000 where reserved > 0 {
            reserved = try reader.client.call(ManagerInterface.Status.self, .init()).parameters.cache.reserved
            usleep(2_000)
        }
        #expect(reserved == 0)
    }

    @Test func aPageThatIsBeingLookedForIsNoPageOfAClosedReader() throws {
        let service = try RunningService(configuration: "[Cache]\nReadAhead=0\n")
        let path = try service.pattern("pages = 9\nrender-ms = 400\ncost = sleep")
        let other = try TestReader(service, path)
        let reader = try TestReader(service, path)
        _ = try other.page()
        let before = try other.client.call(ManagerInterface.Status.self, .init()).parameters.cache.misses
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
