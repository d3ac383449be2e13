import CSheafProvider
import Glibc
import ProviderTestHost
import Testing

extension ImagesProviderTests {
    /// Pages of a TIFF, told from smaller versions of them, masks and thumbnails.
    @Suite struct LevelTests {
        private static func image(
            _ width: Int, _ height: Int, _ marks: Int? = nil, tiled: Bool = true, says: String? = nil
        ) -> MadeImage {
            MadeImage(width: width, height: height, isTiled: tiled, marks: marks, description: says)
        }

        private static func open(_ images: [MadeImage]) throws -> TestDocument {
            try Images.open(MadeTIFF(images).bytes)
        }

        /// The widths of a document's pages, in pixels: a pixel is a point.
        private func widths(_ document: TestDocument) throws -> [Int] {
            try (0..<document.count().pages).map { Int(try document.metrics($0).width) }
        }

        /// Images, and the widths of those that are pages.
        private static let cases: [(images: [MadeImage], expected: [Int])] = [
            // Levels, marked and not, whose halves are rounded up and down.
            ([image(101, 81), image(51, 41, 1), image(25, 20, 1)], [101]),
            ([image(101, 81), image(50, 40), image(25, 20)], [101]),
            ([image(400, 320), image(100, 80), image(25, 20)], [400]),
            // A pixel too many, another proportion, and no smaller than the one before: pages.
            ([image(101, 81), image(52, 41)], [101, 52]),
            ([image(100, 80), image(50, 50)], [100, 50]),
            ([image(100, 80), image(50, 40), image(50, 40)], [100, 50]),
            ([image(100, 80), image(100, 80)], [100, 100]),
            // Scans have pages of half the resolution: strips are levels where they are marked alone.
            ([image(100, 80, tiled: false), image(50, 40, tiled: false)], [100, 50]),
            ([image(100, 80, tiled: false), image(50, 40, 1, tiled: false)], [100]),
            ([image(100, 80), image(50, 40, 2)], [100, 50]),
            // Thumbnails by their marks, before and behind the image; larger ones are none.
            ([image(100, 80, tiled: false), image(60, 60, 1, tiled: false)], [100]),
            ([image(60, 48, 1, tiled: false), image(100, 80, tiled: false)], [100]),
            ([image(100, 80, tiled: false), image(120, 80, 1, tiled: false)], [100, 120]),
            ([image(100, 80, 1, tiled: false), image(60, 60, 1, tiled: false)], [100, 60]),
            // Masks, and a file of nothing else.
            ([image(100, 80), image(100, 80, 4), image(50, 40, 5)], [100]),
            ([image(100, 80, 4)], [100]),
            // Pages with levels each.
            ([image(100, 80), image(50, 40, 1), image(200, 80), image(100, 40, 1)], [100, 200]),
        ]

        @Test(arguments: LevelTests.cases)
        func pagesAreToldFromOtherImages(images: [MadeImage], expected: [Int]) throws {
            #expect(try widths(Self.open(images)) == expected)
        }

        private static let slides: [[MadeImage]] = [
            // Aperio's: a baseline, a thumbnail, levels that are a quarter, a label, a macro image.
            [
                image(400, 320, says: "Aperio Image Library v11"), image(90, 70, tiled: false, says: "Aperio"),
                image(100, 80, says: "Aperio"), image(40, 40, 1, tiled: false, says: "Aperio\nlabel 40x40"),
                image(90, 40, 9, tiled: false, says: "Aperio\nmacro 90x40"), image(30, 30, says: "Aperio"),
            ],
            // Others', told by what they say, by strips, and by marks.
            [image(400, 320), image(200, 160), image(500, 400, says: "Label Image")],
            [image(400, 320), image(50, 50, says: "Macro")],
            [image(400, 320), image(200, 160), image(90, 70, tiled: false)],
            [image(400, 320), image(200, 160), image(500, 70, 1)],
        ]

        @Test(arguments: LevelTests.slides)
        func slideIsOnePage(images: [MadeImage]) throws {
            #expect(try widths(Self.open(images)) == [400])
        }

        @Test func stripsBesideTilesArePagesOfWhatIsNoSlide() throws {
            #expect(try widths(Self.open([Self.image(400, 320), Self.image(90, 70, tiled: false)])) == [400, 90])
        }

        @Test func samplesOfALevelAreThoseOfItsPage() throws {
            var coloured = Self.image(50, 40)
            coloured.samples = 3
            #expect(try widths(Self.open([Self.image(100, 80), coloured])) == [100, 50])
        }

