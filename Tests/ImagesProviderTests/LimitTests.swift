import CSheafProvider
import Glibc
import ProviderTestHost
import Testing

extension ImagesProviderTests {
    /// How large an image may be, and how little of it is ever in memory.
    @Suite struct LimitTests {
        /// An interlaced PNG of that many grey pixels, of which hardly any is there.
        private func png(_ width: Int, _ height: Int) -> [UInt8] {
            func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (24 - $0 * 8) & 0xff) } }
            func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
                let body = Array(name.utf8) + content
                return number(content.count) + body + number(Archives.checksum(body))
            }
            return [0x89] + Array("PNG\r\n\u{1a}\n".utf8)
                + chunk("IHDR", number(width) + number(height) + [8, 0, 0, 0, 1])
                + chunk("IDAT", [0x78, 1, 1, 4, 0, 0xfb, 0xff, 0, 0x7f, 0x7f, 0x7f]) + chunk("IEND", [])
        }

        /// The headers of a RAR that lie about the size of a block: libarchive skips the same one for ever. From its own tests
        /// (test_read_format_rar5_bad_window_sz_in_mltarc_file.rar).
        @Test func anArchiveOfHeadersThatAreSkippedIsRefused() throws {
            let text =
                "526172211a0701003d3cdee5020100ff2020443efa570202030b0020202080220009ff202020ffffff20202020202020202020202020"
                + "53802af40302e7220310812020202000012020202081cb102020202020202020202020202020202020ac8f4aa1030105022020012053"
                + "802af40302e7220320202020ff030106202020ffffff20202081cb10202fe12020ecececececff202020202020202020"
            let digits = Array(text).map { UInt8($0.hexDigitValue ?? 0) }
            let bytes = stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
            let host = try Images.host()
            _ = try host.probe(TestSource(bytes: bytes))
            let refusal = #expect(throws: Refusal.self) { _ = try Images.open(bytes) }
            #expect(refusal?.text?.isEmpty == false)
        }

        /// A tile of four bytes a sample, and two rows of tiles of one.
        @Test(arguments: [(4_096, true), (8_192, false)]) func tilesOfJPEG2000HaveALimit(side: Int, isTried: Bool)
            throws
        {
            let folder = try Folder()
            try folder.shell("vips black a.ppm 64 64 --bands 3; opj_compress -i a.ppm -o a.j2k -n 1 -t 32,32 >out")
            var file = try folder.read("a.j2k")
            for (place, value) in [(8, 16_384), (12, 16_384), (24, side), (28, side)] {
                file.replaceSubrange(place..<place + 4, with: (0..<4).map { UInt8(value >> (24 - $0 * 8) & 0xff) })
            }
            let document = try Images.open(file)
            #expect(try document.metrics(0).width == 16_384)
            let refusal = #expect(throws: Refusal.self) { try document.render(x: 9_000, y: 9_000, width: 9, height: 9) }
            #expect(refusal?.text?.contains("the limit is 1073741824") == !isTried, "\(refusal?.text ?? "")")
        }

        @Test func imageThatIsDecodedAsAWholeHasALimit() throws {
            let most = try Images.open(png(32_768, 32_768))
            #expect(try most.metrics(0).width == 32_768)
            // It is tried; what is missing of it is not made up, and libvips 8.16 says what that is.
            let damage = #expect(throws: Refusal.self) { try most.render(width: 9, height: 9) }
            #expect(damage?.code == -EBADMSG && damage?.text?.hasPrefix("cannot draw page 1: ") == true)
            let document = try Images.open(png(32_768, 32_769))
            #expect(try document.metrics(0).height == 32_769)
            let refusal = #expect(throws: Refusal.self) { try document.render(width: 9, height: 9) }
            #expect(
                refusal
                    == Refusal(
                        code: -ENOTSUP,
                        text: """
                            page 1 can only be decoded as a whole, a PNG of 32768 x 32769 pixels takes 1073774592 bytes for \
                            that, and the limit is 1073741824
                            """))
        }

        @Test(arguments: [(256 << 20, true), (256 << 20 + 1, false)])
        func fileThatIsReadAsAWholeHasALimit(size: Int, isOpened: Bool) throws {
            let start = try Images.sample("webp")
            let bytes = start + [UInt8](repeating: 0, count: size - start.count)
            if isOpened {
                #expect(try Images.open(bytes).metrics(0).width == 305)
            } else {
                let refusal = #expect(throws: Refusal.self) { _ = try Images.open(bytes) }
                #expect(
                    refusal
                        == Refusal(code: -EFBIG, text: "this WebP has 268435457 bytes, and the limit is 268435456"))
            }
        }

        /// A TIFF of that many images of one pixel.
        private func tiff(_ pages: Int) -> [UInt8] {
            func number(_ value: Int, _ bytes: Int) -> [UInt8] { (0..<bytes).map { UInt8(value >> ($0 * 8) & 0xff) } }
            let entries = [
                (256, 1), (257, 1), (258, 8), (259, 1), (262, 1), (273, 8), (277, 1), (278, 1), (279, 1),
            ].flatMap { tag, value in number(tag, 2) + number(4, 2) + number(1, 4) + number(value, 4) }
            let size = 2 + entries.count + 4
            var bytes = Array("II*\0".utf8) + number(10, 4) + [0x7f, 0]
            for page in 0..<pages {
                bytes += number(9, 2) + entries + number(page == pages - 1 ? 0 : 10 + (page + 1) * size, 4)
            }
            return bytes
        }

        @Test(arguments: [(10_000, true), (10_001, false)])
        func pagesHaveALimit(pages: Int, isOpened: Bool) throws {
            if isOpened {
                let document = try Images.open(tiff(pages))
                #expect(try document.count().pages == 10_000)
                #expect(try document.render(page: 9_999, width: 1, height: 1)[0, 0] == 0xff7f_7f7f)
            } else {
                let refusal = #expect(throws: Refusal.self) { _ = try Images.open(tiff(pages)) }
                #expect(refusal == Refusal(code: -EFBIG, text: "this TIFF has 10001 pages, and the limit is 10000"))
            }
        }

        /// The most that this process has had in memory, in kilobytes.
        private static var peak: Int {
            var usage = rusage()
            getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
            return usage.ru_maxrss
        }

        /// Pixels of 288 MB. In a process of its own; sanitizers keep what is freed.
        @Test(
            .enabled(
                if: dlsym(nil, "__asan_init") == nil && dlsym(nil, "__tsan_init") == nil,
                "sanitizers keep what was freed"))
        func largePhotoTakesLittleMemory() async {
            await #expect(processExitsWith: .success) {
                let folder = try Folder()
                try folder.shell(
                    """
                    vips gaussnoise noise.v 1200 800 --mean 128 --sigma 30; vips resize noise.v large.v 10
                    vips cast large.v grey.v uchar; vips bandjoin "grey.v grey.v grey.v" rgb.v; vips jpegsave rgb.v out.jpg
                    """)
                let document = try Images.open(folder.read("out.jpg"))
                // What loading takes by itself has been taken.
                _ = try Images.open(Images.sample("jpeg")).whole()
                let before = LimitTests.peak
                for (scale, x, y) in [(0.135, 0, 0), (1, 6_000, 4_000), (1, 11_000, 7_000)] {
                    _ = try document.render(scale: scale, x: x, y: y, width: 900, height: 900)
                    try #require(LimitTests.peak - before < 80_000, "\(before) then \(LimitTests.peak)")
                }
            }
        }
    }
}
