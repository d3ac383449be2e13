import Glibc
import Navigation
import PageModel
import Testing

@testable import HostProtocol
@testable import HostSupervision
@testable import SheafDocuments
@testable import SheafPages

/// Many pages of a document at once, and where they are after a change.
@Suite struct LookupTests {
    private func document(_ lines: String...) throws -> (TestTable, ServedDocument) {
        let test = try TestTable()
        try test.write((["sheaf-pattern 1"] + lines).joined(separator: "\n") + "\n")
        return (test, try test.openFile())
    }

    /// Rewrites the document and waits until it was opened again.
    private func rewrite(_ test: TestTable, _ document: ServedDocument, _ lines: String) throws {
        let before = test.changes.count
        try test.write("sheaf-pattern 1\n\(lines)\n")
        try test.run { test.changes.count > before }
        document.pages.allChanged()
    }

    private func positions(
        _ test: TestTable, _ document: ServedDocument, _ pages: [(Int64, Int)]
    ) throws -> [Int64: Int] {
        let found = try test.result { completion in
            document.positions(of: pages.map { (page: PageID($0.0), index: $0.1) }, completion: completion)
        }.get()
        return Dictionary(found.map { ($0.key.number, $0.value) }, uniquingKeysWith: { one, _ in one })
    }

    private func find(
        _ test: TestTable, _ document: ServedDocument, _ range: Range<Int>
    ) throws -> [PlacedPage] {
        try test.result { document.find(in: range, completion: $0) }.get()
    }

    @Test func idsOfARangeAreRemembered() throws {
        let (test, document) = try document("order = 5-9, 0-4")
        #expect(document.pages.knownID(at: 0) == nil)
        let ids = try test.result { document.ids(in: 2..<7, completion: $0) }.get()
        #expect(ids.map(\.number) == [7, 8, 9, 0, 1])
        #expect((0..<10).map { document.pages.knownID(at: $0)?.number } == [nil, nil, 7, 8, 9, 0, 1, nil, nil, nil])
        #expect(try test.result { document.ids(in: 8..<100, completion: $0) }.get().map(\.number) == [3, 4])
        #expect(try test.result { document.ids(in: 10..<20, completion: $0) }.get().isEmpty)
        #expect(try test.result { document.ids(in: 3..<3, completion: $0) }.get().isEmpty)
        #expect(try test.result { document.ids(in: -7..<1, completion: $0) }.get().map(\.number) == [5])
        document.pages.forget()
        #expect(document.pages.knownID(at: 3) == nil)
    }

    @Test func idsOfManyPagesAreAskedForInParts() throws {
        let (test, document) = try document("pages = 10000")
        let ids = try test.result { document.ids(in: 0..<20_000, completion: $0) }.get()
        #expect(ids.map(\.number) == Array(0..<10_000))
        #expect(document.pages.knownID(at: 9_999)?.number == 9_999)
    }

    @Test func rememberedIDsAreBounded() throws {
        let (test, document) = try document("pages = 1000000")
        for start in stride(from: 0, to: 200_000, by: 40_000) {
            _ = try test.result { document.ids(in: start..<start + 40_000, completion: $0) }
        }
        let known = (0..<200_000).count { document.pages.knownID(at: $0) != nil }
        #expect(known > 0 && known <= DocumentPages.maxRememberedIDs)
    }

    @Test func pagesOfARangeAreMeasured() throws {
        let (test, document) = try document("order = 900-999, 0-899", "vary = 20", "roman-front = 3")
        let pages = try find(test, document, 0..<1_000)
        #expect(pages.count == 1_000)
        #expect(pages.map(\.location.index) == Array(0..<1_000))
        #expect(pages.map(\.location.page.number) == Array(900..<1_000) + Array(0..<900))
        #expect(pages[101].label == "ii" && pages.allSatisfy(\.isMeasured))
        let one = try test.result { document.find(at: 500, completion: $0) }.get()
        #expect(one.size == pages[500].size && one.label == pages[500].label)
        #expect(document.pages.known(at: 500)?.size == one.size)
        #expect(document.pages.known(page: PageID(3))?.location.index == 103)
    }

    @Test func rangeBeyondTheEndIsCutThere() throws {
        let (test, document) = try document("pages = 3")
        #expect(try find(test, document, 1..<400).map(\.location.index) == [1, 2])
        #expect(try find(test, document, 3..<9).isEmpty)
        #expect(try find(test, document, -2..<1).map(\.location.index) == [0])
    }

    @Test func onePageThatFailsDoesNotFailTheOthers() throws {
        let test = try TestTable(provider: "test-plain")
        let bad = [1, 3, 4, 8]
        try test.write("plain 1\npages=9\n" + bad.map { "page=\($0) sizeless=1\n" }.joined())
        let document = try test.openFile()
        #expect(try find(test, document, 1..<9).map(\.location.index) == [2, 5, 6, 7])
        #expect(try find(test, document, 0..<3).map(\.location.index) == [0, 2])
        let failure = HostError(.documentError(errno: EIO), "it has no size, as asked for")
        #expect(throws: failure) { try test.result { document.find(at: 4, completion: $0) }.get() }
        // Its id is known all the same.
        #expect(document.pages.knownID(at: 4) == PageID(4) && document.pages.known(at: 4) == nil)
    }

    @Test func documentWhosePagesAllFailEnds() throws {
        let test = try TestTable(provider: "test-plain")
        try test.write("plain 1\npages=3\npage=0 sizeless=1\npage=1 sizeless=1\npage=2 sizeless=1\n")
        let document = try test.openFile()
        #expect(try find(test, document, 0..<3).isEmpty)
    }

