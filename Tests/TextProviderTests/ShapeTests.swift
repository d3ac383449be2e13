import CSheafProvider
import Glibc
import ProviderTestHost
import Testing

/// Lines of all kinds of texts, which are shown as they are.
@Suite struct ShapeTests {
    /// Returns the text of a document, as a person copies it.
    private static func string(_ document: TestDocument) throws -> String {
        let pages = try document.countAll()
        return try (0..<pages).map { try document.string($0) }.joined()
    }

    /// Files whose lines each mean something, many of them of the same length.
    private static let kinds: [(name: String, line: @Sendable (Int) -> String)] = [
        (
            "code",
            { line in
                line % 5 == 0
                    ? "# Part \(line)\n"
                    : "    def __init__\(line)(self, name): return \(line)*3*4  # as *before*, see [x](y)"
            }
        ),
        ("logfmt", { "level=debug msg=\"the request was served\" page=\($0 + 100) took=\($0 % 9 + 10)ms" }),
        ("table", { "ii  package-\($0 + 100)          \($0 % 7).\($0 % 9)-1ubuntu2       amd64        a package" }),
        ("syslog", { "Nov 27 10:\($0 % 50 + 10):00 host sshd[\($0 + 100)]: accepted a key for somebody at the door" }),
        ("settings", { "# Whether number \($0 + 100) is set, as most people want it\n#number_\($0 + 100) = on\n" }),
        ("tabs", { "\($0 + 100)\tone of the columns\tanother one of them\tand the last" }),
        ("poem", { "Line \($0 % 10) of a poem,\nand another that rhymes" }),
    ]

    @Test(arguments: kinds.indices, [nil, ".txt"]) func linesStay(kind: Int, suffix: String?) throws {
        let text = (0..<90).map { Self.kinds[kind].line($0) + "\n" }.joined()
        let document = try Texts.open(text, suffix: suffix)
        #expect(try document.metadata().first?.text == "plain text")
        #expect(try Self.string(document) == text)
    }

    /// The letters of code are all as wide, and 80 of them fit on a line; what has no room is set in where it goes on.
    @Test func codeIsSetInAFontOfOneWidth() throws {
        let line = "    if (width > 0) { " + String(repeating: "x", count: 58) + "}"
        let long = "  first(" + String(repeating: "word ", count: 40) + ");"
        let text = String(repeating: line + "\n", count: 40) + long + "\n"
        let document = try Texts.openCounted(text)
        let lines = try (0..<document.countAll()).flatMap { try document.text($0) }
        #expect(lines.prefix(40).map(\.text) == Array(repeating: line + "\n", count: 40))
        let widths = lines[0].characters.map { $0[2] - $0[0] }
        #expect(widths.allSatisfy { abs($0 - widths[0]) < 0.01 })
        let rest = lines.dropFirst(40)
        #expect(rest.count > 1 && rest.map { $0.text ?? "" }.joined() == long + "\n")
        let starts = rest.map { Double($0.characters[0][0]) }
        #expect(abs(starts[40 - 40] - 36) < 0.01)
        #expect(starts.dropFirst().allSatisfy { abs($0 - 36 - 4 * Double(widths[0])) < 0.01 }, "\(starts)")
    }

    private static let prose: String = {
        let words =
            "It was the best of times it was the worst of times it was the age of wisdom and the age of foolishness"
            .split(separator: " ")
        var (text, length) = ("", 0)
        for number in 0..<600 {
            let word = String(words[number * 7 % words.count])
            if length + word.count > 66 { (text, length) = (text + "\n", 0) }
            if length > 0 { (text, length) = (text + " ", length + 1) }
            (text, length) = (text + word, length + word.count)
        }
        return text + "\n"
    }()

