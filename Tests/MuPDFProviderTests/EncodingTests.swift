import CSheafProvider
import Foundation
import Testing

/// HTML in whatever encoding. MuPDF itself knows six of them by their names.
@Suite struct EncodingTests {
    private let provider: TestProvider

    init() throws { provider = try TestProvider("sheaf-mupdf") }

    /// A page that declares an encoding, in that encoding.
    private static func page(_ text: String, _ encoding: String, _ head: String) -> [UInt8] {
        let folder = TemporaryFolder()
        let page = "<!DOCTYPE html><html><head>\(head)</head><body><p>\(text)</p></body></html>"
        let path = folder.write("page.html", Array(page.utf8))
        return CommandOutput.of("iconv -f UTF-8 -t \(encoding) '\(path)'")
    }

    private static let cases: [(text: String, encoding: String, head: String, said: String)] = [
        ("吾輩は猫である", "SHIFT_JIS", "<meta charset=\"shift_jis\">", "shift_jis (declared)"),
        ("吾輩は猫である", "EUC-JP", "<META charset = EUC-JP>", "EUC-JP (declared)"),
        ("吾輩は猫である", "ISO-2022-JP", "<meta charset='iso-2022-jp'>", "iso-2022-jp (declared)"),
        ("中文测试", "GBK", "<meta charset=\"gb2312\">", "gb2312 (declared)"),
        (
            "Привет", "CP1251", "<meta http-equiv=\"Content-Type\" content=\"text/html; charset=windows-1251\">",
            "windows-1251 (declared)"
        ),
        // What is valid UTF-8 is that, whatever it says.
        (
            "吾輩 😀", "UTF-8", "<meta http-equiv=\"Content-Type\" content=\"text/html; charset=windows-1251\">",
            "UTF-8"
        ),
        ("吾輩は猫である", "UTF-16", "<meta charset=\"utf-16\">", "UTF-16LE"),
        ("“café”", "CP1252", "", "windows-1252 (guessed, unsure)"),
        ("“café”", "CP1252", "<meta charset=\"no-such\">", "windows-1252 (guessed, unsure)"),
        ("“café”", "CP1252", "<meta charset=\"ISO-8859-1\">", "ISO-8859-1 (declared)"),
    ]

    @Test(arguments: cases.indices) func HTMLIsReadInItsEncoding(sample: Int) throws {
        let (text, encoding, head, said) = Self.cases[sample]
        let document = try provider.open(Self.page(text, encoding, head))
        #expect(try document.text(0).map(\.text) == ["\(text)\n"])
        #expect(try document.metadata()["encoding"] == said)
    }

    @Test func aReaderKnowsBetterThanTheDocument() throws {
        var flow = sheaf_flow()
        flow.margin = -1
        let bytes = Self.page("Привет", "CP1251", "<meta charset=\"shift_jis\">")
        try "windows-1251".withCString { name in
            flow.encoding = name
            let document = try provider.open(bytes, TestRequest(flow: flow))
            #expect(try document.text(0).map(\.text) == ["Привет\n"])
        }
        "no-such".withCString { name in
            flow.encoding = name
            let refusal = #expect(throws: TestProvider.Failure.self) {
                _ = try provider.open(bytes, TestRequest(flow: flow))
            }
            #expect(refusal?.text?.contains("there is no encoding \"no-such\"") == true)
        }
    }

    /// A PDF has no encoding to tell.
    @Test func onlyHTMLTellsOne() throws {
        let document = try provider.open(Documents.pdf(content: ""))
        #expect(try document.metadata()["encoding"] == nil)
    }
}
