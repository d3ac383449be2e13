import Glibc
import SheafInterface
import Testing
import Varlink

/// What readers see of memory pressure: the scenarios 13 and 14 of docs/navigation.md, and what is read ahead. Pages have 64 by 64
/// pixels, four pages of memory each.
@Suite struct PressureScenarioTests {
    private static let page = 64 * 64 * 4

    private static func service(pages: Int = 3, readAhead: Int = 0) throws -> RunningService {
        try RunningService(
            configuration: """
                [Cache]
                CachePolicy=lru
                CacheMax=\(pages * page)
                CacheHardMax=\(pages * 2 * page)
                ReadAhead=\(readAhead)

                """)
    }

    private static func open(_ service: RunningService, _ settings: String = "", at start: Int) throws -> TestReader {
        try TestReader(
            service,
            service.pattern("width = 100\nheight = 100\n\(settings.contains("pages") ? "" : "pages = 9\n")\(settings)"),
            width: 64, height: 64,
            target: .init(index: start))
    }

    private static func have(_ pages: [Int], _ reader: TestReader) throws -> Bool {
        try pages.allSatisfy { try reader.origin(of: $0) == .cached }
    }

    /// Waits, bounded, until something holds of the cache.
    private static func wait(
        _ reader: TestReader, until holds: (ManagerInterface.StatusReply) -> Bool
    ) throws -> ManagerInterface.StatusReply {
        for _ in 0..<6_000 {
            let status = try reader.client.call(ManagerInterface.Status.self, .init()).parameters
            if holds(status) { return status }
            usleep(5_000)
        }
        throw TestFailure("that does not come to hold")
    }

    /// Keeps the pressure on until it has done what a test needs, however slow the machine is: a limit that holds for 3 s would
    /// rise under it.
    private static func warnThrice(
        _ level: ManagerInterface.PressureLevel, _ reader: TestReader
    ) throws -> [ManagerInterface.WarnMemoryReply] {
        try (0..<3).map { _ in try reader.client.call(ManagerInterface.WarnMemory.self, .init(level: level)).parameters
        }
    }

    /// $[1,2,3], a jump from 3 to 4 under way: EV2 at once, D{3,4}; the settle: EV3, $[4].
    @Test func aCriticalWarningInMidTransitionLeavesItsTwoPages() throws {
        let service = try Self.service()
        let reader = try Self.open(service, at: 3)
        let watching = try Watching(reader, on: service)
        for index in 1...3 { _ = try reader.page(index) }
        try reader.jump(.init(index: 4), milliseconds: 60_000)
        _ = try reader.page(4, handover: .some(.none))

        let warned = try Self.warnThrice(.critical, reader)
        // 1 went for 4.
        #expect(warned.map(\.freedPages) == [1, 0, 0] && warned[0].freedBytes == Self.page)
        #expect(warned[0].softLimit == 0 && warned[0].hardLimit == 6 * Self.page)
        let during = try Self.wait(reader) { _ in true }.cache
        #expect(during.pages == 2 && during.evicted == 2)
        #expect(try Self.have([3, 4], reader))

        try reader.settle(reader.current().transition)
        let rest = try Self.wait(reader) { _ in true }
        #expect(rest.cache.pages == 1 && rest.cache.evicted == 3 && rest.pressure.level == .critical)
        #expect(try reader.origin(of: 4) == .cached)
        try reader.close()
        try watching.waitForTheEnd()
        #expect(watching.appearances == "WA4 WD3 | DA4 DD3; WD4 DD4", "\(watching.appearances)")
    }

    /// At rest on 3, $[1,2,3]: EV1 EV2, $[3], D{}; no appearance events.
    @Test func aCriticalWarningAtRestLeavesWhatIsShown() throws {
        let service = try Self.service()
        let reader = try Self.open(service, at: 3)
        let watching = try Watching(reader, on: service)
        for index in 1...3 { _ = try reader.page(index) }
        let warned = try Self.warnThrice(.critical, reader)
        #expect(warned[0].freedPages == 2 && warned[0].freedBytes == 2 * Self.page)
        let rest = try Self.wait(reader) { _ in true }.cache
        #expect(rest.pages == 1 && rest.bytes == Self.page && rest.evicted == 2)
        #expect(try reader.origin(of: 3) == .cached)
        // What is asked for beside it is handed over and not kept.
        #expect(try reader.origin(of: 1) == .rendered)
        #expect(try reader.origin(of: 1) == .rendered)
        try reader.close()
        try watching.waitForTheEnd()
        #expect(watching.told.compactMap(\.appearance).allSatisfy { $0.index == 3 && $0.event != .willAppear })
    }

    @Test func whatPressureEndedIsReadAheadWhenItIsOver() throws {
        let service = try Self.service(pages: 8, readAhead: 4)
        let reader = try Self.open(service, at: 4)
        _ = try Self.wait(reader) { $0.cache.pages == 5 }
        let warned = try reader.client.call(ManagerInterface.WarnMemory.self, .init(level: .critical)).parameters
        #expect(warned.freedPages == 4)
        // Held, then the next page only, then all of it again: 5 at 60 %, then 3, 6 and 7.
        let over = try Self.wait(reader) { status in
            if status.pressure.recovering {
                #expect(status.cache.softLimit == 8 * Self.page * 60 / 100 && status.cache.pages <= 2)
            } else if status.pressure.level != nil {
                #expect(status.cache.softLimit == 0 && status.cache.pages == 1)
            }
            return status.pressure.level == nil && status.cache.pages == 5
        }
        #expect(over.cache.softLimit == 8 * Self.page)
        #expect(try Self.have([3, 5, 6, 7], reader))
    }

    @Test(
        .enabled(if: !Build.isSanitized, "under a sanitizer a command takes longer than a render"),
        arguments: [(ManagerInterface.PressureLevel.medium, 2), (.critical, 1)])
    func whatIsUnderWayEndsAtCriticalOnly(level: ManagerInterface.PressureLevel, kept: Int) throws {
        let service = try Self.service(pages: 20, readAhead: 3)
        let reader = try Self.open(service, "render-ms = 400\ncost = sleep", at: 4)
        _ = try reader.page()
        _ = try Self.wait(reader) { $0.cache.reserved == 3 * Self.page }
        // 5 is under way, 3 and 6 wait for it.
        usleep(100_000)
        _ = try Self.warnThrice(level, reader)
        let after = try Self.wait(reader) { $0.cache.reserved == 0 }
        #expect(after.cache.pages == kept)
    }

    @Test func atLowOnlyTheNextPageIsReadAhead() throws {
        let service = try Self.service(pages: 8, readAhead: 4)
        let reader = try Self.open(service, "pages = 30", at: 4)
        _ = try Self.wait(reader) { $0.cache.pages == 5 }
        _ = try Self.warnThrice(.low, reader)
        let limited = try Self.wait(reader) { $0.cache.reserved == 0 && $0.cache.pages == 4 }.cache
        #expect(limited.softLimit == 8 * Self.page * 60 / 100)
        let misses = limited.misses
        try reader.jump(.init(index: 20))
        // 20 for the jump, 21 ahead of it, and no more.
        _ = try Self.wait(reader) { $0.cache.reserved == 0 && $0.cache.pages == 4 }
        usleep(200_000)
        #expect(try Self.wait(reader) { _ in true }.cache.misses == misses + 1)
        #expect(try reader.origin(of: 21) == .cached)
        #expect(try reader.origin(of: 19) == .rendered)
        #expect(try reader.origin(of: 22) == .rendered)
    }
}
