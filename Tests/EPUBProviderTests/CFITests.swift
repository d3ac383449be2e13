import CSheafProvider
import Glibc
import ProviderTestHost
import Testing

/// Places in the text as EPUB names them (EPUB Canonical Fragment Identifiers 1.1).
@Suite struct CFITests {
    private static func flow(width: Double = 300, size: Double = 10) -> sheaf_flow {
        sheaf_flow(
            size: UInt32(MemoryLayout<sheaf_flow>.size), columns: 0, width: width, height: 300, font_size: size,
            line_height: 0, margin: 20, font_family: nil, justify: 0, unwrap: 0, encoding: nil, styles: 0, reserved: 0)
    }

    private static func open(_ bodies: [String], width: Double = 300, size: Double = 10) throws -> TestDocument {
        var book = Book()
        for (index, body) in bodies.enumerated() {
            book.add("OEBPS/c\(index).xhtml", Book.page(body))
            book.declare("c\(index)", "c\(index).xhtml")
        }
        return try open(book, width: width, size: size)
    }

    private static func open(_ book: Book, width: Double = 300, size: Double = 10) throws -> TestDocument {
        let document = try Books.host().open(
            TestSource(bytes: book.bytes), TestRequest(flow: flow(width: width, size: size)))
        while try document.count().kind == SHEAF_COUNTING {}
        return document
    }

    /// All characters of a document but blanks, by their positions.
    private static func letters(_ document: TestDocument) throws -> [Int64: Character] {
        var letters: [Int64: Character] = [:]
        for page in 0..<(try document.count().pages) {
            for item in try document.text(page) {
                let text = (item.text ?? "").filter { $0 != "\n" }
                for (character, position) in zip(text, item.positions) where !character.isWhitespace {
                    letters[position] = character
                }
            }
        }
        return letters
    }

    // MARK: The example of the standard

    /// The package and the chapter of EPUB CFI 1.1, 2.1.
    private static func example() throws -> TestDocument {
        var book = Book()
        book.add(
            "OEBPS/chapter01.xhtml",
            """
            <html xmlns="http://www.w3.org/1999/xhtml">
                <head>
                    <title>...</title>
                </head>

                <body id="body01">
                    <p>...</p>
                    <p>...</p>
                    <p>...</p>
                    <p>...</p>
                    <p id="para05">xxx<em>yyy</em>0123456789</p>
                    <p>...</p>
                    <p>...</p>
                    <img id="svgimg" src="foo.png" alt="..."/>
                    <p>...</p>
                    <p>...</p>
                </body>
            </html>
            """)
        book.files.append(("OEBPS/foo.png", Books.redPixel))
        book.add("OEBPS/titlepage.xhtml", Book.page("<p>Title</p>"))
        book.manifest += "<item id='t' href='titlepage.xhtml' media-type='application/xhtml+xml'/>"
        book.manifest += "<item id='chapter01' href='chapter01.xhtml' media-type='application/xhtml+xml'/>"
        book.spine = "<itemref id='titleref' idref='t'/><itemref id='chap01ref' idref='chapter01'/>"
        return try open(book)
    }

    @Test(arguments: [
        // The five paragraphs before it have 12 letters, the title of the book 5.
        ("/10[para05]/3:0", "0"), ("/10[para05]/3:9", "9"), ("/10[para05]/1:0", "x"), ("/10[para05]/1:2", "x"),
        ("/10[para05]/2/1:0", "y"), ("/10[para05]/2/1:2", "y"), ("/2/1:0", "."),
    ])
    func lettersOfTheStandardsExampleAreWhereItSays(path: String, letter: Character) throws {
        let document = try Self.example()
        let cfi = "epubcfi(/6/4[chap01ref]!/4[body01]\(path))"
        let place = try document.place(ofCFI: cfi)
        #expect(place.isEmpty)
        #expect(try Self.letters(document)[place.lowerBound] == letter)
        #expect(try document.cfi(place.lowerBound) == cfi)
    }

