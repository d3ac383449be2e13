import CSheafProvider
import Glibc
import ProviderTestHost
import Testing

/// FictionBook: its chapters, notes and pictures, and how it says what it is.
@Suite struct BookTests {
    private static func host() throws -> TestHost {
        try TestHost(table(ofLibrary: productsFolder() + "/libsheaf-fictionbook.so"))
    }

    /// A black picture of 40 by 40 pixels (PBM, as base64).
    private static let picture = "UDQKNDAgNDAK" + String(repeating: "////", count: 66) + "//8="

    private static func book(_ bodies: String, description: String = "", encoding: String = "utf-8") -> String {
        """
        <?xml version="1.0" encoding="\(encoding)"?>
        <FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0" xmlns:l="http://www.w3.org/1999/xlink">
        <description>\(description)</description>\(bodies)<binary id="p 1.ppm" content-type="image/x-portable-bitmap">\(picture)</binary></FictionBook>
        """
    }

    private func open(_ bytes: [UInt8]) throws -> TestDocument {
        let document = try Self.host().open(TestSource(bytes: bytes))
        while try document.count().kind == SHEAF_COUNTING {}
        return document
    }

    private func open(_ text: String) throws -> TestDocument { try open(Array(text.utf8)) }

    /// The lines of all pages.
    private func pages(_ document: TestDocument) throws -> [[String]] {
        try (0..<document.count().pages).map { try document.text($0).map { ($0.text ?? "").replacing("\n", with: "") } }
    }

    private func contents(_ document: TestDocument) throws -> [String] {
        try document.outline().map {
            String(repeating: " ", count: Int($0.level)) + "\($0.text ?? "") \($0.page + 1)"
        }
    }

    private static let novel = book(
        """
        <body><title><p>The</p><p>Book</p></title><epigraph><p>Words.</p><text-author>Somebody</text-author></epigraph>
        <section id="one"><title><p>Part One</p></title><section id="first"><title><p>First</p></title>
        <p>Some <strong>text</strong><a l:href="#n1" type="note">[1]</a>, <a l:href="#two">two</a>.</p></section>
        <section><title><p>Second</p></title><p>More<image l:href="#p 1.ppm"/></p><poem><title><p>Ode</p></title><stanza><v>Line</v></stanza></poem></section></section>
        <section id="two"><title><p>Part</p><p>Two</p></title><p>End.</p><empty-line/><subtitle>* * *</subtitle></section></body>
        <body name="notes"><title><p>Notes</p></title><section id="n1"><title><p>1</p></title><p>A note.</p></section></body>
        """,
        description: """
            <title-info><author><first-name>Ann</first-name><middle-name/><last-name>Author</last-name></author><author><nickname>Other</nickname></author>
            <book-title> The
            Book </book-title><annotation><p>About it.</p></annotation><coverpage><image l:href="#p 1.ppm"/></coverpage><lang>tlh</lang></title-info>
            <document-info><id>x</id></document-info>
            """)

