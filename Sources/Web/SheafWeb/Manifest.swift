import SheafInterface
import Varlink

/// A document as the IIIF Presentation API 3.0 describes it: its pages as canvases, what it says of itself, and its table of contents.
struct Manifest {
    /// How many pages one has; those behind are left out.
    static let pagesLimit = 10_000
    /// How many pages the beginning of one has, where it does not ask to begin behind them; of one that begins behind the other number, which is
    /// what the page server lists at once, all are told.
    static let (beginning, longestBeginning) = (16, 256)
    /// The number of the form that manifests have: one of an earlier form, which somebody has kept, is asked for again.
    static let form = 3
    /// The longer side of a thumbnail, in pixels.
    static let thumbnail = 200

    struct Page {
        let index: Int
        let label: String?
        let image: PageImage
    }

    /// The URL that everything of this server begins with.
    let base: String
    let document: LibraryDocument
    /// Which bytes it has.
    let version: String
    let title: String
    let metadata: [DocumentInterface.MetadataEntry]
    let pages: [Page]
    let outline: [DocumentInterface.OutlineEntry]
    let limit: ImageLimit
    /// Whether its pages may have text.
    let hasText: Bool
    /// Whether it has all pages and the table of contents; else it is the beginning, which needs no more of a text to be laid out.
    let isWhole: Bool

    private var texts: TextAnnotations { TextAnnotations(base: base, document: document) }

    private var id: String { "\(base)/iiif/presentation/3/\(document.name)" }

    var json: JSONTree {
        let start: JSONTree = [
            "@context": "http://iiif.io/api/presentation/3/context.json",
            "id": .string(id + (isWhole ? "/manifest.json" : "/beginning.json")), "type": "Manifest",
            "label": Self.text(title),
        ]
        let ranges = ranges
        return
            start
            .with("partOf", isWhole ? nil : [["id": .string(id + "/manifest.json"), "type": "Manifest"]])
            .with("metadata", metadataEntries.isEmpty ? nil : .array(metadataEntries))
            .with(
                "summary",
                metadata.first { $0.key == "description" && !$0.value.isEmpty }.map { Self.plain($0.value) }
                    .map(Self.text)
            )
            .with("viewingDirection", .string(isRightToLeft ? "right-to-left" : "left-to-right"))
            .with("behavior", isPaged ? ["paged"] : ["individuals"])
            .with("start", firstPage.map { ["id": .string(canvasID($0.index)), "type": "Canvas"] })
            .with("thumbnail", pages.first.map { [thumbnail(of: $0)] })
            .with("items", .array(pages.map(canvas)))
            .with("structures", ranges.isEmpty ? nil : .array(ranges))
            .with(
                "service", hasText ? [["id": .string(texts.searchURL), "type": "SearchService2"]] : nil)
    }

    // MARK: How it asks to be seen at first

    private func value(_ key: String) -> String? { metadata.first { $0.key == key }?.value }

    private var isRightToLeft: Bool { value("reading-direction") == "right-to-left" }

    /// Whether pages may stand side by side.
    private var isPaged: Bool { pages.count > 1 && value("page-layout") != "single" }

    /// Whether a page stands alone where others stand side by side.
    private func isAlone(_ page: Page) -> Bool {
        guard isPaged, value("wide-pages") == "alone" else { return false }
        let isMarked = value("double-pages")?.split(separator: " ").contains { Int($0) == page.index + 1 } ?? false
        return isMarked || page.image.width > page.image.height
    }

    /// The page to begin with; nil where it says none that is there.
    private var firstPage: Page? {
        guard let number = value("start-page").flatMap({ Int($0) }), 1...max(pages.count, 1) ~= number else {
            return nil
        }
        return pages.first { $0.index == number - 1 }
    }

    // MARK: Metadata

    private static let labels: KeyValuePairs<String, String> = [
        "title": "Title", "creator": "Creator", "contributor": "Contributor", "subject": "Subject",
        "publisher": "Publisher",
        "date": "Date", "language": "Language", "rights": "Rights", "format": "Format", "producer": "Producer",
        "created": "Created", "modified": "Modified", "page-layout": pageLayout, "writing-mode": "Writing mode",
    ]
    /// The label by which the reader in browsers finds the layout: IIIF has no name for pairs from the first page on.
    private static let pageLayout = "Page layout"

