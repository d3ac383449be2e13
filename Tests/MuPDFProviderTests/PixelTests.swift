import CSheafProvider
import Testing

/// The provider's pixels against those of MuPDF's own program.
@Suite struct PixelTests {
    private let provider: TestProvider
    private let folder = TemporaryFolder()

    init() throws {
        provider = try TestProvider("sheaf-mupdf")
    }

    @Test func everyPageEqualsMutool() throws {
        let path = folder.write("policy.pdf", Documents.policy)
        let document = try provider.open(Documents.policy)
        let reference = try #require(Mutool.draw(path, resolution: 144))
        var pages: Int64 = 0
        while let image = reference.nextImage() {
            let canvas = Canvas(width: image.width, height: image.height)
            try #require(try document.pixelSize(pages, scale: 2) == (image.width, image.height))
            try document.render(pages, scale: 2, into: canvas)
            try #require(canvas.firstDifference(from: image) == nil, "page \(pages)")
            pages += 1
        }
        #expect(pages == Documents.pages)
    }

    @Test(arguments: [UInt32(0), 90, 180, 270])
    func turnedPageEqualsMutool(rotation: UInt32) throws {
        let path = folder.write("policy.pdf", Documents.policy)
        let reference = Mutool.draw(path, pages: "17", resolution: 100, options: "-R \(rotation)")
        let image = try #require(reference?.nextImage())
        let document = try provider.open(Documents.policy)
        let canvas = try document.rendered(16, scale: 100.0 / 72, rotation: rotation)
        #expect(canvas.firstDifference(from: image) == nil)
        #expect(canvas.marginsAreUntouched)
    }

    @Test(arguments: [(0, 0, 1, 1), (100, 200, 301, 155), (1223, 1583, 1, 1), (0, 800, 1224, 40)])
    func regionEqualsMuPDF(x: Int, y: Int, width: Int, height: Int) throws {
        let path = folder.write("policy.pdf", Documents.policy)
        let document = try provider.open(Documents.policy)
        let image = Mutool.region(path, page: 17, scale: 2, x: x, y: y, width: width, height: height)
        try #require(image.rgb.count == width * height * 3)
        let canvas = Canvas(width: width, height: height)
        try document.render(16, scale: 2, into: canvas, x: x, y: y)
        #expect(canvas.firstDifference(from: image) == nil)
        #expect(canvas.marginsAreUntouched)
    }

    /// Layers, blend modes, spot colours, overprinting, annotations and fields: where the way of drawing shows.
    @Test(arguments: [
        "1 0 0 rg 0 0 100 100 re f /G gs 0 1 0 rg 50 0 100 60 re f",
        "0.3 0.6 0.1 rg 0 0 120 100 re f /L gs 0.9 0.2 0.4 rg 50 20 100 60 re f /Fm Do",
        "/Spot cs 0.7 scn 10 10 90 50 re f /O gs 0 0 1 0 k 40 20 120 60 re f",
    ])
    func layersEqualMutool(content: String) throws {
        let bytes = Documents.pdf(
            content: content,
            resources: """
                <</ExtGState <</G <</ca 0.35/BM/Multiply>> /L <</ca 0.7/BM/Luminosity>> /O <</OP true/op true/OPM 1>>>>\
                /XObject <</Fm 5 0 R>>/ColorSpace <</Spot [/Separation/Gold/DeviceCMYK 6 0 R]>>>>
                """,
            page: "/Annots[7 0 R]/Group<</S/Transparency/CS/DeviceRGB>>",
            objects: """
                5 0 obj <</Type/XObject/Subtype/Form/BBox[0 0 200 100]/Group<</S/Transparency/I false/K true>>\
                /Resources<</ExtGState<</H <</ca 0.5/BM/Hue>>>>>>/Length 52>> stream
                /H gs 0.1 0.2 0.9 rg 20 30 90 40 re f 60 0 30 99 re f
                endstream endobj
                6 0 obj <</FunctionType 2/N 1/Domain[0 1]/C0[0 0 0 0]/C1[0 .2 .8 .1]>> endobj
                7 0 obj <</Type/Annot/Subtype/Square/Rect[120 60 190 95]/C[1 0 0]/IC[0 .5 1]/CA .5/F 4>> endobj
                """)
        let path = folder.write("layers.pdf", bytes)
        let document = try provider.open(bytes)
        for resolution in [72, 150] {
            let image = try #require(Mutool.draw(path, resolution: resolution)?.nextImage())
            let canvas = try document.rendered(0, scale: Double(resolution) / 72)
            #expect(canvas.firstDifference(from: image) == nil)
        }
    }