    /// Prose is joined, unless a reader wants its lines; what stands between its paragraphs is not.
    @Test func proseIsJoinedWhereNobodyWantsItsLines() throws {
        let list = "\n- one thing that is as long as a line of the text before it, or\n- another one.\n\n"
        let text = Self.prose + list + Self.prose
        let joined = try Self.string(Texts.open(text))
        #expect(
            joined == Self.prose.dropLast().replacing("\n", with: " ") + "\n" + list
                + Self.prose.dropLast().replacing("\n", with: " ") + "\n")
        #expect(try Self.string(Texts.open(text, Texts.flow(unwrap: SHEAF_UNWRAP_NO))) == text)
        let log = (0..<50).map { "2026-11-22 10:00:\($0 + 10) host service[123]: request \($0 + 10) took 500 ms\n" }
        #expect(try Self.string(Texts.open(log.joined())) == log.joined())
    }

    /// An address that is longer than a line has no hyphens where it goes on, neither in the text nor in the picture, and its letters are
    /// not spread over a line.
    @Test(arguments: [SHEAF_JUSTIFY_YES, SHEAF_JUSTIFY_NO]) func longWordsAreBrokenWithoutHyphens(justify: UInt32)
        throws
    {
        let address =
            "https://example.org/" + String(repeating: "AbCdEfGhIj", count: 30)
            + "/end?query=string0123456789abcdef0123456789abcdef0123456789"
        for text in ["See \(address)\n", "It is said that one may read \(address) in the evening.\n"] {
            let document = try Texts.openCounted(text, Texts.flow(justify: justify))
            #expect(try Self.string(document) == text)
            // A hyphen would be a part of the last character's box, and what is stretched of all of them.
            var widths: [Character: Float] = [:]
            for line in try document.text(0) {
                for (letter, box) in zip(line.text ?? "", line.characters) where letter.isLetter {
                    let width = widths[letter] ?? box[2] - box[0]
                    widths[letter] = width
                    #expect(abs(box[2] - box[0] - width) < 1.5, "\(letter) in \(line.text ?? "")")
                }
            }
        }
    }

    /// Soft hyphens are the text's own.
    @Test func softHyphensShowWhereALineGoesOn() throws {
        let text =
            String(repeating: "Donau\u{ad}dampf\u{ad}schiff\u{ad}fahrts\u{ad}gesell\u{ad}schaft ", count: 12) + "\n"
        let document = try Texts.openCounted(text, Texts.flow(justify: SHEAF_JUSTIFY_NO))
        let pixels = try document.whole(scale: 2)
        let broken = try document.text(0).filter { $0.text?.hasSuffix("\u{ad}") == true }
        #expect(!broken.isEmpty)
        for line in broken {
            let right = line.characters.dropLast().map { Double($0[2]) }.max() ?? 0
            #expect(pixels.hasInk(in: [right, line.box[1], 420, line.box[3]], scale: 2))
        }
    }

    // MARK: What a terminal reads

    private static let terminal: [(text: String, shown: String)] = [
        ("\u{1b}[32mINFO\u{1b}[0m started\n", "INFO started\n"),
        ("\u{1b}[38;5;208mx\u{1b}[48;2;1;2;3my\u{1b}[m\u{1b}[K z\n", "xy z\n"),
        ("N\u{8}NA\u{8}AM\u{8}ME\u{8}E _\u{8}i_\u{8}t a\u{8}b\n", "NAME it b\n"),
        ("\u{1b}]8;;https://example.org\u{1b}\\link\u{1b}]8;;\u{7} end\n", "link end\n"),
        // Not read: shown.
        (
            "\u{8}\u{1b}[2J\u{1b}[ \u{1b} \u{1} bell\u{7}\u{7f} and as many words as a text has besides \u{1b}[31\n",
            "^H^[[2J^[[ ^[ ^A bell^G^? and as many words as a text has besides ^[[31\n"
        ),
        ("平\u{8}平和\u{1b}[1m平\n", "平和平\n"),
    ]

    @Test(arguments: terminal.indices) func whatATerminalReadsIsNotShown(sample: Int) throws {
        let (text, shown) = Self.terminal[sample]
        let document = try Texts.open(text)
        #expect(try document.string(0) == shown)
        // Each character has its box, and all that follows is where it was.
        let item = try #require(try document.text(0).first)
        #expect(item.characters.count == shown.unicodeScalars.count - 1)
    }

    /// Colours lie on their letters, also where their line was joined with the one before, with no blank between.
    @Test func coloursLieOnTheirLettersInJoinedLines() throws {
        let line = String(repeating: "平和", count: 20)
        let text = (0..<12).map { $0 == 1 ? "\u{1b}[42m平\u{1b}[0m" + line.dropFirst() : line }.joined(separator: "\n")
        let document = try Texts.openCounted(text + "\n", Texts.flow(unwrap: SHEAF_UNWRAP_YES))
        let pixels = try document.whole(scale: 2)
        let boxes = try document.text(0).flatMap(\.characters)
        func isGreen(_ index: Int) -> Bool {
            let box = boxes[index]
            return pixels[Int(box[0] * 2) + 1, Int(box[1] * 2) + 2] == 0xff00_7700
        }
        #expect([39, 40, 41].map(isGreen) == [false, true, false])
    }

    @Test func coloursAndWeightsAreDrawn() throws {
        func colours(_ text: String) throws -> Set<UInt32> {
            let pixels = try Texts.open(text, Texts.flow(fontSize: 40)).whole()
            return Set((0..<pixels.height).flatMap { y in (0..<pixels.width).map { pixels[$0, y] } })
        }
        #expect(try colours("\u{1b}[31mred\u{1b}[0m\n").contains(0xffaa_0000))
        #expect(try colours("\u{1b}[42mgreen\u{1b}[0m\n").contains(0xff00_7700))
        #expect(try !colours("red\n").contains(0xffaa_0000))
        func ink(_ text: String) throws -> Int {
            let pixels = try Texts.open(text, Texts.flow(fontSize: 40)).whole()
            return (0..<pixels.height).reduce(0) { sum, y in
                sum + (0..<pixels.width).count { pixels[$0, y] != 0xffff_ffff }
            }
        }
        let plain = try ink("\u{1b}[0mll\n")
        #expect(try ink("l\u{8}ll\u{8}l\n") > plain && ink("\u{1b}[1mll\n") > plain && ink("_\u{8}l_\u{8}l\n") > plain)
    }
}
