import CSheafProvider
import Glibc
import ProviderTestHost
import Testing

/// Books as people have them: with mistakes in them. Each opens, and costs what is wrong with it.
@Suite struct DamageTests {
    /// The texts of all pages; each chapter begins one.
    private func pages(_ bytes: [UInt8]) throws -> [String] {
        let document = try Books.counted(bytes)
        return try (0..<document.count().pages).map { page in
            try document.lines(page).joined().split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
    }

    private func notice(_ path: String, _ reason: String) -> String {
        "A part of this book can’t be shown. “\(path)” \(reason)"
    }

    /// The directory of the archive is at its end: without that no file of it is found.
    @Test func aBookThatIsCutOffIsRefused() throws {
        let manual = try Books.file("/usr/share/doc/debian-policy/policy.epub")
        var packed = Book(chapters: ["One"]).bytes
        packed[8] = 8
        let host = try Books.host()
        let books =
            (1..<10).map { manual.prefix(manual.count * $0 / 10) } + [Book(chapters: ["One"]).bytes.dropLast(30)]
            + [packed.dropLast(30)]
        let reason = "cannot open the book: it is no ZIP archive, or its directory is damaged"
        for book in books {
            #expect(try host.probe(TestSource(bytes: Array(book))) == SHEAF_PROBE_MAYBE)
            #expect(throws: Refusal(code: -EBADMSG, text: reason)) { try host.open(TestSource(bytes: Array(book))) }
        }
        for (name, content) in [("mimetype", "application/vnd.oasis.opendocument.text"), ("mimetypes", ""), ("a", "")] {
            let other = Book.archive([(name, Array(content.utf8))])
            #expect(try host.probe(TestSource(bytes: other)) == SHEAF_PROBE_NO)
            #expect(try host.probe(TestSource(bytes: other.dropLast(30))) == SHEAF_PROBE_NO)
        }
    }

    @Test func aPartThatIsNotInTheFileIsAPageThatSaysSo() throws {
        var book = Book(chapters: ["One", "Two"])
        book.declare("g", "text/gone%20&amp;.xhtml")
        book.spine += "<itemref idref=\"no//..//body\"/>"
        #expect(
            try pages(book.bytes) == [
                "One", "Two", notice("OEBPS/text/gone &.xhtml", "is not in the file."),
                notice("no//..//body", "is not in the file."),
            ])
    }

