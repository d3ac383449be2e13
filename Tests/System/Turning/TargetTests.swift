import SheafInterface
import Testing
import Varlink

/// Targets that a reader is asked to turn to.
@Suite struct TargetTests {
    private static let alone = "[Cache]\nReadAhead=0\n"

    @Test func theHistoryGoesBackAndForward() throws {
        let service = try RunningService(configuration: Self.alone)
        let viewer = try Viewer(service, service.pattern("pages = 20"))
        #expect(
            try failure { try viewer.turn(.init(history: .back)) } == .noSuchPage(target: "back", pages: 20))
        for index in [4, 9] { try viewer.turn(.init(index: index)) }
        // A turn to the next page is no jump.
        try viewer.turn(.init(relative: 1))
        #expect(try viewer.history().back.map(\.index) == [4, 0])
        #expect(try viewer.turn(.init(history: .back)).parameters.location.index == 4)
        #expect(try viewer.history().forward.map(\.index) == [10])
        #expect(try viewer.turn(.init(history: .back)).parameters.location.index == 0)
        #expect(try viewer.turn(.init(history: .forward)).parameters.location.index == 4)
        #expect(try viewer.turn(.init(history: .forward)).parameters.location.index == 10)
        try viewer.turn(.init(history: .back))
        // Another way from here: there is no forward any more.
        try viewer.turn(.init(index: 15))
        let history = try viewer.history()
        #expect(history.back.map(\.index) == [4, 0] && history.forward.isEmpty)
    }

    @Test func linksAndOutlineEntriesAreTargets() throws {
        let service = try RunningService(configuration: Self.alone)
        let viewer = try Viewer(service, service.pattern("pages = 30\nlinks = on\noutline-every = 7"))
        #expect(try viewer.turn(.init(outline: 2)).parameters.location.index == 14)
        // To the page before, the next one and the tenth after.
        #expect(try viewer.turn(.init(link: 2)).parameters.location.index == 24)
        #expect(try viewer.turn(.init(link: 0)).parameters.location.index == 23)
        #expect(try viewer.history().back.map(\.index) == [24, 14, 0])
        for target in [ReaderInterface.Target(link: 2), .init(outline: 5)] {
            guard case .noSuchPage = try failure(of: { try viewer.turn(target) }) else {
                Issue.record("\(target) is there")
                continue
            }
        }
        #expect(try viewer.events().hasSuffix("WA23 WD24 DA23 DD24"))
    }

    @Test func linksLeadToWherePagesAreNow() throws {
        let service = try RunningService(configuration: Self.alone)
        let viewer = try Viewer(
            service, service.pattern("order = 5-9, 0-4\nlinks = on\noutline-every = 5"), target: .init(index: 3))
        #expect(viewer.opened.location?.page == 8)
        // From page 8, the one after it.
        #expect(try viewer.turn(.init(link: 1)).parameters.location.page == 9)
        #expect(try viewer.turn(.init(outline: 1)).parameters.location == .init(page: 0, index: 5, label: "1"))
    }

    /// Where the provider does not say how many pages there are, they are counted when the last one was met.
    @Test func anEndThatWasMetIsRemembered() throws {
        let service = try RunningService(configuration: Self.alone)
        let viewer = try Viewer(service, service.pattern("pages = about 9"))
        let last = ReaderInterface.Target(place: .last)
        #expect(viewer.opened.document.count == .init(kind: .estimated, pages: 9))
        #expect(try failure { try viewer.turn(last) } == .noSuchPage(target: "last page", pages: 9))
        // Past the end it is not known where that is.
        #expect(try failure { try viewer.turn(.init(index: 20)) } == .noSuchPage(target: "index 20", pages: 9))
        #expect(try failure { try viewer.turn(last) } == .noSuchPage(target: "last page", pages: 9))
        try viewer.turn(.init(index: 8))
        #expect(try viewer.turn(.init(relative: 1), wrap: true).parameters.location.index == 0)
        #expect(try viewer.state().document.count == .init(kind: .exact, pages: 9))
        #expect(try viewer.turn(.init(relative: -1), wrap: true).parameters.location.index == 8)
        #expect(try viewer.layout().length == 9 * 60)
        try viewer.turn(.init(index: 0))
        #expect(try viewer.turn(last).parameters.location.index == 8)
    }

    @Test func relativeTargetsWrapWhereTheyAreAskedTo() throws {
        let service = try RunningService(configuration: Self.alone)
        let viewer = try Viewer(service, service.pattern("pages = 9"), target: .init(place: .last))
        #expect(
            try failure { try viewer.turn(.init(relative: 1)) } == .noSuchPage(target: "+1 spread", pages: 9))
        let begin = { try #require(try viewer.told().compactMap(\.begin).last) }
        _ = try viewer.told()
        #expect(try viewer.turn(.init(relative: 1), direction: .forward, wrap: true).parameters.location.index == 0)
        // It looks like a turn to the next page.
        #expect(try begin().direction == .forward)
        #expect(try viewer.turn(.init(relative: -3), wrap: true).parameters.location.index == 6)
        #expect(try viewer.turn(.init(relative: 20), wrap: true).parameters.location.index == 8)
    }

    @Test func aDirectionIsThatOfTheTargetUnlessNamed() throws {
        let service = try RunningService(configuration: Self.alone)
        let viewer = try Viewer(service, service.pattern("pages = 9"), target: .init(index: 4))
        let cases: [(target: Int, named: ReaderInterface.Direction?, looks: ReaderInterface.Direction)] = [
            (6, nil, .forward), (2, nil, .backward), (5, .backward, .backward), (1, .forward, .forward),
        ]
        for (target, named, looks) in cases {
            try viewer.turn(.init(index: target), direction: named)
            #expect(try viewer.told().compactMap(\.begin).map(\.direction) == [looks])
        }
    }

    @Test func relativeTargetsCountFromTheTargetUnderWay() throws {
        let service = try RunningService(configuration: Self.alone)
        let viewer = try Viewer(service, service.pattern("pages = 30"))
        for index in [1, 2, 3] {
            #expect(
                try viewer.turn(.init(relative: 1), duration: 60_000).parameters.location.index == index)
        }
        #expect(try viewer.events() == "WA1 WD0 WA2 WD1 WA3 WD2")
        let last = try viewer.turn(.init(relative: 2), duration: 0).parameters
        #expect(last.location.index == 5)
        #expect(try viewer.events() == "WA5 WD3 DA5 DD3 DD2 DD1 DD0")
    }

    @Test func labelsAreThoseOfTheAxis() throws {
        let service = try RunningService(configuration: Self.alone)
        let viewer = try Viewer(
            service, service.pattern("pages = 20\nroman-front = 4"),
            axes: [.init(axis: .vertical, first: 2, pages: 10)])
        #expect(viewer.opened.location == .init(page: 2, index: 0, label: "iii", surface: .vertical))
        #expect(try viewer.turn(.init(label: "8")).parameters.location.index == 9)
        #expect(try viewer.turn(.init(label: "iv")).parameters.location.index == 1)
        for label in ["i", "9", "v"] {
            #expect(
                try failure { try viewer.turn(.init(label: label)) } == .noSuchPage(target: "label \(label)", pages: 10)
            )
        }
    }
}

