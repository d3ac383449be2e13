import PageModel
import Testing

@testable import PageCache
@testable import SheafService

@Suite struct CacheListingTests {
    private static func content(_ page: Int, document: UInt64 = 1, index: Int?) -> CacheContent {
        CacheContent(
            slot: CacheSlot(index: 0, generation: 0),
            rendition: Rendition(
                document: DocumentID(document), page: PageID(Int64(page)), scale: 1, rotation: .upright,
                region: PixelRegion(x: 0, y: 0, width: 1, height: 1), format: .bgrx8888),
            index: index, state: .cached, bytes: 4_096)
    }

    @Test(arguments: [(ListLimits.entries, 0), (ListLimits.entries + 1, 1)])
    func itHasAsManyPagesAsOneAnswerTakes(pages: Int, leftOut: Int) {
        let listing = CacheListing((0..<pages).reversed().map { Self.content($0, index: $0) })
        #expect(listing.pages.map(\.index) == (0..<ListLimits.entries).map { $0 })
        #expect(listing.leftOut == leftOut)
    }

    @Test func pagesStandByDocumentThenByIndex() {
        let listing = CacheListing([
            Self.content(1, document: 2, index: 0), Self.content(2, index: nil), Self.content(3, index: 10),
            Self.content(4, index: 9),
        ])
        #expect(listing.pages.map(\.rendition.page.number) == [4, 3, 2, 1])
    }
}
