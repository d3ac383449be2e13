import Foundation
import Glibc
import SheafInterface
import SheafOS
import TestSupport
import Testing
import Varlink

/// Providers that look at their source again.
@Suite struct RefreshTests {
    private static let alone = "[Cache]\nReadAhead=0\n"
    private static let length = 256

    /// A document of which nobody notices that it is written anew, but who looks: a file that is written through a mapping
    /// raises no event.
    private static func write(_ settings: String, to path: String? = nil, in service: RunningService) throws -> String {
        let lines = "sheaf-pattern 1\n\(settings)\n"
        let text = Array((lines + String(repeating: "#", count: length - lines.utf8.count)).utf8)
        guard let path else { return try service.file("pattern", .init(text)) }
        let file = open(path, O_RDWR | O_CLOEXEC)
        defer { _ = close(file) }
        guard file >= 0, let start = unsafe mmap(nil, length, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0),
            unsafe start != MAP_FAILED
        else { throw TestFailure("\(path) can't be mapped: errno \(errno)") }
        unsafe UnsafeMutableRawBufferPointer(start: start, count: length).copyBytes(from: text)
        unsafe munmap(start, length)
        return path
    }

    @Test func aRefreshBringsWhatIsNew() throws {
        let service = try RunningService(configuration: Self.alone)
        let path = try Self.write("order = 0-8", in: service)
        let viewer = try Viewer(service, path, target: .init(index: 4))
        let other = try Viewer(service, path, target: .init(index: 8))
        _ = try Self.write("order = 9, 0-7", to: path, in: service)
        try viewer.refresh()
        let told = try viewer.told { $0.document != nil }
        #expect(told.compactMap(\.refresh).first == .refreshing)
        #expect(told.last?.document?.location?.index == 5)
        let rest = try viewer.told()
        #expect((told + rest).compactMap(\.refresh) == [.refreshing, .refreshed])
        #expect(Viewer.events(in: told + rest) == "")
        // Whoever did not ask is told of the change alone.
        let others = try other.told { $0.document != nil }
        #expect(others.compactMap(\.refresh).isEmpty && Viewer.events(in: others) == "WA7 WD8 DA7 DD8")
        #expect(try viewer.state().refreshing == false)
    }

    @Test func onePageChangesByItself() throws {
        let service = try RunningService(configuration: Self.alone)
        let path = try Self.write("pages = 9", in: service)
        let viewer = try Viewer(service, path, target: .init(index: 4), handover: .descriptor)
        let old = try viewer.page()
        let beside = try viewer.page(5)
        _ = try Self.write("pages = 9\nrevision = 1\nrevised = 4", to: path, in: service)
        try viewer.refresh()
        let new = try viewer.pages { $0.origin != .standIn && $0.rendition != old.page.rendition }.first
        #expect(new.page.page == 4 && new.bytes != old.bytes)
        // The others are what they were.
        let same = try viewer.page(5)
        #expect(same.page.origin == .cached && same.page.rendition == beside.page.rendition)
    }

    @Test func pullingPastTheEndRefreshes() throws {
        let service = try RunningService(configuration: Self.alone)
        let path = try Self.write("order = 0-8", in: service)
        let viewer = try Viewer(service, path)
        for (offset, refreshes) in [(-0.2, false), (-0.3, true)] {
            try viewer.beginDrag()
            try viewer.drag(to: offset)
            let release = try viewer.releaseDrag()
            #expect(release.refreshing == refreshes && release.spread == 0)
            try viewer.settle(release.transition)
        }
        let told = try viewer.told { $0.refresh == .refreshed }
        #expect(told.compactMap(\.refresh) == [.refreshing, .refreshed])
        #expect(Viewer.events(in: told) == "")
    }

    @Test func aProviderThatCannotRefreshIsNotAsked() throws {
        let service = try RunningService(configuration: Self.alone, providers: ["test-plain"])
        let viewer = try Viewer(service, service.file("plain", Data("plain 1\npages=5\n".utf8)))
        try viewer.beginDrag()
        try viewer.drag(to: -0.9)
        #expect(try viewer.releaseDrag().refreshing == false)
        #expect(try failure { try viewer.refresh() } == .unsupported(what: "refresh"))
        #expect(try viewer.told().compactMap(\.refresh).isEmpty)
        #expect(try viewer.state().refreshing == false)
    }
}

/// Pages that are moved by hand.
@Suite struct MovingPagesTests {
    private static let alone = "[Cache]\nReadAhead=0\n"

    private static func viewer(_ service: RunningService, at index: Int = 0) throws -> Viewer {
        try Viewer(service, service.pattern("pages = 9\nmovable = on"), target: .init(index: index))
    }

