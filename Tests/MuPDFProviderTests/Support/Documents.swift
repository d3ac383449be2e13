import Glibc
import ProviderTestHost
import Testing

/// A private folder that goes with its last reference.
final class TemporaryFolder {
    let path: String

    init() {
        var template = Array("/tmp/sheaf-test-XXXXXX\0".utf8CString.dropLast())
        path = mkdtemp(&template).map { String(cString: $0) } ?? "/nonexistent"
    }

    deinit {
        _ = CommandOutput.status("rm -rf '\(path)'")
    }

    /// Writes a file and returns its path.
    func write(_ name: String, _ bytes: [UInt8]) -> String {
        let file = "\(path)/\(name)"
        guard let stream = fopen(file, "w") else { return file }
        fwrite(bytes, 1, bytes.count, stream)
        fclose(stream)
        return file
    }
}

/// The documents that the tests open.
enum Documents {
    /// Debian's policy manual, some 190 pages with outline, links and page labels, which differ by release.
    static let policy = CommandOutput.of("gunzip -c /usr/share/doc/debian-policy/policy.pdf.gz")
    /// How many pages it has.
    static let pages = Int64(shown("trailer/Root/Pages/Count").filter(\.isNumber)) ?? 0
    /// Returns an object of the manual, as MuPDF's own program shows it.
    static func shown(_ object: String) -> String {
        let folder = TemporaryFolder()
        let bytes = CommandOutput.of("mutool show '\(folder.write("policy.pdf", policy))' \(object)")
        return String(decoding: bytes, as: UTF8.self)
    }
    /// Debian's policy manual as HTML, all of its chapters in one: text that is laid out when it is opened.
    static let manual = CommandOutput.of("cat /usr/share/doc/debian-policy/policy.html/ch-*.html")

    /// A PDF of one page, 200 by 100 points, with this content. Its xref table is left out: MuPDF makes its own.
    static func pdf(
        content: String, resources: String = "<<>>", page: String = "", objects: String = "", catalog: String = ""
    ) -> [UInt8] {
        Array(
            """
            %PDF-1.7
            1 0 obj <</Type/Catalog/Pages 2 0 R \(catalog)>> endobj
            2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
            3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 4 0 R/Resources \(resources) \(page)>> endobj
            4 0 obj <</Length \(content.utf8.count)>> stream
            \(content)
            endstream endobj
            \(objects)
            trailer <</Root 1 0 R>>
            %%EOF

            """.utf8)
    }

    /// A PDF whose page takes about for ever: forms that draw each other ten times, eight deep.
    static let endless: [UInt8] = {
        let names = (0..<8).map { "/F\($0) \(10 + $0) 0 R" }.joined()
        let forms = (0..<8).map { level in
            let content =
                level == 0
                ? "0 0 m 200 100 l S" : Array(repeating: "/F\(level - 1) Do", count: 10).joined(separator: " ")
            return """
                \(10 + level) 0 obj <</Type/XObject/Subtype/Form/BBox[0 0 200 100]/Resources <</XObject <<\(names)>>>>\
                /Length \(content.utf8.count)>> stream
                \(content)
                endstream endobj
                """
        }
        return pdf(
            content: "/F7 Do", resources: "<</XObject <<\(names)>>>>", objects: forms.joined(separator: "\n"))
    }()

    /// A page of the web, with a picture that is not to be had.
    static let page = Array(
        ("<!DOCTYPE html>\n<html><head><title>On pages</title></head><body><h1>On pages</h1><img src=\"x.png\">"
            + (0..<300).map { "<p>The paragraph \($0) says what a paragraph says, and no more than that.</p>" }.joined()
            + "</body></html>").utf8)

    /// A comic of so many pages, each an image of one colour.
    static func comic(pages: Int, width: Int = 60, height: Int = 40) -> [UInt8] {
        Book.archive(
            (1...pages).map { page in
                let pixels = (0..<width * height).flatMap { _ -> [UInt8] in [UInt8(page), 0x80, 0xff] }
                return ("page\(page).ppm", Array("P6\n\(width) \(height)\n255\n".utf8) + pixels)
            })
    }

    /// An XPS document of one page of 96 by 48 units, which are 72 by 36 points.
    static let xps: [UInt8] = {
        let root = "http://schemas.microsoft.com/xps/2005/06"
        return Book.archive(
            [
                (
                    "[Content_Types].xml",
                    "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\"/>"
                ),
                (
                    "_rels/.rels",
                    """
                    <Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship
                    Type="\(root)/fixedrepresentation" Target="/FixedDocSeq.fdseq" Id="R0"/></Relationships>
                    """
                ),
                (
                    "FixedDocSeq.fdseq",
                    "<FixedDocumentSequence xmlns=\"\(root)\"><DocumentReference Source=\"/1.fdoc\"/></FixedDocumentSequence>"
                ),
                (
                    "1.fdoc",
                    """
                    <FixedDocument xmlns="\(root)"><PageContent Source="/1.fpage" Width="96" Height="48"/></FixedDocument>
                    """
                ),
                (
                    "1.fpage",
                    """
                    <FixedPage xmlns="\(root)" Width="96" Height="48" xml:lang="en"><Path Data="M 0,0 L 48,0 48,48 0,48 z"
                    Fill="#ff0000"/></FixedPage>
                    """
                ),
            ].map { ($0.0, Array($0.1.utf8)) })
    }()
}

/// A document as the argument of a test: the test's name shows its name, not its bytes.
struct Sample: CustomTestStringConvertible, Sendable {
    let name: String
    let bytes: [UInt8]

    init(_ name: String, _ bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }

    var testDescription: String { name }
}
