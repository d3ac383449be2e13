import Foundation
import SheafInterface
import TestSupport
import Testing

/// The views that documents ask for at first, and what readers make of them.
@Suite struct FirstViewTests {
    private typealias Arrangement = ReaderInterface.Arrangement

    /// The pages that a reader begins with, and their arrangement.
    private struct Beginning: Equatable, CustomStringConvertible {
        var spread: ReaderInterface.SpreadKind? = .single
        var order: Arrangement.Order? = .leftToRight
        var pages = [0]

        init(
            _ spread: ReaderInterface.SpreadKind = .single, _ order: Arrangement.Order = .leftToRight, _ pages: Int...
        ) {
            (self.spread, self.order) = (spread, order)
            if !pages.isEmpty { self.pages = pages }
        }

        init(_ state: ReaderInterface.State) {
            (spread, order) = (state.axes[0].arrangement.spread, state.axes[0].arrangement.order)
            pages = state.shown.map(\.index)
        }

        var description: String { "\(spread?.rawValue ?? "-"), \(order?.rawValue ?? "-"), pages \(pages)" }
    }

    private static let everything =
        "/ViewerPreferences<</Direction/R2L>>/PageLayout/TwoPageRight/OpenAction[12 0 R/Fit]"

    private static func setup(
        _ arrangement: Arrangement? = nil, start: Int? = nil, first: Int? = nil
    ) -> [ReaderInterface.AxisSetup] {
        [.init(axis: .horizontal, first: first, start: start, arrangement: arrangement)]
    }

    @Test func aReaderBeginsAsItsDocumentAsks() throws {
        let service = try RunningService()
        let cases: [(String, Beginning)] = [
            ("", .init()),
            ("/ViewerPreferences<</Direction/R2L>>", .init(.single, .rightToLeft)),
            ("/ViewerPreferences<</Direction/L2R>>", .init()),
            ("/PageLayout/TwoPageLeft", .init(.double, .leftToRight, 0, 1)),
            ("/PageLayout/TwoPageRight", .init(.cover, .leftToRight, 0)),
            ("/PageLayout/SinglePage", .init()),
            ("/OpenAction[13 0 R/Fit]", .init(.single, .leftToRight, 3)),
            (Self.everything, .init(.cover, .rightToLeft, 1, 2)),
            ("/ViewerPreferences<</Direction/Up>>/PageLayout 5/OpenAction[99/Fit]", .init()),
            ("/OpenAction<</S/JavaScript/JS(x)>>/PageLayout/TwoPageLeft", .init(.double, .leftToRight, 0, 1)),
        ]
        for (number, (catalog, expected)) in cases.enumerated() {
            let path = try service.file("\(number).pdf", Documents.pdf(catalog: catalog))
            let reader = try TestReader(service, path)
            #expect(Beginning(reader.opened) == expected, "\(catalog)")
            // The second one is told the same of a document that is open.
            #expect(Beginning(try TestReader(service, path).opened) == expected, "\(catalog)")
        }
    }

    @Test func whatAReaderChoosesStays() throws {
        let service = try RunningService()
        let path = try service.file("a.pdf", Documents.pdf(catalog: Self.everything))
        let open = { (target: ReaderInterface.Target?, axes: [ReaderInterface.AxisSetup]?) in
            Beginning(try TestReader(service, path, target: target, axes: axes).opened)
        }
        #expect(try open(nil, Self.setup(.init(spread: .single))) == .init(.single, .rightToLeft, 2))
        #expect(try open(nil, Self.setup(.init(order: .leftToRight))) == .init(.cover, .leftToRight, 1, 2))
        #expect(try open(nil, Self.setup(.init(spread: .double))) == .init(.double, .rightToLeft, 2, 3))
        #expect(try open(nil, Self.setup(.init(spread: .leaf))) == .init(.leaf, .rightToLeft, 2))
        #expect(try open(nil, Self.setup(.init(flow: .continuous))) == .init(.cover, .rightToLeft, 1, 2))
        #expect(try open(.init(index: 0), nil) == .init(.cover, .rightToLeft, 0))
        #expect(try open(.init(place: .last), nil) == .init(.cover, .rightToLeft, 3, 4))
        #expect(try open(nil, Self.setup(start: 0)) == .init(.cover, .rightToLeft, 0))
        // Of a part the document says nothing of where to begin.
        #expect(try open(nil, Self.setup(first: 1)) == .init(.cover, .rightToLeft, 0))
        let reader = try TestReader(service, path)
        _ = try reader.setAxis(.horizontal, arrangement: .init(spread: .single, order: .leftToRight))
        try reader.jump(.init(index: 4))
        #expect(Beginning(try reader.state()) == .init(.single, .leftToRight, 4))
    }

