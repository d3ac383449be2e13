import Foundation
import SheafInterface
import Testing
import Varlink

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
        let paper = try Viewer(service, Documents.policy.get())
        #expect(try failure { _ = try paper.beginMove(4) } == .unsupported(what: "move"))
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
        var isHeld = true
        for _ in 0..<1_000 where isHeld { isHeld = try viewer.state().moving != nil }
        #expect(!isHeld)
        #expect(try viewer.page(4).page.page == 4)
        // The provider has let go as well.
        _ = try viewer.beginMove(4)
        try viewer.updateMove(0)
        #expect(try viewer.endMove())
        #expect(try viewer.told { $0.document != nil }.last?.document?.location?.index == 1)
    }
}

extension Viewer {
    fileprivate func beginMove(_ index: Int) throws -> ReaderInterface.Location {
        try client.call(ReaderInterface.BeginMove.self, .init(reader: id, index: index)).parameters.location
    }

    fileprivate func updateMove(_ index: Int?, edge: ReaderInterface.Direction? = nil) throws {
        _ = try client.call(ReaderInterface.UpdateMove.self, .init(reader: id, index: index, edge: edge))
    }

    fileprivate func endMove() throws -> Bool {
        try client.call(ReaderInterface.EndMove.self, .init(reader: id)).parameters.moved
    }

    fileprivate func cancelMove() throws {
        _ = try client.call(ReaderInterface.CancelMove.self, .init(reader: id))
    }
}
