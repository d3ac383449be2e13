import Foundation
import Glibc
import SheafInterface
import TestSupport
import Testing
import Varlink

/// Documents that change while they are read.
@Suite struct ChangingDocumentTests {
    private static let alone = "[Cache]\nReadAhead=0\n"

    /// Returns the events up to the state that follows a change of the document, and the change.
    private static func change(
        _ viewer: Viewer
    ) throws -> (events: String, change: ReaderInterface.DocumentChange) {
        var told = try viewer.told { $0.document != nil }
        let change = try #require(told.last?.document)
        told += try viewer.told { $0.state != nil }
        return (Viewer.events(in: told), change)
    }

    @Test func theCurrentPageStaysByItsID() throws {
        let service = try RunningService(configuration: Self.alone)
        let viewer = try Viewer(service, service.pattern("order = 0-8"), target: .init(index: 4))
        _ = try service.pattern("order = 9, 0-8")
        let (events, change) = try Self.change(viewer)
        #expect(events == "")
        #expect(change.document.count.pages == 10)
        #expect(change.location?.page == 4 && change.location?.index == 5 && change.location?.label == "5")
        #expect(try viewer.page().page.index == 5)
        #expect(try viewer.turn(.init(relative: 1)).parameters.location.page == 5)
    }

    @Test(arguments: [
        (at: 4, order: "0-3, 5-8", page: 5, index: 4), (at: 8, order: "0-7", page: 7, index: 7),
        (at: 6, order: "1-2", page: 2, index: 1),
    ]) func theNearestPageComesForOneThatIsGone(at: Int, order: String, page: Int, index: Int) throws {
        let service = try RunningService(configuration: Self.alone)
        let viewer = try Viewer(service, service.pattern("order = 0-8"), target: .init(index: at))
        _ = try service.pattern("order = \(order)")
        let (events, change) = try Self.change(viewer)
        #expect(events == "WA\(page) WD\(at) DA\(page) DD\(at)")
        #expect(change.location?.page == page && change.location?.index == index)
    }

    @Test func aTargetThatIsGoneSettlesFirst() throws {
        let service = try RunningService(configuration: Self.alone)
        let viewer = try Viewer(service, service.pattern("order = 0-8"))
        try viewer.turn(.init(index: 6), duration: 60_000)
        _ = try service.pattern("order = 0-5, 7-8")
        let (events, change) = try Self.change(viewer)
        #expect(events == "WA6 WD0 DA6 DD0 WA7 WD6 DA7 DD6")
        #expect(change.location?.index == 6)
        #expect(try viewer.state().phase == .rest)
    }

    @Test func aJumpGoesOnToItsTargetWhereverThatIs() throws {
        let service = try RunningService(configuration: Self.alone)
        let viewer = try Viewer(service, service.pattern("order = 0-8"))
        let jump = try viewer.turn(.init(index: 6), duration: 60_000).parameters
        _ = try service.pattern("order = 20-29, 0-8")
        #expect(try Self.change(viewer).events == "WA6 WD0")
        #expect(try viewer.settle(jump.transition))
        #expect(try viewer.events() == "DA6 DD0")
        #expect(try viewer.state().location?.index == 16)
    }

    @Test func pagesInsertedInADragShiftItsOffsets() throws {
        let service = try RunningService(configuration: Self.alone)
        let viewer = try Viewer(service, service.pattern("order = 0-8"), target: .init(index: 1))
        try viewer.beginDrag()
        try viewer.drag(to: 1.4)
        _ = try service.pattern("order = 20-22, 0-8")
        #expect(try Self.change(viewer).events == "WA2 WD1")
        #expect(try viewer.state().axes[0].position == 4.4)
        // As they were numbered when the drag began.
        try viewer.drag(to: 1.6)
        let release = try viewer.releaseDrag(velocity: 1)
        #expect(release.spread == 5 && release.location?.page == 2)
        try viewer.settle(release.transition)
        #expect(try viewer.events() == "DA2 DD1")
    }

