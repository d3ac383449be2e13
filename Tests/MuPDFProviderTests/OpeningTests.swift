import CSheafProvider
import Glibc
import ProviderTestHost
import Testing

/// Documents of every kind, whole and damaged.
@Suite struct OpeningTests {
    private let provider: TestProvider

    init() throws {
        provider = try TestProvider("sheaf-mupdf")
    }

    private static let samples: [(Sample, UInt32)] = [
        (Sample("PDF", Documents.policy), SHEAF_PROBE_CERTAIN),
        (Sample("PDF behind an empty line", [0x0a] + Documents.policy.prefix(4000)), SHEAF_PROBE_LIKELY),
        (Sample("EPUB", Book(chapters: ["One"]).bytes), SHEAF_PROBE_NO),
        (Sample("HTML", Documents.page), SHEAF_PROBE_LIKELY),
        (Sample("XHTML", Array("\u{feff}<?xml version=\"1.0\"?>\n<HTML></HTML>".utf8)), SHEAF_PROBE_LIKELY),
        (Sample("text of HTML", Array("So an <html> tag begins".utf8)), SHEAF_PROBE_NO),
        (Sample("XPS", Documents.xps), SHEAF_PROBE_CERTAIN),
        (Sample("comic", Documents.comic(pages: 3)), SHEAF_PROBE_LIKELY),
        (Sample("start of a comic", Array(Documents.comic(pages: 3).prefix(5000))), SHEAF_PROBE_MAYBE),
        (Sample("nothing", []), SHEAF_PROBE_NO),
        (Sample("text", Array("plain text, of which there is a lot".utf8)), SHEAF_PROBE_NO),
        (
            Sample("DOCX", Book.archive([("[Content_Types].xml", []), ("word/media/image1.png", [])])),
            SHEAF_PROBE_NO
        ),
        (
            Sample("ODT", Book.archive([("mimetype", Array("application/vnd.oasis.opendocument.text".utf8))])),
            SHEAF_PROBE_NO
        ),
    ]

    @Test(arguments: samples)
    func kindIsToldByContent(sample: Sample, certainty: UInt32) throws {
        #expect(try provider.probe(sample.bytes) == certainty)
    }

