import Foundation
import SheafInterface
import TestSupport
import Testing
import Varlink

/// Pages that are wider than high, among pairs.
@Suite struct WidePageTests {
    private typealias Arrangement = ReaderInterface.Arrangement

    /// A comic of drawings: a letter a page, h for one that is higher than wide, w for a wide one, x for one that can't be read.
    private static func comic(_ pages: String, _ information: String = "", in service: RunningService) throws -> String
    {
        let path = service.folder.appendingPathComponent("\(UUID().uuidString).cbz").path
        try writeComic(pages, information, to: path, in: service.folder.appendingPathComponent("comic"))
        return path
    }

    /// - Parameter folder: where its pages lie before they are packed.
    static func writeComic(_ pages: String, _ information: String = "", to path: String, in folder: URL) throws {
        try? FileManager.default.removeItem(at: folder)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (number, kind) in pages.enumerated() {
            let (width, height) = kind == "w" ? (160, 80) : (60, 80)
            let page =
                kind == "x"
                ? "no picture" : "<svg xmlns='http://www.w3.org/2000/svg' width='\(width)' height='\(height)'/>"
            try Data(page.utf8).write(to: folder.appendingPathComponent("\(number).\(kind == "x" ? "png" : "svg")"))
        }
        if !information.isEmpty {
            try Data("<ComicInfo><Pages>\(information)</Pages></ComicInfo>".utf8)
                .write(to: folder.appendingPathComponent("ComicInfo.xml"))
        }
        let made = try Command.run("/bin/sh", ["-c", "cd '\(folder.path)' && zip -q -0 '\(path)' *"])
        try #require(made.status == 0, "\(made.errors)")
    }

    private static func reader(
        _ service: RunningService, _ path: String, _ arrangement: Arrangement, at index: Int? = nil
    ) throws -> TestReader {
        try TestReader(
            service, path, width: 240, height: 80, target: index.map { .init(index: $0) },
            axes: [.init(axis: .horizontal, arrangement: arrangement)])
    }

    /// The pages of each spread, counted from 1, from the first on by turns; then the same backwards.
    private static func spreads(_ reader: TestReader) throws -> [[Int]] {
        var spreads = [try reader.state().shown.map { $0.index + 1 }]
        while try failure(of: { try reader.jump(.init(relative: 1)) }) == nil {
            spreads.append(try reader.state().shown.map { $0.index + 1 })
        }
        var back = [try reader.state().shown.map { $0.index + 1 }]
        while try failure(of: { try reader.jump(.init(relative: -1)) }) == nil {
            back.append(try reader.state().shown.map { $0.index + 1 })
        }
        #expect(back.reversed() == spreads)
        return spreads
    }

    @Test func aWidePageStandsAloneAndPairsAreRightBehindIt() throws {
        let service = try RunningService(providers: ["sheaf-images"])
        let cases: [(String, String, Arrangement, [[Int]])] = [
            ("hhwhhh", "", .init(spread: .cover), [[1], [2], [3], [4, 5], [6]]),
            ("hhwhhh", "", .init(spread: .double), [[1, 2], [3], [4, 5], [6]]),
            ("hhwhhh", "", .init(spread: .double, wide: .paired), [[1, 2], [3, 4], [5, 6]]),
            ("hhwhhh", "", .init(spread: .cover, wide: .alone, order: .rightToLeft), [[1], [2], [3], [4, 5], [6]]),
            ("whhhww", "", .init(spread: .cover), [[1], [2, 3], [4], [5], [6]]),
            ("hwhwhh", "", .init(spread: .double), [[1], [2], [3], [4], [5, 6]]),
            // One that nobody can read is as others are, and costs itself alone.
            ("hxhwhh", "", .init(spread: .double), [[1, 2], [3], [4], [5, 6]]),
            ("xhwhhh", "", .init(spread: .cover), [[1], [2], [3], [4, 5], [6]]),
            ("hhxh", "", .init(spread: .single), [[1], [2], [3], [4]]),
            // And one that its document marks is two, whatever it measures.
            ("hhhhhh", "<Page Image='2' DoublePage='true'/>", .init(spread: .double), [[1, 2], [3], [4, 5], [6]]),
            ("hhwhhh", "", .init(spread: .single), [[1], [2], [3], [4], [5], [6]]),
        ]
        for (pages, information, arrangement, expected) in cases {
            let path = try Self.comic(pages, information, in: service)
            #expect(try Self.spreads(Self.reader(service, path, arrangement)) == expected, "\(pages) \(arrangement)")
            // Wherever it begins, and wherever it jumps, it is the same spread.
            for spread in expected {
                for page in spread {
                    let reader = try Self.reader(service, path, arrangement, at: page - 1)
                    #expect(reader.opened.shown.map { $0.index + 1 } == spread, "\(pages) at \(page)")
                    try reader.jump(.init(place: .first))
                    try reader.jump(.init(index: page - 1))
                    #expect(try reader.state().shown.map { $0.index + 1 } == spread, "\(pages) to \(page)")
                }
            }
        }
        #expect(service.deadHosts == 0, "\(service.log)")
    }

