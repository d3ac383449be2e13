import CSheafProvider
import ProviderTestHost
import Testing

extension ImagesProviderTests {
    /// Kinds of pictures in comics, against netpbm, GraphicsMagick and libvips's programs, which write them and read them.
    @Suite struct KindTests {
        private static func written(_ name: String, _ command: String) -> (name: String, write: String, read: String) {
            (name, command, "gm convert \(name) -depth 8 expected.ppm")
        }

        /// Names of files, the command that writes each from photo.ppm or photo.png, and the one that reads it.
        private static let kinds = [
            written("24.bmp", "ppmtobmp -bpp 24 photo.ppm >24.bmp"),
            written("24-os2.bmp", "ppmtobmp -os2 -bpp 24 photo.ppm >24-os2.bmp"),
            written("8.bmp", "pnmquant 200 photo.ppm | ppmtobmp -bpp 8 >8.bmp"),
            (
                "offset.bmp",
                "pnmquant 200 photo.ppm | ppmtobmp -bpp 8 >8.bmp; { head -c 10 8.bmp; printf '\\066\\000\\000\\000'; tail -c +15 8.bmp; } >offset.bmp",
                "gm convert 8.bmp -depth 8 expected.ppm"
            ),
            written("4.bmp", "pnmquant 13 photo.ppm | ppmtobmp -bpp 4 >4.bmp"),
            written("4-os2.dib", "pnmquant 13 photo.ppm | ppmtobmp -os2 -bpp 4 >4-os2.dib"),
            written("1.bmp", "ppmtopgm photo.ppm | pgmtopbm | ppmtobmp -bpp 1 >1.bmp"),
            written("rle.bmp", "gm convert photo.ppm -colors 90 -compress RLE BMP3:rle.bmp"),
            written("p6.ppm", "cp photo.ppm p6.ppm"), written("p3.pnm", "pnmtoplainpnm photo.ppm >p3.pnm"),
            written("p5.pgm", "ppmtopgm photo.ppm >p5.pgm"), written("p4.pbm", "ppmtopgm photo.ppm | pgmtopbm >p4.pbm"),
            (
                "together.pbm", "ppmtopgm photo.ppm | pgmtopbm >bits.pbm; pnmtoplainpnm bits.pbm >together.pbm",
                "cp bits.pbm expected.ppm"
            ),
            (
                "lossless.jxl", "vips jxlsave photo.png lossless.jxl --lossless",
                "vips icc_transform lossless.jxl expected.ppm srgb --embedded"
            ),
            ("lossless.jp2", "vips jp2ksave photo.png lossless.jp2 --lossless", "vips copy photo.png expected.ppm"),
            ("ending.jpg", "ppmtobmp -bpp 24 photo.ppm >ending.jpg", "cp photo.ppm expected.ppm"),
        ]

        @Test(arguments: kinds)
        func aPageOfAComicHasItsPixels(name: String, write: String, read: String) throws {
            let folder = try Folder()
            try folder.write("photo.png", Images.sample("png"))
            try folder.shell("vips copy photo.png photo.ppm; { \(write); } 2>said; \(read)")
            let bytes = Archives.zip([(name, try folder.read(name)), ("z.svg", Archives.page(9))])
            #expect(try Images.host().probe(TestSource(bytes: bytes)) == 75)
            try folder.shell("ppmtoppm <expected.ppm >colours.ppm")
            // GraphicsMagick writes a resolution that others do not.
            let document = try Images.open(bytes)
            let scale = 305 / (try document.metrics(0).width)
            #expect(try folder.picture("colours.ppm").difference(from: document.whole(scale: scale)) == 0)
        }

        /// A float map begins with its last row, whichever byte of its numbers comes first.
        @Test(arguments: ["little", "big"])
        func aFloatMapStandsUpright(order: String) throws {
            let folder = try Folder()
            try folder.write("photo.png", Images.sample("grey"))
            try folder.shell(
                """
                vips colourspace photo.png photo.ppm srgb; ppmtopgm photo.ppm >photo.pgm; pamtopfm -endian=\(order) photo.pgm >out.pfm
                ppmtoppm <photo.pgm >expected.ppm
                """)
            let document = try Images.open(folder.read("out.pfm"))
            #expect(try document.information()["format"] == "PNM")
            #expect(try #require(folder.picture("expected.ppm").difference(from: document.whole())) <= 1)
        }

