import CSheafProvider
import Glibc
import ProviderTestHost
import Testing

@Suite struct PixelTests {
    private static let rotations: [UInt32] = [0, 90, 180, 270]
    private static let fills = ["solid", "checker", "gradient"]
    private static let (width, height) = (97.3, 141.8)

    private func document(_ fill: String, seed: Int = 1) throws -> TestDocument {
        try Pattern.document(
            "width = \(Self.width)", "height = \(Self.height)", "fill = \(fill)", "links = on", "seed = \(seed)",
            "text = some words that stand on the page in lines")
    }

    private func whole(
        _ document: TestDocument, page: Int64 = 0, scale: Double, rotation: UInt32 = 0
    ) throws -> TestPixels {
        let width = sheaf_metrics.pixels(Self.width, scale: scale)
        let height = sheaf_metrics.pixels(Self.height, scale: scale)
        let swaps = rotation % 180 == 90
        return try document.render(
            page: page, scale: scale, rotation: rotation, width: swaps ? height : width,
            height: swaps ? width : height)
    }

    @Test(arguments: fills, rotations)
    func regionEqualsTheCutOfTheWhole(fill: String, rotation: UInt32) throws {
        var dice = SeededNumbers(seed: 7 + UInt64(rotation))
        let document = try document(fill)
        for scale in [0.013, 0.77, 1, 2.6] {
            let whole = try whole(document, page: 11, scale: scale, rotation: rotation)
            for _ in 0..<12 {
                let x = Int.random(in: 0..<whole.width, using: &dice)
                let y = Int.random(in: 0..<whole.height, using: &dice)
                let width = Int.random(in: 1...whole.width - x, using: &dice)
                let height = Int.random(in: 1...whole.height - y, using: &dice)
                let region = try document.render(
                    page: 11, scale: scale, rotation: rotation, x: x, y: y, width: width, height: height)
                #expect(region == whole.cut(x: x, y: y, width: width, height: height))
            }
        }
    }

    @Test(arguments: fills)
    func everyRenderingMayBeCut(fill: String) throws {
        var traits: UInt32 = 0
        try withUnsafeMutablePointer(to: &traits) { traits in
            _ = try document(fill).render(width: 90, height: 70) { $0.traits = traits }
        }
        #expect(traits == SHEAF_RENDER_CUTTABLE)
    }

    @Test(arguments: fills)
    func turnedPageIsThePageTurned(fill: String) throws {
        let document = try document(fill)
        var expected = try whole(document, scale: 1.7)
        for rotation in Self.rotations {
            #expect(try whole(document, scale: 1.7, rotation: rotation) == expected)
            expected = expected.turned()
        }
    }

    @Test func everyPixelIsOpaque() throws {
        for fill in Self.fills {
            #expect(try whole(document(fill), scale: 1).pixels.allSatisfy { $0 >> 24 == 0xff })
        }
    }

    @Test func pixelsFollowFromSeedAndPageAlone() throws {
        let first = try whole(document("solid"), scale: 1)
        #expect(try whole(document("solid"), scale: 1) == first)
        #expect(try whole(document("solid", seed: 2), scale: 1) != first)
        #expect(try whole(document("solid"), page: 1, scale: 1) != first)
    }

    @Test func fillsDiffer() throws {
        let pages = try Self.fills.map { try whole(document($0), scale: 1) }
        #expect(pages[0] != pages[1] && pages[1] != pages[2] && pages[0] != pages[2])
    }

    @Test func numberCanBeRead() throws {
        let document = try document("solid")
        let box = try #require(try document.text(41).first).box
        let page = try whole(document, page: 41, scale: 4)
        let dot = (box[2] - box[0]) / 11
        let dots = (0..<7).map { row in
            (0..<11).map { column in
                let x = Int((box[0] + dot * (Double(column) + 0.5)) * 4)
                let y = Int((box[1] + dot * (Double(row) + 0.5)) * 4)
                return page[x, y] == 0xff20_2020 ? "#" : "."
            }.joined()
        }
        #expect(
            dots == [
                "...#...###.",
                "..##..#...#",
                ".#.#......#",
                "#..#.....#.",
                "#####...#..",
                "...#...#...",
                "...#..#####",
            ])
    }

    @Test(arguments: [(-1, 0, 5, 5), (0, -1, 5, 5), (96, 0, 3, 1), (0, 140, 1, 3), (2_000_000_000, 0, 2_000, 1)])
    func refusesRegionsThatAreNotOnThePage(x: Int, y: Int, width: Int, height: Int) throws {
        let document = try document("solid")
        let refusal = try #require(throws: Refusal.self) {
            _ = try document.render(x: x, y: y, width: width, height: height)
        }
        #expect(refusal.code == -EINVAL)
    }

    @Test func refusesScalesBeyondWhatPixelsCanCount() throws {
        let document = try document("solid")
        let refusal = try #require(throws: Refusal.self) {
            _ = try document.render(scale: 1e300, width: 1, height: 1)
        }
        #expect(refusal.code == -EOVERFLOW)
    }

    @Test func tinyAndHugePagesRender() throws {
        for (width, height) in [(1.0, 1.0), (1.0, 14_400.0), (14_400.0, 1.0), (14_400.0, 14_400.0)] {
            let document = try Pattern.document(
                "width = \(width)", "height = \(height)", "links = on", "fill = checker", "text = words")
            #expect(try document.render(page: 99, width: 1, height: 1).pixels.count == 1)
            #expect(try document.text(99).allSatisfy { $0.box[2] <= width && $0.box[3] <= height })
        }
    }

    @Test(arguments: ["busy", "sleep"])
    func slowRenderingStopsWhenItIsCancelled(cost: String) throws {
        let document = try Pattern.document("render-ms = 60000", "cost = \(cost)")
        let request = TestRequest()
        request.cancelledFrom = 5
        #expect(throws: Refusal(code: SHEAF_CANCELLED)) {
            _ = try document.render(width: 10, height: 10, request: request)
        }
        #expect(request.questions == 6)
    }

    @Test func largeRenderingAsksBetweenItsParts() throws {
        let document = try Pattern.document("width = 10", "height = 5000")
        let request = TestRequest()
        request.cancelledFrom = 7
        #expect(throws: Refusal(code: SHEAF_CANCELLED)) {
            _ = try document.render(width: 10, height: 5000, request: request)
        }
    }
}
