import Glibc

/// An image as MuPDF's own program writes it: binary PPM, three bytes a pixel.
struct Image {
    var width: Int
    var height: Int
    var rgb: [UInt8]
}

/// The output of a command, read as it comes.
final class CommandOutput {
    private let stream: UnsafeMutablePointer<FILE>

    /// Runs a command with the shell; it ends after five minutes at the latest, whatever signals it has blocked.
    init?(_ command: String) {
        guard let stream = popen("timeout -s KILL 300 \(command)", "r") else { return nil }
        self.stream = stream
    }

    deinit {
        pclose(stream)
    }

    /// All of it.
    static func of(_ command: String) -> [UInt8] {
        guard let output = CommandOutput(command) else { return [] }
        var bytes: [UInt8] = []
        while case let part = output.read(upTo: 1 << 20), !part.isEmpty { bytes += part }
        return bytes
    }

    /// The exit status of a command, its output dropped.
    static func status(_ command: String) -> Int32 {
        system("timeout -s KILL 300 \(command) >/dev/null 2>&1") >> 8 & 0xff
    }

    func read(upTo length: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
            count = fread(buffer.baseAddress, 1, length, stream)
        }
    }

    /// The next of several PPM images, or nil at the end.
    func nextImage() -> Image? {
        guard field() == "P6", let width = Int(field()), let height = Int(field()), field() == "255" else { return nil }
        let rgb = read(upTo: width * height * 3)
        return rgb.count == width * height * 3 ? Image(width: width, height: height, rgb: rgb) : nil
    }

    /// A word of the header and the one byte behind it; comments are skipped.
    private func field() -> String {
        var word: [UInt8] = []
        var byte = getc(stream)
        while byte != EOF {
            if byte == UInt8(ascii: "#") {
                while byte != EOF, byte != UInt8(ascii: "\n") { byte = getc(stream) }
            } else if byte <= 0x20 {
                if !word.isEmpty { break }
            } else {
                word.append(UInt8(byte))
            }
            byte = getc(stream)
        }
        return String(decoding: word, as: UTF8.self)
    }
}

/// MuPDF's own program, the judge of the provider's pixels.
enum Mutool {
    /// The style sheet that the provider has MuPDF lay HTML out with.
    static let style = "section,article,aside,header,footer,nav,main,figure,figcaption{display:block}"

    /// Pages ("1-N", "3,7") of a document, drawn one after the other.
    static func draw(_ path: String, pages: String = "1-N", resolution: Int, options: String = "") -> CommandOutput? {
        CommandOutput("mutool draw -q -r \(resolution) -c rgb -F ppm \(options) -o - '\(path)' \(pages) 2>/dev/null")
    }

    /// A region of a page, counted from 1, in pixels of the scaled page.
    static func region(_ path: String, page: Int, scale: Double, x: Int, y: Int, width: Int, height: Int) -> Image {
        let folder = TemporaryFolder()
        let script = folder.write(
            "region.js",
            Array(
                """
                // The names are those of MuPDF from 1.24 on, and before.
                var book = Document.openDocument ? Document.openDocument("\(path)") : new Document("\(path)");
                var page = book.loadPage(\(page - 1));
                var pixmap = new Pixmap(typeof ColorSpace === "undefined" ? DeviceRGB : ColorSpace.DeviceRGB, [\(x), \(y), \(x + width), \(y + height)], false);
                pixmap.clear(255);
                var device = new DrawDevice([1, 0, 0, 1, 0, 0], pixmap);
                page.run(device, [\(scale), 0, 0, \(scale), 0, 0]);
                device.close();
                for (var y = 0; y < \(height); ++y) {
                    var row = [];
                    for (var x = 0; x < \(width); ++x)
                        for (var k = 0; k < 3; ++k) row.push(pixmap.getSample(x, y, k));
                    print(row.join(" "));
                }
                """.utf8))
        let samples = CommandOutput.of("mutool run '\(script)' 2>/dev/null")
        let rgb = samples.split { $0 <= 0x20 }.map { digits in digits.reduce(0) { $0 &* 10 &+ ($1 &- 0x30) } }
        return Image(width: width, height: height, rgb: rgb)
    }
}
