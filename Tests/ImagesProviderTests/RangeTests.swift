import CSheafProvider
import ProviderTestHost
import Testing

extension ImagesProviderTests {
    /// Samples of all sizes and kinds, and the colours that they mean.
    @Suite struct RangeTests {
        /// A ramp of 256 levels from left to right, as ramp.v, and what of it is shown.
        private func scene() throws -> Folder {
            let folder = try Folder()
            try folder.shell(
                """
                vips identity line.v; vips resize line.v ramp.v 1 --vscale 16 --kernel nearest
                vips copy line.v ramp.v; vips replicate line.v ramp.v 1 16; vips colourspace ramp.v expected.ppm srgb
                """)
            return folder
        }

        /// Files of which a range has to be found: the samples, and how a TIFF of them is made. The page shows the ramp.
        @Test(
            arguments: [
                ("floats from 0 to 1", "vips linear ramp.v a.v 0.00392156862745098 0; vips cast a.v b.v float"),
                ("floats from 0 to 255", "vips cast ramp.v b.v float"),
                ("floats to 65535", "vips linear ramp.v a.v 257 0; vips cast a.v b.v float"),
                ("floats to a million", "vips linear ramp.v a.v 3921.568627 0; vips cast a.v b.v float"),
                ("floats around 0", "vips linear ramp.v a.v 0.0078431372549 ' -1'; vips cast a.v b.v float"),
                ("32 bits, small", "vips cast ramp.v b.v uint"),
                ("32 bits, half used", "vips linear ramp.v a.v 257 0; vips cast a.v b.v uint"),
                ("32 bits", "vips linear ramp.v a.v 16843009 0; vips cast a.v b.v uint"),
                ("16 bits with a sign", "vips linear ramp.v a.v 100 ' -12750'; vips cast a.v b.v short"),
                (
                    "16 bits",
                    "vips linear ramp.v a.v 257 0; vips cast a.v c.v ushort; vips copy c.v b.v --interpretation grey16"
                ),
            ])
        func samplesAreShownInTheirRange(name: String, make: String) throws {
            let folder = try scene()
            try folder.shell("\(make); vips tiffsave b.v out.tif")
            let document = try Images.open(folder.read("out.tif"))
            let difference = try #require(folder.picture("expected.ppm").difference(from: document.whole()))
            #expect(difference <= 1)
        }

        @Test func rangeIsThatOfTheWholePageInEachPart() throws {
            let folder = try scene()
            try folder.shell(
                "vips linear ramp.v a.v 0.00392156862745098 0; vips cast a.v b.v float; vips tiffsave b.v out.tif")
            let bytes = try folder.read("out.tif")
            let whole = try Images.open(bytes).whole()
            #expect(
                try Images.open(bytes).render(x: 3, y: 2, width: 20, height: 5)
                    == whole.cut(x: 3, y: 2, width: 20, height: 5))
            #expect(try Images.open(bytes).whole(scale: 0.5).pixels.last ?? 0 >= 0xfff8_f8f8)
        }

        /// Where there is one value it is not divided by nothing; a float that is no number is black, or white.
        @Test func evenAndOddFloatsAreShown() throws {
            let folder = try Folder()
            for value in ["0", "0.5", "1", "-3", "1e30"] {
                try folder.shell(
                    "vips black a.v 9 9; vips linear a.v b.v 1 ' \(value)'; vips cast b.v c.v float; vips tiffsave c.v out.tif"
                )
                #expect(try Images.open(folder.read("out.tif")).whole().pixels.count == 81, "\(value)")
            }
        }

        /// Both ways to say which bit is black; a palette; four inks; CIELAB, by the white that profiles have.
        @Test(
            arguments: [
                ("1 bit", "pamtotiff -miniswhite bits.pbm", "pamtoppm"),
                ("1 bit, other way", "pamtotiff -minisblack bits.pbm", ""),
                ("fax", "pamtotiff -g4 bits.pbm", ""),
            ])
        func bitsAreBlackAndWhite(name: String, write: String, read: String) throws {
            let folder = try scene()
            try folder.shell(
                """
                vips colourspace ramp.v ramp.ppm srgb; ppmtopgm ramp.ppm | pgmtopbm >bits.pbm
                \(write) >out.tif; vips copy bits.pbm expected.ppm; ppmtoppm <bits.pbm >expected.ppm
                """)
            let document = try Images.open(folder.read("out.tif"))
            let scale = 256 / (try document.metrics(0).width)
            #expect(try folder.picture("expected.ppm").difference(from: document.whole(scale: scale)) == 0)
        }

        @Test func paletteHasItsColours() throws {
            let folder = try Folder()
            try folder.write("photo.png", Images.sample("png"))
            try folder.shell(
                """
                vips copy photo.png photo.ppm; pnmquant 100 photo.ppm >expected.ppm 2>said
                pamtotiff -indexbits=8 expected.ppm >out.tif 2>said
                """)
            let document = try Images.open(folder.read("out.tif"))
            let scale = 305 / (try document.metrics(0).width)
            #expect(try folder.picture("expected.ppm").difference(from: document.whole(scale: scale)) == 0)
        }

