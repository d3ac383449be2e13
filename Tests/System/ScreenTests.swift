import SheafInterface
import Testing
import Varlink

/// Viewports that change: the screen is turned, the window is drawn larger.
@Suite struct ScreenTests {
    private static let alone = "[Cache]\nReadAhead=0\n"

    private static func viewport(
        _ orientation: Int? = nil, width: Int = 60, height: Int = 80, _ orientations: [Int]? = nil
    ) -> ReaderInterface.Viewport {
        .init(width: width, height: height, orientation: orientation, orientations: orientations)
    }

    @Test func aScreenThatIsTurnedAroundNeedsNothingNew() throws {
        let service = try RunningService(configuration: Self.alone)
        let viewer = try Viewer(service, service.pattern("pages = 9"), target: .init(index: 4))
        let before = try viewer.page().page
        let cache = try viewer.status().cache
        let state = try viewer.setViewport(Self.viewport(180))
        #expect(state.viewport.orientation == 180 && state.location?.index == 4)
        let page = try viewer.page().page
        #expect(page.origin == .cached && page.rendition == before.rendition)
        let after = try viewer.status().cache
        #expect(after.misses == cache.misses && after.pages == cache.pages)
        #expect(try viewer.events() == "")
    }

    @Test func aScreenThatIsTurnedBackFindsItsPages() throws {
        let service = try RunningService(configuration: Self.alone)
        let slow = "pages = 9\nwidth = 60\nheight = 80\nrender-ms = 200\ncost = sleep"
        let viewer = try Viewer(service, service.pattern(slow), target: .init(index: 4), handover: .descriptor)
        let upright = try viewer.page()
        try viewer.setViewport(Self.viewport(90))
        let standIn = try viewer.pages { $0.origin == .standIn }.first
        #expect(standIn.bytes == upright.bytes)
        let turned = try viewer.pages(at: 4).first
        #expect(turned.page.width == 45 && turned.page.height == 60 && turned.page.origin == .rendered)
        #expect(turned.page.pageWidth == 45)
        let misses = try viewer.status().cache.misses
        try viewer.setViewport(Self.viewport(0))
        let back = try viewer.pages(at: 4).first
        #expect(back.page.origin == .cached && back.page.rendition == upright.page.rendition)
        #expect(try viewer.status().cache.misses == misses)
    }

    @Test func aSquarePageIsTheSameOnEitherSide() throws {
        let service = try RunningService(configuration: Self.alone)
        let viewer = try Viewer(service, service.pattern("pages = 9\nwidth = 50\nheight = 50"))
        let before = try viewer.page().page
        try viewer.setViewport(Self.viewport(90))
        #expect(try viewer.page().page.rendition == before.rendition)
    }

    @Test func viewerAndDocumentMustBothTakeAnOrientation() throws {
        let service = try RunningService(configuration: Self.alone)
        let path = try service.pattern("pages = 9\norientations = portrait")
        let viewer = try Viewer(service, path, viewport: Self.viewport(0, [0, 90]))
        #expect(viewer.opened.orientations == [0])
        #expect(
            try failure { try viewer.setViewport(Self.viewport(90, [0, 90])) }
                == .orientationRefused(orientation: 90, allowed: [0]))
        #expect(try viewer.state().viewport.orientation == 0)
        #expect(try viewer.setViewport(Self.viewport(180, [0, 90, 180])).orientations == [0, 180])
        // A wide screen is upright where it is turned.
        #expect(try viewer.setViewport(Self.viewport(90, width: 80, height: 60)).orientations == [90, 270])
        let refusal = ReaderInterface.Failure.orientationRefused(orientation: 270, allowed: [0, 180])
        #expect(try failure { _ = try Viewer(service, path, viewport: Self.viewport(270)) } == refusal)
    }

    @Test func aViewportInATransitionSettlesItFirst() throws {
        let service = try RunningService(configuration: Self.alone)
        let viewer = try Viewer(service, service.pattern("pages = 9"))
        try viewer.turn(.init(index: 4), duration: 60_000)
        #expect(try viewer.setViewport(Self.viewport(width: 120, height: 160)).phase == .rest)
        #expect(try viewer.events() == "WA4 WD0 DA4 DD0")
        try viewer.beginDrag()
        try viewer.drag(to: 4.7)
        try viewer.setViewport(Self.viewport(180))
        #expect(try viewer.events() == "WA5 WD4 DA5 DD4")
        #expect(try viewer.state().location?.index == 5)
    }

    @Test func aLayoutIsTurnedWithItsScreen() throws {
        let service = try RunningService(configuration: Self.alone)
        let viewer = try Viewer(service, service.pattern("pages = 9\nwidth = 60\nheight = 80"))
        #expect(try viewer.layout().length == 9 * 60)
        try viewer.setViewport(Self.viewport(90))
        #expect(try viewer.layout().length == 9 * 80)
    }
}