    @Test func aDocumentIsEmptyAndComesBack() throws {
        let service = try RunningService(configuration: Self.alone)
        let viewer = try Viewer(service, service.pattern("order = 0-8"), target: .init(index: 4))
        _ = try service.pattern("order =")
        let (events, change) = try Self.change(viewer)
        #expect(events == "WD4 DD4")
        #expect(change.location == nil && change.document.count == .init(kind: .exact, pages: 0))
        let state = try viewer.state()
        #expect(state.phase == .empty && state.location == nil && state.shown.isEmpty)
        #expect(try failure { try viewer.turn(.init(index: 0)) } == .empty)
        #expect(try failure { try viewer.beginDrag() } == .empty)
        #expect(try failure { _ = try viewer.page() } == .empty)
        _ = try service.pattern("order = 3-5")
        #expect(try Self.change(viewer).events == "WA3 DA3")
        #expect(try viewer.state().phase == .rest)
        #expect(try viewer.page().page.page == 3)
    }

    @Test func aDocumentIsEmptiedInATransition() throws {
        let service = try RunningService(configuration: Self.alone)
        let viewer = try Viewer(service, service.pattern("order = 0-8"), target: .init(index: 4))
        try viewer.turn(.init(index: 6), duration: 60_000)
        _ = try service.pattern("order =")
        let events = try Self.change(viewer).events
        #expect(events == "WA6 WD4 WD6 DD6 DD4")
        #expect(try viewer.state().phase == .empty)
    }

    @Test func anEmptyDocumentIsOpenedToo() throws {
        let service = try RunningService(configuration: Self.alone)
        let viewer = try Viewer(service, service.pattern("order ="), handover: .descriptor)
        #expect(viewer.opened.phase == .empty && viewer.opened.location == nil)
        #expect(try failure { _ = try viewer.page(0) } == .empty)
        _ = try service.pattern("order = 5-7")
        #expect(try Self.change(viewer).events == "WA5 DA5")
        #expect(try viewer.pages(at: 0).first.page.page == 5)
    }

    @Test func commandsComeWhileThePageThatTheyStartFromGoes() throws {
        let service = try RunningService(configuration: Self.alone)
        let viewer = try Viewer(service, service.pattern("order = 0-30"), target: .init(index: 30))
        _ = try service.pattern("order = 1-2")
        var calls = 0
        while calls < 20_000, try viewer.state().document.count.pages != 2 || viewer.state().location?.page != 2 {
            // Most of them fit, some come when the page is gone and its place not yet found.
            _ = try failure { try viewer.beginDrag() }
            _ = try failure { _ = try viewer.releaseDrag() }
            try viewer.settle(try viewer.state().transition)
            calls += 1
        }
        #expect(try viewer.state().location?.page == 2)
        #expect(try viewer.events() == "WA2 WD30 DA2 DD30")
    }

    @Test func everyReaderGoesOnFromItsOwnPage() throws {
        let service = try RunningService(configuration: Self.alone)
        let path = try service.pattern("order = 0-8")
        let viewers = try [1, 4, 8].map { try Viewer(service, path, target: .init(index: $0)) }
        try viewers[1].beginDrag()
        try viewers[1].drag(to: 4.5)
        _ = try service.pattern("order = 2-7")
        let changes = try viewers.map { try Self.change($0) }
        #expect(changes.map(\.events) == ["WA3 WD1 DA3 DD1", "WA5 WD4", "WA7 WD8 DA7 DD8"])
        #expect(changes.map { $0.change.location?.index } == [1, 2, 5])
    }

