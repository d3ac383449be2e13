import CSheafProvider
import ProviderTestHost
import Testing

/// A PNG that moves, written byte by byte, and what it shows.
private struct MadeAnimation {
    /// One frame: four bytes a pixel, drawn at a place.
    struct Frame {
        var left, top, width, height: Int
        /// 0: it stays; 1: its part is cleared; 2: what was there comes back.
        var disposal: UInt8
        /// 0: in place of what is there; 1: over that.
        var blending: UInt8
        var pixels: [[Double]]
    }

    let width, height: Int
    let frames: [Frame]
    /// Whether the picture for those who do not know of frames is one of its own, before the animation.
    let hasPicture: Bool

    init(width: Int, height: Int, frames count: Int, hasPicture: Bool = false, seed: UInt64) {
        var numbers = SeededNumbers(seed: seed)
        (self.width, self.height, self.hasPicture) = (width, height, hasPicture)
        frames = (0..<count).map { index in
            // The first one is the whole canvas where it is the picture too.
            let isWhole = index == 0
            let left = isWhole ? 0 : Int.random(in: 0..<width, using: &numbers)
            let top = isWhole ? 0 : Int.random(in: 0..<height, using: &numbers)
            let size = (
                isWhole ? width : Int.random(in: 1...width - left, using: &numbers),
                isWhole ? height : Int.random(in: 1...height - top, using: &numbers)
            )
            return Frame(
                left: left, top: top, width: size.0, height: size.1,
                disposal: UInt8.random(in: 0...2, using: &numbers), blending: UInt8.random(in: 0...1, using: &numbers),
                pixels: (0..<size.0 * size.1).map { _ in
                    let alpha =
                        [0, 255, UInt8.random(in: 0...255, using: &numbers)].randomElement(using: &numbers) ?? 0
                    return (0..<3).map { _ in Double(UInt8.random(in: 0...255, using: &numbers)) } + [Double(alpha)]
                })
        }
    }

    private static func number(_ value: Int, _ count: Int = 4) -> [UInt8] {
        (0..<count).map { UInt8(value >> (8 * (count - 1 - $0)) & 0xff) }
    }

    private static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
        let named = Array(type.utf8) + content
        return number(content.count) + named + number(Archives.checksum(named))
    }

    /// Rows without filters, stored and not compressed.
    private static func data(_ width: Int, _ pixels: [[Double]]) -> [UInt8] {
        var rows: [UInt8] = []
        for (index, pixel) in pixels.enumerated() {
            if index % width == 0 { rows.append(0) }
            rows += pixel.map { UInt8($0) }
        }
        let (a, b) = rows.reduce((1, 0)) { sums, byte in
            let a = (sums.0 + Int(byte)) % 65_521
            return (a, (sums.1 + a) % 65_521)
        }
        let count = rows.count
        let stored: [UInt8] = [
            1, UInt8(count & 0xff), UInt8(count >> 8), UInt8(~count & 0xff), UInt8(~count >> 8 & 0xff),
        ]
        return [0x78, 1] + stored + rows + number(b << 16 | a)
    }

    var file: [UInt8] {
        var sequence = 0
        func next() -> [UInt8] {
            defer { sequence += 1 }
            return Self.number(sequence)
        }
        var file = [0x89] + Array("PNG\r\n\u{1a}\n".utf8)
        file += Self.chunk("IHDR", Self.number(width) + Self.number(height) + [8, 6, 0, 0, 0])
        file += Self.chunk("acTL", Self.number(frames.count) + Self.number(0))
        if hasPicture {
            let grey = [[Double]](repeating: [128, 128, 128, 255], count: width * height)
            file += Self.chunk("IDAT", Self.data(width, grey))
        }
        for (index, frame) in frames.enumerated() {
            let place = [frame.width, frame.height, frame.left, frame.top].flatMap { Self.number($0) }
            file += Self.chunk(
                "fcTL", next() + place + Self.number(1, 2) + Self.number(10, 2) + [frame.disposal, frame.blending])
            // Each frame in two chunks.
            let data = Self.data(frame.width, frame.pixels)
            for part in [data[..<(data.count / 2)], data[(data.count / 2)...]] {
                file +=
                    index == 0 && !hasPicture
                    ? Self.chunk("IDAT", Array(part)) : Self.chunk("fdAT", next() + Array(part))
            }
        }
        return file + Self.chunk("IEND", [])
    }

    /// The frames as each shows on white, by the formulas of the specification, without rounding on the way.
    var shown: [Picture] {
        var canvas = [[Double]](repeating: [0, 0, 0, 0], count: width * height)
        return frames.map { frame in
            let before = canvas
            let places = (0..<frame.width * frame.height).map {
                (frame.top + $0 / frame.width) * width + frame.left + $0 % frame.width
            }
            for (place, pixel) in zip(places, frame.pixels) {
                let (over, under) = (pixel[3] / 255, canvas[place][3] / 255)
                let alpha = over + under * (1 - over)
                guard frame.blending == 1 else {
                    canvas[place] = pixel
                    continue
                }
                canvas[place] =
                    (0..<3).map {
                        alpha == 0 ? 0 : (pixel[$0] * over + canvas[place][$0] * under * (1 - over)) / alpha
                    } + [alpha * 255]
            }
            let picture = canvas.flatMap { pixel in
                (0..<3).map { UInt8((pixel[$0] * pixel[3] / 255 + 255 - pixel[3]).rounded()) }
            }
            for place in places where frame.disposal > 0 {
                canvas[place] = frame.disposal == 1 ? [0, 0, 0, 0] : before[place]
            }
            return Picture(width: width, height: height, rgb: picture)
        }
    }
}

