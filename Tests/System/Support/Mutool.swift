import Foundation
import TestSupport

/// A document as MuPDF's own program, mutool, reads it.
struct Mutool {
    /// An entry of the table of contents, or a link.
    struct Reference: Decodable {
        /// How deep an entry lies, from 0.
        let level: Int?
        let title: String?
        /// Left, top, right, bottom of a link, in points.
        let bounds: [Double]?
        let uri: String
        /// The target within the document: the chapter, and the page in it, from 0; nil for a target elsewhere.
        let chapter: Int?
        let page: Int?

    }

    /// A line of text in one font, its box in points, rounded.
    struct Line: Decodable {
        struct Box: Decodable {
            let x, y, w, h: Int
        }

        let bbox: Box
        let text: String
    }

    private struct Page: Decodable {
        struct Block: Decodable { let lines: [Line]? }

        let blocks: [Block]
    }

    /// Links first, then the outline; each as one line of JSON.
    private static let script = """
        var doc = Document.openDocument ? Document.openDocument(scriptArgs[0]) : new Document(scriptArgs[0]);
        function lead(item, uri) {
            item.uri = uri;
            if (!/^[a-z]+:/.test(uri)) {
                var target = doc.resolveLinkDestination ? doc.resolveLinkDestination(uri) : doc.resolveLink(uri);
                item.chapter = target.chapter;
                item.page = target.page;
            }
            return item;
        }
        function outline(list, level, all) {
            for (var i = 0; list && i < list.length; ++i) {
                all.push(lead({level: level, title: list[i].title}, list[i].uri));
                outline(list[i].down, level + 1, all);
            }
            return all;
        }
        for (var p = 0; p < doc.countPages(); ++p) {
            var links = doc.loadPage(p).getLinks(), all = [];
            for (var i = 0; i < links.length; ++i) {
                // From MuPDF 1.24 on they have functions.
                var link = links[i].getURI ? {bounds: links[i].getBounds(), uri: links[i].getURI()} : links[i];
                all.push(lead({bounds: link.bounds}, link.uri));
            }
            print(JSON.stringify(all));
        }
        print(JSON.stringify(outline(doc.loadOutline(), 0, [])));
        """

    /// An annotation as the PDF has it.
    struct Annotation: Decodable {
        let kind, text, author, modified: String
        let rect: [Double]
    }

    static func pageCount(of document: String) throws -> Int {
        let script =
            "var doc = Document.openDocument ? Document.openDocument(scriptArgs[0]) : new Document(scriptArgs[0]); print(doc.countPages());"
        let line = try run(script, on: document).first.map { String(decoding: $0, as: UTF8.self) }
        return Int(line ?? "") ?? 0
    }

    /// Returns the annotations that the objects of a PDF have, page by page.
    static func annotations(of document: String) throws -> [[Annotation]] {
        let script = """
            var doc = new PDFDocument(scriptArgs[0]);
            for (var p = 0; p < doc.countPages(); ++p) {
                var annots = doc.findPage(p).get("Annots"), all = [];
                for (var i = 0; i < annots.length; ++i) {
                    var a = annots.get(i).resolve(), rect = [];
                    for (var k = 0; k < 4; ++k) rect.push(a.get("Rect").get(k).asNumber());
                    all.push({kind: a.get("Subtype").asName(), text: a.get("Contents").asString(),
                        author: a.get("T").asString(), modified: a.get("M").asString(), rect: rect});
                }
                print(JSON.stringify(all));
            }
            """
        return try run(script, on: document).map { try JSONDecoder().decode([Annotation].self, from: $0) }
    }

    /// The lines that a script prints of a document.
    private static func run(_ script: String, on document: String) throws -> [Data] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sheaf-mutool-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("contents.js")
        try Data(script.utf8).write(to: path)
        return try Command.run("/usr/bin/mutool", ["run", path.path, document]).output.split(separator: 10)
    }

    /// Returns the text of a document, with a form feed behind each page.
    static func plainText(of document: String) throws -> String {
        try Command.run("/usr/bin/mutool", ["draw", "-q", "-F", "txt", "-o", "-", document]).text
    }

    /// The lines of each page.
    let text: [[Line]]
    /// The links of each page.
    let links: [[Reference]]
    let outline: [Reference]

    init(_ document: String) throws {
        let lists = try Self.run(Self.script, on: document).map {
            try JSONDecoder().decode([Reference].self, from: $0)
        }
        guard let outline = lists.last else { throw TestFailure("mutool says nothing of \(document)") }
        self.outline = outline
        links = Array(lists.dropLast())
        // "mutool draw" of MuPDF 1.25 has the boxes of the ink, this those of the lines.
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sheaf-mutool-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("text.json")
        _ = try Command.run("/usr/bin/mutool", ["convert", "-F", "stext.json", "-o", path.path, document])
        text = try JSONDecoder().decode([Page].self, from: Data(contentsOf: path)).map { page in
            page.blocks.flatMap { $0.lines ?? [] }
        }
    }
}
