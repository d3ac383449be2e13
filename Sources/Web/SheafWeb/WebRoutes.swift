import SheafOS

/// Which answer a request gets: the first thing that reads it, and the only one that reads what proxies say.
final class WebRoutes {
    private let images: ImageService
    private let manifests: ManifestService
    private let contents: PageContents
    private let searches: SearchService
    private let looks: LooksService
    private let readers: BrowserReaders
    private let unlocks: UnlockService
    /// Nil: there are none.
    private let metrics: MetricsService?
    private let access: Access
    private let turns = RequestTurns()
    private let library: LibraryIndex
    private let versions: DocumentVersions
    /// Where documents are put; nil: nowhere.
    private let uploads: Uploads?
    /// The reader's files; nil: there is no reader.
    private let assets: Assets?

    init(
        images: ImageService, manifests: ManifestService, contents: PageContents, searches: SearchService,
        looks: LooksService, readers: BrowserReaders, unlocks: UnlockService, metrics: MetricsService?,
        library: LibraryIndex,
        versions: DocumentVersions,
        assets: Assets?, uploads: Uploads?, access: Access
    ) {
        (self.images, self.manifests, self.contents, self.searches) = (images, manifests, contents, searches)
        (self.looks, self.readers, self.unlocks, self.metrics) = (looks, readers, unlocks, metrics)
        (self.library, self.versions) = (library, versions)
        (self.assets, self.uploads, self.access) = (assets, uploads, access)
    }

    /// Begins the upload for the body of a request; nil where it is refused, which the request is answered with then.
    func begin(_ request: HTTPRequest) -> Upload? {
        guard request.method == "PUT", Self.faults(of: request) == nil, let target = try? RequestTarget(request.target),
            let name = uploadName(target)
        else { return nil }
        let caller = access.caller(of: request)
        guard access.refusal(of: request, target.parts, from: caller) == nil else { return nil }
        return uploads?.begin(request, name, for: caller.holder)
    }

    /// The name of the document that a target would put; nil where it is none.
    private func uploadName(_ target: RequestTarget) -> String? {
        uploads != nil && target.parts.count == 2 && target.parts[0] == "documents" ? target.parts[1] : nil
    }

    /// Answers a request, at once or later.
    func serve(_ request: HTTPRequest) {
        guard let refusal = answer(request) else { return }
        request.answer(refusal)
    }

    /// - Returns: why it is not served.
    private func answer(_ request: HTTPRequest) -> HTTPResponse? {
        if let fault = Self.faults(of: request) { return fault.closing }
        let target: RequestTarget
        do throws(RequestTarget.Refusal) { target = try RequestTarget(request.target) } catch {
            switch error {
            case .tooLong:
                return HTTPResponse(414, "a target has at most \(RequestTarget.lengthLimit) bytes")
            case .malformed(let reason): return HTTPResponse(400, reason)
            }
        }
        let upload = request.method == "PUT" ? uploadName(target) : nil
        if upload == nil, let fault = Self.faults(ofRead: request, target) { return fault.closing }
        let caller = access.caller(of: request)
        request.isForOtherSites = upload == nil && access.sites.mayRead(target.parts)
        if let refusal = access.refusal(of: request, target.parts, from: caller) {
            return upload == nil ? refusal : refusal.closing
        }
        if let uploads, let upload {
            uploads.serve(request, upload, for: caller.holder)
            return nil
        }
        if request.method == "OPTIONS" { return Self.options(forOtherSites: request.isForOtherSites) }
        guard let base = ForwardedBase(caller).text else {
            return HTTPResponse(400, "Host or what a proxy has forwarded is none")
        }
        turns.begin(request, of: caller.holder) { [self] in route(request, target, base: base, from: caller) }
        return nil
    }

    private func route(_ request: HTTPRequest, _ target: RequestTarget, base: String, from caller: Caller) {
        let parts = target.parts
        let version = parts.count > 1 ? ImageVersion.allCases.first { "\($0.rawValue)" == parts[1] } : nil
        if parts.first == "iiif", let version {
            images.serve(request, parts[2...], base: base, version: version)
        } else if parts.count == 4, parts.starts(with: ["iiif", "search", "2"]) {
            searches.serve(contentSearch: parts[3], query: target.query, base: base, request, by: caller.holder)
        } else if parts.starts(with: ["iiif", "presentation", "3"]) {
            manifests.serve(request, parts[3...], base: base)
        } else if parts == ["documents.json"] {
            list(request)
        } else if parts == ["metrics"], let metrics {
            metrics.serve(request)
        } else if parts.count == 2, parts[0] == "text" {
            contents.serve(text: parts[1], request)
        } else if parts.count == 2, parts[0] == "links" {
            contents.serve(links: parts[1], request)
        } else if parts.count == 2, parts[0] == "read", let link = target.query["to"] {
            follow(link, from: parts[1], request)
        } else if parts.count == 2, parts[0] == "looks" {
            looks.serve(parts[1], target.query, request)
        } else if parts.count == 2, parts[0] == "reader" {
            readers.serve(request, parts[1], for: caller.holder)
        } else if parts.count == 2, parts[0] == "unlock" {
            unlocks.serve(parts[1], request, from: caller)
        } else if parts.count == 2, parts[0] == "search" {
            searches.serve(parts[1], for: target.query["q"], request, by: caller.holder)
        } else if parts.count == 2, parts[0] == "read", let assets {
            // The reader says that there is no such document, too.
            let isThere = library.document(parts[1])?.looks == ViewLooks()
            if !assets.serve(request, "read.html", status: isThere ? 200 : 404) {
                request.refuse(.notFound("there is nothing"))
            }
        } else if !(Self.asset(parts).map { assets?.serve(request, $0) ?? false } ?? false) {
            request.refuse(.notFound("there is nothing"))
        }
    }

