import SheafInterface
import SheafOS
import Varlink

/// Where words stand in documents, for the reader.
final class SearchService {
    /// Places that a search finds; then it ends.
    static let matchesLimit = 200
    /// How long a search goes on, in microseconds; what it has found by then is the answer.
    static let searchTime: UInt64 = 20_000_000
    /// Searches at once, of which one client has half at most; a further one is refused.
    static let searchesLimit = 4

    private let loop: EventLoop
    private let library: LibraryIndex
    private let documents: OpenDocuments
    private let service: ServiceConnections
    private let connect: () throws(OSError) -> FileDescriptor
    private let seats = ClientShares(limit: searchesLimit, share: 2)
    private var searches: [UInt64: (search: TextSearch, seat: ClientShares.Seat)] = [:]
    private var lastSearch: UInt64 = 0

    /// - Parameter connect: makes a connection to sheafd, without waiting.
    init(
        loop: EventLoop, library: LibraryIndex, documents: OpenDocuments, service: ServiceConnections,
        connect: @escaping () throws(OSError) -> FileDescriptor
    ) {
        (self.loop, self.library, self.documents) = (loop, library, documents)
        (self.service, self.connect) = (service, connect)
    }

    /// Answers where a word stands in a document, for the reader: all of it at once, or as it is found.
    func serve(_ name: String, for needle: String?, _ request: HTTPRequest, by holder: ClientShares.Holder) {
        let takesLines = request.headers("Accept").contains { $0.lowercased().includes("application/x-ndjson") }
        if request.method == "GET", takesLines {
            let lines = SearchLines(request)
            search(name, for: needle, request, by: holder, lines: lines) { _, found in
                lines.end(isComplete: found.isComplete)
            }
            return
        }
        search(name, for: needle, request, by: holder) { _, found in
            request.answer(
                HTTPResponse(.bytes(found.json.bytes), type: "application/json", [("Cache-Control", "no-store")]))
        }
    }

    /// Answers a search as the Content Search API 2.0 has it.
    ///
    /// - Parameter query: what the request asks for.
    func serve(
        contentSearch name: String, query: [String: String], base: String, _ request: HTTPRequest,
        by holder: ClientShares.Holder
    ) {
        let ignored = query.keys.filter { $0 != "q" }.sorted()
        search(name, for: query["q"], request, by: holder) { [documents] document, found in
            documents.open(document) { [self] result in
                guard let open = request.value(of: result) else { return }
                let pages = Set(found.matches.map(\.match.index)).sorted()
                images(of: pages[...], in: open, [:]) { images in
                    let results = TextAnnotations(base: base, document: document).results(
                        found.matches.map(\.match), ignored: ignored, request: base + request.target,
                        images: images)
                    request.answer(
                        HTTPResponse(
                            .bytes(results.bytes), type: TextAnnotations.resultType,
                            [("Cache-Control", "no-store"), ForwardedBase.vary]))
                }
            }
        }
    }

    /// The sizes of pages, of those that have one.
    private func images(
        of pages: ArraySlice<Int>, in document: OpenDocument, _ known: [Int: PageImage],
        completion: @escaping ([Int: PageImage]) -> Void
    ) {
        guard let index = pages.first else { return completion(known) }
        documents.image(of: index, in: document) { [self] result in
            var known = known
            known[index] = try? result.get()
            images(of: pages.dropFirst(), in: document, known, completion: completion)
        }
    }

    private func search(
        _ name: String, for needle: String?, _ request: HTTPRequest, by holder: ClientShares.Holder,
        lines: SearchLines? = nil, completion: @escaping (LibraryDocument, SearchFinding) -> Void
    ) {
        guard let document = request.document(name, in: library) else { return }
        guard let needle, 1...1_024 ~= needle.utf8.count else {
            return request.answer(HTTPResponse(400, "what to search for (q) has 1 to 1024 bytes"))
        }
        guard let seat = seats.take(for: holder) else {
            let others = seats.isAtItsShare(holder) ? "this client is" : "others are"
            return request.refuse(WebFailure(503, "\(others) searching: try again"))
        }
        lastSearch += 1
        let number = lastSearch
        do throws(OSError) {
            let search = try TextSearch(
                document, for: needle, on: loop, lines: lines, connect: connect,
                giveBack: { [service] in service.giveBack(ReaderInterface.Close.self, .init(reader: $0)) }
            ) { [weak self] result in
                self?.searches[number] = nil
                if case .failure(let failure) = result, let lines, lines.areBegun { return lines.fail(failure) }
                if let found = request.value(of: result) { completion(document, found) }
            }
            searches[number] = (search, seat)
            lines?.whenGone { [weak search] in search?.stop() }
        } catch {
            request.refuse(WebFailure(503, "the page server can't be reached"))
        }
    }
}

