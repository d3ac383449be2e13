import SheafInterface
import Testing

@testable import SheafWeb

/// Which links of documents a browser may go to.
@Suite struct LinkAddressTests {
    @Test(
        arguments: [
            ("http://example.org/", .web, "http://example.org/"), ("HTTPS://example.org", .web, "HTTPS://example.org"),
            ("www.example.org", .web, "http://www.example.org"), ("example.org:80/x", .web, "http://example.org:80/x"),
            ("//example.org/x", .web, "http://example.org/x"), ("mailto:a@b.c", .mail, "mailto:a@b.c"),
            ("https://example.org/", nil, "https://example.org/"), ("http://example.org/x.exe", .launch, nil),
            ("http://example.org/", .unknown, nil), ("javascript:alert(1)", .script, nil),
            ("file:///etc/passwd", .file, nil),
            ("other.pdf", .document, nil), ("#name", .here, nil),
        ] as [(String, DocumentInterface.TargetKind?, String?)])
    func launchesFilesAndScriptsAreNone(uri: String, kind: DocumentInterface.TargetKind?, address: String?) {
        #expect(DocumentInterface.Target(uri: uri, kind: kind).webAddress == address)
    }
}
