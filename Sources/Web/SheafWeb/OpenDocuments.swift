import SheafInterface
import SheafOS
import Varlink

/// A document of the library that the service has open for this program: one reader, which shows nothing and is asked for pages in
/// viewports of their own.
final class OpenDocument {
    let document: LibraryDocument
    let reader: String
    let provider: String
    let title: String
    /// Which bytes it has, as URLs say it; empty as long as the service reads it for that.
    fileprivate(set) var version = ""
    fileprivate(set) var metadata: [DocumentInterface.MetadataEntry] = []
    /// By index.
    fileprivate var pages: [Int: PageImage] = [:]
    fileprivate var lastUse: UInt64 = 0

    fileprivate init(_ document: LibraryDocument, _ state: ReaderInterface.State) {
        self.document = document
        reader = state.reader
        provider = state.document.provider
        title = state.document.title ?? document.title
    }

    /// Returns the image of a page in what is called its full size.
    func image(of page: DocumentInterface.PageEntry) -> PageImage {
        let points = (width: max(page.width, 1), height: max(page.height, 1))
        return PageImage(points: points, scale: scale(points))
    }

    /// The scale of the full size: of an image every pixel is a pixel, as far as its provider tells; pages of paper
    /// have 300 in an inch.
    private func scale(_ points: (width: Double, height: Double)) -> Double {
        guard provider == "images" else { return Self.paperScale }
        let width = metadata.first { $0.key == "width" }.flatMap { Int($0.value) }
        let height = metadata.first { $0.key == "height" }.flatMap { Int($0.value) }
        if let width, let height, width > 0, height > 0 {
            // The size in the metadata is that of the image as it is shown.
            let scale = Double(width) / points.width
            if PageImage.pixels(points.width, scale) == width, abs(PageImage.pixels(points.height, scale) - height) <= 1
            {
                return scale
            }
        }
        // Of images in an archive only the points are known. One that names no resolution has a pixel for each.
        return max(points.width, points.height) > Self.largestPaper ? 1 : Self.paperScale
    }

    private static let paperScale = 300.0 / 72
    /// The longer side of what may be paper, in points: 18 inches.
    private static let largestPaper = 1_296.0
}

/// The documents that are open, and what was learnt of them. What nobody asks for goes when there are too many.
final class OpenDocuments {
    /// How many are open at once.
    static let limit = 64

    /// A document in one of its looks, in a state of its file.
    private struct Key: Hashable {
        let name: String
        let state: FileStatus
        /// The password that it was opened with: sessions that gave another, or none, do not see it.
        let password: String?

        init(_ document: LibraryDocument) {
            (name, state, password) = (document.name, document.state, document.password)
        }
    }

    private let service: ServiceConnections
    private let versions: DocumentVersions
    /// The open documents, also those whose version the service still reads: callers were told to ask again.
    private var open: [Key: OpenDocument] = [:]
    private var opening: [Key: [(Result<OpenDocument, WebFailure>) -> Void]] = [:]

    init(service: ServiceConnections, versions: DocumentVersions) {
        (self.service, self.versions) = (service, versions)
    }

    /// How many are open.
    var count: Int { open.count }

    /// Opens a document, in the state that its file has, unless it is open already.
    func open(_ document: LibraryDocument, completion: @escaping (Result<OpenDocument, WebFailure>) -> Void) {
        // A provider of plain text would show a blank page.
        guard document.state.size > 0 else {
            return completion(.failure(.unreadable("the file is empty")))
        }
        let key = Key(document)
        if let known = open[key], !known.version.isEmpty {
            known.lastUse = EventLoop.now
            return completion(.success(known))
        }
        opening[key, default: []].append(completion)
        guard opening[key]?.count == 1 else { return }
        if let unread = open.removeValue(forKey: key) { learnVersion(of: unread, key) } else { begin(document, key) }
    }

    /// The version of a document: at once where it is known, else the document is opened. A document whose version is known need not be open.
    func version(of document: LibraryDocument, completion: @escaping (Result<String, WebFailure>) -> Void) {
        if let known = versions.known(of: document) { return completion(.success(known)) }
        open(document) { completion($0.map(\.version)) }
    }

    private func begin(_ document: LibraryDocument, _ key: Key, again: Bool = true) {
        var parameters = document.opening(in: .init(width: 1, height: 1))
        let files = document.name(in: &parameters)
        service.call(ReaderInterface.Open.self, parameters, descriptors: files) { [self] result in
            switch result {
            case .failure(let failure): finish(key, .failure(WebFailure(failure)))
            case .success(let reply):
                learnVersion(of: OpenDocument(document, reply.parameters.state), key, again: again)
            }
        }
    }

    private func learnVersion(of document: OpenDocument, _ key: Key, again: Bool = true) {
        versions.learn(of: document.document, document.reader) { [self] result in
            switch result {
            // The service was started anew in between.
            case .failure(.declared(let failure)) where again && failure.isReaderGone:
                begin(document.document, key, again: false)
            case .failure(.timedOut):
                // With its reader it stays open, and is read on: who asks again waits for the rest only.
                keep(document, key)
                finish(key, .failure(WebFailure(503, "the document is large, and is being read: ask again")))
            case .failure(let failure): drop(document, key, WebFailure(failure))
            case .success(let version):
                document.version = version
                learn(document, key)
            }
        }
    }

    /// Asks what it says of itself.
    private func learn(_ document: OpenDocument, _ key: Key) {
        service.call(DocumentInterface.GetMetadata.self, .init(reader: document.reader)) { [self] result in
            // What can't be told is left out.
            if case .success(let reply) = result { document.metadata = reply.parameters.entries }
            // What was opened may be another state of the file than the one that was looked at.
            guard document.document.isCurrent else {
                return drop(document, key, WebFailure(503, "the document has changed meanwhile"))
            }
            finish(key, .success(document))
        }
    }

