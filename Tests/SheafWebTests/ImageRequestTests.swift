import Testing

@testable import SheafWeb

/// The grammar of the IIIF Image API, and what of a page its requests mean.
@Suite struct ImageRequestTests {
    private static func request(
        _ region: String = "full", _ size: String = "max", _ rotation: String = "0", _ file: String = "default.jpg",
        _ version: ImageVersion = .three
    ) throws -> ImageRequest {
        try ImageRequest([region, size, rotation, file], version: version)
    }

    @Test func regionsAreReadInAllTheirForms() throws {
        #expect(try Self.request("full").region == .full)
        #expect(try Self.request("square").region == .square)
        #expect(try Self.request("1,2,30,40").region == .pixels(x: 1, y: 2, width: 30, height: 40))
        #expect(try Self.request("pct:1.5,.5,30,40").region == .percent(x: 1.5, y: 0.5, width: 30, height: 40))
    }

    @Test func sizesAreReadInAllTheirForms() throws {
        for (text, size, isUpscaled) in [
            ("max", ImageRequest.Size.max, false), ("^max", .max, true), ("10,", .width(10), false),
            ("^10,", .width(10), true),
            (",20", .height(20), false), ("pct:12.5", .percent(12.5), false), ("^pct:200", .percent(200), true),
            ("3,4", .exact(width: 3, height: 4), false), ("!3,4", .within(width: 3, height: 4), false),
            ("^!3,4", .within(width: 3, height: 4), true),
        ] {
            let request = try Self.request("full", text)
            #expect(request.size == size && request.isUpscaled == isUpscaled, "\(text)")
        }
        // Version 2 has "full", and no sign for what may grow.
        #expect(try Self.request("full", "full", "0", "default.jpg", .two).size == .full)
        #expect(try Self.request("full", "10,", "0", "default.jpg", .two).isUpscaled)
    }

    @Test func rotationsQualitiesAndFormatsAreRead() throws {
        let request = try Self.request("full", "max", "!270", "gray.png")
        #expect(request.rotation == 270 && request.isMirrored && request.quality == .gray && request.format == .png)
        #expect(try Self.request("full", "max", "360.0", "bitonal.webp").rotation == 0)
    }

    @Test(arguments: [
        ["", "max", "0", "default.jpg"], ["1,2,3", "max", "0", "default.jpg"], ["1,2,3,", "max", "0", "default.jpg"],
        ["-1,2,3,4", "max", "0", "default.jpg"], ["1,2,3,4,5", "max", "0", "default.jpg"],
        ["pct:1,2,3", "max", "0", "default.jpg"],
        ["pct:1e1,2,3,4", "max", "0", "default.jpg"], ["pct:-1,2,3,4", "max", "0", "default.jpg"],
        ["12345678901,0,1,1", "max", "0", "default.jpg"], ["full", "", "0", "default.jpg"],
        ["full", "full", "0", "default.jpg"],
        ["full", ",", "0", "default.jpg"], ["full", "0,", "0", "default.jpg"], ["full", "!10,", "0", "default.jpg"],
        ["full", "pct:0", "0", "default.jpg"], ["full", "pct:nan", "0", "default.jpg"],
        ["full", "1,2,3", "0", "default.jpg"],
        ["full", "^", "0", "default.jpg"], ["full", "max", "45", "default.jpg"], ["full", "max", "-90", "default.jpg"],
        ["full", "max", "450", "default.jpg"], ["full", "max", "", "default.jpg"], ["full", "max", "!", "default.jpg"],
        ["full", "max", "0", "default"], ["full", "max", "0", "default.tif"], ["full", "max", "0", "native.jpg"],
        ["full", "max", "0", "default.jpg.png"], ["full", "max", "0"], ["full", "max", "0", "default.jpg", "x"],
    ])
    func whatIsNoImageIsRefused(_ parts: [String]) {
        #expect(throws: BadRequest.self) { try ImageRequest(parts, version: .three) }
    }
}

/// Plans of images: the pages and regions that the page server is asked for.
@Suite struct ImagePlanTests {
    /// A page of 612 by 792 points, at 300 pixels an inch.
    private static let letter = PageImage(points: (612, 792), scale: 300.0 / 72)

    private static func plan(
        _ parts: String, of page: PageImage = letter, _ version: ImageVersion = .three, area: Int = 1 << 24
    ) throws -> ImagePlan {
        let request = try ImageRequest(parts.split(separator: " ").map(String.init), version: version)
        return try ImagePlan(request, of: page, within: ImageLimit(area: area))
    }

