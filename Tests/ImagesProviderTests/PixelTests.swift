import CSheafProvider
import Glibc
import ProviderTestHost
import Testing

extension ImagesProviderTests {
    /// The provider's pixels against those of libvips's own programs.
    @Suite struct PixelTests {
        /// The samples, each with the commands that make out.ppm of it at its own size.
        private static let atFull: [(String, String)] = [
            ("jpeg", "vips copy in out.ppm"), ("progressive", "vips copy in out.ppm"), ("png", "vips copy in out.ppm"),
            ("interlaced", "vips copy in out.ppm"), ("webp", "vips copy in out.ppm"), ("tiff", "vips copy in out.ppm"),
            ("tiled", "vips copy in out.ppm"), ("heif", "vips copy in out.ppm"), ("avif", "vips copy in out.ppm"),
            ("gif", "vips colourspace in out.ppm srgb"), ("grey", "vips colourspace in out.ppm srgb"),
            ("png16", "vips colourspace in out.ppm srgb"), ("tiff16", "vips colourspace in out.ppm srgb"),
            ("jxl", "vips icc_transform in out.ppm srgb --embedded"),
            ("profile", "vips icc_transform in out.ppm srgb --embedded"),
            ("cmyk", "vips icc_transform in out.ppm srgb --embedded"),
            ("alpha", "vips flatten in out.ppm --background 255"),
            ("clear-webp", "vips flatten in out.ppm --background 255"),
        ]

        @Test(arguments: atFull)
        func imageEqualsWhatVipsMakes(sample: String, commands: String) throws {
            let folder = try Folder()
            try folder.write("in", Images.sample(sample))
            try folder.shell(commands)
            let document = try Images.open(Images.sample(sample))
            #expect(try document.count().pages == 1)
            #expect(try folder.picture("out.ppm").difference(from: document.whole()) == 0)
        }

        /// Images scaled to 113 by 76 pixels, and to 763 by 513.
        @Test(
            arguments: [
                ("jpeg", "vips resize in out.ppm X --vscale Y"), ("png", "vips resize in out.ppm X --vscale Y"),
                ("tiled", "vips resize in out.ppm X --vscale Y"),
                ("profile", "vips resize in b.v X --vscale Y; vips icc_transform b.v out.ppm srgb --embedded"),
                ("cmyk", "vips resize in b.v X --vscale Y; vips icc_transform b.v out.ppm srgb --embedded"),
                ("png16", "vips resize in b.v X --vscale Y; vips colourspace b.v out.ppm srgb"),
                (
                    "alpha",
                    """
                    vips premultiply in a.v; vips resize a.v b.v X --vscale Y; vips unpremultiply b.v c.v
                    vips cast c.v d.v uchar; vips flatten d.v out.ppm --background 255
                    """
                ),
            ], [0.37, 2.5])
        func scaledImageEqualsWhatVipsMakes(sample: (String, String), scale: Double) throws {
            let folder = try Folder()
            let document = try Images.open(Images.sample(sample.0))
            let size = try document.pixelSize(0, scale: scale)
            try folder.write("in", Images.sample(sample.0))
            try folder.shell(
                sample.1.replacing("X", with: "\(Double(size.width) / 305)")
                    .replacing("Y", with: "\(Double(size.height) / 205)"))
            let difference = try #require(folder.picture("out.ppm").difference(from: document.whole(scale: scale)))
            // By libvips itself where it grows, has alpha or other than eight bits and one or three bands.
            let isExact = scale > 1 || ["alpha", "png16", "cmyk"].contains(sample.0)
            let most = sample.0 == "profile" ? 2 * Images.reductionMost : Images.reductionMost
            #expect(difference <= (isExact ? 0 : most))
        }

