import CSheafProvider
import Glibc
import Testing

/// Ink and pictures on a page, and the layout of text that flows.
@Suite struct LooksTests {
    private let provider: TestProvider

    init() throws {
        provider = try TestProvider("sheaf-mupdf")
    }

    // MARK: Ink and pictures

    @Test func inkIsWhatIsNotWhite() throws {
        // A white rectangle under everything is paper, and so is what a scanner makes of white.
        let document = try provider.open(
            Documents.pdf(content: "1 g 0 0 200 100 re f 0.97 g 0 0 50 50 re f 0 g 40 30 20 10 re f 100 80 5 5 re f"))
        let ink = try #require(try document.ink(0))
        // Of a drawing in which a pixel is 0.4 points wide; from the top.
        for (found, expected) in zip(ink, [40, 15, 105, 70] as [Float]) { #expect(abs(found - expected) <= 0.8) }
        #expect(try provider.open(Documents.pdf(content: "")).ink(0) == nil)
        let failure = #expect(throws: TestProvider.Failure.self) { _ = try document.ink(1) }
        #expect(failure?.code == SHEAF_END)
    }

    @Test func inkIsCountedFromTheCornerOfThePage() throws {
        let document = try provider.open(
            Documents.pdf(content: "0 g 120 60 20 10 re f", page: "/CropBox[100 50 200 100]/Rotate 90"))
        // Turned to the right: the page is 50 wide and 100 high.
        let ink = try #require(try document.ink(0))
        for (found, expected) in zip(ink, [10, 20, 20, 40] as [Float]) { #expect(abs(found - expected) <= 0.8) }
    }

    @Test func picturesAreImagesAsFarAsTheyAreSeen() throws {
        let image = """
            9 0 obj <</Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray/Length 3
            /Filter/ASCIIHexDecode>> stream
            80>
            endstream endobj
            8 0 obj <</Type/XObject/Subtype/Image/ImageMask true/Width 1/Height 1/BitsPerComponent 1/Length 3
            /Filter/ASCIIHexDecode>> stream
            80>
            endstream endobj
            """
        let content = """
            q 40 0 0 30 20 10 cm /I Do Q q 100 0 50 50 re W n 200 0 0 100 0 0 cm /I Do Q q 7 0 0 7 0 0 cm /I Do Q
            q 50 0 0 50 0 0 cm /M Do Q q 80 0 0 80 180 60 cm /I Do Q 0 g 0 0 9 9 re f
            """
        let document = try provider.open(
            Documents.pdf(content: content, resources: "<</XObject <</I 9 0 R/M 8 0 R>>>>", objects: image))
        let pictures = try document.pictures(0)
        #expect(pictures.map(\.box) == [[20, 60, 60, 90], [100, 50, 150, 100], [180, 0, 200, 40]])
        #expect(pictures.allSatisfy { $0.kind == SHEAF_ITEM_PICTURE && $0.page == SHEAF_NO_PAGE })
        #expect(try provider.open(Documents.comic(pages: 1)).pictures(0).map(\.box).count == 1)
        #expect(try provider.open(Documents.policy).pictures(20).isEmpty)
    }

    // MARK: Text that is laid out

    private func open(
        _ bytes: [UInt8] = Documents.manual, _ adjust: (inout sheaf_flow) -> Void
    ) throws -> TestDocument {
        var flow = sheaf_flow()
        flow.size = UInt32(MemoryLayout<sheaf_flow>.size)
        flow.margin = -1
        adjust(&flow)
        return try provider.open(bytes, TestRequest(flow: flow))
    }

    @Test func onlyWhatHasNoPagesOfItsOwnIsAsked() throws {
        for (bytes, flows) in [
            (Documents.manual, true), (Documents.page, true),
            (Documents.policy, false),
            (Documents.comic(pages: 2), false), (Documents.xps, false),
        ] {
            let request = TestRequest()
            _ = try provider.open(bytes, request)
            #expect(request.hasAskedForFlow == flows)
        }
    }

    private static func bytes(_ canvas: Canvas) -> [UInt8] {
        Array(UnsafeRawBufferPointer(start: canvas.pixels, count: canvas.stride * canvas.height))
    }

    @Test func linesAreJustifiedWhereThatIsWanted() throws {
        func endsAtTheMargin(_ justify: UInt32) throws -> Int {
            let document = try open { $0.justify = justify }
            let ends = try (20..<30).flatMap { try document.text($0) }.map { Int($0.box[2].rounded()) }
            let margin = try #require(ends.max())
            return ends.count { $0 >= margin - 1 } * 100 / ends.count
        }
        let (yes, no) = (try endsAtTheMargin(SHEAF_JUSTIFY_YES), try endsAtTheMargin(SHEAF_JUSTIFY_NO))
        #expect(yes > 30 && no < 10, "\(yes) \(no)")
    }

    @Test func nothingThatIsWantedChangesNothing() throws {
        let plain = try provider.open(Documents.manual)
        let other = try open { _ in }
        #expect(try plain.count() == other.count())
        #expect(try Self.bytes(plain.rendered(40)) == Self.bytes(other.rendered(40)))
    }

    @Test func positionsAreTheSameHoweverItIsLaidOut() throws {
        let small = try open { $0.font_size = 12 }
        let others = [
            try open { $0.font_size = 20 }, try open { ($0.width, $0.height, $0.columns) = (800, 500, 3) },
            try open { ($0.margin, $0.line_height) = (4, 2) },
        ]
        let pages = try small.count()
        func text(_ document: TestDocument, _ page: Int64) throws -> String {
            try document.text(page).compactMap(\.text).joined().filter { $0.isLetter || $0.isNumber }
        }
        var last: Int64 = -1
        for page in stride(from: 0, to: pages, by: 17) {
            let position = try small.position(page)
            #expect(try position > last && small.page(at: position) == page)
            last = position
            let start = try text(small, page).prefix(1)
            for other in others {
                let there = try other.page(at: position)
                #expect(try other.position(there) <= position)
                if there + 1 < (try other.count()) { #expect(try other.position(there + 1) > position) }
                #expect(try text(other, there).contains(start))
            }
        }
        #expect(throws: TestProvider.Failure.self) { _ = try small.position(pages) }
        #expect(throws: TestProvider.Failure.self) { _ = try small.position(-1) }
        #expect(throws: TestProvider.Failure.self) { _ = try small.page(at: -1) }
        #expect(try small.page(at: .max) == pages - 1)
    }

    /// A document may have thousands of pages, and who reads its beginning does not wait for all of them.
    @Test func aPlaceIsFoundWithoutReadingWhatIsBehindIt() throws {
        let document = try open(Documents.page) { ($0.width, $0.height) = (200, 200) }
        let pages = try document.count()
        #expect(pages > 40)
        let few = { () in
            let request = TestRequest()
            request.cancelAfterLooks = 12
            return request
        }
        let third = try document.position(3, few())
        #expect(third > 0)
        // Further on it goes from where it was, and stops where it is told to.
        #expect(try document.position(pages - 1, few()) == -1)
        #expect(try document.page(at: third, few()) == 3)
        let last = try document.position(pages - 1)
        #expect(try last > third && document.page(at: last) == pages - 1)
        let other = try open(Documents.page) { ($0.width, $0.height) = (200, 200) }
        let places = try [other.page(at: third, few()), other.page(at: last, few())]
        #expect(places == [3, -1])
        #expect(try other.page(at: last) == pages - 1 && other.position(pages - 1) == last)
    }

    @Test func aPageOfTheWebIsLaidOutAsItIsWanted() throws {
        let (small, large) = (
            try open(Documents.page) { $0.font_size = 9 }, try open(Documents.page) { $0.font_size = 18 }
        )
        let (few, many) = (try small.count(), try large.count())
        #expect(few > 3 && many > 2 * few)
        #expect(try small.text(0).first?.text?.hasPrefix("On pages") == true)
        for page in 0..<few {
            let position = try small.position(page)
            let there = try large.page(at: position)
            #expect(try large.position(there) <= position && small.page(at: position) == page)
        }
        let failure = #expect(throws: TestProvider.Failure.self) { _ = try small.metrics(few) }
        #expect(failure?.code == SHEAF_END)
    }

    @Test func columnsStandSideBySide() throws {
        let one = try open { ($0.width, $0.height) = (300, 400) }
        let three = try open { ($0.width, $0.height, $0.columns) = (900, 400, 3) }
        let pages = try one.count()
        #expect(try three.count() == (pages + 2) / 3)
        #expect(try three.metrics(5).width == 900)
        for page: Int64 in [5, 20] {
            let whole = try three.rendered(page)
            let text = try three.text(page)
            var column = 0
            for part in 0..<3 {
                let single = try one.rendered(page * 3 + Int64(part))
                let isSame = (0..<400).allSatisfy { y in
                    memcmp(whole.pixels + y * whole.stride + part * 1_200, single.pixels + y * single.stride, 1_200)
                        == 0
                }
                #expect(isSame, "column \(part) of page \(page)")
                for line in try one.text(page * 3 + Int64(part)) {
                    #expect(text[column].text == line.text)
                    #expect(abs(text[column].box[0] - line.box[0] - Double(part) * 300) < 0.01)
                    column += 1
                }
            }
            #expect(column == text.count)
        }
        // The last page has what is left.
        #expect(try three.rendered((pages + 2) / 3 - 1).width == 900)
        // Links and the table of contents lead to the same text.
        let (singles, triples) = (try one.outline(), try three.outline())
        for (single, triple) in zip(singles, triples) {
            #expect(triple.page == single.page / 3)
            #expect(abs(triple.target[0] - single.target[0] - Double(single.page % 3) * 300) < 0.01)
        }
        let links = try (0..<3).flatMap { try one.links(15 + $0).map { [$0.box[1], $0.box[3]] } }
        #expect(try three.links(5).map { [$0.box[1], $0.box[3]] } == links)
    }

    @Test func fontsAreThoseThatAreWanted() throws {
        func pixels(_ name: String?) throws -> [UInt8] {
            guard let name else { return Self.bytes(try provider.open(Documents.manual).rendered(40)) }
            return try name.withCString { name in
                Self.bytes(try open { $0.font_family = UnsafePointer(name) }.rendered(40))
            }
        }
        let plain = try pixels(nil)
        let sans = try pixels("sans-serif")
        #expect(try pixels("serif") == plain && sans != plain)
        // Names that would say more than a name are none.
        for name in ["x\"}*{color:#f00", "a;b", "a{", "\\", "a<b", ""] { #expect(try pixels(name) == plain, "\(name)") }
    }
}
