import SheafInterface
import Testing

@testable import SheafControl

/// The cache as letters.
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
        #expect(CacheStrip(listing).wanted(columns: 11) == 3)
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
                // Where there is no room for the count either it is cut off, and so all of it is.
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
