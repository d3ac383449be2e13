import Glibc
import SheafInterface
import SheafOS
import Testing
import Varlink

/// The scenarios that are about what is in the cache: pages of 64 by 64 pixels, four pages of memory each.
@Suite struct CacheScenarioTests {
    private static let page = 64 * 64 * 4

    /// A service whose cache holds so many pages at rest, and twice that in transitions. The scenarios are stated for `lru`.
    private static func service(pages: Int, hard: Int? = nil) throws -> RunningService {
        try RunningService(
            configuration: """
                [Cache]
                CacheMax=\(pages * page)
                CacheHardMax=\((hard ?? pages * 2) * page)
                CachePolicy=lru
                ReadAhead=0

                """)
    }

    private static func open(
        _ service: RunningService, _ settings: String = "", at start: Int,
        arrangement: ReaderInterface.Arrangement? = nil
    ) throws -> TestReader {
        try TestReader(
            service, service.pattern("pages = 9\nwidth = 100\nheight = 100\n\(settings)"), width: 64, height: 64,
            target: .init(index: start), axes: [.init(axis: .horizontal, arrangement: arrangement)])
    }

    private static func cache(_ reader: TestReader) throws -> ManagerInterface.Cache {
        try reader.client.status().cache
    }

    /// Which of these pages the cache has, without a page coming into it: a page that has to be rendered is the last asked.
    private static func have(_ pages: [Int], _ reader: TestReader) throws -> Bool {
        try pages.allSatisfy { try reader.origin(of: $0) == .cached }
    }

    @Test func theDragOfScenario3LeavesItsThreePages() throws {
        let service = try Self.service(pages: 3)
        let reader = try Self.open(service, at: 1)
        let watching = try Watching(reader, on: service)
        _ = try reader.page()
        try reader.beginDrag()
        try reader.sendDrag(to: 1.4)
        try watching.wait { $0.page?.index == 2 ? true : nil }
        try reader.sendDrag(to: 0.7)
        try watching.wait { $0.page?.index == 0 ? true : nil }
        try reader.sendDrag(to: 0)
        try reader.releaseDrag()
        try reader.settle(1)
        let cache = try Self.cache(reader)
        #expect(cache.pages == 3 && cache.evicted == 0)
        // $[1,2,0]: one page more evicts 1, the least recently used.
        _ = try reader.page(7, handover: .some(.none))
        #expect(try Self.have([0, 2, 7], reader))
        #expect(try reader.origin(of: 1) == .rendered)
    }

    @Test func pagesAreCountedHoweverSmall() throws {
        let service = try RunningService(configuration: "[Cache]\nCacheMaxPages=3\nCachePolicy=lru\nReadAhead=0\n")
        let reader = try Self.open(service, at: 0)
        for index in 0...3 { _ = try reader.page(index, handover: .some(.none)) }
        // The first page is on screen.
        #expect(try Self.have([0, 2, 3], reader))
        let cache = try Self.cache(reader)
        #expect(cache.pages == 3 && cache.evicted == 1)
    }

    /// By default a page that nobody looks at has to be worth what it displaces.
    @Test func whatTookLongStaysForWhatIsRenderedFast() throws {
        let service = try RunningService(configuration: "[Cache]\nCacheMaxPages=3\nReadAhead=0\n")
        let slow = try Self.open(service, "render-ms = 200\ncost = sleep", at: 0)
        _ = try slow.page(1, handover: .some(.none))
        let fast = try TestReader(
            service, service.pattern("pages = 9\nwidth = 99\nheight = 99", name: "fast"), width: 64, height: 64)
        for index in 1...4 { _ = try fast.page(index, handover: .some(.none)) }
        #expect(try Self.cache(fast).notKept > 0)
        #expect(try slow.origin(of: 1) == .cached)
    }

    @Test func aRedirectBackLoadsNothingAgain() throws {
        let service = try Self.service(pages: 3)
        let reader = try Self.open(service, at: 0)
        _ = try reader.page()
        let misses = try Self.cache(reader).misses
        try reader.jump(.init(index: 3), milliseconds: 60_000)
        let back = try reader.navigate(.init(index: 0)).parameters
        #expect(back.hit && back.page?.origin == .cached)
        #expect(try Self.cache(reader).misses - misses <= 1)
    }

    @Test func theAdmissionOfATargetEvictsWhatNobodyNeeds() throws {
        let service = try Self.service(pages: 3)
        let reader = try Self.open(service, at: 3)
        for index in 1...3 { _ = try reader.page(index) }
        #expect(try Self.cache(reader).pages == 3)
        try reader.jump(.init(index: 4), milliseconds: 60_000)
        _ = try reader.page(4, handover: .some(.none))
        let during = try Self.cache(reader)
        #expect(during.evicted == 1 && during.pages == 3)
        try reader.settle(1)
        #expect(try Self.have([2, 3, 4], reader))
        #expect(try Self.cache(reader).evicted == 1)
        #expect(try reader.origin(of: 1) == .rendered)
    }

    @Test func theSourceOfAJumpOutlivesALimitOfOnePageUntilItsEnd() throws {
        let service = try Self.service(pages: 1, hard: 4)
        let reader = try Self.open(service, at: 3)
        _ = try reader.page()
        try reader.jump(.init(index: 4), milliseconds: 60_000)
        _ = try reader.page(4, handover: .some(.none))
        // Deferred: the same page, not rendered again.
        #expect(try Self.have([3, 4, 3], reader))
        try reader.settle(1)
        let rest = try Self.cache(reader)
        #expect(rest.pages == 1 && rest.bytes == Self.page && rest.notKept == 0)
        #expect(try reader.origin(of: 4) == .cached)
        #expect(try reader.origin(of: 3) == .rendered)
    }

    /// A key that is held down redirects for ever; protected pages alone would pass the hard limit.
    @Test func theHardLimitHoldsThroughRedirects() throws {
        let service = try Self.service(pages: 2, hard: 4)
        let reader = try TestReader(
            service, service.pattern("pages = 99\nwidth = 100\nheight = 100"), width: 64, height: 64)
        let watching = try Watching(reader, on: service)
        for index in 1...40 {
            try reader.jump(.init(index: index), milliseconds: 60_000)
            _ = try reader.page(index, handover: .some(.none))
            let cache = try Self.cache(reader)
            #expect(cache.bytes + cache.reserved <= 4 * Self.page)
        }
        try reader.settle(reader.state().transition)
        let rest = try Self.cache(reader)
        #expect(rest.bytes <= 2 * Self.page)
        try reader.close()
        try watching.waitForTheEnd()
        // Every page got its DD once, and none of the last two before the settle.
        let gone = watching.told.compactMap(\.appearance).filter { $0.event == .didDisappear }.map(\.index)
        #expect(gone.sorted() == Array(0...40))
    }

    @Test func aTurningLeafIsHandedOverWithItsBack() throws {
        let service = try Self.service(pages: 8)
        let reader = try Self.open(service, at: 6, arrangement: .init(spread: .leaf, back: .nextPage))
        _ = try reader.page()
        let watching = try Watching(reader, on: service)
        try reader.jump(.init(relative: 1), milliseconds: 60_000)
        let pages = try watching.wait { $0.second == nil ? nil : $0 }
        #expect([pages.page?.index, pages.second?.index] == [8, 7])
        try reader.settle(1)
        #expect(try reader.state().shown.map(\.index) == [8])
    }
}
