import Foundation
import Glibc
import SheafInterface
import TestSupport
import Testing
import Varlink

/// Mistakes of earlier versions, as a viewer saw them.
@Suite struct MistakesOverTheSocketTests {
    private static let alone = "[Cache]\nReadAhead=0\n"
    private static let small = "width = 60\nheight = 80\n"

    private static func cache(_ client: VarlinkBlockingClient) throws -> ManagerInterface.Cache {
        try client.status().cache
    }

    // MARK: Documents that change

    /// Page 4 is on its way in a released drag when another takes its place, and the finger comes down and goes up all the
    /// time until that is known.
    @Test func aDragThatBeginsWhileAChangeIsTakenInLeavesNoPageBehind() throws {
        let service = try RunningService(configuration: Self.alone)
        for round in 0..<30 {
            let name = "book\(round)"
            let viewer = try Viewer(
                service, service.pattern(Self.small + "order = 0-8", name: name), target: .init(index: 3))
            var screen = Screen(showing: viewer.opened.shown)
            try viewer.beginDrag()
            try viewer.drag(to: 3.9)
            try viewer.releaseDrag(velocity: -1)
            _ = try service.pattern(Self.small + "order = 0-3, 9, 5-8", name: name)
            try eventually {
                for _ in 0..<50 {
                    // What the change settles is no drag any more.
                    _ = try failure { try viewer.beginDrag() }
                    _ = try failure { try viewer.releaseDrag(velocity: -1) }
                }
                return try viewer.layout(first: 4, pages: 1).frames.first?.page
            } until: {
                $0 == 9
            }
            try viewer.settle(viewer.state().transition)
            let told = try viewer.told()
            for event in told.compactMap(\.appearance) { screen.take(event) }
            // With the finger down the drag settles on page 4, which is nearest, and page 9 comes in its place.
            #expect(
                screen.mistakes.isEmpty && screen.isAtRest
                    && [[Screen.name(3, nil)], [Screen.name(9, nil)]].contains(screen.visible),
                "\(round): \(Viewer.events(in: told)); \(screen.mistakes)")
            try viewer.close()
        }
    }

    @Test(arguments: [
        Case("another look", "order = 0-29\nrevision = 1"), Case("three inserted before", "order = 40-42, 0-29"),
        Case("eight deleted before", "order = 0, 9-29"),
    ])
    func whatIsLookedAtMovesByWhatIsTold(change: Case<String>) throws {
        let service = try RunningService(configuration: Self.alone)
        let settings = "width = 60\nheight = 120\nvary = 40\n"
        let viewer = try Viewer(
            service, service.pattern(settings + "order = 0-29"),
            viewport: .init(width: 60, height: 80, fit: .width), target: .init(index: 10),
            axes: [.init(axis: .vertical, arrangement: .init(flow: .continuous))])
        for index in 0..<30 { _ = try viewer.page(index, handover: .some(.none)) }
        let before = try viewer.layout(first: 0, pages: 30).position
        _ = try viewer.told()
        _ = try service.pattern(settings + change.value)
        var told = try viewer.told { $0.document != nil }
        let count = try viewer.state().document.count.pages
        for index in 0..<count { _ = try viewer.page(index, handover: .some(.none)) }
        let after = try viewer.layout(first: 0, pages: count)
        told += try viewer.told()
        #expect(after.frames.allSatisfy { $0.measured })
        #expect(told.compactMap(\.layout).reduce(0) { $0 + $1.movedBy } == after.position - before)
    }

    /// Pages of one axis are measured while the other one is in front.
    @Test func anAxisBehindTheFrontOneMovesByWhatIsTold() throws {
        let service = try RunningService(configuration: Self.alone)
        let viewer = try Viewer(
            service, service.pattern("width = 60\nheight = 120\nvary = 40\norder = 0-29"),
            viewport: .init(width: 60, height: 80, fit: .width), target: .init(index: 20),
            axes: [.init(axis: .horizontal), .init(axis: .vertical, arrangement: .init(flow: .continuous))])
        let before = try viewer.client.call(
            ReaderInterface.GetLayout.self, .init(reader: viewer.id, axis: .vertical, first: 0, pages: 10)
        ).parameters.position
        _ = try viewer.told()
        for index in 0..<10 { _ = try viewer.page(index, axis: .vertical, handover: .some(.none)) }
        let after = try viewer.client.call(
            ReaderInterface.GetLayout.self, .init(reader: viewer.id, axis: .vertical, first: 0, pages: 10)
        ).parameters
        let moves = try viewer.told().compactMap(\.layout).filter { $0.axis == .vertical }
        #expect(after.frames.allSatisfy { $0.measured })
        #expect(moves.reduce(0) { $0 + $1.movedBy } == after.position - before, "\(moves)")
    }

    @Test func aLayoutInAnotherViewportIsALaterOne() throws {
        let service = try RunningService(configuration: Self.alone)
        let viewer = try Viewer(service, service.pattern(Self.small + "pages = 9"))
        let before = try viewer.layout(first: 0, pages: 9)
        try viewer.setViewport(.init(width: 600, height: 800))
        let after = try viewer.layout(first: 0, pages: 9)
        #expect(before.frames != after.frames && after.version > before.version)
    }

    /// A region that waits whether another one is asked for, of a page that no reader shows.
    @Test func aRegionThatWaitsWhileItsDocumentIsOpenedAgainComes() throws {
        let service = try RunningService(configuration: Self.alone + "RegionDelayMSec=1500\n")
        let viewer = try Viewer(service, service.pattern(Self.small + "pages = 9"))
        try viewer.client.send(
            ReaderInterface.GetPage.self,
            .init(reader: viewer.id, index: 8, region: .init(x: 0, y: 0, width: 10, height: 10)))
        // The page is known before the file is rewritten.
        try eventually {
            try service.connect().call(
                ReaderInterface.GetLayout.self, .init(reader: viewer.id, first: 8, pages: 1)
            ).parameters.frames.first?.page
        } until: {
            $0 == 8
        }
        _ = try service.pattern(Self.small + "pages = 9\nrevision = 1")
        try viewer.told { $0.document != nil }
        #expect(try viewer.client.receive(ReaderInterface.GetPage.self).parameters.page.page == 8)
    }

    @Test func aReloadThatIsRefusedLeavesTheReaderItsPages() throws {
        let service = try RunningService(configuration: Self.alone)
        let viewer = try Viewer(service, service.pattern(Self.small + "pages = 99"), target: .init(index: 10))
        _ = try service.file("pattern", Data("this is no document any more".utf8))
        #expect(try failure { try viewer.reload() } != nil)
        try eventually {
            service.log
        } until: {
            $0.contains("goes on with what it was")
        }
        #expect(try viewer.turn(.init(index: 60)).parameters.location.index == 60)
        #expect(try viewer.page().page.page == 60)
        try viewer.beginDrag()
        try viewer.drag(to: 60.6)
        let release = try viewer.releaseDrag(velocity: 1)
        #expect(release.spread == 61 && !release.refreshing)
        try viewer.settle(release.transition)
        #expect(try viewer.state().location?.index == 61)
    }

    @Test func aPageThatIsDeletedLeavesTheCacheWithItsDD() throws {
        let service = try RunningService(configuration: Self.alone)
        let viewer = try Viewer(service, service.pattern(Self.small + "order = 0-8"), target: .init(index: 4))
        _ = try viewer.page(handover: .some(.none))
        _ = try service.pattern(Self.small + "order = 0-3, 5-8")
        let told = try viewer.told { $0.appearance?.event == .didDisappear }
        #expect(Viewer.events(in: told).hasSuffix("DD4"))
        let pages = try viewer.client.cache(list: true).pages ?? []
        #expect(!pages.contains { $0.page == 4 }, "\(pages.map(\.page))")
    }

    @Test func aRefreshOfGarbageSaysThatTheDocumentFailed() throws {
        let service = try RunningService(configuration: Self.alone)
        let viewer = try Viewer(service, service.pattern(Self.small + "order = 0-8"), target: .init(index: 4))
        _ = try service.file("pattern", Data("this is no document any more".utf8))
        let refusal = try #require(try failure { try viewer.refresh() })
        guard case .documentFailed = refusal else {
            Issue.record("\(refusal)")
            return
        }
        #expect(try viewer.page().page.page == 4)
    }

    /// A viewer that has passed a descriptor goes on with that file, though the file lies in the library. The viewer is
    /// told that another file has taken its place.
    @Test func aFileThatIsReplacedUnderADescriptorIsTold() throws {
        let library = "/tmp/sheaf-library-\(getpid())-descriptor"
        try FileManager.default.createDirectory(atPath: library, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: library) }
        let service = try RunningService(configuration: Self.alone + "[Documents]\nLibraryFolders=\(library)\n")
        func write(_ order: String, to name: String) throws -> String {
            let path = library + "/" + name
            try "sheaf-pattern 1\n\(Self.small)order = \(order)\n".write(
                toFile: path, atomically: false, encoding: .utf8)
            return path
        }
        let path = try write("0-8", to: "book")
        let viewer = try Viewer(service, path, target: .init(index: 4))
        #expect(rename(try write("9, 0-8", to: "next"), path) == 0)
        try viewer.told { $0.removed == true }
        #expect(try viewer.page().page.page == 4)
    }

    // MARK: Two axes

    /// Two axes that unlock each other, and nothing behind them.
    private static func crossing(_ service: RunningService, at start: Int) throws -> Viewer {
        try Viewer(
            service, service.pattern(small + "pages = 7"), target: .init(index: start),
            axes: [
                .init(axis: .horizontal, pages: 3, unlocks: 1),
                .init(axis: .vertical, first: 3, pages: 3, unlocks: 1, start: 1),
            ])
    }

    @Test func axesThatCrossWithoutABackgroundShowAPage() throws {
        let service = try RunningService(configuration: Self.alone)
        let viewer = try Self.crossing(service, at: 0)
        let turned = try viewer.turn(.init(index: 1)).parameters.location
        #expect(turned.page == 1 && turned.index == 1)
        for viewer in [viewer, try Self.crossing(service, at: 1)] {
            let state = try viewer.state()
            #expect(state.phase == .rest && state.location != nil && state.shown.count == 1)
            let page = try viewer.page().page
            #expect(page.page == state.location?.page)
        }
    }

    // MARK: Readers

    @Test func aManualReaderShowsBothPagesThatItsViewerShows() throws {
        let service = try RunningService(configuration: Self.alone)
        let reader = try TestReader(service, service.pattern(Self.small + "pages = 9"), manual: true)
        for step in [ReaderInterface.AppearanceStep.willAppear, .didAppear] {
            for index in [2, 3] { try reader.report(step, index) }
        }
        let shown = try reader.state().shown.map(\.index)
        #expect(shown == [2, 3])
    }

    @Test func oneReaderAtATimeMovesAPageOfADocument() throws {
        let service = try RunningService(configuration: Self.alone)
        let path = try service.pattern(Self.small + "pages = 9\nmovable = on")
        let one = try TestReader(service, path)
        let other = try TestReader(service, path)
        try one.beginMove(3)
        let refusal = try failure { try other.beginMove(5) }
        guard case .moveActive = refusal else {
            Issue.record("\(String(describing: refusal))")
            return
        }
        try one.updateMove(6)
        let isMoved = try one.endMove()
        #expect(isMoved)
    }

    @Test func aPageThatIsGoneIsHeldByNobody() throws {
        let service = try RunningService(configuration: Self.alone)
        let path = try service.pattern(Self.small + "pages = 9\nmovable = on")
        let one = try Viewer(service, path, target: .init(index: 5))
        let other = try Viewer(service, path)
        _ = try one.beginMove(5)
        _ = try service.pattern(Self.small + "pages = 4\nmovable = on")
        try one.told { $0.document != nil }
        #expect(try one.state().moving == nil)
        try other.told { $0.document != nil }
        #expect(try other.beginMove(2).page == 2)
        try other.updateMove(0)
        let isMoved = try other.endMove()
        #expect(isMoved)
    }

    @Test func aPageThatIsHeldWhileItsDocumentIsOpenedAgainIsDropped() throws {
        let service = try RunningService(configuration: Self.alone)
        let viewer = try Viewer(service, service.pattern(Self.small + "pages = 9\nmovable = on"))
        _ = try viewer.beginMove(3)
        try viewer.updateMove(5)
        _ = try service.pattern(Self.small + "pages = 9\nmovable = on\nrevision = 1")
        try viewer.told { $0.document != nil }
        try viewer.updateMove(6)
        let isMoved = try viewer.endMove()
        #expect(isMoved)
        #expect(try viewer.page(6).page.page == 3)
    }

    @Test func aJumpThatIsAbortedIsNotRemembered() throws {
        let service = try RunningService(configuration: Self.alone)
        let viewer = try Viewer(service, service.pattern(Self.small + "pages = 9"))
        try viewer.turn(.init(index: 4), duration: 60_000)
        let second = try viewer.turn(.init(index: 8), duration: 60_000).parameters
        try viewer.settle(second.transition)
        let back = try viewer.history().back.map(\.index)
        #expect(back == [0])
    }

    // MARK: Counters

    @Test func aTurnToAPageThatIsNotThereIsOneMiss() throws {
        let service = try RunningService(configuration: Self.alone)
        let reader = try TestReader(service, service.pattern(Self.small + "pages = 9"), width: 60, height: 80)
        _ = try reader.page(handover: .some(.none))
        let before = try Self.cache(reader.client)
        #expect(try !reader.navigate(.init(index: 5), handover: .descriptor).parameters.hit)
        let after = try eventually {
            try Self.cache(reader.client)
        } until: {
            $0.pages > before.pages
        }
        #expect(after.misses == before.misses + 1 && after.hits == before.hits)
    }

    @Test func aPageThatIsShownInAnotherViewportIsOneHit() throws {
        let service = try RunningService(configuration: Self.alone)
        let viewer = try Viewer(service, service.pattern(Self.small + "pages = 9"))
        let viewports = [ReaderInterface.Viewport(width: 60, height: 80), .init(width: 30, height: 40)]
        for viewport in viewports {
            try viewer.setViewport(viewport)
            _ = try viewer.page(handover: .some(.none))
        }
        let before = try Self.cache(viewer.client)
        try viewer.setViewport(viewports[0])
        _ = try viewer.pages { $0.width == 60 }
        let after = try Self.cache(viewer.client)
        #expect(after.hits == before.hits + 1 && after.misses == before.misses)
    }

    @Test func aSpreadOfWhichOnePageIsThereIsAHitAndAMiss() throws {
        let service = try RunningService(configuration: Self.alone)
        let reader = try TestReader(
            service, service.pattern(Self.small + "pages = 9"), width: 120, height: 80,
            axes: [.init(axis: .horizontal, arrangement: .init(spread: .double))])
        for index in 0...2 { _ = try reader.page(index, handover: .some(.none)) }
        let before = try Self.cache(reader.client)
        #expect(try !reader.navigate(.init(index: 2), handover: .descriptor).parameters.hit)
        let after = try eventually {
            try Self.cache(reader.client)
        } until: {
            $0.pages > before.pages
        }
        #expect(after.misses == before.misses + 1 && after.hits == before.hits + 1)
    }

    // MARK: Turning

    @Test func aPageThatIsPassedOverGoesWhenItIsOutOfSight() throws {
        let service = try RunningService(configuration: Self.alone)
        let viewer = try Viewer(service, service.pattern(Self.small + "pages = 9"), target: .init(index: 1))
        try viewer.beginDrag()
        try viewer.drag(to: 1.8)
        try viewer.releaseDrag()
        try viewer.beginDrag(at: 1.9)
        #expect(try viewer.events() == "WA2 WD1")
        try viewer.drag(to: 2.9)
        let inSight = try viewer.events()
        #expect(inSight == "WA3 WD2")
        try viewer.drag(to: 3)
        let outOfSight = try viewer.events()
        #expect(outOfSight == "DD2")
        let release = try viewer.releaseDrag()
        try viewer.settle(release.transition)
        #expect(try viewer.events() == "DA3 DD1")
    }

    @Test func aPageThatIsStillInSightGoesAtTheSettle() throws {
        let service = try RunningService(configuration: Self.alone)
        let viewer = try Viewer(service, service.pattern(Self.small + "pages = 9"), target: .init(index: 1))
        try viewer.beginDrag()
        try viewer.drag(to: 1.8)
        try viewer.releaseDrag()
        try viewer.beginDrag(at: 1.9)
        try viewer.drag(to: 2.9)
        let release = try viewer.releaseDrag()
        try viewer.settle(release.transition)
        let events = try viewer.events()
        #expect(events == "WA2 WD1 WA3 WD2 DA3 DD2 DD1")
    }

    @Test func aRelativeJumpAfterAReleasedDragCountsFromWhereItIsBound() throws {
        let service = try RunningService(configuration: Self.alone)
        let viewer = try Viewer(service, service.pattern(Self.small + "pages = 9"), target: .init(index: 1))
        try viewer.beginDrag()
        try viewer.drag(to: 1.4)
        #expect(try viewer.releaseDrag().spread == 1)
        let location = try viewer.turn(.init(relative: 1), duration: 60_000).parameters.location
        #expect(location.index == 2)
    }

    @Test(arguments: [ReaderInterface.Direction.forward, .backward])
    func aTurnAroundTheEndLooksLikeAnyOther(direction: ReaderInterface.Direction) throws {
        let service = try RunningService(configuration: Self.alone)
        let isForward = direction == .forward
        let viewer = try Viewer(
            service, service.pattern(Self.small + "pages = 9"), target: .init(place: isForward ? .last : .first))
        let turn = try viewer.turn(.init(relative: isForward ? 1 : -1), wrap: true).parameters
        #expect(turn.location.index == (isForward ? 0 : 8) && turn.transition == 1)
        let begins = try viewer.told().compactMap(\.begin)
        #expect(begins.map(\.direction) == [direction])
    }

    @Test func theViewportThatItHasChangesNothing() throws {
        let service = try RunningService(configuration: Self.alone)
        let viewport = ReaderInterface.Viewport(width: 60, height: 80)
        let viewer = try Viewer(
            service, service.pattern(Self.small + "pages = 9"), viewport: viewport, handover: .descriptor)
        _ = try viewer.page()
        try viewer.turn(.init(index: 4), duration: 60_000)
        _ = try viewer.pages(at: 4)
        let before = try (viewer.state(), Self.cache(viewer.client))
        _ = try viewer.told()
        let answered = try viewer.setViewport(viewport)
        let told = try viewer.told()
        let after = try (viewer.state(), Self.cache(viewer.client))
        #expect(told.isEmpty, "\(told.count) replies")
        #expect(answered.phase == .jump && after.0.transition == before.0.transition && after.0.phase == .jump)
        #expect(after.1 == before.1)
    }

    /// Calls that come in one piece are read in one round of the loop, in which no timer runs; the calls between take
    /// longer than the page's turn. A connection has 64 of them before others have theirs.
    @Test func aPageIsThatOfTheTurnWhoseTimeHasPassed() throws {
        let service = try RunningService(configuration: Self.alone)
        let reader = try TestReader(service, service.pattern(Self.small + "pages = 9"), width: 60, height: 80)
        for index in [0, 4] { _ = try reader.page(index, handover: .some(.none)) }
        func call(_ method: String, _ parameters: String) -> String {
            #"{"method":"org.sheaf.Reader.\#(method)","parameters":{"reader":"\#(reader.id)",\#(parameters)}}"#
        }
        let turn = call("Navigate", #""target":{"index":4},"duration":1,"handover":"none""#)
        let between = #"{"method":"org.sheaf.Manager.Status"}"#
        let calls = [turn] + Array(repeating: between, count: 62) + [call("GetPage", #""handover":"none""#)]
        let connection = try RawConnection(service.socket)
        try connection.send(calls.joined(separator: "\0"))
        let last = try #require(try calls.map { _ in try connection.receive() }.last)
        #expect(last.contains(#""index":4"#), "\(last)")
    }

    // MARK: Layouts

    /// As it is on the wire: the number that tells a layout from the one that took its place.
    @Test func layoutsAreNumbered() throws {
        let service = try RunningService(configuration: Self.alone)
        let reader = try TestReader(
            service, service.pattern("pages = 9\nwidth = 60\nheight = 120\nvary = 60"),
            viewport: .init(width: 60, height: 80, fit: .width),
            axes: [.init(axis: .vertical, arrangement: .init(flow: .continuous))])
        let (caller, watch) = try (RawConnection(service.socket), RawConnection(service.socket))
        try watch.send(#"{"method":"org.sheaf.Reader.Watch","parameters":{"reader":"\#(reader.id)"},"more":true}"#)
        _ = try watch.receive()
        func version(_ message: String, _ event: String?) throws -> Int? {
            let object = try JSONSerialization.jsonObject(with: Data(message.utf8)) as? [String: Any]
            let parameters = object?["parameters"] as? [String: Any]
            return (event.map { parameters?[$0] as? [String: Any] } ?? parameters)?["version"] as? Int
        }
        func layout() throws -> Int? {
            let call =
                #"{"method":"org.sheaf.Reader.GetLayout","parameters":{"reader":"\#(reader.id)","first":0,"pages":9}}"#
            return try version(caller.exchange(call), nil)
        }
        let first = try #require(try layout())
        #expect(try layout() == first)
        _ = try reader.page(5, handover: .some(.none))
        let second = try #require(try layout())
        #expect(second > first)
        // The last change that was told is the one that the answer has.
        var last: Int?
        while last != second { last = try version(watch.receive(), "layout") ?? last }
    }
}