        /// Alone a bitmap is another provider's, the others are this one's.
        @Test func kindsAloneAreTold() throws {
            let folder = try Folder()
            try folder.write("photo.png", Images.sample("png"))
            try folder.shell(
                "vips copy photo.png a.ppm; ppmtobmp -bpp 24 a.ppm >a.bmp 2>said; vips jp2ksave photo.png a.jp2")
            for (name, format) in [("a.ppm", "PNM"), ("a.jp2", "JPEG 2000")] {
                let bytes = try folder.read(name)
                #expect(try Images.host().probe(TestSource(bytes: bytes)) == SHEAF_PROBE_CERTAIN)
                #expect(try Images.open(bytes).information()["format"] == format)
            }
            #expect(try Images.host().probe(TestSource(bytes: folder.read("a.bmp"))) == SHEAF_PROBE_NO)
        }

        /// Icons, as netpbm writes them and reads them: of several pictures the largest is shown, by its mask or its own transparency on
        /// white.
        @Test(
            arguments: [
                ("8 bits, mask", "pnmquant 200 small.ppm | pamtowinicon", 100),
                ("1 bit", "ppmtopgm small.ppm | pgmtopbm >small.pbm; pamtowinicon small.pbm", 100),
                ("24 bits", "pamtowinicon small.ppm", 100),
                ("PNG", "pamtowinicon -pngthreshold=50 small.ppm", 100),
                ("32 bits, transparency", "pamtowinicon clear.pam", 100),
                ("two", "cat tiny.ppm small.ppm | pamtowinicon", 100),
                ("two, the other way", "cat small.ppm tiny.ppm | pamtowinicon", 100),
            ])
        func anIconShowsItsLargestPicture(name: String, write: String, side: Int) throws {
            let folder = try Folder()
            try folder.write("photo.png", Images.sample("png"))
            try folder.shell(
                """
                vips copy photo.png photo.ppm; pamcut -width \(side) -height 64 photo.ppm >small.ppm; pamcut -width 16 -height 16 photo.ppm >tiny.ppm
                ppmtopgm small.ppm >alpha.pgm; pamstack -tupletype RGB_ALPHA small.ppm alpha.pgm >clear.pam
                { \(write); } >out.ico 2>said; winicontopam -image=0 out.ico >first.pam 2>said
                """)
            let bytes = try folder.read("out.ico")
            let clear = name.hasSuffix("transparency")
            try folder.shell(
                clear
                    ? "pamtopng clear.pam >clear.png; vips flatten clear.png expected.ppm --background 255"
                    : name == "1 bit"
                        ? "ppmtoppm <small.pbm >expected.ppm"
                        : name == "8 bits, mask"
                            ? "pnmquant 200 small.ppm >expected.ppm 2>said" : "cp small.ppm expected.ppm")
            #expect(try Images.host().probe(TestSource(bytes: bytes)) == SHEAF_PROBE_CERTAIN)
            let document = try Images.open(bytes)
            #expect(try document.information()["format"] == "ICO")
            #expect(try folder.picture("expected.ppm").difference(from: document.whole()) == 0)
            let comic = try Images.open(Archives.zip([("1.ico", bytes), ("2.svg", Archives.page(9))]))
            #expect(try comic.whole() == document.whole())
        }

        /// JPEG 2000 with tiles and without, with tiles in several parts, and as a codestream whose tiles have no half; the resolution that is
        /// a tenth is read from.
        private static let jpeg2000 = [
            ("tiled.jp2", "vips jp2ksave large.png tiled.jp2 --lossless --tile-width 128 --tile-height 96", 3),
            ("whole.jp2", "opj_compress -i large.ppm -o whole.jp2 -n 5 -c '[64,64]' -p RPCL >out", 3),
            ("parts.jp2", "opj_compress -i large.ppm -o parts.jp2 -n 4 -t 200,160 -TP R -p RLCP >out", 3),
            ("plain.j2k", "opj_compress -i large.ppm -o plain.j2k -n 6 -t 333,222 >out", 0),
        ]