    // MARK: What can't be drawn as BGRX, and shows only while it is drawn

    /// Drawings that the tests make pages of: `#` is a number from 0 to 99, `%` one from 0 to 0.99. Those in `layered`
    /// are drawn as RGB.
    private static let opaque = [
        "0.% 0.% 0.% rg # # # # re f", "0.% 0.% 0.% rg # # m 1# # l # # # # # # c f*",
        "0.% 0.% 0.% 0.% K 3 w # # m 1# # l # # l S",
        "[7 3] 0 d 0.% G # # m 1# # l S", "/Lab cs # -# # sc # # 50 20 re f", "/Half gs 0.% 0.% 0.% rg # # # # re f",
        "BT /F 1# Tf 0.% 0.% 0.% rg # # Td (Hamburgefonts) Tj ET",
        "BT /F 9 Tf 1 Tr 0.% 0 0 RG # # Td (Hamburgefonts) Tj ET",
        "q # # m 1# # l # # l h W n 0.% 0.% 0 rg 0 0 200 100 re f Q", "q # # 60 40 re W n /S sh Q", "/Form Do",
        "q 6# -9 9 4# # # cm BI /W 2 /H 2 /CS /RGB /BPC 8 ID abcdefghijkl EI Q",
        "q 6# 0 9 4# # # cm /Half gs /Masked Do Q",
        "q 0.% 0.% 0.% rg 60 0 0 40 # # cm BI /W 8 /H 2 /IM true /BPC 1 ID ab EI Q",
    ]
    private static let layered = [
        "q BT /F 50 Tf 7 Tr # 20 Td (Ham) Tj ET 0.% 0.% 0.% rg 0 0 200 100 re f Q",
        "q BT /F 50 Tf 5 Tr # 20 Td (Ham) Tj ET 0.% 0.% 0.% rg 0 0 200 100 re f Q",
        "q /Half gs # # 90 70 re W n /S sh Q",
        "/Pattern cs /Tiles scn # # 90 80 re f", "/Half gs /Group Do", "/Group Do",
        "q /Soft gs 0.% 0.% 0.% rg # # 90 70 re f Q",
        "BT /Drawn 20 Tf # # Td (ab) Tj ET",
        // Glyphs would be kept as BGRX, and drawn as RGB when the pattern comes.
        "BT /Drawn 20 Tf 9 40 Td (ab) Tj ET /Pattern cs /Tiles scn 60 9 90 80 re f",
    ]

    /// The resources that the drawings name, by kind. A page has only those that it names: MuPDF takes a page for
    /// layered because of resources that are merely there.
    private static let resources: [(kind: String, entries: [(name: String, value: String)])] = [
        ("Font", [("F", "<</Type/Font/Subtype/Type1/BaseFont/Times-Roman>>"), ("Drawn", "5 0 R")]),
        ("ExtGState", [("Half", "<</ca 0.47/CA 0.6>>"), ("Soft", "<</SMask<</S/Luminosity/G 8 0 R>>>>")]),
        ("ColorSpace", [("Lab", "[/Lab<</WhitePoint[.9642 1 .8249]>>]")]),
        (
            "Shading",
            [
                (
                    "S",
                    """
                    <</ShadingType 2/ColorSpace/DeviceRGB/Coords[20 20 180 80]/Extend[true true]\
                    /Function<</FunctionType 2/N 1/Domain[0 1]/C0[1 0 0.1]/C1[0 .3 .9]>>>>
                    """
                )
            ]
        ),
        ("Pattern", [("Tiles", "9 0 R")]), ("XObject", [("Form", "10 0 R"), ("Group", "8 0 R"), ("Masked", "11 0 R")]),
    ]

    private static func resources(of content: String) -> String {
        let kinds = resources.map { kind, entries in
            let named = entries.filter { content.contains("/\($0.name) ") }
            return "/\(kind)<<\(named.map { "/\($0.name) \($0.value)" }.joined())>>"
        }
        return "<<\(kinds.joined())>>"
    }

