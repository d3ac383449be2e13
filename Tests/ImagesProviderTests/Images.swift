import CSheafProvider
import Glibc
import ProviderTestHost
import Testing

/// All tests of the image provider, one after the other: what libvips says of a failure is kept for the process as a whole.
@Suite(.serialized) struct ImagesProviderTests {}

/// A private folder that goes with its last reference.
final class Folder {
    let path: String

    init() throws {
        var template = Array("/tmp/sheaf-images-XXXXXX\0".utf8CString.dropLast())
        guard let made = mkdtemp(&template) else { throw CommandFailure(status: -1, output: "no folder in /tmp") }
        path = String(cString: made)
    }

    deinit { _ = try? run("rm -rf '\(path)'") }

    /// Writes a file.
    func write(_ name: String, _ bytes: [UInt8]) throws {
        guard let stream = fopen("\(path)/\(name)", "w") else { throw CommandFailure(status: errno, output: name) }
        fwrite(bytes, 1, bytes.count, stream)
        fclose(stream)
    }

    func read(_ name: String) throws -> [UInt8] {
        guard let stream = fopen("\(path)/\(name)", "r") else { throw CommandFailure(status: errno, output: name) }
        defer { fclose(stream) }
        var bytes: [UInt8] = []
        while true {
            let part = [UInt8](unsafeUninitializedCapacity: 1 << 20) { $1 = fread($0.baseAddress, 1, 1 << 20, stream) }
            if part.isEmpty { return bytes }
            bytes += part
        }
    }

    /// Runs commands in it, libvips's own programs among them: as the provider computes, without code made at run time.
    @discardableResult
    func shell(_ commands: String) throws -> String {
        try run(
            "cd '\(path)' && { vips --vips-config | grep -q 'libhwy: true' || export VIPS_NOVECTOR=1; } && set -e && \(commands)"
        )
    }

    /// An image as libvips's programs write it: binary PPM.
    func picture(_ name: String) throws -> Picture {
        let bytes = try read(name)
        var words: [String] = []
        var place = 0
        while words.count < 4, place < bytes.count {
            if bytes[place] == UInt8(ascii: "#") {
                while bytes[place] != UInt8(ascii: "\n") { place += 1 }
            }
            let word = bytes[place...].prefix { $0 > 0x20 }
            if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
            place += word.count + 1
        }
        guard words.first == "P6", let width = Int(words[1]), let height = Int(words[2]) else {
            throw CommandFailure(status: -1, output: "\(name) is no PPM")
        }
        return Picture(width: width, height: height, rgb: Array(bytes[place...]))
    }
}

/// An image with three bytes a pixel: red, green, blue.
struct Picture {
    let width: Int
    let height: Int
    let rgb: [UInt8]

    /// Returns the largest difference between two renderings; nil where the sizes differ.
    func difference(from pixels: TestPixels) -> Int? {
        guard pixels.width == width, pixels.height == height, rgb.count == 3 * pixels.pixels.count else { return nil }
        var most = 0
        for (index, pixel) in pixels.pixels.enumerated() {
            guard pixel >> 24 == 0xff else { return nil }
            for (band, shift) in [16, 8, 0].enumerated() {
                most = max(most, abs(Int(pixel >> UInt32(shift) & 0xff) - Int(rgb[index * 3 + band])))
            }
        }
        return most
    }

    /// Returns the mean of the differences between two renderings; nil where the sizes differ.
    func meanDifference(from pixels: TestPixels) -> Double? {
        guard pixels.width == width, pixels.height == height, rgb.count == 3 * pixels.pixels.count else { return nil }
        var sum = 0
        for (index, pixel) in pixels.pixels.enumerated() {
            for (band, shift) in [16, 8, 0].enumerated() {
                sum += abs(Int(pixel >> UInt32(shift) & 0xff) - Int(rgb[index * 3 + band]))
            }
        }
        return Double(sum) / Double(rgb.count)
    }
}

extension TestPixels {
    /// Returns the largest difference from other pixels; nil where the sizes differ.
    func difference(from other: TestPixels) -> Int? {
        let rgb = other.pixels.flatMap { [UInt8($0 >> 16 & 0xff), UInt8($0 >> 8 & 0xff), UInt8($0 & 0xff)] }
        return Picture(width: other.width, height: other.height, rgb: rgb).difference(from: self)
    }
}

/// The provider, and what is opened with it.
enum Images {
    /// A smaller image differs from what libvips makes by so many levels at most: reduce.c.
    static let reductionMost = 5

    static let path = Result { try productsFolder() + "/libsheaf-images.so" }

    /// A host of its own, with the provider loaded.
    static func host() throws -> TestHost {
        try TestHost(table(ofLibrary: path.get()))
    }

    static func open(_ bytes: [UInt8], _ request: TestRequest = TestRequest()) throws -> TestDocument {
        try host().open(TestSource(bytes: bytes), request)
    }

