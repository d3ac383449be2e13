import ProviderTestHost
import Testing

/// The views that documents ask for at first, as their metadata has them.
@Suite struct FirstViewTests {
    private let provider: TestProvider

    init() throws { provider = try TestProvider("sheaf-mupdf") }

    /// The part of metadata that says how a document is to be seen.
    private struct View: Equatable {
        var direction, layout, start, lines: String?
    }

    private func view(_ bytes: [UInt8]) throws -> View {
        let said = try provider.open(bytes).metadata()
        // What is wrong with one value costs no other one.
        #expect(said["format"] != nil)
        return View(
            direction: said["reading-direction"], layout: said["page-layout"], start: said["start-page"],
            lines: said["writing-mode"])
    }

    // MARK: PDF

    /// A PDF of four pages; of `TargetDocument`, whose pages are the objects 10 to 13.
    private func view(catalog: String, objects: String = "") throws -> View {
        try view(TargetDocument(catalog: catalog, objects: objects).bytes)
    }

    private static let directions: [(written: String, said: String?)] = [
        ("<</Direction/R2L>>", "right-to-left"), ("<</Direction/L2R>>", "left-to-right"),
        ("20 0 R", "right-to-left"), ("<</Direction 21 0 R>>", "right-to-left"), ("<</HideToolbar true>>", nil),
        ("<</Direction/Sideways>>", nil), ("<</Direction(R2L)>>", nil), ("<</Direction 5>>", nil),
        ("<</Direction 22 0 R>>", nil), ("<</Direction 77 0 R>>", nil), ("[/Direction/R2L]", nil), ("22 0 R", nil),
        ("null", nil), ("/R2L", nil),
    ]

    private static let layouts: [(written: String, said: String?)] = [
        ("/SinglePage", "single"), ("/OneColumn", "single"), ("/TwoPageLeft", "double"), ("/TwoColumnLeft", "double"),
        ("/TwoPageRight", "cover"), ("/TwoColumnRight", "cover"), ("23 0 R", "double"), ("/ThreePages", nil),
        ("(TwoPageLeft)", nil), ("/twopageleft", nil), ("22 0 R", nil), ("77 0 R", nil), ("null", nil),
        ("[/SinglePage]", nil),
    ]

    private static let starts: [(written: String, said: String?)] = [
        ("[12 0 R/Fit]", "3"), ("[10 0 R/XYZ null null null]", "1"), ("<</S/GoTo/D[11 0 R/FitH 50]>>", "2"),
        ("24 0 R", "4"),
        ("[2/Fit]", "3"), ("<</S/GoTo/D(tree)>>", "4"), ("<</S/GoTo/D/old>>", "2"), ("(tree)", "4"), ("/old", "2"),
        ("<</S/Named/N/LastPage>>", "4"), ("<</S/Named/N/FirstPage>>", "1"), ("<</D[13 0 R/Fit]>>", "4"),
        ("[99/Fit]", nil), ("[-1/Fit]", nil), ("[8 0 R/Fit]", nil), ("[7 0 R/Fit]", nil), ("[null/Fit]", nil),
        ("<</S/JavaScript/JS(this.pageNum = 2)>>", nil), ("<</S/URI/URI(https://example.org)>>", nil),
        ("<</S/GoToR/F(other.pdf)/D[2/Fit]>>", nil), ("<</S/Launch/F(x)>>", nil), ("<</S/Named/N/NextPage>>", nil),
        ("<</S/GoTo/D(unknown)>>", nil), ("<</S/GoTo/D(turning)>>", nil), ("<</S/GoTo>>", nil),
        ("<</S 5/D[11 0 R/Fit]>>", nil),
        ("22 0 R", nil), ("77 0 R", nil), ("[]", nil), ("[22 0 R/Fit]", nil), ("null", nil), ("true", nil),
    ]

    private static let objects = """
        20 0 obj <</Direction/R2L>> endobj
        21 0 obj /R2L endobj
        22 0 obj 22 0 R endobj
        23 0 obj /TwoPageLeft endobj
        24 0 obj <</S/GoTo/D[13 0 R/Fit]>> endobj
        """
    private static let names =
        "/Names<</Dests<</Names[(tree)[13 0 R/Fit](turning)<</D(turning)>>]>>>>/Dests<</old[11 0 R/Fit]>>"

    @Test func aPDFSaysFromWhichSideItIsRead() throws {
        for (written, said) in Self.directions {
            let view = try view(catalog: "/ViewerPreferences \(written)", objects: Self.objects)
            #expect(view == View(direction: said), "\(written)")
        }
    }

    @Test func aPDFSaysWhichPagesStandSideBySide() throws {
        for (written, said) in Self.layouts {
            #expect(
                try view(catalog: "/PageLayout \(written)", objects: Self.objects) == View(layout: said), "\(written)")
        }
    }

    @Test func aPDFSaysOnWhichPageItBegins() throws {
        for (written, said) in Self.starts {
            let view = try view(catalog: "/OpenAction \(written)\(Self.names)", objects: Self.objects)
            #expect(view == View(start: said), "\(written)")
        }
    }

    @Test func onePDFThatSaysNothingHasNoView() throws {
        #expect(try view(catalog: "") == View())
    }

    @Test(arguments: 1...5) func aBadValueCostsNoOtherOne(seed: UInt64) throws {
        var dice = SeededNumbers(seed: seed)
        for _ in 0..<20 {
            let direction = try #require(Self.directions.randomElement(using: &dice))
            let layout = try #require(Self.layouts.randomElement(using: &dice))
            let start = try #require(Self.starts.randomElement(using: &dice))
            let entries = [
                "/ViewerPreferences \(direction.written)", "/PageLayout \(layout.written)",
                "/OpenAction \(start.written)",
                Self.names,
            ]
            let catalog = entries.shuffled(using: &dice).joined()
            #expect(
                try view(catalog: catalog, objects: Self.objects)
                    == View(direction: direction.said, layout: layout.said, start: start.said), "\(catalog)")
        }
    }

    @Test func othersSayNothing() throws {
        for bytes in [Documents.page, Documents.xps, Documents.comic(pages: 2)] {
            #expect(try view(bytes) == View())
        }
    }
}
