import SheafInterface
import SheafOS
import Testing

@testable import SheafControl

/// Samples as the lines of "sheafctl top", without a terminal.
@Suite struct TopFrameTests {
    private static let plain = Style(isColoured: false)
    private static let many = TopSamples.sample(
        marks: [("d1", String(repeating: "c", count: 300)), ("d2", "sa")], readers: 40, hosts: 9,
        name: "b\u{1b}[2J\u{202e}o\n漢字" + String(repeating: "長", count: 90), level: true)

    private static func lines(
        _ sample: TopSample, since earlier: TopSample? = nil, columns: Int = 80, rows: Int? = nil
    ) -> [String] {
        TopFrame(sample, since: earlier).lines(columns: columns, rows: rows, plain)
    }

    @Test func oneIsCountedAsOne() {
        let lines = Self.lines(TopSamples.sample(hits: 1, marks: [("d1", "c")]))
        #expect(lines.contains { $0.hasPrefix("in all   1 hit, 4 misses") })
    }

    @Test(arguments: [1, 2, 8, 20, 40, 79, 80, 200], [1, 2, 5, 6, 7, 8, 10, 24, 50])
    func nothingIsWiderOrHigherThanTheTerminal(columns: Int, rows: Int) {
        for sample in [Self.many, TopSamples.sample(), TopSamples.sample(marks: [("d1", "csmdhra")])] {
            for style in [Self.plain, Style(isColoured: true)] {
                let lines = TopFrame(sample, since: nil).lines(columns: columns, rows: rows, style)
                #expect(lines.count <= rows)
                for line in lines {
                    let shown = line.replacing(#/\u{1b}\[[0-9]+m/#, with: "")
                    #expect(DisplayText.width(shown) <= columns, "\(shown)")
                    #expect(!shown.unicodeScalars.contains { $0.value < 32 || $0.value == 0x202e })
                }
            }
        }
    }

    @Test func aFrameHasEverything() {
        let lines = Self.lines(TopSamples.sample(hits: 5, marks: [("d1", "csa")], name: "/b/policy.pdf"))
        #expect(
            lines == [
                "sheafd 1.0, up 1 min 2 s, 2 readers, 1 document, 1 host, 3 connections",
                "cache    [########---      |   ] 32.0 MiB of 64.0 MiB, at most 80.0 MiB, 4 pages",
                "held     2 pages, 8.0 KiB by viewers, 0 B of it for them only",
                "pressure none, 2 warnings since the start, watched: /proc/pressure/memory",
                "in all   5 hits, 4 misses, 6 dropped, 9 rendered, 5 ahead used, 1 wasted",
                "pages  c cached  s shown  m moving  d deferred  h held  r rendering  a ahead",
                "d1  csa",
                "READER     UID     PAGE  HELD  CONNECTIONS  DOCUMENT",
                "0aaaaaaa  1000  1 of 99     -            1  d1 /b/policy.pdf",
                "1aaaaaaa  1000  2 of 99     1            1  d1 /b/policy.pdf",
                "PID  PROVIDER      UID  DOCUMENTS  STATE   MEMORY",
                "500  mupdf     library          1  busy   3.0 MiB",
            ])
    }

    @Test func aWarningIsSaidWithItsSourceAndItsEnd() {
        let lines = Self.lines(TopSamples.sample(level: true))
        #expect(lines[3] == "pressure medium, all of it again in 3.8 s, an operator warned 1.3 s ago")
        let coloured = TopFrame(TopSamples.sample(level: true), since: nil)
            .lines(columns: 80, rows: nil, Style(isColoured: true))
        #expect(coloured[3].contains("\u{1b}[31mmedium\u{1b}[0m"))
    }

    @Test func countsAreRatesFromTheSecondLookOnAndBeginAnewWithAnotherRun() {
        let first = TopSamples.sample(time: 1_000_000, hits: 10)
        let later = TopSamples.sample(time: 3_000_000, uptime: 64, hits: 15)
        #expect(Self.lines(later, since: first)[4].hasPrefix("a second 2.5 hits, 0.0 misses"))
        let other = TopSamples.sample(time: 3_000_000, pid: 8, uptime: 1, hits: 15)
        #expect(Self.lines(other, since: first)[4].hasPrefix("in all   15 hits"))
        // A process id may come again, in another namespace or later.
        let again = TopSamples.sample(time: 3_000_000, uptime: 1, hits: 15)
        #expect(Self.lines(again, since: first)[4].hasPrefix("in all   15 hits"))
    }

    @Test func whatDoesNotFitIsCounted() {
        let lines = Self.lines(Self.many, columns: 80, rows: 24)
        #expect(lines.count == 24)
        #expect(lines.contains("+35 readers") && lines.contains("+5 provider hosts"), "\(lines)")
    }

    @Test func aLowTerminalShowsReadersWithoutTheirTitle() {
        let lines = Self.lines(Self.many, columns: 40, rows: 10)
        #expect(lines[5].hasPrefix("pages  c cached"))
        #expect(lines[8].hasPrefix("0aaaaaaa  1000   1 of 99") && lines[9] == "+39 readers", "\(lines)")
    }

    @Test(arguments: [
        (0, [3, 3, 3], [0, 0, 0]), (1, [3, 3, 3], [0, 0, 0]), (2, [3, 3, 3], [2, 0, 0]), (5, [3, 3, 3], [3, 2, 0]),
        (6, [9, 9, 9], [2, 2, 2]), (8, [9, 9, 9], [3, 3, 2]), (20, [3, 1, 4], [3, 1, 4]), (9, [2, 1, 9], [2, 1, 6]),
    ])
    func rowsAreSharedTheFirstSectionsFirst(rows: Int, wanted: [Int], given: [Int]) {
        #expect(TopFrame.distribute(rows, over: wanted) == given)
    }