    @Test func theSpreadsThatAViewerCountsAreItsOwn() throws {
        let service = try RunningService()
        let path = try service.file("a.pdf", Documents.pdf(catalog: Self.everything))
        let axes = [
            ReaderInterface.AxisSetup(axis: .horizontal, unlocks: 4, start: 0),
            .init(axis: .vertical, first: 1, pages: 3, unlocks: 2),
        ]
        let opened = try TestReader(service, path, axes: axes).opened
        #expect(opened.axes.map(\.arrangement.spread) == [.single, .single])
        #expect(opened.axes.map(\.arrangement.order) == [.rightToLeft, .rightToLeft])
    }

    @Test func aPageThatCanNotBeHadIsNoReasonNotToOpen() throws {
        let service = try RunningService()
        for (number, target) in ["[2/Fit]", "[12 0 R/Fit]", "[4/Fit]", "[5/Fit]", "[-1/Fit]"].enumerated() {
            let path = try service.file(
                "\(number).pdf", Documents.pdf(catalog: "/OpenAction\(target)", sizeless: [2, 4]))
            #expect(Beginning(try TestReader(service, path).opened) == .init(), "\(target)")
        }
    }

    @Test func thePlaceThatIsKeptGoesBeforeThePageOfTheDocument() throws {
        let state = try PlacesTests.State()
        let service = try state.start()
        let path = try service.file("a.pdf", Documents.pdf(catalog: "/OpenAction[12 0 R/Fit]"))
        let reader = try TestReader(service, path)
        #expect(reader.opened.location?.index == 2)
        try reader.close()
        let again = try TestReader(service, path)
        #expect(again.opened.location?.index == 2)
        try again.jump(.init(index: 0))
        try again.close()
        _ = try TestReader.reopened(at: 0) { try TestReader(service, path) }
    }

    @Test func aDocumentThatIsWrittenAnewIsAskedAgain() throws {
        let service = try RunningService()
        let path = try service.file("a.pdf", Documents.pdf())
        let reader = try TestReader(service, path)
        #expect(Beginning(reader.opened) == .init())
        try Documents.pdf(pages: 6, catalog: Self.everything).write(to: URL(fileURLWithPath: path))
        try reader.refresh()
        try eventually(log: service.log) {
            Beginning(try TestReader(service, path).opened)
        } until: {
            $0 == .init(.cover, .rightToLeft, 1, 2)
        }
        // Who reads it already is not turned.
        #expect(Beginning(try reader.state()) == .init())
    }

    @Test func comicsAreReadFromTheSideThatTheySay() throws {
        let service = try RunningService(providers: ["sheaf-images"])
        let path = "\(service.folder.path)/manga.cbz"
        try Documents.writeManga(to: path)
        #expect(Beginning(try TestReader(service, path).opened) == .init(.single, .rightToLeft))
    }

    @Test func pagesOfADocumentInPairsAreWrittenOneByOne() throws {
        let service = try RunningService()
        let path = try service.file("a.pdf", Documents.pdf(catalog: "/PageLayout/TwoPageLeft"))
        let plain = try service.file("b.pdf", Documents.pdf())
        let written = try [path, plain].map { path in
            let output = service.folder.path + "/page.png"
            let sheafctl = Build.folder.appendingPathComponent("sheafctl").path
            let run = try Command.run(
                sheafctl, ["page", path, "2", "-o", output], environment: ["SHEAF_SOCKET": service.socket])
            #expect(run.status == 0, "\(run.errors)")
            return try Data(contentsOf: URL(fileURLWithPath: output))
        }
        #expect(written[0] == written[1])
    }
}
