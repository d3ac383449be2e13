import SheafInterface
import Varlink

/// Serves the content of a page to the reader: its text and its links, with their places.
final class PageContents {
    /// The most that is laid over a page: runs of text, or links.
    static let limit = 16_384

    /// A part of a list: its entries, and the number of the one behind them.
    private typealias Part = (entries: [JSONTree], next: Int?)
    /// Asks for the part of a page's list that begins with an entry.
    private typealias Listing = (
        OpenDocument, PageImage, _ index: Int, _ first: Int, @escaping (Result<Part, WebFailure>) -> Void
    ) -> Void

    private let library: LibraryIndex
    private let documents: OpenDocuments

    init(library: LibraryIndex, documents: OpenDocuments) {
        (self.library, self.documents) = (library, documents)
    }

    /// Answers with the text of the page that is called so.
    func serve(text name: String, _ request: HTTPRequest) {
        serve(name, "runs", request) { [self] document, _, index, first, completion in
            let entries = { (run: DocumentInterface.Run) -> JSONTree in
                let place: JSONTree = ["text": .string(run.text), "box": Self.box(run.place.box)]
                return place.with("carets", run.carets.map { .array($0.map(Self.points)) })
            }
            text(of: document, index, from: first, carets: true, { $0.map(entries) }, completion)
        }
    }

    /// Answers with the links of the page that is called so. Where they lead is what the document says: a URI may be anything.
    func serve(links name: String, _ request: HTTPRequest) {
        serve(name, "links", request) { [documents] document, _, index, first, completion in
            documents.call(
                DocumentInterface.GetLinks.self, .init(reader: document.reader, index: index, first: first),
                of: document
            ) { result in
                completion(result.map { ($0.parameters.links.compactMap(Self.link), $0.parameters.next) })
            }
        }
    }

    /// Answers with the text of a page as annotations of its canvas.
    func serve(
        annotationsOf index: Int, of document: LibraryDocument, base: String, _ request: HTTPRequest
    ) {
        documents.version(of: document) { [self] result in
            guard let version = request.value(of: result) else { return }
            serve(annotationsOf: index, of: document, version, base: base, request)
        }
    }

    private func serve(
        annotationsOf index: Int, of document: LibraryDocument, _ version: String, base: String, again: Bool = true,
        _ request: HTTPRequest
    ) {
        let tag = EntityTag.of("\(base) \(document.name) \(version) \(index)")
        let headers = [
            document.caching("no-cache"), ("ETag", tag), ForwardedBase.vary,
        ]
        guard !request.answerUnchanged(tag, headers) else { return }
        let annotations = TextAnnotations(base: base, document: document)
        find(index, of: document) { [self] document, image, index, first, completion in
            text(
                of: document, index, from: first, { annotations.lines($0, from: first, on: image, of: index) },
                completion)
        } completion: { [self] result in
            switch result {
            case .failure(let failure) where again && failure.isReaderGone:
                serve(annotationsOf: index, of: document, version, base: base, again: false, request)
            case .failure(let failure): request.refuse(failure)
            case .success(let (_, lines, isWhole)):
                request.answer(
                    HTTPResponse(
                        .bytes(annotations.page(index, lines).bytes), type: TextAnnotations.pageType,
                        isWhole ? headers : [("Cache-Control", "no-store")]))
            }
        }
    }

    /// Asks for the part of a page's text that begins with a run, of which `entries` makes the list.
    private func text(
        of document: OpenDocument, _ index: Int, from first: Int, carets: Bool = false,
        _ entries: @escaping ([DocumentInterface.Run]) -> [JSONTree],
        _ completion: @escaping (Result<Part, WebFailure>) -> Void
    ) {
        documents.call(
            DocumentInterface.GetText.self,
            .init(reader: document.reader, index: index, carets: carets ? true : nil, first: first), of: document
        ) { completion($0.map { (entries($0.parameters.runs), $0.parameters.next) }) }
    }

