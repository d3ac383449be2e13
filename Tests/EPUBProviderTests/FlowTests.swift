import CSheafProvider
import Glibc
import ProviderTestHost
import Testing

/// Books whose text flows: pages, positions, and the musts of a page of prose.
@Suite struct FlowTests {
    private static let words = (0..<3000).map { "w\($0)" }.joined(separator: " ")

    /// A book with a chapter for each body, laid out and counted.
    private func open(
        _ bodies: [String], head: String = "", width: Double = 200, height: Double = 300, size: Double = 10,
        justify: UInt32 = 0, columns: UInt32 = 0, styles: UInt32 = 0, language: String? = "en"
    ) throws -> TestDocument {
        var book = Book()
        book.metadata = language.map { "<dc:language>\($0)</dc:language>" } ?? ""
        for (index, body) in bodies.enumerated() {
            book.add("OEBPS/c\(index).xhtml", Book.page(body, head: head))
            book.declare("c\(index)", "c\(index).xhtml")
        }
        let flow = sheaf_flow(
            size: UInt32(MemoryLayout<sheaf_flow>.size), columns: columns, width: width, height: height,
            font_size: size, line_height: 0, margin: 20, font_family: nil, justify: justify, unwrap: 0, encoding: nil,
            styles: styles, reserved: 0)
        let document = try Books.host().open(TestSource(bytes: book.bytes), TestRequest(flow: flow))
        while try document.count().kind == SHEAF_COUNTING {}
        return document
    }

    private func words(_ document: TestDocument, _ page: Int64) throws -> [String] {
        try document.lines(page).joined().split(whereSeparator: \.isWhitespace).map(String.init)
    }

    @Test func everyWordIsOnOnePage() throws {
        let document = try open(["<p>\(Self.words)</p>", "<h1>Two</h1><p>\(Self.words)</p>"])
        let pages = try document.count().pages
        #expect(pages > 20)
        let all = try (0..<pages).flatMap { try words(document, $0) }
        #expect(
            all == Self.words.split(separator: " ").map(String.init) + ["Two"]
                + Self.words.split(separator: " ").map(String.init))
        for page in 0..<pages { #expect(try document.size(page) == [200, 300]) }
        #expect(throws: Refusal(code: SHEAF_END, text: nil)) { try document.lines(pages) }
    }

    @Test func nothingLiesBesideThePaper() throws {
        let document = try open(["<p>\(Self.words)</p>"], columns: 2)
        for page in 0..<3 as Range<Int64> {
            for item in try document.text(page) {
                #expect(item.box[0] >= 19 && item.box[2] <= 181 && item.box[1] >= 19 && item.box[3] <= 281)
            }
        }
        let columns = try Set(document.text(0).map { $0.box[0] < 100 })
        #expect(columns == [true, false])
    }

    @Test func positionsAreTheSameInEveryLayout() throws {
        let bodies = ["<p>\(Self.words)</p>", "<p>Second \(Self.words)</p>"]
        let small = try open(bodies), large = try open(bodies, width: 400, height: 500, size: 14)
        for document in [small, large] {
            for page in 0..<(try document.count().pages) {
                #expect(try document.page(at: document.position(page)) == page)
                let item = try #require(document.text(page).first)
                #expect(try item.positions.first == document.position(page))
            }
        }
        let page: Int64 = 30
        let found = try large.page(at: small.position(page))
        #expect(try words(large, found).contains(words(small, page)[0]))
    }

    @Test func aNumberBesideTheTextStaysWhole() throws {
        for content in ["1234", "<span style=\"display:block\">1234</span>"] {
            let number = "<span style=\"float:right;width:2%;font-size:10px\">\(content)</span>"
            let document = try open(["<p>\(number)some words of a text that is not short</p>"])
            #expect(try document.lines(0).contains("1234\n"), "\(content)")
        }
        // In the text itself a word that is too long for a line goes on in the next one.
        let long = try open(["<p>\(String(repeating: "x", count: 200))</p>"])
        #expect(try long.lines(0).count > 3)
        let wide = try open(["<div style=\"float:left;width:100%\">\(String(repeating: "x", count: 200))</div>"])
        #expect(try wide.lines(0).count > 3)
    }

    @Test func headingsStayWithTheirText() throws {
        let body = (0..<60).map {
            "<p>some words of a text that is not short</p>" + ($0 % 3 == 2 ? "<h2>Heading \($0)</h2>" : "")
        }
        let document = try open([body.joined() + "<p>end</p>"])
        for page in 0..<(try document.count().pages) {
            #expect(try document.lines(page).last?.hasPrefix("Heading") == false)
        }
    }

