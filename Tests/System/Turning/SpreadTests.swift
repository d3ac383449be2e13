import Foundation
import Glibc
import SheafInterface
import TestSupport
import Testing
import Varlink

/// Pages that are turned together.
@Suite struct SpreadTests {
    /// A configuration with one host, so that pages are rendered in order.
    private static let alone = "[Cache]\nReadAhead=0\n[Hosts]\nHostsPerProvider=1\n"

    private static func viewer(
        _ service: RunningService, pages: Int = 9, at index: Int = 0, _ arrangement: ReaderInterface.Arrangement
    ) throws -> Viewer {
        try Viewer(
            service, service.pattern("pages = \(pages)\nwidth = 60\nheight = 80"),
            viewport: .init(width: 120, height: 80), target: .init(index: index),
            axes: [.init(axis: .horizontal, arrangement: arrangement)], handover: .descriptor)
    }

    @Test func thePagesOfASpreadComeTogether() throws {
        let service = try RunningService(configuration: Self.alone)
        let viewer = try Self.viewer(service, .init(spread: .double))
        // Page 3 is on the spread of page 2.
        #expect(try viewer.turn(.init(index: 3)).parameters.location.index == 2)
        let (first, second) = try viewer.pages(at: 2)
        #expect(second?.page.index == 3)
        #expect(first.page.fileDescriptor == 0 && second?.page.fileDescriptor == 1)
        for page in [first, try #require(second)] {
            #expect(page.page.width == 60 && page.page.height == 80 && page.bytes.count == 60 * 80 * 4)
        }
        // One at a time, in reading order.
        #expect(first.page.rendition + 1 == second?.page.rendition)
        #expect(first.bytes != second?.bytes)
        try viewer.turn(.init(index: 0))
        let reply = try viewer.turn(.init(index: 2), handover: .descriptor)
        #expect(reply.parameters.hit)
        let again = try HandedPage(#require(reply.parameters.page), reply.descriptors)
        let beside = try HandedPage(#require(reply.parameters.second), reply.descriptors)
        #expect(again.bytes == first.bytes && beside.bytes == second?.bytes)
    }

    @Test func eventsNamePagesAndPositionsCountSpreads() throws {
        let service = try RunningService(configuration: Self.alone)
        let viewer = try Self.viewer(service, .init(spread: .double))
        try viewer.turn(.init(index: 3))
        let told = try viewer.told()
        #expect(Viewer.events(in: told) == "WA2 WA3 WD0 WD1 DA2 DA3 DD0 DD1")
        let end = try #require(told.compactMap(\.end).last)
        #expect(end.position == 1 && end.previous.map(\.index) == [0, 1])
        let state = try viewer.state()
        #expect(state.shown.map(\.index) == [2, 3] && state.axes[0].spread == 1)
        #expect(try viewer.turn(.init(relative: 3)).parameters.location.index == 8)
        #expect(try viewer.events() == "WA8 WD2 WD3 DA8 DD2 DD3")
        #expect(try viewer.turn(.init(index: 8)).parameters.noop)
    }

    @Test func theLastPageOfAnOddCountIsAlone() throws {
        let service = try RunningService(configuration: Self.alone)
        let viewer = try Self.viewer(service, .init(spread: .double))
        try viewer.turn(.init(place: .last))
        let (first, second) = try viewer.pages(at: 8)
        #expect(second == nil)
        #expect(first.page.width == 60)
        #expect(
            try failure { try viewer.turn(.init(relative: 1)) } == .noSuchPage(target: "+1 spread", pages: 9))
    }

    @Test func aPageThatFailsLeavesTheOtherAlone() throws {
        let service = try RunningService(configuration: Self.alone)
        let viewer = try Viewer(
            service, service.pattern("pages = 9\nbroken = 3"),
            axes: [.init(axis: .horizontal, arrangement: .init(spread: .double))])
        try viewer.turn(.init(index: 2))
        let told = try viewer.told { $0.page?.index == 2 }
        #expect(told.compactMap(\.failure).map(\.index) == [3] && told.last?.second == nil)
        let failed = try #require(viewer.state().failed)
        #expect(failed.map(\.index) == [3] && failed == told.compactMap(\.failure))
        #expect(Viewer.events(in: told) == "WA2 WA3 WD0 WD1 DA2 DA3 DD0 DD1")
    }

    @Test func aPageIsMarkedFailedUntilItIsRenderedAtLast() throws {
        let service = try RunningService(configuration: Self.alone)
        let viewer = try Viewer(
            service, service.pattern("pages = 9\nbroken = 3", name: "torn"), target: .init(index: 3),
            handover: .descriptor)
        try viewer.told { $0.failure != nil }
        #expect(try viewer.state().failed?.map(\.index) == [3])
        _ = try service.pattern("pages = 9", name: "torn")
        try viewer.told { $0.page?.index == 3 }
        #expect(try viewer.state().failed == nil)
    }

    @Test func aSpreadThatCannotBeLookedForChangesNothing() throws {
        let service = try RunningService(configuration: Self.alone, providers: ["test-plain"])
        let path = try service.file("bomb", Data("plain 1\npages=50\n##########\n".utf8))
        let reader = try TestReader(service, path, width: 60, height: 80)
        // It can't be opened any more: neither what it has become, nor what it was, in another host.
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try file.seek(toOffset: 17)
        try file.write(contentsOf: Data("crash=segv".utf8))
        try file.close()
        try eventually(log: service.log) { service.log.contains("cannot open document") }
        for host in service.hosts { #expect(kill(host, SIGKILL) == 0) }
        let before = try reader.state()
        guard
            case .documentFailed = try failure(of: {
                try reader.setAxis(
                    .horizontal, enabled: false, arrangement: .init(spread: .double, order: .rightToLeft, spacing: 9))
            })
        else {
            Issue.record("a failed document is arranged")
            return
        }
        #expect(try reader.state() == before)
        // What needs no page is done.
        let spaced = try reader.setAxis(.horizontal, arrangement: ReaderInterface.Arrangement(spacing: 9))
        #expect(spaced.axes.first?.arrangement.spacing == 9)
    }

    @Test func whatIsTooLargeTogetherDoesNotGoInline() throws {
        let service = try RunningService(configuration: Self.alone)
        // Each of them fits in a message.
        let viewer = try Viewer(
            service, service.pattern("pages = 9\nwidth = 60\nheight = 80"),
            viewport: .init(width: 3_000, height: 1_800),
            axes: [.init(axis: .horizontal, arrangement: .init(spread: .double))], handover: .inline)
        guard case .inlineTooLarge = try failure(of: { try viewer.turn(.init(index: 2), handover: .inline) }) else {
            Issue.record("18 MB go inline")
            return
        }
        #expect(try viewer.state().location?.index == 0)
        try viewer.turn(.init(index: 2))
        let told = try viewer.told { $0.failure?.index == 3 }
        #expect(Viewer.events(in: told) == "WA2 WA3 WD0 WD1 DA2 DA3 DD0 DD1")
        #expect(try viewer.page(2, handover: .inline).page.size == 1_350 * 1_800 * 4)
    }

    @Test func theCoverIsAlone() throws {
        let service = try RunningService(configuration: Self.alone)
        let viewer = try Self.viewer(service, pages: 4, .init(spread: .cover))
        #expect(viewer.opened.shown.map(\.index) == [0])
        try viewer.turn(.init(relative: 1))
        let second = try viewer.pages(at: 1).second
        #expect(second?.page.index == 2)
        try viewer.turn(.init(place: .last))
        #expect(try viewer.pages(at: 3).second == nil)
        #expect(try viewer.turn(.init(relative: -2)).parameters.location.index == 0)
        #expect(try viewer.events().hasSuffix("WA0 WD3 DA0 DD3"))
    }

    @Test func readingFromRightToLeftTheFirstPageStandsRight() throws {
        let service = try RunningService(configuration: Self.alone)
        let viewer = try Self.viewer(service, at: 2, .init(spread: .double, order: .rightToLeft))
        #expect(try viewer.hit(90, 40).location?.index == 2)
        #expect(try viewer.hit(30, 40).location?.index == 3)
        let frames = try viewer.layout(first: 2, pages: 2).frames
        #expect(frames.map(\.along) == [120, 180])
        try viewer.turn(.init(relative: 1))
        let second = try viewer.pages(at: 4).second
        #expect(second?.page.index == 5)
        try viewer.setAxis(.horizontal, arrangement: .init(order: .leftToRight))
        #expect(try viewer.hit(90, 40).location?.index == 5)
    }

    @Test func theBackOfTheLeafThatTurnsComesAsSecond() throws {
        let service = try RunningService(configuration: Self.alone)
        let viewer = try Self.viewer(service, at: 2, .init(spread: .leaf, back: .nextPage))
        #expect(viewer.opened.shown.map(\.index) == [2])
        // Else nobody would want it any more before it has come, and there was nothing to go back to.
        _ = try viewer.page(2)
        let forward = try viewer.turn(.init(relative: 1), duration: 60_000).parameters
        #expect(forward.location.index == 4)
        let (front, back) = try viewer.pages(at: 4)
        #expect(back?.page.index == 3)
        // The back that is seen first is rendered first.
        #expect(try #require(back).page.rendition < front.page.rendition)
        try viewer.settle(forward.transition)
        #expect(try viewer.events() == "WA4 WD2 DA4 DD2")
        // Going back, the leaf that turns is the one that comes.
        let backward = try viewer.turn(.init(relative: -1), duration: 60_000, handover: .descriptor).parameters
        #expect(backward.hit && backward.page?.index == 2 && backward.second?.index == 3)
        try viewer.settle(backward.transition)
        #expect(try viewer.events() == "WA2 WD4 DA2 DD4")
        #expect(try viewer.turn(.init(relative: 0), handover: .descriptor).parameters.second == nil)
    }

    @Test func aJumpToABackIsOneToItsFront() throws {
        let service = try RunningService(configuration: Self.alone)
        let viewer = try Self.viewer(service, .init(spread: .leaf, back: .nextPage))
        #expect(try viewer.turn(.init(index: 5)).parameters.location.index == 4)
        #expect(try viewer.turn(.init(index: 5)).parameters.noop)
        #expect(try viewer.events() == "WA4 WD0 DA4 DD0")
        #expect(try viewer.page(5).page.index == 5)
        // Nine pages: the last leaf has nothing on its back.
        let last = try viewer.turn(.init(place: .last), duration: 60_000).parameters
        try viewer.settle(last.transition)
        let back = try viewer.turn(.init(relative: -1), duration: 60_000).parameters
        #expect(back.location.index == 6)
    }

    @Test func anAbortedTurnOfALeafLeavesItCurrent() throws {
        let service = try RunningService(configuration: Self.alone)
        let viewer = try Self.viewer(service, at: 2, .init(spread: .leaf, back: .nextPage))
        try viewer.beginDrag()
        try viewer.drag(to: 1.4)
        let back = try viewer.pages(at: 4).second
        #expect(back?.page.index == 3)
        let release = try viewer.releaseDrag(velocity: -1)
        #expect(release.spread == 1)
        try viewer.settle(release.transition)
        #expect(try viewer.events() == "WA4 WD2 WA2 DA2 WD4 DD4")
    }

    @Test func aMirroredBackIsNoPage() throws {
        let service = try RunningService(configuration: Self.alone)
        let viewer = try Self.viewer(service, at: 3, .init(spread: .leaf, back: .mirrored))
        let turn = try viewer.turn(.init(relative: 1), duration: 60_000).parameters
        #expect(turn.location.index == 4)
        let back = try viewer.pages(at: 4).second
        #expect(back == nil)
        try viewer.settle(turn.transition)
        #expect(try viewer.events() == "WA4 WD3 DA4 DD3")
    }

    @Test func otherSpreadsShowThePageThatWasCurrent() throws {
        let service = try RunningService(configuration: Self.alone)
        let viewer = try Self.viewer(service, at: 5, .init(spread: .single))
        #expect(try viewer.setAxis(.horizontal, arrangement: .init(spread: .double)).shown.map(\.index) == [4, 5])
        let second = try viewer.pages(at: 4).second
        #expect(second?.page.index == 5)
        #expect(try viewer.events() == "WA4 DA4")
        #expect(
            try viewer.setAxis(.horizontal, arrangement: .init(spread: .leaf, back: .nextPage)).shown.map(\.index) == [
                4
            ])
        #expect(try viewer.events() == "WD5 DD5")
        #expect(try viewer.setAxis(.horizontal, arrangement: .init(spread: .cover)).shown.map(\.index) == [3, 4])
        guard
            case .invalidArrangement("back", _) = try failure(of: {
                try viewer.setAxis(.horizontal, arrangement: .init(spread: .double, back: .mirrored))
            })
        else {
            Issue.record("pairs have a back")
            return
        }
    }

    @Test func otherSpreadsInATransitionSettleItFirst() throws {
        let service = try RunningService(configuration: Self.alone)
        let viewer = try Self.viewer(service, .init())
        try viewer.turn(.init(index: 4), duration: 60_000)
        let state = try viewer.setAxis(.horizontal, arrangement: .init(spread: .double))
        #expect(state.phase == .rest && state.axes[0].spread == 2)
        #expect(try viewer.events() == "WA4 WD0 DA4 DD0 WA5 DA5")
    }

    @Test func otherSpreadsAtACrossingKeepIt() throws {
        let service = try RunningService(configuration: Self.alone)
        let viewer = try Viewer(
            service, service.pattern("pages = 9"),
            axes: [.init(axis: .horizontal, unlocks: 2), .init(axis: .vertical, start: 3)])
        try viewer.turn(.init(index: 2))
        #expect(viewer.opened.location?.index == 0)
        let state = try viewer.setAxis(.horizontal, arrangement: .init(spread: .double))
        // It is the crossing that counts there, not the page that would be there.
        #expect(state.axes[0].spread == 2 && state.axes[0].location?.index == 4 && !state.axes[1].locked)
    }
}
