import CSheafProvider
import ProviderTestHost
import Testing

/// A count that is kept of a book spares counting it again, and is believed only where it is right.
@Suite struct KeptCountTests {
    private static func book(words: String = "Some words that fill a line or two of a page of a book") -> Book {
        let text = String(repeating: "<p>\(words), and then some more.</p>", count: 60)
        var book = Book(
            chapters: (0..<8).map { "</p><h1>Chapter \($0)</h1>\(text)<p id='end'>The end of \($0)" })
        book.add(
            "OEBPS/n.xhtml",
            Book.page("<nav epub:type='toc'><ol><li><a href='c7.xhtml#end'>The end</a></li></ol></nav>"))
        book.declare("n", "n.xhtml", attributes: "properties='nav'", isRead: false)
        return book
    }

    /// Counts all pages, and returns what the provider wants to have kept then.
    private static func keeping(_ document: TestDocument) throws -> [UInt8] {
        while true {
            var count = sheaf_count()
            count.size = UInt32(MemoryLayout<sheaf_count>.stride)
            let request = try document.host.ask { document.host.table.count(document.pointer, $0, &count) }
            if count.kind == SHEAF_EXACT { return try #require(request.keeping) }
            try #require(request.keeping == nil)
        }
    }

    private static func lines(_ document: TestDocument) throws -> [[String]] {
        while try document.count().kind == SHEAF_COUNTING {}
        return try (0..<document.count().pages).map { try document.lines($0) }
    }

    private static func open(_ book: Book, flow: sheaf_flow? = nil, kept: [UInt8]?) throws -> TestDocument {
        try Books.host().open(TestSource(bytes: book.bytes), TestRequest(flow: flow, kept: kept))
    }

    @Test func aBookThatWasCountedIsCountedAtOnce() throws {
        let first = try Books.open(Self.book())
        let kept = try Self.keeping(first)
        let again = try Self.open(Self.book(), kept: kept)
        let count = try again.count()
        #expect(try count.kind == SHEAF_EXACT && count.pages == first.count().pages)
        // Nothing is laid out for that, nor for the places in it.
        let last = count.pages - 1
        #expect(try again.outline()[0].page == first.outline()[0].page)
        #expect(try again.position(last) == first.position(last))
        #expect(try again.page(at: again.position(last)) == last)
        #expect(try Self.lines(again) == Self.lines(first))
        #expect(again.host.changes.isEmpty)
    }

    /// A count of another book, of other looks, or of nothing at all costs a count.
    @Test func whatIsNotOfTheBookIsLeftAlone() throws {
        let whole = try Books.open(Self.book())
        let kept = try Self.keeping(whole)
        let lines = try Self.lines(whole)
        let other = Self.book(words: "Other words")
        #expect(try Self.open(other, kept: kept).count().kind == SHEAF_COUNTING)
        var large = sheaf_flow()
        large.font_size = 20
        #expect(try Self.open(Self.book(), flow: large, kept: kept).count().kind == SHEAF_COUNTING)
        for part in [0, 1, 7, 8, kept.count / 2, kept.count - 1] {
            #expect(
                try Self.open(Self.book(), kept: Array(kept.prefix(part))).count().kind == SHEAF_COUNTING, "\(part)")
        }
        var random = SeededNumbers(seed: 48)
        for round in 0..<200 {
            var bad = kept
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                bad[Int.random(in: 0..<bad.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            let document = try Self.open(Self.book(), kept: bad)
            // Whatever it says, pages show what they would; else the book says that it has changed, and is right then.
            var found: [[String]] = []
            do { found = try Self.lines(document) } catch {
                #expect(!document.host.changes.isEmpty, "round \(round): \(error)")
                found = try Self.lines(document)
            }
            #expect(found == lines, "round \(round)")
        }
    }

    @Test func pagesThatWereCutOtherwiseAreCountedAnew() throws {
        let whole = try Books.open(Self.book())
        let kept = try Self.keeping(whole)
        // The end of the first page, in pixels, is half as far down.
        let cut = try #require(try Self.placeOfFirstCut(kept))
        var moved = kept
        let bottom = kept[cut..<cut + 8].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let half = (Double(bitPattern: bottom) / 2).bitPattern
        for index in 0..<8 { moved[cut + index] = UInt8(truncatingIfNeeded: half >> (index * 8)) }
        let document = try Self.open(Self.book(), kept: moved)
        #expect(try document.count().kind == SHEAF_EXACT)
        #expect(
            throws: Refusal(
                code: -74, text: "cannot read the book: its pages were counted with other fonts, and are counted anew")
        ) { try document.lines(0) }
        #expect(document.host.changes.map(\.kind) == [SHEAF_CHANGED_ALL])
        #expect(try document.count().kind == SHEAF_COUNTING)
        #expect(try Self.lines(document) == Self.lines(whole))
    }

    /// Where the first page ends: the second number of the first page behind the subject, which ends in a NUL. Numbers are aligned.
    private static func placeOfFirstCut(_ kept: [UInt8]) throws -> Int? {
        let end = try #require(kept.firstIndex(of: 0))
        // Letters of the part, then top and bottom of its first page.
        return (end + 1 + 7) / 8 * 8 + 16
    }
}
