import CSheafProvider
import Glibc
import ProviderTestHost
import Testing

/// Pixels of pages of text: what is drawn, and whether it is where the provider says.
@Suite struct PixelTests {
    private static let all = Texts.scripts.sorted { $0.key < $1.key }.map(\.value).joined(separator: "\n\n")

    /// The visible characters stand in their boxes, and all ink stands in the boxes of lines.
    @Test func boxesOfTheTextLieOnInk() throws {
        let document = try Texts.open(Self.all + "\n\n" + Texts.book(paragraphs: 3))
        let scale = 4.0
        let pixels = try document.whole(scale: scale)
        let lines = try document.text(0)
        #expect(lines.count > 15)
        for line in lines {
            let characters = Array((line.text ?? "").unicodeScalars.filter { $0 != "\n" })
            try #require(characters.count == line.characters.count)
            for (character, box) in zip(characters, line.characters) where character.properties.isAlphabetic {
                // Vowel signs stand around their letters; marks above have no width.
                guard character.properties.generalCategory == .otherLetter || character.isASCII else { continue }
                #expect(
                    pixels.hasInk(in: box.map { Double($0) }, scale: scale), "\(character) of \(line.text ?? "")")
            }
        }
        #expect(pixels.inkOutside(lines.map(\.box), margin: 3, scale: scale) == 0)
    }

    @Test func inkIsWhatIsDrawn() throws {
        let document = try Texts.open(Self.all)
        let scale = 4.0
        let drawn = try #require(try document.whole(scale: scale).ink)
        let told = try document.ink(0).map { Double($0) * scale }
        for (drawn, told) in zip([drawn.x0, drawn.y0, drawn.x1, drawn.y1], told) {
            #expect(abs(Double(drawn) - told) <= 3, "\(drawn) \(told)")
        }
        let blank = #expect(throws: Refusal.self) { try Texts.open("\n\n").ink(0) }
        #expect(blank?.code == SHEAF_BACKGROUND)
    }

    /// Scripts are drawn in their own letters: Chinese as wide as high, Arabic joined and from the right, Hindi in
    /// conjuncts.
    @Test func scriptsAreShaped() throws {
        func width(_ text: String) throws -> Float {
            let ink = try Texts.open(text).ink(0)
            return ink[2] - ink[0]
        }
        let chinese = try Texts.open(Texts.scripts["Chinese"] ?? "").text(0)
        let last = try #require(chinese.last)
        #expect(last.characters.allSatisfy { abs($0[2] - $0[0] - 11) < 1.5 })
        let joined = try width("سلام")
        let apart = try width("س\u{200c}ل\u{200c}ا\u{200c}م")
        #expect(joined < apart)
        #expect(try width("क्ष") < width("क\u{200c}ष") + 1 && width("क्ष") < width("क्\u{200c}ष"))
        // A short paragraph ends at the margin where its writing begins.
        let right = try Texts.open("سلام").ink(0)
        let left = try Texts.open("peace").ink(0)
        #expect(right[2] > 378 && right[0] > 300 && left[0] < 40 && left[2] < 100, "\(right) \(left)")
        // In the order in which they are read, from right to left.
        let line = try #require(try Texts.open("سلام").text(0).first)
        #expect(zip(line.characters, line.characters.dropFirst()).allSatisfy { $0[0] >= $1[0] - 0.01 })
    }

    @Test(arguments: [0.37, 1, 1.5, 2.71, 30], [UInt32(0), 90, 180, 270])
    func regionEqualsTheCutOfThePage(scale: Double, rotation: UInt32) throws {
        let document = try Texts.open(
            Self.all, Texts.flow(width: scale > 10 ? 100 : 300, height: scale > 10 ? 72 : 400, margin: 5))
        let whole = try document.whole(scale: scale, rotation: rotation)
        #expect(whole.ink != nil && whole.pixels.allSatisfy { $0 >> 24 == 0xff })
        var traits: UInt32 = 0
        for (x, y, width, height) in [(0, 0, 41, 13), (17, 20, 60, 5), (3, 9, 1, 1), (19, 5, 31, 20)] {
            let region = try withUnsafeMutablePointer(to: &traits) { traits in
                try document.render(
                    scale: scale, rotation: rotation, x: x, y: y, width: width, height: height
                ) { $0.traits = traits }
            }
            #expect(region == whole.cut(x: x, y: y, width: width, height: height), "\(x) \(y)")
        }
        #expect(traits == SHEAF_RENDER_CUTTABLE)
    }

    /// Beyond what cairo draws at once.
    @Test func regionThatIsWiderThanAnImageOfCairoIsDrawn() throws {
        let document = try Texts.open(Self.all, Texts.flow(width: 7_200, height: 72, lineHeight: 1, margin: 0))
        let scale = 40_000 / 7_200.0
        let whole = try document.render(scale: scale, width: 40_000, height: 60)
        let part = try document.render(scale: scale, x: 16_000, y: 0, width: 1_000, height: 60)
        #expect(whole.ink != nil && part == whole.cut(x: 16_000, y: 0, width: 1_000, height: 60))
    }

    @Test func turnedPagesAreTurnedClockwise() throws {
        let document = try Texts.open("top left")
        let sizes = try [UInt32(0), 90, 180, 270].map { try #require(try document.whole(rotation: $0).ink) }
        // The words are near the top left corner, and wider than high.
        #expect(sizes[0].x0 < 50 && sizes[0].y0 < 60)
        #expect(sizes[1].x1 > 595 - 60 && sizes[1].y0 < 50)
        #expect(sizes[2].x1 > 420 - 50 && sizes[2].y1 > 595 - 60)
        #expect(sizes[3].x0 < 60 && sizes[3].y1 > 420 - 50)
    }
}

extension TestPixels {
    /// How many pixels are no paper outside of some boxes of points and a little around them.
    fileprivate func inkOutside(_ boxes: [[Double]], margin: Double, scale: Double) -> Int {
        var isCovered = [Bool](repeating: false, count: pixels.count)
        for box in boxes {
            let columns = max(0, Int((box[0] - margin) * scale))..<min(width, Int((box[2] + margin) * scale))
            let rows = max(0, Int((box[1] - margin) * scale))..<min(height, Int((box[3] + margin) * scale))
            for y in rows { for x in columns { isCovered[y * width + x] = true } }
        }
        return zip(pixels, isCovered).filter { $0 != 0xffff_ffff && !$1 }.count
    }
}