    @Test func aPartThatCannotBeReadIsAPageThatSaysSo() throws {
        var book = Book(chapters: ["One"])
        book.files.append(("OEBPS/bad.xhtml", (0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 7 | 0x80) }))
        book.declare("b", "bad.xhtml")
        book.add("OEBPS/last.xhtml", Book.page("<p>Last"))
        book.declare("l", "last.xhtml")
        #expect(try pages(book.bytes) == ["One", notice("OEBPS/bad.xhtml", "is damaged."), "Last"])
    }

    @Test func aPartThatCannotBeUnpackedIsAPageThatSaysSo() throws {
        let book = Book(chapters: ["One", String(repeating: "Two ", count: 100), "Three"])
        var bytes = book.bytes
        // The file says that it is deflated: its header and the directory's record.
        let name = Array("OEBPS/c1.xhtml".utf8)
        let places = (0..<bytes.count - name.count).filter { Array(bytes[$0..<$0 + name.count]) == name }
        bytes[places[0] - 30 + 8] = 8
        bytes[places[places.count - 1] - 46 + 10] = 8
        #expect(try pages(bytes) == ["One", notice("OEBPS/c1.xhtml", "is damaged."), "Three"])
    }

    @Test(arguments: ["gone.ttf", "c0.xhtml", "https://example.org/f.ttf"])
    func aFontThatIsNoneCostsNothing(font: String) throws {
        var book = Book(chapters: ["One"])
        book.add(
            "OEBPS/bad.xhtml",
            Book.page(
                "<p>Two</p>",
                head:
                    "<link rel='stylesheet' href='gone.css'/><style>@font-face{font-family:F;src:url(\(font))}p{font-family:F}</style>"
            ))
        book.declare("b", "bad.xhtml")
        #expect(try pages(book.bytes) == ["One", "Two"])
    }

    /// A part that is there, and has nothing in it.
    @Test func anEmptyPartIsABlankPage() throws {
        var book = Book(chapters: ["One"])
        book.add("OEBPS/e.xhtml", "")
        book.declare("e", "e.xhtml")
        let document = try Books.counted(book.bytes)
        #expect(try document.count().pages == 2 && document.lines(0) == ["One\n"] && document.lines(1) == [])
    }

    @Test func anEndTagWithoutANameEndsNothing() throws {
        var book = Book()
        book.add("OEBPS/a.xhtml", "<html></><n>One</n></></html>")
        book.declare("a", "a.xhtml")
        #expect(try pages(book.bytes) == ["One"])
    }

    @Test func aPartOfAnotherKindIsShownByItsFallback() throws {
        var book = Book(chapters: ["One"])
        book.add("OEBPS/film.mp4", "film")
        book.add("OEBPS/still.xhtml", Book.page("<p>Still</p>"))
        book.declare("f", "film.mp4", type: "video/mp4", attributes: "fallback=\"s\"")
        book.declare("s", "still.xhtml", isRead: false)
        book.add("OEBPS/sound.mp3", "sound")
        book.declare("m", "sound.mp3", type: "audio/mpeg", attributes: "fallback=\"m\"")
        #expect(
            try pages(book.bytes) == [
                "One", "Still", notice("OEBPS/sound.mp3", "is of a kind that no book is read in: audio/mpeg."),
            ])
    }

    @Test func aFileThatIsListedForEachOfItsChaptersIsReadOnce() throws {
        var book = Book(chapters: ["One"])
        for id in ["x", "y"] { book.declare(id, "c0.xhtml#\(id)") }
        book.add("OEBPS/last.xhtml", Book.page("<p>Two</p>"))
        book.declare("l", "last.xhtml")
        #expect(try pages(book.bytes) == ["One", "Two"])
    }

    @Test func picturesInTheSpineArePages() throws {
        var book = Book(chapters: ["One"])
        let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='80' height='60'><rect width='80' height='60'/></svg>"
        book.files.append(("OEBPS/a b.ppm", Array("P6\n40 40\n255\n".utf8) + Array(repeating: 0x40, count: 4800)))
        book.declare("p", "a%20b.ppm", type: "image/png")
        book.add("OEBPS/d.svg", svg)
        book.declare("d", "d.svg", type: "image/svg+xml")
        let document = try Books.counted(book.bytes)
        #expect(try document.count().pages == 3)
        for page in 1...2 as ClosedRange<Int64> { #expect(try document.ink(page)[2] > 40) }
    }

    @Test func filesAreFoundWhereverTheyLie() throws {
        var book = Book()
        for (id, path, href) in [
            ("a", "text/a.xhtml", "../text/a.xhtml"), ("b", "OEBPS/b c.xhtml", "b%20c.xhtml"),
            ("c", "OEBPS/d%20e.xhtml", "d%20e.xhtml"), ("d", "OEBPS/sub/f.xhtml", "./sub/../sub//f.xhtml"),
            ("e", "root.xhtml", "../../../root.xhtml"), ("f", "OEBPS/g.xhtml", "G.XHTML"),
            ("g", "OEBPS/back/h.xhtml", "back\\h.xhtml"), ("h", "OEBPS/ü.xhtml", "%C3%BC.xhtml"),
            ("i", "OEBPS/wrong.xhtml", "wrong.xhtml"),
        ] {
            book.add(path, Book.page("<p>Part \(id)</p>"))
            book.declare(id, href, type: id == "i" ? "image/jpeg" : "application/xhtml+xml")
        }
        #expect(try pages(book.bytes) == "abcdefghi".map { "Part \($0)" })
    }

    @Test func thePackageIsFoundWhereverItLies() throws {
        var inFolder = Book(chapters: ["One", "Two"])
        inFolder.folder = "epub/"
        var second = Book(chapters: ["One", "Two"])
        second.container = """
            <container><rootfiles><rootfile full-path="gone.opf"/><rootfile full-path="mimetype"/>
            <rootfile full-path="OEBPS/content.opf"/></rootfiles></container>
            """
        var unnamed = Book(chapters: ["One", "Two"])
        unnamed.container = "<container><rootfiles><rootfile"
        var damaged = Book(chapters: ["One", "Two"])
        damaged.spineAttributes = "toc=\"&nbsp;&unknown;\""
        for book in [inFolder, second, unnamed, damaged] { #expect(try pages(book.bytes) == ["One", "Two"]) }
        var unread = Book(chapters: ["One", "Two"])
        unread.spine = ""
        #expect(try pages(unread.bytes) == ["One", "Two"])
    }

    @Test(arguments: [
        "<dc:creator>A & B</dc:creator>", "<dc:creator>A <br> B</dc:creator>", "<dc:creator>A \u{1}B</dc:creator>",
        "<meta name=x/>", "</dc:creator>", "<dc:creator>A", "&bad;&#x0;", "<!-- a -- b -->",
    ])
    func mistakesInAPackageCostThemselvesAlone(mistake: String) throws {
        var book = Book(chapters: ["One", "Two"])
        book.metadata = mistake
        #expect(try pages(book.bytes) == ["One", "Two"])
    }

    @Test func aPackageInAnEncodingThatIsNotKnownIsReadAsUTF8() throws {
        var book = Book(chapters: ["One", "Two"])
        book.declaration = "<?xml version=\"1.0\" encoding=\"x-none\"?>"
        #expect(try pages(book.bytes) == ["One", "Two"])
        book.declaration = "\n <?xml version=\"1.0\"?>"
        #expect(try pages(book.bytes) == ["One", "Two"])
    }

    @Test(arguments: ["windows-1251", "koi8-r", "utf-16", "UTF-8", "x-none", "utf-16le"])
    func chaptersAreReadInTheirEncoding(encoding: String) throws {
        let text = Book.page("<p>Привет, мир</p>").replacing("encoding=\"utf-8\"", with: "encoding='\(encoding)'")
        for part in [text, text.replacing("</p>", with: "</b>")] {
            var book = Book(chapters: ["One"])
            // What is UTF-8 after all says so in vain.
            let isSaidWrongly = ["x-none", "utf-16le"].contains(encoding)
            try book.files.append(
                ("OEBPS/a.xhtml", isSaidWrongly ? Array(part.utf8) : converted(Array(part.utf8), to: encoding)))
            book.declare("a", "a.xhtml")
            #expect(try pages(book.bytes) == ["One", "Привет, мир"])
        }
    }

    @Test func aByteThatIsNoLetterOfItsEncodingCostsItselfAlone() throws {
        var book = Book(chapters: ["One"])
        let text = Book.page("<p>\u{41f}~\u{41f}</p>").replacing(
            "encoding=\"utf-8\"", with: "encoding=\"windows-1251\"")
        let bytes = try converted(Array(text.utf8), to: "windows-1251").map { $0 == UInt8(ascii: "~") ? 0x98 : $0 }
        book.files.append(("OEBPS/a.xhtml", bytes))
        book.declare("a", "a.xhtml")
        #expect(try pages(book.bytes) == ["One", "П\u{fffd}П"])
    }

    @Test func aBookWithNothingToReadIsRefused() throws {
        #expect(
            throws: Refusal(
                code: -EBADMSG, text: "cannot open the book: it has no package that names what is to be read")
        ) { try Books.open(Book()) }
    }

    @Test(arguments: [
        (
            "http://www.w3.org/2001/04/xmlenc#aes128-cbc", "META-INF/rights.xml",
            "<rights xmlns=\"http://ns.adobe.com/adept\"/>", "Adobe ADEPT"
        ),
        ("http://www.w3.org/2001/04/xmlenc#aes256-cbc", "META-INF/license.lcpl", "{}", "Readium LCP"),
        ("http://www.w3.org/2001/04/xmlenc#aes128-cbc", "META-INF/sinf.xml", "<sinf/>", "Apple FairPlay"),
        ("urn:other", "x", "", "of an unknown kind"),
    ])
    func aLockedBookSaysByWhatItIsLocked(algorithm: String, file: String, content: String, name: String) throws {
        var book = Book(chapters: ["One"])
        book.add(file, content)
        book.add("META-INF/encryption.xml", Self.encryption([(algorithm, "OEBPS/c0.xhtml")]))
        #expect(
            throws: Refusal(code: -EBADMSG, text: "cannot open the book: it is locked by DRM (\(name))")
        ) { try Books.open(book) }
        // What says who may read it locks nothing by itself.
        book.files.removeLast()
        #expect(try pages(book.bytes) == ["One"])
    }

    private static func encryption(_ entries: [(algorithm: String, path: String)]) -> String {
        let data = entries.map {
            """
            <enc:EncryptedData xmlns:enc="http://www.w3.org/2001/04/xmlenc#"><enc:EncryptionMethod Algorithm="\($0.algorithm)"/>
            <enc:CipherData><enc:CipherReference URI="\($0.path)"/></enc:CipherData></enc:EncryptedData>
            """
        }
        return "<encryption xmlns=\"urn:oasis:names:tc:opendocument:xmlns:container\">\(data.joined())</encryption>"
    }

    @Test func obfuscatedFontsAreRead() throws {
        let font = try Books.file("/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf")
        try #require(font.count > 2000)
        let identifier = "urn:uuid:12345678-9abc-def0-1234-56789abcdef0"
        // SHA-1 of the identifier, by sha1sum, and its digits.
        let idpf = try run("printf '\(identifier)' | sha1sum").prefix(40)
        let keys = [String(idpf), identifier.dropFirst(9).filter { $0 != "-" }]
        func book(_ font: [UInt8]?, _ algorithm: String? = nil) -> [UInt8] {
            var book = Book()
            book.metadata =
                "<dc:identifier>other</dc:identifier><dc:identifier id=\"u\"> \(identifier)\n</dc:identifier>"
            book.add(
                "OEBPS/a.xhtml",
                Book.page(
                    "<p>Words, wwww and iiii</p>",
                    head: "<style>@font-face{font-family:F;src:url(f.ttf)}p{font-family:F,monospace}</style>"))
            book.declare("a", "a.xhtml")
            if let font { book.files.append(("OEBPS/f.ttf", font)) }
            if let algorithm { book.add("META-INF/encryption.xml", Self.encryption([(algorithm, "OEBPS/f.ttf")])) }
            return book.bytes
        }
        func picture(_ bytes: [UInt8]) throws -> TestPixels {
            try Books.counted(bytes).render(width: 420, height: 595)
        }
        let plain = try picture(book(font))
        #expect(try plain != picture(book(nil)))
        for (index, algorithm) in ["http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC"].enumerated()
        {
            let digits = Array(keys[index])
            let key = stride(from: 0, to: digits.count, by: 2).map {
                UInt8(String(digits[$0...$0 + 1]), radix: 16) ?? 0
            }
            let masked = font.enumerated().map { $0 < [1040, 1024][index] ? $1 ^ key[$0 % key.count] : $1 }
            #expect(try picture(book(masked, algorithm)) == plain, "\(algorithm)")
        }
    }
}
