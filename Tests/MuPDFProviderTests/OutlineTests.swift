import CSheafProvider
import ProviderTestHost
import Testing

/// Outlines of PDFs of which a part is damaged.
@Suite struct OutlineTests {
    private let provider: TestProvider

    init() throws { provider = try TestProvider("sheaf-mupdf") }

    /// The outline of a PDF of one page. The root is the object 99.
    private func outline(_ root: String, _ entries: [(number: Int, written: String)]) throws -> [TestRequest.Item] {
        let objects = entries.map { "\($0.number) 0 obj <<\($0.written)>> endobj" }.joined(separator: "\n")
        let bytes = Documents.pdf(
            content: "", objects: "99 0 obj <<\(root)>> endobj\n\(objects)", catalog: "/Outlines 99 0 R")
        return try provider.open(bytes).outline()
    }

    /// Four entries: `written` says what the second one has, beside its title, and nil that it is not there.
    private func four(second: String?, third: String = "") throws -> [String?] {
        let entries = [
            (1, "/Next 102 0 R"), (2, second), (3, "/Prev 102 0 R/Next 104 0 R\(third)"), (4, "/Prev 103 0 R"),
        ].compactMap { number, written in
            written.map { (number: 100 + number, written: "/Title(\(number))/Parent 99 0 R\($0)") }
        }
        return try outline("/First 101 0 R/Last 104 0 R", entries).map(\.text)
    }

    @Test func anEntryThatIsGoneCostsItselfAlone() throws {
        #expect(try four(second: "/Prev 101 0 R/Next 103 0 R") == ["1", "2", "3", "4"])
        #expect(try four(second: nil) == ["1", "3", "4"])
        for broken in ["", "/Next 77 0 R", "/Next 102 0 R", "/Next 101 0 R", "/Next null", "/Next(3)", "/Next 99 0 R"] {
            #expect(try four(second: broken) == ["1", "2", "3", "4"], "\(broken)")
        }
        // One that leads back, behind which the others are found from the end.
        #expect(try four(second: "/Next 103 0 R", third: "/First 101 0 R") == ["1", "2", "3", "4"])
    }

    @Test func aFirstOneThatIsGoneCostsItselfAlone() throws {
        let entries = [
            (101, "/Title(a)/Parent 99 0 R/Next 102 0 R/First 88 0 R/Last 112 0 R"),
            (111, "/Title(a b)/Parent 101 0 R/Next 112 0 R"), (112, "/Title(a c)/Parent 101 0 R/Prev 111 0 R"),
            (102, "/Title(d)/Parent 99 0 R/First 121 0 R/Last 77 0 R"), (121, "/Title(d e)/Parent 102 0 R"),
        ]
        let found = try outline("/First 101 0 R/Last 102 0 R", entries)
        #expect(found.map(\.text) == ["a", "a b", "a c", "d", "d e"])
        #expect(found.map(\.level) == [0, 1, 1, 0, 1])
    }

    @Test func aLastOneThatIsElsewhereIsNotTakenForOneMore() throws {
        let entries = [
            (101, "/Title(a)/Parent 99 0 R/Next 102 0 R/First 111 0 R/Last 111 0 R"),
            (111, "/Title(a b)/Parent 101 0 R"), (102, "/Title(c)/Parent 99 0 R"),
        ]
        let found = try outline("/First 101 0 R/Last 111 0 R", entries)
        #expect(found.map(\.text) == ["a", "a b", "c"])
        #expect(found.map(\.level) == [0, 1, 0])
    }

    @Test func oneWithoutATitleIsThere() throws {
        for title in ["", "/Title 5", "/Title null", "/Title 77 0 R", "/Title[(a)]"] {
            let found = try outline(
                "/First 101 0 R/Last 102 0 R",
                [(101, "\(title)/Next 102 0 R/Dest[3 0 R/Fit]"), (102, "/Title(b)/Dest[3 0 R/Fit]")])
            #expect(found.map(\.text) == ["", "b"] && found.map(\.page) == [0, 0], "\(title)")
        }
    }

    /// A document of 24 pages in a tree, of which some were taken out; pages and names in it still lead to all of them.
    private struct Excerpt {
        var gone: Set<Int> = []
        /// Whether those that were taken out still name the node that they were below.
        var parentsStay = true

        static let pages = 24

        private func kids(_ range: Range<Int>) -> [Int] { range.filter { !gone.contains($0) } }

        var bytes: [UInt8] {
            let nodes = (0..<4).map { node in
                let kids = kids(node * 6..<(node + 1) * 6)
                let list = kids.map { "\(200 + $0) 0 R" }.joined(separator: " ")
                return "\(20 + node) 0 obj <</Type/Pages/Parent 2 0 R/Kids[\(list)]/Count \(kids.count)>> endobj"
            }
            let pages = (0..<Self.pages).map { page in
                let parent = parentsStay || !gone.contains(page) ? "/Parent \(20 + page / 6) 0 R" : ""
                return "\(200 + page) 0 obj <</Type/Page\(parent)/MediaBox[0 0 9 9]>> endobj"
            }
            let entries = (0..<Self.pages).map { page in
                let target = page % 2 == 0 ? "[\(200 + page) 0 R/Fit]" : "(page\(page))"
                return
                    "\(100 + page) 0 obj <</Title(\(page))/Parent 99 0 R/Next \(101 + page) 0 R/Dest \(target)>> endobj"
            }
            let names = (0..<Self.pages).map { "(page\($0))[\(200 + $0) 0 R/XYZ 0 0 0]" }.joined()
            let kept = Self.pages - gone.count
            let rest = [
                "%PDF-1.7",
                "1 0 obj <</Type/Catalog/Pages 2 0 R/Outlines 99 0 R/Names<</Dests<</Names[\(names)]>>>>>> endobj",
                "2 0 obj <</Type/Pages/Kids[20 0 R 21 0 R 22 0 R 23 0 R]/Count \(kept)>> endobj",
                "99 0 obj <</First 100 0 R/Last \(99 + Self.pages) 0 R>> endobj",
            ]
            return Array(
                (rest + nodes + pages + entries + ["trailer <</Root 1 0 R>>", "%%EOF", ""]).joined(separator: "\n").utf8
            )
        }

        /// The pages that the entries lead to.
        var targets: [Int64] {
            (0..<Self.pages).map { page in
                gone.contains(page) ? SHEAF_NO_PAGE : Int64(kids(0..<page).count)
            }
        }
    }

    @Test(arguments: 1...5) func entriesOfPagesThatWereTakenOutStay(seed: UInt64) throws {
        var dice = SeededNumbers(seed: seed)
        for parentsStay in [true, false] {
            let count = Int.random(in: 1..<Excerpt.pages, using: &dice)
            let gone = Set((0..<Excerpt.pages).shuffled(using: &dice).prefix(count))
            let excerpt = Excerpt(gone: gone, parentsStay: parentsStay)
            let document = try provider.open(excerpt.bytes)
            #expect(try document.count() == Int64(Excerpt.pages - count))
            let outline = try document.outline()
            #expect(outline.map(\.text) == (0..<Excerpt.pages).map { "\($0)" })
            #expect(outline.map(\.page) == excerpt.targets, "without \(gone.sorted())")
            #expect(outline.allSatisfy { $0.key == "here" })
        }
    }
}