    @Test(arguments: [
        ("", ["a", "b"], 9, "a, b"), ("t ", ["a", "b"], 5, "t a"), ("t ", ["a", "b"], 6, "t a, b"),
        ("t ", ["abcdef", "b"], 5, "t ab…"), ("", ["漢字"], 3, "漢…"), ("", ["漢字"], 4, "漢字"), ("", ["abc"], 0, ""),
    ])
    func partsThatDoNotFitAreLeftOut(title: String, parts: [String], columns: Int, line: String) {
        #expect(StyledLine.fitting(title, parts, columns: columns).text(Self.plain, columns: columns) == line)
    }

    @Test func aLineIsDrawnFromTheTopAndClearedBefore() {
        #expect(
            TerminalScreen.drawing(["a", "b"], rows: 3)
                == "\u{1b}[1;1H\u{1b}[Ka\u{1b}[2;1H\u{1b}[Kb\u{1b}[3;1H\u{1b}[J")
        // With a line in every row there is nothing to clear below.
        #expect(
            TerminalScreen.drawing(["a", "b", "c"], rows: 2) == "\u{1b}[1;1H\u{1b}[Ka\u{1b}[2;1H\u{1b}[Kb")
    }
}

/// The pages of the cache as letters.
@Suite struct CacheStripTests {
    private static func strip(
        _ marks: [(String, String)], missing: Int = 0, columns: Int, rows: Int
    ) -> [String] {
        CacheStrip(TopSamples.sample(marks: marks, missing: missing).listing).lines(columns: columns, rows: rows)
            .map { $0.text(Style(isColoured: false), columns: columns) }
    }

    @Test(arguments: "csmdhra")
    func everyStateHasItsLetter(letter: Character) {
        #expect(PageMark(TopSamples.page(0, letter)).rawValue == letter)
    }

    @Test func everyLetterIsExplainedAtEightyColumns() {
        let legend = CacheStrip.legend(columns: 80).text(Style(isColoured: false), columns: 80)
        for mark in PageMark.allCases { #expect(legend.contains("  \(mark.rawValue) \(mark.name)")) }
        #expect(Set(PageMark.allCases.map(\.rawValue)).count == PageMark.allCases.count)
    }

    @Test func aDocumentTakesTheLinesThatItNeeds() {
        #expect(
            Self.strip([("d1", "cccccccccc"), ("d12", "s")], columns: 11, rows: 9) == [
                "d1   cccccc", "     cccc", "d12  s",
            ])
        let listing = TopSamples.sample(marks: [("d1", "cccccccccc"), ("d12", "s")]).listing
        #expect(CacheStrip(listing).height(columns: 11) == 3)
    }

    @Test func whatHasNoRoomIsCountedAroundWhereSomebodyReads() {
        let pages = String(repeating: "c", count: 50) + "s" + String(repeating: "a", count: 49)
        let line = Self.strip([("d1", pages)], columns: 30, rows: 1)
        #expect(line == ["d1  +42 ccccccccsaaaaaaa +42"], "\(line)")
        #expect(Self.strip([("d1", "s" + pages)], columns: 30, rows: 1).first?.hasPrefix("d1  scccc") == true)
        let end = String(repeating: "c", count: 99) + "s"
        #expect(Self.strip([("d1", end)], columns: 30, rows: 1).first?.hasSuffix("ccccs") == true)
        // Two lines hold more of them.
        #expect(Self.strip([("d1", pages)], columns: 30, rows: 2).joined().filter { $0 == "c" || $0 == "a" }.count > 40)
    }

    @Test func noPageIsLostInTheCounting() {
        for columns in [5, 9, 16, 40, 80] {
            for count in [1, 9, 10, 99, 100, 4_096] {
                let pages = String(repeating: "c", count: count)
                let line = Self.strip([("d1", pages)], columns: columns, rows: 1)[0].dropFirst(4)
                guard !line.contains("…") else { continue }
                let counted = line.split(separator: " ").reduce(0) { sum, part in
                    sum + (part.first == "+" ? Int(part.dropFirst()) ?? 0 : part.count)
                }
                // In fewer columns the count itself may be cut off.
                if columns >= 16 { #expect(counted == count, "\(columns): \(line)") }
            }
        }
    }

    @Test func documentsWithoutALineAreCounted() {
        let marks = (1...9).map { ("d\($0)", "cc") }
        #expect(Self.strip(marks, columns: 40, rows: 3) == ["d1  cc", "d2  cc", "+7 documents, 14 pages"])
        #expect(Self.strip(marks, columns: 40, rows: 9).count == 9)
        #expect(Self.strip(marks, columns: 40, rows: 1) == ["+9 documents, 18 pages"])
        #expect(Self.strip(marks, columns: 40, rows: 0).isEmpty)
    }

    @Test func pagesOfOthersAreCounted() {
        #expect(
            Self.strip([("d1", "c")], missing: 3, columns: 40, rows: 5) == [
                "d1  c", "+3 pages that are not listed",
            ])
        #expect(Self.strip([], missing: 3, columns: 40, rows: 5) == ["+3 pages that are not listed"])
        #expect(Self.strip([], columns: 40, rows: 5) == ["none"])
    }

    @Test func neighboursOfOneColourAreWrittenTogether() {
        let lines = CacheStrip(TopSamples.sample(marks: [("d1", "ccssrr")]).listing).lines(columns: 40, rows: 1)
        #expect(
            lines.map { $0.text(Style(isColoured: true), columns: 40) } == [
                "d1  cc\u{1b}[32mss\u{1b}[0m\u{1b}[33mrr\u{1b}[0m"
            ])
    }
}
