import CSheafProvider
import Glibc
import ProviderTestHost
import Testing

/// What is text, and what it says.
@Suite struct EncodingTests {
    private static func utf16(_ text: String, isBigEndian: Bool) -> [UInt8] {
        ([0xfeff] + Array(text.utf16)).flatMap { unit in
            let bytes = [UInt8(unit & 0xff), UInt8(unit >> 8)]
            return isBigEndian ? bytes.reversed() : bytes
        }
    }

    private static let texts: [(bytes: [UInt8], text: String)] = [
        (Array("naïve – 平和\n".utf8), "naïve – 平和\n"),
        ([0xef, 0xbb, 0xbf] + Array("marked".utf8), "marked\n"),
        (utf16("wide 😀 平\nnext", isBigEndian: false), "wide 😀 平\nnext\n"),
        (utf16("wide 😀 平\r\nnext", isBigEndian: true), "wide 😀 平\nnext\n"),
        // Latin-1, and what Windows has beside it.
        (Array("na".utf8) + [0xef] + Array("ve caf".utf8) + [0xe9, 0x0a], "naïve café\n"),
        ([0x93] + Array("quoted".utf8) + [0x94, 0x20, 0x80], "\u{201c}quoted\u{201d} €\n"),
        // UTF-8 that is broken here and there.
        (Array("平和".utf8) + [0xe5, 0xb9] + Array(" 平".utf8), "平和å¹ 平\n"),
        (Array("cut ".utf8) + [0xf0, 0x9f, 0x98], "cut ð\u{178}\u{2dc}\n"),
        // Half a character, half a surrogate, and none at all.
        (utf16("ab", isBigEndian: false) + [0x63], "ab\u{fffd}\n"),
        (Array("old\rMac\r\nDOS\n\u{c}form".utf8), "old\nMac\nDOS\nform\n"),
        (Array("bell \u{7}, escape \u{1b}[1m, tab\tend".utf8), "bell \u{fffd}, escape \u{fffd}[1m, tab\tend\n"),
        (Array("next line \u{85} of C1".utf8), "next line \u{fffd} of C1\n"),
    ]

    @Test(arguments: texts.indices) func textIsDecoded(sample: Int) throws {
        let (bytes, text) = Self.texts[sample]
        #expect(try Texts.host().probe(TestSource(bytes: bytes)) == SHEAF_PROBE_MAYBE)
        #expect(try Texts.open(bytes).string(0) == text)
    }

    private static let others: [[UInt8]] = [
        [0], Array("text\0text".utf8), [0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0], [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10],
        Array("PK\u{3}\u{4}".utf8), [0xff, 0xfe, 0, 0, 0x41, 0, 0, 0], [0xff, 0xfe, 0x41, 0, 0, 0xdc],
        utf16("ends in nothing\0", isBigEndian: true),
        // The last byte that is looked at.
        [UInt8](repeating: 0x61, count: 65_535) + [1],
    ]

    @Test(arguments: others.indices) func whatIsNoTextIsLeftToOthers(sample: Int) throws {
        let bytes = Self.others[sample]
        #expect(try Texts.host().probe(TestSource(bytes: bytes)) == SHEAF_PROBE_NO)
        #expect(
            throws: Refusal(code: -ENOTSUP, text: "this is no text: there are bytes in it that no text has")
        ) {
            try Texts.open(bytes)
        }
    }

    /// It is text all the same, and what can't be seen is U+FFFD.
    @Test func whatComesBehindTheStartIsShown() throws {
        let bytes = [UInt8](repeating: 0x0a, count: 65_536) + [1, 0x61]
        let document = try Texts.open(bytes)
        #expect(try document.string(document.countAll() - 1) == "\u{fffd}a\n")
    }

    @Test func anEmptyFileHasABlankPage() throws {
        #expect(try Texts.host().probe("") == SHEAF_PROBE_MAYBE)
        let document = try Texts.open("")
        #expect(try document.countAll() == 1 && document.text(0).isEmpty)
        #expect(try document.whole().ink == nil)
        #expect(try document.position(0) == 0 && document.page(at: 0) == 0 && document.page(at: 99) == 0)
    }
}
