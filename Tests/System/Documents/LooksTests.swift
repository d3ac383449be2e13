import Foundation
import Glibc
import SheafInterface
import SheafOS
import TestSupport
import Testing
import Varlink

/// Pages in other colours, without their margins, and laid out in another way.
@Suite struct LooksTests {
    private typealias Looks = ReaderInterface.Looks
    private typealias Pixel = (b: Int, g: Int, r: Int)

    // MARK: Colours

    /// Returns a pixel in other colours of ink and paper, by the formula of docs/protocol.md.
    private static func toned(_ pixel: Pixel, ink: Pixel, paper: Pixel) -> Pixel {
        let luma = (29 * pixel.b + 150 * pixel.g + 77 * pixel.r + 128) / 256
        func channel(_ value: Int, _ ink: Int, _ paper: Int) -> Int {
            let grey = (Double(ink * (255 - luma) + paper * luma) / 255).rounded(.toNearestOrAwayFromZero)
            return min(max(Int(grey) + value - luma, 0), 255)
        }
        return (
            channel(pixel.b, ink.b, paper.b), channel(pixel.g, ink.g, paper.g), channel(pixel.r, ink.r, paper.r)
        )
    }

    private static func expected(_ pixel: Pixel, on paper: ReaderInterface.Paper) -> Pixel {
        switch paper {
        case .day: pixel
        case .sepia: toned(pixel, ink: (0x36, 0x46, 0x5b), paper: (0xd8, 0xec, 0xf4))
        case .night: toned(pixel, ink: (0xd8, 0xd8, 0xd8), paper: (0x12, 0x12, 0x12))
        case .inverted: (255 - pixel.b, 255 - pixel.g, 255 - pixel.r)
        }
    }

    /// How many pixels are not what they should be.
    ///
    /// - Parameter isPicture: whether a pixel belongs to a picture.
    private static func differences(
        _ page: HandedPage, from plain: HandedPage, on paper: ReaderInterface.Paper,
        isPicture: (_ x: Int, _ y: Int) -> Bool = { _, _ in false }
    ) -> Int {
        guard page.page.width == plain.page.width, page.page.height == plain.page.height else { return .max }
        var known: [UInt32: Pixel] = [:]
        var wrong = 0
        for y in 0..<page.page.height {
            for x in 0..<page.page.width {
                let (at, from) = (y * page.page.stride + 4 * x, y * plain.page.stride + 4 * x)
                let before = (Int(plain.bytes[from]), Int(plain.bytes[from + 1]), Int(plain.bytes[from + 2]))
                let isLeft = paper == .night && isPicture(x, y)
                let key = UInt32(before.0 | before.1 << 8 | before.2 << 16) | (isLeft ? 1 << 24 : 0)
                let wanted = known[key] ?? (isLeft ? before : expected(before, on: paper))
                known[key] = wanted
                if (Int(page.bytes[at]), Int(page.bytes[at + 1]), Int(page.bytes[at + 2])) != wanted { wrong += 1 }
            }
        }
        return wrong
    }

    private static let papers = [ReaderInterface.Paper.sepia, .night, .inverted]

    @Test(arguments: papers) func colorsAreThoseOfTheFormula(paper: ReaderInterface.Paper) throws {
        let service = try RunningService()
        let plain = try TestReader(service, Documents.policy.get())
        let other = try TestReader(service, Documents.policy.get(), looks: .init(paper: paper))
        #expect(other.opened.looks.paper == paper && other.opened.document == plain.opened.document)
        for index in [0, 12, 60, 120] {
            let (page, before) = (try other.page(index), try plain.page(index))
            #expect(Self.differences(page, from: before, on: paper) == 0)
            #expect(page.bytes != before.bytes)
        }
        // A part of it, and as a file.
        let region = ReaderInterface.Region(x: 37, y: 91, width: 211, height: 113)
        let (part, before) = (try other.page(12, region: region), try plain.page(12, region: region))
        #expect(Self.differences(part, from: before, on: paper) == 0)
        for reader in [plain, other] { try reader.close() }
    }