        /// Smaller ones differ from libvips's by the roundings between its two steps: by at most five levels where every pixel is black or
        /// white by chance, and by less than one on average.
        @Test(
            arguments: [(1, true), (1, false), (3, false)], [0.9, 0.74, 0.5, 0.26, 0.1, 0.03])
        func aSmallerImageIsAsLibvipsMakesIt(image: (bands: Int, isBlack: Bool), scale: Double) throws {
            let folder = try Folder()
            try folder.shell(
                """
                for n in 1 2 3; do vips gaussnoise $n.v 700 450 --mean 128 --sigma 90 --seed $n; done
                if \(image.bands == 1); then mv 1.v n.v; else vips bandjoin '1.v 2.v 3.v' n.v; fi
                if \(image.isBlack); then vips relational_const n.v in.png moreeq 128; else vips cast n.v in.png uchar; fi
                """)
            let document = try Images.open(folder.read("in.png"))
            let made = try document.whole(scale: scale)
            try folder.shell(
                """
                vips resize in.png r.v \(Double(made.width) / 700) --vscale \(Double(made.height) / 450)
                vips colourspace r.v out.ppm srgb
                """)
            let expected = try folder.picture("out.ppm")
            #expect(try #require(expected.difference(from: made)) <= Images.reductionMost)
            #expect(try #require(expected.meanDifference(from: made)) < 0.7)
        }

        /// Far below its size it is shrunk while it is loaded, as vipsthumbnail does it.
        @Test(arguments: [0.24, 0.11, 0.05])
        func jpegIsShrunkWhileItIsLoaded(scale: Double) throws {
            let folder = try Folder()
            let document = try Images.open(Images.sample("jpeg"))
            let size = try document.pixelSize(0, scale: scale)
            try folder.write("in", Images.sample("jpeg"))
            try folder.shell("vips thumbnail in out.ppm \(size.width) --height \(size.height) --size force")
            let difference = try #require(folder.picture("out.ppm").difference(from: document.whole(scale: scale)))
            #expect(difference <= Images.reductionMost)
        }

        /// Exactly a half, a quarter or an eighth is as libjpeg makes it.
        @Test(arguments: [2, 4, 8])
        func jpegIsLoadedInExactlyAHalf(shrink: Int) throws {
            let folder = try Folder()
            try folder.write("in.jpg", Images.sample("jpeg"))
            try folder.shell("vips crop in.jpg even.jpg 0 0 304 200; vips copy 'even.jpg[shrink=\(shrink)]' out.ppm")
            let document = try Images.open(folder.read("even.jpg"))
            let pixels = try document.whole(scale: 1 / Double(shrink))
            #expect(try folder.picture("out.ppm").difference(from: pixels) == 0)
        }

        /// Tiles of a smaller scale may be made of the page at two or four times theirs (docs/memory.md): by means of its pixels, from which a
        /// half and a quarter by libjpeg differ by four levels at most, and by less than half a level on average.
        @Test(arguments: ["letters", "noise"], [2, 4]) func aHalfIsNearlyTheMeanOfItsPixels(kind: String, shrink: Int)
            throws
        {
            let folder = try Folder()
            try folder.shell(
                kind == "letters"
                    ? "vips text t.v 'The quick brown fox jumps over the lazy dog, 1234567890.' --dpi 250 --width 700; vips invert t.v i.v"
                    : "vips perlin p.v 800 600 --cell-size 64 --uchar; vips gaussnoise n.v 800 600 --sigma 6; vips add p.v n.v s.v; vips cast s.v i.v uchar"
            )
            try folder.shell(
                "vips gravity i.v g.v centre 800 600 --extend white; vips bandjoin 'g.v g.v g.v' b.v; vips copy b.v c.v --interpretation srgb --xres 1 --yres 1; vips jpegsave c.v in.jpg --Q 92"
            )
            let document = try Images.open(folder.read("in.jpg"))
            let (whole, half) = (try document.whole(), try document.whole(scale: 1 / Double(shrink)))
            var rgb: [UInt8] = []
            for y in 0..<half.height {
                for x in 0..<half.width {
                    for shift in [16, 8, 0] as [UInt32] {
                        var sum = shrink * shrink / 2
                        for row in y * shrink..<(y + 1) * shrink {
                            for column in x * shrink..<(x + 1) * shrink {
                                sum += Int(whole.pixels[row * whole.width + column] >> shift & 0xff)
                            }
                        }
                        rgb.append(UInt8(sum / (shrink * shrink)))
                    }
                }
            }
            let means = Picture(width: half.width, height: half.height, rgb: rgb)
            let (most, mean) = (means.difference(from: half) ?? 255, means.meanDifference(from: half) ?? 255)
            #expect(most <= 4 && mean < 0.5, "\(most), \(mean)")
        }

