import CSheafProvider
import ProviderTestHost
import Testing

/// Parts are laid out one after the other, as they are needed: no request waits for all of a book.
@Suite struct CountingTests {
    /// A book of so many chapters, each of several pages, with a link on its first page to the last one.
    private static func book(chapters: Int) -> Book {
        let text = String(
            repeating: "<p>Some words that fill a line or two of a page of a book, and then some more.</p>", count: 90)
        let link = "<p><a href=\"c\(chapters - 1).xhtml\">the end</a></p>"
        var book = Book(
            chapters: (0..<chapters).map { "</p><h1>Chapter \($0 + 1)</h1>\($0 == 0 ? link : "")\(text)<p>" })
        book.add(
            "OEBPS/n.xhtml",
            Book.page("<nav epub:type='toc'><ol><li><a href='c\(chapters - 1).xhtml'>The end</a></li></ol></nav>"))
        book.declare("n", "n.xhtml", attributes: "properties='nav'", isRead: false)
        return book
    }

    private static let uncounted = Refusal(code: SHEAF_NOT_COUNTED, text: nil)

    @Test func chaptersAreLaidOutAsTheyAreNeeded() throws {
        let document = try Books.open(Self.book(chapters: 200))
        let first = try document.count()
        let counted = try document.counted()
        #expect(first.kind == SHEAF_COUNTING && counted > 1 && first.pages >= counted)
        // What is not counted yet is asked for again.
        let far = first.pages * 3 / 4
        #expect(throws: Self.uncounted) { try document.metrics(far) }
        #expect(throws: Self.uncounted) { try document.outline() }
        #expect(throws: Self.uncounted) { try document.links(0) }
        #expect(throws: Self.uncounted) { try document.page(at: 1 << 40) }
        let text = try document.lines(0)
        while try document.count().kind == SHEAF_COUNTING {}
        let pages = try document.count().pages
        #expect(try document.lines(0) == text && pages > far)
        let end = try document.outline()[0].page
        #expect(try end == document.links(0)[0].page && end > pages * 9 / 10)
        #expect(try document.lines(end).first == "Chapter 200\n")
        #expect(throws: Refusal(code: SHEAF_END, text: nil)) { try document.metrics(pages) }
    }

    @Test func aCancelledCountLaysOutNoMore() throws {
        let host = try Books.host()
        let document = try host.open(TestSource(bytes: Self.book(chapters: 50).bytes))
        let request = TestRequest()
        request.cancelledFrom = 0
        var count = sheaf_count()
        count.size = UInt32(MemoryLayout<sheaf_count>.stride)
        #expect(host.table.count(document.pointer, request.pointer, &count) == SHEAF_CANCELLED)
        #expect(throws: Self.uncounted) { try document.metrics(0) }
    }

    /// A chapter without its styles, its font or its text is not the chapter: who asks again gets all of it.
    @Test func whatACancelledRequestHasNotReadIsReadByTheNext() throws {
        let font = try Books.file("/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf")
        var book = Book()
        for index in 0..<6 {
            let text = String(repeating: "<p>Words, wwww and iiii of chapter \(index)</p>", count: 30)
            book.add(
                "OEBPS/c\(index).xhtml",
                Book.page("\(text)<img src='i.ppm' alt=''/>", head: "<link rel='stylesheet' href='s.css'/>"))
            book.declare("c\(index)", "c\(index).xhtml")
        }
        book.add("OEBPS/s.css", "@font-face{font-family:F;src:url(f.ttf)} p{font-family:F,monospace;margin:40px}")
        book.files += [
            ("OEBPS/f.ttf", font), ("OEBPS/i.ppm", Books.picture(40, 400, red: 255, green: 0, blue: 0)),
        ]
        func all(_ document: TestDocument) throws -> [TestPixels] {
            while try document.count().kind == SHEAF_COUNTING {}
            return try (0..<document.count().pages).map { try document.render(page: $0, width: 210, height: 297) }
        }
        let whole = try all(Books.open(book))
        #expect(whole.count > 12)
        // Each is cancelled later than the one before, until one is done by then.
        for looks in 0... {
            let document = try Books.open(book)
            let counting = TestRequest()
            counting.cancelledFrom = looks
            var count = sheaf_count()
            count.size = UInt32(MemoryLayout<sheaf_count>.stride)
            let counted = document.host.table.count(document.pointer, counting.pointer, &count)
            #expect(try all(document) == whole, "counting was cancelled after \(looks) looks")
            // The first chapter was let go of by now.
            let drawing = TestRequest()
            drawing.cancelledFrom = looks
            _ = try? document.render(width: 210, height: 297, request: drawing)
            #expect(try document.render(width: 210, height: 297) == whole[0], "drawing was, after \(looks)")
            if counted == 0 {
                #expect(looks > 5)
                break
            }
        }
    }

    @Test func pagesWithoutLettersHavePositionsOfTheirOwn() throws {
        var book = Book(chapters: ["<img src='i.ppm' alt=''/>", "", "One", "&#160;"])
        book.files.append(("OEBPS/i.ppm", Books.picture(40, 40, red: 255, green: 0, blue: 0)))
        let document = try Books.counted(book.bytes)
        let positions = try (0..<4 as Range<Int64>).map { try document.position($0) }
        #expect(positions == positions.sorted() && Set(positions).count == 4)
        for (page, position) in positions.enumerated() { #expect(try document.page(at: position) == Int64(page)) }
    }
}
