import CSheafProvider
import Glibc
import ProviderTestHost
import Testing

/// The BMP provider against the programs of netpbm and GraphicsMagick, which write its files and read them.
@Suite final class BMPTests {
    private static let path = Result { try productsFolder() + "/libsheaf-bmp.so" }
    private static let size = (width: 61, height: 37)

    /// A picture with all colours, and files of it of each kind that these programs write. Rows of 61 pixels are filled up in the file.
    private static let script = #"""
        set -e
        python3 - <<'END'
        with open('photo.ppm', 'wb') as out:
            out.write(b'P6 61 37 255\n')
            out.write(bytes((x * 4 + c * y * 3) % 256 if (x // 9 + y // 9) % 3 else (40, 200, 90)[c]
                            for y in range(37) for x in range(61) for c in range(3)))
        END
        exec 2>said
        ppmtobmp -bpp 24 photo.ppm >24.bmp
        ppmtobmp -os2 -bpp 24 photo.ppm >24-os2.bmp
        pnmquant 200 photo.ppm | ppmtobmp -bpp 8 >8.bmp
        pnmquant 13 photo.ppm | ppmtobmp -bpp 4 >4.bmp
        pnmquant 13 photo.ppm | ppmtobmp -os2 -bpp 4 >4-os2.bmp
        ppmtopgm photo.ppm | pgmtopbm | ppmtobmp -bpp 1 >1.bmp
        gm convert photo.ppm -colors 90 -compress RLE BMP3:8-rle.bmp
        gm convert photo.ppm -density 300x300 -units PixelsPerInch BMP3:300.bmp
        gm convert -size 61x37 gradient:black-white mask.pgm
        gm composite -compose CopyOpacity mask.pgm photo.ppm 32.png
        gm convert 32.png BMP:32.bmp
        vips copy 32.png 32-v5.bmp
        """#

    private let folder: String

    init() throws {
        folder = try String(run("mktemp -d").prefix { $0 != "\n" })
        let file = try #require(fopen("\(folder)/make.sh", "w"))
        fputs(Self.script, file)
        fclose(file)
        _ = try run("cd '\(folder)' && sh make.sh")
    }

    deinit { _ = try? run("rm -r '\(folder)'") }

    private func bytes(_ name: String) throws -> [UInt8] {
        let file = try #require(fopen("\(folder)/\(name)", "r"))
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = fread(&bytes, 1, bytes.count, file)
        return Array(bytes[..<count])
    }

    private func host() throws -> TestHost { try TestHost(table(ofLibrary: Self.path.get())) }

    private func open(_ bytes: [UInt8]) throws -> TestDocument { try host().open(TestSource(bytes: bytes)) }

    /// Renders a picture of so many pixels, each of which is a pixel of the file.
    private func render(_ bytes: [UInt8], _ width: Int = size.width, _ height: Int = size.height) throws -> TestPixels {
        let document = try open(bytes)
        return try document.render(scale: Double(width) / document.metrics(0).width, width: width, height: height)
    }

    /// Returns the pixels that GraphicsMagick reads from a file.
    private func expected(_ name: String, _ options: String = "") throws -> [UInt32] {
        _ = try run("cd '\(folder)' && gm convert \(name) \(options) -depth 8 rgb:\(name).rgb")
        let colours = try bytes("\(name).rgb")
        return stride(from: 0, to: colours.count, by: 3).map { at in
            UInt32(0xff00_0000) | UInt32(colours[at]) << 16 | UInt32(colours[at + 1]) << 8 | UInt32(colours[at + 2])
        }
    }

    /// The largest difference of a channel.
    private func difference(_ one: [UInt32], _ other: [UInt32]) -> Int {
        guard one.count == other.count else { return .max }
        return zip(one, other).flatMap { one, other in
            [0, 8, 16, 24].map { abs(Int(one >> $0 & 0xff) - Int(other >> $0 & 0xff)) }
        }.max() ?? 0
    }

    @Test(arguments: [
        "24.bmp", "24-os2.bmp", "300.bmp", "8.bmp", "4.bmp", "4-os2.bmp", "1.bmp", "8-rle.bmp",
    ])
    func pixelsAreThoseOfGraphicsMagick(name: String) throws {
        let bytes = try bytes(name)
        #expect(try host().probe(TestSource(bytes: bytes)) == SHEAF_PROBE_CERTAIN)
        let document = try open(bytes)
        #expect(try document.count() == (SHEAF_EXACT, 1))
        let scale = try Double(Self.size.width) / document.metrics(0).width
        let whole = try document.render(scale: scale, width: Self.size.width, height: Self.size.height)
        #expect(try whole.pixels == expected(name))
        #expect(Set(whole.pixels).count > 1)
        // In all directions, and a part of it.
        var turned = whole
        for rotation in [90, 180, 270] as [UInt32] {
            turned = turned.turned()
            let rendered = try document.render(
                scale: scale, rotation: rotation, width: turned.width, height: turned.height)
            #expect(rendered == turned, "\(rotation)")
            let part = try document.render(scale: scale, rotation: rotation, x: 5, y: 9, width: 20, height: 11)
            #expect(part == turned.cut(x: 5, y: 9, width: 20, height: 11), "\(rotation)")
        }
    }

    @Test func theSizeIsThatOfTheResolution() throws {
        let plain = try open(bytes("24.bmp")).metrics(0)
        #expect(plain.width == 61 && plain.height == 37)
        let fine = try open(bytes("300.bmp")).metrics(0)
        #expect(abs(fine.width - 61 * 72 / 300.0) < 0.01 && abs(fine.height - 37 * 72 / 300.0) < 0.01)
        #expect(throws: Refusal(code: SHEAF_END)) { try open(bytes("24.bmp")).metrics(1) }
        #expect(try open(bytes("24.bmp")).pictures(0).count == 1)
    }

    @Test(arguments: ["32.bmp", "32-v5.bmp"]) func whatIsTransparentIsOnWhite(name: String) throws {
        let bytes = try bytes(name)
        let pixels = try render(bytes).pixels
        // GraphicsMagick's own arithmetic, which rounds otherwise.
        #expect(try difference(pixels, expected(name, "-background white -flatten")) <= 1)
        #expect(pixels.contains(0xffff_ffff) && Set(pixels).count > 100)
        // Transparency of which no pixel has any is none.
        var clear = bytes
        for at in stride(from: Int(bytes[10]) + 3, to: clear.count, by: 4) { clear[at] = 0 }
        #expect(try render(clear).pixels == expected("24.bmp"))
    }

    @Test func aSmallerPictureHasTheMeanOfWhatLiesUnderIt() throws {
        let document = try open(bytes("24.bmp"))
        let whole = try document.render(width: 61, height: 37)
        // Without rounding of sizes: a picture in the size of one pixel is the mean of all.
        let dot = try document.render(scale: 1 / 61.0, width: 1, height: 1)
        for shift in [0, 8, 16] as [UInt32] {
            let sum = whole.pixels.reduce(0) { $0 + Int($1 >> shift & 0xff) }
            #expect(Int(dot[0, 0] >> shift & 0xff) == (sum + 61 * 37 / 2) / (61 * 37))
        }
        // Half is rounded up.
        let pair = Self.bitmap(2, 1, depth: 8, behind: Self.colours, [0, 1, 0, 0])
        #expect(try open(pair).render(scale: 0.5, width: 1, height: 1).pixels == [0xff80_0000])
        // Twice as large: each pixel four times.
        let large = try document.render(scale: 2, width: 122, height: 74)
        #expect(large.pixels.indices.allSatisfy { large.pixels[$0] == whole[$0 % 122 / 2, $0 / 122 / 2] })
        // Parts are the cut, at any scale.
        for scale in [0.37, 1.7] {
            let (width, height) = (Int((61 * scale).rounded(.up)), Int((37 * scale).rounded(.up)))
            let page = try document.render(scale: scale, width: width, height: height)
            let part = try document.render(scale: scale, x: 3, y: 2, width: width - 5, height: height - 4)
            #expect(part == page.cut(x: 3, y: 2, width: width - 5, height: height - 4), "\(scale)")
        }
        let cancelled = TestRequest()
        cancelled.cancelledFrom = 0
        #expect(throws: Refusal(code: SHEAF_CANCELLED)) {
            try document.render(width: 61, height: 37, request: cancelled)
        }
    }

    // MARK: Files that no program here writes

    /// A bitmap with a header of 40 bytes.
    private static func bitmap(
        _ width: Int32, _ height: Int32, depth: UInt16, method: UInt32 = 0, behind: [UInt8] = [], _ pixels: [UInt8]
    ) -> [UInt8] {
        func word(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
        var file: [UInt8] = [0x42, 0x4d] + word(0) + word(0) + word(UInt32(54 + behind.count)) + word(40)
        file += word(UInt32(bitPattern: width)) + word(UInt32(bitPattern: height)) + [1, 0]
        file += [UInt8(depth & 0xff), UInt8(depth >> 8)] + word(method)
        return file + [UInt8](repeating: 0, count: 20) + behind + pixels
    }

    private static let black: UInt32 = 0xff00_0000
    private static let white: UInt32 = 0xffff_ffff
    /// Black, red, green and blue, each with a byte that means nothing.
    private static let colours: [UInt8] = [0, 0, 0, 9, 0, 0, 255, 9, 0, 255, 0, 9, 255, 0, 0, 9]
    private static let (red, green, blue): (UInt32, UInt32, UInt32) = (0xffff_0000, 0xff00_ff00, 0xff00_00ff)

    @Test func pixelsOfSixteenBitsHaveTheirMasks() throws {
        let usual = Self.bitmap(3, 1, depth: 16, [0x00, 0x7c, 0xe0, 0x03, 0x10, 0x00, 0, 0])
        #expect(try render(usual, 3, 1).pixels == [Self.red, Self.green, 0xff00_0084])
        let masks: [UInt8] = [0, 0xf8, 0, 0, 0xe0, 7, 0, 0, 0x1f, 0, 0, 0]
        let masked = Self.bitmap(3, 1, depth: 16, method: 3, behind: masks, [0x00, 0xf8, 0xe0, 0x07, 0x20, 0x00, 0, 0])
        #expect(try render(masked, 3, 1).pixels == [Self.red, Self.green, 0xff00_0400])
    }

    @Test func aBitmapMayBeginAtTheTop() throws {
        for (height, expected) in [(2, [Self.blue, Self.red]), (-2, [Self.red, Self.blue])] as [(Int32, [UInt32])] {
            let file = Self.bitmap(1, height, depth: 8, behind: Self.colours, [1, 0, 0, 0, 3, 0, 0, 0])
            #expect(try render(file, 1, 2).pixels == expected)
        }
    }

    @Test func indicesWithoutAColourAreBlack() throws {
        let file = Self.bitmap(2, 1, depth: 8, behind: Self.colours, [200, 2, 0, 0])
        #expect(try render(file, 2, 1).pixels == [Self.black, Self.green])
    }

    /// Some say that their pixels begin where their palette does.
    @Test func pixelsBeginBehindThePalette() throws {
        var bytes = try bytes("8.bmp")
        let right = try render(bytes)
        bytes.replaceSubrange(10..<14, with: [54, 0, 0, 0])
        #expect(try render(bytes) == right)
    }

    @Test func runsOfFourBitsAreUnpacked() throws {
        // Five of red and green in turn; three as they are; a place further right and up; a row's end; an end.
        let runs: [UInt8] = [5, 0x12, 0, 0, 0, 3, 0x31, 0x20, 0, 2, 1, 1, 1, 0x30, 0, 1]
        let file = Self.bitmap(5, 3, depth: 4, method: 2, behind: Self.colours, runs)
        let (r, g, b, k) = (Self.red, Self.green, Self.blue, Self.black)
        #expect(try render(file, 5, 3).pixels == [k, k, k, k, b, b, r, g, k, k, r, g, r, g, r])
        // Beyond the picture, and without an end.
        let wild = Self.bitmap(2, 1, depth: 8, method: 1, behind: Self.colours, [200, 1, 0, 2, 255, 255, 9, 2])
        let document = try open(wild)
        #expect(try document.render(width: 2, height: 1).pixels == [r, r])
        #expect(document.host.log.contains { $0.contains("ends early or is damaged") }, "\(document.host.log)")
    }

    @Test func aFileThatEndsEarlyIsShownAsFarAsItGoes() throws {
        let bytes = try bytes("24.bmp")
        let whole = try render(bytes)
        let document = try open(Array(bytes.prefix(54 + 184 * 10 + 30)))
        let part = try document.render(width: 61, height: 37)
        #expect(part.pixels.suffix(61 * 10) == whole.pixels.suffix(61 * 10))
        #expect(part.pixels[26 * 61..<26 * 61 + 10] == whole.pixels[26 * 61..<26 * 61 + 10])
        #expect(part.pixels[..<(26 * 61)].allSatisfy { $0 == Self.white })
        #expect(document.host.log.count { $0.contains("ends early") } == 1)
    }

    @Test func whatIsNoBitmapIsRefusedByName() throws {
        for text in ["BM", "BMW and other makers of cars, in alphabetical order of their names", "", "PNG"] {
            #expect(try host().probe(text) == SHEAF_PROBE_NO)
            #expect(throws: Refusal.self) { try host().open(text) }
        }
        let pixels = [UInt8](repeating: 0, count: 8)
        for (file, reason) in [
            (Self.bitmap(0, 1, depth: 24, pixels), "0 x 1 pixels"),
            (Self.bitmap(65_536, 1, depth: 24, pixels), "65536 x 1 pixels"),
            (Self.bitmap(1, .min, depth: 24, pixels), "1 x -2147483648 pixels"),
            (Self.bitmap(-5, 1, depth: 24, pixels), "-5 x 1 pixels"),
            (Self.bitmap(1, 1, depth: 8, method: 2, pixels), "8 bits a pixel are compressed by method 2"),
            (Self.bitmap(1, 1, depth: 24, method: 4, pixels), "a JPEG inside"),
            (Self.bitmap(1, 1, depth: 24, method: 5, pixels), "a PNG inside"),
            (Self.bitmap(1, 1, depth: 0, method: 4, pixels), "a JPEG inside"),
        ] {
            let refusal = #expect(throws: Refusal.self) { try open(file) }
            #expect(refusal?.text?.contains(reason) == true, "\(String(describing: refusal))")
        }
        // A compressed one that would take more memory than it may.
        let vast = Self.bitmap(65_535, 65_535, depth: 8, method: 1, behind: Self.colours, [0, 1])
        let refusal = #expect(throws: Refusal.self) { try render(vast, 9, 9) }
        #expect(refusal?.text?.contains("take more than") == true, "\(String(describing: refusal))")
    }

    /// A file with random bytes changed is shown or refused.
    @Test(arguments: ["8.bmp", "8-rle.bmp", "32.bmp", "24-os2.bmp"])
    func filesThatAreBrokenAtRandomAreShownOrRefused(name: String) throws {
        let good = try bytes(name)
        let first = UInt64.random(in: 0..<1 << 32)
        for seed in first..<first + 300 {
            var random = SeededNumbers(seed: seed)
            var bytes = good
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let at = Int.random(in: 0..<(Bool.random(using: &random) ? 60 : bytes.count), using: &random)
                bytes[at] =
                    [0, 1, 127, 128, 255, .random(in: 0...255, using: &random)].randomElement(using: &random) ?? 0
            }
            if Bool.random(using: &random) { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random)) }
            do {
                let document = try open(bytes)
                _ = try document.render(scale: 0.5, width: 1, height: 1)
            } catch is Refusal {
            } catch {
                Issue.record("seed \(seed): \(error)")
            }
        }
    }
}