    @Test func theStandardsExampleIsCounted() throws {
        let document = try Self.example()
        let start = try document.place(ofCFI: "epubcfi(/6/4!/4/10/1:0)").lowerBound
        let named: [(String, Int64)] = [
            // Ids are for who mends it; without them it is the same place.
            ("/6/4[chap01ref]!/4[body01]/10[para05]/3:3", 9), ("/6/4!/4/10/3:3", 9),
            // Where a text ends is no place of the next one.
            ("/6/4!/4/10/1:3", 3), ("/6/4!/4/10/2/1:3", 6),
            // An element is where it begins, what is not there is next to where it would be.
            ("/6/4!/4/10", 0), ("/6/4!/4/10/2", 3), ("/6/4!/4/10/3:99", 16), ("/6/4!/4/10/7:0", 16),
            ("/6/4!/4/10/8", 0),
            // The picture is one more, behind two paragraphs of three letters each.
            ("/6/4!/4/16[svgimg]", 22), ("/6/4!/4/18", 23),
            // A time, a point, and an assertion with escapes are passed over.
            ("/6/4!/4/10/3:3[;s=b]", 9), ("/6/4!/4/16@50:50", 22), ("/6/4!/4/10[a^]^[b]/3:3", 9),
            ("/6/4!/4/16~2.5@1:2", 22),
        ]
        for (path, letters) in named {
            #expect(try document.place(ofCFI: "epubcfi(\(path))").lowerBound == start + letters, "\(path)")
        }
        #expect(try document.cfi(start + 22) == "epubcfi(/6/4[chap01ref]!/4[body01]/16[svgimg])")
    }

    @Test func rangesHaveTheirEnds() throws {
        let document = try Self.example()
        let start = try document.place(ofCFI: "epubcfi(/6/4!/4/10/1:0)").lowerBound
        let ranges: [(String, Range<Int64>)] = [
            // As in 3.4 of the standard.
            ("epubcfi(/6/4[chap01ref]!/4[body01]/10[para05],/2/1:1,/3:4)", start + 4..<start + 10),
            ("epubcfi(/6/4[chap01ref]!/4[body01]/10[para05],/1:1,/1:3)", start + 1..<start + 3),
            ("epubcfi(/6/4[chap01ref]!/4[body01],/2/1:0,/10[para05]/3:10)", start - 12..<start + 16),
            // A picture, and letters and a picture.
            ("epubcfi(/6/4[chap01ref]!/4[body01],/16[svgimg],/17:0)", start + 22..<start + 23),
            ("epubcfi(/6/4[chap01ref]!/4[body01],/14/1:1,/17:0)", start + 20..<start + 23),
        ]
        for (cfi, range) in ranges {
            #expect(try document.place(ofCFI: cfi) == range)
            #expect(try document.cfi(range.lowerBound, range.upperBound) == cfi)
        }
        // An element that it ends with is a part of it, and so is what stands before an end.
        let ends: [(String, Int64)] = [("/10", 16), ("/10/2", 6), ("/10/3:0", 6), ("/10/2/1:3", 6), ("/16", 23)]
        for (end, letters) in ends {
            #expect(try document.place(ofCFI: "epubcfi(/6/4!/4,/10/1:0,\(end))") == start..<start + letters, "\(end)")
        }
        // Nothing is behind the last letter.
        #expect(try document.cfi(1 << 40) == "epubcfi(/6/4[chap01ref]!/4[body01]/20/1:3)")
        // One that goes on in another chapter is written as far as its own goes.
        #expect(try document.cfi(0, start) == "epubcfi(/6/2[titleref]!/4/2,/1:0,/1:5)")
    }

    // MARK: All that a page has

