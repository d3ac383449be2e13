import CSheafProvider
import ProviderTestHost
import Testing

/// The contents of books, and where the pages of the printed book begin.
@Suite struct ContentsTests {
    private func counted(_ book: Book) throws -> TestDocument {
        try Books.counted(book.bytes)
    }

    /// The contents, a line for each entry: its title behind two blanks for each level, and its page, counted from 1, or its address.
    private func contents(_ book: Book) throws -> [String] {
        try counted(book).outline().map { entry in
            let target = entry.page == SHEAF_NO_PAGE ? entry.uri ?? "-" : "\(entry.page + 1)"
            return String(repeating: "  ", count: Int(entry.level)) + "\(entry.text ?? "") \(target)"
        }
    }

    private func labels(_ book: Book) throws -> [String] {
        let document = try counted(book)
        return try (0..<document.count().pages).map { try document.metrics($0).label }
    }

    /// A book of three chapters with a navigation document.
    private func book(_ navigation: String, ncx: String? = nil) -> Book {
        var book = Book(chapters: ["One", "Two", "Three <b id='x'>x</b>"])
        book.add("OEBPS/nav/nav.xhtml", Book.page(navigation))
        book.declare("nav", "nav/nav.xhtml", attributes: "properties=\"scripted nav\"", isRead: false)
        if let ncx {
            book.add("OEBPS/toc.ncx", ncx)
            book.declare("ncx", "toc.ncx", type: "application/x-dtbncx+xml", isRead: false)
        }
        return book
    }

    private static let ncx = """
        <ncx><navMap><navPoint><navLabel><text> The
        first </text></navLabel><content src="c0.xhtml"/><navPoint><navLabel><text>Inner</text></navLabel>
        <content src="c1.xhtml"/></navPoint></navPoint><navPoint><navLabel><text/></navLabel></navPoint>
        <navPoint><navLabel><text>Last</text></navLabel><content src="c2.xhtml#gone"/></navPoint></navMap>
        <pageList><pageTarget><navLabel><text>7</text></navLabel><content src="c1.xhtml"/></pageTarget></pageList></ncx>
        """

