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
}
