import CSheafProvider
import Glibc
import ProviderTestHost
import Testing

/// Markdown: what it is known by, and what becomes of it.
@Suite struct MarkdownTests {
    private static let sample = """
        # A *title*

        Some **strong** words, `code`, a [link](https://example.org/x?y=1&z), an ![image](a.png) and <b>HTML</b>
        over two lines.

        See [below](#second-part) or [nowhere](#nowhere).

        3. third
           - inner

        > quoted

        ```
        int x;

            return;
        ```

        ---

        | a | b |
        |---|---|

        """

    private static let whole =
        sample + (0..<30).map { "Paragraph \($0).\n\n" }.joined() + "Second part!\n---\n\nThe end.\n"

    @Test func itsPartsAreShown() throws {
        let document = try Texts.openCounted(Self.whole, suffix: ".md")
        let lines = try document.text(0)
        #expect(
            lines.prefix(14).map(\.text) == [
                "A title\n", "Some strong words, code, a link, an [image] and <b>HTML</b> ", "over two lines.\n",
                "See below or nowhere.\n", "3.\tthird\n", "•\tinner\n", "quoted\n", "int x;\n", "\n",
                "    return;\n", "*  *  *\n", "| a | b |\n", "|---|---|\n", "Paragraph 0.\n",
            ])
        let heights = lines.map { $0.box[3] - $0.box[1] }
        #expect(heights[0] > 1.5 * heights[1])
        // Items, what is in them, and quotations are set in.
        #expect(lines[4].box[0] == 36 && abs(lines[5].box[0] - 55.8) < 0.1 && abs(lines[6].box[0] - 55.8) < 0.1)
        // Code stands in a font whose letters are all as wide.
        let code = lines[9].characters.map { $0[2] - $0[0] }
        #expect(code.allSatisfy { abs($0 - code[0]) < 0.01 })
    }

    @Test func blocksAreItsHeadingsParagraphsListsAndTables() throws {
        let document = try Texts.openCounted(Self.whole)
        let blocks = try document.blocks(0)
        let expected: [(key: String, level: UInt32, text: String)] = [
            ("heading", 1, "A title"),
            ("paragraph", 0, "Some strong words, code, a link, an [image] and <b>HTML</b> over two lines."),
            ("paragraph", 0, "See below or nowhere."), ("listItem", 1, "3.\tthird"), ("listItem", 2, "•\tinner"),
            ("paragraph", 0, "quoted"), ("code", 0, "int x;\n\n    return;"), ("rule", 0, "*  *  *"),
            ("table", 0, "a\tb\nParagraph 0."), ("paragraph", 0, "Paragraph 1."),
        ]
        for (block, expected) in zip(blocks, expected) {
            #expect(block.kind == SHEAF_ITEM_BLOCK)
            #expect((block.key, block.level, block.text) == (expected.key, expected.level, expected.text))
        }
        // They are where their lines are, and the page has none that are in no block.
        let lines = try document.text(0)
        #expect(blocks[0].box == lines[0].box && blocks[1].box[3] == lines[2].box[3])
        #expect(blocks.last?.box[3] == lines.last?.box[3])
        #expect(zip(blocks, blocks.dropFirst()).allSatisfy { $0.box[3] <= $1.box[1] + 0.01 })
        let second = try #require(try document.outline().last)
        #expect(try document.blocks(second.page).contains { $0.key == "heading" && $0.text == "Second part!" })
    }

    @Test func tablesAreRowsOfCells() throws {
        let document = try Texts.openCounted(
            "# T\n\n**b** [c](d)\n\n| one | two |\n|-----|:---:|\n| 1 | *b* c |\n|  | d |\n", suffix: ".md")
        let table = try document.blocks(0).last
        #expect(table?.key == "table" && table?.text == "one\ttwo\n1\tb c\n\td")
    }

    @Test func headingsAreItsOutlineAndItsTitle() throws {
        let document = try Texts.openCounted(Self.whole, suffix: ".md")
        let outline = try document.outline()
        #expect(outline.map(\.text) == ["A title", "Second part!"] && outline.map(\.level) == [0, 1])
        #expect(outline[0].page == 0 && outline[1].page > 0)
        #expect(try document.string(outline[1].page).contains("Second part!"))
        let metadata = try document.metadata()
        #expect(metadata.first { $0.key == "title" }?.text == "A title")
        #expect(metadata.first { $0.key == "format" }?.text == "Markdown")
    }

    @Test func linksLeadToPagesAndOutside() throws {
        let document = try Texts.openCounted(Self.whole, suffix: ".md")
        let links = try document.links(0)
        #expect(links.map(\.uri) == ["https://example.org/x?y=1&z", nil, "#nowhere"])
        #expect(try links[1].page == document.outline()[1].page)
        // Each lies on its words.
        for (link, words) in zip(links, ["link", "below"]) {
            let line = try #require(try document.text(0).first { $0.text?.contains(words) == true })
            let text = try #require(line.text)
            let start = text.unicodeScalars.distance(
                from: text.startIndex, to: try #require(text.firstRange(of: words)?.lowerBound))
            #expect(abs(link.box[0] - Double(line.characters[start][0])) < 0.1)
            #expect(abs(link.box[2] - Double(line.characters[start + words.count - 1][2])) < 0.1)
            #expect(abs(link.box[1] - line.box[1]) < 0.01)
        }
    }

    /// Links are told as they are written, each with what it leads to; one that says nothing is none.
    @Test func linksSayWhatTheyLeadTo() throws {
        let written = [
            ("www.example.org", "web"), ("HTTP://EXAMPLE.org", "web"), ("mailto:a@b.c", "mail"),
            ("./x.pdf#page=2", "document"),
            ("/etc/passwd", "file"), ("javascript:alert(1)", "script"), ("tel:1", "unknown"), ("#gone", "here"),
            ("", ""),
            ("#title", "here"),
        ]
        let text = "# Title\n\n" + written.map { "[x](<\($0.0)>)" }.joined(separator: "\n\n") + "\n"
        let document = try Texts.openCounted(text, suffix: ".md")
        let links = try document.links(0)
        #expect(links.map(\.key) == written.filter { !$0.1.isEmpty }.map(\.1))
        #expect(links.dropLast().map(\.uri) == written.dropLast(2).map(\.0))
        #expect(links.dropLast().allSatisfy { $0.page == SHEAF_NO_PAGE })
        #expect(links.last?.page == 0 && links.last?.uri == nil)
        #expect(try document.outline().map(\.key) == ["here"])
    }

    @Test func aLinkInWritingFromTheRightLiesOnItsWords() throws {
        let document = try Texts.open("# عنوان\n\nكلمة [رابط](https://example.com) أخرى\n\n[x](y)\n", suffix: ".md")
        let link = try #require(try document.links(0).first)
        let line = try document.text(0)[1]
        let characters = line.characters[5..<9]
        #expect(abs(link.box[0] - Double(characters.map { $0[0] }.min() ?? 0)) < 0.1)
        #expect(abs(link.box[2] - Double(characters.map { $0[2] }.max() ?? 0)) < 0.1)
    }

    /// A heading is never the last thing on a page.
    @Test func aHeadingGoesWithWhatIsBelow() throws {
        for lines in 20...40 {
            let text =
                "# Top\n\n" + (0..<lines).map { "Line \($0)  \n" }.joined()
                + "\n## Below\n\n### Further\n\nText\n[a](b)\n"
            let document = try Texts.open(text, suffix: ".md")
            let pages = try document.countAll()
            let texts = try (0..<pages).map { try document.string($0) }
            #expect(texts.joined().components("Below") == 2)
            #expect(!texts.contains { $0.hasSuffix("Below\n") || $0.hasSuffix("Further\n") }, "\(texts)")
        }
    }

    private static let plain = [
        "#!/bin/sh\n# comment\n\n# another\n\n**\n[x](y) [z](w)\n",
        "# a configuration\nkey = value\n\n# more\nother = value\n",
        "A novel.\n\nIt has no marks - or hardly any. He said: [sic].\n",
        "<html><body># [x](y) **b** </body></html>\n\n# x\n\n[y](z)\n",
    ]

    @Test(arguments: plain.indices) func whatIsNoMarkdownIsPlain(sample: Int) throws {
        let document = try Texts.open(Self.plain[sample])
        #expect(try document.metadata().first?.text == "plain text")
        #expect(try document.outline().isEmpty && document.links(0).isEmpty)
    }

    @Test func itIsLeftPlainWhereTheOperatorSaysSo() throws {
        let host = try Texts.host()
        try host.configure("markdown", "no")
        let document = try host.open(Self.sample, suffix: ".md")
        #expect(try document.string(0).hasPrefix("# A *title*\n"))
    }

    /// Markdown of more than 8 MiB is shown as plain text; a paragraph of more than 4,096 bytes goes on in the next.
    @Test(arguments: [(8 << 20, "Markdown"), (8 << 20 + 1, "plain text")]) func itHasALimit(size: Int, format: String)
        throws
    {
        var bytes = Array("# Title\n\n[a](b)\n\n".utf8)
        bytes += [UInt8](unsafeUninitializedCapacity: size - bytes.count) { buffer, count in
            count = buffer.count
            for index in 0..<count { buffer[index] = index % 6 == 5 ? 0x20 : 0x78 }
        }
        let document = try Texts.open(bytes, suffix: ".md")
        #expect(try document.metadata().first?.text == format)
        try document.count(to: 21)
        let page = try document.string(20)
        #expect(page.count > 1_000)
    }

    /// Deep nesting and long rows of marks end, whatever they mean.
    @Test(arguments: [">", "- ", "*", "[", "`", "1. ", "![", "_a_ "]) func manyMarksAreTaken(mark: String) throws {
        let document = try Texts.open(
            "# T\n\n[a](b)\n\n" + String(repeating: mark, count: 20_000) + "x\n", suffix: ".md")
        #expect(try document.metadata().first?.text == "Markdown")
        _ = try document.whole()
        _ = try document.text(0)
    }
}

extension String {
    /// How many parts it has with a word between them.
    fileprivate func components(_ word: String) -> Int { ranges(of: word).count + 1 }
}