        /// A grey in CIELAB has no tint, and colours are those that they were before.
        @Test func labIsShownByTheUsualWhite() throws {
            let folder = try Folder()
            try folder.write("photo.png", Images.sample("png"))
            try folder.shell(
                "vips icc_import photo.png lab.v --input-profile srgb --pcs lab; vips tiffsave lab.v out.tif")
            try folder.shell("vips copy photo.png expected.ppm")
            let document = try Images.open(folder.read("out.tif"))
            let (expected, shown) = (try folder.picture("expected.ppm"), try document.whole())
            let differences = shown.pixels.enumerated().map { index, pixel in
                abs(Int(pixel >> 8 & 0xff) - Int(expected.rgb[3 * index + 1]))
            }
            // Some colours of the noise are in no profile; by another white these are 3.7 on average.
            #expect(Double(differences.reduce(0, +)) / Double(differences.count) < 1.5)
        }

        /// Colours that are stored multiplied by what they cover: 128 of 255 in red, half of it covered, is red on half of the white.
        @Test(arguments: [1, 2])
        func transparencyIsTakenAsItIsStored(kind: Int) throws {
            func number(_ value: Int, _ bytes: Int) -> [UInt8] { (0..<bytes).map { UInt8(value >> ($0 * 8) & 0xff) } }
            let pixel: [UInt8] = kind == 1 ? [128, 0, 0, 128] : [255, 0, 0, 128]
            let entries: [(tag: Int, type: Int, count: Int, value: Int)] = [
                (256, 4, 1, 1), (257, 4, 1, 1), (258, 3, 4, 160), (259, 3, 1, 1), (262, 3, 1, 2), (273, 4, 1, 168),
                (277, 3, 1, 4),
                (278, 4, 1, 1), (279, 4, 1, 4), (284, 3, 1, 1), (338, 3, 1, kind),
            ]
            let head = Array("II*\0".utf8) + number(8, 4) + number(entries.count, 2)
            let directory = entries.flatMap {
                number($0.tag, 2) + number($0.type, 2) + number($0.count, 4) + number($0.value, 4)
            }
            let bits = number(8, 2) + number(8, 2) + number(8, 2) + number(8, 2)
            let start = head + directory + number(0, 4)
            let file = start + [UInt8](repeating: 0, count: 160 - start.count) + bits + pixel
            let shown = try Images.open(file).whole()[0, 0]
            #expect([0xffff_7f7f, 0xfffe_7f7f].contains(shown), "\(String(shown, radix: 16))")
        }

        /// With a profile too, and in 16 bits.
        @Test func transparencyOf16BitsIsThatWithAProfile() throws {
            let folder = try Folder()
            try folder.shell(
                """
                vips black k.v 4 4 --bands 4; vips linear k.v l.v '1 1 1 1' '36642 25122 26959 20976'; vips cast l.v m.v ushort
                vips copy m.v n.v --interpretation rgb16; vips copy n.v plain.png; vips pngsave n.v out.png --profile srgb
                """)
            let shown = try Images.open(folder.read("out.png")).whole()[0, 0]
            let plain = try Images.open(folder.read("plain.png")).whole()[0, 0]
            #expect(plain == 0xffdb_cdcf)
            for shift in [0, 8, 16] as [UInt32] {
                #expect(
                    abs(Int(shown >> shift & 0xff) - Int(plain >> shift & 0xff)) <= 1, "\(String(shown, radix: 16))")
            }
        }

        /// Kinds that libvips does not read are decoded by libtiff: tiles of separate planes.
        @Test func tilesOfSeparatePlanesAreShown() throws {
            let folder = try Folder()
            try folder.write("photo.png", Images.sample("png"))
            try folder.shell(
                """
                vips copy photo.png photo.ppm; vips tiffsave photo.png tiled.tif --tile --tile-width 64 --tile-height 64
                tiffcp -p separate -t tiled.tif out.tif
                """)
            let bytes = try folder.read("out.tif")
            let document = try Images.open(bytes)
            let whole = try document.whole()
            #expect(try folder.picture("photo.ppm").difference(from: whole) == 0)
            #expect(
                try Images.open(bytes).render(x: 30, y: 40, width: 50, height: 60)
                    == whole.cut(x: 30, y: 40, width: 50, height: 60))
            // Cut off, it fails, as others do.
            #expect(throws: Refusal.self) { _ = try Images.open(Array(bytes.prefix(bytes.count / 2))).whole() }
        }

        @Test func aFaxOfManyPagesHasThemAll() throws {
            let folder = try Folder()
            try folder.shell(
                """
                for n in $(seq 200); do vips black p$n.v 64 8; done
                vips black dark.v 64 8; vips invert dark.v white.v
                vips arrayjoin "$(for n in $(seq 199); do echo white.v; done) dark.v" tall.v --across 1
                vips tiffsave tall.v out.tif --page-height 8 --compression ccittfax4 --bitdepth 1
                """)
            let document = try Images.open(folder.read("out.tif"))
            #expect(try document.count().pages == 200)
            #expect(try document.whole(198).pixels.allSatisfy { $0 == 0xffff_ffff })
            #expect(try document.whole(199).pixels.allSatisfy { $0 == 0xff00_0000 })
        }
    }
}