    @Test func whatWasStandsInUntilWhatIsHasBeenRendered() throws {
        let service = try RunningService(configuration: Self.alone)
        let slow = "pages = 9\nwidth = 60\nheight = 80\nrender-ms = 2000\ncost = sleep\n"
        let viewer = try Viewer(service, service.pattern(slow), target: .init(index: 4), handover: .descriptor)
        let old = try viewer.page()
        let beside = try viewer.page(5)
        _ = try service.pattern(slow + "revision = 1")
        _ = try Self.change(viewer)
        #expect(try viewer.pages { $0.origin == .standIn }.first.bytes == old.bytes)
        let turn = try viewer.turn(.init(relative: 0), handover: .descriptor)
        #expect(turn.parameters.noop && !turn.parameters.hit)
        let shown = try HandedPage(#require(turn.parameters.page), turn.descriptors)
        #expect(shown.page.origin == .standIn && shown.bytes == old.bytes)
        let new = try viewer.pages { $0.origin != .standIn }.first
        #expect(new.bytes != old.bytes)
        #expect(try viewer.page().bytes == new.bytes)
        // The same of a page that is not looked at yet.
        let next = try viewer.turn(.init(relative: 1), handover: .descriptor)
        let before = try HandedPage(#require(next.parameters.page), next.descriptors)
        #expect(!next.parameters.hit && before.page.origin == .standIn && before.bytes == beside.bytes)
        #expect(try viewer.pages { $0.index == 5 && $0.origin != .standIn }.first.bytes != beside.bytes)
    }

    @Test func whatStandsInIsKeptWhereThereIsRoomForOnePageOnly() throws {
        let service = try RunningService(
            configuration: "[Cache]\nReadAhead=0\nCacheMax=20480\nCacheHardMax=1M\n")
        let slow = "width = 60\nheight = 80\nrender-ms = 2000\ncost = sleep\n"
        let viewer = try Viewer(
            service, service.pattern(slow + "pages = 9"), target: .init(index: 4), handover: .descriptor)
        let old = try viewer.page()
        _ = try service.pattern(slow + "pages = 10\nrevision = 1")
        #expect(try viewer.pages { $0.origin == .standIn }.first.bytes == old.bytes)
        let turn = try viewer.turn(.init(relative: 0), handover: .descriptor)
        #expect(try HandedPage(#require(turn.parameters.page), turn.descriptors).bytes == old.bytes)
        #expect(try viewer.pages { $0.origin != .standIn }.first.bytes != old.bytes)
        let cache = try viewer.client.status().cache
        #expect(cache.pages == 1 && cache.bytes == 20_480)
    }

    @Test func pagesOfAnotherSizeTakeTheirPlace() throws {
        let service = try RunningService(configuration: Self.alone)
        let viewer = try Viewer(
            service, service.pattern("pages = 9\nwidth = 60\nheight = 80\norientations = portrait"),
            target: .init(index: 4))
        _ = try viewer.page()
        #expect(viewer.opened.orientations == [0, 180])
        _ = try service.pattern("pages = 9\nwidth = 30\nheight = 80\norientations = landscape")
        _ = try Self.change(viewer)
        let page = try viewer.page().page
        #expect(page.width == 30 && page.pageWidth == 30)
        let frame = try viewer.layout(first: 4, pages: 1).frames[0]
        #expect(frame.along == 4 * 60 + 15 && frame.width == 30 && frame.measured)
        #expect(try viewer.hit(14, 40).location == nil)
        #expect(try viewer.state().orientations == [90, 270])
    }

    @Test func whatLiesBehindTheAxesStaysToo() throws {
        let service = try RunningService(configuration: Self.alone)
        let axes: [ReaderInterface.AxisSetup] = [
            .init(axis: .horizontal, pages: 3, unlocks: 1, start: 1), .init(axis: .vertical, unlocks: 1, start: 1),
        ]
        let viewer = try Viewer(service, service.pattern("order = 0-8"), axes: axes, background: .init(index: 6))
        #expect(viewer.opened.location?.page == 6)
        _ = try service.pattern("order = 9-19, 0-8")
        let (events, change) = try Self.change(viewer)
        #expect(events == "" && change.axis == .horizontal)
        let state = try viewer.state()
        #expect(state.location?.page == 6 && state.location?.index == 17 && state.location?.surface == .background)
        // At the crossing it is the place that counts.
        #expect(state.axes.map(\.spread) == [1, 1] && state.axes.map { $0.location?.page } == [10, 10])
        try viewer.turn(.init(index: 0))
        #expect(try viewer.events() == "WA9 WDb6 DA9 DDb6")
    }

    @Test func aFileThatTakesTheNameIsTheDocument() throws {
        let library = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: library, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: library) }
        let service = try RunningService(
            configuration: "[Documents]\nLibraryFolders=\(library.path)\n" + Self.alone)
        let file = library.appendingPathComponent("book")
        // Foundation writes beside it and renames.
        let write = { (settings: String) in
            try Data("sheaf-pattern 1\n\(settings)\n".utf8).write(to: file, options: .atomic)
        }
        try write("order = 0-8")
        let viewer = try Viewer(service, file.path, isOfLibrary: true, target: .init(index: 4))
        for (order, index) in [("9, 0-8", 5), ("4, 0-3", 0)] {
            try write("order = \(order)")
            let (events, change) = try Self.change(viewer)
            #expect(events == "" && change.location?.page == 4 && change.location?.index == index)
        }
        // A file that is gone is served still, until there is another.
        try FileManager.default.removeItem(at: file)
        #expect(try viewer.page(1).page.page == 0)
        try write("order = 2-4")
        #expect(try Self.change(viewer).change.location?.index == 2)
    }