    @Test func whatIsKnownIsNotLostBesideWhatIsLookedFor() throws {
        let (test, document) = try document("pages = 20", "vary = 20")
        _ = try find(test, document, 4..<6)
        _ = try find(test, document, 8..<9)
        #expect(try find(test, document, 4..<11).map(\.location.index) == Array(4..<11))
        document.pages.pageChanged(PageID(6))
        #expect(try find(test, document, 3..<9).map(\.location.index) == Array(3..<9))
        #expect(try find(test, document, 3..<9).map(\.location.index) == Array(3..<9))
    }

    @Test func answersFromBeforeAChangeAreNotKept() throws {
        let (test, document) = try document("pages = 9")
        var answers = 0
        document.find(in: 0..<9) { _ in answers += 1 }
        document.ids(in: 0..<9) { _ in answers += 1 }
        document.find(at: 4) { _ in answers += 1 }
        document.pages.forget()
        try test.run { answers == 3 }
        #expect((0..<9).allSatisfy { document.pages.known(at: $0) == nil && document.pages.knownID(at: $0) == nil })
    }

    /// A provider may know of a change before it tells it: what it said of other pages holds no more.
    @Test func aPageIsAtOneIndex() throws {
        let (test, document) = try document("order = 0-9")
        var answers = 0
        for index in [2, 3] { document.find(at: index) { _ in answers += 1 } }
        try test.run { answers == 2 }
        let (version, generation) = (document.pages.version, document.pages.generation)
        let metrics = try #require(document.pages.known(at: 3)).size
        let moved = PageMetrics(width: metrics.width, height: metrics.height, label: "", isExact: true)
        _ = document.pages.found(moved, of: PageID(3), at: 5, in: document.pages.generation)
        #expect(document.pages.known(at: 5)?.location.page == PageID(3))
        #expect(
            document.pages.knownID(at: 3) == nil && document.pages.knownID(at: 2) == nil
                && document.pages.version > version)
        // What was asked before is asked again.
        #expect(document.pages.generation > generation)
    }

    @Test func pagesThatMovedAreFound() throws {
        let (test, document) = try document("order = 0-9")
        try rewrite(test, document, "order = 20, 5-9, 0-3")
        #expect(try positions(test, document, [(0, 0), (4, 4), (9, 9), (20, 3)]) == [0: 6, 9: 5, 20: 0])
        #expect(try positions(test, document, []) == [:])
        #expect(try positions(test, document, [(7, Int.max), (8, -3)]) == [7: 3, 8: 4])
        // What was looked through is known then.
        #expect(document.pages.knownID(at: 6) == PageID(0))
    }

    @Test func pagesAreLookedForInBothDirections() throws {
        // All lie elsewhere than they were, farther away than one question reaches.
        let (test, document) = try document("order = 20000-39999, 0-19999")
        let pages: [(Int64, Int)] = [(0, 30_000), (39_999, 10_000), (20_000, 10_000), (19_999, 30_000)]
        #expect(try positions(test, document, pages) == [0: 20_000, 39_999: 19_999, 20_000: 0, 19_999: 39_999])
    }

    @Test func pagesFarAwayCountAsGone() throws {
        let (test, document) = try document("pages = 1000000")
        let far = PositionSearch.maxIDs
        #expect(try positions(test, document, [(500_000, 500_000 + far)]) == [:])
        #expect(try positions(test, document, [(500_000, 500_000 + far / 4)]) == [500_000: 500_000])
        #expect(try positions(test, document, [(500_000, 500_000 - far / 4)]) == [500_000: 500_000])
        // All together they may look through no more.
        let many: [(Int64, Int)] = stride(from: 1, to: 500_000, by: 5_000).map { (Int64($0), $0) }
        #expect(try positions(test, document, many).count < 100)
    }

    /// Where the count is only an estimate, too.
    @Test func aShorterDocumentEndsBeforeWhatIsLookedFor() throws {
        let (test, document) = try document("pages = about 10000")
        try rewrite(test, document, "pages = about 10")
        #expect(document.count == .estimated(10))
        #expect(try positions(test, document, [(3, 9_000), (9_000, 9_000)]) == [3: 3])
        #expect(document.count == .exact(10))
    }

    @Test func emptiedDocumentHasNoneOfThem() throws {
        let (test, document) = try document("pages = 100000")
        try rewrite(test, document, "order =")
        #expect(try positions(test, document, [(0, 0), (99_999, 99_999)]) == [:])
    }

    @Test func sizesOutliveAMoveAndNotAChange() throws {
        let (test, document) = try document("pages = 9", "vary = 20")
        let page = try find(test, document, 3..<4)[0]
        document.pages.forget()
        #expect(document.pages.known(at: 3) == nil && document.pages.known(page: PageID(3))?.size == page.size)
        document.pages.pageChanged(PageID(3))
        #expect(document.pages.known(page: PageID(3)) == nil)
        _ = try find(test, document, 3..<4)
        document.pages.allChanged()
        #expect(document.pages.known(page: PageID(3)) == nil)
    }

    @Test func failuresOfTheDocumentAreFailures() throws {
        let (test, document) = try document("pages = 9")
        document.opened.close()
        #expect(throws: HostError.self) { _ = try find(test, document, 0..<9) }
        #expect(throws: HostError.self) { _ = try positions(test, document, [(1, 1)]) }
        #expect(throws: HostError.self) { try test.result { document.ids(in: 0..<9, completion: $0) }.get() }
    }
}
