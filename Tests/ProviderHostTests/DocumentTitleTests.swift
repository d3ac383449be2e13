import HostProtocol
import Testing

@Suite struct DocumentTitleTests {
    @Test(
        arguments: [
            ("Debian Policy Manual", "Debian Policy Manual"), ("  two \t\r\n words\u{2028}here ", "two words here"),
            ("a\u{1b}[2Jb\u{7}\u{0}c\u{9b}", "a [2Jb c"), ("gpj\u{202e}.exe\u{200b}\u{feff}", "gpj.exe"),
            ("Müller 漢字 \u{1f469}\u{200d}\u{1f52c}", "Müller 漢字 \u{1f469}\u{200d}\u{1f52c}"),
            ("", nil), (" \u{1b}\u{200b}\n", nil),
        ] as [(String, String?)])
    func aTitleIsOneLineThatCanBeSeen(text: String, title: String?) {
        #expect(DocumentTitle.clean(text) == title)
    }

    @Test func aTitleHasALimit() throws {
        #expect(DocumentTitle.clean(String(repeating: "a", count: 200))?.utf8.count == 200)
        #expect(DocumentTitle.clean(String(repeating: "a", count: 201))?.utf8.count == 200)
        // Cut at a character, and without the space before it.
        #expect(DocumentTitle.clean(String(repeating: "a", count: 199) + "é")?.utf8.count == 199)
        #expect(DocumentTitle.clean(String(repeating: "a", count: 199) + " b")?.utf8.count == 199)
        let marks = try #require(DocumentTitle.clean("e" + String(repeating: "\u{301}", count: 1_000_000)))
        #expect(marks.utf8.count <= 200)
    }

    /// Cleaned by the host, and once more by the service.
    @Test func whatIsCleanStaysAsItIs() {
        for text in [" a \u{1b} b", String(repeating: "é ", count: 500), "x\u{2029}\u{e0041}y"] {
            let once = DocumentTitle.clean(text)
            #expect(once.flatMap(DocumentTitle.clean) == once)
        }
    }
}
