import ProviderTestHost
import Testing

/// The views that books ask for at first, as their metadata has them.
@Suite struct FirstViewTests {
    /// The part of metadata that says how a book is to be seen.
    private struct View: Equatable {
        var direction, layout, lines: String?
    }

    private func view(_ bytes: [UInt8]) throws -> View {
        let said = try Books.host().open(TestSource(bytes: bytes)).said()
        #expect(said["format"] != nil)
        return View(direction: said["reading-direction"], layout: said["page-layout"], lines: said["writing-mode"])
    }

    /// A book: its files are below OEBPS, and each is a page of text.
    private struct Book {
        /// Attributes of the spine.
        var spine = ""
        /// In the metadata.
        var metadata = ""
        /// Attributes of the items of the spine, one for each file.
        var items = [""]
        /// The beginnings of the files; the last one is that of the others, too.
        var heads = ["<html><head><title>t</title></head><body>"]
        var sheets: [(name: String, content: String)] = []

        var bytes: [UInt8] {
            let files = items.indices.map { index in
                (
                    "OEBPS/text/c\(index).xhtml",
                    "\(heads[min(index, heads.count - 1)])<p>吾輩は猫である。</p></body></html>"
                )
            }
            let manifest = items.indices.map {
                "<item id=\"c\($0)\" href=\"text/c%3\($0).xhtml\" media-type=\"application/xhtml+xml\"/>"
            }
            let spine = items.enumerated().map { "<itemref idref=\"c\($0)\" \($1)/>" }
            let package = """
                <?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="2.0"><metadata>\(metadata)</metadata>\
                <manifest>\(manifest.joined())</manifest><spine \(self.spine)>\(spine.joined())</spine></package>
                """
            let container = """
                <container><rootfiles><rootfile full-path="OEBPS/content.opf"/></rootfiles></container>
                """
            let all =
                [
                    ("mimetype", "application/epub+zip"), ("META-INF/container.xml", container),
                    ("OEBPS/content.opf", package),
                ]
                + files + sheets.map { ("OEBPS/\($0.name)", $0.content) }
            return ProviderTestHost.Book.archive(all.map { ($0.0, Array($0.1.utf8)) })
        }
    }

    private static let vertical = "vertical-rl (not set: lines are horizontal)"

    /// The head of a file with this style in it.
    private static func head(style: String = "", links: [String] = [], html: String = "", body: String = "") -> String {
        let links = links.map { "<link rel=\"stylesheet\" type=\"text/css\" href=\"\($0)\"/>" }.joined()
        return """
            <?xml version="1.0" encoding="utf-8"?>
            <html xmlns="http://www.w3.org/1999/xhtml" \(html)><head><title>t</title>\(links)<style>\(style)</style></head>\
            <body \(body)>
            """
    }

