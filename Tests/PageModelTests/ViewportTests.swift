import PageModel
import Testing

@Suite struct ViewportTests {
    private static let portrait = PixelSize(width: 600, height: 1000)

    @Test(arguments: [
        (Orientation.upright, 600, 1000), (.right, 1000, 600), (.upsideDown, 600, 1000), (.left, 1000, 600),
    ])
    func aTurnedScreenSwapsItsSides(orientation: Orientation, width: Int, height: Int) {
        let viewport = Viewport(size: Self.portrait, orientation: orientation)
        #expect(viewport.effectiveSize == PixelSize(width: width, height: height))
    }

    @Test(arguments: [
        (Orientation.upright, 1.2), (.right, 2.0), (.upsideDown, 1.2), (.left, 2.0),
    ])
    func upsideDownNeedsTheSamePixels(orientation: Orientation, scale: Double) throws {
        let page = try #require(PageSize(width: 500, height: 800))
        let viewport = Viewport(size: Self.portrait, fit: .width, orientation: orientation)
        #expect(viewport.scale(for: page) == scale)
    }

    @Test func turningThereAndBackNeedsTheSamePixels() throws {
        let page = try #require(PageSize(width: 500, height: 800))
        let viewport = Viewport(size: Self.portrait)
        let turned = try #require(viewport.turned(to: .right))
        let back = try #require(turned.turned(to: .upright))
        #expect(turned.pixelSize(of: page) != viewport.pixelSize(of: page))
        #expect(back == viewport)
    }

    @Test(arguments: [(Orientation.right, true), (.left, false), (.upright, false), (.upsideDown, false)])
    func viewerAndDocumentBothAllowATurn(to: Orientation, isAllowed: Bool) {
        let viewport = Viewport(size: Self.portrait, allowed: [.upright, .right])
        let turned = viewport.turned(to: to, document: [.right, .left])
        #expect((turned != nil) == isAllowed)
        #expect(turned.map(\.allowed) ?? viewport.allowed == viewport.allowed)
    }

    @Test(arguments: [
        (1000, SpreadPart.whole, 0, 1000), (1000, .left, 0, 500), (1000, .right, 500, 500), (5, .left, 0, 2),
        (5, .right, 2, 2), (1, .left, 0, 1), (1, .right, 0, 1),
    ])
    func facingPagesHaveHalfOfTheWidthEach(width: Int, part: SpreadPart, x: Int, areaWidth: Int) {
        let area = Viewport(size: PixelSize(width: width, height: 700)).pageArea(of: part)
        #expect(area == PixelRegion(x: x, y: 0, width: areaWidth, height: 700))
    }

    @Test(arguments: [
        (Viewport.Fit.page, Rotation.upright, 0.5), (.width, .upright, 1.0), (.height, .upright, 0.5),
        (.width, .right, 0.5), (.scale(3), .upright, 3.0),
    ])
    func facingPagesAreFittedToTheirHalves(fit: Viewport.Fit, rotation: Rotation, scale: Double) throws {
        let page = try #require(PageSize(width: 500, height: 1000))
        let viewport = Viewport(size: PixelSize(width: 1000, height: 500), fit: fit, rotation: rotation)
        #expect(viewport.scale(for: page, in: .left) == scale)
        #expect(viewport.scale(for: page, in: .right) == scale)
    }
}
