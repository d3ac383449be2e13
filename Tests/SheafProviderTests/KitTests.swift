import CSheafKit
import Testing

/// Texts that the kit for C has cleaned.
@Suite struct KitTests {
    @Test(arguments: [
        (Array("plain, ä, 漢, 😀".utf8), "plain, ä, 漢, 😀"), (Array("a\tb\nc\u{7f}d".utf8), "a b c d"),
        // A byte that begins nothing, a character that ends early, an overlong one, half of a surrogate, more than U+10FFFF.
        ([0x80, 0x61], "?a"), ([0xe6, 0xbc], "??"), ([0xc0, 0xaf], "??"), ([0xed, 0xa0, 0x80], "???"),
        ([0xf4, 0x90, 0x80, 0x80], "????"),
    ])
    func textsBecomeUTF8OnOneLine(bytes: [UInt8], clean: String) {
        var text = bytes.map(CChar.init(bitPattern:)) + [0]
        sheaf_text_clean(&text)
        #expect(text.dropLast().map(UInt8.init(bitPattern:)) == Array(clean.utf8))
    }
}
