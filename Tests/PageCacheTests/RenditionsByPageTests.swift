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

    /// A part of a page of 101 by 101 pixels at so many times a scale at which it has the size that is wanted.
    private static func part(
        _ region: PixelRegion, of side: Int, edition: Int = 0, rotation: Rotation = .upright, paper: Paper = .day,
        format: PixelFormat = .bgrx8888
    ) -> Rendition {
        Rendition(
            document: DocumentID(1), page: PageID(1), edition: edition, scale: Double(side), rotation: rotation,
            region: region, format: format, paper: paper, pageSize: PixelSize(width: side, height: side))
    }

    @Test func aSmallerPageIsMadeOfOneTwoOrFourTimesAsLarge() {
        let wanted = Self.part(.init(x: 30, y: 40, width: 21, height: 11), of: 51, format: .jpeg(quality: 80))
        func shrink(_ present: Rendition..., where isCuttable: (Rendition) -> Bool = { _ in true }) -> Int? {
            var pages = RenditionsByPage()
            for rendition in present { _ = pages.add(rendition) }
            return pages.level(above: wanted, where: isCuttable)?.shrink
        }
        func all(_ side: Int) -> PixelRegion { PixelRegion(x: 0, y: 0, width: side, height: side) }
        // At the right edge its last pixels stand for one column.
        #expect(shrink(Self.part(all(101), of: 101)) == 2 && shrink(Self.part(all(102), of: 102)) == 2)
        #expect(shrink(Self.part(all(203), of: 203)) == 4 && shrink(Self.part(all(407), of: 407)) == nil)
        #expect(shrink(Self.part(all(203), of: 203), Self.part(all(101), of: 101)) == 2)
        #expect(shrink(Self.part(all(103), of: 103)) == nil && shrink(Self.part(all(100), of: 100)) == nil)
        let exact = PixelRegion(x: 60, y: 80, width: 41, height: 21)
        #expect(shrink(Self.part(exact, of: 101)) == 2)
        #expect(shrink(Self.part(.init(x: 61, y: 80, width: 40, height: 21), of: 101)) == nil)
        #expect(shrink(Self.part(.init(x: 60, y: 80, width: 41, height: 20), of: 101)) == nil)
        #expect(shrink(Self.part(all(101), of: 101), where: { _ in false }) == nil)
        for other in [
            Self.part(all(101), of: 101, rotation: .left), Self.part(all(101), of: 101, paper: .sepia),
            Self.part(all(101), of: 101, format: .png),
        ] {
            #expect(shrink(other) == nil)
        }
        #expect(shrink(Self.part(all(101), of: 101, edition: 1)) == nil)
    }

    @Test func aroundATileIsARowOfThem() {
        func row(_ y: Int, _ height: Int) -> PixelRegion {
            Self.part(.init(x: 7, y: y, width: 9, height: height), of: 101).surroundings(ofTiles: 40).region
        }
        #expect(row(0, 40) == PixelRegion(x: 0, y: 0, width: 101, height: 40))
        #expect(row(39, 2) == PixelRegion(x: 0, y: 0, width: 101, height: 80))
        #expect(row(90, 11) == PixelRegion(x: 0, y: 80, width: 101, height: 21))
    }

    @Test func aroundALargerRegionIsHalfAsMuchOnEachSide() {
        func around(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> PixelRegion {
            Self.part(.init(x: x, y: y, width: width, height: height), of: 101).surroundings(ofTiles: 40).region
        }
        #expect(around(30, 25, 20, 41) == PixelRegion(x: 20, y: 5, width: 40, height: 81))
        #expect(around(7, 0, 20, 41) == PixelRegion(x: 0, y: 0, width: 37, height: 61))
        #expect(around(80, 60, 21, 41) == PixelRegion(x: 70, y: 40, width: 31, height: 61))
    }
}
