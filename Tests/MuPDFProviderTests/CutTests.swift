import CSheafProvider
import Glibc
import Testing

/// Regions that are drawn by themselves against the same part of the whole page.
@Suite struct CutTests {
    private let provider: TestProvider

    init() throws {
        provider = try TestProvider("sheaf-mupdf")
    }

    /// Whether regions of a page that are drawn by themselves equal the cuts.
    private func regionsEqualCuts(
        of document: TestDocument, _ page: Int64, scale: Double, rotation: UInt32, whole: Canvas
    ) throws -> Bool {
        var dice = SystemRandomNumberGenerator()
        for _ in 0..<10 {
            let x = Int.random(in: 0..<whole.width, using: &dice)
            let y = Int.random(in: 0..<whole.height, using: &dice)
            let part = Canvas(
                width: Int.random(in: 1...whole.width - x, using: &dice),
                height: Int.random(in: 1...whole.height - y, using: &dice))
            try document.render(page, scale: scale, rotation: rotation, into: part, x: x, y: y)
            for row in 0..<part.height {
                let start = whole.pixels + (y + row) * whole.stride + x * 4
                guard memcmp(part.pixels + row * part.stride, start, part.width * 4) == 0 else { return false }
            }
        }
        return true
    }

    private func check(_ document: TestDocument, _ page: Int64, scale: Double, rotation: UInt32 = 0) throws -> Bool {
        let size = try document.pixelSize(page, scale: scale, rotation: rotation)
        let whole = Canvas(width: size.width, height: size.height)
        guard try document.isCuttable(page, scale: scale, rotation: rotation, into: whole) else { return false }
        #expect(
            try regionsEqualCuts(of: document, page, scale: scale, rotation: rotation, whole: whole),
            "page \(page) at \(scale), \(rotation)°")
        return true
    }

    @Test func pagesOfTextMayBeCut() throws {
        let document = try provider.open(Documents.policy)
        var cuttable = 0
        let pages = Array(stride(from: 0 as Int64, to: Documents.pages, by: 12))
        for page in pages {
            for (scale, rotation) in [(1.0, 0 as UInt32), (2.37, 90), (0.61, 270)]
            where try check(document, page, scale: scale, rotation: rotation) {
                cuttable += 1
            }
        }
        #expect(cuttable > pages.count * 2)
        #expect(try check(provider.open(Documents.manual), 20, scale: 1.7))
    }

    private static let font = "/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Times-Roman>>>>"

    @Test(arguments: [
        ("1 0 0 rg 10.3 20.7 55.1 33.3 re f 3.3 w 5 5 m 90.2 5 l 90.2 70 l S", true),
        ("q 20 20 100 50 re W n 0 0 1 rg 0 0 200 100 re f Q", true),
        ("0 1 -1 0 150 0 cm 0 .5 0 rg 10.3 20.7 55.1 33.3 re B", true),
        ("BT /F 12 Tf 20 50 Td (Hamburgefonts) Tj ET", true),
        ("BT /F 400 Tf 20 10 Td (Ham) Tj ET", false),
        ("BT 1 Tr /F 12 Tf 20 50 Td (Hamburgefonts) Tj ET", false),
        ("10 10 m 150 80 l 90 10 l f", false),
        ("10 10 m 150 10 l 150 80 l f", false),
        ("10 10 m 150 10 l 150 80 l 20 20 m 20 60 l 90 60 l 90 20 l h f", false),
        ("2 w 10 10 m 150 80 l S", false),
        ("2 w 10 10 m 20 90 80 90 100 10 c S", false),
        ("9 w 1 J 10 10 m 150 10 l S", false),
        ("9 w 1 j 10 10 m 150 10 l 150 80 l S", false),
        ("[7 3] 0 d 2 w 10 10 m 150 10 l S", false),
        (".9 .1 -.1 .9 0 0 cm 10 10 100 50 re f", false),
        ("q 10 10 m 150 80 l 90 10 l h W n 0 0 200 100 re f Q", false),
        ("/S sh", false),
        ("q 150 0 0 80 10 10 cm BI /W 2 /H 2 /CS /G /BPC 8 ID abcd EI Q", false),
        ("q 150 0 0 80 10 10 cm BI /W 8 /H 2 /IM true /BPC 1 ID ab EI Q", false),
        ("1 0 0 rg 30 30 100 50 re f /G gs 0 1 0 rg 10.3 10 100 50 re f", true),
        ("/G gs 10 10 m 150 80 l 90 10 l f", false),
    ])
    func aPageSaysWhetherItMayBeCut(content: String, isCuttable: Bool) throws {
        let bytes = Documents.pdf(
            content: content,
            resources: """
                <</ExtGState <</G <</ca 0.35/BM/Multiply>>>>\(Self.font)/Shading<</S<</ShadingType 2/ColorSpace/DeviceRGB\
                /Coords[20 20 180 80]/Function<</FunctionType 2/N 1/Domain[0 1]/C0[1 0 0]/C1[0 .2 .8]>>>>>>>>
                """)
        let document = try provider.open(bytes)
        for scale in [0.8, 1, 2.37] {
            #expect(try check(document, 0, scale: scale) == isCuttable, "\(content) at \(scale)")
        }
    }

    @Test func aHostThatDoesNotKnowOfTraitsGetsNone() throws {
        let document = try provider.open(Documents.pdf(content: "0 0 9 9 re f"))
        let canvas = Canvas(width: 20, height: 10)
        var traits: UInt32 = 0
        try document.render(0, into: canvas, traits: &traits)
        #expect(traits == SHEAF_RENDER_CUTTABLE)
        traits = 0
        let old = try #require(MemoryLayout<sheaf_render>.offset(of: \.traits))
        try document.render(0, into: canvas, traits: &traits, size: UInt32(old))
        #expect(traits == 0)
        try document.render(0, into: canvas)
    }
}