    @Test func aBreakBeginsAPage() throws {
        let document = try open([
            "<p>One</p><div style='page-break-before:always'>Two</div><p style='break-after:page'>Three</p><p>Four</p>"
        ])
        #expect(try (0..<3).map { try words(document, $0) } == [["One"], ["Two", "Three"], ["Four"]])
    }

    /// The beginnings of two words where they may be parted.
    private static let germanParts: Set = ["Ei", "Sil", "Silben", "Silbentren", "Ver", "Verant", "Verantwor"]

    @Test func wordsArePartedAsTheirLanguageDoes() throws {
        let long = "<p>" + String(repeating: "unbelievable representation ", count: 40) + "</p>"
        func ends(_ document: TestDocument) throws -> Int {
            // A line that ends within a word ends in no blank.
            try document.lines(0).count { $0.last?.isWhitespace == false }
        }
        let english = try open([long])
        #expect(try ends(english) > 3)
        #expect(try words(english, 0).first == "unbelievable")
        #expect(try english.metadata().contains { $0.key == "hyphens" && $0.text == "as in en" })
        // Of German most patterns are those of whole words, for which libhyphen takes seconds.
        let german = try open(
            ["<p>" + String(repeating: "Eine Silbentrennung ist Verantwortung ", count: 40) + "</p>"], language: "de-DE"
        )
        #expect(try ends(german) > 3)
        #expect(try german.metadata().contains { $0.key == "hyphens" && $0.text == "as in de-DE" })
        let parted = try german.lines(0).filter { $0.last?.isWhitespace == false }
            .compactMap { $0.split(separator: " ").last.map(String.init) }
        #expect(Set(parted).isSubset(of: Self.germanParts), "\(parted)")
        let unsaid = try open([long], language: nil)
        #expect(try ends(unsaid) == 0)
        #expect(try unsaid.metadata().contains { $0.key == "hyphens" && $0.text == "no (the book says no language)" })
        let unknown = try open([long], language: "tlh")
        #expect(try ends(unknown) == 0)
        #expect(
            try unknown.metadata().contains {
                $0.key == "hyphens" && $0.text == "no (no patterns for tlh, or more than 512 KB of them)"
            })
    }

    @Test func linesAreMadeAsWideAsTheirColumn() throws {
        let ragged = try open(["<p>\(Self.words)</p>"]),
            full = try open(["<p>\(Self.words)</p>"], justify: SHEAF_JUSTIFY_YES)
        func edges(_ document: TestDocument) throws -> [Double] {
            // Without the blank at the end of a line.
            try document.text(0).map { item in Double(item.characters[item.characters.count - 1][0]) }
        }
        #expect(try (edges(full).max() ?? 0) - (edges(full).dropLast().min() ?? 0) < 12)
        #expect(try (edges(ragged).max() ?? 0) - (edges(ragged).dropLast().min() ?? 0) > 12)
    }

    @Test func linksMarksAndContentsLeadToPages() throws {
        var book = Book()
        book.add(
            "OEBPS/a.xhtml", Book.page("<p><a href='b.xhtml#far'>far</a> <a href='https://example.org/'>out</a></p>"))
        book.declare("a", "a.xhtml")
        book.add("OEBPS/b.xhtml", Book.page("<p>\(Self.words)</p><p id='far'>Far</p>"))
        book.declare("b", "b.xhtml")
        book.add(
            "OEBPS/nav.xhtml",
            Book.page(
                """
                <nav epub:type="toc"><ol><li><a href="b.xhtml#far">Far</a></li></ol></nav>
                <nav epub:type="page-list"><ol><li><a href="a.xhtml">x</a></li><li><a href="b.xhtml#far">y</a></li></ol></nav>
                """))
        book.declare("nav", "nav.xhtml", attributes: "properties=\"nav\"", isRead: false)
        let document = try Books.open(book)
        #expect(throws: Refusal(code: SHEAF_NOT_COUNTED, text: nil)) { try document.lines(5000) }
        while try document.count().kind == SHEAF_COUNTING {}
        let last = try document.count().pages - 1
        #expect(try document.links(0).map(\.page) == [last, -1] && document.outline().map(\.page) == [last])
        #expect(try document.metrics(0).label == "x" && document.metrics(last - 1).label == "x")
        #expect(try document.metrics(last).label == "y")
        #expect(try words(document, last).last == "Far")
    }

    @Test func picturesInTheTextFitTheirPage() throws {
        var book = Book()
        book.add("OEBPS/a.xhtml", Book.page("<p>before <img src='i.ppm' alt=''/> after</p>"))
        book.declare("a", "a.xhtml")
        book.files.append(("OEBPS/i.ppm", Books.picture(2000, 3000, red: 255, green: 0, blue: 0)))
        let document = try Books.open(book)
        _ = try document.count()
        let size = try document.size(0)
        let pictures = try (0..<document.count().pages).flatMap { try document.pictures($0) }
        #expect(pictures.count == 1)
        for picture in pictures {
            #expect(picture.box[0] >= 0 && picture.box[2] <= size[0] && picture.box[3] - picture.box[1] <= size[1])
            #expect(picture.box[3] - picture.box[1] > 200)
        }
    }

    @Test(arguments: [
        ("uppercase", "ONE TWO"), ("lowercase", "one two"), ("capitalize", "One TWo"), ("none", "one tWo"),
    ])
    func lettersAreThoseOfTheStyle(transform: String, shown: String) throws {
        #expect(try open(["<p style='text-transform:\(transform)'>one tWo</p>"]).lines(0) == [shown + "\n"])
    }

    @Test func tablesAndListsAreRead() throws {
        let document = try open([
            "<table><tr><td><p>a</p></td><td>b</td></tr><tr><td colspan='2'>c</td></tr></table><ol start='3'><li>d</li><li>e<ul><li>f</li></ul></li></ol>"
        ])
        #expect(try words(document, 0) == ["a", "b", "c", "d", "e", "f"])
    }

    @Test func plainStylesAreNotThoseOfTheBook() throws {
        let style = "<style>p{margin-left:50px;text-transform:uppercase}.x{color:red}</style>"
        let body = "<h1>One</h1><p style='margin-top:100px'>two <b>three</b></p>"
        let own = try open([body], head: style, styles: SHEAF_STYLES_BOOK)
        let plain = try open([body], head: style, styles: SHEAF_STYLES_PLAIN)
        #expect(try own.lines(0) == ["One\n", "TWO THREE\n"] && plain.lines(0) == ["One\n", "two three\n"])
        let (left, there) = (try own.text(0)[1].box, try plain.text(0)[1].box)
        #expect(left[0] > there[0] + 30 && left[1] > there[1] + 50 && there[0] < 21)
        // Headings stay headings.
        #expect(try plain.text(0)[0].box[3] - plain.text(0)[0].box[1] > 20)
    }

    @Test func linesAreShorterBesideWhatFloats() throws {
        let style = "width:60px;height:50px"
        let document = try open(
            [
                "<p><span style='float:left;\(style)'>L</span>\(Self.words)</p>",
                "<div style='float:right;\(style)'>R</div><p>\(Self.words)</p>",
            ], width: 300)
        let last = try document.count().pages - 1
        let second = try #require(try (1...last).first { try document.lines($0).first == "R\n" })
        for (page, side) in [(0, 0), (second, 2)] {
            let lines = try document.text(page).dropFirst()
            let float = try document.text(page)[0].box
            // 60 x 50 pixels are 45 x 37.5 points.
            let beside = lines.filter { $0.box[1] < 20 + 37.5 - 1 }, below = lines.filter { $0.box[1] >= 20 + 37.5 }
            #expect(beside.count >= 2 && below.count > 10)
            #expect(beside.allSatisfy { side == 0 ? $0.box[0] >= 65 : $0.box[2] <= 236 })
            #expect(below.allSatisfy { $0.box[0] < 21 })
            #expect(below.contains { $0.box[2] > 240 } && (side == 0 ? float[0] < 21 : float[0] >= 234))
        }
        let all = try (0...last).flatMap { try words(document, $0) }
        let right = Self.words.split(separator: " ").map(String.init)
        #expect(all == ["L"] + right + ["R"] + right)
    }

    /// Boxes below each other, each as wide as the one above it and a bit more or less.
    @Test(arguments: [(7, 8), (8, 8), (12, 8)])
    func aParagraphChangesItsWidthAsOftenAsItMay(boxes: Int, widths: Int) throws {
        let floating = (0..<boxes).map {
            "<div style='float:left;clear:left;height:60px;width:\(40 + $0 % 2 * 40)px'></div>"
        }
        let document = try open([floating.joined() + "<p>\(Self.words)</p>"], width: 300, height: 2_000)
        let edges = try document.text(0).map { $0.box[0].rounded() }
        let changes = zip(edges, edges.dropFirst()).count { $0 != $1 }
        #expect(changes + 1 == widths, "\(edges)")
    }

    @Test func somethingThatFloatsIsPlacedOnce() throws {
        let body = "<p><span style='float:left'>L</span>one</p><div style='float:right'>R</div><p>two</p>"
        #expect(try open([body]).text(0)[0].box[0] < 21)
    }

    @Test func aTableThatIsTooWideIsMadeSmall() throws {
        let cells = (0..<30).map { "<td>cell\($0) <a href='#x'>link</a></td>" }.joined()
        let document = try open(["<p>One</p><table border='1'><tr>\(cells)</tr></table><p>Two</p>"], width: 300)
        let text = try document.text(0)
        #expect(text.allSatisfy { $0.box[0] >= 19 && $0.box[2] <= 281 })
        let columns = text.filter { $0.text?.hasPrefix("cell") == true }
        #expect(columns.count == 30 && zip(columns, columns.dropFirst()).allSatisfy { $0.box[2] <= $1.box[0] })
        #expect(try document.links(0).count == 30 && document.links(0).allSatisfy { $0.box[2] <= 281 })
        // What is below it comes up to it.
        let height = try #require(columns.first).box[3] - columns[0].box[1]
        let two = try #require(text.last)
        #expect(two.box[1] - (columns.map { $0.box[3] }.max() ?? 0) < 30 && height < 8)
        let table = "<table><tr><td>inner</td><td>table</td></tr></table>"
        let nested = try open(["<p>a</p><table><tr><td>outer</td><td>\(table)</td></tr></table>"], width: 300).text(0)
        #expect(nested.allSatisfy { $0.box[3] - $0.box[1] > 10 })
    }

    @Test func theColourBehindTheTextIsOnEachPage() throws {
        let document = try open(["<p>\(Self.words)</p>"], head: "<style>body{background-color:#00ff00}</style>")
        for page in [0, 3] as [Int64] {
            let pixels = try document.render(page: page, width: 200, height: 300)
            #expect(pixels.pixels.count { $0 == 0xff00_ff00 } > 20_000, "page \(page)")
            // To its edges, and its text is what is cut to.
            #expect(pixels[0, 0] == 0xff00_ff00 && pixels[199, 299] == 0xff00_ff00)
            let ink = try document.ink(page)
            #expect(ink[0] >= 15 && ink[1] >= 15 && ink[2] <= 185 && ink[3] <= 285, "\(ink)")
        }
    }

    @Test func allRowsOfATableAreThere() throws {
        let row = "<tr><td>x</td></tr>"
        for style in ["", " style='display:table-footer-group'"] {
            let table =
                "<table><thead\(style)>\(row.replacing("x", with: "a"))</thead><tbody>\(row)</tbody><tfoot>\(row.replacing("x", with: "b"))</tfoot></table>"
            #expect(try words(open([table]), 0) == ["a", "x", "b"])
        }
    }

    @Test func aReadingStandsOverItsWord() throws {
        let document = try open(
            ["<p>one <ruby>漢字<rp>(</rp><rt>かんじ</rt><rp>)</rp></ruby> two</p><p>three</p>"], width: 400)
        let lines = try document.text(0)
        #expect(lines.map(\.text) == ["one 漢字 two\n", "かんじ\n", "three\n"])
        let base = lines[0].characters[4...5], reading = lines[1].box
        let middle = Double(base[4][0] + base[5][2]) / 2
        #expect(abs((reading[0] + reading[2]) / 2 - middle) < 2)
        #expect(reading[3] - reading[1] < Double(base[4][3] - base[4][1]) && reading[1] < Double(base[4][1]) + 6)
    }

    @Test(arguments: [
        "<ruby>漢字    <rt>x</rt></ruby>    ", "<ruby>    <rt>x</rt></ruby>", "<ruby><rt>x</rt></ruby>",
        "<rt>x</rt>漢字<rt></rt>",
        "<ruby>漢<rt>x</rt>字<rt>y</rt></ruby>", "<ruby><rt>x</rt><rt>y</rt></ruby>漢",
    ])
    func readingsWithoutWordsHarmNothing(body: String) throws {
        for style in ["white-space:pre", ""] {
            let document = try open(["<p style='\(style)'>\(body)</p><p>end</p>"])
            #expect(try document.lines(0).last == "end\n")
            _ = try document.render(width: 200, height: 300)
        }
    }

    @Test func whatIsDrawnIsWithinItsInk() throws {
        let document = try open(["<p>\(Self.words)</p>", "<p style='background:#fff'></p>"])
        let box = try document.ink(0)
        #expect(box[0] >= 19 && box[1] >= 19 && box[2] <= 182 && box[3] <= 282 && box[2] - box[0] > 120)
        let last = try document.count().pages - 1
        #expect(throws: Refusal(code: SHEAF_BACKGROUND, text: nil)) { try document.ink(last) }
    }

    @Test(arguments: ["<p>One<br>Two", "<p>a & b <b>c", "<p>x</i></p><title/>y", "<P>One</P><HR><P>Two"])
    func partsThatAreNoXMLAreReadAsHTML(body: String) throws {
        var book = Book()
        book.add("OEBPS/a.xhtml", "<html><head><title/></head><body>\(body)</body></html>")
        book.declare("a", "a.xhtml")
        let document = try Books.open(book)
        _ = try document.count()
        let letters = body.replacing("<title/>", with: "").replacing(/<[^>]*>/, with: " ").split(separator: " ")
            .joined()
        #expect(try words(document, 0).joined() == letters)
    }
}