        /// A progressive one in an eighth is read up to the scan that makes its pixels exact, whatever its chroma is stored in.
        @Test(arguments: ["2x2", "1x1", "2x1", "4x2", "grey"])
        func progressiveJPEGIsReadAsFarAsAnEighthNeeds(sampling: String) throws {
            let folder = try Folder()
            try folder.write("in.png", Images.sample("png"))
            let options = sampling == "grey" ? "-grayscale" : "-sample \(sampling)"
            try folder.shell(
                """
                vips resize in.png l.png 3; vips crop l.png large.ppm 0 0 912 608; cjpeg -progressive \(options) -quality 90 large.ppm > in.jpg
                djpeg -scale 1/8 -ppm in.jpg > small.ppm; vips colourspace small.ppm out.ppm srgb
                """)
            let expected = try folder.picture("out.ppm")
            let bytes = try folder.read("in.jpg")
            let small = try Images.open(bytes).whole(scale: 0.125)
            #expect(expected.difference(from: small) == 0)
            // Of scans of a component each, which are not progressive, all are needed.
            try folder.shell(
                """
                echo '0; 1; 2;' > scans; cjpeg -scans scans -sample 2x2 large.ppm > in.jpg
                djpeg -scale 1/8 -ppm in.jpg > out.ppm
                """)
            let apart = try Images.open(folder.read("in.jpg")).whole(scale: 0.125)
            #expect(try folder.picture("out.ppm").difference(from: apart) == 0)
            // A last scan of 99 components is an error for who reads it.
            let scan = try #require((2..<bytes.count).last { bytes[$0 - 2] == 0xff && bytes[$0 - 1] == 0xda })
            var broken = bytes
            broken[scan + 2] = 99
            let document = try Images.open(broken)
            #expect(try expected.difference(from: document.whole(scale: 0.125)) == 0)
            #expect(throws: Refusal.self) { _ = try document.whole() }
        }

        /// A WebP that libwebp has shrunk differs a little from one that libvips has resized.
        @Test func webPIsShrunkWhileItIsLoaded() throws {
            let folder = try Folder()
            let document = try Images.open(Images.sample("webp"))
            let size = try document.pixelSize(0, scale: 0.1)
            try folder.write("in", Images.sample("webp"))
            try folder.shell("vips thumbnail in out.ppm \(size.width) --height \(size.height) --size force")
            let difference = try #require(folder.picture("out.ppm").difference(from: document.whole(scale: 0.1)))
            #expect(difference < 64)
        }

        @Test(arguments: ["jpeg", "progressive", "png", "webp", "tiled", "alpha", "cmyk", "heif"])
        func regionEqualsTheCutOfTheWhole(sample: String) throws {
            var dice = SeededNumbers(seed: 11)
            let document = try Images.open(Images.sample(sample))
            for (scale, rotation) in [(0.19, UInt32(0)), (0.73, 90), (1, 180), (1.9, 270)] {
                let whole = try document.whole(scale: scale, rotation: rotation)
                for _ in 0..<4 {
                    let x = Int.random(in: 0..<whole.width, using: &dice)
                    let y = Int.random(in: 0..<whole.height, using: &dice)
                    let width = Int.random(in: 1...whole.width - x, using: &dice)
                    let height = Int.random(in: 1...whole.height - y, using: &dice)
                    let region = try document.render(
                        scale: scale, rotation: rotation, x: x, y: y, width: width, height: height)
                    #expect(
                        region == whole.cut(x: x, y: y, width: width, height: height),
                        "\(width)x\(height) at \(x),\(y), scale \(scale), turned by \(rotation)")
                }
            }
        }