/// The matches that a search has found.
private struct SearchFinding {
    /// With the size of the page, in points.
    var matches: [(match: TextAnnotations.Match, width: Int, height: Int)] = []
    /// Whether that is all.
    var isComplete = false

    /// The matches as JSON for the reader.
    var json: JSONTree {
        ["matches": .array(matches.map { Self.json($0, width: $1, height: $2) }), "complete": .bool(isComplete)]
    }

    static func json(_ match: TextAnnotations.Match, width: Int, height: Int) -> JSONTree {
        let json: JSONTree = [
            "page": .int(match.index + 1), "before": .string(match.before), "text": .string(match.text),
            "after": .string(match.after), "width": .int(width), "height": .int(height),
            "boxes": .array(match.boxes.map { PageContents.box($0) }),
        ]
        return json.with("rest", match.rest.isEmpty ? nil : .array(match.rest.map { PageContents.box($0) }))
    }
}

/// An answer of which each line is an object: what was found since the last one, and how far the search is.
private final class SearchLines {
    private let request: HTTPRequest
    private var gone: (() -> Void)?
    /// How many matches were told without their pages.
    private var early = 0
    private(set) var areBegun = false

    init(_ request: HTTPRequest) { self.request = request }

    /// Has something called when its client has gone.
    func whenGone(_ body: @escaping () -> Void) { gone = body }

    private func write(_ line: JSONTree) {
        if !areBegun {
            areBegun = true
            var response = HTTPResponse(.stream, type: "application/x-ndjson", [("Cache-Control", "no-store")])
            response.ended = { [weak self] in self?.gone?() }
            request.answer(response)
        }
        request.write(line.bytes + [UInt8(ascii: "\n")])
    }

    /// Writes what a reply tells.
    ///
    /// - Parameter matches: those on a page, as many as are wanted.
    func write(
        _ reply: DocumentInterface.SearchReply,
        _ matches: ArraySlice<(match: TextAnnotations.Match, width: Int, height: Int)>
    ) {
        var found: [JSONTree] = zip(matches, reply.matches).map { match, told in
            SearchFinding.json(match.match, width: match.width, height: match.height)
                .with("position", told.position.map { .int($0) })
        }
        if reply.page == nil {
            let wanted = reply.matches.prefix(max(SearchService.matchesLimit - early, 0))
            early += wanted.count
            found = wanted.map { match in
                let position = match.position ?? 0
                return [
                    "before": .string(match.before), "text": .string(match.text), "after": .string(match.after),
                    "position": .int(position), "share": .double(Double(position) / Double(max(reply.end ?? 0, 1))),
                ]
            }
        }
        write(["matches": .array(found), "searched": .int(reply.searched), "pages": .int(reply.pages.pages)])
    }

    /// Forgets what was found: the document is searched again from the beginning.
    func forget() {
        early = 0
        if areBegun { write(["again": true]) }
    }

    func fail(_ failure: WebFailure) {
        write(["error": .string(failure.reason)])
        request.endBody()
    }

    func end(isComplete: Bool) {
        write(["complete": .bool(isComplete)])
        request.endBody()
    }
}

/// One search, with a connection and a reader of its own: a reader searches for one thing at a time, and many may search a document.
///
/// Where sheafd is restarted meanwhile it is searched again from the beginning, as often as others' calls are made again.
private final class TextSearch {
    private let document: LibraryDocument
    private let needle: String
    private let loop: EventLoop
    /// The lines that tell what is found meanwhile; nil: nobody wants them.
    private let lines: SearchLines?
    private let connect: () throws(OSError) -> FileDescriptor
    private let giveBack: (_ reader: String) -> Void
    private var completion: ((Result<SearchFinding, WebFailure>) -> Void)?
    private var timer: TimerSource?
    private var retry: TimerSource?
    /// How often it was begun.
    private var attempt = 0
    private var client: VarlinkClient?
    private var reader: String?
    private var found = SearchFinding()

