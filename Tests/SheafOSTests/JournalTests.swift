import Testing

@testable import SheafOS

@Suite struct JournalTests {
    @Test(arguments: [
        ("a page", "a page"),
        ("odd: broken\nsheafd: error: the disk is full", "odd: broken sheafd: error: the disk is full"),
        ("odd: \u{1b}[2J\u{1b}]0;title\u{7}", "odd:  [2J ]0;title "),
        ("odd: \r\u{85}\u{2028}\u{0}", "odd:     "),
        ("odd: \u{202e}txt.exe", "odd: txt.exe"),
    ])
    func whatIsLoggedStaysOnItsLine(text: String, shown: String) {
        #expect(Journal.line(.warning, text, []) == "sheafd: warning: \(shown)\n")
        let field = LogField("SHEAF_DOCUMENT", text)
        #expect(Journal.line(.debug, "x", [field]) == "sheafd: debug: x SHEAF_DOCUMENT=\(shown)\n")
        #expect(Journal.line(.info, "x", [field]) == "sheafd: info: x\n")
    }
}
