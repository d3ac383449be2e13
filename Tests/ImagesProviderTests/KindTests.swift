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
            written("4.bmp", "pnmquant 13 photo.ppm | ppmtobmp -bpp 4 >4.bmp"),
            written("4-os2.dib", "pnmquant 13 photo.ppm | ppmtobmp -os2 -bpp 4 >4-os2.dib"),
            written("1.bmp", "ppmtopgm photo.ppm | pgmtopbm | ppmtobmp -bpp 1 >1.bmp"),
            written("rle.bmp", "gm convert photo.ppm -colors 90 -compress RLE BMP3:rle.bmp"),
            written("p6.ppm", "cp photo.ppm p6.ppm"), written("p3.pnm", "pnmtoplainpnm photo.ppm >p3.pnm"),
            written("p5.pgm", "ppmtopgm photo.ppm >p5.pgm"), written("p4.pbm", "ppmtopgm photo.ppm | pgmtopbm >p4.pbm"),
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

        /// In small a JPEG 2000 is read from one of its own resolutions.
        @Test func jpeg2000IsShownInSmall() throws {
            let folder = try Folder()
            try folder.write("photo.png", Images.sample("png"))
            try folder.shell("vips resize photo.png large.png 6; vips jp2ksave large.png large.jp2 --lossless")
            try folder.shell("vips resize large.png expected.ppm 0.1")
            let document = try Images.open(folder.read("large.jp2"))
            let scale = 183.0 / (try document.metrics(0).width)
            #expect(try #require(folder.picture("expected.ppm").difference(from: document.whole(scale: scale))) < 40)
        }

        /// Damaged files of these kinds fail or show what is there; none ends the process.
        @Test func damagedPagesCostOnePage() throws {
            let folder = try Folder()
            try folder.write("photo.png", Images.sample("png"))
            try folder.shell(
                """
                vips copy photo.png a.ppm; vips jp2ksave photo.png a.jp2; pnmquant 13 a.ppm 2>said | ppmtobmp -bpp 4 >4.bmp 2>said
                gm convert a.ppm -colors 90 -compress RLE BMP3:rle.bmp; ppmtobmp -bpp 24 a.ppm >24.bmp 2>said
                """)
            var random = Dice(seed: 49)
            for name in ["a.ppm", "a.jp2", "4.bmp", "rle.bmp", "24.bmp"] {
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
