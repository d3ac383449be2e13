import CSheafProvider
import ProviderTestHost
import Testing

extension ImagesProviderTests {
    /// How photos are turned, and what is said of pictures that move.
    @Suite struct PhotoTests {
        /// A HEIC whose picture is turned counterclockwise by so many quarters, as its own property says.
        private func turned(_ heic: [UInt8], quarters: UInt8) throws -> [UInt8] {
            // That has the numbers of bits, which are the usual ones, in another such property of the same size.
            let bits = try #require(heic.indices.first { heic[$0...].starts(with: Array("pixi".utf8)) })
            var bytes = heic
            bytes.replaceSubrange(bits..<bits + 5, with: Array("irot".utf8) + [quarters])
            return bytes
        }

        private func heic(orientation: Int) throws -> [UInt8] {
            let folder = try Folder()
            try folder.write("in.jpg", Images.withEXIF(Images.sample("bare"), orientation: orientation))
            try folder.shell("vips heifsave in.jpg out.heic --compression hevc --Q 90")
            return try folder.read("out.heic")
        }

        /// By its own property, and not by its EXIF, which says the same again.
        @Test(arguments: [(1, UInt8(3), "d90"), (6, 3, "d90"), (6, 1, "d270"), (1, 2, "d180")])
        func aHEICIsTurnedOnce(orientation: Int, quarters: UInt8, turn: String) throws {
            let folder = try Folder()
            let plain = try heic(orientation: 1)
            try folder.write("plain.heic", plain)
            try folder.shell("vips rot plain.heic out.ppm \(turn)")
            let document = try Images.open(turned(heic(orientation: orientation), quarters: quarters))
            let pixels = try document.whole()
            #expect(try folder.picture("out.ppm").difference(from: pixels) == 0)
            let said = try document.information()
            #expect(said["width"] == "\(pixels.width)" && said["height"] == "\(pixels.height)")
        }

        private func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
            (0..<4).map { UInt8((content.count + 8) >> (24 - 8 * $0) & 0xff) } + Array(type.utf8) + content
        }

        @Test func framesAreCounted() throws {
            let folder = try Folder()
            try folder.write("tall.tif", Images.sample("pages"))
            try folder.shell(
                """
                vips copy 'tall.tif[n=2]' tall.v; vips gifsave tall.v two.gif --page-height 205
                vips webpsave tall.v two.webp --page-height 205
                """)
            #expect(try Images.open(folder.read("two.gif")).information()["frames"] == "2")
            #expect(try Images.open(folder.read("two.webp")).information()["frames"] == "2")
            for sample in ["gif", "webp", "png", "avif", "tiff", "pages"] {
                #expect(try Images.open(Images.sample(sample)).information()["frames"] == nil, "\(sample)")
            }
            // Behind the header of a PNG, before its pixels, which are a picture of their own before seven frames.
            let png = try Images.sample("png")
            let count = Array("acTL".utf8) + [0, 0, 0, 7, 0, 0, 0, 0]
            let sum = Archives.checksum(count)
            let chunk = [0, 0, 0, 8] + count + (0..<4).map { UInt8(sum >> (24 - 8 * $0) & 0xff) }
            let moving = try Images.open(Array(png[..<33]) + chunk + png[33...])
            #expect(try moving.information()["frames"] == "8")
            #expect(try moving.whole() == Images.open(png).whole())
            let samples = [0, 0, 0, 0, 0, 0, 0, 9, 0, 0, 0, 12] + [UInt8](repeating: 0, count: 48)
            let track = box("trak", box("mdia", box("minf", box("stbl", box("stsz", samples)))))
            let sequence = try Images.sample("avif") + box("moov", track)
            #expect(try Images.open(sequence).information()["frames"] == "12")
        }
    }
}
