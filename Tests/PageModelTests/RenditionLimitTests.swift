import PageModel
import Testing

@Suite struct RenditionLimitTests {
    private static let limit = RenditionLimit(pixels: 10_000, side: 500)

    @Test(arguments: [
        (100, 100, true), (100, 101, false), (101, 100, false), (20, 500, true), (20, 501, false), (500, 20, true),
        (501, 1, false), (1 << 30, 1 << 30, false), (1, 1, true),
    ])
    func sidesAndPixelsAreLimited(width: Int, height: Int, isAllowed: Bool) {
        #expect(Self.limit.allows(PixelSize(width: width, height: height)) == isAllowed)
    }

    @Test(arguments: [1.0, 0.37, 0.0001])
    func whatIsWithinKeepsItsScale(scale: Double) throws {
        let page = try #require(PageSize(width: 100, height: 100))
        #expect(Self.limit.scale(of: page, upTo: scale) == scale)
    }

    @Test(arguments: [
        (100.0, 100.0), (595.2756, 841.8898), (0.001, 3e5), (3e5, 0.001), (1e9, 1e9), (0.3, 0.7), (1, 600),
        (0.001, 1e9), (0.001, 0.001),
    ])
    func theLargestScaleWithinIsTaken(width: Double, height: Double) throws {
        let page = try #require(PageSize(width: width, height: height))
        let wanted = [64, 1e4 / min(width, 1e4)].max() ?? 64
        let scale = Self.limit.scale(of: page, upTo: wanted)
        let size = { RenditionGeometry.pixelSize(of: page, scale: $0, rotation: .upright) }
        #expect(Self.limit.allows(size(scale)))
        #expect(scale == wanted || !Self.limit.allows(size(scale.nextUp)))
    }

    /// Two viewers that zoom into a page share what is rendered of it.
    @Test func howMuchMoreIsWantedMakesNoDifference() throws {
        let page = try #require(PageSize(width: 595.2756, height: 841.8898))
        let scales = [0.2, 1, 3.7, 64].map { Self.limit.scale(of: page, upTo: $0) }
        #expect(Set(scales).count == 1)
    }

    private static let sides: [(width: Double, height: Double, isPage: Bool)] = [
        (0.001, 1e9, true), (1e9, 0.001, true), (0.000_999, 1, false), (1, 1_000_001_000, false),
        (.leastNonzeroMagnitude, 1, false),
        (0, 1, false), (-1, 1, false), (.infinity, 1, false), (1, .nan, false),
    ]

    @Test(arguments: sides)
    func sidesOfPagesHaveLimits(width: Double, height: Double, isPage: Bool) {
        #expect((PageSize(width: width, height: height) != nil) == isPage)
    }
}
