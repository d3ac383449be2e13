import CSheafProvider
import ProviderTestHost
import Testing

/// Answers about a fixed page: its text, links, pictures, contents and labels.
@Suite struct ReadingTests {
    @Test func textComesInTheOrderOfThePart() throws {
        let body = """
            <div style="position:absolute;left:10px;top:500px">Second <i>by</i> place</div>
            <div style="position:absolute;left:10px;top:100px">first<br/>by place&nbsp;&mdash; &copy;</div>
            <script>var no;</script><p style="display:none">not shown</p>
            """
        let document = try Books.open(Books.fixed([body]))
        #expect(try document.lines(0) == ["Second by place\n", "first\n", "by place\u{a0}— ©\n"])
    }

    @Test func eachCharacterHasItsBox() throws {
        let document = try Books.open(
            Books.fixed([
                "<div style='position:absolute;left:100px;top:200px;font-size:20px;transform:scale(2);transform-origin:0 0'>ab cd</div>"
            ]))
        let line = try #require(document.text(0).first)
        #expect(line.text == "ab cd\n" && line.characters.count == 5)
        #expect(abs(line.box[0] - 100) < 2 && abs(line.box[1] - 200) < 4)
        let height = line.box[3] - line.box[1]
        #expect((40...64).contains(height))
        let edges = line.characters.map { $0[0] }
        #expect(edges == edges.sorted())
    }

    @Test func linksLeadToPagesAndOutOfTheBook() throws {
        let body = """
            <p>See <a href="p1.xhtml#x">the second</a></p>
            <a href="https://example.org/a" style="position:absolute;left:300px;top:400px;width:50px;height:60px"></a>
            <a href="gone.xhtml"><img src="i.ppm" alt="" style="position:absolute;left:10px;top:600px;width:40px;height:30px"/></a>
            <a href="#">nowhere</a>
            """
        var book = Books.fixed([body, "<p id='x'>Two</p>"])
        book.files.append(("OEBPS/i.ppm", Books.picture(4, 3, red: 9, green: 9, blue: 9)))
        let document = try Books.open(book)
        let links = try document.links(0)
        #expect(links.map(\.page) == [1, -1, -1, 0])
        #expect(links.map(\.key) == ["here", "web", "here", "here"])
        #expect(links.map(\.uri) == [nil, "https://example.org/a", "gone.xhtml", nil])
        #expect(links[1].box == [300, 400, 350, 460] && links[2].box == [10, 600, 50, 630])
        #expect(try document.pictures(0).map(\.box) == [[10, 600, 50, 630]])
    }

    @Test func addressesAreToldAsTheyAreWritten() throws {
        let written = [
            ("www.example.org", "web"), ("example.org/path", "web"), ("mailto:a@b.c", "mail"),
            ("HTTP://EXAMPLE.org", "web"), ("javascript:alert(1)", "script"), ("file:///etc/passwd", "file"),
            ("tel:+1", "unknown"), ("https://example.org/日", "web"), ("other.pdf", "document"), ("gone.xhtml", "here"),
            ("c1.xhtml", "here"),
            ("#top", "here"),
        ]
        let links = written.map { "<p><a href=\"\($0.0)\">word</a></p>" }.joined()
        let document = try Books.counted(Book(chapters: ["</p><p id='top'>Top</p>\(links)<p>", "Two"]).bytes)
        let found = try document.links(0)
        #expect(found.map(\.key) == written.map(\.1))
        #expect(found.map(\.page) == Array(repeating: -1, count: 10) + [1, 0])
        #expect(found.prefix(10).map(\.uri) == written.prefix(10).map(\.0))
    }

    @Test func contentsAndLabelsAreThoseOfTheBook() throws {
        var book = Books.fixed(["<p>One</p>", "<p>Two</p>", "<p>Three</p>"])
        book.add(
            "OEBPS/nav.xhtml",
            Book.page(
                """
                <nav epub:type="toc"><ol><li><a href="p0.xhtml">First</a><ol><li><a href="p2.xhtml">Deep</a></li></ol></li>
                <li><a href="https://example.org/">Out</a></li></ol></nav>
                <nav epub:type="page-list"><ol><li><a href="p0.xhtml">iv</a></li><li><a href="p2.xhtml">1</a></li></ol></nav>
                """))
        book.declare("nav", "nav.xhtml", attributes: "properties=\"nav\"", isRead: false)
        let document = try Books.open(book)
        let outline = try document.outline()
        #expect(outline.map(\.text) == ["First", "Deep", "Out"])
        #expect(outline.map(\.level) == [0, 1, 0] && outline.map(\.page) == [0, 2, -1])
        #expect(outline.map(\.key) == ["here", "here", "web"])
        #expect(try (0..<3).map { try document.metrics($0).label } == ["iv", "iv", "1"])
    }
}
