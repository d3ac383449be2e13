import PageModel
import Testing

@testable import PageCache
@testable import SheafPages
@testable import SheafReaders
@testable import SheafService

/// How long readers wait for what they are to show, and what became of what was read ahead.
@Suite struct PageWaitsTests {
    private static func open(_ more: String = "", readAhead: Int = 0) throws -> (TestService, TestPeer) {
        let service = try TestService(startingAt: 1_000_000, readAhead: readAhead)
        let path = try service.write("sheaf-pattern 1\npages = 100\nwidth = 20\nheight = 30\n\(more)")
        let viewer = try service.connect()
        try viewer.call("Open", #"{"path":"\#(path)","viewport":{"width":20,"height":30}}"#)
        return (service, viewer)
    }

    private static func turn(to index: Int, _ viewer: TestPeer) throws {
        try viewer.call(
            "Navigate", #"{"reader":"\#(TestService.reader(1))","target":{"index":\#(index)},"handover":"none"}"#)
    }

    @Test func aPageThatIsThereIsNotWaitedFor() throws {
        let (service, viewer) = try Self.open()
        try service.rest()
        try Self.turn(to: 1, viewer)
        try service.rest()
        let waits = service.core.context.waits
        #expect(waits.count == 2, "that of the opening, and this one")
        for index in [0, 1, 0, 1] { try Self.turn(to: index, viewer) }
        #expect(service.core.context.waits == waits)
    }

    @Test func aWaitLastsUntilThePageIsThereOrTheReaderHasGoneOn() throws {
        let (service, viewer) = try Self.open("render-ms = 1000\ncost = sleep\n")
        #expect(service.core.context.waits == PageWaits())
        // The page that was opened has not come: it is left.
        service.clock.pass(300_000)
        try Self.turn(to: 5, viewer)
        #expect(service.core.context.waits.count == 1 && service.core.context.waits.microseconds == 300_000)
        // The same page again is the same wait.
        service.clock.pass(100_000)
        try Self.turn(to: 5, viewer)
        service.clock.pass(200_000)
        try service.run { service.core.context.waits.count == 2 }
        #expect(service.core.context.waits.microseconds == 600_000)
        #expect(service.core.context.waits.droppedFrames == 36)
        // One that is closed does not wait any more.
        try Self.turn(to: 9, viewer)
        service.clock.pass(50_000)
        try viewer.call("Close", #"{"reader":"\#(TestService.reader(1))"}"#)
        #expect(service.core.context.waits.count == 3 && service.core.context.waits.microseconds == 650_000)
    }

    @Test func aPageThatCannotBeRenderedIsNotWaitedForForEver() throws {
        let (service, viewer) = try Self.open("broken = 7\n")
        try service.rest()
        try Self.turn(to: 7, viewer)
        // It is told when its file is known to be as it was.
        try service.run { service.core.context.waits.count == 2 }
    }

    @Test func whatWasReadAheadIsUsedOrWastedOrCancelled() throws {
        let (service, viewer) = try Self.open("render-ms = 300\ncost = sleep\n", readAhead: 8)
        let store = service.core.store
        try service.run { store.cache.counters.prefetched > 0 }
        service.clock.pass(20_000_000)
        try Self.turn(to: 1, viewer)
        try service.run { store.cache.counters.prefetchedUsed == 1 && service.core.renders.count > 0 }
        service.clock.pass(20_000_000)
        // Elsewhere, what was under way is of no use; and all that was rendered goes unused.
        let cancelled = service.core.renders.counters.cancelledPrefetches
        try Self.turn(to: 80, viewer)
        try service.run { service.core.renders.counters.cancelledPrefetches > cancelled }
        #expect(service.core.renders.counters.cancelledPrefetches == service.core.renders.counters.cancelled)
        let unused = store.cache.contents.count { $0.isPrefetched && $0.state == .cached }
        store.setLimits(CacheLimits(soft: 0, hard: 1 << 30))
        #expect(store.cache.counters.prefetchedWasted == unused)
    }
}
