import Navigation
import PageModel
import Prefetch
import Testing

@testable import PageCache
@testable import SheafPages
@testable import SheafReaders
@testable import SheafService

/// The hints of viewers: which pages they will show, and how much they want rendered ahead.
@Suite struct ViewerHintTests {
    private static let pages = "sheaf-pattern 1\npages = 100\nwidth = 20\nheight = 30\n"

    private static func open(
        _ text: String = pages, prefetch: PrefetchMode = .full, readAhead: Int = 8, with more: String = ""
    ) throws -> (TestService, TestPeer) {
        let service = try TestService(startingAt: 1_000_000, prefetch: prefetch, readAhead: readAhead)
        let path = try service.write(text)
        let viewer = try service.connect()
        let opened = try viewer.call(
            "Open", #"{"path":"\#(path)","target":{"index":40},"viewport":{"width":20,"height":30}\#(more)}"#)
        #expect(opened.contains(#""state":{"#), "\(opened)")
        return (service, viewer)
    }

    @discardableResult
    private static func call(_ viewer: TestPeer, _ method: String, _ parameters: String) throws -> String {
        try viewer.call(method, #"{"reader":"\#(TestService.reader(1))"\#(parameters)}"#)
    }

    /// The indexes of the pages in the cache.
    private static func cached(_ service: TestService) -> Set<Int> {
        Set(service.core.store.cache.contents.filter { $0.state == .cached }.compactMap(\.index))
    }

    /// Returns the indexes of the pages in the cache, once nothing is under way.
    private static func settled(_ service: TestService) throws -> Set<Int> {
        try service.rest()
        return cached(service)
    }

    @Test func whatAViewerNamesIsRenderedAhead() throws {
        let (service, viewer) = try Self.open()
        #expect(try Self.call(viewer, "Prefetch", #","pages":[80,10,77]"#).contains(#""parameters":{}"#))
        try service.run { Self.cached(service).isSuperset(of: [80, 10, 77]) }
        // The most urgent first: what was rendered later has a greater number.
        let store = service.core.store
        let numbers = [80, 10, 77].map { index in
            store.cache.contents.first { $0.index == index }.flatMap { store.number(of: $0.rendition) } ?? 0
        }
        #expect(numbers == numbers.sorted())
        #expect(service.core.store.cache.counters.prefetched >= 3)
        // Until it shows them.
        service.clock.pass(20_000_000)
        try Self.call(viewer, "Navigate", #","target":{"index":80},"handover":"none""#)
        try service.rest()
        #expect(service.core.readers.all.first?.prefetch.pages.contains(PageID(80)) == false)
        #expect(service.core.readers.all.first?.prefetch.pages.contains(PageID(10)) == true)
    }

    /// More than may be rendered ahead at once, one after the other; what can't be rendered is left out.
    @Test func allThatAViewerNamesIsRenderedInTheEnd() throws {
        let (service, viewer) = try Self.open(Self.pages + "broken = 61\n", readAhead: 2, with: #","prefetch":"no""#)
        try Self.call(viewer, "Prefetch", #","pages":\#(Array(60..<80))"#)
        try service.run { Self.cached(service).isSuperset(of: Set(60..<80).subtracting([61])) }
        #expect(service.core.renders.counters.failed == 1)
    }

    /// Pages that a viewer names are rendered with every mode of its own reader, but not where the service is set to
    /// render none.
    @Test(arguments: [PrefetchMode.full, .eco, .no]) func aReaderMayHaveLessOfItsOwn(configured: PrefetchMode) throws {
        let (service, viewer) = try Self.open(prefetch: configured, with: #","prefetch":"no""#)
        try service.run { Self.cached(service) == [40] }
        try Self.call(viewer, "Prefetch", #","pages":[80]"#)
        if configured != .no { try service.run { Self.cached(service) == [40, 80] } }
        #expect(try Self.call(viewer, "GetState", "").contains(#""prefetch":"no""#))
        try Self.call(viewer, "Prefetch", #","mode":"full""#)
        if configured != .no { return try service.run { Self.cached(service).contains(41) } }
        // A page that is asked for comes after whatever was planned before.
        try Self.call(viewer, "GetPage", #","index":99"#)
        #expect(try Self.settled(service) == [40, 99])
    }

    @Test func whatIsTakenBackIsCancelled() throws {
        let (service, viewer) = try Self.open(
            Self.pages + "render-ms = 1500\ncost = sleep\n", with: #","prefetch":"no""#)
        try service.run { Self.cached(service) == [40] }
        try Self.call(viewer, "Prefetch", #","pages":[80,81,82]"#)
        // Two at once.
        try service.run { service.core.renders.count == 2 }
        try Self.call(viewer, "CancelPrefetch", #","pages":[80]"#)
        try service.run { service.core.renders.counters.cancelled == 1 && service.core.renders.count == 2 }
        try Self.call(viewer, "CancelPrefetch", "")
        try service.run { service.core.renders.count == 0 }
        #expect(service.core.renders.counters.cancelled == 3 && Self.cached(service) == [40])
    }

    @Test func aLandingIsRenderedUntilTheTimeIsOver() throws {
        let (service, viewer) = try Self.open(with: #","prefetch":"eco""#)
        #expect(try Self.call(viewer, "Prefetch", #","landing":90,"duration":800"#).contains(#""parameters":{}"#))
        try service.run { Self.cached(service).contains(90) }
        let session = try #require(service.core.readers.all.first)
        #expect(session.prefetch.pages.contains(PageID(90)))
        service.clock.pass(800_000)
        try service.run { !session.prefetch.pages.contains(PageID(90)) }
    }

    @Test(arguments: [
        (#","pages":[100]"#, "NoSuchPage"), (#","pages":[-1]"#, "NoSuchPage"), (#","landing":100"#, "NoSuchPage"),
        (#","landing":-1"#, "NoSuchPage"), (#","duration":5"#, "InvalidMotion"),
        (#","landing":5,"duration":60001"#, "InvalidMotion"), (#","landing":5,"duration":-1"#, "InvalidMotion"),
        (#","landing":5,"duration":60000"#, #""parameters":{}"#), (#","landing":5,"duration":0"#, #""parameters":{}"#),
        (#","axis":"vertical","pages":[1]"#, "NoSuchAxis"), ("", #""parameters":{}"#),
    ]) func whatCannotBeIsSaid(parameters: String, answer: String) throws {
        let (service, viewer) = try Self.open()
        let said = try withExtendedLifetime(service) { try Self.call(viewer, "Prefetch", parameters) }
        #expect(said.contains(answer), "\(said)")
    }

    @Test(arguments: [(64, #""parameters":{}"#), (65, "InvalidMotion")], ["Prefetch", "CancelPrefetch"])
    func aCallNamesSoManyPages(count: (Int, String), method: String) throws {
        let (service, viewer) = try Self.open()
        let said = try withExtendedLifetime(service) {
            try Self.call(viewer, method, #","pages":\#(Array(0..<count.0))"#)
        }
        #expect(said.contains(count.1), "\(said)")
    }

    /// A manual reader has nothing rendered ahead but the pages that it asks for, on whichever axis.
    @Test func aManualReaderAsksForAllOfIt() throws {
        let (service, viewer) = try Self.open(
            with: #","manual":true,"axes":[{"axis":"horizontal"},{"axis":"vertical"}]"#)
        #expect(try Self.settled(service) == [40])
        try Self.call(viewer, "Prefetch", #","pages":[7]"#)
        try Self.call(viewer, "Prefetch", #","axis":"vertical","pages":[9]"#)
        try service.run { Self.cached(service) == [7, 9, 40] }
    }

    @Test func anAxisThatIsNotInFrontHasItsPagesRenderedToo() throws {
        let (service, viewer) = try Self.open(
            with: #","prefetch":"no","axes":[{"axis":"horizontal"},{"axis":"vertical"}]"#)
        try Self.call(viewer, "Prefetch", #","axis":"vertical","pages":[9]"#)
        try service.run { Self.cached(service).contains(9) }
    }

    @Test func pagesThatMoveAreNoHintsAnyMore() throws {
        let (service, viewer) = try Self.open(with: #","prefetch":"no""#)
        let session = try #require(service.core.readers.all.first)
        session.prefetch.hint([70], on: session.pages.axes[0])
        session.relocateHistory { $0 }
        try Self.call(viewer, "Navigate", #","target":{"index":20},"handover":"none""#)
        #expect(try !Self.settled(service).contains(70))
    }
}