    private static let objects = """
        5 0 obj <</Type/Font/Subtype/Type3/FontBBox[0 0 1000 1000]/FontMatrix[.001 0 0 .001 0 0]/CharProcs<</a 6 0 R/b 7 0 R>>\
        /Encoding<</Differences[97/a/b]>>/FirstChar 97/LastChar 98/Widths[1000 1000]/Resources<<>>>> endobj
        6 0 obj <</Length 69>> stream
        1000 0 d0 1 0 0 rg 0 0 500 700 re f 0 .2 1 rg 300 300 500 500 re f   \

        endstream endobj
        7 0 obj <</Length 57>> stream
        1000 0 0 0 800 800 d1 0 0 m 800 0 l 400 800 l f          \

        endstream endobj
        8 0 obj <</Type/XObject/Subtype/Form/BBox[0 0 200 100]/Group<</S/Transparency/CS/DeviceRGB>>/Length 49>> stream
        .9 .4 .2 rg 9 9 m 80 90 l 150 5 l f .2 g 50 9 40 60 re f
        endstream endobj
        9 0 obj <</Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 9 9]/XStep 9/YStep 11/Resources<<>>/Length 50>> stream
        .1 .7 .3 rg 1 1 m 8 2 l 4 8 l f .9 .1 .6 RG 0 0 m 9 9 l S
        endstream endobj
        10 0 obj <</Type/XObject/Subtype/Form/BBox[0 0 200 100]/Matrix[.9 .1 -.1 .9 5 5]/Length 49>> stream
        .3 .4 .8 rg 9 9 m 80 90 l 150 5 l f .2 g 50 9 40 60 re f
        endstream endobj
        11 0 obj <</Type/XObject/Subtype/Image/Width 2/Height 2/BitsPerComponent 8/ColorSpace/DeviceCMYK/Length 16\
        /SMask 12 0 R>> stream
        abcdefghijklmnop
        endstream endobj
        12 0 obj <</Type/XObject/Subtype/Image/Width 2/Height 2/BitsPerComponent 8/ColorSpace/DeviceGray/Length 4>> stream
        a@zP
        endstream endobj
        """

    /// Returns a drawing with random numbers in place of its signs.
    private static func filled(_ part: String, _ dice: inout some RandomNumberGenerator) -> String {
        part.map { character in
            switch character {
            case "#", "%": "\(Int.random(in: 0..<100, using: &dice))"
            default: "\(character)"
            }
        }.joined()
    }

    private func expectEqualsMutool(_ content: String) throws {
        let bytes = Documents.pdf(content: content, resources: Self.resources(of: content), objects: Self.objects)
        // Without its display list (-D), which multiplies matrices in another order: edges of images can be rounded to another pixel.
        let drawing = Mutool.draw(folder.write("page.pdf", bytes), resolution: 150, options: "-D")
        let image = try #require(drawing?.nextImage())
        let document = try provider.open(bytes)
        // The second time it is known what the page takes, and its glyphs are kept.
        for _ in 0..<2 {
            let canvas = try document.rendered(0, scale: 150.0 / 72)
            #expect(canvas.firstDifference(from: image) == nil, "\(content)")
        }
    }

    @Test func everyPartOfAPageEqualsMutool() throws {
        var dice = SystemRandomNumberGenerator()
        for part in Self.opaque + Self.layered {
            try expectEqualsMutool(
                Self.filled(".2 .9 .6 rg 0 0 120 100 re f \(part)", &dice) + " 1 .2 .7 rg 5 5 30 20 re f")
        }
    }

    @Test func pagesAtRandomEqualMutool() throws {
        var dice = SystemRandomNumberGenerator()
        for round in 0..<40 {
            var parts = (0..<Int.random(in: 1...8, using: &dice)).compactMap { _ in
                Self.opaque.randomElement(using: &dice)
            }
            if round % 3 == 0, let part = Self.layered.randomElement(using: &dice) {
                parts.insert(part, at: Int.random(in: 0...parts.count, using: &dice))
            }
            try expectEqualsMutool(parts.map { "q \(Self.filled($0, &dice)) Q" }.joined(separator: "\n"))
        }
    }

    @Test func pageOfHTMLEqualsMutool() throws {
        let document = try provider.open(Documents.manual)
        let folder = TemporaryFolder()
        let style = folder.write("style.css", Array(Mutool.style.utf8))
        let manual = folder.write("manual.html", Documents.manual)
        for page in [0, 20, 200] {
            let reference = Mutool.draw(
                manual, pages: "\(page + 1)", resolution: 108, options: "-U '\(style)'")
            let image = try #require(reference?.nextImage())
            let canvas = try document.rendered(Int64(page), scale: 1.5)
            #expect(canvas.firstDifference(from: image) == nil)
        }
    }

    @Test func pageIsNotChangedByWhatWasDrawnBefore() throws {
        let document = try provider.open(Documents.policy)
        let first = try document.rendered(30, scale: 1.25)
        for level in [SHEAF_TRIM_LOW, SHEAF_TRIM_MEDIUM, SHEAF_TRIM_CRITICAL] {
            _ = try document.rendered(31)
            provider.trim(level)
            #expect(try document.rendered(30, scale: 1.25).equals(first))
        }
    }
}