    @Test(arguments: [0, 90, 180, 270]) func picturesStayAsTheyAreAtNight(rotation: Int) throws {
        let service = try RunningService(providers: ["sheaf-pattern"])
        let path = try service.pattern(
            "pages = 3\nwidth = 200\nheight = 300\nfill = gradient\npicture = 25 50 50 25\ntext = some words\nlinks = on"
        )
        let viewport = ReaderInterface.Viewport(width: 400, height: 400, fit: .scale, scale: 1.25, rotation: rotation)
        let plain = try TestReader(service, path, viewport: viewport)
        let night = try TestReader(service, path, viewport: viewport, looks: .init(paper: .night))
        let (page, before) = (try night.page(1), try plain.page(1))
        // Of the upright page, 250 by 375 pixels: each edge at the nearest pixel.
        let (left, top, right, bottom) = (63, 188, 188, 281)
        func isPicture(_ x: Int, _ y: Int) -> Bool {
            let (column, row) =
                switch rotation {
                case 90: (y, 374 - x)
                case 180: (249 - x, 374 - y)
                case 270: (249 - y, x)
                default: (x, y)
                }
            return (left..<right).contains(column) && (top..<bottom).contains(row)
        }
        #expect(Self.differences(page, from: before, on: .night, isPicture: isPicture) <= 2 * (125 + 93))
        #expect(Self.differences(page, from: before, on: .night) > 100 * 80)
        // A part of it is what it is of the whole.
        let region = ReaderInterface.Region(x: 100, y: 90, width: 90, height: 100)
        let part = try night.page(1, region: region)
        for y in 0..<region.height {
            let whole = (y + region.y) * page.page.stride + 4 * region.x
            let cut = y * part.page.stride
            #expect(
                page.bytes[whole..<whole + 4 * region.width].elementsEqual(part.bytes[cut..<cut + 4 * region.width]))
        }
    }

    /// A picture is left where most of it is no paper: a scan and a drawing are toned with the page.
    @Test func scansArePaperAtNight() throws {
        let service = try RunningService(providers: ["sheaf-mupdf", "sheaf-epub"])
        func pdf(_ name: String, _ grey: String) throws -> String {
            // An image of two by two pixels over half of the page.
            try service.file(
                name,
                Data(
                    """
                    %PDF-1.7
                    1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
                    2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
                    3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 4 0 R/Resources <</XObject <</I 5 0 R>>>>>> endobj
                    4 0 obj <</Length 28>> stream
                    100 0 0 100 0 0 cm /I Do    
                    endstream endobj
                    5 0 obj <</Type/XObject/Subtype/Image/Width 2/Height 2/BitsPerComponent 8/ColorSpace/DeviceGray/Length 8
                    /Filter/ASCIIHexDecode>> stream
                    \(grey)
                    endstream endobj
                    trailer <</Root 1 0 R>>
                    %%EOF

                    """.utf8))
        }
        for (name, grey, isLeft) in [("photo.pdf", "40608050", true), ("scan.pdf", "ffffff00", false)] {
            let path = try pdf(name, grey)
            let plain = try TestReader(service, path, width: 200, height: 100)
            let night = try TestReader(service, path, width: 200, height: 100, looks: .init(paper: .night))
            let (page, before) = (try night.page(0), try plain.page(0))
            let wrong = Self.differences(page, from: before, on: .night) { x, _ in isLeft && x < 100 }
            #expect(wrong == 0, "\(name)")
        }
    }

    /// A page that is dark by itself, as slides are, is for the night already; one with a dark part is not.
    @Test func aPageOnDarkPaperStaysAsItIsAtNight() throws {
        let service = try RunningService(providers: ["sheaf-mupdf", "sheaf-epub"])
        for (name, drawing, isLeft) in [
            ("slide.pdf", "0.1 0.1 0.3 rg 0 0 200 100 re f 1 g 20 20 90 20 re f ", true),
            ("banner.pdf", "0 g 0 60 200 40 re f 1 g 20 70 90 20 re f 0 g 9 9 99 9 re f", false),
        ] {
            let path = try service.file(
                name,
                Data(
                    """
                    %PDF-1.7
                    1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
                    2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
                    3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 4 0 R/Resources <<>>>> endobj
                    4 0 obj <</Length \(drawing.utf8.count)>> stream
                    \(drawing)
                    endstream endobj
                    trailer <</Root 1 0 R>>
                    %%EOF

                    """.utf8))
            let plain = try TestReader(service, path, width: 400, height: 200)
            let night = try TestReader(service, path, width: 400, height: 200, looks: .init(paper: .night))
            #expect(
                Self.differences(try night.page(0), from: try plain.page(0), on: .night) { _, _ in isLeft } == 0,
                "\(name)")
            // Also of a part that is light by itself.
            let region = ReaderInterface.Region(x: 40, y: 120, width: 100, height: 40)
            let part = try night.page(0, region: region)
            let isWhite = part.bytes[4 * 50] == 0xff
            #expect(isWhite == isLeft, "\(name)")
        }
    }

    @Test func aPhotoStaysAsItIsAndAScannedPageDoesNot() throws {
        let service = try RunningService(providers: ["sheaf-images", "sheaf-pattern", "sheaf-mupdf", "sheaf-epub"])
        let photo = try service.pattern("pages = 1\nwidth = 90\nheight = 120\npicture = 0 0 100 100")
        for (path, isLeft) in [(photo, true), (try Documents.policy.get(), false)] {
            let drawn = try TestReader(service, path, width: 90, height: 120)
            let png = try drawn.page(0, format: .png)
            let image = try service.file("page.png", Data(png.bytes.prefix(png.page.size)))
            let plain = try TestReader(service, image, width: 90, height: 120)
            let night = try TestReader(service, image, width: 90, height: 120, looks: .init(paper: .night))
            #expect(plain.opened.document.provider == "images")
            let wrong = Self.differences(try night.page(0), from: try plain.page(0), on: .night) { _, _ in isLeft }
            #expect(wrong == 0, "\(path)")
        }
    }

    @Test func otherColorsAreOtherPagesOfTheSameDocument() throws {
        let service = try RunningService(configuration: "[Cache]\nReadAhead=0\n")
        let path = try service.pattern("pages = 9\nwidth = 300\nheight = 400\nfill = gradient")
        let viewer = try Viewer(service, path, viewport: .init(width: 300, height: 400), handover: .descriptor)
        let first = try viewer.page()
        _ = try viewer.told()
        let looks = { (paper: ReaderInterface.Paper) in
            try viewer.client.call(
                ReaderInterface.SetLooks.self, .init(reader: viewer.id, looks: .init(paper: paper))
            ).parameters.state
        }
        let state = try looks(.night)
        #expect(state.looks.paper == .night && state.document == viewer.opened.document && state.transition == 0)
        let dark = try viewer.pages { $0.origin != .standIn && $0.origin != .thumbnail }.first
        #expect(Self.differences(dark, from: first, on: .night) == 0)
        // Nothing bright comes before it, and it was not turned.
        let told = try viewer.told()
        #expect(told.allSatisfy { $0.appearance == nil && ($0.page.map { $0.origin != .thumbnail } ?? true) })
        // Both are in the cache.
        #expect(try looks(.day).looks.paper == .day)
        #expect(try viewer.pages(at: 0).first.page.origin == .cached)
        let cached = try #require(try service.connect().cache(list: true).pages)
        #expect(cached.filter { $0.index == 0 }.map(\.paper).sorted { $0.rawValue < $1.rawValue } == [.day, .night])
    }

    // MARK: Margins

    /// Returns the place of a cut page on the whole page, in pixels; nil where it is nowhere on it.
    private static func origin(of page: HandedPage, in whole: HandedPage) -> (x: Int, y: Int)? {
        guard page.page.width <= whole.page.width, page.page.height <= whole.page.height else { return nil }
        let bytes = 4 * page.page.width
        for y in 0...whole.page.height - page.page.height {
            candidates: for x in 0...whole.page.width - page.page.width {
                for row in 0..<page.page.height {
                    let (cut, all) = (row * page.page.stride, (row + y) * whole.page.stride + 4 * x)
                    let isSame = page.bytes.withUnsafeBytes { cutBytes in
                        whole.bytes.withUnsafeBytes { wholeBytes in
                            guard let cutStart = cutBytes.baseAddress, let start = wholeBytes.baseAddress else {
                                return false
                            }
                            return memcmp(cutStart + cut, start + all, bytes) == 0
                        }
                    }
                    if !isSame { continue candidates }
                }
                return (x, y)
            }
        }
        return nil
    }

    /// Returns the box of all that is not white on a page, in pixels; nil of a white page.
    private static func ink(of page: HandedPage) -> (left: Int, top: Int, right: Int, bottom: Int)? {
        var (left, top, right, bottom) = (Int.max, Int.max, -1, -1)
        for y in 0..<page.page.height {
            for x in 0..<page.page.width {
                let at = y * page.page.stride + 4 * x
                if page.bytes[at] < 240 || page.bytes[at + 1] < 240 || page.bytes[at + 2] < 240 {
                    (left, top, right, bottom) = (min(left, x), min(top, y), max(right, x), max(bottom, y))
                }
            }
        }
        return right < 0 ? nil : (left, top, right, bottom)
    }

    @Test func marginsAreCutOffEachPage() throws {
        let service = try RunningService()
        let viewport = ReaderInterface.Viewport(width: 600, height: 800, fit: .scale, scale: 1)
        let plain = try TestReader(service, Documents.policy.get(), viewport: viewport)
        let trimmed = try TestReader(service, Documents.policy.get(), viewport: viewport, looks: .init(trim: .page))
        #expect(trimmed.opened.document.document != plain.opened.document.document)
        for index in [0, 3, 12, 77, 150] {
            let (page, whole) = (try trimmed.page(index), try plain.page(index))
            let ink = try #require(Self.ink(of: whole))
            let origin = try #require(Self.origin(of: page, in: whole), "page \(index) is no part of the whole one")
            // All of the ink is there, with 6 points around it, or up to the edge; and the pixels in which it was looked for.
            for (side, edge) in [
                (origin.x, ink.left), (origin.y, ink.top), (ink.right, origin.x + page.page.width - 1),
                (ink.bottom, origin.y + page.page.height - 1),
            ] { #expect((3...10).contains(edge - side), "page \(index): \(origin), \(ink), \(page.page)") }
        }
        // What is on the page has moved with it.
        let (words, before) = (try trimmed.text(index: 12).runs, try plain.text(index: 12).runs)
        #expect(words.map(\.text) == before.map(\.text) && !words.isEmpty)
        let origin = try #require(Self.origin(of: trimmed.page(12), in: plain.page(12)))
        for (word, old) in zip(words, before) {
            #expect(abs(word.place.box.x0 + Double(origin.x) - old.place.box.x0) <= 0.51)
            #expect(abs(word.place.box.y1 + Double(origin.y) - old.place.box.y1) <= 0.51)
        }
        let link = try #require(plain.links(index: 2).links.first)
        #expect(try trimmed.links(index: 2).links.first?.target?.index == link.target?.index)
    }

    @Test func theSameMarginsAreCutOffAllPages() throws {
        let service = try RunningService(providers: ["sheaf-mupdf", "sheaf-epub"])
        // Ink at other places on each page, and once in the margin.
        let boxes = ["60 60 40 30", "120 70 30 50", "70 100 90 20", "2 3 5 5"]
        let pages = boxes.enumerated().map { number, box in
            let content = "0 g \(box) re f"
            return """
                \(10 + number) 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents \(20 + number) 0 R>> endobj
                \(20 + number) 0 obj <</Length \(content.utf8.count)>> stream
                \(content)
                endstream endobj
                """
        }
        let kids = Array(repeating: ["10 0 R", "11 0 R", "12 0 R"], count: 40).flatMap { $0 } + ["13 0 R"]
        let path = try service.file(
            "margins.pdf",
            Data(
                """
                %PDF-1.7
                1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
                2 0 obj <</Type/Pages/Kids[\(kids.joined(separator: " "))]/Count \(kids.count)>> endobj
                \(pages.joined(separator: "\n"))
                trailer <</Root 1 0 R>>
                %%EOF

                """.utf8))
        let viewport = ReaderInterface.Viewport(width: 300, height: 300, fit: .scale, scale: 1)
        let plain = try TestReader(service, path, viewport: viewport)
        let trimmed = try TestReader(service, path, viewport: viewport, looks: .init(trim: .document))
        var sizes: Set<[Int]> = []
        for index in 0..<6 {
            let page = try trimmed.page(index)
            sizes.insert([page.page.width, page.page.height])
            #expect(Self.origin(of: page, in: try plain.page(index)) != nil)
        }
        // From 60 to 160 across and from 60 to 120 up, with what is left of the margin.
        let size = try #require(sizes.first)
        #expect(sizes.count == 1 && (110...116).contains(size[0]) && (70...76).contains(size[1]), "\(sizes)")
        // Nothing is cut off a page that has more.
        let last = try trimmed.page(120)
        #expect(last.page.width > 160 && last.page.height > 110)
        #expect(Self.origin(of: last, in: try plain.page(120)) != nil)
    }

    @Test func aBlankPageKeepsItsMargins() throws {
        let service = try RunningService(providers: ["sheaf-mupdf", "sheaf-epub"])
        let path = try service.file(
            "blank.pdf",
            Data(
                """
                %PDF-1.7
                1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
                2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
                3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 90 50]>> endobj
                trailer <</Root 1 0 R>>
                %%EOF

                """.utf8))
        for trim in [ReaderInterface.Trim.page, .document] {
            let reader = try TestReader(service, path, width: 90, height: 50, looks: .init(trim: trim))
            let page = try reader.page(0).page
            #expect(page.width == 90 && page.height == 50)
        }
    }

    // MARK: Text that is laid out

    /// The first words of the page that a reader is on.
    private static func words(_ reader: TestReader) throws -> String {
        let text = try reader.text().runs.map(\.text).joined(separator: " ")
        return text.split { !$0.isLetter && !$0.isNumber }.prefix(6).joined(separator: " ")
    }

    /// Returns the text of the page, however its lines are broken.
    private static func text(_ reader: TestReader) throws -> String {
        try reader.text().runs.map(\.text).joined().filter { $0.isLetter || $0.isNumber }
    }

    @Test func aReaderStaysWhereItReads() throws {
        let service = try RunningService(
            configuration: "[Cache]\nReadAhead=0\n", providers: ["sheaf-mupdf", "sheaf-epub"])
        let size = { Looks(flow: .init(fontSize: $0)) }
        let reader = try TestReader(service, Documents.policyEPUB, width: 60, height: 80, looks: size(12))
        // They keep both documents open.
        let others = try [12.0, 20].map {
            try TestReader(service, Documents.policyEPUB, width: 60, height: 80, looks: size($0))
        }
        for one in others + [reader] { try eventually { try one.state().document.count.kind == .exact } }
        let pages = try reader.state().document.count.pages
        #expect(reader.opened.document.flows == true && pages > 200)
        for place in 0..<50 {
            try reader.navigate(.init(index: place * (pages - 1) / 49), handover: .some(.none))
            let (index, words, text) = (
                try reader.state().location?.index, try Self.words(reader), try Self.text(reader)
            )
            let large = try reader.look(size(20))
            #expect(large.document.count.pages > pages * 2 && large.looks == size(20).whole)
            // What was read first is on the page, or the beginning of it at its end.
            let found = try Self.text(reader)
            let start = (1...12).map { String(text.prefix($0)) }
            #expect(
                found.contains(start[11]) || start.contains { found.hasSuffix($0) }, "place \(place): \(start[11])")
            let again = try reader.look(size(12))
            #expect(again.location?.index == index && again.document.count.pages == pages)
            #expect(try Self.words(reader) == words, "place \(place)")
        }
        withExtendedLifetime(others) {}
    }

    @Test func whatIsSetIsSeen() throws {
        let service = try RunningService(providers: ["sheaf-mupdf", "sheaf-epub"])
        let reader = try TestReader(service, Documents.policyEPUB, width: 600, height: 800)
        try reader.navigate(.init(index: 40), handover: .some(.none))
        let before = try reader.text().runs.map(\.place.box)
        // Wider lines, further apart, begin nearer to the edge.
        let flow = ReaderInterface.TextFlow(
            width: 800, height: 600, fontSize: 11, fontFamily: "sans-serif", lineHeight: 2, margin: 10)
        let state = try reader.look(.init(flow: flow))
        #expect(state.looks.flow == flow)
        let page = try reader.page().page
        #expect(page.width == 600 && page.height == 450)
        let after = try reader.text().runs.map(\.place.box)
        func step(_ boxes: [DocumentInterface.Box]) -> Double {
            zip(boxes.dropFirst(4), boxes.dropFirst(5)).map { $1.y0 - $0.y0 }.min() ?? 0
        }
        #expect(step(after) > 1.3 * step(before))
        #expect(after.map(\.x0).min() ?? 99 < 12 && after.map(\.x1).max() ?? 0 > 600)
        // Two columns share the page; links and text are where they are seen.
        var columns = flow
        columns.columns = 2
        try reader.look(.init(flow: columns))
        let both = try reader.text().runs.map(\.place.box)
        #expect(both.contains { $0.x1 < 400 } && both.contains { $0.x0 > 400 })
        #expect(both.allSatisfy { $0.x1 < 401 || $0.x0 > 399 })
        // Until its chapters are counted, a link may lead past the pages that are known.
        try eventually { try reader.state().document.count.kind == .exact }
        let pages = try reader.state().document.count.pages
        for index in 0..<min(pages, 60) {
            for link in try reader.links(index: index).links {
                #expect(link.place.box.x1 < 401 || link.place.box.x0 > 399)
                if let target = link.target?.index { #expect((0..<pages).contains(target)) }
            }
        }
    }

    @Test func otherLooksAreOtherDocuments() throws {
        let service = try RunningService(providers: ["sheaf-pattern", "sheaf-mupdf", "sheaf-epub"])
        let path = try service.pattern("pages = 40\nwidth = 60\nheight = 80\nflows = on")
        let large = Looks(flow: .init(fontSize: 24))
        let first = try TestReader(service, path, width: 60, height: 80)
        let second = try TestReader(service, path, width: 60, height: 80, looks: large)
        #expect(first.opened.document.document != second.opened.document.document)
        #expect(first.opened.document.count.pages == 40 && second.opened.document.count.pages == 160)
        // Who looks at the list sees which is which.
        let looks = try service.connect().call(ManagerInterface.ListDocuments.self, .init()).parameters.documents
            .map(\.looks)
        #expect(looks == [nil, .init(trim: .no, flow: .init(fontSize: 24), ordered: false)])
        // Who wants the same has the same.
        try first.navigate(.init(index: 7), handover: .some(.none))
        let state = try first.look(large)
        #expect(state.document.document == second.opened.document.document && state.location?.index == 28)
        #expect(try service.connect().status().documents == 1)
        // To a document with pages of its own it makes no difference.
        let fixed = try TestReader(service, Documents.policy.get())
        #expect(fixed.opened.document.flows == nil)
        #expect(try fixed.look(large).document == fixed.opened.document)
        #expect(
            try TestReader(service, Documents.policy.get(), looks: large).opened.document.document
                == fixed.opened.document.document)
        #expect(try service.connect().status().documents == 2)
        for reader in [first, second, fixed] { try reader.close() }
    }

    @Test func aWatchIsToldAndHistoryGoesAlong() throws {
        let service = try RunningService(configuration: "[Cache]\nReadAhead=0\n", providers: ["sheaf-pattern"])
        let path = try service.pattern("pages = 40\nwidth = 60\nheight = 80\nflows = on")
        let viewer = try Viewer(service, path)
        try viewer.turn(.init(index: 10))
        _ = try viewer.pages(at: 10)
        _ = try viewer.told()
        let state = try viewer.client.call(
            ReaderInterface.SetLooks.self, .init(reader: viewer.id, looks: .init(flow: .init(fontSize: 24)))
        ).parameters.state
        #expect(state.location?.index == 40 && state.phase == .rest)
        _ = try viewer.pages(at: 40)
        let told = try viewer.told()
        #expect(told.compactMap(\.document).map(\.document.count.pages) == [160])
        #expect(Viewer.events(in: told) == "WA40 WD10 DA40 DD10")
        #expect(told.contains { $0.state?.looks.flow?.fontSize == 24 })
        try viewer.turn(.init(history: .back))
        #expect(try viewer.client.state(of: viewer.id).location?.index == 0)
        try viewer.turn(.init(history: .forward))
        #expect(try viewer.client.state(of: viewer.id).location?.index == 40)
    }

    @Test func historyGoesThroughAnyNumberOfLooks() throws {
        let service = try RunningService(configuration: "[Cache]\nReadAhead=0\n", providers: ["sheaf-pattern"])
        let path = try service.pattern("pages = 40\nwidth = 60\nheight = 80\nflows = on")
        let reader = try TestReader(service, path, width: 60, height: 80)
        for index in [5, 12, 30] { try reader.jump(.init(index: index)) }
        for size in [24.0, 48, 24, 12] { try reader.look(.init(flow: .init(fontSize: size))) }
        let history = try reader.client.call(ReaderInterface.GetHistory.self, .init(reader: reader.id)).parameters
        #expect(history.back.map(\.index) == [12, 5, 0] && history.back.map(\.page) == [12, 5, 0])
        #expect(try reader.state().location?.index == 30)
        for index in [12, 5, 0] { #expect(try reader.jump(.init(history: .back)).location.index == index) }
    }

    /// A manual reader whose pages are laid out anew forgets those that its viewer has reported: the viewer reports
    /// anew what it shows.
    @Test func aManualReaderForgetsWhatItHasShown() throws {
        let service = try RunningService(configuration: "[Cache]\nReadAhead=0\n", providers: ["sheaf-pattern"])
        let path = try service.pattern("pages = 40\nwidth = 60\nheight = 80\nflows = on")
        let reader = try TestReader(service, path, width: 60, height: 80, manual: true)
        let watching = try Watching(reader, on: service)
        func report(_ index: Int, _ event: ReaderInterface.AppearanceStep) throws {
            _ = try reader.client.call(
                ReaderInterface.ReportAppearance.self, .init(reader: reader.id, index: index, event: event))
        }
        try report(10, .willAppear)
        try report(10, .didAppear)
        #expect(try reader.state().location?.index == 10)
        try reader.look(.init(flow: .init(fontSize: 24)))
        try watching.wait { $0.document }
        #expect(watching.told.compactMap(\.appearance).suffix(2).map(\.event) == [.willDisappear, .didDisappear])
        try report(40, .willAppear)
        #expect(try reader.page(40).page.page == 40)
    }

    /// Two variants of a file that become one count a reader once.
    @Test func documentsAreClosedWithTheirLastReader() throws {
        let service = try RunningService(providers: ["sheaf-pattern"])
        let path = try service.pattern("pages = 9\nwidth = 60\nheight = 80")
        let first = try TestReader(service, path, width: 60, height: 80)
        let name = first.opened.document.document
        let crossed = try TestReader(
            service, path, width: 60, height: 80, looks: .init(trim: .page),
            axes: [.init(axis: .horizontal), .init(axis: .vertical, document: name)])
        #expect(try service.connect().status().documents == 2)
        for trim in [ReaderInterface.Trim.document, .no, .page, .page, .no] {
            let state = try crossed.look(.init(trim: trim))
            #expect(Set(state.axes.map(\.document.document)).count == 1)
        }
        for paper in [ReaderInterface.Paper.night, .day] { try crossed.look(.init(paper: paper)) }
        try first.close()
        #expect(try service.connect().status().documents == 1)
        try crossed.close()
        #expect(try service.connect().status().documents == 0)
    }

    @Test func aFictionBookIsLaidOutToo() throws {
        let service = try RunningService(providers: ["sheaf-fictionbook"])
        let words = (0..<400).map { "word\($0)" }.joined(separator: " ")
        let path = try service.file(
            "book.fb2",
            Data(
                """
                <?xml version="1.0" encoding="UTF-8"?>
                <FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0"><body><section><p>\(words)</p></section></body>
                </FictionBook>
                """.utf8))
        let plain = try TestReader(service, path)
        let wide = try TestReader(service, path, looks: .init(flow: .init(lineHeight: 3, margin: 0)))
        func boxes(_ reader: TestReader) throws -> [DocumentInterface.Box] { try reader.text().runs.map(\.place.box) }
        let (before, after) = (try boxes(plain), try boxes(wide))
        #expect((after.map(\.x0).min() ?? 99) < 2 && (before.map(\.x0).min() ?? 0) > 10)
        #expect(after[1].y0 - after[0].y0 > 2 * (before[1].y0 - before[0].y0))
        #expect(wide.opened.document.count.pages > plain.opened.document.count.pages)
    }

    /// Layouts of one book share a host: what is laid out late is laid out as its own document is to be.
    @Test func variantsAreLaidOutBesideEachOther() throws {
        let service = try RunningService(
            configuration: "[Cache]\nReadAhead=0\n", providers: ["sheaf-epub"])
        let looks = [Looks(flow: .init(margin: 4)), Looks(flow: .init(fontFamily: "sans-serif", lineHeight: 2.5))]
        let readers = try looks.map { try TestReader(service, Documents.policyEPUB, looks: $0) }
        for reader in readers { try reader.navigate(.init(index: 40), handover: .some(.none)) }
        // Turn about, page after page and what leads from it, while little is kept of either.
        var texts: [[[String]]] = [[], []]
        for page in 40..<46 {
            for (number, reader) in readers.enumerated() {
                _ = try reader.links(index: page)
                texts[number].append(try reader.text(index: page).runs.map(\.text))
            }
        }
        for reader in readers { try reader.close() }
        for (number, look) in looks.enumerated() {
            let alone = try RunningService(providers: ["sheaf-epub"])
            let reader = try TestReader(alone, Documents.policyEPUB, looks: look)
            for page in 40..<46 { #expect(try reader.text(index: page).runs.map(\.text) == texts[number][page - 40]) }
        }
    }

    @Test func aSearchEndsAndAPartIsNotLaidOutAnew() throws {
        let service = try RunningService(providers: ["sheaf-pattern"])
        let path = try service.pattern("pages = 4000\nwidth = 60\nheight = 80\nflows = on\ntext = words")
        let reader = try TestReader(service, path, width: 60, height: 80)
        let search = try service.connect()
        try search.send(
            DocumentInterface.Search.self, .init(reader: reader.id, needle: "nowhere to be found"), flags: .more)
        try reader.look(.init(flow: .init(fontSize: 6)))
        do {
            while try search.receive(DocumentInterface.Search.self).continues {}
            Issue.record("the search went on to its end")
        } catch VarlinkCallError<DocumentInterface.Failure>.failed(.superseded) {}
        let part = try TestReader(service, path, width: 60, height: 80, axes: [.init(axis: .horizontal, first: 3)])
        guard case .invalidLooks(field: "flow", _) = try failure(of: { try part.look(.init(flow: .init(fontSize: 6))) })
        else { throw TestFailure("a part is laid out anew") }
        try part.look(.init(paper: .night, trim: .page))
    }

    @Test(
        arguments: [
            Case("width", .init(width: 71)), Case("width", .init(width: 7_201)), Case("height", .init(height: -1)),
            Case("fontSize", .init(fontSize: 3.9)), Case("fontSize", .init(fontSize: 145)),
            Case("lineHeight", .init(lineHeight: 0)), Case("lineHeight", .init(lineHeight: 4.1)),
            Case("margin", .init(margin: -0.1)), Case("margin", .init(margin: 721)),
            Case("columns", .init(columns: 0)), Case("columns", .init(columns: 5)),
            Case("fontFamily", .init(fontFamily: "")), Case("fontFamily", .init(fontFamily: "a\"}*{color:red")),
            Case("fontFamily", .init(fontFamily: String(repeating: "f", count: 129))),
        ] as [Case<ReaderInterface.TextFlow>])
    func whatIsOutOfRangeIsRefused(flow: Case<ReaderInterface.TextFlow>) throws {
        let service = try RunningService(providers: ["sheaf-pattern"])
        let path = try service.pattern("flows = on")
        let reader = try TestReader(service, path)
        for attempt in [
            { _ = try reader.look(.init(flow: flow.value)) },
            { _ = try TestReader(service, path, looks: .init(flow: flow.value)) },
        ] {
            guard case .invalidLooks(let field, _) = try failure(of: attempt) else {
                throw TestFailure("\(flow.value) is taken")
            }
            #expect(field == flow.testDescription)
        }
        #expect(try reader.state().looks == Looks().whole)
    }

    @Test func theEndsOfAllRangesAreTaken() throws {
        let service = try RunningService(providers: ["sheaf-mupdf", "sheaf-epub"])
        let reader = try TestReader(service, Documents.policyEPUB)
        for flow in [
            ReaderInterface.TextFlow(
                width: 72, height: 72, fontSize: 4, fontFamily: "f", lineHeight: 0.8, margin: 0, columns: 1),
            .init(
                width: 7_200, height: 7_200, fontSize: 144, fontFamily: String(repeating: "f", count: 128),
                lineHeight: 4,
                margin: 720, columns: 4),
        ] {
            #expect(try reader.look(.init(flow: flow)).looks.flow == flow)
            #expect(try reader.page().page.width > 0)
        }
        // A margin that leaves nothing of a page.
        _ = try reader.look(.init(flow: .init(width: 100, height: 100, margin: 720)))
        #expect(try reader.page().page.width > 0)
    }
}

extension ReaderInterface.Looks {
    /// The looks as the service reports them, with defaults in place of what is left out.
    var whole: Self { .init(paper: paper ?? .day, trim: trim ?? .no, flow: flow) }
}