    /// - Parameters:
    ///   - connect: makes a connection to sheafd, without waiting.
    ///   - giveBack: closes a reader, over another connection than this one's, where that would wait for the search.
    ///   - completion: called once, never from within this call.
    init(
        _ document: LibraryDocument, for needle: String, on loop: EventLoop, lines: SearchLines?,
        connect: @escaping () throws(OSError) -> FileDescriptor, giveBack: @escaping (_ reader: String) -> Void,
        completion: @escaping (Result<SearchFinding, WebFailure>) -> Void
    ) throws(OSError) {
        (self.document, self.needle, self.loop, self.lines) = (document, needle, loop, lines)
        (self.connect, self.giveBack, self.completion) = (connect, giveBack, completion)
        timer = try loop.schedule(after: SearchService.searchTime) { [weak self] in self?.end(isComplete: false) }
        try begin()
    }

    private func begin() throws(OSError) {
        attempt += 1
        found = SearchFinding()
        lines?.forget()
        let attempt = attempt
        do throws(OSError) {
            client = try VarlinkClient(try connect(), on: loop) { [weak self] _ in self?.lose(attempt) }
        } catch { return try beginLater() }
        // A viewport of a pixel for each point: the size that a page of a match has is that in points.
        var parameters = document.opening(in: .init(width: 1, height: 1, fit: .scale, scale: 1))
        let files = document.name(in: &parameters)
        client?.call(ReaderInterface.Open.self, parameters, descriptors: files) { [weak self] result in
            switch result {
            case .success(let reply):
                self?.reader = reply.parameters.state.reader
                self?.search(in: reply.parameters.state.reader)
            case .failure(let error): self?.fail(error, attempt)
            }
        }
    }

    private func search(in reader: String) {
        let attempt = attempt
        client?.stream(
            DocumentInterface.Search.self, .init(reader: reader, needle: needle, index: 0, early: lines != nil)
        ) {
            [weak self] result in
            switch result {
            case .failure(let error): self?.fail(error, attempt)
            case .success(let reply): self?.receive(reply)
            }
        }
    }

    private func fail(_ error: VarlinkCallError<some WebFailing>, _ attempt: Int) {
        switch error {
        case .failed(let failure): finish(.failure(failure.web))
        case .connection: lose(attempt)
        case .undeclared: finish(.failure(Self.unreachable))
        }
    }

    /// The connection of an attempt has ended: nothing more comes over it.
    private func lose(_ attempt: Int) {
        guard completion != nil, attempt == self.attempt, client != nil else { return }
        dropConnection()
        do throws(OSError) { try beginLater() } catch { finish(.failure(Self.unreachable)) }
    }

    private func beginLater() throws(OSError) {
        let isLast = attempt == ServiceConnections.attempts
        retry = try loop.schedule(after: isLast ? 0 : ServiceConnections.pause(after: attempt)) { [weak self] in
            guard let self else { return }
            guard !isLast, (try? begin()) != nil else { return finish(.failure(Self.unreachable)) }
        }
    }

    private static let unreachable = WebFailure(503, "the page server can't be reached")

    /// Closes the connection, and the reader that was opened over it.
    private func dropConnection() {
        let client = client
        self.client = nil
        client?.close()
        if let reader { giveBack(reader) }
        reader = nil
    }

    private func receive(_ reply: VarlinkReply<DocumentInterface.SearchReply>) {
        guard completion != nil else { return }
        let before = found.matches.count
        if let page = reply.parameters.page {
            let room = SearchService.matchesLimit - before
            found.matches += reply.parameters.matches.prefix(room).map { match in
                (
                    .init(
                        index: page.index, before: match.before, text: match.text, after: match.after,
                        boxes: match.places.map(\.box), rest: (match.rest ?? []).map(\.box)), page.pageWidth,
                    page.pageHeight
                )
            }
        }
        lines?.write(reply.parameters, found.matches[before...])
        let isFull = found.matches.count >= SearchService.matchesLimit
        guard isFull || !reply.continues else { return }
        end(isComplete: !isFull || !reply.continues)
    }

    /// Nobody waits for it any more.
    func stop() { end(isComplete: false) }

    private func end(isComplete: Bool) {
        found.isComplete = isComplete
        finish(.success(found))
    }

    private func finish(_ result: Result<SearchFinding, WebFailure>) {
        guard let completion else { return }
        self.completion = nil
        timer?.cancel()
        retry?.cancel()
        dropConnection()
        completion(result)
    }
}
