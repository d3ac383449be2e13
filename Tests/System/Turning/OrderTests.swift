import Foundation
import Glibc
import SheafInterface
import SheafOS
import TestSupport
import Testing
import Varlink

/// Documents whose provider moves no pages: the order is the reader's own.
@Suite struct OrderTests {
    // Nothing is kept: each page that is asked for is rendered.
    private static let alone = "[Cache]\nReadAhead=0\nCacheMaxPages=1\n"

    /// Seven pictures, each ten pixels higher than the one before.
    private func album(_ service: RunningService) throws -> [String] {
        try (1...7).map { number in
            let picture = #"<svg xmlns="http://www.w3.org/2000/svg" width="80" height="\#(number * 10)"/>"#
            return try service.file("\(number).svg", Data(picture.utf8))
        }
    }

    private func viewer(_ service: RunningService, _ album: [String], at index: Int = 0) throws -> Viewer {
        try Viewer(
            service, album: album, viewport: .init(width: 80, height: 70, fit: .width), target: .init(index: index))
    }

    /// Which picture each page shows, counted from 0.
    private func pictures(_ viewer: Viewer) throws -> [Int] {
        try (0..<viewer.state().document.count.pages).map { try viewer.page($0).page.height / 10 - 1 }
    }

    @Test func aPageGoesWhereItsReaderDropsItAndStaysForOthers() throws {
        let service = try RunningService(configuration: Self.alone, providers: ["sheaf-images"])
        let files = try album(service)
        let viewer = try viewer(service, files, at: 2)
        let other = try self.viewer(service, files)
        _ = try viewer.beginMove(4)
        try viewer.updateMove(1)
        #expect(try viewer.endMove())
        #expect(try pictures(viewer) == [0, 4, 1, 2, 3, 5, 6])
        // The page that is looked at is the same one.
        let state = try viewer.state()
        #expect(state.location?.page == 2 && state.location?.index == 3 && state.looks.order == [0, 4])
        #expect(try other.state().looks.order == nil && pictures(other) == Array(0..<7))
        _ = try viewer.beginMove(0)
        try viewer.updateMove(6)
        #expect(try viewer.endMove())
        #expect(try pictures(viewer) == [4, 1, 2, 3, 5, 6, 0])
        // Where it was: nothing has moved.
        _ = try viewer.beginMove(3)
        #expect(try viewer.endMove() == false)
        _ = try viewer.beginMove(3)
        try viewer.updateMove(0)
        try viewer.cancelMove()
        #expect(try pictures(viewer) == [4, 1, 2, 3, 5, 6, 0])
        // Who wants the same order reads the same document.
        let ordered = try other.look(.init(order: [4, 1, 2, 3, 5, 6]))
        #expect(try ordered.document.document == viewer.state().document.document)
        #expect(try viewer.look(.init()).document.document != ordered.document.document)
        #expect(try pictures(viewer) == Array(0..<7) && pictures(other) == [4, 1, 2, 3, 5, 6, 0])
    }

    /// As far as the reader shows one document whole, and its pages are counted.
    @Test func whatHasNoOrderOfTheReadersSaysSo() throws {
        let service = try RunningService(
            configuration: Self.alone, providers: ["sheaf-images", "sheaf-mupdf", "sheaf-epub"])
        let files = try album(service)
        let viewer = try viewer(service, files)
        for order in [[0, 0], [-1], Array((0...4_096).reversed())] {
            guard case .invalidLooks("order", _) = try failure(of: { try viewer.look(.init(order: order)) }) else {
                Issue.record("\(order.prefix(3)) is an order")
                continue
            }
        }
        #expect(try viewer.look(.init(order: Array((0...4_095).reversed()))).document.count.pages == 7)
        #expect(try pictures(viewer) == [6, 5, 4, 3, 2, 1, 0])
        let part = try Viewer(
            service, files[0], axes: [.init(axis: .horizontal, pages: 1)])
        guard case .unsupported = try failure(of: { _ = try part.beginMove(0) }),
            case .invalidLooks("order", _) = try failure(of: { try part.look(.init(order: [1])) })
        else {
            Issue.record("a part of a document is ordered anew")
            return
        }
        // The text says in which order its pages come.
        let book = try Viewer(service, Documents.policyEPUB)
        guard case .unsupported = try failure(of: { _ = try book.beginMove(3) }) else {
            Issue.record("pages of a text are moved")
            return
        }
        let document = try book.state().document.document
        #expect(try book.look(.init(order: [3])).document.document == document)
    }

    /// A host that is new knows the order, and what comes and goes finds its place.
    @Test func theOrderStaysWhateverHappensToTheDocument() throws {
        let service = try RunningService(configuration: Self.alone, providers: ["sheaf-images"])
        let files = try album(service)
        let comic = service.folder.appendingPathComponent("comic.cbz").path
        func pack(_ count: Int) throws {
            let made = try Command.run(
                "/usr/bin/bsdtar",
                ["-c", "--format", "zip", "-f", comic, "-C", service.folder.path]
                    + files.prefix(count).map { URL(fileURLWithPath: $0).lastPathComponent })
            try #require(made.status == 0, "\(made.errors)")
        }
        try pack(5)
        let viewer = try Viewer(service, comic, viewport: .init(width: 80, height: 70, fit: .width))
        _ = try viewer.look(.init(order: [4, 2]))
        #expect(try pictures(viewer) == [4, 2, 0, 1, 3])
        for host in service.hosts { kill(host, SIGKILL) }
        #expect(try pictures(viewer) == [4, 2, 0, 1, 3])
        try pack(7)
        try eventually(log: service.log) { try viewer.state().document.count.pages == 7 }
        #expect(try pictures(viewer) == [4, 2, 0, 1, 3, 5, 6])
        try pack(3)
        try eventually(log: service.log) { try viewer.state().document.count.pages == 3 }
        #expect(try pictures(viewer) == [2, 0, 1])
    }
}
