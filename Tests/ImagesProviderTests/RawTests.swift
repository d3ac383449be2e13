import CSheafProvider
import Glibc
import ProviderTestHost
import Testing

extension ImagesProviderTests {
    /// Raw photos, which begin as a TIFF does: the largest JPEG in one is shown, and nothing else of it.
    @Suite struct RawTests {
        private typealias Entry = (tag: Int, value: Int)

        private static let (width, height, compression, photometric, make, strip, orientation, stripSize) =
            (256, 257, 259, 262, 271, 273, 274, 279)
        private static let (directories, jpeg, jpegSize, versionOfDNG) = (330, 513, 514, 50706)
        private static let filter = 32803

        /// A file of such directories: the first, and those that are in it, each with the JPEG that stands behind all of them. Numbers
        /// are little-endian, or not.
        private func file(
            _ first: [Entry], inside: [[Entry]] = [], jpegs: [[UInt8]], isBigEndian: Bool = false, magic: [UInt8] = [],
            make: String? = nil
        ) -> [UInt8] {
            func number(_ value: Int, _ bytes: Int) -> [UInt8] {
                (0..<bytes).map { UInt8(value >> ((isBigEndian ? bytes - 1 - $0 : $0) * 8) & 0xff) }
            }
            func size(_ entries: [Entry]) -> Int { 2 + 12 * entries.count + 4 }
            let start = 8 + magic.count
            var first = first
            let isNested = !inside.isEmpty
            if isNested { first.append((Self.directories, 0)) }
            if make != nil { first.append((Self.make, 0)) }
            let places = inside.indices.map { index in start + size(first) + inside[..<index].map(size).reduce(0, +) }
            let list = (places.last ?? start + size(first)) + (inside.last.map(size) ?? 0)
            let text = list + 4 * places.count
            var place = text + (make?.utf8.count ?? 0) + 1
            var starts: [Int] = []
            for jpeg in jpegs {
                starts.append(place)
                place += jpeg.count
            }
            func bytes(_ entries: [Entry]) -> [UInt8] {
                number(entries.count, 2)
                    + entries.flatMap { tag, value -> [UInt8] in
                        var (type, count, value) = (4, 1, value)
                        if tag == Self.directories {
                            (count, value) = (places.count, places.count == 1 ? places[0] : list)
                        }
                        if tag == Self.make { (type, count, value) = (2, make?.utf8.count ?? 0, text) }
                        if tag == Self.strip || tag == Self.jpeg { value = value < 0 ? 1 << 30 : starts[value] }
                        if tag == Self.stripSize || tag == Self.jpegSize { value = jpegs[value].count }
                        return number(tag, 2) + number(type, 2) + number(count, 4) + number(value, 4)
                    } + number(0, 4)
            }
            return Array((isBigEndian ? "MM" : "II").utf8) + number(42, 2) + number(start, 4) + magic + bytes(first)
                + inside.flatMap(bytes) + places.flatMap { number($0, 4) } + Array((make ?? "").utf8) + [0]
                + jpegs.joined()
        }

        private func preview(_ width: Int) throws -> [UInt8] {
            let folder = try Folder()
            try folder.write("in.png", Images.sample("png"))
            try folder.shell("vips thumbnail in.png out.jpg[strip] \(width)")
            return try folder.read("out.jpg")
        }

        private func samples() throws -> [(format: String, bytes: [UInt8])] {
            let (small, large) = (try preview(40), try preview(120))
            let both = [small, large]
            let raw: [Entry] = [
                (Self.compression, 1), (Self.photometric, Self.filter), (Self.strip, 0), (Self.stripSize, 0),
            ]
            return [
                (
                    "DNG",
                    file(
                        [(Self.versionOfDNG, 0x401), (Self.orientation, 6)] + raw,
                        inside: [[(Self.compression, 7), (Self.photometric, 6), (Self.strip, 1), (Self.stripSize, 1)]],
                        jpegs: both)
                ),
                (
                    "NEF",
                    file(
                        [(Self.compression, 1), (Self.orientation, 6)],
                        inside: [[(Self.jpeg, 1), (Self.jpegSize, 1)], raw],
                        jpegs: both, isBigEndian: true, make: "NIKON CORPORATION\0")
                ),
                (
                    "ARW",
                    file(
                        [(Self.orientation, 6), (Self.jpeg, 1), (Self.jpegSize, 1)],
                        inside: [raw, [(Self.jpeg, 0), (Self.jpegSize, 0)]],
                        jpegs: both, make: "SONY\0\0\0\0\0")
                ),
                (
                    "CR2",
                    file(
                        [(Self.compression, 6), (Self.strip, 1), (Self.stripSize, 1), (Self.orientation, 6)],
                        jpegs: both,
                        magic: Array("CR\u{2}\0".utf8))
                ),
            ]
        }

        @Test func theLargestPreviewIsShownAndSaidToBeOne() throws {
            let folder = try Folder()
            try folder.write("in.jpg", preview(120))
            try folder.shell("vips rot in.jpg out.ppm d90")
            for (format, bytes) in try samples() {
                #expect(try Images.host().probe(TestSource(bytes: bytes)) == SHEAF_PROBE_CERTAIN)
                let document = try Images.open(bytes)
                #expect(try document.count().pages == 1)
                // The photo was held upright, and the preview says nothing of that.
                #expect(try folder.picture("out.ppm").difference(from: document.whole()) == 0, "\(format)")
                let said = try document.information()
                #expect(said["format"] == format)
                #expect(said["shown"] == "the largest JPEG in it: raw photos are not developed")
                #expect(said["width"] == "81" && said["height"] == "120", "\(said)")
            }
        }

        @Test func withoutAPreviewItIsRefusedByName() throws {
            let raw: [Entry] = [
                (Self.compression, 1), (Self.photometric, Self.filter), (Self.strip, 0), (Self.stripSize, 0),
            ]
            for (format, bytes) in [
                ("DNG", file([(Self.versionOfDNG, 0x401)] + raw, jpegs: [[1, 2, 3]])),
                (
                    "raw photo",
                    file(raw + [(Self.jpeg, 0), (Self.jpegSize, 0)], jpegs: [[0xff, 0xd8, 0xff, 0xc3, 0, 9, 8, 0, 1]])
                ),
                ("raw photo", file([(Self.jpeg, -1), (Self.jpegSize, 0)] + raw, jpegs: [[]])),
            ] {
                let refusal = #expect(throws: Refusal.self) { _ = try Images.open(bytes) }
                #expect(
                    refusal
                        == Refusal(
                            code: -ENOTSUP,
                            text:
                                "this \(format) has no JPEG in it that could be shown, and raw photos are not developed here"
                        ))
            }
        }

        /// Damaged ones are refused or shown; none ends the process or goes round in circles.
        @Test func damagedOnesCostNothing() throws {
            var random = SeededNumbers(seed: 4)
            for (_, whole) in try samples() {
                for _ in 0..<200 {
                    var bytes = whole
                    for _ in 0..<3 { bytes[Int(random.next() % 150)] = UInt8(truncatingIfNeeded: random.next()) }
                    _ = try? Images.open(bytes).whole()
                }
            }
        }
    }
}