    /// Leads from a document to another one of the library, by a link as the document has it. Of what the link says behind the
    /// document's name, the number of a page is understood (RFC 8118, 3: `#page=2`).
    private func follow(_ link: String, from name: String, _ request: HTTPRequest) {
        guard let origin = request.document(name, in: library) else { return }
        guard let found = library.document(linkedAs: link, from: origin) else {
            return request.refuse(
                .notFound("the library has no document where the link leads: \(TerminalText.safe(link))"))
        }
        let fragment = link.split(separator: "#", maxSplits: 1).dropFirst().first ?? ""
        let page = fragment.split(separator: "&").first { $0.hasPrefix("page=") }.flatMap { Int($0.dropFirst(5)) }
        let place = page.map { "#number=\(max($0, 1))" } ?? ""
        request.answer(
            HTTPResponse(status: 303, [("Location", found.name + place), ("Cache-Control", "no-cache")]))
    }

    /// The file that a path shows: the library's page, or what that and the reader load.
    private static func asset(_ parts: [String]) -> String? {
        if parts.isEmpty { return "library.html" }
        guard parts.count == 2, parts[0] == "assets", !parts[1].hasSuffix(".html") else { return nil }
        return parts[1]
    }

    /// Returns the refusal of a request that is faulty whatever it asks for; nil where it is not. The bytes behind such
    /// a request could be taken for another one, by this server or by a proxy before it.
    private static func faults(of request: HTTPRequest) -> HTTPResponse? {
        if !request.hasGoodNames { return HTTPResponse(400, "a header's name has a character that no name has") }
        if request.count(of: "Content-Length") > 1 { return HTTPResponse(400, "a request has one Content-Length") }
        if request.count(of: "Host") > 1 { return HTTPResponse(400, "a request has one Host") }
        return nil
    }

    /// Returns the refusal of a request with a body, or another method than reading has, that does not put a document.
    private static func faults(ofRead request: HTTPRequest, _ target: RequestTarget) -> HTTPResponse? {
        if request.count(of: "Transfer-Encoding") > 0 || request.header("Content-Length").map({ $0 != "0" }) ?? false {
            return HTTPResponse(400, "no request has a body here")
        }
        let isUnlock = target.parts.count == 2 && target.parts[0] == "unlock"
        if isUnlock {
            return request.method == "POST" ? nil : HTTPResponse(405, "POST is there", [("Allow", "POST")])
        }
        guard !["GET", "HEAD", "OPTIONS"].contains(request.method) else { return nil }
        return HTTPResponse(405, "GET, HEAD and OPTIONS are there", [("Allow", "GET, HEAD, OPTIONS")])
    }

    private static func options(forOtherSites: Bool) -> HTTPResponse {
        var response = HTTPResponse(status: 204, [("Allow", "GET, HEAD, OPTIONS")])
        if forOtherSites {
            response.headers += [
                ("Access-Control-Allow-Methods", "GET, HEAD, OPTIONS"),
                // "*" stands for all but that (Fetch, 3.3.4).
                ("Access-Control-Allow-Headers", "*, Authorization"), ("Access-Control-Max-Age", "86400"),
            ]
        }
        return response
    }

    /// Whether the paths of the library's folders are told: only where nobody is served but whose they are.
    private var mayTellFolders: Bool {
        if case .owner = access.admission { return !library.folders.isEmpty }
        return false
    }

    /// The documents of the library, with what they are called in URLs.
    private func list(_ request: HTTPRequest) {
        library.refresh()
        let documents = library.documents.map { document in
            let entry: JSONTree = [
                "name": .string(document.name), "title": .string(document.title),
                "format": .string(document.format), "modified": .int(document.modified),
                "manifest": .string("iiif/presentation/3/\(document.name)/manifest.json"),
            ]
            return entry.with("version", versions.known(of: document).map { .string($0) })
        }
        let problems = library.problems.map { problem -> JSONTree in
            ["path": .string(problem.path), "reason": .string(problem.reason)]
        }
        var notes = library.notes
        if library.moreProblems > 0 { notes.append("\(library.moreProblems) more can't be read.") }
        request.answer(
            (["documents": .array(documents)] as JSONTree)
                .with("unreadable", problems.isEmpty ? nil : .array(problems))
                .with("notes", notes.isEmpty ? nil : .array(notes.map { .string($0) }))
                .with("uploads", uploads == nil ? nil : true)
                .with("folders", mayTellFolders ? .array(library.folders.map { .string($0) }) : nil),
            [("Cache-Control", "no-cache")])
    }
}