    private func drop(_ document: OpenDocument, _ key: Key, _ failure: WebFailure) {
        closeReader(of: document)
        finish(key, .failure(failure))
    }

    private func finish(_ key: Key, _ result: Result<OpenDocument, WebFailure>) {
        if case .success(let document) = result { keep(document, key) }
        for completion in opening.removeValue(forKey: key) ?? [] { completion(result) }
    }

    private func keep(_ document: OpenDocument, _ key: Key) {
        document.lastUse = EventLoop.now
        open[key] = document
        makeRoom()
    }

    private func makeRoom() {
        while open.count > Self.limit, let oldest = open.min(by: { $0.value.lastUse < $1.value.lastUse }) {
            close(oldest.value)
        }
    }

    /// Lets go of a document: it is opened anew when it is asked for.
    func close(_ document: OpenDocument) {
        let key = Key(document.document)
        guard open[key] === document else { return }
        open[key] = nil
        closeReader(of: document)
    }

    private func closeReader(of document: OpenDocument) {
        service.giveBack(ReaderInterface.Close.self, .init(reader: document.reader))
    }

    /// The full size of a page.
    func image(
        of index: Int, in document: OpenDocument, completion: @escaping (Result<PageImage, WebFailure>) -> Void
    ) {
        if let known = document.pages[index] { return completion(.success(known)) }
        pages(of: document, from: index, count: 1) { result in
            completion(
                result.flatMap { pages, _ in
                    guard let image = document.pages[index], !pages.isEmpty else {
                        return .failure(.notFound("there is no page \(index + 1)"))
                    }
                    return .success(image)
                })
        }
    }

    /// Pages from an index on, and the index behind them; nil where there is none.
    func pages(
        of document: OpenDocument, from first: Int, count: Int? = nil,
        completion: @escaping (Result<([DocumentInterface.PageEntry], next: Int?), WebFailure>) -> Void
    ) {
        let parameters = DocumentInterface.GetPagesParameters(reader: document.reader, first: first, count: count)
        call(DocumentInterface.GetPages.self, parameters, of: document) { result in
            completion(
                result.map { reply in
                    for page in reply.parameters.entries { document.pages[page.index] = document.image(of: page) }
                    return (reply.parameters.entries, reply.parameters.next)
                })
        }
    }

    /// Calls something of a document. One whose reader is gone is let go of, so that it is opened anew.
    func call<Method: VarlinkMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters, of document: OpenDocument,
        completion: @escaping (Result<VarlinkReply<Method.Reply>, WebFailure>) -> Void
    ) where Method.Failure: WebFailing {
        service.call(method, parameters) { [self] result in
            if case .failure(.declared(let failure)) = result, failure.isReaderGone { close(document) }
            completion(result.mapError { WebFailure($0) })
        }
    }
}

/// Errors of the service's interfaces as whoever asks over HTTP is told them.
protocol WebFailing: VarlinkFailure {
    var web: WebFailure { get }
}

extension WebFailing {
    /// Whether the reader is not there any more.
    var isReaderGone: Bool { web.isReaderGone }
}

extension WebFailure {
    init<Declared: WebFailing>(_ failure: ServiceConnections.Failure<Declared>) {
        switch failure {
        case .declared(let declared): self = declared.web
        case .busy: self.init(503, "too many pages are asked for at once")
        case .timedOut: self.init(504, "the page took too long")
        case .unreachable: self.init(503, "the page server can't be reached")
        }
    }

    /// Whether the same is to be asked again of the document, which is opened anew.
    var isReaderGone: Bool { self == .readerGone }

    /// Whether it lies with the document: its provider can't do this, or can't read it.
    var isOfDocument: Bool { status == 502 }

    /// A reader that has gone is opened anew by who asks again.
    static let readerGone = WebFailure(503, "the document has to be opened again")
}

extension ReaderInterface.Failure: WebFailing {
    var web: WebFailure {
        switch self {
        case .noSuchReader: .readerGone
        case .noSuchPage, .empty: .notFound("there is no such page")
        case .notADocument(let reason), .documentFailed(let reason): .unreadable(reason)
        // Reasons of these may say where the file is.
        case .pathRefused, .notAFile: .unreadable("the page server may not read the file, or it is not there")
        case .remoteDocument: .unreadable("the page server reads nothing on network file systems, where it is")
        case .unknownProvider: .unreadable("no provider of the page server opens such files")
        case .passwordNeeded(let isWrong):
            WebFailure(
                423, isWrong ? "the password does not open the document" : "the document is locked by a password")
        case .pageTooLarge(_, let limit): WebFailure(400, "the image would have more than \(limit) bytes")
        case .invalidRegion, .invalidViewport: WebFailure(400, "the image is out of range")
        case .limitReached, .serviceOverloaded, .superseded: WebFailure(503, "the page server has too much to do")
        case .pageFailed(_, let reason): WebFailure(502, "the page can't be rendered: \(reason)")
        default: WebFailure(502, "the page server refuses this: \(errorName)")
        }
    }
}

extension DocumentInterface.Failure: WebFailing {
    var web: WebFailure {
        switch self {
        case .noSuchReader: .readerGone
        case .noSuchPage, .empty, .invalidRange: .notFound("there is no such page")
        case .limitReached, .serviceOverloaded, .superseded: WebFailure(503, "the page server has too much to do")
        case .invalidNeedle: WebFailure(400, "there is nothing to search for, or it is too long")
        default: WebFailure(502, "the document can't be read: \(errorName)")
        }
    }
}