        /// JPEG 2000 of high throughput: without tiles it is decoded as a whole.
        @Test(arguments: ["", "-tile_size '{256,192}'"]) func highThroughputIsDecoded(tiles: String) throws {
            let folder = try Folder()
            try folder.write("photo.png", Images.sample("png"))
            try folder.shell(
                """
                vips resize photo.png large.ppm 3
                ojph_compress -i large.ppm -o high.j2c -reversible true -num_decomps 4 \(tiles) >out
                opj_decompress -i high.j2c -o level.ppm -r 2 >out
                """)
            let document = try Images.open(folder.read("high.j2c"))
            let whole = try document.whole()
            #expect(try folder.picture("large.ppm").difference(from: whole) == 0)
            let part = try document.render(scale: 1, x: 500, y: 301, width: 77, height: 50)
            let rows = (301..<351).flatMap { (row: Int) in
                Array(whole.pixels[row * whole.width + 500..<row * whole.width + 577])
            }
            #expect(part.pixels == rows)
            // Exactly a level of it, in pixels.
            let level = try folder.picture("level.ppm")
            let small = try document.whole(scale: 0.25)
            #expect(small.width == level.width && level.difference(from: small) == 0)
            let cut = try Images.open(Array(folder.read("high.j2c").prefix(40_000)))
            #expect(throws: Refusal.self) { _ = try cut.whole() }
        }

        /// In small a JPEG 2000 is read from one of its own resolutions; parts of it have the pixels of the whole.
        @Test(arguments: KindTests.jpeg2000) func jpeg2000IsReadInParts(name: String, command: String, level: Int)
            throws
        {
            let folder = try Folder()
            try folder.write("photo.png", Images.sample("png"))
            try folder.shell("vips resize photo.png large.png 6; vips copy large.png large.ppm; \(command)")
            let document = try Images.open(folder.read(name))
            try folder.shell("vips copy large.png whole.ppm")
            #expect(try folder.picture("whole.ppm").difference(from: document.whole()) == 0)
            let small = try document.whole(scale: 0.1)
            let loaded = (1830 + (1 << level) - 1) >> level
            let sides = (
                Double(small.width) / Double(loaded), Double(small.height) / Double((1230 + (1 << level) - 1) >> level)
            )
            try folder.shell("vips resize '\(name)[page=\(level)]' expected.ppm \(sides.0) --vscale \(sides.1)")
            #expect(try #require(folder.picture("expected.ppm").difference(from: small)) <= Images.reductionMost)
            var numbers = SeededNumbers(seed: 50)
            for scale in [1, 0.5, 0.37, 0.1] {
                let whole = try document.whole(scale: scale)
                for _ in 0..<6 {
                    let x = Int.random(in: 0..<whole.width, using: &numbers)
                    let y = Int.random(in: 0..<whole.height, using: &numbers)
                    let width = Int.random(in: 1...whole.width - x, using: &numbers)
                    let height = Int.random(in: 1...whole.height - y, using: &numbers)
                    let part = try document.render(scale: scale, x: x, y: y, width: width, height: height)
                    let cut = (y..<y + height).flatMap {
                        whole.pixels[$0 * whole.width + x..<$0 * whole.width + x + width]
                    }
                    let isCut = part.pixels == cut
                    #expect(isCut, "\(name), scale \(scale), \(width) x \(height) from \(x), \(y)")
                }
            }
        }

        /// Damaged files of these kinds fail or show what is there; none ends the process.
        @Test func damagedPagesCostOnePage() throws {
            let folder = try Folder()
            try folder.write("photo.png", Images.sample("png"))
            try folder.shell(
                """
                vips copy photo.png a.ppm; vips jp2ksave photo.png a.jp2; pnmquant 13 a.ppm 2>said | ppmtobmp -bpp 4 >4.bmp 2>said
                gm convert a.ppm -colors 90 -compress RLE BMP3:rle.bmp; ppmtobmp -bpp 24 a.ppm >24.bmp 2>said
                pamcut -width 60 -height 60 a.ppm >s.ppm; pamtowinicon s.ppm >a.ico; ppmtopgm s.ppm | pgmtopbm | pnmtoplainpnm >a.pbm
                """)
            var random = SeededNumbers(seed: 49)
            for name in ["a.ppm", "a.jp2", "4.bmp", "rle.bmp", "24.bmp", "a.ico", "a.pbm"] {
                let whole = try folder.read(name)
                for _ in 0..<40 {
                    var bytes = Array(whole.prefix(Int(random.next() % UInt64(whole.count))))
                    for _ in 0..<3 where !bytes.isEmpty {
                        bytes[Int(random.next() % UInt64(min(bytes.count, 200)))] = UInt8(
                            truncatingIfNeeded: random.next())
                    }
                    let document = try Images.open(Archives.zip([("1-\(name)", bytes), ("2.svg", Archives.page(9))]))
                    _ = try? document.whole(0)
                    #expect(try document.metrics(1).width == 9)
                }
            }
        }
    }
}