    @Test func theContentsAreThoseOfTheNavigationDocument() throws {
        let navigation = """
            <nav epub:type="landmarks"><ol><li><a href="../c2.xhtml">Cover</a></li></ol></nav>
            <nav epub:type="toc" hidden=""><h1>Contents</h1><ol>
            <li><a href="../c0.xhtml">The <i>first</i>&unknown;&nbsp;<img alt="picture" src="x.png"/></a></li>
            <li><span>Part <span>two</span></span><ol>
            <li><a href="../c1.xhtml">Two</a><ol><li><a href="../c2.xhtml#x">x &amp; y</a></li></ol></li>
            <li hidden=""><a href="../c2.xhtml">Hidden</a><ol><li><a href="../c2.xhtml">too</a></li></ol></li></ol></li>
            <li><a href="../c2.xhtml#gone">Three</a></li><li><a href="../gone.xhtml">Gone</a></li>
            <li><a href="https://example.org/">Elsewhere</a></li></ol></nav>
            <nav epub:type="toc"><ol><li><a href="../c0.xhtml">Another</a></li></ol></nav>
            """
        let found = try contents(book(navigation, ncx: Self.ncx))
        #expect(
            found == [
                "The first\u{a0}picture 1", "Part two -", "  Two 2", "    x & y 3", "Three 3", "Gone OEBPS/gone.xhtml",
                "Elsewhere https://example.org/",
            ])
    }

    @Test func entriesLeadToWhereTheirPlacesAre() throws {
        let lines = String(
            repeating: "<p>Some words that fill a line or two of a page of a book, and then more.</p>", count: 45)
        var book = Book()
        book.add(
            "OEBPS/a.xhtml",
            Book.page(
                """
                <section id="a"><h1>One</h1>\(lines)<section id="b">
                <span id="s"></span> <a name="t"/>
                <div class="x"><h2 class="y">Two</h2>\(lines)</div></section>
                <article id="c"><p><a id="u"></a>Three</p></article></section>
                """))
        book.declare("a", "a.xhtml")
        let entries = ["a", "b", "s", "t", "c", "u"].map { "<li><a href=\"a.xhtml#\($0)\">\($0)</a></li>" }
        book.add("OEBPS/n.xhtml", Book.page("<nav epub:type='toc'><ol>\(entries.joined())</ol></nav>"))
        book.declare("n", "n.xhtml", attributes: "properties='nav'", isRead: false)
        let document = try counted(book)
        let texts = try (0..<document.count().pages).map {
            try document.text($0).compactMap(\.text).joined()
        }
        let right = try ["One", "Two", "Three"].map { word in
            Int64(try #require(texts.firstIndex { $0.contains("\(word)\n") }))
        }
        #expect(try document.outline().map(\.page) == [right[0], right[1], right[1], right[1], right[2], right[2]])
        #expect(right[0] < right[1] && right[1] < right[2])
    }

    @Test func anEmptyElementWithANameTakesNoRoom() throws {
        func text(_ anchors: String) throws -> [TestItem] {
            var book = Book()
            book.add(
                "OEBPS/a.xhtml", Book.page("<p>One</p><section>\(anchors)<div><h2>Two</h2><p>x</p></div></section>"))
            book.declare("a", "a.xhtml")
            return try counted(book).text(0)
        }
        let right = try text("")
        for anchors in ["<span id='s'></span>", "<a name='a'/>\n", "<span id='s'></span> <a id='a'></a><span id='t'/>"]
        {
            #expect(try text(anchors) == right, "\(anchors)")
        }
    }

    @Test func anNCXCountsWhereThereIsNoNavigationDocument() throws {
        let right = ["The first 1", "  Inner 2", " -", "Last 3"]
        #expect(try contents(book("<p>none</p>", ncx: Self.ncx)) == right)
        #expect(try contents(book("<nav><ol><li><a href='../c0.xhtml'>x</a></li></ol></nav>", ncx: Self.ncx)) == right)
        #expect(try labels(book("<p>none</p>", ncx: Self.ncx)) == ["", "7", "7"])
        var named = book("", ncx: Self.ncx)
        named.manifest += "<item id=\"other\" href=\"none.ncx\" media-type=\"application/x-dtbncx+xml\"/>"
        named.spineAttributes = "toc=\"ncx\""
        #expect(try contents(named) == right)
        #expect(try contents(book("")) == [])
    }

    @Test func contentsThatBreakOffAreThereAsFarAsTheyGo() throws {
        let navigation = """
            <nav epub:type="toc"><ol><li><a href="../c0.xhtml">One</a></li><li><a href="../c1.xhtml">Two</a></li></wrong>
            """
        #expect(try contents(book(navigation)) == ["One 1", "Two 2"])
    }

    @Test(arguments: [64, 65])
    func contentsAreThereDownToTheSixtyFourthLevel(depth: Int) throws {
        let open = (1...depth).map { "<ol><li><a href='../c0.xhtml'>\($0)</a>" }.joined()
        let close = String(repeating: "</li></ol>", count: depth)
        #expect(try counted(book("<nav epub:type='toc'>\(open)\(close)</nav>")).outline().count == 64)
        let points = (1...depth).map { "<navPoint><navLabel><text>\($0)</text></navLabel><content src='c0.xhtml'/>" }
            .joined()
        let ends = String(repeating: "</navPoint>", count: depth)
        #expect(try counted(book("", ncx: "<ncx><navMap>\(points)\(ends)</navMap></ncx>")).outline().count == 64)
    }

    @Test func thePagesOfThePrintedBookAreLabels() throws {
        let line = "<p>Some words that fill a line or two of a page of a book, and then some more.</p>"
        let lines = String(repeating: line, count: 45)
        var book = Book()
        book.add("OEBPS/a.xhtml", Book.page("<p id='i'>One</p>\(lines)<p id='ii'>x</p><p id='iii'>y</p>"))
        book.add("OEBPS/b.xhtml", Book.page("\(lines)<p id='1'>One</p>"))
        book.declare("a", "a.xhtml")
        book.declare("b", "b.xhtml")
        let marks = ["a.xhtml#i": "i", "a.xhtml#gone": "?", "a.xhtml#ii": "ii", "a.xhtml#iii": "iii", "b.xhtml#1": "é"]
        let items = ["a.xhtml#i", "a.xhtml#gone", "a.xhtml#ii", "a.xhtml#iii", "b.xhtml#1"].map {
            "<li><a href=\"\($0)\">\(marks[$0] ?? "")</a></li>"
        }
        book.add(
            "OEBPS/n.xhtml", Book.page("<nav epub:type='page-list' hidden='hidden'><ol>\(items.joined())</ol></nav>"))
        book.declare("n", "n.xhtml", attributes: "properties=\"nav\"", isRead: false)
        let document = try counted(book)
        let texts = try (0..<document.count().pages).map { page in
            try document.text(page).compactMap(\.text).joined()
        }
        // Where the marks are goes by the fonts that there are.
        var label = "i"
        let right = texts.map { text in
            if text.contains("x\n") || text.hasPrefix("x") { label = "ii" }
            if text.hasSuffix("One\n"), label != "i" { label = "é" }
            let shown = label
            if shown == "ii" { label = "iii" }
            return shown
        }
        #expect(try labels(book) == right)
        #expect(Set(right) == ["i", "ii", "iii", "é"] && right.count >= 4)
    }

    @Test func aBookSaysItsLanguage() throws {
        var book = Book(chapters: ["One"])
        let unsaid = ["title": "Made", "format": "EPUB", "hyphens": "no (the book says no language)"]
        #expect(try counted(book).said() == unsaid)
        book.metadata = """
            <dc:title>Another</dc:title><dc:creator>A &amp; B</dc:creator><dc:language> tlh </dc:language><dc:language>fr</dc:language>
            """
        #expect(
            try counted(book).said() == [
                "title": "Made", "creator": "A & B", "format": "EPUB", "language": "tlh",
                "hyphens": "no (no patterns for tlh, or more than 512 KB of them)",
            ])
    }

    private static let landmarks = """
        <nav epub:type="landmarks" hidden=""><ol><li><a epub:type="toc" href="nav.xhtml">Contents</a></li>
        <li><a epub:type="cover" href="../c0.xhtml">Cover</a></li><li><a epub:type="x bodymatter" href="../c2.xhtml#x">Text</a></li></ol></nav>
        <nav epub:type="toc"><ol><li><a href="../c1.xhtml">Two</a></li></ol></nav>
        """

    @Test func landmarksSayWhereTheTextBegins() throws {
        let opened = try Books.open(book(Self.landmarks))
        // Nobody has counted yet.
        #expect(try opened.said()["start-page"] == "3" && opened.said()["cover-page"] == "1")
        #expect(try contents(book(Self.landmarks)) == ["Two 2"])
        #expect(try Books.open(book("")).said()["start-page"] == nil)
    }

    @Test func theGuideCountsWhereThereAreNoLandmarks() throws {
        let guide = "<guide><reference type='cover' href='c0.xhtml'/><reference type='text' href='c1.xhtml'/></guide>"
        var old = book("")
        old.spineAttributes = "toc='x'"
        old.spine += "</spine>\(guide)<spine>"
        #expect(try Books.open(old).said()["start-page"] == "2" && Books.open(old).said()["cover-page"] == "1")
        var new = book(Self.landmarks)
        new.spine += "</spine>\(guide)<spine>"
        #expect(try Books.open(new).said()["start-page"] == "3")
    }

    @Test func linksToNotesAreToldAsSuch() throws {
        let document = try counted(
            Book(chapters: [
                "<a epub:type='noteref' href='#n'>1</a> <a role='doc-noteref' href='#n'>2</a> <a href='#n'>3</a>",
                "<b id='n'>Note</b>",
            ]))
        #expect(try document.links(0).map(\.text) == ["noteref", "noteref", nil])
    }
}
