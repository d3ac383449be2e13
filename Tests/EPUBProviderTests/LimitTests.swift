import CSheafProvider
import ProviderTestHost
import Testing

/// Limits of what a book may ask for, on both sides.
@Suite struct LimitTests {
    private func lines(_ body: String, head: String = "") throws -> [String] {
        try Books.open(Books.fixed([body], head: Books.viewport(200, 100) + head)).lines(0)
    }

    @Test(arguments: [190, 197, 250, 5000])
    func elementsNestAsDeepAsTheyMay(depth: Int) throws {
        let deep = String(repeating: "<div>", count: depth) + "deep" + String(repeating: "</div>", count: depth)
        #expect(try lines(deep + "<div>after</div>") == ["deep\n", "after\n"])
    }

    @Test func cellsSpanAsManyAsTheyMay() throws {
        let table = "<table><tr><td colspan='99999999' rowspan='99999999'>a</td><td>b</td></tr></table>"
        #expect(try lines(table).joined().contains("a"))
    }

    @Test(arguments: [
        "font-size:99999999px", "width:99999999999999999999px", "padding:99999999em", "margin:-99999999px",
        "line-height:99999999",
    ])
    func numbersAreNoLargerThanCanBeLaidOut(style: String) throws {
        #expect(try lines("<div style='\(style)'>x</div>").count <= 1)
        #expect(try lines("<p class='c99999999'>x</p>", head: "<style>.c99999999{display:none}</style>").isEmpty)
    }

    @Test(arguments: ["table", "table-row", "table-cell", "inline", "none", "table-caption"])
    func theRootIsABlock(display: String) throws {
        let style = "<style>html{display:\(display) !important}</style>"
        #expect(try lines("<div>x</div>", head: style) == ["x\n"])
    }

    @Test(arguments: [("12345", 12345), ("123456", 99999), ("99999999999999999999", 99999)])
    func numbersHaveFiveDigitsAtMost(written: String, taken: Double) throws {
        let link = "<a href='p0.xhtml' style='position:absolute;left:0;top:0;width:\(written)px;height:5px'></a>"
        #expect(try Books.open(Books.fixed([link])).links(0).map(\.box) == [[0, 0, taken, 5]])
    }

    /// Each style sheet takes in the next one; the last one moves the text.
    @Test(arguments: [(64, 77.0), (65, 40.0)])
    func aPageHasAsManyStyleSheetsAsItMay(count: Int, left: Double) throws {
        var book = Books.fixed(["<p>x</p>"], head: Books.viewport(200, 100) + "<link rel='stylesheet' href='1.css'/>")
        for number in 1..<count { book.add("OEBPS/\(number).css", "@import url(\(number + 1).css);") }
        book.add("OEBPS/\(count).css", "p{left:77px !important}")
        let box = try #require(Books.open(book).text(0).first?.box)
        #expect(abs(box[0] - left) < 2)
    }

    @Test func fontsAreAsLargeAsTheyMay() throws {
        func height(_ size: Int) throws -> Double {
            let style = "position:absolute;left:0;top:0;font-size:\(size)px"
            let box = try #require(
                Books.open(Books.fixed(["<div style='\(style)'>x</div>"], head: Books.viewport(9000, 9000))).text(0)
                    .first?.box)
            return box[3] - box[1]
        }
        #expect(try height(1000) < height(2000))
        #expect(try height(2000) == height(2001) && height(2000) == height(90000))
    }

    @Test func aStyleSheetThatImportsItselfEnds() throws {
        var book = Books.fixed(["<p>x</p>"], head: Books.viewport(200, 100) + "<link rel='stylesheet' href='a.css'/>")
        book.add("OEBPS/a.css", "@import url(a.css);@import 'b.css';p{color:red}")
        book.add("OEBPS/b.css", "@import url(a.css);")
        #expect(try Books.open(book).lines(0) == ["x\n"])
    }

    @Test func aPictureThatCannotBeReadCostsItselfAlone() throws {
        var book = Books.fixed([
            "<p>x</p><img src='a.png' alt=''/><img src='gone.png' alt=''/><img src='data:,' alt=''/><svg/>"
        ])
        book.add("OEBPS/a.png", "\u{89}PNG and nothing else")
        let document = try Books.open(book)
        #expect(try document.lines(0) == ["x\n"])
        _ = try document.render(width: 600, height: 800)
    }

    @Test func nothingRunsAndNothingIsFetched() throws {
        let body = """
            <p onclick="x()">x</p><iframe src="file:///etc/passwd"></iframe><img src="file:///etc/passwd" alt=""/>
            <img src="https://example.org/a.png" alt=""/><img src="../../../../etc/passwd" alt=""/>
            <svg width="10" height="10"><image width="10" height="10" href="file:///usr/share/pixmaps/debian-logo.png"/></svg>
            """
        #expect(try lines(body) == ["x\n"])
    }

    @Test func aBookThatChangesWhileItIsReadSaysSo() throws {
        let document = try Books.open(Books.fixed(["<p>x</p>", "<p>y</p>"]))
        document.source.bytes.removeLast(document.source.bytes.count - 100)
        #expect(throws: Refusal.self) { try document.lines(1) }
        #expect(document.host.changes.count >= 1)
    }

    @Test func aCancelledRequestIsCancelled() throws {
        let document = try Books.open(Books.fixed(["<p>x</p>"]))
        let request = TestRequest()
        request.cancelledFrom = 0
        #expect(throws: Refusal(code: SHEAF_CANCELLED, text: nil)) {
            try document.render(width: 600, height: 800, request: request)
        }
        _ = try document.render(width: 600, height: 800)
    }
}