    @Test func pdfIsMeasuredAndLabelled() throws {
        let document = try provider.open(Documents.policy)
        #expect(try document.count() == Documents.pages)
        let page = try document.metrics(12)
        #expect(page.width == 612 && page.height == 792)
        #expect(
            try [0, 1, 2, 3, 9, 10, Documents.pages - 1].map { try document.metrics($0).label } == [
                "1", "2", "i", "ii", "viii", "1", "\(Documents.pages - 10)",
            ])
    }

    // Without a limit of its own: it counts while the test waits for a thread, and all of them begin at once.
    @Test func labelsThatHoldThemselvesEnd() throws {
        let bytes = Documents.pdf(
            content: "",
            objects: "9 0 obj <</Kids[9 0 R 9 0 R]>> endobj 10 0 obj [<</Kids 10 0 R>><</Kids 10 0 R>>] endobj",
            catalog: "/PageLabels <</Kids[9 0 R<</Kids 10 0 R>><</Nums[0<</P(good)>>]>>]>>")
        let document = try TestProvider("sheaf-mupdf").open(bytes)
        #expect(try document.metrics(0).label == "good")
    }

    @Test func labelsHaveStylesAndPrefixes() throws {
        var bytes = Documents.pdf(content: "")
        let tree = """
            /PageLabels <</Kids[<</Nums[0 <</S/R/St 4>> 1 <</S/a/St 27/P(App. )>>]>> <</Nums[2 <</P(Cover)>> \
            3 <</S/D/P(\(String(repeating: "x", count: 100)))>>]>>]>>
            """
        bytes = Array(
            String(decoding: bytes, as: UTF8.self)
                .replacing("/Type/Catalog", with: "/Type/Catalog\(tree)")
                .replacing("/Kids[3 0 R]/Count 1", with: "/Kids[3 0 R 3 0 R 3 0 R 3 0 R]/Count 4").utf8)
        let document = try provider.open(bytes)
        let labels = try (0..<4).map { try document.metrics($0).label }
        #expect(labels == ["IV", "App. aa", "Cover", String(repeating: "x", count: 63)])
    }

    /// Labels of ten pages, of which the range from page 3 on is bad.
    @Test(arguments: [
        "2 null", "2 77 0 R", "2 5", "2", "2 (x)", "(2) <</P(z)>>", "-2 <</P(z)>>", "null <</P(z)>>",
        "77 0 R <</P(z)>>",
        "<</P(z)>>", "2 <<>>", "2 [<</P(z)>>]", "99999999999 <</P(z)>>", "2.5 <</P(z)>>",
    ])
    func aBadRangeOfLabelsCostsNoOther(range: String) throws {
        let labels = "/PageLabels <</Nums[0 <</S/r>> \(range) 5 <</S/D/St(x)/P 5>> 8 <</S 7/P(Z)/St 77 0 R>>]>>"
        let kids = String(repeating: "3 0 R ", count: 10)
        let bytes = String(decoding: Documents.pdf(content: "", catalog: labels), as: UTF8.self)
            .replacing("/Kids[3 0 R]/Count 1", with: "/Kids[\(kids)]/Count 10")
        let document = try provider.open(Array(bytes.utf8))
        let found = try (0..<10).map { try document.metrics($0).label }
        #expect(found.prefix(2) == ["i", "ii"] && found.suffix(5) == ["1", "2", "3", "Z", "Z"])
        // A range that begins there, and says nothing, is one without labels.
        #expect(found[2..<5] == ["", "", ""] || found[2..<5] == ["iii", "iv", "v"])
    }

    @Test func textIsLaidOutAsConfigured() throws {
        let usual = try provider.open(Documents.manual)
        #expect(try usual.metrics(0).width == 420)
        let count = try usual.count()
        #expect(count > 100)
        try provider.configure("layout-width", "600")
        try provider.configure("layout-height", "800")
        try provider.configure("layout-em", "9.5")
        let large = try provider.open(Documents.manual)
        let page = try large.metrics(0)
        #expect(page.width == 600 && page.height == 800)
        #expect(try large.count() < count)
        #expect(try usual.count() == count)
        #expect(try usual.metrics(3).width == 420)
    }

    @Test func comicAndXPSOpen() throws {
        let comic = try provider.open(Documents.comic(pages: 3))
        #expect(try comic.count() == 3)
        #expect(try comic.rendered(1)[0, 0] == [0xff, 0x80, 2, 0xff])
        let xps = try provider.open(Documents.xps)
        let page = try xps.metrics(0)
        #expect(page.width == 72 && page.height == 36)
        let drawn = try xps.rendered(0)
        #expect(drawn[0, 0] == [0, 0, 0xff, 0xff])
        #expect(drawn[50, 0] == [0xff, 0xff, 0xff, 0xff])
    }

    private static let refused: [(Sample, Int32, String)] = [
        (Sample("nothing", []), -EBADMSG, "the document is empty"),
        (Sample("text", Array("just text".utf8)), -ENOTSUP, "this is no PDF, XPS, HTML or CBZ"),
        (Sample("empty PDF", Array("%PDF-1.7\nnothing".utf8)), -EBADMSG, "cannot open the pdf document: "),
        (Sample("EPUB", Book(chapters: ["One"]).bytes), -ENOTSUP, "this is no PDF, XPS, HTML or CBZ"),
    ]

    @Test(arguments: refused)
    func whatIsNoDocumentIsRefused(sample: Sample, code: Int32, text: String) throws {
        let failure = #expect(throws: TestProvider.Failure.self) { _ = try provider.open(sample.bytes) }
        #expect(failure?.code == code)
        #expect(failure?.text?.hasPrefix(text) == true, "\(failure?.text ?? "no text")")
    }

    private static let lockedBytes: [UInt8] = {
        let folder = TemporaryFolder()
        let plain = folder.write("plain.pdf", Documents.pdf(content: "0 0 100 50 re f"))
        let locked = "\(folder.path)/locked.pdf"
        #expect(CommandOutput.status("mutool clean -E aes-256 -U secret -O owner '\(plain)' '\(locked)'") == 0)
        return CommandOutput.of("cat '\(locked)'")
    }()

    @Test(arguments: [(nil, false), ("", false), ("wrong", false), ("secret", true), ("owner", true)])
    func lockedDocumentAsksForItsPassword(password: String?, opens: Bool) throws {
        let request = TestRequest(password: password)
        if opens {
            #expect(try provider.open(Self.lockedBytes, request).count() == 1)
        } else {
            let failure = #expect(throws: TestProvider.Failure.self) {
                _ = try provider.open(Self.lockedBytes, request)
            }
            #expect(failure?.code == SHEAF_PASSWORD_NEEDED)
        }
        #expect(request.hasAskedForPassword)
    }

    @Test func documentThatIsNotLockedAsksForNone() throws {
        let request = TestRequest(password: "secret")
        _ = try provider.open(Documents.pdf(content: "0 0 100 50 re f"), request)
        #expect(!request.hasAskedForPassword)
    }

    /// Whatever is left of a document is shown, or there is a sentence that says why not.
    @Test(
        arguments: [
            Sample("PDF", Documents.policy), Sample("HTML", Documents.manual), Sample("XPS", Documents.xps),
            Sample("comic", Documents.comic(pages: 9)),
        ], 0..<10)
    func truncatedDocumentFailsWithText(sample: Sample, tenth: Int) throws {
        let part = Array(sample.bytes.prefix(sample.bytes.count * tenth / 10))
        do {
            let document = try provider.open(part)
            for page in 0..<min(try document.count(), 20) { _ = try document.rendered(page, scale: 0.5) }
        } catch let failure as TestProvider.Failure {
            #expect(failure.code < 0 && failure.text?.isEmpty == false)
        }
    }

    @Test func unreadableSourceIsTold() throws {
        let document = try provider.open(Documents.policy)
        document.source.failure = EIO
        let failure = #expect(throws: TestProvider.Failure.self) { _ = try document.rendered(100) }
        #expect(failure == .init(code: -EIO, text: "cannot read the document: Input/output error"))
    }

    @Test func sourceThatShrinksIsTold() throws {
        let document = try provider.open(Documents.policy)
        document.source.bytes.removeLast(document.source.bytes.count / 2)
        let failure = #expect(throws: TestProvider.Failure.self) {
            for page in 0..<Documents.pages { _ = try document.rendered(Int64(page), scale: 0.1) }
        }
        #expect(failure?.text?.hasPrefix("the document is shorter than when it was opened") == true)
        #expect(provider.host.changes == [SHEAF_CHANGED_ALL])
    }

    @Test func refreshTellsOfANewContent() throws {
        let document = try provider.open(Documents.policy)
        try document.refresh()
        #expect(provider.host.changes.isEmpty)
        document.source.bytes[document.source.bytes.count - 10] ^= 1
        try document.refresh()
        #expect(provider.host.changes == [SHEAF_CHANGED_ALL])
    }

    @Test func warningsReachTheLogAndAreCounted() throws {
        let broken = String(repeating: "nonsense operator here ", count: 200)
        _ = try provider.open(Documents.pdf(content: broken)).rendered(0)
        let messages = provider.host.log.filter { $0.text.hasPrefix("MuPDF") }
        #expect(messages.contains { $0.level == SHEAF_LOG_WARNING })
        #expect(messages.count < 80)
    }
}
