import CSheafProvider
import Glibc
import ProviderTestHost
import Testing

/// Documents whose file is written anew.
@Suite struct ChangeTests {
    /// Writes the document's file anew and returns the changes that a refresh reports, each with its page.
    private func changes(_ document: TestDocument, to lines: String...) throws -> [String] {
        let before = document.host.changes.count
        document.source.bytes = Array(Pattern.text(lines).utf8)
        try document.refresh()
        return document.host.changes[before...].map { change in
            switch change.kind {
            case SHEAF_CHANGED_PAGES: "pages"
            case SHEAF_CHANGED_PAGE: "page \(change.page)"
            default: "all"
            }
        }
    }

    private func pixels(_ document: TestDocument, _ page: Int64) throws -> [UInt32] {
        try document.render(page: page, scale: 0.1, width: 40, height: 60).pixels
    }

    @Test func orderSaysWhichPagesThereAre() throws {
        let document = try Pattern.document("order = 0-2, 9 ,5-6", "roman-front = 1", "links = on")
        #expect(try document.count() == (SHEAF_EXACT, 6))
        #expect(try document.pages(from: 0, length: 10) == [0, 1, 2, 9, 5, 6])
        #expect(try document.pages(from: 2, length: 2) == [2, 9])
        #expect(try document.metrics(9).label == "9")
        #expect(try document.page(1, from: 2) == 9)
        #expect(try document.page(-1, from: 5) == 9)
        #expect(try document.page(0, from: -1) == 0)
        #expect(try document.links(9).map(\.page) == [2, 5])
        for page in [3, 4, 7, 8, 10] as [Int64] {
            #expect(throws: Refusal(code: SHEAF_END)) { _ = try document.metrics(page) }
        }
    }

    @Test func emptyOrderIsAnEmptyDocument() throws {
        let document = try Pattern.document("order =")
        #expect(try document.count() == (SHEAF_EXACT, 0))
        #expect(try document.pages(from: 0, length: 10) == [])
        #expect(try changes(document, to: "order = 3") == ["pages"])
        #expect(try document.pages(from: 0, length: 10) == [3])
    }

    @Test func longOrderIsSearchedQuickly() throws {
        let ids = stride(from: 0 as Int64, to: 12_000, by: 2).reversed()
        let document = try Pattern.document("order = " + ids.map(String.init).joined(separator: ","))
        #expect(try document.pages(from: 0, length: 7_000) == Array(ids))
        for (index, id) in ids.enumerated() where index > 0 { #expect(try document.page(-1, from: id) == id + 2) }
    }

    @Test func labelSizeAndLookBelongToThePage() throws {
        let one = try Pattern.document("order = 0-9", "vary = 20", "fill = checker")
        let other = try Pattern.document("order = 8, 3", "vary = 20", "fill = checker")
        #expect(try one.metrics(3) == other.metrics(3))
        #expect(try pixels(one, 3) == pixels(other, 3))
    }

    @Test func refreshTellsWhatChanged() throws {
        let document = try Pattern.document("order = 0-4")
        #expect(try changes(document, to: "order = 0-4") == [])
        #expect(try changes(document, to: "# the same", "order = 0,1-4") == ["pages"])
        #expect(try changes(document, to: "order = 4, 0-2") == ["pages"])
        #expect(try document.pages(from: 0, length: 9) == [4, 0, 1, 2])
        #expect(try changes(document, to: "pages = 3") == ["pages"])
        #expect(try changes(document, to: "pages = about 3") == ["pages"])
        #expect(try changes(document, to: "pages = 3", "title = new") == ["all"])
        #expect(try changes(document, to: "pages = 3", "title = new", "revision = 1") == ["all"])
        #expect(try changes(document, to: "pages = 3", "title = new", "revision = 1", "broken = 1") == ["page 1"])
        #expect(
            try changes(document, to: "pages = 2", "title = new", "revision = 1", "broken = 0, 2") == [
                "pages", "page 0", "page 1",
            ])
        #expect(try changes(document, to: "pages = 2", "title = new", "broken = 0, 2") == ["all"])
    }