/// The limits of docs/navigation.md, at their number and one past it.
@Suite struct NavigationLimitTests {
    private static let alone = "[Cache]\nReadAhead=0\n"

    @Test func aTurnTakesUpToAMinute() throws {
        let service = try RunningService(configuration: Self.alone, providers: ["sheaf-pattern"])
        let reader = try TestReader(service, service.pattern("pages = 9"))
        // 0 is what is taken where nothing is said: at once, also to where the reader is on its way.
        try reader.jump(.init(index: 2), milliseconds: 0)
        #expect(try reader.state().phase == .rest)
        try reader.jump(.init(index: 4), milliseconds: 60_000)
        #expect(try reader.state().phase == .jump)
        #expect(try reader.jump(.init(index: 4), milliseconds: 60_000).noop)
        #expect(try !reader.jump(.init(index: 4), milliseconds: 0).noop)
        #expect(try reader.state().phase == .rest)
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
        #expect(try reader.state().location?.index == 4)
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
        #expect(try reader.state().axes.first?.arrangement.spacing == 0)
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
            try reader.sendDrag(to: Double(end) + way * overscroll)
            let release = try reader.releaseDrag()
            #expect(release.refreshing == refreshes && release.spread == end)
            try reader.settle(release.transition)
        }
    }

    @Test func offsetsAreWithinWhatEveryJSONReaderCounts() throws {
        let service = try RunningService(configuration: Self.alone, providers: ["sheaf-pattern"])
        let reader = try TestReader(service, service.pattern("pages = 9"))
        try reader.beginDrag()
        for offset in [9_007_199_254_740_992.0, -9_007_199_254_740_992.0] { try reader.drag(to: offset) }
        for offset in [9_007_199_254_740_994.0, -9_007_199_254_740_994.0] { try reader.sendDrag(to: offset) }
        #expect(try reader.state().badOffsets == 2)
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
