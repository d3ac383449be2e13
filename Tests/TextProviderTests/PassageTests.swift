import CSheafProvider
import ProviderTestHost
import Testing

/// The text without its pages is that of the pages.
@Suite struct PassageTests {
    /// Texts as bytes, and how the names of their files end.
    private static let sources: [String: (bytes: [UInt8], suffix: String?)] = [
        "prose": (Array(Texts.book(paragraphs: 300).utf8), nil),
        "Markdown": (Array("# Title\n\n- one\n- two\n\n\(Texts.book(paragraphs: 200))".utf8), ".md"),
        "scripts": (Array(Texts.scripts.values.sorted().joined(separator: "\n\n").utf8), nil),
        "a line without end": (Array(String(repeating: "some words and ", count: 9_000).utf8), nil),
        "a word without end": (Array(String(repeating: "abcdefghi\u{e9}", count: 9_000).utf8), nil),
        "UTF-16": (
            [0xff, 0xfe] + Texts.book(paragraphs: 100).utf16.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] }, nil
        ),
        "colours": (Array((0..<900).map { "\u{1b}[3\($0 % 8)mline \($0)\u{1b}[0m\r\n" }.joined().utf8), nil),
        "no line end": (Array("a\nb".utf8), nil), "nothing": ([], nil),
    ]

    @Test(arguments: Self.sources.keys.sorted()) func passagesAreWhatPagesHave(name: String) throws {
        let source = try #require(Self.sources[name])
        let document = try Texts.open(source.bytes, suffix: source.suffix)
        var (passages, positions): (String, [Int64]) = ("", [])
        var (next, end): (Int64, Int64) = (0, -1)
        while true {
            do {
                let passage = try document.passage(next)
                for item in passage.items {
                    let text = try #require(item.text)
                    #expect(item.positions.count == text.unicodeScalars.count(where: { $0 != "\n" }))
                    // What was there before is handed over again where a line is cut.
                    let known = item.positions.prefix { $0 < next }.count
                    passages.unicodeScalars += text.unicodeScalars.dropFirst(known)
                    positions += item.positions.dropFirst(known)
                }
                #expect(passage.next > next && passage.end >= passage.next && (end < 0 || passage.end == end))
                (next, end) = (passage.next, passage.end)
            } catch let refusal as Refusal {
                #expect(refusal.code == SHEAF_END)
                break
            }
        }
        #expect(next == max(end, 0))
        // It was not laid out for that.
        let pages = try document.countAll()
        let items = try (0..<pages).flatMap { try document.text($0) }
        #expect(passages == items.map { $0.text ?? "" }.joined())
        #expect(positions == items.flatMap(\.positions))
        // A character is on the page that its position is on.
        for page in stride(from: 0, to: pages, by: 7) {
            let all = try document.text(page).flatMap(\.positions)
            for position in [all.first, all.last].compactMap({ $0 }) {
                #expect(try document.page(at: position) == page)
                #expect(try document.passage(position).items.contains { $0.positions.contains(position) })
            }
        }
        #expect(throws: Refusal(code: SHEAF_END)) { try document.passage(-1) }
        #expect(throws: Refusal(code: SHEAF_END)) { try document.passage(.max) }
    }
}
