import CSheafProvider
import ProviderTestHost
import Testing

/// How pages look: boxes where the style sheets put them, pictures, drawings, and what litehtml does not know by itself.
@Suite struct DrawingTests {
    private static let white: UInt32 = 0xffff_ffff
    private static let red: UInt32 = 0xffff_0000
    private static let green: UInt32 = 0xff00_8000

    /// A page of 200 by 100 points with this body.
    private func page(_ body: String, head: String = "", files: [(String, [UInt8])] = []) throws -> TestPixels {
        var book = Books.fixed([body], head: Books.viewport(200, 100) + head)
        for file in files { book.files.append(("OEBPS/" + file.0, file.1)) }
        return try Books.open(book).render(width: 200, height: 100)
    }

    private func box(_ style: String, _ content: String = "") -> String {
        "<div style=\"position:absolute;left:50px;top:20px;width:40px;height:20px;\(style)\">\(content)</div>"
    }

    /// The box around the pixels that are not white: x, y, width, height.
    private func bounds(_ pixels: TestPixels, of colour: UInt32? = nil) -> [Int] {
        let places = pixels.pixels.indices.filter {
            colour == nil ? pixels.pixels[$0] != Self.white : pixels.pixels[$0] == colour
        }
        let (x, y) = (places.map { $0 % pixels.width }, places.map { $0 / pixels.width })
        guard let left = x.min(), let right = x.max(), let top = y.min(), let bottom = y.max() else { return [] }
        return [left, top, right - left + 1, bottom - top + 1]
    }

    @Test func textLiesOverAPicture() throws {
        let pixels = try page(
            "<img src='a.ppm' alt='' style='position:absolute;left:0;top:0;width:200px;height:100px'/><p>Over</p>",
            files: [("a.ppm", Books.picture(20, 10, red: 255, green: 0, blue: 0))])
        #expect(pixels[0, 0] == Self.red && pixels[199, 99] == Self.red)
        #expect(bounds(pixels, of: 0xff00_0000)[0] >= 40)
    }

    @Test(arguments: [
        ("", [50, 20, 40, 20]), ("transform:translate(10px, -5px)", [60, 15, 40, 20]),
        ("transform:translateX(50%)", [70, 20, 40, 20]), ("-webkit-transform:scale(2)", [30, 10, 80, 40]),
        ("transform:scale(2);transform-origin:0 0", [50, 20, 80, 40]),
        ("transform:scale(2, 1);transform-origin:left bottom", [50, 20, 80, 20]),
        ("transform:rotate(90deg)", [60, 10, 20, 40]),
        ("transform:rotate(0.25turn) translate(10px, 0)", [60, 20, 20, 40]),
        ("transform:matrix(1, 0, 0, 1, 5, 6)", [55, 26, 40, 20]),
        ("transform:unknown(3)", [50, 20, 40, 20]), ("transform:scale(0)", []), ("display:none", []),
    ])
    func boxesAreMovedTurnedAndScaled(style: String, expected: [Int]) throws {
        #expect(bounds(try page(box("background:red;" + style))) == expected)
    }

    @Test func whatIsInABoxMovesWithIt() throws {
        let inner = box(
            "background:red;transform:scale(2);transform-origin:0 0",
            "<div style='width:10px;height:5px;background:green'></div>")
        let pixels = try page(inner)
        #expect(bounds(pixels, of: Self.green) == [50, 20, 20, 10])
        #expect(bounds(pixels) == [50, 20, 80, 40])
    }

    @Test func opacityIsThatOfTheWhole() throws {
        let content = "<div style='width:40px;height:20px;background:red'></div>"
        #expect(try [0xffff_7f7f, 0xffff_8080].contains(page(box("opacity:0.5;background:green", content))[60, 30]))
        #expect(bounds(try page(box("opacity:0;background:red"))) == [])
    }