    /// Text in all kinds of elements, of which one is the same in no two places.
    private static let body = """
        <h1>Ä<i>b</i>c</h1><!-- no text --><p>d<!-- none here -->e &amp; <![CDATA[f<g]]> &nbsp;h &copy; 𝒊j</p>
        <p>k<br/>l<img src="x.png" alt=""/>m<span style="display:none">hidden</span>n</p>
        <ul><li>o</li><li>p<ol><li>q</li></ol>r</li></ul>
        <div style="float:left">s</div><p><ruby>漢<rt>かん</rt>字<rt>じ</rt></ruby>です</p>
        <table><tr><td>t</td><td>u<p>v</p>w</td></tr></table>
        <pre>x  y\n  z</pre><p style="text-transform:uppercase">straße</p>
        <p>Donau\u{ad}dampfschiff <b>und<i>mehr</i>noch</b> Wasser</p><blockquote><p>1</p>2</blockquote>
        """

    @Test func everyLetterHasAPlaceOfItsOwn() throws {
        var book = Book()
        for name in ["c0", "c1"] {
            book.add("OEBPS/\(name).xhtml", Book.page(Self.body))
            book.declare(name, "\(name).xhtml")
        }
        book.files.append(("OEBPS/x.png", Books.redPixel))
        let document = try Self.open(book, width: 200)
        let letters = try Self.letters(document)
        #expect(letters.count > 150)
        var places: Set<String> = []
        // One more letter of "STRASSE" than is written has the place of what comes behind it.
        for (position, letter) in letters where !"STRASE".contains(letter) {
            let cfi = try document.cfi(position)
            #expect(places.insert(cfi).inserted, "\(letter) at \(cfi)")
            #expect(try document.place(ofCFI: cfi) == position..<position, "\(letter) at \(cfi)")
        }
    }

    @Test func placesAreTheSameInEveryLayout() throws {
        let bodies = ["<p>\((0..<500).map { "word\($0)" }.joined(separator: " <b>and</b> "))</p>", Self.body]
        let small = try Self.open(bodies, width: 200, size: 9), large = try Self.open(bodies, width: 500, size: 14)
        for page in 0..<(try small.count().pages) {
            let position = try small.position(page)
            #expect(try large.place(ofCFI: small.cfi(position)).lowerBound == position)
        }
    }

    @Test func whatIsNoXMLHasPlaces() throws {
        let document = try Self.open(["<p>one<p>two <b>three<br>four"])
        let letters = try Self.letters(document)
        #expect(String(letters.sorted { $0.key < $1.key }.map(\.value)) == "onetwothreefour")
        for position in letters.keys {
            #expect(try document.place(ofCFI: document.cfi(position)).lowerBound == position)
        }
    }

    @Test func aFileThatTheSpineNamesTwiceIsOnePlace() throws {
        var book = Book()
        book.add("OEBPS/a.xhtml", Book.page("<p>one</p>"))
        book.add("OEBPS/b.xhtml", Book.page("<p>two</p>"))
        book.manifest = "<item id='a' href='a.xhtml' media-type='application/xhtml+xml'/>"
        book.manifest += "<item id='a2' href='a.xhtml#x' media-type='application/xhtml+xml'/>"
        book.manifest += "<item id='b' href='b.xhtml' media-type='application/xhtml+xml'/>"
        book.spine = "<itemref idref='a'/><itemref idref='a2'/><itemref idref='b'/>"
        let document = try Self.open(book)
        let place = try document.place(ofCFI: "epubcfi(/6/4!/4/2/1:1)")
        #expect(try Self.letters(document)[place.lowerBound] == "n")
        #expect(try document.place(ofCFI: "epubcfi(/6/2!/4/2/1:1)") == place)
        #expect(try document.cfi(place.lowerBound) == "epubcfi(/6/2!/4/2/1:1)")
        #expect(try document.cfi(document.place(ofCFI: "epubcfi(/6/6!/4)").lowerBound) == "epubcfi(/6/6!/4/2/1:0)")
    }

    // MARK: Other books