    @Test func theFullSizeIsThatOfTheRendition() throws {
        #expect(Self.letter.width == 2_550 && Self.letter.height == 3_300)
        let plan = try Self.plan("full max 0 default.jpg")
        #expect(plan.scale == 300.0 / 72 && plan.pixels == nil)
        #expect((plan.x, plan.y, plan.width, plan.height) == (0, 0, 2_550, 3_300))
        // A page of many metres is not refused but smaller.
        let wall = PageImage(points: (20_000, 100), scale: 300.0 / 72)
        #expect(wall.width == PageImage.longestSide && wall.height == 100)
    }

    @Test func whatIsLargerThanAllowedComesSmallerOrNotAtAll() throws {
        let largest = try Self.plan("full max 0 default.jpg", area: 1_000_000)
        #expect(largest.width * largest.height <= 1_000_000 && largest.width * largest.height > 990_000)
        for box in ["^!99999,99999", "^!16383,16383"] {
            let boxed = try Self.plan("full \(box) 0 default.jpg", area: 1_000_000)
            #expect(boxed.width * boxed.height <= 1_000_000 && boxed.width * boxed.height > 990_000)
        }
        #expect(throws: BadRequest.self) { try Self.plan("full 2550, 0 default.jpg", area: 1_000_000) }
        #expect(throws: BadRequest.self) { try Self.plan("full full 0 default.jpg", .two, area: 1_000_000) }
        #expect(try Self.plan("full 1000,1000 0 default.jpg", area: 1_000_000).outputSize == (1_000, 1_000))
        #expect(throws: BadRequest.self) { try Self.plan("full 1000,1001 0 default.jpg", area: 1_000_000) }
        #expect(throws: BadRequest.self) { try Self.plan("full ^16384,1 0 default.jpg") }
        // What is thrown away of a picture that is pressed flat costs as much as it.
        #expect(throws: BadRequest.self) { try Self.plan("full ^2,16000 0 default.jpg") }
    }

    @Test func nothingGrowsUnlessItIsAskedTo() throws {
        for size in ["2551,", ",3301", "pct:101", "2550,3301"] {
            #expect(throws: BadRequest.self, "\(size)") { try Self.plan("full \(size) 0 default.jpg") }
            #expect(try Self.plan("full ^\(size) 0 default.jpg").outputSize.height >= 3_300)
            #expect(try Self.plan("full \(size) 0 default.jpg", .two).outputSize.height >= 3_300)
        }
        #expect(try Self.plan("full !9999,9999 0 default.jpg").outputSize == (2_550, 3_300))
        #expect(try Self.plan("full ^!3000,9999 0 default.jpg").outputSize == (3_000, 3_883))
    }

    /// A whole page is fitted as a reader has it, so that the page which was prefetched is the one asked for.
    @Test func aWholePageIsFitAsAReaderHasIt() throws {
        let wide = try Self.plan("full 800, 0 default.jpg")
        #expect(wide.scale == 800.0 / 612 && wide.isWholePage && wide.outputSize == (800, 1_036))
        let boxed = try Self.plan("full ^!1280,960 0 color.png")
        #expect(boxed.scale == 960.0 / 792 && boxed.isWholePage && boxed.outputSize == (742, 960))
        #expect(boxed.pixels == nil)
        // However it is turned or changed then.
        let turned = try Self.plan("full 800, !90 gray.webp")
        #expect(turned.scale == wide.scale && turned.isWholePage && turned.outputSize == (1_036, 800))
        for other in ["full max 0", "full ,800 0", "square 800, 0", "0,0,2550,3300 800, 0", "full !9999,9999 0"] {
            #expect(try !Self.plan("\(other) default.jpg").isWholePage, "\(other)")
        }
    }

    @Test func regionsEndAtThePage() throws {
        let plan = try Self.plan("2500,3000,9999,9999 max 0 default.jpg")
        #expect((plan.x, plan.y, plan.width, plan.height) == (2_500, 3_000, 50, 300))
        #expect(try Self.plan("pct:50,50,100,100 max 0 default.jpg").outputSize == (1_275, 1_650))
        #expect(try Self.plan("square max 0 default.jpg").outputSize == (2_550, 2_550))
        for region in ["2550,0,1,1", "0,3300,1,1", "0,0,0,1", "pct:100,0,1,1", "pct:0,0,0,1"] {
            #expect(throws: BadRequest.self, "\(region)") { try Self.plan("\(region) max 0 default.jpg") }
        }
    }

