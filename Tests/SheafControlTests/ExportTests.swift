import Testing

@testable import SheafControl

@Suite struct ExportTests {
    @Test(
        arguments: [
            ("page-%03d.png", 7, "page-007.png"), ("page-%03d.png", 1_234, "page-1234.png"), ("%d", 7, "7"),
            ("100%% of %d%%.png", 12, "100% of 12%.png"), ("plain.png", 3, "plain.png"), ("a/%02d/b", 5, "a/05/b"),
        ])
    func aNumberIsPutIntoTheName(pattern: String, number: Int, name: String) throws {
        #expect(try #require(NumberedName(pattern)).text(number) == name)
    }

    @Test(arguments: ["%", "%s", "%5d", "%0999d", "%-3d", "%d%d", "a%"])
    func otherPatternsAreRefused(pattern: String) {
        #expect(NumberedName(pattern) == nil)
    }

    @Test func pagesAreRangesFromOne() throws {
        let pages = { (text: String) in try parsed("export a -o %d --pages \(text)", as: ExportCommand.self).pages }
        #expect(try pages("5") == [4...4])
        #expect(try pages("1-20,3,7-") == [0...19, 2...2, 6...(.max - 1)])
        #expect(try parsed("export a -o %d", as: ExportCommand.self).pages == [0...(.max - 1)])
        // One page needs no number in its name.
        #expect(try parsed("export a -o b.png --pages 2", as: ExportCommand.self).names.text(2) == "b.png")
    }

    @Test(arguments: [([3], "3"), ([1, 2], "1-2"), ([2, 5, 6, 7, 9], "2, 5-7 and 9"), ([], "")] as [([Int], String)])
    func pagesThatFailedAreListed(pages: [Int], text: String) {
        #expect(ExportCommand.list(pages) == text)
    }

    @Test func aBarTellsHowFarItIs() {
        #expect(ProgressBar.line(0, of: 20, "page") == "[\(String(repeating: "-", count: 30))] 0 of 20 pages")
        #expect(ProgressBar.line(10, of: 20, "page").hasPrefix("[###############---------------] 10"))
        #expect(ProgressBar.line(20, of: 20, "page").contains("#]"))
        #expect(ProgressBar.line(7, of: nil, "page") == "7 pages")
        #expect(
            [0, 54].map { ProgressBar.line(step: $0) }
                == Array(repeating: "[###\(String(repeating: "-", count: 27))]", count: 2))
        #expect(ProgressBar.line(step: 27) == "[\(String(repeating: "-", count: 27))###]")
        #expect(ProgressBar.line(step: 28) == ProgressBar.line(step: 26))
    }
}
