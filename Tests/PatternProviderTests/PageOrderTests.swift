import CSheafProvider
import Glibc
import ProviderTestHost
import Testing

@Suite struct PageOrderTests {
    private static let noPage = Int64(-1)

    @Test func pagesAreListedFromAnyIndex() throws {
        let document = try Pattern.document("pages = 10")
        #expect(try document.pages(from: 0, length: 3) == [0, 1, 2])
        #expect(try document.pages(from: 8, length: 5) == [8, 9])
        #expect(try document.pages(from: 10, length: 5) == [])
        #expect(try document.pages(from: .max, length: 5) == [])
    }

    @Test func stepsEndAtBothEnds() throws {
        let document = try Pattern.document("pages = 10")
        #expect(try document.page(0, from: Self.noPage) == 0)
        #expect(try document.page(4, from: 5) == 9)
        #expect(try document.page(-5, from: 5) == 0)
        for step in [5, -6, .max, .min] as [Int64] {
            #expect(throws: Refusal(code: SHEAF_END)) { _ = try document.page(step, from: 5) }
        }
    }

    @Test func endlessDocumentIsReadByStepping() throws {
        let document = try Pattern.document("pages = unknown")
        #expect(try document.count() == (SHEAF_UNKNOWN, 0))
        #expect(try document.page(0, from: Self.noPage) == 0)
        #expect(try document.page(1_000_000_000_000, from: 3) == 1_000_000_000_003)
        #expect(try document.metrics(1_000_000_000_003).label == "1000000000004")
        #expect(throws: Refusal(code: SHEAF_END)) { _ = try document.page(-1, from: 0) }
    }

    @Test func documentOfManyPagesIsQuickAtItsEnd() throws {
        let document = try Pattern.document("pages = 1000000000", "movable = on")
        try document.move(SHEAF_MOVE_BEGIN, page: 0, to: 0)
        try document.move(SHEAF_MOVE_END, page: 0, to: 999_999_999)
        #expect(try document.pages(from: 999_999_998, length: 5) == [999_999_999, 0])
    }

    @Test func emptyDocumentHasNoFirstPage() throws {
        let document = try Pattern.document("pages = 0")
        #expect(try document.count() == (SHEAF_EXACT, 0))
        #expect(throws: Refusal(code: SHEAF_END)) { _ = try document.page(0, from: Self.noPage) }
    }

    @Test(arguments: [-1, -7, 10, Int64.min, Int64.max])
    func pagesThatAreNotThereEndEveryFunction(page: Int64) throws {
        let document = try Pattern.document("pages = 10", "movable = on")
        let end = Refusal(code: SHEAF_END)
        #expect(throws: end) { _ = try document.metrics(page) }
        #expect(throws: end) { _ = try document.render(page: page, width: 1, height: 1) }
        #expect(throws: end) { _ = try document.text(page) }
        #expect(throws: end) { _ = try document.links(page) }
        #expect(throws: end) { _ = try document.search("1", page: page) }
        #expect(throws: end) { try document.move(SHEAF_MOVE_BEGIN, page: page, to: 0) }
        #expect(document.hit(page, x: 0, y: 0).result == SHEAF_END)
        if page != Self.noPage { #expect(throws: end) { _ = try document.page(0, from: page) } }
    }

    @Test func movesAreThoseOfAList() throws {
        let document = try Pattern.document("pages = 9", "movable = on")
        var dice = SeededNumbers(seed: 3)
        var model = Array(0..<9 as Range<Int64>)
        var changes = 0
        for _ in 0..<200 {
            let before = model
            let page = Int64.random(in: 0..<9, using: &dice)
            let index = Int.random(in: 0..<9, using: &dice)
            model.removeAll { $0 == page }
            model.insert(page, at: index)
            changes += model == before ? 0 : 1
            try document.move(SHEAF_MOVE_BEGIN, page: page, to: 0)
            try document.move(SHEAF_MOVE_END, page: page, to: Int64(index))
            #expect(try document.pages(from: 0, length: 20) == model)
            for (index, page) in model.enumerated() where index > 0 {
                #expect(try document.page(-1, from: page) == model[index - 1])
            }
        }
        #expect(document.host.changes.count == changes)
        #expect(document.host.changes.allSatisfy { $0.kind == SHEAF_CHANGED_PAGES })
        #expect((100..<200).contains(changes))
    }

    @Test func nothingMovesBeforeTheHandLetsGo() throws {
        let document = try Pattern.document("pages = 4", "movable = on")
        try document.move(SHEAF_MOVE_BEGIN, page: 1, to: 1)
        try document.move(SHEAF_MOVE_UPDATE, page: 1, to: 3)
        try document.move(SHEAF_MOVE_CANCEL, page: 1, to: 1)
        #expect(try document.pages(from: 0, length: 4) == [0, 1, 2, 3])
        #expect(document.host.changes.isEmpty)
        #expect(throws: Refusal(code: -EINVAL, text: "cannot move page 1: its move has not begun")) {
            try document.move(SHEAF_MOVE_END, page: 1, to: 0)
        }
    }

    @Test func moveThatEndsWhereItBeganChangesNothing() throws {
        let document = try Pattern.document("order = 7, 3, 5", "movable = on")
        try document.move(SHEAF_MOVE_BEGIN, page: 3, to: 1)
        try document.move(SHEAF_MOVE_UPDATE, page: 3, to: 2)
        try document.move(SHEAF_MOVE_END, page: 3, to: 1)
        #expect(try document.pages(from: 0, length: 4) == [7, 3, 5])
        #expect(document.host.changes.isEmpty)
        // It is over: the next one begins anew.
        #expect(throws: Refusal.self) { try document.move(SHEAF_MOVE_UPDATE, page: 3, to: 0) }
    }

    @Test func movesOutOfTheDocumentAreRefused() throws {
        let document = try Pattern.document("pages = 4", "movable = on")
        try document.move(SHEAF_MOVE_BEGIN, page: 1, to: 1)
        #expect(throws: Refusal(code: -EINVAL, text: "cannot move a page to 4: there are 4 pages")) {
            try document.move(SHEAF_MOVE_UPDATE, page: 1, to: 4)
        }
    }

    @Test func documentThatIsNotMovableSaysSo() throws {
        let refusal = Refusal(code: -ENOTSUP, text: "cannot move pages: the document does not say movable = on")
        #expect(throws: refusal) { try Pattern.document("pages = 4").move(SHEAF_MOVE_BEGIN, page: 1, to: 1) }
    }
}