    /// Reloading a library document for one reader costs no other reader the pages that are there.
    @Test func aLibraryDocumentThatHasNotChangedIsNotReloaded() throws {
        let library = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: library, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: library) }
        let service = try RunningService(
            configuration: "[Documents]\nLibraryFolders=\(library.path)\n" + Self.alone)
        let file = library.appendingPathComponent("book").path
        try "sheaf-pattern 1\npages = 9\nmovable = on\n".write(toFile: file, atomically: true, encoding: .utf8)
        let viewer = try Viewer(service, file, isOfLibrary: true)
        let own = try Viewer(service, service.pattern("pages = 9"))
        for one in [viewer, own] { _ = try one.page(3) }
        #expect(try viewer.reload().location?.index == 0)
        #expect(try viewer.page(3).page.origin == .cached)
        #expect(
            try failure { _ = try viewer.beginMove(3) }
                == .unsupported(what: "moving pages of a library document, which is everybody's"))
        // One's own is rendered anew, as is one whose file is another.
        try own.reload()
        #expect(try own.page(3).page.origin == .rendered)
        try "sheaf-pattern 1\npages = 5\n".write(toFile: file, atomically: false, encoding: .utf8)
        #expect(try viewer.reload().document.count.pages == 5)
        #expect(try viewer.page(3).page.origin == .rendered)
    }

    @Test func aFileThatCannotBeReadLeavesTheDocument() throws {
        let service = try RunningService(configuration: Self.alone)
        let viewer = try Viewer(service, service.pattern("order = 0-8"), target: .init(index: 4))
        _ = try service.pattern("order = 0-8, 9-")
        try eventually {
            service.log
        } until: {
            $0.contains("cannot open document")
        }
        try viewer.turn(.init(index: 5))
        #expect(try viewer.page().page.page == 5)
        #expect(try viewer.events() == "WA5 WD4 DA5 DD4")
        _ = try service.pattern("order = 9, 0-8")
        #expect(try Self.change(viewer).change.location?.index == 6)
    }

    @Test func theHistoryFollowsThePages() throws {
        let service = try RunningService(configuration: Self.alone)
        let viewer = try Viewer(service, service.pattern("order = 0-8"))
        try viewer.turn(.init(index: 4))
        try viewer.turn(.init(index: 8))
        try viewer.turn(.init(history: .back))
        _ = try service.pattern("order = 20-21, 0-8")
        #expect(try Self.change(viewer).change.location?.index == 6)
        let history = try viewer.history()
        #expect(history.back.map(\.page) == [0] && history.back.map(\.index) == [2])
        #expect(history.forward.map(\.page) == [8] && history.forward.map(\.index) == [10])
        #expect(try viewer.turn(.init(history: .forward)).parameters.location.page == 8)
    }

    @Test func aReloadTellsAllReaders() throws {
        let service = try RunningService(configuration: Self.alone)
        let path = try service.pattern("order = 0-8")
        let viewer = try Viewer(service, path, target: .init(index: 4))
        let other = try Viewer(service, path)
        let state = try viewer.reload()
        #expect(state.location?.index == 4 && state.phase == .rest)
        for one in [viewer, other] { #expect(try Self.change(one).events == "") }
    }
}
