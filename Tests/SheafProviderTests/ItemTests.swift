import CSheafProvider
import ProviderTestHost
import SheafProvider
import Testing

@Suite struct ItemTests {
    private let document: TestDocument

    init() throws {
        document = try TestHost(FullProvider.table).open("")
    }

    @Test func textHasItsBox() throws {
        let items = try document.text(0)
        #expect(items.map(\.text) == ["Grüße\n", "\n", "ab"])
        #expect(items.map(\.characters) == [[], [], [[1, 2, 3, 4], [5, 6, 7, 8]]])
        #expect(items.allSatisfy { $0.kind == SHEAF_ITEM_TEXT && $0.box == [1, 2, 3, 4] && $0.page == SHEAF_NO_PAGE })
        #expect(items.allSatisfy { $0.size == UInt32(MemoryLayout<sheaf_item>.stride) })
    }

    @Test func outlineEntriesHaveTheirPlace() throws {
        let items = try document.outline()
        #expect(items.map(\.kind) == [SHEAF_ITEM_OUTLINE, SHEAF_ITEM_OUTLINE])
        #expect(items.map(\.level) == [2, 0])
        #expect(items.map(\.page) == [8, SHEAF_NO_PAGE])
        #expect(items.map(\.target) == [[5, 6], [0, 0]])
        #expect(items.map(\.text) == ["Two", "Nowhere"])
    }

    @Test func linksHaveAnAddressOrAPage() throws {
        let items = try document.links(9)
        #expect(items.map(\.kind) == [SHEAF_ITEM_LINK, SHEAF_ITEM_LINK])
        #expect(items.map(\.uri) == ["https://example.org/", nil])
        #expect(items.map(\.page) == [SHEAF_NO_PAGE, 9])
    }

    @Test func annotationsHaveAnAuthorAndATimeWhereTheseAreKnown() throws {
        let items = try document.annotations(4)
        #expect(items.map(\.kind) == [SHEAF_ITEM_ANNOTATION, SHEAF_ITEM_ANNOTATION])
        #expect(items.map(\.key) == ["highlight", "ink"] && items.map(\.text) == ["Wörter", ""])
        #expect(items.map(\.author) == ["Zoë", nil] && items.map(\.modified) == [1_700_000_000, 0])
        #expect(items.allSatisfy { $0.box == [1, 2, 3, 4] && $0.page == SHEAF_NO_PAGE })
    }

    @Test func picturesAreBoxesAndInkIsOne() throws {
        let items = try document.pictures(4)
        #expect(items.map(\.kind) == [SHEAF_ITEM_PICTURE, SHEAF_ITEM_PICTURE])
        #expect(items.map(\.box) == [[1, 2, 3, 4], [5, 6, 7, 8]])
        #expect(try document.ink(4) == [1, 2, 3, 4])
        #expect(throws: Refusal(code: SHEAF_BACKGROUND)) { _ = try document.ink(0) }
    }

    @Test func blocksHaveTheirKindAndLevel() throws {
        let items = try document.blocks(4)
        #expect(items.map(\.kind) == [SHEAF_ITEM_BLOCK, SHEAF_ITEM_BLOCK])
        #expect(items.map(\.key) == ["heading", "table"] && items.map(\.text) == ["Größe", "a\tb\nc\td"])
        #expect(items.map(\.level) == [2, 0] && items.allSatisfy { $0.box == [1, 2, 3, 4] })
    }

    @Test func positionsArePassedBothWays() throws {
        #expect(try document.position(7) == 700)
        #expect(try document.page(at: 799) == 7)
    }

    @Test func matchesAndMetadataAreHandedOver() throws {
        let match = try #require(try document.search("Wörter", page: 0).first)
        #expect((match.kind, match.level) == (SHEAF_ITEM_MATCH, 3))
        #expect(document.host.log == ["7 search Wörter"])
        let item = try #require(try document.metadata().first)
        #expect(item.kind == SHEAF_ITEM_METADATA && item.key == "title" && item.text == "T" && item.uri == nil)
    }

    @Test(arguments: [SHEAF_CANCELLED, -12, 77])
    func answerThatStopsIsPassedOn(answer: Int32) {
        let request = TestRequest()
        request.stop = (after: 1, answer: answer)
        #expect(throws: Refusal(code: answer)) { _ = try document.outline(request) }
        #expect(request.items.count == 1)
    }
}
