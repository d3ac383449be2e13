import Testing

@testable import HostProcess
@testable import HostProtocol

/// Matches of a search in the text of a page, and their boxes.
@Suite struct TextSearchTests {
    /// A page of lines, each character 10 points wide and 20 high.
    private static func page(_ lines: [String]) -> PageText {
        PageText(
            lines.enumerated().map { number, line in
                let length = line.unicodeScalars.count { $0 != "\n" }
                return DocumentItem(
                    kind: .text, level: 0, page: nil, x0: 0, y0: Double(number * 20), x1: Double(length * 10),
                    y1: Double(number * 20 + 20), targetX: 0, targetY: 0, key: nil, text: line, uri: nil)
            })
    }

    private static func matches(_ query: TextQuery, _ lines: String...) throws -> [TextMatch] {
        var needle = try TextNeedle(query)
        return TextSearch(page(lines), for: &needle).matches(of: needle) { false }
    }

    private static func found(_ query: TextQuery, _ lines: String) throws -> [String] {
        try matches(query, lines).map(\.text)
    }

    @Test func caseAndMarksAreFoldedUnlessTheyCount() throws {
        let text = "café CAFÉ cafe\u{301} Cafe \u{fb01}n Straße\n"
        #expect(try Self.found(TextQuery("cafe"), text) == ["café", "CAFÉ", "cafe\u{301}", "Cafe"])
        #expect(try Self.found(TextQuery("CAFÉ"), text).count == 4)
        #expect(try Self.found(TextQuery("café", isOfAnyMarks: false), text) == ["café", "CAFÉ", "cafe\u{301}"])
        #expect(try Self.found(TextQuery("Cafe", isOfAnyCase: false), text) == ["Cafe"])
        #expect(try Self.found(TextQuery("cafe", isOfAnyCase: false, isOfAnyMarks: false), text).isEmpty)
        #expect(try Self.found(TextQuery("fin"), text) == ["\u{fb01}n"])
        #expect(try Self.found(TextQuery("STRASSE"), text) == ["Straße"])
    }

    @Test func wholeWordsAreNoPartsOfOthers() throws {
        let text = "cat concat cats cat_ cat2 (cat) cat, tomcat-cat\n"
        #expect(try Self.found(TextQuery("cat"), text).count == 9)
        #expect(try Self.found(TextQuery("cat", isOfWholeWords: true), text).count == 4)
        // What is no word has nothing around it that counts.
        #expect(try Self.found(TextQuery("(", isOfWholeWords: true), text).count == 1)
    }

    @Test func linesGoOn() throws {
        let matches = try Self.matches(TextQuery("two  words"), "these two\n", "words go on\n")
        #expect(matches.count == 1)
        #expect(
            matches.first?.boxes == [
                PointBox(x0: 60, y0: 0, x1: 90, y1: 20), PointBox(x0: 0, y0: 20, x1: 50, y1: 40),
            ])
        #expect(matches.first?.text == "two words" && matches.first?.before == "these ")
        #expect(matches.first?.after == " go on ")
    }

    @Test func dividedWordsAreFound() throws {
        let lines = ["a well-\n", "known di-\n", "vided word\n", "3 -\n", "2 so\u{ad}ft\n"]
        func count(_ needle: String, isOfWholeWords: Bool = false) throws -> Int {
            var needle = try TextNeedle(TextQuery(needle, isOfWholeWords: isOfWholeWords))
            return TextSearch(Self.page(lines), for: &needle).matches(of: needle) { false }.count
        }
        for needle in ["divided", "di-vided", "well-known", "wellknown", "soft", "3 - 2"] {
            #expect(try count(needle) == 1, "\(needle)")
        }
        for needle in ["di- vided", "well known", "3 2", "3 -2"] { #expect(try count(needle) == 0, "\(needle)") }
        #expect(try count("divided", isOfWholeWords: true) == 1)
        #expect(try count("vided", isOfWholeWords: true) == 0 && count("di", isOfWholeWords: true) == 0)
    }

    @Test(arguments: [".", "a.c", "[a-z]", "\\", "(", "*", "a*", "$", "%s", "\u{0}"])
    func nothingHasAMeaningOfItsOwn(needle: String) throws {
        #expect(try Self.found(TextQuery(needle), "abc ABC x" + needle + "y\n") == [needle])
    }

    @Test func matchesDoNotOverlapAndAreAllThere() throws {
        #expect(try Self.found(TextQuery("aa"), "aaaaa\n") == ["aa", "aa"])
        let one = try Self.matches(TextQuery("b"), "abc\n", "\u{301}b\n")
        #expect(
            one.map(\.boxes) == [[PointBox(x0: 10, y0: 0, x1: 20, y1: 20)], [PointBox(x0: 10, y0: 20, x1: 20, y1: 40)]])
        #expect(try Self.found(TextQuery("x"), "").isEmpty)
    }

    @Test(arguments: ["", "\u{301}", "\u{ad}\u{200b}"])
    func nothingIsNotSearchedFor(needle: String) {
        let failure = #expect(throws: HostError.self) { _ = try TextNeedle(TextQuery(needle)) }
        #expect(failure?.code == .invalid(parameter: "needle"))
    }

    /// Matches are cut to what an answer holds: a page may be full of characters that count for nothing.
    @Test func matchesAreCutToWhatAnAnswerHolds() throws {
        let marks = String(repeating: "\u{301}", count: 100_000)
        let matches = try Self.matches(TextQuery("ab"), "a" + marks + "b\n")
        #expect(matches.count == 1 && (matches.first?.text.utf8.count ?? 0) <= 8_192)
        let runs = ["a"] + Array(repeating: "\u{301}", count: 3_000) + ["b\n"]
        var needle = try TextNeedle(TextQuery("ab"))
        let long = TextSearch(Self.page(runs), for: &needle).matches(of: needle) { false }
        #expect(long.first?.boxes.count == 1_024)
    }
}