        /// The older tag counts where the newer one is not there.
        @Test(arguments: [
            (1, nil, [100, 60]), (2, nil, [100]), (3, nil, [100, 60]), (2, 2, [100, 60]), (3, 1, [100]),
        ])
        func olderMarksCountWhereThereAreNoOthers(old: Int, marks: Int?, expected: [Int]) throws {
            var small = Self.image(60, 60, marks, tiled: false)
            small.oldMark = old
            #expect(try widths(Self.open([Self.image(100, 80, tiled: false), small])) == expected)
        }

        /// Tiles that are JPEG 2000 in RGB: Aperio's, and those of Adobe's number.
        @Test(arguments: [33_005, 34_712]) func tilesOfJPEG2000AreRead(compression: Int) throws {
            let folder = try Folder()
            try folder.write("photo.png", Images.sample("png"))
            try folder.shell(
                """
                vips crop photo.png main.ppm 30 40 16 16; opj_compress -i main.ppm -o main.j2k -n 2 >out
                vips crop photo.png half.ppm 90 80 16 16; opj_compress -i half.ppm -o half.j2k -n 2 >out
                vips replicate main.ppm out.ppm 3 2
                vips replicate half.ppm small.ppm 2 1
                """)
            var main = MadeImage(width: 48, height: 32, compression: compression, samples: 3)
            var half = MadeImage(width: 24, height: 16, marks: 1, compression: compression, samples: 3)
            (main.tile, half.tile) = (try folder.read("main.j2k"), try folder.read("half.j2k"))
            let document = try Self.open([main, half])
            #expect(try widths(document) == [48])
            let whole = try document.whole()
            #expect(try folder.picture("out.ppm").difference(from: whole) == 0)
            let part = try document.render(scale: 1, x: 13, y: 14, width: 30, height: 5)
            let rows = (14..<19).flatMap { (row: Int) in Array(whole.pixels[row * 48 + 13..<row * 48 + 43]) }
            #expect(part.pixels == rows)
            try folder.shell("vips crop small.ppm out.ppm 0 0 24 16")
            #expect(try folder.picture("out.ppm").difference(from: document.whole(scale: 0.5)) == 0)
            // A tile that is too small, and one that is none.
            main.tile = try folder.read("photo.png")
            #expect(throws: Refusal.self) { _ = try Self.open([main]).whole() }
            main.tile = Array(try folder.read("main.j2k").prefix(200))
            #expect(throws: Refusal.self) { _ = try Self.open([main]).whole() }
        }

        /// A tile of as many bytes as are read at most is looked for, and not there; a larger one is not.
        @Test(arguments: [(0, "tile 0 can't be read"), (1, "the limit is 67108864")])
        func tilesOfJPEG2000HaveALimit(more: Int, says: String) throws {
            var image = MadeImage(width: 16, height: 16, compression: 33_005)
            image.tile = [0xff, 0x4f, 0xff, 0x51]
            image.tileSize = (64 << 20) + more
            let refusal = #expect(throws: Refusal.self) { _ = try Self.open([image]).whole() }
            #expect(refusal?.text?.contains(says) == true, "\(String(describing: refusal))")
        }

        @Test func slideOfHamamatsusIsRefusedByName() throws {
            var image = Self.image(100, 80)
            image.ownTag = 65_420
            let refusal = #expect(throws: Refusal.self) { _ = try Self.open([image]) }
            #expect(refusal?.code == -ENOTSUP && refusal?.text?.contains("NDPI") == true)
            image.ownTag = 65_000
            #expect(try Self.open([image]).count().pages == 1)
        }

        /// A document whose levels have greys of their own: 100, then 150 at a half and 200 at a quarter.
        private func pyramid(isBelow: Bool, orientation: Int = 1) -> [MadeImage] {
            var main = MadeImage(width: 128, height: 96, grey: 100, orientation: orientation)
            let levels = [
                MadeImage(width: 64, height: 48, grey: 150, marks: 1),
                MadeImage(width: 32, height: 24, grey: 200, marks: 1),
            ]
            if isBelow { main.below = levels }
            return isBelow ? [main] : [main] + levels
        }

        /// The smallest level that is large enough is shown, whatever the region.
        @Test(arguments: [false, true])
        func scaleAloneChoosesTheLevel(isBelow: Bool) throws {
            let document = try Self.open(pyramid(isBelow: isBelow))
            for (scale, grey) in [(1.0, 100), (0.51, 100), (0.5, 150), (0.26, 150), (0.25, 200), (0.1, 200)] {
                let whole = try document.whole(scale: scale)
                #expect(Set(whole.pixels) == [0xff00_0000 | UInt32(grey) * 0x1_0101], "\(scale)")
                #expect(
                    try document.render(scale: scale, x: 2, y: 3, width: 5, height: 4)
                        == whole.cut(x: 2, y: 3, width: 5, height: 4))
            }
        }

