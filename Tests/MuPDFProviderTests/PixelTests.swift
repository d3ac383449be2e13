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
        #expect(pages == 193)
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

    @Test func bookPageEqualsMutool() throws {
        let document = try provider.open(Documents.policyBook)
        for page in [0, 20, 200] {
            let reference = Mutool.draw(Documents.policyBookPath, pages: "\(page + 1)", resolution: 108)
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
