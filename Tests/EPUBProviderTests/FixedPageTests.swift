import CSheafProvider
import Glibc
import ProviderTestHost
import Testing

/// Books whose pages have sizes of their own: which these are, and how large they are.
@Suite struct FixedPageTests {
    @Test func eachPartIsAPageOfTheSizeThatItSays() throws {
        var book = Books.fixed(["<p>One</p>"])
        for (name, size) in [
            ("wide", "width=1000px; height=600mm"), ("first", "width=90,height=120, width=5, height=5"),
        ] {
            book.add("OEBPS/\(name).xhtml", Book.page("", head: "<meta name='Viewport' content='\(size)'/>"))
            book.declare(name, "\(name).xhtml")
        }
        let document = try Books.open(book)
        #expect(try document.count() == (SHEAF_EXACT, 3))
        #expect(try (0..<3).map(document.size) == [[600, 800], [1000, 600], [90, 120]])
        #expect(throws: Refusal(code: SHEAF_END, text: nil)) { try document.size(3) }
        #expect(
            throws: Refusal(code: -ENOTSUP, text: "there are no positions in a book whose pages are fixed")
        ) { try document.position(0) }
    }

    @Test(arguments: [
        "", "width=device-width", "width=0, height=0", "width=1e9, height=800", "width=, height=",
        "widths=3, heights=3",
    ])
    func aPageThatSaysNoSizeIsLikeTheOthers(viewport: String) throws {
        var book = Books.fixed(["<p>One</p>"], head: "<meta name=\"viewport\" content=\"\(viewport)\"/>")
        #expect(try Books.open(book).size(0) == [600, 800])
        book.add("OEBPS/q.xhtml", Book.page("", head: Books.viewport(300, 200)))
        book.declare("q", "q.xhtml")
        #expect(try Books.open(book).size(0) == [300, 200])
        book.metadata += "<meta property=\"rendition:viewport\">width=500, height=700</meta>"
        #expect(try Books.open(book).size(0) == [500, 700])
    }

    @Test func aDrawingThatFillsItsPageSaysHowLargeThatIs() throws {
        let svg =
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 320 240'><rect width='320' height='240' fill='red'/></svg>"
        var book = Books.fixed([svg], head: Books.plain)
        book.add("OEBPS/d.svg", svg.replacing("320 240", with: "100 50"))
        book.declare("d", "d.svg", type: "image/svg+xml")
        book.files.append(("OEBPS/i.ppm", Books.picture(70, 90, red: 0, green: 0, blue: 255)))
        book.declare("i", "i.ppm", type: "image/png")
        let document = try Books.open(book)
        #expect(try (0..<3).map(document.size) == [[320, 240], [100, 50], [70, 90]])
        #expect(try document.render(page: 0, width: 320, height: 240)[160, 120] == 0xffff_0000)
        #expect(try document.render(page: 1, width: 100, height: 50)[99, 49] == 0xffff_0000)
        let picture = try document.render(page: 2, width: 70, height: 90)
        #expect(picture.pixels.allSatisfy { $0 == 0xff00_00ff })
    }

    /// The words that say that the pages of a book are fixed, and those that do not.
    @Test(arguments: [
        ("<meta property=\"rendition:layout\">pre-paginated</meta>", "", true),
        ("<meta property=\"rendition:layout\">reflowable</meta>", "", false), ("", "", false),
        ("<meta name=\"fixed-layout\" content=\"true\"/>", "", true),
        ("<meta name=\"fixed-layout\" content=\"false\"/>", "", false),
        ("", "true", true), ("", " true ", true), ("", "false", false),
        ("<meta property=\"rendition:layout\">reflowable</meta>", "true", false),
        ("<meta property=\"rendition:layout\" refines=\"#c0\">pre-paginated</meta>", "", false),
    ])
    func booksWithFixedPagesAreKnown(metadata: String, option: String, isFixed: Bool) throws {
        var book = Book(chapters: ["One", "Two"])
        book.metadata = metadata
        if !option.isEmpty {
            book.add(
                "META-INF/com.apple.ibooks.display-options.xml",
                "<display_options><platform name=\"*\"><option name=\"specified-fonts\">true</option>"
                    + "<option name=\"fixed-layout\">\(option)</option></platform></display_options>")
        }
        #expect(try Books.probe(book) == SHEAF_PROBE_CERTAIN)
        #expect(try Books.open(book).said()["fixed-layout"] == (isFixed ? "yes" : nil))
    }

    @Test func aPartMayBeOtherwiseThanTheBook() throws {
        let long = String(repeating: "<div>Some words of a text that flows over more than a page. </div>", count: 200)
        var book = Books.fixed(["<p>One</p>", long, long, "<p>Four</p>"], head: Books.viewport(400, 300))
        book.spine = """
            <itemref idref="p0"/><itemref idref="p1" properties="rendition:layout-reflowable"/>
            <itemref idref="p2" properties="rendition:layout-pre-paginated rendition:layout-reflowable"/><itemref idref="p3"/>
            """
        let document = try Books.open(book)
        #expect(try document.size(0) == [400, 300] && document.size(2) == [400, 300])
        // Nothing is lost of a text that flows.
        let flowing = try document.size(1)
        #expect(flowing[0] == 400 && flowing[1] > 3000)
        #expect(try document.lines(1).count >= 200)
        let all = "<itemref idref=\"p0\" properties=\"rendition:layout-pre-paginated\"/>"
        var overridden = Books.fixed(["<p>One</p>"])
        overridden.metadata = ""
        overridden.spine = all
        #expect(try Books.probe(overridden) == SHEAF_PROBE_CERTAIN)
    }

    @Test(arguments: [
        ("none", "", "single"), ("both", "", "cover"), ("landscape", "page-spread-left", "double"),
        ("portrait", "", "cover"),
        ("auto", "", nil), ("auto", "rendition:page-spread-right", "cover"),
    ])
    func howItsPagesStandIsSaid(spread: String, side: String, layout: String?) throws {
        var book = Books.fixed(
            ["<p>One</p>"],
            metadata: "<meta property=\"rendition:spread\">\(spread)</meta><dc:language>en</dc:language>")
        book.spine = "<itemref idref=\"p0\" properties=\"\(side)\"/>"
        let metadata = try Books.open(book).metadata()
        let values = Dictionary(metadata.map { ($0.key ?? "", $0.text ?? "") }) { first, _ in first }
        #expect(values["page-layout"] == layout)
        #expect(
            values["fixed-layout"] == "yes" && values["title"] == "Made" && values["language"] == "en"
                && values["format"] == "EPUB")
        book.spineAttributes = "page-progression-direction=\"rtl\""
        let turned = try Books.open(book).metadata()
        #expect(turned.contains { $0.key == "reading-direction" && $0.text == "right-to-left" })
    }

    @Test func aPartThatCannotBeShownIsAPageThatSaysSo() throws {
        var book = Books.fixed(["<p>One</p>"])
        book.declare("g", "gone.xhtml")
        book.add("OEBPS/film.mp4", "film")
        book.declare("f", "film.mp4", type: "video/mp4")
        book.files.append(("OEBPS/bad.xhtml", (0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 7 | 0x80) }))
        book.declare("b", "bad.xhtml")
        book.add("OEBPS/no.png", "no picture")
        book.declare("n", "no.png", type: "image/png")
        let document = try Books.open(book)
        func words(_ page: Int64) throws -> String {
            try document.lines(page).joined().split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
        let notice = "A part of this book can’t be shown. “OEBPS/"
        #expect(try words(1) == notice + "gone.xhtml” is not in the file.")
        #expect(try words(2) == notice + "film.mp4” is of a kind that no book is read in: video/mp4.")
        #expect(try words(3) == notice + "bad.xhtml” is damaged.")
        #expect(try words(4) == notice + "no.png” is damaged.")
        #expect(try words(0) == "One")
    }

    @Test func whatIsNoBookIsRefused() throws {
        let host = try Books.host()
        for bytes in [Array("PK\u{3}\u{4}".utf8), Array("PK\u{3}\u{4}".utf8) + [UInt8](repeating: 0, count: 100)] {
            #expect(try host.probe(TestSource(bytes: bytes)) == SHEAF_PROBE_NO)
            #expect(
                throws: Refusal(
                    code: -EBADMSG, text: "cannot open the book: it is no ZIP archive, or its directory is damaged")
            ) { try host.open(TestSource(bytes: bytes)) }
        }
        #expect(
            throws: Refusal(
                code: -EBADMSG, text: "cannot open the book: it has no package that names what is to be read")
        ) {
            try host.open(TestSource(bytes: Book().bytes))
        }
    }
}