    @Test func aBookSaysFromWhichSideItIsRead() throws {
        let cases: [(String, String, String?)] = [
            ("page-progression-direction=\"rtl\"", "", "right-to-left"),
            ("page-progression-direction=\"ltr\"", "", "left-to-right"),
            ("", "<meta name=\"primary-writing-mode\" content=\"horizontal-rl\"/>", "right-to-left"),
            ("", "<meta name=\"primary-writing-mode\" content=\"horizontal-lr\"/>", "left-to-right"),
            (
                "page-progression-direction=\"ltr\"", "<meta name=\"primary-writing-mode\" content=\"horizontal-rl\"/>",
                "left-to-right"
            ),
            (
                "page-progression-direction=\"default\"",
                "<meta name=\"primary-writing-mode\" content=\"horizontal-rl\"/>",
                "right-to-left"
            ),
            ("page-progression-direction=\"sideways\"", "", nil), ("page-progression-direction=\"\"", "", nil),
            ("", "<meta name=\"primary-writing-mode\" content=\"upwards\"/>", nil),
            ("", "<meta name=\"primary-writing-mode\"/>", nil), ("", "", nil),
        ]
        for (spine, metadata, said) in cases {
            #expect(
                try view(Book(spine: spine, metadata: metadata).bytes) == View(direction: said), "\(spine) \(metadata)")
        }
    }

    @Test func aBookSaysThatItsLinesAreNotSetVertically() throws {
        let vertical: [Book] = [
            Book(heads: [Self.head(style: "html{writing-mode:vertical-rl;-epub-writing-mode:vertical-rl}")]),
            Book(heads: [Self.head(style: "p {margin: 0} body { color: red; -webkit-writing-mode : vertical-rl ; }")]),
            Book(heads: [Self.head(html: "style=\"-epub-writing-mode: vertical-rl\"")]),
            Book(heads: [Self.head(body: "style='writing-mode: tb-rl'")]),
            Book(
                heads: [Self.head(links: ["../styles/a.css"], html: "class='x vrtl'")],
                sheets: [
                    (
                        "styles/a.css",
                        ".hltr {writing-mode: horizontal-tb} /* } */ .vrtl {writing-mode: vertical-rl !important}"
                    )
                ]),
            Book(
                heads: [Self.head(links: ["/gone.css", "../a%62.css#x"])],
                sheets: [
                    ("ab.css", "@charset \"utf-8\";\n@media all { :root, p { /* lines */ writing-mode: Vertical-RL } }")
                ]),
            Book(
                heads: [Self.head(links: ["../a&amp;b.css"])],
                sheets: [("a&b.css", "@import url(\"c.css\");"), ("c.css", "html{WRITING-MODE:vertical-rl}")]),
            Book(
                items: ["", ""],
                heads: [
                    Self.head(style: "html{writing-mode:horizontal-tb}"),
                    Self.head(style: "html{writing-mode:vertical-rl}"),
                ]),
            Book(metadata: "<meta name=\"primary-writing-mode\" content=\"vertical-rl\"/>"),
        ]
        for (index, book) in vertical.enumerated() {
            #expect(try view(book.bytes) == View(direction: "right-to-left", lines: Self.vertical), "\(index)")
        }
        let other = Book(heads: [Self.head(style: "html{writing-mode:vertical-lr}")])
        #expect(
            try view(other.bytes)
                == View(direction: "left-to-right", lines: "vertical-lr (not set: lines are horizontal)"))
        let said = Book(
            spine: "page-progression-direction=\"ltr\"", heads: [Self.head(style: "html{writing-mode:vertical-rl}")])
        #expect(try view(said.bytes) == View(direction: "left-to-right", lines: Self.vertical))
    }

    @Test(arguments: [(8, true), (9, false)])
    func theFirstPartsSayHowLinesRun(parts: Int, isFound: Bool) throws {
        let plain = Array(repeating: Self.head(), count: parts - 1)
        let book = Book(
            items: Array(repeating: "", count: parts),
            heads: plain + [Self.head(style: "html{writing-mode:vertical-rl}")])
        #expect(try view(book.bytes).lines == (isFound ? Self.vertical : nil))
    }

    @Test func whatIsNotOfTheWholeTextIsNoWritingMode() throws {
        let styles = [
            "p{writing-mode:vertical-rl}", ".v{writing-mode:vertical-rl}", "html p{writing-mode:vertical-rl}",
            "body#x{writing-mode:vertical-rl}", "body:first-child{writing-mode:vertical-rl}",
            "html.v{writing-mode:vertical-rl}",
            "html{writing-mode:upwards}", "html{writing-mode}",
            "html{writing-mode:vertical-rl;writing-mode:horizontal-tb}",
            "html{writing-mode:vertical-rl} body{writing-mode:horizontal-tb}", "/* html{writing-mode:vertical-rl} */",
            "html{writing-mode:vertical-rl", "html{x-mode:vertical-rl}", "{{{}}}", "/*", "",
        ]
        for style in styles { #expect(try view(Book(heads: [Self.head(style: style)]).bytes) == View(), "\(style)") }
    }

    @Test func aBookSaysWhichPagesStandSideBySide() throws {
        let left = "properties=\"page-spread-left\""
        let right = "properties=\"x rendition:page-spread-right\""
        let rtl = "page-progression-direction=\"rtl\""
        let cases: [(spread: String, spine: String, items: [String], said: String?)] = [
            ("none", "", [""], "single"), ("both", "", [""], "cover"), ("landscape", "", [left, right], "double"),
            ("both", "", [right, left], "cover"), ("both", "", ["", left, right], "cover"),
            ("both", "", ["", right], "double"),
            ("both", rtl, [right, left], "double"), ("both", rtl, [left, right], "cover"), ("auto", "", [left], nil),
            ("sideways", "", [right], nil), ("", "", [""], nil),
        ]
        for (spread, spine, items, said) in cases {
            let book = Book(
                spine: spine, metadata: "<meta property=\"rendition:spread\">\(spread)</meta>", items: items)
            #expect(
                try view(book.bytes) == View(direction: spine.isEmpty ? nil : "right-to-left", layout: said),
                "\(spread) \(spine) \(items)")
        }
    }

    @Test(arguments: 1...5) func booksOfAllKindsSayWhatTheyAre(seed: UInt64) throws {
        var dice = SeededNumbers(seed: seed)
        for _ in 0..<10 {
            let isRTL = Bool.random(using: &dice)
            let isVertical = Bool.random(using: &dice)
            let element = Bool.random(using: &dice) ? "html" : "body"
            let prefix = ["", "-epub-", "-webkit-"].randomElement(using: &dice) ?? ""
            let rule = "\(element)\(Bool.random(using: &dice) ? ".main" : ""){\(prefix)writing-mode:vertical-rl}"
            let isLinked = Bool.random(using: &dice)
            var book = Book(items: Array(repeating: "", count: Int.random(in: 1...6, using: &dice)))
            if isRTL { book.spine = "page-progression-direction=\"rtl\"" }
            if isVertical {
                book.heads = [
                    Self.head(
                        style: isLinked ? "" : rule, links: isLinked ? ["../s.css"] : [], html: "class=\"main\"",
                        body: "class=\"main\"")
                ]
                book.sheets = [("s.css", rule)]
            }
            #expect(
                try view(book.bytes)
                    == View(
                        direction: isRTL || isVertical ? "right-to-left" : nil, lines: isVertical ? Self.vertical : nil),
                "\(rule)")
        }
    }

    @Test func aBookWithADamagedPackageSaysNothing() throws {
        var bytes = Book(spine: "page-progression-direction=\"rtl\"").bytes
        let mark = Array("page-progression".utf8)
        let start = try #require(bytes.indices.first { bytes[$0...].starts(with: mark) })
        bytes.replaceSubrange(start..<start + 1, with: [UInt8(ascii: "q")])
        #expect(try view(bytes) == View())
    }
}