extension TestDocument {
    /// The number of frames that a page says it has, and one of them, from 0.
    fileprivate func frame(_ number: Int, of page: Int64 = 0, scale: Double = 1) throws -> TestPixels {
        let size = try pixelSize(page, scale: scale)
        return try render(page: page, scale: scale, width: size.width, height: size.height) {
            $0.frame = UInt32(number)
        }
    }

    fileprivate func frames(_ page: Int64 = 0) throws -> UInt32 {
        var metrics = sheaf_metrics()
        metrics.size = UInt32(MemoryLayout<sheaf_metrics>.stride)
        try host.ask { host.table.metrics(pointer, $0, page, &metrics) }
        return metrics.frames
    }
}

@Suite struct FrameTests {
    /// Rounding once a frame, on eight bits.
    private static let rounding = 3

    @Test(arguments: 0..<20 as Range<UInt64>) func framesOfAPNGAreDrawnOverEachOther(_ seed: UInt64) throws {
        let made = MadeAnimation(width: 9, height: 7, frames: 6, hasPicture: seed % 2 == 1, seed: seed)
        let document = try Images.open(made.file)
        let first = made.hasPicture ? 1 : 0
        #expect(try document.frames() == UInt32(6 + first))
        #expect(try document.information()["frames"] == "\(6 + first)")
        for (index, picture) in made.shown.enumerated() {
            let difference = try #require(try picture.difference(from: document.frame(index + first)))
            #expect(difference <= Self.rounding, "seed \(seed), frame \(index)")
        }
        if made.hasPicture { #expect(try document.whole().pixels.allSatisfy { $0 == 0xff80_8080 }) }
        // Those of another size and of a part are of the same frame.
        let half = try document.frame(3, scale: 0.5)
        #expect(half.width == 5 && half.height == 4)
        let part = try document.render(x: 2, y: 1, width: 4, height: 3) { $0.frame = 3 }
        let whole = try document.frame(3)
        let cut = (1...3).flatMap { row in whole.pixels[row * 9 + 2..<row * 9 + 6] }
        #expect(part.pixels == cut)
    }

    @Test func framesOfOtherKindsAreTheirs() throws {
        let folder = try Folder()
        for number in 1...4 {
            let colour = "rgb(\(number * 60),\(255 - number * 60),90)"
            let box = "\(number * 5),7 \(number * 5 + 20),27"
            try folder.shell(
                "gm convert -depth 8 -size 64x48 'xc:\(colour)' -fill white -draw 'rectangle \(box)' f\(number).png")
        }
        try folder.shell(
            """
            vips arrayjoin 'f1.png f2.png f3.png f4.png' tall.v --across 1
            vips gifsave tall.v a.gif --page-height 48; vips webpsave tall.v a.webp --page-height 48 --lossless
            avifenc --lossless --timescale 10 f1.png f2.png f3.png f4.png a.avif > out
            """)
        for name in ["a.gif", "a.webp", "a.avif"] {
            let document = try Images.open(folder.read(name))
            #expect(try document.frames() == 4, "\(name)")
            for number in [4, 2, 1, 3] {
                try folder.shell("gm convert f\(number).png f.ppm")
                let difference = try #require(
                    try folder.picture("f.ppm").difference(from: document.frame(number - 1)), "\(name)")
                #expect(difference <= 2, "\(name), frame \(number)")
            }
        }
        // A page of a comic moves too.
        let comic = try Images.open(Archives.zip([("1.gif", folder.read("a.gif")), ("2.png", folder.read("f1.png"))]))
        #expect(try comic.frames() == 4 && comic.frames(1) == 1)
        try folder.shell("gm convert f3.png f.ppm")
        #expect(try folder.picture("f.ppm").difference(from: comic.frame(2)) ?? 9 <= 2)
    }

