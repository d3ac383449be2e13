import PageModel
import Testing

@testable import PageCache

@Suite struct RenditionsByPageTests {
    private static func page(
        _ side: Int, edition: Int = 0, frame: Int = 0, rotation: Rotation = .upright, format: PixelFormat = .bgrx8888,
        pageSide: Int? = nil, number: Int64 = 1, document: UInt64 = 1
    ) -> Rendition {
        let size = PixelSize(width: side, height: side)
        return Rendition(
            document: DocumentID(document), page: PageID(number), edition: edition, frame: frame,
            scale: Double(side), rotation: rotation, region: PixelRegion(all: size), format: format,
            pageSize: pageSide.map { PixelSize(width: $0, height: $0) })
    }

    @Test(
        arguments: [
            ([], nil),
            ([page(90)], page(90)),
            ([page(90), page(300), page(120)], page(90)),
            ([page(10), page(80, rotation: .left), page(80)], page(80)),
            ([page(100, rotation: .left), page(10)], page(100, rotation: .left)),
            // The latest edition, however far in size.
            ([page(99), page(5, edition: 2), page(100, edition: 1)], page(5, edition: 2)),
            ([page(100, edition: 2)], page(100, edition: 2)),
            // Only pixels, only all of the page, only this page, and not what is wanted itself.
            ([page(90, format: .png), page(90, pageSide: 180)], nil),
            ([page(90, number: 2), page(90, document: 2)], nil),
            ([page(100, edition: 3)], nil),
            // Another frame would flash.
            ([page(100, frame: 1), page(5)], page(5)),
        ] as [([Rendition], Rendition?)])
    func theNearestWholePageStandsIn(present: [Rendition], expected: Rendition?) {
        var pages = RenditionsByPage()
        for rendition in present { _ = pages.add(rendition) }
        #expect(pages.standIn(for: Self.page(100, edition: 3)) == expected)
        for rendition in present { pages.remove(rendition) }
        #expect(pages.standIn(for: Self.page(100, edition: 3)) == nil)
    }

    @Test func aNewEditionMakesOlderOnesOfItsPageOutdated() {
        var pages = RenditionsByPage()
        let first = pages.add(Self.page(100)) + pages.add(Self.page(50)) + pages.add(Self.page(100, number: 2))
        #expect(first == [])
        let second = pages.add(Self.page(80, edition: 1))
        #expect(second == [Self.page(100), Self.page(50)])
        pages.remove(Self.page(100))
        pages.remove(Self.page(50))
        // A render that began before the change and ends after it.
        let late = pages.add(Self.page(100))
        #expect(late == [Self.page(100)])
        let again = pages.add(Self.page(80, edition: 1))
        #expect(again == [Self.page(100)])
    }
}
