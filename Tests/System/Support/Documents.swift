import Foundation
import SheafInterface
import SheafOS
import TestSupport
import Testing
import Varlink

/// Real documents.
enum Documents {
    /// The manual of Debian's policy as PDF, unpacked once: some 190 pages, which differ by release.
    static let policy: Result<String, any Error> = Result {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sheaf-documents-\(getuid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appendingPathComponent("policy.pdf")
        let unpacked = try Command.run("/bin/gzip", ["-dc", "/usr/share/doc/debian-policy/policy.pdf.gz"])
        try unpacked.output.write(to: file, options: .atomic)
        return file.path
    }

    /// How many pages it has, as MuPDF's own program counts them.
    static let pages: Int = (try? Mutool.pageCount(of: policy.get())) ?? 0

    /// The manual of Debian's policy as EPUB.
    static let policyEPUB = "/usr/share/doc/debian-policy/policy.epub"

    /// A PDF of so many pages, 200 by 300 points, whose page `n` is the object 10 + n and says "page n".
    ///
    /// - Parameters:
    ///   - catalog: more entries of its catalog.
    ///   - sizeless: indexes of pages that have no size, so that they can't be had.
    static func pdf(pages: Int = 5, catalog: String = "", sizeless: Set<Int> = []) -> Data {
        let kids = (0..<pages).map { "\(10 + $0) 0 R" }.joined(separator: " ")
        let font = "<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>"
        let objects = (0..<pages).flatMap { page in
            let unit = sizeless.contains(page) ? "/UserUnit 300000000000000000000000000000000000000.0" : ""
            let content = "BT /F 24 Tf 40 150 Td (page \(page + 1)) Tj ET"
            return [
                "\(10 + page) 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 200 300]\(unit)/Resources \(font)/Contents \(500 + page) 0 R>>",
                "endobj \(500 + page) 0 obj <</Length \(content.utf8.count)>> stream", content, "endstream endobj",
            ]
        }
        let all =
            ["%PDF-1.7", "1 0 obj <</Type/Catalog/Pages 2 0 R\(catalog)>> endobj"]
            + ["2 0 obj <</Type/Pages/Kids[\(kids)]/Count \(pages)>> endobj"] + objects
            + ["trailer <</Root 1 0 R>>", "%%EOF", ""]
        return Data(all.joined(separator: "\n").utf8)
    }

    /// Writes a book of three chapters, a page each, which is read from the right and whose lines run vertically.
    static func writeVerticalBook(to file: String) throws {
        let chapter =
            #"<html><head><style>html{writing-mode:vertical-rl}</style></head><body><p>吾輩は猫である。</p></body></html>"#
        let script = """
            import sys, zipfile
            package = '<package><manifest>%s</manifest><spine page-progression-direction="rtl">%s</spine></package>' % (
                "".join(f'<item id="c{n}" href="{n}.xhtml" media-type="application/xhtml+xml"/>' for n in range(3)),
                "".join(f'<itemref idref="c{n}"/>' for n in range(3)))
            with zipfile.ZipFile(sys.argv[1], "w") as book:
                book.writestr("mimetype", "application/epub+zip")
                book.writestr("META-INF/container.xml", '<container><rootfiles><rootfile full-path="b.opf"/></rootfiles></container>')
                book.writestr("b.opf", package)
                for n in range(3): book.writestr(f"{n}.xhtml", sys.argv[2])
            """
        let made = try Command.run("/usr/bin/python3", ["-c", script, file, chapter])
        guard made.status == 0 else { throw TestFailure("no book could be written: \(made.errors)") }
    }

    /// Writes a comic of four pages that is read from the right.
    static func writeManga(to file: String) throws {
        let made = try Command.run(
            "/bin/sh",
            [
                "-c",
                """
                folder=$(mktemp -d) && cd "$folder" || exit
                for n in 1 2 3 4; do vips gaussnoise $n.v 600 900 --mean 200 --sigma $n && vips cast $n.v $n.png uchar; done
                echo '<ComicInfo><Title>Manga</Title><Manga>YesAndRightToLeft</Manga></ComicInfo>' >ComicInfo.xml
                zip -q '\(file)' ?.png ComicInfo.xml
                status=$?
                rm -r "$folder"
                exit $status
                """,
            ], environment: ["VIPS_NOVECTOR": "1"])
        guard made.status == 0 else { throw TestFailure("no comic could be written: \(made.errors)") }
    }
}

/// A page with its bytes.
struct HandedPage {
    let page: ReaderInterface.Page
    let bytes: [UInt8]
    let seals: UInt32?

    init(_ page: ReaderInterface.Page, _ descriptors: VarlinkDescriptors) throws {
        self.page = page
        if let index = page.fileDescriptor {
            guard let memory = descriptors.take(at: index) else { throw TestFailure("no descriptor \(index)") }
            seals = try Memfd.seals(of: memory.number)
            let mapping = try SharedMemory(mappingSealed: memory.number, size: page.size)
            let all = mapping.withBytes { span in span.withUnsafeBytes { Array($0) } }
            bytes = Array(all.dropFirst(page.offset ?? 0))
        } else {
            seals = nil
            bytes = page.data.flatMap { Base64.decode($0) } ?? []
        }
    }

    /// Whether its pixels have these values of red, green and blue, row by row.
    func shows(rgb: [UInt8]) -> Bool {
        guard rgb.count == page.width * page.height * 3 else { return false }
        return rgb.withUnsafeBufferPointer { rgb in
            bytes.withUnsafeBufferPointer { bytes in
                var next = 0
                for row in 0..<page.height {
                    var place = row * page.stride
                    for _ in 0..<page.width {
                        guard bytes[place + 2] == rgb[next], bytes[place + 1] == rgb[next + 1],
                            bytes[place] == rgb[next + 2], bytes[place + 3] == 255
                        else { return false }
                        place += 4
                        next += 3
                    }
                }
                return true
            }
        }
    }
}
