import CSheafProvider

/// The target of an entry or a link as a PDF writes it, and the page, kind and URI to be reported.
struct TargetCase {
    /// The entries of its dictionary: "/Dest[10 0 R/Fit]".
    let written: String
    let page: Int64
    /// Nil: nothing is said of where it leads.
    let kind: String?
    let uri: String?

    init(_ written: String, page: Int64 = SHEAF_NO_PAGE, _ kind: String?, _ uri: String? = nil) {
        (self.written, self.page, self.kind, self.uri) = (written, page, kind, uri)
    }
}

/// The fields of an item that say where it leads, to compare them.
struct Led: Equatable, CustomStringConvertible {
    let page: Int64
    let kind, uri: String?

    init(_ item: TestRequest.Item) { (page, kind, uri) = (item.page, item.key, item.uri) }
    init(_ target: TargetCase) { (page, kind, uri) = (target.page, target.kind, target.uri) }

    var description: String { "page \(page), \(kind ?? "no kind"), \(uri ?? "no uri")" }
}

/// A PDF of some pages, 200 by 100 points, with an outline, and links on its first page, that lead to the same.
///
/// Its page `n` is the object 10 + n. The object 8 is a page that was taken out, and 7 is not there.
struct TargetDocument {
    static let pages = 4

    var targets: [TargetCase] = []
    /// The entries of the catalog, beside the outline.
    var catalog = ""
    /// Further objects of the PDF, with numbers from 20 to 99.
    var objects = ""

    /// An action: its entries.
    static func action(_ written: String) -> String { "/A<<\(written)>>" }

    private var pageObjects: [String] {
        let kids = (0..<Self.pages).map { "\(10 + $0) 0 R" }.joined(separator: " ")
        let links = targets.enumerated().map { number, target in
            "<</Subtype/Link/Rect[0 \(number) 9 \(number + 1)]\(target.written)>>"
        }
        let page = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]"
        return ["2 0 obj <</Type/Pages/Kids[\(kids)]/Count \(Self.pages)>> endobj", "8 0 obj \(page)>> endobj"]
            + (0..<Self.pages).map {
                "\(10 + $0) 0 obj \(page)\($0 == 0 ? "/Annots[\(links.joined(separator: "\n"))]" : "")>> endobj"
            }
    }

    private var outlineObjects: [String] {
        let entries = targets.enumerated().map { number, target in
            let next = number + 1 < targets.count ? "/Next \(101 + number) 0 R" : ""
            return "\(100 + number) 0 obj <</Title(\(number))/Parent 3 0 R\(next)\(target.written)>> endobj"
        }
        return ["3 0 obj <</First 100 0 R/Last \(99 + targets.count) 0 R/Count \(targets.count)>> endobj"] + entries
    }

    var bytes: [UInt8] {
        let all =
            ["%PDF-1.7", "1 0 obj <</Type/Catalog/Pages 2 0 R/Outlines 3 0 R\(catalog)>> endobj"] + pageObjects
            + outlineObjects + [objects, "trailer <</Root 1 0 R>>", "%%EOF", ""]
        return Array(all.joined(separator: "\n").utf8)
    }
}