    private var metadataEntries: [JSONTree] {
        Self.labels.compactMap { key, label in
            let values = metadata.filter { $0.key == key && !$0.value.isEmpty }.map {
                JSONTree.string(Self.plain($0.value))
            }
            return values.isEmpty ? nil : ["label": ["en": [.string(label)]], "value": ["none": .array(values)]]
        }
    }

    /// A text where viewers take what begins with < and ends with > for HTML (Presentation API 3.0, 4.5).
    private static func plain(_ text: String) -> String {
        text.hasPrefix("<") && text.hasSuffix(">") ? text + " " : text
    }

    private static func text(_ text: String) -> JSONTree { ["none": [.string(text)]] }

    // MARK: Pages

    private func canvasID(_ index: Int) -> String { "\(id)/canvas/\(index + 1)" }

    private func imageID(_ page: Page) -> String { "\(base)/iiif/3/\(ImageName(document, version, page.index).text)" }

    private func service(of page: Page) -> JSONTree {
        [["id": .string(imageID(page)), "type": "ImageService3", "profile": "level2"]]
    }

    private func thumbnail(of page: Page) -> JSONTree {
        let factor = min(Double(Self.thumbnail) / Double(max(page.image.width, page.image.height)), 1)
        let width = max(Int((Double(page.image.width) * factor).rounded()), 1)
        let height = max(Int((Double(page.image.height) * factor).rounded()), 1)
        return [
            "id": .string("\(imageID(page))/full/\(width),\(height)/0/default.jpg"), "type": "Image",
            "format": "image/jpeg",
            "width": .int(width), "height": .int(height), "service": service(of: page),
        ]
    }

    private func canvas(_ page: Page) -> JSONTree {
        let canvas = canvasID(page.index)
        // What is as large as is allowed, without asking for it.
        let plan = try? ImagePlan(
            ImageRequest(["full", "max", "0", "default.jpg"], version: .three), of: page.image, within: limit)
        let size = plan?.outputSize ?? (width: page.image.width, height: page.image.height)
        let body: JSONTree = [
            "id": .string("\(imageID(page))/full/max/0/default.jpg"), "type": "Image", "format": "image/jpeg",
            "width": .int(size.width), "height": .int(size.height), "service": service(of: page),
        ]
        let tree: JSONTree = [
            "id": .string(canvas), "type": "Canvas", "label": Self.text(page.label ?? "\(page.index + 1)"),
            "width": .int(page.image.width), "height": .int(page.image.height), "thumbnail": [thumbnail(of: page)],
            "items": [
                [
                    "id": .string(canvas + "/page"), "type": "AnnotationPage",
                    "items": [
                        [
                            "id": .string(canvas + "/page/image"), "type": "Annotation", "motivation": "painting",
                            "body": body, "target": .string(canvas),
                        ]
                    ],
                ]
            ],
        ]
        return tree.with("behavior", isAlone(page) ? ["facing-pages"] : nil).with(
            "annotations", hasText ? [["id": .string(texts.textURL(of: page.index)), "type": "AnnotationPage"]] : nil)
    }

    // MARK: The table of contents

    /// The entries as a tree of ranges. One that leads to no page has only those below it, and is left out where there are none.
    private var ranges: [JSONTree] {
        var next = 0
        return ranges(atLevel: 0, from: &next)
    }

    private func ranges(atLevel level: Int, from next: inout Int) -> [JSONTree] {
        var ranges: [JSONTree] = []
        while next < outline.count, outline[next].level >= level {
            let entry = outline[next]
            next += 1
            var items: [JSONTree] = []
            if let index = entry.target?.index, index < pages.count, entry.target?.uri == nil {
                items.append(["id": .string(canvasID(pages[index].index)), "type": "Canvas"])
            }
            items += self.ranges(atLevel: level + 1, from: &next)
            guard !items.isEmpty else { continue }
            ranges.append([
                "id": .string("\(id)/range/\(entry.number + 1)"), "type": "Range",
                "label": Self.text(entry.title.isEmpty ? "\(entry.number + 1)" : entry.title), "items": .array(items),
            ])
        }
        return ranges
    }
}

/// Makes manifests of documents.
final class ManifestService {
    private let library: LibraryIndex
    private let documents: OpenDocuments
    private let contents: PageContents
    private let limit: ImageLimit

    init(library: LibraryIndex, documents: OpenDocuments, contents: PageContents, limit: ImageLimit) {
        (self.library, self.documents, self.contents, self.limit) = (library, documents, contents, limit)
    }