        @Test func levelLiesAsItsPageDoes() throws {
            let document = try Self.open(pyramid(isBelow: false, orientation: 6))
            #expect(try document.metrics(0).width == 96)
            #expect(try Set(document.whole(scale: 0.25).pixels) == [0xffc8_c8c8])
        }

        /// Libvips's own pyramids, with the profile of their first image.
        @Test(arguments: ["", "--subifd", "--bigtiff"])
        func pyramidOfLibvipsIsOnePage(option: String) throws {
            let folder = try Folder()
            try folder.write("in.jpg", Images.sample("profile"))
            try folder.shell(
                """
                vips crop in.jpg even.v 0 0 304 204
                vips tiffsave even.v out.tif --tile --tile-width 64 --tile-height 64 --pyramid --compression deflate \(option)
                vips icc_transform 'out.tif\(option == "--subifd" ? "[subifd=0]" : "[page=1]")' out.ppm srgb --embedded
                """)
            let document = try Images.open(folder.read("out.tif"))
            #expect(try document.count() == (SHEAF_EXACT, 1))
            let metrics = try document.metrics(0)
            let scale = 152 / metrics.width
            let half = try document.render(scale: scale, width: 152, height: 102)
            #expect(try folder.picture("out.ppm").difference(from: half) == 0)
        }

        /// A level with tiles past the end fails, or shows its page; its page's own image stays.
        @Test func damagedLevelCostsNoPage() throws {
            var images = pyramid(isBelow: false)
            images[1].lostTiles = 3
            let document = try Self.open(images)
            #expect(try Set(document.whole().pixels) == [0xff64_6464])
            do {
                _ = try document.whole(scale: 0.5)
            } catch let refusal as Refusal {
                #expect(refusal.text?.hasPrefix("cannot draw page 1: ") == true)
            }
            #expect(try Set(document.whole(scale: 0.25).pixels) == [0xffc8_c8c8])
        }

        /// The grey of a page at a scale.
        private func grey(_ document: TestDocument, page: Int64 = 0, scale: Double) throws -> Int {
            try Int(document.render(page: page, scale: scale, width: 1, height: 1).pixels[0] & 0xff)
        }

        /// 16 levels of a page are used: a smaller one than those is not.
        @Test(arguments: [(16, 200), (17, 150)]) func soManyLevelsAreUsed(count: Int, expected: Int) throws {
            let images = (0...count).map { level in
                let grey: UInt8 = level == count ? 200 : level == 16 ? 150 : 100
                return MadeImage(width: 3 << (count - level), height: 1, grey: grey, marks: level == 0 ? nil : 1)
            }
            let document = try Self.open(images)
            #expect(try document.count().pages == 1)
            #expect(try grey(document, scale: 1 / Double(1 << count)) == expected)
        }

        /// 32 directories below a page are looked at.
        @Test(arguments: [(31, 150), (32, 100)]) func soManyDirectoriesBelowAreLookedAt(others: Int, expected: Int)
            throws
        {
            var main = Self.image(100, 80)
            main.below =
                Array(repeating: Self.image(10, 60), count: others) + [
                    MadeImage(width: 50, height: 40, grey: 150, marks: 1)
                ]
            #expect(try grey(Self.open([main]), scale: 0.5) == expected)
        }

        /// 4,096 of a file.
        @Test(arguments: [(127, 150), (128, 100)])
        func soManyDirectoriesBelowOfAFileAreLookedAt(pages: Int, expected: Int) throws {
            var main = Self.image(100, 80)
            main.below = Array(repeating: Self.image(10, 60), count: 32)
            var last = Self.image(100, 80)
            last.below = [MadeImage(width: 50, height: 40, grey: 150, marks: 1)]
            let document = try Self.open(Array(repeating: main, count: pages) + [last])
            #expect(try document.count().pages == Int64(pages + 1))
            #expect(try grey(document, page: Int64(pages), scale: 0.5) == expected)
        }

        @Test func directoriesBelowThatLeadBackAreNoLevels() throws {
            // The place of the only directory, as one below itself.
            var image = Self.image(100, 80)
            image.below = [Self.image(50, 40)]
            var bytes = MadeTIFF([image]).bytes
            let start = bytes[4..<8].enumerated().reduce(0) { $0 | Int($1.element) << ($1.offset * 8) }
            let entry = try #require(
                (0..<20).map { start + 2 + 12 * $0 }.first { bytes[$0] == 74 && bytes[$0 + 1] == 1 })
            bytes.replaceSubrange(entry + 8..<entry + 12, with: bytes[4..<8])
            let document = try Images.open(bytes)
            #expect(try widths(document) == [100])
            #expect(try document.whole(scale: 0.5).pixels.count == 2_000)
        }
    }
}
