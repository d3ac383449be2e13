import CacheTraces
import Glibc
import SheafInterface

/// A document that viewers go through in real time: a manual as PDF, a comic that was scanned, or a folder of large
/// photos.
struct PlayedDocument {
    let name: String
    let path: String
    let screen: (width: Int, height: Int)
    /// The words that a reader may search for.
    let words: [String]

    var viewport: ReaderInterface.Viewport { .init(width: screen.width, height: screen.height) }

    /// Words of a manual, each on some of its pages.
    private static let words = [
        "conffiles", "epoch", "symlink", "obsolete", "timestamp", "locale", "diversion", "cron",
    ]

    /// Makes the comic and the photos.
    ///
    /// - Parameter library: a folder in the service's library, for that of the photos.
    static func all(_ bench: Bench, library: WorkFolder) throws(BenchmarkError) -> [PlayedDocument] {
        [
            PlayedDocument(
                name: "policy.pdf", path: try Document(bench).path, screen: (1_200, 1_600), words: words),
            PlayedDocument(
                name: "a comic", path: try DrawnComic(bench: bench).make(), screen: (1_200, 1_600), words: []),
            PlayedDocument(
                name: "photos", path: try DrawnPhotos(bench: bench, library: library).make(),
                screen: (1_620, 1_080), words: []),
        ]
    }
}

/// A comic as scanners leave it: pages of drawn lines on paper with grain, as JPEGs in a ZIP.
private struct DrawnComic {
    private static let (width, height) = (1_600, 2_400)
    /// How many pages are drawn, and how often each is in the comic.
    private static let drawn = 24
    private static let copies = 4
    private static let lines = 600
    private static let panels = 6
    /// Brightness of the paper and its grain, and of ink.
    private static let paper = (mean: 228, grain: 24)
    private static let ink = 30

    let bench: Bench

    func make() throws(BenchmarkError) -> String {
        var pages: [String] = []
        for number in 0..<Self.drawn {
            let plain = try bench.folder.write(
                Array("P5 \(Self.width) \(Self.height) 255\n".utf8) + draw(seed: UInt64(number) + 1), as: "page.pgm")
            let page = bench.folder.file("\(number).jpg")
            try Program.output(of: ["vips", "jpegsave", plain, page, "--Q", "85"])
            for copy in 0..<Self.copies {
                let place = copy * Self.drawn + number
                let name = bench.folder.file("page-\(1_000 + place).jpg")
                guard unsafe link(page, name) == 0 else { throw BenchmarkError("cannot link \(page) to \(name)") }
                pages.append(name)
            }
        }
        let comic = bench.folder.file("comic.cbz")
        try Program.output(of: ["zip", "-0", "-q", "-j", comic] + pages.sorted())
        return comic
    }

    /// The brightness of each pixel of a page.
    private func draw(seed: UInt64) -> [UInt8] {
        var random = SplitMix(state: seed)
        var pixels = (0..<Self.width * Self.height).map { _ in
            UInt8(Self.paper.mean - Self.paper.grain / 2 + random.below(Self.paper.grain))
        }
        func line(from start: (x: Int, y: Int), to end: (x: Int, y: Int), width: Int) {
            let steps = max(abs(end.x - start.x), abs(end.y - start.y), 1)
            for step in 0...steps {
                let x = start.x + (end.x - start.x) * step / steps
                let y = start.y + (end.y - start.y) * step / steps
                for row in y..<min(y + width, Self.height) {
                    for column in x..<min(x + width, Self.width) {
                        pixels[row * Self.width + column] = UInt8(Self.ink + random.below(Self.paper.grain))
                    }
                }
            }
        }
        for panel in 0..<Self.panels {
            let (left, top) = (60 + panel % 2 * 760, 60 + panel / 2 * 780)
            let corners = [(left, top), (left + 720, top), (left + 720, top + 740), (left, top + 740)]
            for (number, corner) in corners.enumerated() { line(from: corner, to: corners[(number + 1) % 4], width: 8) }
            for _ in 0..<Self.lines / Self.panels {
                let start = (x: left + random.below(720), y: top + random.below(740))
                let end = (
                    x: min(max(start.x - 120 + random.below(240), left), left + 720),
                    y: min(max(start.y - 120 + random.below(240), top), top + 740)
                )
                line(from: start, to: end, width: 1 + random.below(5))
            }
        }
        return pixels
    }
}

/// A folder of photos as cameras and telephones leave them: smooth noise in colour, of 12 and 24 megapixels.
private struct DrawnPhotos {
    private static let sizes = [(4_000, 3_000), (6_000, 4_000)]
    /// How many photos of each size are drawn, and how often each is in the folder.
    private static let drawn = 4
    private static let copies = 6

    let bench: Bench
    let library: WorkFolder

    func make() throws(BenchmarkError) -> String {
        func file(_ name: String) -> String { bench.folder.file(name) }
        let folder = try library.makeFolder("photos")
        for number in 0..<Self.drawn * Self.sizes.count {
            let (width, height) = Self.sizes[number % Self.sizes.count]
            // A grain of 4 pixels, which is neither the best nor the worst case of a photo.
            for command in [
                [
                    "gaussnoise", file("noise.v"), "\(width / 4)", "\(height / 4)", "--mean", "128", "--sigma", "30",
                    "--seed", "\(number)",
                ],
                ["cast", file("noise.v"), file("grey.v"), "uchar"], ["resize", file("grey.v"), file("large.v"), "4"],
                ["colourspace", file("large.v"), file("colour.v"), "srgb"],
                ["jpegsave", file("colour.v"), file("photo.jpg"), "--Q", "85"],
            ] {
                try Program.output(of: ["vips"] + command)
            }
            for copy in 0..<Self.copies {
                let name = "\(folder)/photo-\(1_000 + copy * Self.drawn * Self.sizes.count + number).jpg"
                guard unsafe link(file("photo.jpg"), name) == 0 else {
                    throw BenchmarkError("cannot link \(file("photo.jpg")) to \(name)")
                }
            }
            unsafe unlink(file("photo.jpg"))
        }
        for name in ["noise.v", "grey.v", "large.v", "colour.v"] { unsafe unlink(file(name)) }
        return folder
    }
}
