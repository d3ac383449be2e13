import SheafInterface
import Testing
import Varlink

/// The limits of docs/navigation.md, at their number and one past it.
@Suite struct NavigationLimitTests {
    private static let alone = "[Cache]\nReadAhead=0\n"

    @Test func aTurnTakesUpToAMinute() throws {
        let service = try RunningService(configuration: Self.alone, providers: ["sheaf-pattern"])
        let reader = try TestReader(service, service.pattern("pages = 9"))
        // 0 is what is taken where nothing is said: at once, also to where the reader is on its way.
        try reader.jump(.init(index: 2), milliseconds: 0)
        #expect(try reader.current().phase == .rest)
        try reader.jump(.init(index: 4), milliseconds: 60_000)
        #expect(try reader.current().phase == .jump)
        #expect(try reader.jump(.init(index: 4), milliseconds: 60_000).noop)
        #expect(try !reader.jump(.init(index: 4), milliseconds: 0).noop)
        #expect(try reader.current().phase == .rest)
        for milliseconds in [-1, 60_001] {
            guard
                case .invalidMotion("duration", _) = try failure(of: {
                    try reader.jump(.init(index: 5), milliseconds: milliseconds)
                })
            else {
                Issue.record("\(milliseconds) ms are taken")
                continue
            }
        }
        #expect(try reader.current().location?.index == 4)
    }

    @Test func spreadsAreAtMostTenThousandPixelsApart() throws {
        let service = try RunningService(configuration: Self.alone, providers: ["sheaf-pattern"])
        let reader = try TestReader(service, service.pattern("pages = 9"), width: 64, height: 64)
        for spacing in [10_000, 0] {
            let state = try reader.setAxis(.horizontal, arrangement: .init(spacing: spacing))
            #expect(state.axes.first?.arrangement.spacing == spacing)
        }
        for spacing in [-1, 10_001] {
            guard
                case .invalidArrangement("spacing", _) = try failure(of: {
                    try reader.setAxis(.horizontal, arrangement: .init(spacing: spacing))
                })
            else {
                Issue.record("\(spacing) pixels are taken")
                continue
            }
        }
        #expect(try reader.current().axes.first?.arrangement.spacing == 0)
    }

    @Test func oneLayoutHasUpTo256Frames() throws {
        let service = try RunningService(configuration: Self.alone, providers: ["sheaf-pattern"])
        let viewer = try Viewer(service, service.pattern("pages = 300"))
        for pages in [1, 256] {
            #expect(try viewer.layout(first: 0, pages: pages).frames.map(\.index) == Array(0..<pages))
        }
        #expect(try viewer.layout().frames.count == 16)
        for pages in [0, 257] {
            guard
                case .invalidMotion("pages", _) = try failure(of: { _ = try viewer.layout(first: 0, pages: pages) })
            else {
                Issue.record("\(pages) frames are answered")
                continue
            }
        }
    }

    @Test func aHundredJumpsAreRemembered() throws {
        let service = try RunningService(configuration: Self.alone, providers: ["sheaf-pattern"])
        let viewer = try Viewer(service, service.pattern("pages = 200\nwidth = 20\nheight = 20"))
        for index in 1...100 { try viewer.turn(.init(index: index)) }
        #expect(try viewer.history().back.map(\.index) == (0..<100).reversed())
        try viewer.turn(.init(index: 101))
        #expect(try viewer.history().back.map(\.index) == (1..<101).reversed())
    }

    @Test(arguments: [(0, -1.0), (8, 1.0)]) func aQuarterOfASpreadPastTheEndRefreshes(end: Int, way: Double) throws {
        let service = try RunningService(configuration: Self.alone, providers: ["sheaf-pattern"])
        let reader = try TestReader(service, service.pattern("pages = 9"), target: .init(index: end))
        // Both are exact as binary fractions: 15/64 and a quarter.
        for (overscroll, refreshes) in [(0.234_375, false), (0.25, true)] {
            try reader.beginDrag()
            try reader.drag(to: Double(end) + way * overscroll)
            let release = try reader.releaseDrag()
            #expect(release.refreshing == refreshes && release.spread == end)
            try reader.settle(release.transition)
        }
    }

    @Test func offsetsAreWithinWhatEveryJSONReaderCounts() throws {
        let service = try RunningService(configuration: Self.alone, providers: ["sheaf-pattern"])
        let reader = try TestReader(service, service.pattern("pages = 9"))
        try reader.beginDrag()
        for offset in [9_007_199_254_740_992.0, -9_007_199_254_740_992.0] { try reader.dragAndWait(to: offset) }
        for offset in [9_007_199_254_740_994.0, -9_007_199_254_740_994.0] { try reader.drag(to: offset) }
        #expect(try reader.current().badOffsets == 2)
    }

    @Test func labelsAreUpTo63BytesLong() throws {
        let service = try RunningService(configuration: Self.alone, providers: ["sheaf-pattern"])
        let reader = try TestReader(service, service.pattern("pages = 9"))
        let label = String(repeating: "x", count: 63)
        #expect(
            try failure { try reader.jump(.init(label: label)) } == .noSuchPage(target: "label \(label)", pages: 9))
        guard case .invalidTarget = try failure(of: { try reader.jump(.init(label: label + "x")) }) else {
            Issue.record("64 bytes are taken")
            return
        }
    }

    /// A label is looked for in a document that is rendering: what is asked of the reader meanwhile waits.
    @Test(arguments: [63, 64]) func sixtyFourCommandsWait(waiting: Int) throws {
        let service = try RunningService(configuration: Self.alone, providers: ["sheaf-pattern"])
        let path = try service.pattern("pages = 99\nwidth = 20\nheight = 20\nrender-ms = 2000\ncost = sleep")
        let busy = try TestReader(service, path)
        let reader = try TestReader(service, path, client: service.connect())
        try busy.client.send(ReaderInterface.GetPage.self, .init(reader: busy.id, index: 50))
        for _ in 0...waiting {
            try reader.client.send(
                ReaderInterface.Navigate.self,
                .init(reader: reader.id, target: .init(label: "90"), handover: .some(.none)), flags: .oneway)
        }
        // Another command over the same connection comes after those, whether it is answered at once or not.
        let refused = try failure { try reader.jump(.init(index: 5)) }
        if waiting < 64 {
            #expect(refused == nil)
        } else {
            #expect(refused == .serviceOverloaded(reason: "64 commands of this reader wait already"))
        }
    }
}