    /// A page of a kind of its own for each way to store one, all of the same image.
    static func sample(_ name: String) throws -> [UInt8] {
        guard let bytes = try samples.get()[name] else { throw CommandFailure(status: -1, output: "no sample \(name)") }
        return bytes
    }

    static let samples = Result {
        let folder = try Folder()
        try folder.shell(
            """
            for n in 1 2 3; do
                vips gaussnoise noise.v 61 41 --mean 128 --sigma 60 --seed $n
                vips resize noise.v large.v 5
                vips cast large.v band$n.v uchar
            done
            vips bandjoin "band1.v band2.v band3.v" joined.v
            vips copy joined.v base.v --interpretation srgb
            vips bandjoin "base.v band2.v" clear.v
            vips copy clear.v alpha.v --interpretation srgb
            vips colourspace base.v rgb16.v rgb16
            vips icc_export base.v cmyk.v --output-profile cmyk
            mkdir out
            vips jpegsave base.v out/jpeg --Q 90
            vips jpegsave base.v out/progressive --Q 90 --interlace
            vips jpegsave cmyk.v out/cmyk --Q 95
            vips jpegsave base.v out/profile --Q 95 --profile p3
            vips pngsave base.v out/png
            vips pngsave base.v out/interlaced --interlace
            vips pngsave alpha.v out/alpha
            vips pngsave rgb16.v out/png16
            vips pngsave band1.v out/grey
            vips webpsave base.v out/webp --Q 80
            vips webpsave alpha.v out/clear-webp --lossless
            vips tiffsave base.v out/tiff
            vips tiffsave base.v out/tiled --tile --tile-width 64 --tile-height 64
            vips tiffsave rgb16.v out/tiff16 --compression deflate
            vips heifsave base.v out/heif --compression hevc
            vips heifsave base.v out/avif --compression av1
            vips jxlsave base.v out/jxl
            vips gifsave base.v out/gif
            vips jpegsave base.v out/bare --Q 90 --strip
            vips invert base.v inverted.v
            vips join base.v inverted.v tall.v vertical
            vips tiffsave tall.v out/pages --page-height 205
            """)
        var samples: [String: [UInt8]] = [:]
        for name in try run("ls '\(folder.path)/out'").split(separator: "\n") {
            samples[String(name)] = try folder.read("out/\(name)")
        }
        return samples
    }

    static let svg = Array(
        """
        <?xml version="1.0"?>
        <!-- a drawing -->
        <svg xmlns="http://www.w3.org/2000/svg" width="120" height="80"><rect width="60" height="80" fill="#ff0000"/></svg>
        """.utf8)
}

extension Images {
    /// A JPEG with what a camera writes: how it was held, its model, the date of the last change.
    static func withEXIF(_ jpeg: [UInt8], orientation: Int) -> [UInt8] {
        func number(_ value: Int, _ bytes: Int) -> [UInt8] { (0..<bytes).map { UInt8(value >> ($0 * 8) & 0xff) } }
        let model = Array("Model (2), ASCII, 9\0".utf8)
        let date = Array("2022:12:17 02:41:44\0".utf8)
        // Behind the header and a directory of three entries.
        let data = 8 + 2 + 3 * 12 + 4
        let entries =
            number(0x110, 2) + number(2, 2) + number(model.count, 4) + number(data, 4)
            + number(0x112, 2) + number(3, 2) + number(1, 4) + number(orientation, 4)
            + number(0x132, 2) + number(2, 2) + number(date.count, 4) + number(data + model.count, 4)
        let tiff = Array("II*\0".utf8) + number(8, 4) + number(3, 2) + entries + number(0, 4) + model + date
        let segment = Array("Exif\0\0".utf8) + tiff
        let length = segment.count + 2
        return jpeg.prefix(2) + [0xff, 0xe1, UInt8(length >> 8), UInt8(length & 0xff)] + segment + jpeg.dropFirst(2)
    }
}

extension TestDocument {
    /// The size of a whole page in pixels, as the ABI defines it.
    func pixelSize(_ page: Int64, scale: Double, rotation: UInt32 = 0) throws -> (width: Int, height: Int) {
        let metrics = try metrics(page)
        let size = [metrics.width, metrics.height].map { max(1, Int(($0 * scale - 0.001).rounded(.up))) }
        return rotation % 180 == 0 ? (size[0], size[1]) : (size[1], size[0])
    }

    /// A whole page.
    func whole(_ page: Int64 = 0, scale: Double = 1, rotation: UInt32 = 0) throws -> TestPixels {
        let size = try pixelSize(page, scale: scale, rotation: rotation)
        return try render(page: page, scale: scale, rotation: rotation, width: size.width, height: size.height)
    }

    /// Returns the texts of the document's metadata, by their keys.
    func information() throws -> [String: String] {
        Dictionary(try metadata().map { ($0.key ?? "", $0.text ?? "") }) { $1 }
    }
}