    /// Answers what is behind "iiif/presentation/3".
    func serve(_ request: HTTPRequest, _ parts: ArraySlice<String>, base: String) {
        guard let name = parts.first, let document = request.found(name, in: library) else {
            return request.refuse(.notFound("there is no such manifest"))
        }
        let rest = Array(parts.dropFirst())
        if rest.count == 3, rest[0] == "canvas", rest[2] == "text.json", let number = Int(rest[1]), number > 0 {
            return contents.serve(annotationsOf: number - 1, of: document, base: base, request)
        }
        guard rest == ["manifest.json"] || rest == ["beginning.json"] else {
            return request.refuse(.notFound("there is no such manifest"))
        }
        let isWhole = rest == ["manifest.json"]
        documents.version(of: document) { [self] result in
            guard let version = request.value(of: result) else { return }
            serve(request, document, version, isWhole: isWhole, base: base)
        }
    }

    private func serve(
        _ request: HTTPRequest, _ document: LibraryDocument, _ version: String, isWhole: Bool, base: String
    ) {
        let tag = EntityTag.of("\(Manifest.form) \(base) \(document.name) \(version)\(isWhole ? "" : " beginning")")
        let headers = [
            document.caching("no-cache"), ("ETag", tag), ForwardedBase.vary,
        ]
        guard !request.answerUnchanged(tag, headers) else { return }
        make(document, isWhole: isWhole, base: base) { result in
            guard let manifest = request.value(of: result) else { return }
            request.answer(HTTPResponse(.bytes(manifest.json.bytes), type: TextAnnotations.pageType, headers))
        }
    }

    private func make(
        _ document: LibraryDocument, isWhole: Bool, base: String,
        completion: @escaping (Result<Manifest, WebFailure>) -> Void
    ) {
        documents.open(document) { [self] result in
            guard let open = result.value(or: { completion(.failure($0)) }) else { return }
            let made = { [limit] (pages: [Manifest.Page], outline: [DocumentInterface.OutlineEntry], isWhole: Bool) in
                completion(
                    .success(
                        Manifest(
                            base: base, document: document, version: open.version, title: open.title,
                            metadata: open.metadata, pages: pages, outline: outline, limit: limit,
                            hasText: open.provider != "images", isWhole: isWhole)))
            }
            pages(of: open, from: 0, [], isWhole: isWhole) { [self] result in
                guard let (pages, isAll) = result.value(or: { completion(.failure($0)) }) else { return }
                guard isAll else { return made(pages, [], false) }
                outline(of: open, from: 0, []) { made(pages, $0, true) }
            }
        }
    }

    /// All pages, in parts: of a document that has to be laid out, that counts them too. Or those of the beginning, and whether they are all.
    private func pages(
        of document: OpenDocument, from first: Int, _ before: [Manifest.Page], isWhole: Bool,
        completion: @escaping (Result<([Manifest.Page], isAll: Bool), WebFailure>) -> Void
    ) {
        let start = document.metadata.first { $0.key == "start-page" }.flatMap { Int($0.value) } ?? 0
        let isWhole = isWhole || start > Manifest.longestBeginning
        let beginning = max(start, Manifest.beginning)
        documents.pages(of: document, from: first, count: isWhole ? nil : beginning) { [self] result in
            guard let (entries, next) = result.value(or: { completion(.failure($0)) }) else { return }
            let pages =
                before
                + entries.map { entry in
                    Manifest.Page(index: entry.index, label: entry.label, image: document.image(of: entry))
                }
            guard let next, next > first, pages.count < Manifest.pagesLimit else {
                return completion(.success((Array(pages.prefix(Manifest.pagesLimit)), true)))
            }
            guard isWhole else { return completion(.success((pages, false))) }
            self.pages(of: document, from: next, pages, isWhole: true, completion: completion)
        }
    }

    /// The table of contents, as far as it can be read.
    private func outline(
        of document: OpenDocument, from first: Int, _ before: [DocumentInterface.OutlineEntry],
        completion: @escaping ([DocumentInterface.OutlineEntry]) -> Void
    ) {
        documents.call(
            DocumentInterface.GetOutline.self, .init(reader: document.reader, first: first), of: document
        ) { [self] result in
            guard case .success(let reply) = result else { return completion(before) }
            let entries = before + reply.parameters.entries
            guard let next = reply.parameters.next, next > first, entries.count < Manifest.pagesLimit else {
                return completion(entries)
            }
            outline(of: document, from: next, entries, completion: completion)
        }
    }
}
