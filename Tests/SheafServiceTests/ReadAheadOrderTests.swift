import PageModel
import Prefetch
import Testing

@testable import PageCache
@testable import SheafPages
@testable import SheafService

/// The order in which pages are rendered ahead, and the renders that end when a reader turns.
@Suite struct ReadAheadOrderTests {
    private let service: TestService
    private let viewer: TestPeer
    private let path: String
    private var store: PageStore { service.core.store }

    /// A reader at page 4 of a document whose pages take a fifth of a second, with nothing rendered ahead yet.
    init() throws {
        service = try TestService(startingAt: 1_000_000, readAhead: 3)
        path = try service.write(
            "sheaf-pattern 1\npages = 90\nwidth = 20\nheight = 30\nrender-ms = 200\ncost = sleep\n")
        viewer = try service.connect()
        try open(at: 4)
        try service.run { [self] in content(4)?.state == .cached }
    }

    private func open(at index: Int) throws {
        try viewer.call(
            "Open",
            #"{"path":"\#(path)","target":{"index":\#(index)},"viewport":{"width":20,"height":30},"prefetch":"no"}"#)
    }

    private func turn(to index: Int, of reader: UInt64 = 1) throws {
        try viewer.call(
            "Navigate", #"{"reader":"\#(TestService.reader(reader))","target":{"index":\#(index)},"handover":"none"}"#)
    }

    private func content(_ index: Int) -> CacheContent? { store.cache.contents.first { $0.index == index } }

    /// The number that its memory was given when it was rendered: in the order in which renders end.
    private func number(_ index: Int) -> Int? { content(index).flatMap { store.number(of: $0.rendition) } }

    /// Reads on to page 5, at the pace of a person; nothing else is in the cache, which has room for four pages. From now on pages are
    /// rendered ahead.
    private func readOn() throws {
        service.clock.pass(27_000_000)
        try turn(to: 5)
        try service.run { [self] in content(5)?.state == .cached }
        store.setLimits(CacheLimits(soft: 0, hard: 1 << 30))
        store.setLimits(CacheLimits(soft: 1 << 30, hard: 1 << 30, pages: 4, hardPages: 5))
        #expect(store.cache.count == 1)
        try viewer.call("Prefetch", #"{"reader":"\#(TestService.reader(1))","mode":"full"}"#)
    }

    /// Scenario 18 of the rules of turning: PF 6, 4, 7 in this order.
    @Test func whoReadsOnHasTheNextThenThePreviousThenTheOneAfterRendered() throws {
        try readOn()
        try service.run { [self] in number(7) != nil }
        let numbers = try [5, 6, 4, 7].map { try #require(number($0)) }
        #expect(numbers == numbers.sorted() && store.cache.count == 4)
    }

    /// A page that is looked up for somebody is not held up by what is rendered ahead; that goes on after it.
    @Test func whatMadeWayForALookUpIsRenderedAfterIt() throws {
        try readOn()
        try service.run { [self] in content(6)?.state == .rendering }
        try viewer.call(
            "GetPage", #"{"reader":"\#(TestService.reader(1))","index":40,"handover":"none"}"#)
        try service.run { [self] in content(6)?.state == .cached }
        try service.rest()
    }

    /// Jump 6 while its PF runs: joined, and the provider is called once.
    @Test func aJumpToWhatIsBeingRenderedAheadJoins() throws {
        try readOn()
        try service.run { [self] in content(6)?.state == .rendering }
        let (rendered, joined) = (service.core.renders.counters.rendered, store.cache.counters.joined)
        try turn(to: 6)
        #expect(store.cache.counters.joined == joined + 1)
        try service.run { [self] in content(6)?.state == .cached }
        #expect(service.core.renders.counters.rendered == rendered + 1 && store.cache.counters.prefetched == 0)
        try service.rest()
    }

    /// A jump to 4 while 7 is rendered ahead cancels 7 once.
    @Test func whatIsOfNoUseAfterAReversalIsCancelledOnce() throws {
        try readOn()
        try service.run { [self] in content(7)?.state == .rendering && service.core.renders.count == 1 }
        service.clock.pass(2_000_000)
        try turn(to: 4)
        try service.run { [self] in content(7) == nil }
        try service.run { [self] in service.core.renders.counters.cancelledPrefetches == 1 }
        try service.rest()
        #expect(content(7) == nil && service.core.renders.counters.cancelled == 1)
    }

    /// A render ahead that was begun before a turn makes room for the pages that the reader needs after it.
    @Test func whatIsUnderWayAtATurnIsFollowedByWhatComesNext() throws {
        try readOn()
        store.setLimits(CacheLimits(soft: 1 << 30, hard: 1 << 30))
        try service.run { [self] in content(6)?.state == .rendering }
        service.clock.pass(2_000_000)
        try turn(to: 6)
        try service.run { [self] in content(7)?.state == .cached && content(8)?.state == .cached }
    }

    /// However fast one reader flings through pages that take long, another one that reads gets its next page.
    @Test func aReaderThatFlingsTakesNothingFromOneThatReads() throws {
        try readOn()
        store.setLimits(CacheLimits(soft: 1 << 30, hard: 1 << 30))
        try open(at: 60)
        var turns = 0
        while content(6)?.state != .cached, turns < 100_000 {
            turns += 1
            try turn(to: 10 + turns % 40, of: 2)
        }
        #expect(content(6)?.state == .cached, "after \(turns) turns of the other")
        // And what somebody stays for comes.
        try turn(to: 75, of: 2)
        try service.run { [self] in content(75)?.state == .cached }
    }

    /// A page that is closed on, left or not read any more is not rendered further.
    @Test func aReaderThatClosesEndsWhatWasReadAheadOfIt() throws {
        try readOn()
        try service.run { [self] in content(6)?.state == .rendering }
        try viewer.call("Close", #"{"reader":"\#(TestService.reader(1))"}"#)
        try service.run { [self] in service.core.renders.count == 0 }
        #expect(content(6) == nil && service.core.renders.counters.cancelledPrefetches >= 1)
    }

    /// Between the pages that a call looks up one after the other nothing is begun that the next one would cancel; afterwards it is.
    @Test func nothingIsReadAheadBetweenPagesThatAreLookedUp() throws {
        try viewer.call("Prefetch", #"{"reader":"\#(TestService.reader(1))","mode":"full"}"#)
        try service.run { [self] in service.core.renders.count > 0 }
        let calls = 6
        for index in 0..<calls {
            try viewer.call(
                "GetPage", #"{"reader":"\#(TestService.reader(1))","index":\#(50 + 3 * index),"handover":"none"}"#)
        }
        // What was begun before is cancelled for the first; a machine that stood still between two of them may have begun more.
        #expect(service.core.renders.counters.cancelledPrefetches <= calls / 2)
        try service.run { [self] in content(5)?.state == .cached }
    }
}
