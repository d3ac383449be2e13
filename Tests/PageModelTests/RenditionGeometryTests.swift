import PageModel
import Testing

@Suite struct RenditionGeometryTests {
    private static let a4 = PageSize(width: 595.2756, height: 841.8898)

    @Test(arguments: [
        (1.0, Rotation.upright, 596, 842), (2.0, .upright, 1191, 1684), (2.0, .right, 1684, 1191),
        (2.0, .upsideDown, 1191, 1684), (2.0, .left, 1684, 1191), (0.000001, .upright, 1, 1),
    ])
    func pixelSizeRoundsUpAndSwapsSides(scale: Double, rotation: Rotation, width: Int, height: Int) throws {
        let page = try #require(Self.a4)
        let size = RenditionGeometry.pixelSize(of: page, scale: scale, rotation: rotation)
        #expect(size == PixelSize(width: width, height: height))
    }

    /// A box of 10 by 20 points at 5, 30 on a page of 100 by 200, twice as large.
    @Test(arguments: [
        (Rotation.upright, PixelRegion(x: 10, y: 60, width: 20, height: 40)),
        (.right, PixelRegion(x: 300, y: 10, width: 40, height: 20)),
        (.upsideDown, PixelRegion(x: 170, y: 300, width: 20, height: 40)),
        (.left, PixelRegion(x: 60, y: 170, width: 40, height: 20)),
    ])
    func boxesTurnWithTheirPage(rotation: Rotation, region: PixelRegion) throws {
        let page = try #require(PageSize(width: 100, height: 200))
        let size = RenditionGeometry.pixelSize(of: page, scale: 2, rotation: rotation)
        let found = RenditionGeometry.region(
            fromX: 5, y: 30, toX: 15, y: 50, in: size, scale: 2, rotation: rotation)
        #expect(found == region)
    }

    @Test(arguments: [
        ((0.2, 0.2, 0.6, 9.9), PixelRegion(x: 0, y: 0, width: 1, height: 10)),
        ((-5.0, 90, 200, 1e300), PixelRegion(x: 0, y: 90, width: 100, height: 110)),
        ((120.0, 0, 130, 9), PixelRegion(x: 100, y: 0, width: 0, height: 0)),
        ((-1e300, -1e300, -1e299, 1e300), PixelRegion(x: 0, y: 0, width: 0, height: 0)),
        ((7.0, 3, 7, 9), PixelRegion(x: 7, y: 3, width: 0, height: 0)),
    ])
    func boxesAreCutToTheirPage(box: (Double, Double, Double, Double), region: PixelRegion) {
        let size = PixelSize(width: 100, height: 200)
        let found = RenditionGeometry.region(
            fromX: box.0, y: box.1, toX: box.2, y: box.3, in: size, scale: 1, rotation: .upright)
        #expect(found == region)
    }

    @Test func aHairAboveAWholePixelAddsNone() throws {
        let page = try #require(PageSize(width: 595.0004, height: 842.0002))
        let size = RenditionGeometry.pixelSize(of: page, scale: 2, rotation: .upright)
        #expect(size == PixelSize(width: 1190, height: 1684))
    }

    @Test func hugePagesStayWithinWhatNumbersHold() throws {
        let page = try #require(PageSize(width: 1e9, height: 1e9))
        let size = RenditionGeometry.pixelSize(of: page, scale: 1e300, rotation: .upright)
        let rendition = Rendition(
            document: DocumentID(1), page: PageID(0), scale: 1e300, rotation: .upright, region: PixelRegion(all: size),
            format: .bgrx8888)
        #expect(rendition.pixelBytes > 0)
    }

    @Test(arguments: [
        (0.0, 1.0), (1.0, 0.0), (-1.0, 1.0), (.nan, 1.0), (1.0, .infinity),
    ])
    func impossiblePageSizesAreRefused(width: Double, height: Double) {
        #expect(PageSize(width: width, height: height) == nil)
    }

    @Test(arguments: [
        (Viewport.Fit.page, Rotation.upright, 1000, 1000, 1.0), (.width, .upright, 1000, 1000, 2.0),
        (.height, .upright, 1000, 1000, 1.0), (.page, .right, 1000, 1000, 1.0), (.width, .right, 1000, 500, 1.0),
        (.scale(3), .left, 10, 10, 3.0),
    ])
    func fitDecidesTheScale(fit: Viewport.Fit, rotation: Rotation, width: Int, height: Int, scale: Double) throws {
        let page = try #require(PageSize(width: 500, height: 1000))
        let viewport = Viewport(size: PixelSize(width: width, height: height), fit: fit, rotation: rotation)
        #expect(viewport.scale(for: page) == scale)
    }

    @Test(arguments: [
        (0, 0, 10, 20, true), (9, 19, 1, 1, true), (0, 0, 11, 20, false), (5, 0, 6, 1, false), (-1, 0, 2, 2, false),
        (0, 0, 0, 1, false), (Int.max, 0, 1, 1, false), (1, 1, Int.max, Int.max, false), (0, 0, 1, -1, false),
    ])
    func regionsLieWithinThePage(x: Int, y: Int, width: Int, height: Int, fits: Bool) {
        let region = PixelRegion(x: x, y: y, width: width, height: height)
        #expect(region.isWithin(PixelSize(width: 10, height: 20)) == fits)
    }
}