    @Test func framesThatAreNotThereAreRefused() throws {
        let made = MadeAnimation(width: 5, height: 5, frames: 3, seed: 1)
        let png = try Images.open(made.file)
        #expect(throws: Refusal.self) { try png.frame(3) }
        #expect(throws: Refusal.self) { try Images.open(Images.sample("jpeg")).frame(1) }
        // Cut off within the last frame: the ones before it are there.
        let short = try Images.open(made.file.dropLast(40))
        #expect(try short.frame(1) == png.frame(1))
        #expect(throws: Refusal.self) { try short.frame(2) }
        #expect(try short.frame(1) == png.frame(1))
    }

    /// Four pictures of a frame are held at once.
    @Test(arguments: [(8_192, true), (8_193, false)]) func framesHaveALimit(width: Int, isDrawn: Bool) throws {
        let made = MadeAnimation(width: 5, height: 5, frames: 2, seed: 3)
        var file = made.file
        func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (24 - $0 * 8) & 0xff) } }
        file.replaceSubrange(16..<24, with: number(width) + number(8_192))
        file.replaceSubrange(29..<33, with: number(Archives.checksum(file[12..<29])))
        let document = try Images.open(file)
        let draw = { try document.render(width: 5, height: 5) { $0.frame = 1 } }
        guard isDrawn else {
            let refusal = #expect(throws: Refusal.self) { try draw() }
            #expect(refusal?.text?.contains("268468224 bytes each, and the limit is 268435456") == true)
            return
        }
        #expect(try made.shown[1].difference(from: draw()) ?? 9 <= Self.rounding)
    }

    /// Frames that lie about their place, and whatever else there is.
    @Test func brokenAnimationsAreRefusedOrDrawn() throws {
        var numbers = SeededNumbers(seed: 49)
        let file = MadeAnimation(width: 6, height: 6, frames: 4, seed: 2).file
        for _ in 0..<300 {
            var broken = file
            for _ in 0..<Int.random(in: 1...4, using: &numbers) {
                broken[Int.random(in: 40..<broken.count, using: &numbers)] = UInt8.random(in: 0...255, using: &numbers)
            }
            guard let document = try? Images.open(broken) else { continue }
            for number in 1..<4 {
                do {
                    let size = try document.pixelSize(0, scale: 1)
                    let frame = try document.frame(number)
                    #expect(frame.width == size.width && frame.height == size.height)
                } catch let refusal as Refusal {
                    #expect(refusal.text?.isEmpty == false)
                }
            }
        }
    }
}
