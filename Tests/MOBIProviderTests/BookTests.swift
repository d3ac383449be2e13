import CSheafProvider
import Glibc
import ProviderTestHost
import Testing

/// Books of Mobipocket: their text, pictures and pages; and those that are refused.
@Suite struct BookTests {
    private func host() throws -> TestHost {
        try TestHost(table(ofLibrary: productsFolder() + "/libsheaf-mobi.so"))
    }

    private func open(_ file: MobiFile) throws -> TestDocument {
        let document = try host().open(TestSource(bytes: file.bytes))
        while try document.count().kind == SHEAF_COUNTING {}
        return document
    }

    private func words(_ document: TestDocument, _ page: Int64) throws -> [String] {
        try document.text(page).compactMap(\.text).joined().split(whereSeparator: \.isWhitespace).map(String.init)
    }

    private static func book(_ body: String) -> MobiFile {
        MobiFile(text: "<html><head><guide></guide></head><body>\(body)</body></html>")
    }

    @Test func itsTextIsRead() throws {
        let all = (0..<2500).map { "w\($0)" }
        let document = try open(Self.book("<p>\(all.joined(separator: " "))<p height=\"1em\">More<br>text"))
        let pages = try document.count().pages
        #expect(pages > 3)
        #expect(try (0..<pages).flatMap { try words(document, $0) } == all + ["More", "text"])
        #expect(try document.metadata().contains { $0.key == "format" && $0.text == "MOBI" })
        #expect(try document.metadata().contains { $0.key == "title" && $0.text == "Made" })
        #expect(try document.metadata().contains { $0.key == "creator" && $0.text == "Somebody" })
    }

    @Test func aPageBreakBeginsAPage() throws {
        let document = try open(Self.book("<p>One</p><mbp:pagebreak/><p>Two</p><mbp:pagebreak/><p>Three</p>"))
        #expect(try (0..<3).map { try words(document, $0) } == [["One"], ["Two"], ["Three"]])
    }

    @Test func isKnownByItsContent() throws {
        let host = try host()
        #expect(try host.probe(TestSource(bytes: Self.book("x").bytes)) == SHEAF_PROBE_CERTAIN)
        for bytes in [[], Array("text".utf8), [UInt8](repeating: 0, count: 200)] {
            #expect(try host.probe(TestSource(bytes: bytes)) == SHEAF_PROBE_NO)
        }
    }

    @Test func aLockedBookIsRefused() throws {
        var file = Self.book("<p>x</p>")
        file.encryption = 2
        #expect(
            throws: Refusal(
                code: -EBADMSG, text: "cannot open the book: the book is locked by DRM (Amazon or Mobipocket)")
        ) { try open(file) }
    }

    @Test func damagedBooksAreRefusedOrShown() throws {
        let whole = Self.book("<p>\(String(repeating: "words ", count: 3000))</p>").bytes
        let host = try host()
        for length in [0, 40, 78, 100, 200, 400, whole.count / 2] {
            #expect(throws: Refusal.self) { try host.open(TestSource(bytes: Array(whole.prefix(length)))) }
        }
        for place in stride(from: 60, to: 700, by: 7) {
            var bytes = whole
            bytes[place] ^= 0xff
            guard let document = try? host.open(TestSource(bytes: bytes)) else { continue }
            while (try? document.count().kind) == SHEAF_COUNTING {}
        }
    }

    /// A text of many chapters, with a link from the first one to the last one.
    private static func long(chapters: Int) -> MobiFile {
        let link = "<p><a filepos=0000000000>last</a></p>"
        let rest = (0..<chapters).map { chapter in
            "<mbp:pagebreak/><h2>c\(chapter)</h2><p>" + (0..<900).map { "w\(chapter)x\($0)" }.joined(separator: " ")
                + "</p>"
        }
        var file = book(link + rest.joined())
        let place =
            file.text.utf8.count - "</body></html>".utf8.count - (rest.last?.utf8.count ?? 0)
            + "<mbp:pagebreak/>".utf8.count
        let digits = String(place)
        file.text = file.text.replacing(
            "0000000000", with: String(repeating: "0", count: 10 - digits.count) + digits, maxReplacements: 1)
        return file
    }

    @Test(arguments: [2, 30, 60])
    func aLongTextIsPartedAndStaysWhole(chapters: Int) throws {
        let document = try open(Self.long(chapters: chapters))
        let pages = try document.count().pages
        let all = try (0..<pages).flatMap { try words(document, $0) }
        let expected = (0..<chapters).flatMap { chapter in ["c\(chapter)"] + (0..<900).map { "w\(chapter)x\($0)" } }
        #expect(all == ["last"] + expected)
        let link = try #require(document.links(0).first)
        #expect(link.key == "here")
        #expect(try words(document, link.page).first == "c\(chapters - 1)")
    }

    @Test func theFirstPageOfALongTextIsThereBeforeTheLast() throws {
        let document = try host().open(TestSource(bytes: Self.long(chapters: 300).bytes))
        #expect(try document.count().kind == SHEAF_COUNTING)
        #expect(try words(document, 0) == ["last"])
    }

    @Test func aParagraphWithoutAnEndIsPartedBetweenParagraphs() throws {
        let document = try open(Self.book((0..<9000).map { "<p>w\($0) and some more words of it</p>" }.joined()))
        let all = try (0..<document.count().pages).flatMap { try words(document, $0) }.filter {
            $0.hasPrefix("w") && $0 != "words"
        }
        #expect(all == (0..<9000).map { "w\($0)" })
    }
}