    /// A link as the reader takes it; nil of one that a browser may not follow.
    private static func link(_ link: DocumentInterface.Link) -> JSONTree? {
        let place = ["box": box(link.place.box)] as JSONTree
        if let index = link.target?.index {
            return place.with("page", .int(index + 1)).with("y", link.target?.y.map { .double($0) })
        }
        // Documents come and go: which one an address means is looked up when the link is followed.
        if link.target?.kind == .document { return link.target?.uri.map { place.with("document", .string($0)) } }
        return link.target?.webAddress.map { place.with("uri", .string($0)) }
    }

    /// A box of a page, in points.
    static func box(_ box: DocumentInterface.Box) -> JSONTree {
        .array([box.x0, box.y0, box.x1, box.y1].map(points))
    }

    private static func points(_ length: Double) -> JSONTree { .double((length * 100).rounded() / 100) }

    // MARK: Lists

    private func serve(_ name: String, _ field: String, _ request: HTTPRequest, _ list: @escaping Listing) {
        guard let page = ImageName(name), page.version != nil, let document = request.found(page.document, in: library)
        else { return request.refuse(.notFound("there is no such page")) }
        documents.version(of: document) { [self] result in
            switch result {
            case .failure(let failure): request.refuse(failure)
            case .success(page.version): serve(page, of: document, field, request, list)
            case .success: request.refuse(.notFound("there is no such page"))
            }
        }
    }

    private func serve(
        _ page: ImageName, of document: LibraryDocument, _ field: String, _ request: HTTPRequest, again: Bool = true,
        _ list: @escaping Listing
    ) {
        find(page.index, of: document, list) { [self] result in
            switch result {
            case .failure(let failure) where again && failure.isReaderGone:
                serve(page, of: document, field, request, again: false, list)
            case .failure(let failure): request.refuse(failure)
            case .success(let (image, entries, isWhole)):
                guard document.isCurrent else {
                    return request.refuse(.notFound("the document has changed"))
                }
                let text: JSONTree = [
                    "width": .double(image.points.width), "height": .double(image.points.height),
                    field: .array(entries),
                ]
                request.answer(text, [document.caching(isWhole ? ImageService.immutable : "no-store")])
            }
        }
    }

    private func find(
        _ index: Int, of document: LibraryDocument, _ list: @escaping Listing,
        completion: @escaping (Result<(PageImage, [JSONTree], isWhole: Bool), WebFailure>) -> Void
    ) {
        documents.open(document) { [documents] result in
            guard let open = result.value(or: { completion(.failure($0)) }) else { return }
            documents.image(of: index, in: open) { result in
                guard let image = result.value(or: { completion(.failure($0)) }) else { return }
                Self.collect(list, open, image, index, from: 0, []) { result in
                    completion(result.map { (image, $0.entries, $0.isWhole) })
                }
            }
        }
    }

    /// Asks for a list part by part. What can't be read is left out.
    private static func collect(
        _ list: @escaping Listing, _ document: OpenDocument, _ image: PageImage, _ index: Int, from first: Int,
        _ before: [JSONTree],
        completion: @escaping (Result<(entries: [JSONTree], isWhole: Bool), WebFailure>) -> Void
    ) {
        list(document, image, index, first) { result in
            switch result {
            case .failure(let failure) where failure.isOfDocument: completion(.success((before, false)))
            case .failure(let failure): completion(.failure(failure))
            case .success(let part):
                let entries = before + part.entries
                guard let next = part.next, next > first, next < limit else {
                    return completion(.success((entries, true)))
                }
                collect(list, document, image, index, from: next, entries, completion: completion)
            }
        }
    }
}

extension DocumentInterface.Target {
    /// The address to which a browser may go: with a scheme, which "www.example.org" has not. Nil for launches, files, scripts and what
    /// is unknown, whatever they are called.
    var webAddress: String? {
        guard let uri, kind == nil || kind == .web || kind == .mail else { return nil }
        let hasScheme = ["http:", "https:", "ftp:"].contains { uri.lowercased().hasPrefix($0) }
        guard kind == .web, !hasScheme else { return uri }
        return uri.hasPrefix("//") ? "http:\(uri)" : "http://\(uri)"
    }
}
