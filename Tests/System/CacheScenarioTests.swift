import Glibc
import SheafInterface
import SheafOS
import Testing
import Varlink

/// The scenarios that are about what is in the cache: pages of 64 by 64 pixels, four pages of memory each.
@Suite struct CacheScenarioTests {
    private static let page = 64 * 64 * 4

    /// A service whose cache holds so many pages at rest, and twice that in transitions. The scenarios are stated for `lru`.
    private static func service(pages: Int, hard: Int? = nil, readAhead: Int = 0) throws -> RunningService {
        try RunningService(
            configuration: """
                [Cache]
                CacheMax=\(pages * page)
                CacheHardMax=\((hard ?? pages * 2) * page)
                CachePolicy=lru
                ReadAhead=\(readAhead)

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
        try reader.client.call(ManagerInterface.Status.self, .init()).parameters.cache
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
        try reader.drag(to: 1.4)
        try watching.wait { $0.page?.index == 2 ? true : nil }
        try reader.drag(to: 0.7)
        try watching.wait { $0.page?.index == 0 ? true : nil }
        try reader.drag(to: 0)
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
        try reader.settle(reader.current().transition)
        let rest = try Self.cache(reader)
        #expect(rest.bytes <= 2 * Self.page)
        try reader.close()
        try watching.waitForTheEnd()
        // Every page got its DD once, and none of the last two before the settle.
        let gone = watching.told.compactMap(\.appearance).filter { $0.event == .didDisappear }.map(\.index)
        #expect(gone.sorted() == Array(0...40))
    }

    @Test(.enabled(if: !Build.isSanitized, "under a sanitizer a command takes longer than a render"))
    func whatIsReadAheadIsRenderedInItsOrderAndJoined() throws {
        let service = try Self.service(pages: 4, readAhead: 3)
        let reader = try Self.open(service, "render-ms = 1200\ncost = sleep", at: 5)
        let watching = try Watching(reader, on: service)
        _ = try reader.page()
        // PF 6, 4, 7: with one page more than its own the cache has 6, then 4.
        func wait(pages: Int) throws {
            for _ in 0..<2_000 where try Self.cache(reader).pages < pages { usleep(5_000) }
        }
        try wait(pages: 2)
        #expect(try Self.have([6], reader))
        try wait(pages: 3)
        #expect(try Self.have([6, 4], reader))
        try wait(pages: 4)
        #expect(try Self.have([6, 4, 7], reader))
        // 8 is read ahead for 6; a jump to it joins that render.
        let joined = try Self.cache(reader).joined
        try reader.jump(.init(index: 6))
        for _ in 0..<2_000 where try Self.cache(reader).reserved == 0 { usleep(1_000) }
        try reader.jump(.init(index: 8))
        let page = try watching.wait { $0.page?.index == 8 ? $0.page : nil }
        #expect(page.origin == .joined)
        #expect(try Self.cache(reader).joined == joined + 1)
    }

    @Test func whoLeapsAboutHasPagesReadAheadWhereItStays() throws {
        let service = try Self.service(pages: 40, readAhead: 2)
        let reader = try TestReader(
            service, service.pattern("pages = 90\nwidth = 100\nheight = 100"), width: 64, height: 64)
        _ = try reader.page()
        for index in [10, 20, 30, 40, 50] { try reader.jump(.init(index: index)) }
        let used = { try reader.client.call(ManagerInterface.GetCache.self, .init(list: true)).parameters }
        func isThere(_ index: Int) throws -> Bool { try used().pages?.contains { $0.index == index } ?? false }
        for _ in 0..<2_000 where try !isThere(51) || !isThere(49) { usleep(5_000) }
        #expect(try isThere(51) && isThere(49))
        for index in [21, 19, 31, 29, 41, 39] { #expect(try !isThere(index)) }
    }

    @Test(.enabled(if: !Build.isSanitized, "under a sanitizer a command takes longer than a render"))
    func whatIsNotNeededAnyMoreIsCancelled() throws {
        let service = try Self.service(pages: 8, readAhead: 3)
        let reader = try Self.open(service, "render-ms = 500\ncost = sleep", at: 5)
        _ = try reader.page()
        // 6, 4 and 7 are under way; after the jump back, what lies ahead is 3, 5 and 2.
        for _ in 0..<2_000 where try Self.cache(reader).reserved < 3 * Self.page { usleep(1_000) }
        try reader.jump(.init(index: 4))
        func isDone(_ cache: ManagerInterface.Cache) -> Bool { cache.pages >= 4 && cache.reserved == 0 }
        for _ in 0..<2_000 where try !isDone(Self.cache(reader)) { usleep(5_000) }
        #expect(try Self.cache(reader).pages == 4)
        #expect(try Self.have([5, 4, 3, 2], reader))
        #expect(try reader.origin(of: 6) == .rendered)
    }

    @Test(arguments: [ReaderInterface.Target(index: 0), .init(label: "1")])
    func aPageThatHasToBeLookedForWaitsForNothingThatIsReadAhead(target: ReaderInterface.Target) throws {
        let service = try Self.service(pages: 8, readAhead: 1)
        let reader = try Self.open(service, "render-ms = 3000\ncost = sleep", at: 5)
        _ = try reader.page()
        for _ in 0..<2_000 where try Self.cache(reader).reserved == 0 { usleep(1_000) }
        try reader.jump(target)
        // Only 5 was ever rendered.
        #expect(try Self.cache(reader).pages == 1)
        #expect(try reader.current().location?.index == 0)
    }

    @Test func whatMadeWayForNothingIsReadAheadAgain() throws {
        let service = try Self.service(pages: 8, readAhead: 1)
        let reader = try Self.open(service, "render-ms = 300\ncost = sleep", at: 5)
        _ = try reader.page()
        for _ in 0..<2_000 where try Self.cache(reader).reserved == 0 { usleep(1_000) }
        #expect(
            try failure { try reader.jump(.init(label: "nowhere")) } == .noSuchPage(target: "label nowhere", pages: 9))
        for _ in 0..<2_000 where try Self.cache(reader).pages < 2 { usleep(1_000) }
        #expect(try Self.have([6], reader))
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
        #expect(try reader.current().shown.map(\.index) == [8])
    }
}