    @Test func aPartOfATurnedPageIsWhereItIsAfterTheTurn() throws {
        for (turn, x, y, width, height) in [
            ("0", 100, 200, 30, 40), ("90", 3_300 - 240, 100, 40, 30), ("180", 2_550 - 130, 3_300 - 240, 30, 40),
            ("270", 200, 2_550 - 130, 40, 30),
        ] {
            let plan = try Self.plan("100,200,30,40 max \(turn) default.png")
            #expect(plan.rotation == Int(turn) && plan.pixels == nil)
            #expect((plan.x, plan.y, plan.width, plan.height) == (x, y, width, height), "\(turn)")
        }
        let mirrored = try Self.plan("100,200,30,40 max !90 default.png")
        #expect(mirrored.rotation == 270 && mirrored.pixels?.isMirrored == true && mirrored.outputSize == (40, 30))
    }

    @Test func onlyWhatTheServiceCanNotMakeIsMadeHere() throws {
        for plain in [
            "full 800, 90 default.jpg", "full 800, 0 color.png", "0,0,512,512 256,256 0 default.jpg",
            "full 800, 0 default.webp",
        ] {
            #expect(try Self.plan(plain).pixels == nil, "\(plain)")
        }
        for changed in [
            "full 800, 0 gray.jpg", "full 800, 0 bitonal.png", "full 800, !0 default.jpg", "full 800,200 0 default.jpg",
            "full 800, !0 default.webp",
        ] { #expect(try Self.plan(changed).pixels != nil, "\(changed)") }
        let flat = try Self.plan("full 800,200 90 default.jpg")
        // As wide as asked for, and higher, turned.
        #expect((flat.width, flat.height) == (1_035, 800) && flat.outputSize == (200, 800))
    }

    /// The part is within the page as org.sheaf.Reader has it, and the image as large as asked for, in all cases.
    @Test func aPartIsAlwaysWithinThePage() throws {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<20_000 {
            let page = PageImage(
                points: (.random(in: 1...3_000, using: &random), .random(in: 1...3_000, using: &random)),
                scale: .random(in: 0.1...8, using: &random))
            let x = Int.random(in: 0..<page.width, using: &random)
            let y = Int.random(in: 0..<page.height, using: &random)
            let side = Int.random(in: 1...20_000, using: &random)
            let rotation = ["0", "90", "180", "270", "!0", "!90"].randomElement(using: &random) ?? "0"
            let sizes = [
                "max", "\(Int.random(in: 1...3_000, using: &random)),", ",\(Int.random(in: 1...3_000, using: &random))",
                "!400,300",
            ]
            let parts =
                "\(x),\(y),\(side),\(side) ^\(sizes.randomElement(using: &random) ?? "max") \(rotation) default.jpg"
            guard let plan = try? Self.plan(parts, of: page) else { continue }
            let isTurned = plan.rotation % 180 != 0
            let width = PageImage.pixels(isTurned ? page.points.height : page.points.width, plan.scale)
            let height = PageImage.pixels(isTurned ? page.points.width : page.points.height, plan.scale)
            #expect(plan.x >= 0 && plan.y >= 0 && plan.width > 0 && plan.height > 0, "\(parts) of \(page)")
            #expect(plan.x + plan.width <= width && plan.y + plan.height <= height, "\(parts) of \(page)")
            #expect(plan.outputSize.width <= plan.width && plan.outputSize.height <= plan.height)
        }
    }

    /// Tiles are cut as every client cuts them (<https://iiif.io/api/image/3.0/#54-tiles>).
    @Test func tilesAreCutAtOneScaleAndCoverThePage() throws {
        for page in [
            Self.letter, PageImage(points: (1_000.0015, 333.3), scale: 1),
            PageImage(points: (595.28, 841.89), scale: 4),
        ] {
            for factor in page.scaleFactors(tile: 512) {
                var scales: Set<Double> = []
                var area = 0
                for x in stride(from: 0, to: page.width, by: 512 * factor) {
                    for y in stride(from: 0, to: page.height, by: 512 * factor) {
                        let (width, height) = (min(512 * factor, page.width - x), min(512 * factor, page.height - y))
                        let size = ((width + factor - 1) / factor, (height + factor - 1) / factor)
                        let plan = try Self.plan(
                            "\(x),\(y),\(width),\(height) \(size.0),\(size.1) 0 default.jpg", of: page)
                        #expect(plan.pixels == nil && (plan.width, plan.height) == size)
                        #expect((plan.x, plan.y) == (x / factor, y / factor))
                        scales.insert(plan.scale)
                        area += plan.width * plan.height
                    }
                }
                #expect(area == (page.width + factor - 1) / factor * ((page.height + factor - 1) / factor))
                // Only where the last pixel of a page is less than a thousandth of one are there two.
                if page == Self.letter { #expect(scales == [page.scale / Double(factor)]) }
            }
        }
    }
}
