import PageModel
import Testing

@testable import PageCache
@testable import SheafPages
@testable import SheafReaders
@testable import SheafService

/// Readers at rest, whose pages were replaced by others while they showed them: nothing is deferred for them, whatever becomes of
/// these.
@Suite struct RestingReaderTests {
    private static let pages = "sheaf-pattern 1\npages = 8\nwidth = 20\nheight = 30\n"
    private let service: TestService
    private let viewer: TestPeer
    private let reader = TestService.reader(1)

    init() throws {
        service = try TestService(startingAt: 1_000_000)
        viewer = try service.connect()
    }

    private func open(_ more: String = "") throws {
        let path = try service.write(Self.pages)
        try viewer.call("Open", #"{"path":"\#(path)","viewport":{"width":20,"height":30}\#(more)}"#)
    }

    @discardableResult
    private func call(_ method: String, _ parameters: String) throws -> String {
        try viewer.call(method, #"{"reader":"\#(reader)"\#(parameters)}"#)
    }

    /// The cache keeps only what it has to, as after a critical warning.
    private func keepOnlyWhatIsNeeded() throws {
        try service.rest()
        service.core.store.setLimits(CacheLimits(soft: 0, hard: 80 << 20))
    }

    private var contents: [CacheContent] { service.core.store.cache.contents }

    /// The back comes while its leaf turns: one in another size is not waited for before that.
    @Test func theBackOfALeafIsNotDeferred() throws {
        try open(#","axes":[{"axis":"horizontal","arrangement":{"spread":"leaf","back":"nextPage"}}]"#)
        for index in 0..<4 { try call("GetPage", #","index":\#(index),"handover":"none""#) }
        for index in [2, 0] { try call("Navigate", #","target":{"index":\#(index)},"handover":"none","duration":0"#) }
        try call("SetViewport", #","viewport":{"width":40,"height":60}"#)
        try keepOnlyWhatIsNeeded()
        #expect(contents.count { $0.state == .deferred } == 0)
        #expect(contents.filter { $0.need != .none }.map(\.rendition.region.width) == [40])
    }

    /// A page that is seen in place of one that can't be rendered counts as shown.
    @Test func whatIsSeenInPlaceOfABrokenPageIsNotDeferred() throws {
        try open()
        try service.rest()
        _ = try service.write(Self.pages + "broken = 0\n")
        let delivery = try #require(service.core.readers.all.first).delivery
        try service.run { delivery.failures != nil }
        try keepOnlyWhatIsNeeded()
        #expect(contents.map(\.state) == [.cached] && contents.map(\.need) == [.shown])
        #expect(contents.map(\.rendition.edition) == [0])
    }

    /// A page that was handed over, and that nothing has room to keep, leaves no other form of it behind.
    @Test func whatIsSeenBeforeAPageThatIsNotKeptIsNotDeferred() throws {
        try open()
        try service.rest()
        service.core.store.setLimits(CacheLimits(soft: 4_096, hard: 16_384))
        try call("SetViewport", #","viewport":{"width":200,"height":300}"#)
        try service.rest()
        service.core.store.setLimits(CacheLimits(soft: 0, hard: 16_384))
        #expect(service.core.store.cache.counters.notKept == 1)
        #expect(contents.count { $0.state == .deferred } == 0)
    }
}