        @Test(arguments: [("jpeg", true), ("webp", true), ("svg", false)])
        func imagesMayBeCutAndDrawingsMayNot(sample: String, isCuttable: Bool) throws {
            var traits: UInt32 = 0
            let bytes = sample == "svg" ? Images.svg : try Images.sample(sample)
            try withUnsafeMutablePointer(to: &traits) { traits in
                _ = try Images.open(bytes).render(scale: 0.5, width: 20, height: 20) { $0.traits = traits }
            }
            #expect((traits == SHEAF_RENDER_CUTTABLE) == isCuttable)
        }

        @Test func hostThatKnowsNoTraitsGetsNone() throws {
            var traits: UInt32 = 0
            try withUnsafeMutablePointer(to: &traits) { traits in
                _ = try Images.open(Images.sample("png")).render(width: 9, height: 9) {
                    $0.traits = traits
                    $0.size = UInt32(MemoryLayout<sheaf_render>.offset(of: \.traits) ?? 0)
                }
            }
            #expect(traits == 0)
        }

        @Test(arguments: [UInt32(90), 180, 270], [0.4, 1])
        func turnedPageIsThePageTurned(rotation: UInt32, scale: Double) throws {
            let document = try Images.open(Images.sample("png"))
            var expected = try document.whole(scale: scale)
            for _ in 0..<rotation / 90 { expected = expected.turned() }
            #expect(try document.whole(scale: scale, rotation: rotation) == expected)
        }

        @Test(arguments: 1...8)
        func orientationIsThatOfTheCamera(orientation: Int) throws {
            let folder = try Folder()
            let bytes = try Images.withEXIF(Images.sample("bare"), orientation: orientation)
            try folder.write("in.jpg", bytes)
            try folder.shell("vips autorot in.jpg out.ppm")
            let document = try Images.open(bytes)
            let metrics = try document.metrics(0)
            #expect((metrics.width, metrics.height) == (orientation < 5 ? (305, 205) : (205, 305)))
            let whole = try document.whole()
            #expect(try folder.picture("out.ppm").difference(from: whole) == 0)
            #expect(
                try document.render(x: 30, y: 40, width: 90, height: 70)
                    == whole.cut(x: 30, y: 40, width: 90, height: 70))
            #expect(try document.whole(rotation: 90) == whole.turned())
        }

        @Test(arguments: ["png", "tif", "webp", "heic", "avif", "jxl"])
        func everyFormatIsShownAsItIsMeant(ending: String) throws {
            let folder = try Folder()
            try folder.write("in.jpg", Images.withEXIF(Images.sample("bare"), orientation: 6))
            try folder.shell(
                "vips copy in.jpg out.\(ending); vips autorot out.\(ending) turned.v; vips icc_transform turned.v out.ppm srgb --embedded --input-profile srgb"
            )
            let whole = try Images.open(folder.read("out.\(ending)")).whole()
            let difference = try #require(folder.picture("out.ppm").difference(from: whole))
            #expect(difference <= 1)
        }

        @Test func drawingIsDrawnAtItsScale() throws {
            let document = try Images.open(Images.svg)
            for scale in [0.5, 1, 3.7] {
                let whole = try document.whole(scale: scale)
                let middle = whole.width / 2
                #expect(whole[middle - 1, 5] == 0xffff_0000 && whole[middle + 1, 5] == 0xffff_ffff)
                #expect(
                    try document.render(scale: scale, x: middle - 9, y: 3, width: 18, height: 9)
                        == whole.cut(x: middle - 9, y: 3, width: 18, height: 9))
            }
        }

        @Test func pagesOfATIFFAreItsImages() throws {
            let document = try Images.open(Images.sample("pages"))
            #expect(try document.count() == (SHEAF_EXACT, 2))
            let folder = try Folder()
            try folder.write("in", Images.sample("pages"))
            for page in 0..<2 {
                try folder.shell("vips tiffload in out.ppm --page \(page)")
                #expect(try folder.picture("out.ppm").difference(from: document.whole(Int64(page))) == 0)
            }
        }
    }
}
