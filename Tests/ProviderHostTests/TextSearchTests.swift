import TestSupport
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

    /// Characters of a kind, and what a keyboard has for each.
    private static let kinds: [(name: String, typed: String, characters: String)] = [
        (
            "single quotes", "'",
            "\u{2018}\u{2019}\u{201a}\u{201b}\u{2039}\u{203a}\u{2bc}\u{2bb}\u{b4}\u{ff07}\u{275b}\u{5f3}\u{a78c}"
        ),
        (
            "double quotes", "\"",
            "\u{201c}\u{201d}\u{201e}\u{201f}\u{ab}\u{bb}\u{ff02}\u{301d}\u{301e}\u{275d}\u{5f4}\u{2ee}"
        ),
        ("primes", "'", "\u{2032}\u{2035}\u{2b9}\u{2ca}\u{2cb}\u{374}"),
        ("double primes", "\"", "\u{2033}\u{2036}\u{2ba}\u{2dd}\u{3003}"),
        (
            "dashes", "-",
            "\u{2010}\u{2011}\u{2012}\u{2013}\u{2014}\u{2015}\u{2212}\u{2043}\u{207b}\u{fe58}\u{fe63}\u{ff0d}\u{58a}\u{5be}\u{2e3a}\u{2796}"
        ),
        ("ellipses", "...", "\u{2026}\u{22ef}\u{fe19}"), ("leaders", "..", "\u{2025}\u{fe30}"),
        ("tildes", "~", "\u{223c}\u{301c}\u{ff5e}\u{2dc}\u{2053}"), ("slashes", "/", "\u{2044}\u{2215}\u{ff0f}"),
        ("f ligatures", "ffi", "\u{fb03}"), ("st ligatures", "st", "\u{fb05}\u{fb06}"),
        ("accents", "e", "éèêëēĕėęěẽẹ"), ("wide letters", "a", "\u{ff41}\u{ff21}\u{24d0}\u{1d41a}\u{2090}"),
        ("wide digits", "7", "\u{ff17}\u{2077}\u{2087}\u{2466}\u{1d7d5}"),
    ]

    /// Of each kind five, chosen by a seed, in words of their own: what is typed in ASCII is found, once, and told as it stands.
    @Test(arguments: Self.kinds.map { Case($0.name, $0) })
    func whatAKeyboardHasFindsItsKin(kind: Case<(name: String, typed: String, characters: String)>) throws {
        var numbers = SeededNumbers(seed: 47)
        func word() -> String {
            String(
                (0..<Int.random(in: 2...6, using: &numbers)).map { _ in
                    "bcdghklmnopqrvwxyz".randomElement(using: &numbers) ?? "b"
                })
        }
        for character in kind.value.characters.unicodeScalars.shuffled(using: &numbers).prefix(5) {
            let (before, after) = (word(), word())
            let written = before + String(Character(character)) + after
            let line = "\(word()) \(written) \(word())\n"
            for isOfAnyCase in [true, false] where character != "\u{ff21}" || isOfAnyCase {
                let query = TextQuery(before + kind.value.typed + after, isOfAnyCase: isOfAnyCase)
                #expect(try Self.found(query, line) == [written], "U+\(String(character.value, radix: 16))")
            }
            // And the other way round: what is copied from one document is found in another.
            #expect(try Self.found(TextQuery(written), "x \(before)\(kind.value.typed)\(after) x\n").count == 1)
        }
    }

    @Test func otherCharactersStayWhatTheyAre() throws {
        let text = "a b, a\u{2022}b a\u{d7}b a`b a_b a.b\n"
        for needle in ["a-b", "a'b", "a\"b", "a~b", "a...b"] {
            #expect(try Self.found(TextQuery(needle), text).isEmpty)
        }
        #expect(try Self.found(TextQuery("a\u{2022}b"), text).count == 1)
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

    @Test func wordsAroundAMatchAreWhole() throws {
        let words = (1_000..<1_030).map(String.init).joined(separator: " ")
        let match = try #require(try Self.matches(TextQuery("1015"), words + "\n").first)
        #expect(match.before == "1006 1007 1008 1009 1010 1011 1012 1013 1014 ")
        #expect(match.after == " 1016 1017 1018 1019 1020 1021 1022 1023 1024")
        // Text without blanks is cut anywhere.
        let long = String(repeating: "a", count: 60)
        let cut = try #require(try Self.matches(TextQuery("115"), long + "115" + long + "\n").first)
        #expect(cut.before.count == 48 && cut.after.count == 48)
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

    /// At the end of a line and over that of a page: what is typed for two lines is found, another spelling is not.
    @Test(arguments: [
        ("so\u{ad}", "ft", "soft", "sof-t"), ("hy\u{2010}", "phen", "hyphen", "hy phen"),
        ("well\u{2011}", "known", "well-known", "well known"), ("1990\u{2013}", "1995", "1990-1995", "1990 1995"),
        ("he\u{2014}", "she", "he-she", "heshe"), ("he \u{2014}", "she", "he - she", "he-she"),
        ("\u{4e2d}\u{6587}", "\u{6d4b}\u{8bd5}", "\u{6587}\u{6d4b}", "\u{6587}-\u{6d4b}"),
        ("an end", "goes on", "end goes", "endgoes"), ("don\u{2019}", "t", "don' t", "don't"),
    ])
    func lineAndPageEndsAreGoneOver(first: String, second: String, found: String, missing: String) throws {
        let pages = [["x y ", first + "\n"], [second + "\n", "z\n"]]
        func matches(_ words: String, onPages: Bool) throws -> [TextMatch] {
            var needle = try TextNeedle(TextQuery(words))
            let search =
                onPages
                ? TextSearch(Self.page(pages[0]), next: Self.page(pages[1]), for: &needle)
                : TextSearch(Self.page(Array(pages.joined())), for: &needle)
            return search.matches(of: needle) { false }
        }
        #expect(try matches(missing, onPages: false).isEmpty && matches(missing, onPages: true).isEmpty)
        #expect(try matches(found, onPages: false).map(\.boxes.count) == [2])
        let match = try #require(try matches(found, onPages: true).first)
        #expect(match.boxes.count == 1 && match.rest.count == 1 && match.rest[0].x0 == 0)
    }

    @Test func matchesOfThePageBehindAreItsOwn() throws {
        func found(_ words: String, _ lines: [String], next: [String], isOfWholeWords: Bool = false) throws -> [String]
        {
            var needle = try TextNeedle(TextQuery(words, isOfWholeWords: isOfWholeWords))
            let search = TextSearch(Self.page(lines), next: Self.page(next), for: &needle)
            return search.matches(of: needle) { false }.map(\.text)
        }
        #expect(try found("cat", ["a cat\n"], next: ["the cat\n"]) == ["cat"])
        #expect(try found("cat the", ["a cat\n"], next: ["the cat\n"]) == ["cat the"])
        #expect(try found("cat", ["con", "cat"], next: ["enation\n"], isOfWholeWords: true).isEmpty)
        #expect(try found("cat", [], next: ["cat\n"]).isEmpty)
        // A word that is broken without a hyphen.
        #expect(try found("longword", ["a long"], next: ["word\n"]) == ["longword"])
        #expect(try found("long word", ["a long"], next: ["word\n"]).isEmpty)
        // Of a long page behind as much is looked at as the needle needs.
        let long = Array(repeating: "word\n", count: 10_000)
        #expect(
            try found("end " + Array(repeating: "word", count: 200).joined(separator: " "), ["the end\n"], next: long)
                .count == 1)
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

/// Numbers that are the same in each run (SplitMix64).
private struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