    @Test func pagesOfTheirOwnArePlaces() throws {
        let document = try Books.open(Books.fixed(["<p>a</p>", "<p>b</p>", "<p>c</p>"]))
        for page in 0..<3 as Range<Int64> {
            #expect(try document.cfi(page) == "epubcfi(/6/\(2 * page + 2))")
            #expect(try document.place(ofCFI: "epubcfi(/6/\(2 * page + 2)!/4/2/1:0)") == page..<page)
        }
    }

    @Test func whatIsBeforeAChapterIsCountedIsAskedForAgain() throws {
        let bodies = ["<p>\(String(repeating: "long ", count: 20_000))</p>", "<p>two</p>"]
        var book = Book()
        for (index, body) in bodies.enumerated() {
            book.add("OEBPS/c\(index).xhtml", Book.page(body))
            book.declare("c\(index)", "c\(index).xhtml")
        }
        let document = try Books.host().open(TestSource(bytes: book.bytes), TestRequest(flow: Self.flow()))
        #expect(throws: Refusal(code: SHEAF_NOT_COUNTED, text: nil)) {
            try document.place(ofCFI: "epubcfi(/6/4!/4/2/1:0)")
        }
        while try document.count().kind == SHEAF_COUNTING {}
        let place = try document.place(ofCFI: "epubcfi(/6/4!/4/2/1:0)")
        #expect(try document.position(document.page(at: place.lowerBound)) == place.lowerBound)
    }

    @Test(arguments: [
        "", "epubcfi", "epubcfi()", "epubcfi(/6)", "epubcfi(/6/4", "epubcfi(/6/4)x", "epubcfi(/6/4!/4,/2)",
        "epubcfi(6/4)",
        "epubcfi(/6/400!/4)", "EPUBCFI(/6/4)", "epubcfi(/6/4[)", "epubcfi(/6/4!/4,/2,/4,/6)", "page=3",
    ])
    func whatLeadsNowhereIsRefused(cfi: String) throws {
        let document = try Self.open(["<p>one</p>"])
        do {
            let place = try document.place(ofCFI: cfi)
            Issue.record("\(cfi) leads to \(place)")
        } catch {
            #expect(error.code == -EINVAL)
            #expect(error.text?.contains("\"\(cfi)\"") == true)
        }
    }

    /// 64 bytes of an id are written, and 4,096 of a CFI.
    @Test func aLongCFIIsRefusedAndALongIDLeftOut() throws {
        let ids = [64, 65].map { String(repeating: "i", count: $0) }
        let document = try Self.open(["<p id='\(ids[0])'>one</p><p id='\(ids[1])'>two</p>"])
        #expect(try document.cfi(0) == "epubcfi(/6/2!/4/2[\(ids[0])]/1:0)")
        #expect(try document.cfi(3) == "epubcfi(/6/2!/4/4/1:0)")
        // A step with such an id has 68 bytes, all else 20.
        func nested(_ depth: Int) throws -> TestDocument {
            let (start, end) = ("<div id='\(ids[0])'>", "</div>")
            return try Self.open([
                String(repeating: start, count: depth) + "deep" + String(repeating: end, count: depth)
            ])
        }
        #expect(try nested(59).cfi(0).utf8.count == 59 * 68 + 20)
        #expect(
            throws: Refusal(code: -E2BIG, text: "the elements there nest too deep for a CFI of 4096 bytes")
        ) { try nested(60).cfi(0) }
    }

    @Test func aBookWithoutASpineHasNone() throws {
        var book = Book()
        book.add("OEBPS/a.xhtml", Book.page("<p>one</p>"))
        book.manifest = "<item id='a' href='a.xhtml' media-type='application/xhtml+xml'/>"
        let document = try Self.open(book)
        let refusal = Refusal(code: -ENOTSUP, text: "a CFI goes by the spine of a book, and this one has none")
        #expect(throws: refusal) { try document.cfi(0) }
        #expect(throws: refusal) { try document.place(ofCFI: "epubcfi(/6/2!/4/2/1:0)") }
    }
}