    @Test func refreshTellsWhichPagesLookDifferent() throws {
        let document = try Pattern.document("pages = 9", "revised = 2, 3")
        let before = try (0..<5).map { try pixels(document, $0) }
        #expect(try changes(document, to: "pages = 9", "revised = 2, 3", "revision = 1") == ["page 2", "page 3"])
        let after = try (0..<5).map { try pixels(document, $0) }
        #expect(zip(before, after).map { $0 == $1 } == [true, true, false, false, true])
        #expect(try changes(document, to: "pages = 9", "revised = 3-4", "revision = 1") == ["page 2", "page 4"])
        #expect(try pixels(document, 2) == before[2])
        #expect(try changes(document, to: "pages = 9", "revised = 3, 4", "revision = 0") == ["page 3", "page 4"])
        #expect(try changes(document, to: "pages = 9", "revised = 3-4") == [])
        #expect(try changes(document, to: "pages = 200", "revised = 100-199", "revision = 1") == ["all"])
    }

    @Test func revisionChangesTheLookAlone() throws {
        let document = try Pattern.document("vary = 10")
        let (size, look) = (try document.metrics(5), try pixels(document, 5))
        #expect(try changes(document, to: "vary = 10", "revision = 1") == ["all"])
        #expect(try document.metrics(5) == size)
        #expect(try pixels(document, 5) != look)
        let first = try pixels(document, 5)
        _ = try changes(document, to: "vary = 10", "revision = 2")
        #expect(try pixels(document, 5) != first)
        _ = try changes(document, to: "vary = 10", "revision = 0")
        #expect(try pixels(document, 5) == look)
    }

    @Test func movesAreKeptUntilTheFileHasOtherPages() throws {
        let document = try Pattern.document("order = 0-3", "movable = on")
        try document.move(SHEAF_MOVE_BEGIN, page: 0, to: 0)
        try document.move(SHEAF_MOVE_END, page: 0, to: 3)
        #expect(try changes(document, to: "order = 0-3", "movable = on", "broken = 1") == ["page 1"])
        #expect(try document.pages(from: 0, length: 9) == [1, 2, 3, 0])
        #expect(try changes(document, to: "order = 0-4", "movable = on", "broken = 1") == ["pages"])
        #expect(try document.pages(from: 0, length: 9) == [0, 1, 2, 3, 4])
    }

    @Test func brokenPagesFailAfterTheirTime() throws {
        let document = try Pattern.document("pages = 9", "broken = 2, 4-5")
        for page in [2, 4, 5] as [Int64] {
            #expect(throws: Refusal(code: -EIO, text: "page \(page) is broken: the document says so")) {
                _ = try pixels(document, page)
            }
            _ = try document.metrics(page)
        }
        _ = try pixels(document, 3)
    }

    @Test(arguments: ["portrait", "landscape", "portrait landscape", "landscape portrait"])
    func metadataTellsTheOrientations(value: String) throws {
        let items = try Pattern.document("orientations = \(value)").metadata().filter { $0.key == "orientation" }
        #expect(items.compactMap(\.text) == value.split(separator: " ").map(String.init))
    }

    @Test func claimsAndMarginsAreWhereTheDocumentSays() throws {
        let document = try Pattern.document("width = 200", "height = 400", "claims = 50 25 25 50", "blank = 10")
        #expect(document.hit(0, x: 101, y: 101) == (0, 1))
        #expect(document.hit(0, x: 149, y: 299) == (0, 1))
        for point in [(99.0, 200.0), (151.0, 200.0), (120.0, 99.0), (120.0, 301.0), (100.0, 60.0)] {
            #expect(document.hit(0, x: point.0, y: point.1) == (0, 0), "\(point)")
        }
        #expect(document.hit(0, x: 21, y: 41) == (0, 0))
        for point in [(19.0, 200.0), (181.0, 200.0), (100.0, 39.0), (100.0, 361.0)] {
            #expect(document.hit(0, x: point.0, y: point.1) == (SHEAF_BACKGROUND, 0), "\(point)")
        }
    }
}
