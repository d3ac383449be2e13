import PageModel
import Testing

@testable import PageCache

@Suite struct LargerRenditionTests {
    private static let all = PixelRegion(x: 0, y: 0, width: 100, height: 100)

    private static func part(
        _ region: PixelRegion, page: Int64 = 1, edition: Int = 0, scale: Double = 2, rotation: Rotation = .upright,
        format: PixelFormat = .bgrx8888, of side: Int = 100
    ) -> Rendition {
        Rendition(
            document: DocumentID(1), page: PageID(page), edition: edition, scale: scale, rotation: rotation,
            region: region, format: format, pageSize: PixelSize(width: side, height: side))
    }

    private static let wanted = part(PixelRegion(x: 10, y: 20, width: 30, height: 40))

    private static func larger(
        _ present: [Rendition], than wanted: Rendition = wanted, where isCuttable: (Rendition) -> Bool = { _ in true }
    ) -> Rendition? {
        var pages = RenditionsByPage()
        for rendition in present { _ = pages.add(rendition) }
        return pages.larger(than: wanted, where: isCuttable)
    }

    @Test(
        arguments: [
            part(all), part(PixelRegion(x: 10, y: 20, width: 31, height: 40)),
            part(PixelRegion(x: 9, y: 19, width: 31, height: 41)),
        ])
    func aRenditionWithAllOfTheRegionIsFound(other: Rendition) {
        #expect(Self.larger([other]) == other)
    }

    @Test(
        arguments: [
            wanted, part(all, page: 2), part(all, edition: 1), part(all, scale: 2.1), part(all, rotation: .left),
            part(all, format: .png), part(all, of: 101), part(PixelRegion(x: 11, y: 20, width: 80, height: 80)),
            part(PixelRegion(x: 10, y: 21, width: 80, height: 79)),
            part(PixelRegion(x: 0, y: 0, width: 39, height: 100)),
            part(PixelRegion(x: 0, y: 0, width: 100, height: 59)),
        ])
    func whatShowsSomethingElseIsNot(other: Rendition) {
        #expect(Self.larger([other]) == nil)
    }

    @Test func theSmallestOfThoseThatMayBeCutIsTaken() {
        let (small, large) = (Self.part(PixelRegion(x: 0, y: 0, width: 60, height: 60)), Self.part(Self.all))
        #expect(Self.larger([large, small]) == small)
        #expect(Self.larger([small, large]) == small)
        #expect(Self.larger([large, small], where: { $0 != small }) == large)
        #expect(Self.larger([large, small], where: { _ in false }) == nil)
    }

    @Test func encodedRegionsAreNotCut() {
        let wanted = Self.part(PixelRegion(x: 1, y: 1, width: 5, height: 5), format: .png)
        #expect(Self.larger([Self.part(Self.all), Self.part(Self.all, format: .png)], than: wanted) == nil)
    }
}