    @Test func bordersBackgroundsAndClipsAreDrawn() throws {
        let framed = try page(box("border:3px solid green;background:red"))
        #expect(
            bounds(framed, of: Self.green) == [50, 20, 46, 26] && bounds(framed, of: Self.red) == [53, 23, 40, 20])
        let round = try page(box("background:red;border-radius:10px"))
        #expect(round[50, 20] == Self.white && round[60, 30] == Self.red)
        let clipped = try page(box("overflow:hidden", "<div style='width:100px;height:100px;background:red'></div>"))
        #expect(bounds(clipped) == [50, 20, 40, 20])
        let tiled = try page(
            box("background:url(a.ppm) repeat-x"), files: [("a.ppm", Books.picture(5, 5, red: 255, green: 0, blue: 0))])
        #expect(bounds(tiled) == [50, 20, 40, 5])
    }

    @Test func lettersKeepTheSpaceThatIsAskedFor() throws {
        let plain = bounds(try page("<p style='font-size:10px'>mmm mmm</p>"))
        let wide = bounds(try page("<p style='font-size:10px;letter-spacing:5px'>mmm mmm</p>"))
        // Six spaces between seven letters.
        #expect((27...33).contains(wide[2] - plain[2]), "\(plain) \(wide)")
    }

    @Test func linesGoWithTheirText() throws {
        let plain = try page("<p>Under</p>"), under = try page("<p><u>Under</u></p>"),
            through = try page("<p><s>Under</s></p>")
        func darkest(_ pixels: TestPixels) -> Int {
            (0..<pixels.height).map { row in (0..<pixels.width).count { pixels[$0, row] != Self.white } }.max() ?? 0
        }
        let width = bounds(plain)[2]
        #expect(darkest(plain) < width - 5)
        #expect(darkest(under) >= width - 2 && darkest(through) >= width - 2)
        #expect(bounds(under)[3] >= bounds(plain)[3])
    }

    @Test func drawingsShowThePicturesOfTheBook() throws {
        let svg = """
            <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="200" height="100"
            style="position:absolute;left:0;top:0"><image width="100" height="100" preserveAspectRatio="none" xlink:href="a.png"/>
            <script>alert(1)</script><rect x="150" width="50" height="100" fill="green"/></svg>
            """
        let pixels = try page(svg, files: [("a.png", Books.redPixel)])
        #expect(pixels[50, 50] == Self.red && pixels[120, 50] == Self.white && pixels[180, 50] == Self.green)
    }

    @Test func fontsOfTheBookAreUsed() throws {
        // A font whose letters are others than those of the system's.
        let font = try Books.file("/usr/share/fonts/truetype/noto/NotoSerif-Bold.ttf")
        let style = "<style>@font-face{font-family:Own;src:url(no.ttf),url('f.ttf')} p{font-family:Own}</style>"
        let own = try page("<p>Sheaf</p>", head: style, files: [("f.ttf", font)])
        let named = try page("<p style='font-family:Noto Serif;font-weight:bold'>Sheaf</p>")
        let other = try page("<p>Sheaf</p>", head: style)
        #expect(bounds(own) == bounds(named))
        #expect(own != other)
        // Letters that it has not are the system's.
        let mixed = try page("<p>Sheaf \u{4e00}</p>", head: style, files: [("f.ttf", font)])
        #expect(bounds(mixed)[2] > bounds(own)[2])
    }

    @Test func regionsAndTurnsArePartsOfThePage() throws {
        let book = Books.fixed([box("background:red") + "<p>Words</p>"], head: Books.viewport(200, 100))
        let document = try Books.open(book)
        let whole = try document.render(scale: 2, width: 400, height: 200)
        let part = try document.render(scale: 2, x: 90, y: 30, width: 120, height: 60)
        #expect(part == whole.cut(x: 90, y: 30, width: 120, height: 60))
        let turned = try document.render(scale: 2, rotation: 90, width: 200, height: 400)
        #expect(bounds(turned, of: Self.red) == [400 / 2 - 80, 100, 40, 80])
    }

    @Test func lettersOfAnySizeAreDrawn() throws {
        let document = try Books.open(
            Books.fixed(["<p style='font-size:90000px;left:0;top:0'>I</p><p>I</p>"], head: Books.viewport(200, 100)))
        #expect(try document.render(width: 200, height: 100).pixels.contains { $0 != Self.white })
        // One letter is larger than FreeType makes any.
        let scale = 20000.0
        let part = try document.render(scale: scale, x: Int(42 * scale), y: Int(47 * scale), width: 10, height: 10)
        #expect(part.width == 10)
        #expect(try document.render(width: 200, height: 100).pixels.contains { $0 != Self.white })
    }
}