    /// A step of several spreads counts those that are there, also where their pages were not seen before.
    @Test(arguments: [(1, [2, 3]), (2, [4]), (3, [5]), (4, [6, 7]), (5, [8])])
    func stepsCountSpreadsThatWereNotSeen(step: Int, pages: [Int]) throws {
        let service = try RunningService(providers: ["sheaf-images"])
        let path = try Self.comic("hhhwwhhh", in: service)
        let reader = try Self.reader(service, path, .init(spread: .cover))
        try reader.jump(.init(relative: step))
        #expect(try reader.state().shown.map { $0.index + 1 } == pages)
        #expect(try reader.state().axes[0].spread == step)
        let other = try Self.reader(service, path, .init(spread: .cover))
        _ = try other.client.call(
            ReaderInterface.Navigate.self,
            .init(reader: other.id, target: .init(relative: step - 6), handover: .some(.none), wrap: true))
        #expect(try other.state().shown.map { $0.index + 1 } == pages)
    }

    /// A page that stands alone is drawn as large as two.
    @Test func aPageThatStandsAloneHasTheWholeViewport() throws {
        let service = try RunningService(providers: ["sheaf-images"])
        let reader = try Self.reader(
            service, try Self.comic("hhwhhh", in: service), .init(spread: .double, flow: .continuous), at: 2)
        #expect(try reader.page(2).page.width == 160)
        #expect(try reader.page(4).page.width == 60)
        let frames = try reader.layout(.horizontal, first: 0, pages: 6).frames
        #expect(frames.map(\.along) == [0, 60, 120, 280, 340, 400])
    }

    /// The choice of a reader goes before what its document asks; only comics ask.
    @Test func aReaderMayChooseOtherwise() throws {
        let service = try RunningService(providers: ["sheaf-images", "sheaf-pattern"])
        let reader = try Self.reader(service, try Self.comic("hhwhhh", in: service), .init(spread: .double), at: 4)
        #expect(reader.opened.axes[0].arrangement.wide == .alone)
        #expect(reader.opened.shown.map(\.index) == [3, 4])
        _ = try reader.setAxis(.horizontal, arrangement: .init(wide: .paired))
        #expect(try reader.state().shown.map(\.index) == [2, 3])
        _ = try reader.setAxis(.horizontal, arrangement: .init(spread: .cover, wide: .alone))
        #expect(try reader.state().shown.map(\.index) == [2])
        let slides = try service.pattern("pages = 6\nwidth = 80\nheight = 60")
        let pairs = try Self.reader(service, slides, .init(spread: .double))
        #expect(pairs.opened.axes[0].arrangement.wide == .paired)
        #expect(try Self.spreads(pairs) == [[1, 2], [3, 4], [5, 6]])
        #expect(try Self.spreads(Self.reader(service, slides, .init(spread: .double, wide: .alone))).count == 6)
    }

    /// Where the file is another one, pairs are counted anew, and the page stays.
    @Test func pairsAreCountedAnewWhereTheFileIsAnother() throws {
        let service = try RunningService(providers: ["sheaf-images"])
        let path = try Self.comic("hhhhhh", in: service)
        let reader = try Self.reader(service, path, .init(spread: .double), at: 2)
        #expect(reader.opened.shown.map(\.index) == [2, 3])
        let other = try Data(contentsOf: URL(fileURLWithPath: Self.comic("hwhhhh", in: service)))
        try other.write(to: URL(fileURLWithPath: path))
        try reader.refresh()
        try eventually(log: service.log) {
            try reader.state().axes[0].spread
        } until: {
            $0 == 2
        }
        #expect(try reader.state().shown.map(\.index) == [2, 3])
        #expect(try Self.reader(service, path, .init(spread: .double), at: 2).opened.shown.map(\.index) == [2, 3])
    }
}