    @Test func aPageGoesWhereItIsDropped() throws {
        let service = try RunningService(configuration: Self.alone)
        let viewer = try Self.viewer(service, at: 2)
        let other = try Viewer(service, service.folder.appendingPathComponent("pattern").path, target: .init(index: 4))
        #expect(try viewer.beginMove(4).page == 4)
        #expect(try viewer.state().moving?.index == 4)
        try viewer.updateMove(3)
        try viewer.updateMove(1)
        #expect(try viewer.endMove())
        let change = try #require(try viewer.told { $0.document != nil }.last?.document)
        // The page that is looked at is the same one.
        #expect(change.location?.page == 2 && change.location?.index == 3)
        #expect(try viewer.events() == "")
        #expect(try viewer.state().moving == nil)
        #expect(try [0, 1, 2, 3, 4].map { try viewer.page($0).page.page } == [0, 4, 1, 2, 3])
        let there = try #require(try other.told { $0.document != nil }.last?.document)
        #expect(there.location?.page == 4 && there.location?.index == 1)
    }

    @Test func aPageThatIsDroppedWhereItWasChangesNothing() throws {
        let service = try RunningService(configuration: Self.alone)
        let viewer = try Self.viewer(service)
        _ = try viewer.beginMove(4)
        try viewer.updateMove(7)
        try viewer.updateMove(4)
        #expect(try viewer.endMove() == false)
        _ = try viewer.beginMove(4)
        try viewer.updateMove(7)
        try viewer.cancelMove()
        #expect(try viewer.state().moving == nil)
        #expect(try viewer.told().allSatisfy { $0.document == nil })
        #expect(try (3...7).map { try viewer.page($0).page.page } == [3, 4, 5, 6, 7])
    }

    @Test func whatDoesNotFitIsRefused() throws {
        let service = try RunningService(configuration: Self.alone)
        let viewer = try Self.viewer(service)
        #expect(try failure { try viewer.updateMove(1) } == .noMove)
        #expect(try failure { _ = try viewer.endMove() } == .noMove)
        #expect(try failure { try viewer.cancelMove() } == .noMove)
        #expect(try failure { _ = try viewer.beginMove(9) } == .noSuchPage(target: "index 9", pages: 9))
        #expect(try failure { _ = try viewer.beginMove(-1) } == .noSuchPage(target: "index -1", pages: 9))
        let jump = try viewer.turn(.init(index: 5), duration: 60_000).parameters
        #expect(try failure { _ = try viewer.beginMove(4) } == .transitionActive(transition: jump.transition))
        try viewer.settle(jump.transition)
        _ = try viewer.beginMove(4)
        #expect(try failure { _ = try viewer.beginMove(3) } == .moveActive(index: 4))
        #expect(try failure { try viewer.beginDrag() } == .moveActive(index: 4))
        guard case .noSuchPage = try failure(of: { try viewer.updateMove(9) }) else {
            Issue.record("a page is held where there is no place")
            return
        }
        let turn = try viewer.turn(.init(index: 6), duration: 60_000).parameters
        #expect(try failure { _ = try viewer.endMove() } == .transitionActive(transition: turn.transition))
        try viewer.settle(turn.transition)
        try viewer.updateMove(0)
        #expect(try viewer.endMove())
    }

    @Test func aProviderThatCannotMovePagesRefuses() throws {
        let service = try RunningService(configuration: Self.alone)
        let fixed = try Viewer(service, service.pattern("pages = 9"))
        let refusal = try #require(try failure { _ = try fixed.beginMove(4) })
        guard case .unsupported = refusal else {
            Issue.record("\(refusal)")
            return
        }
        #expect(try fixed.state().moving == nil)
    }

    @Test func pagesTurnWhileOneIsHeldAtTheEdge() throws {
        let service = try RunningService(configuration: Self.alone)
        let viewer = try Self.viewer(service, at: 6)
        _ = try viewer.beginMove(1)
        try viewer.updateMove(8, edge: .forward)
        var told = try viewer.told { $0.appearance?.event == .didDisappear && $0.appearance?.page == 7 }
        #expect(Viewer.events(in: told) == "WA7 WD6 DA7 DD6 WA8 WD7 DA8 DD7")
        try viewer.updateMove(0, edge: .backward)
        told = try viewer.told { $0.appearance?.event == .didDisappear }
        #expect(Viewer.events(in: told).hasPrefix("WA7 WD8"))
        try viewer.updateMove(7)
        let place = try viewer.state().location?.page
        #expect(try viewer.endMove())
        #expect(try viewer.told { $0.document != nil }.last?.document?.location?.page == place)
    }

    @Test func whoLosesTheConnectionLetsGoOfThePage() throws {
        let service = try RunningService(configuration: Self.alone)
        let viewer = try Self.viewer(service)
        do {
            let hand = try service.connect()
            _ = try hand.call(ReaderInterface.BeginMove.self, .init(reader: viewer.id, index: 4))
            _ = try hand.call(ReaderInterface.UpdateMove.self, .init(reader: viewer.id, index: 7))
        }
        try eventually {
            try viewer.state().moving
        } until: {
            $0 == nil
        }
        #expect(try viewer.page(4).page.page == 4)
        // The provider has let go as well.
        _ = try viewer.beginMove(4)
        try viewer.updateMove(0)
        #expect(try viewer.endMove())
        #expect(try viewer.told { $0.document != nil }.last?.document?.location?.index == 1)
    }
}