    @Test func chaptersAndNotesArePagesWithContents() throws {
        let document = try open(Self.novel)
        let read = try pages(document)
        #expect(
            read == [
                [], ["About it."], ["The", "Book", "Words.", "Somebody"],
                ["Part One", "First", "Some text[1], two."], ["Second", "More", "Ode", "Line"],
                ["Part", "Two", "End.", "\u{a0}", "* * *"], ["Notes", "1", "A note."],
            ])
        #expect(try contents(document) == ["Part One 4", " First 4", " Second 5", "Part Two 6", "Notes 7"])
        #expect(try document.links(3).map(\.page) == [6, 5] && document.links(3).map(\.text) == ["noteref", nil])
        #expect(try document.pictures(0).count == 1 && document.pictures(4).count == 1)
        #expect(try document.render(page: 0, width: 420, height: 595).pixels.contains(0xff00_0000))
    }

    @Test func itSaysWhatItIs() throws {
        let said = try open(Self.novel).metadata().map { "\($0.key ?? ""): \($0.text ?? "")" }
        #expect(
            Set(said).isSuperset(of: [
                "title: The Book", "creator: Ann Author, Other", "language: tlh", "format: FictionBook",
            ]))
    }

    @Test func sectionsWithoutTitlesStayTogether() throws {
        let document = try open(
            Self.book("<body><section><section><p>a</p></section><section><p>b</p></section></section></body>"))
        #expect(try pages(document) == [["a", "b"]] && contents(document).isEmpty)
    }

    @Test func aLongTextIsPartedAtItsSections() throws {
        let section = "<section><p>\(String(repeating: "word ", count: 8_000))</p></section>"
        let long = Self.book("<body><section>\(String(repeating: section, count: 12))</section></body>")
        let document = try Self.host().open(TestSource(bytes: Array(long.utf8)))
        let first = try document.count()
        #expect(try first.kind == SHEAF_COUNTING && document.counted() < first.pages)
    }

    @Test(arguments: ["windows-1251", "utf-16", "koi8-r", "UTF-8"])
    func textIsReadInItsEncoding(encoding: String) throws {
        let text = Self.book("<body><section><p>Привет, мир</p></section></body>", encoding: encoding)
        let bytes = try converted(Array(text.utf8), to: encoding)
        #expect(try Self.host().probe(TestSource(bytes: bytes)) == SHEAF_PROBE_CERTAIN)
        #expect(try pages(open(bytes)) == [["Привет, мир"]])
    }

    @Test(arguments: [
        "<body><section><p>One & two</p></section></body>", "<body><section><p>One <b>& two</p></section></body>",
        "<body><section><p>One &amp;<image l:href=\"#gone\"/> two</p></section></body>",
        "<body><section><p>One &amp; <a l:href=\"#gone\">two</a></p></section></section></body>",
        "<body><section><p>One &amp; two</p>",
    ])
    func mistakesCostThemselvesAlone(body: String) throws {
        let lines = try pages(open(Self.book(body))).flatMap { $0 }.joined(separator: " ")
        #expect(lines.contains("One") && lines.contains("two"), "\(lines)")
    }

    @Test func pictureNamesCannotHideTheParts() throws {
        let text = Self.book("<body><section><p>One</p></section></body>").replacing("p 1.ppm", with: "../part0.xhtml")
        #expect(try pages(open(text)) == [["One"]])
    }

    @Test func aBookIsAsLargeAsItMay() throws {
        let limit = 64 << 20
        /// A book with so many bytes in a comment behind it.
        func book(_ count: Int, of byte: UInt8, encoding: String = "utf-8") -> [UInt8] {
            let text = Self.book("<body><section><p>One</p></section></body>", encoding: encoding) + "<!---->"
            return Array(text.utf8.dropLast(3)) + [UInt8](repeating: byte, count: count) + Array("-->".utf8)
        }
        let rest = limit - book(0, of: 0x20).count
        #expect(try pages(open(book(rest, of: 0x20))) == [["One"]])
        // A letter of Cyrillic, which UTF-8 has two bytes for.
        let cyrillic = book(limit / 2, of: 0xcf, encoding: "windows-1251")
        let host = try Self.host()
        for (bytes, size) in [
            (book(rest + 1, of: 0x20), "\(limit + 1) bytes"),
            (cyrillic, "\(cyrillic.count + limit / 2) bytes as UTF-8"),
        ] {
            let text = "cannot open the book: it has \(size), and the limit is \(limit)"
            #expect(throws: Refusal(code: -EFBIG, text: text)) { try host.open(TestSource(bytes: bytes)) }
        }
    }

    @Test func whatIsNoBookIsRefused() throws {
        let host = try Self.host()
        #expect(try host.probe(TestSource(bytes: Array("<html/>".utf8))) == SHEAF_PROBE_NO)
        let reason = "cannot open the book: it has no text, or is no FictionBook"
        for text in [Self.book(""), Self.book("<body></body>"), "<FictionBook", ""] {
            #expect(throws: Refusal(code: -EBADMSG, text: reason)) {
                try host.open(TestSource(bytes: Array(text.utf8)))
            }
        }
    }
}
