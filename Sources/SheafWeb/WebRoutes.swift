import SheafOS

/// Which answer a request gets: the first thing that reads it, and the only one that reads what proxies say.
final class WebRoutes {
    /// What absolute URLs in an answer depend on.
    static let vary = ("Vary", "Host, X-Forwarded-Proto, X-Forwarded-Host, X-Forwarded-Prefix")

    private let images: ImageService
    private let manifests: ManifestService
    private let contents: PageContents
    private let searches: SearchService
    private let looks: LooksService
    private let readers: BrowserReaders
    /// Nil: there are none.
    private let metrics: MetricsService?
    private let admission: Admission
    private let library: LibraryIndex
    private let versions: DocumentVersions
    /// Where documents are put; nil: nowhere.
    private let uploads: Uploads?
    /// The reader's files; nil: there is no reader.
    private let assets: Assets?

    init(
        images: ImageService, manifests: ManifestService, contents: PageContents, searches: SearchService,
        looks: LooksService, readers: BrowserReaders, metrics: MetricsService?, library: LibraryIndex,
        versions: DocumentVersions,
        assets: Assets?, uploads: Uploads?, admission: Admission
    ) {
        (self.images, self.manifests, self.contents, self.searches) = (images, manifests, contents, searches)
        (self.looks, self.readers, self.metrics) = (looks, readers, metrics)
        (self.library, self.versions) = (library, versions)
        (self.assets, self.uploads, self.admission) = (assets, uploads, admission)
    }

    /// What the body of a request is written to; nil where it is refused, which the request is answered with then.
    func begin(_ request: HTTPRequest) -> Upload? {
        guard request.method == "PUT", request.count(of: "Host") <= 1, admission.refusal(of: request) == nil,
            let name = uploadName(of: request)
        else { return nil }
        return uploads?.begin(request, name)
    }

    /// The name of the document that a request would put; nil where it puts none.
    private func uploadName(of request: HTTPRequest) -> String? {
        guard uploads != nil, let target = try? RequestTarget(request.target), target.parts.count == 2,
            target.parts[0] == "documents"
        else { return nil }
        return target.parts[1]
    }

    /// Answers a request, at once or later.
    func serve(_ request: HTTPRequest) {
        if request.method == "PUT", let uploads, let name = uploadName(of: request) {
            if var refusal = admission.refusal(of: request) {
                refusal.headers.append(("Connection", "close"))
                return request.answer(refusal)
            }
            return uploads.serve(request, name)
        }
        if let refusal = Self.refusal(of: request) { return request.answer(refusal) }
        if request.method != "OPTIONS", let refusal = admission.refusal(of: request) { return request.answer(refusal) }
        let target: RequestTarget
        do throws(RequestTarget.Refusal) { target = try RequestTarget(request.target) } catch {
            switch error {
            case .tooLong:
                return request.answer(HTTPResponse(414, "a target has at most \(RequestTarget.lengthLimit) bytes"))
            case .malformed(let reason): return request.answer(HTTPResponse(400, reason))
            }
        }
        guard let base = ForwardedBase(request).text else {
            return request.answer(HTTPResponse(400, "Host or what a proxy has forwarded is none"))
        }
        if request.method == "OPTIONS" { return request.answer(Self.preflight) }
        route(request, target, base: base)
    }

    private func route(_ request: HTTPRequest, _ target: RequestTarget, base: String) {
        let parts = target.parts
        let version = parts.count > 1 ? ImageVersion.allCases.first { "\($0.rawValue)" == parts[1] } : nil
        if parts.first == "iiif", let version {
            images.serve(request, parts[2...], base: base, version: version)
        } else if parts.count == 4, parts.starts(with: ["iiif", "search", "2"]) {
            searches.serve(contentSearch: parts[3], query: target.query, base: base, request)
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
        } else if parts.count == 2, parts[0] == "looks" {
            looks.serve(parts[1], target.query, request)
        } else if parts.count == 2, parts[0] == "reader" {
            readers.serve(request, parts[1])
        } else if parts.count == 2, parts[0] == "search" {
            searches.serve(parts[1], for: target.query["q"], request)
        } else if !(asset(parts).map { assets?.serve(request, $0) ?? false } ?? false) {
            request.answer(WebFailure.notFound("there is nothing").response)
        }
    }

    /// The file that a path shows: the library's page, the reader on a document, or what these load.
    private func asset(_ parts: [String]) -> String? {
        if parts.isEmpty { return "library.html" }
        guard parts.count == 2 else { return nil }
        if parts[0] == "assets" { return parts[1].hasSuffix(".html") ? nil : parts[1] }
        return parts[0] == "read" && library.document(parts[1])?.looks == ViewLooks() ? "read.html" : nil
    }

    /// What no request may have, whatever it asks for.
    private static func refusal(of request: HTTPRequest) -> HTTPResponse? {
        var response: HTTPResponse
        if request.count(of: "Transfer-Encoding") > 0 || request.count(of: "Content-Length") > 1
            || request.header("Content-Length").map({ $0 != "0" }) ?? false
        {
            // What follows could be taken for another request, by this server or by a proxy before it.
            response = HTTPResponse(400, "no request has a body here")
        } else if request.count(of: "Host") > 1 {
            response = HTTPResponse(400, "a request has one Host")
        } else if !["GET", "HEAD", "OPTIONS"].contains(request.method) {
            response = HTTPResponse(405, "GET, HEAD and OPTIONS are there")
            response.headers.append(("Allow", "GET, HEAD, OPTIONS"))
        } else {
            return nil
        }
        response.headers.append(("Connection", "close"))
        return response
    }

    private static var preflight: HTTPResponse {
        var response = HTTPResponse(status: 204)
        response.headers = [
            ("Access-Control-Allow-Origin", "*"), ("Access-Control-Allow-Methods", "GET, HEAD, OPTIONS"),
            // "*" stands for all but that (Fetch, 3.3.4).
            ("Access-Control-Allow-Headers", "*, Authorization"), ("Access-Control-Max-Age", "86400"),
            ("Allow", "GET, HEAD, OPTIONS"),
        ]
        return response
    }

    /// The documents of the library, with what they are called in URLs.
    private func list(_ request: HTTPRequest) {
        library.refresh()
        let documents = library.documents.map { document in
            let entry: JSONTree = [
                "name": .string(document.name), "title": .string(document.title), "modified": .int(document.modified),
                "manifest": .string("iiif/presentation/3/\(document.name)/manifest.json"),
            ]
            return entry.with("version", versions.known(of: document).map { .string($0) })
        }
        request.answer(
            (["documents": .array(documents)] as JSONTree).with("uploads", uploads == nil ? nil : true),
            [("Cache-Control", "no-cache"), ("Access-Control-Allow-Origin", "*")])
    }
}

/// The URL by which a client sees this server, without a slash at its end: by its Host, or by what a proxy says that is before it. Whoever asks
/// can say anything: it is only ever told to who asked, and caches keep it apart (``WebRoutes/vary``).
struct ForwardedBase: Equatable, Sendable {
    /// Nil where what was said is no host, scheme or prefix.
    let text: String?

    init(_ request: HTTPRequest) {
        self.init(
            host: request.header("X-Forwarded-Host") ?? request.header("Host"),
            scheme: request.header("X-Forwarded-Proto"), prefix: request.header("X-Forwarded-Prefix"))
    }

    init(host: String?, scheme: String?, prefix: String?) {
        // A chain of proxies adds its names behind those before.
        func first(_ text: String) -> String {
            String((text.split(separator: ",", omittingEmptySubsequences: false).first ?? "").drop { $0 == " " })
        }
        let host = host.map(first) ?? "localhost"
        let scheme = scheme.map(first) ?? "http"
        let prefix = prefix.map(first) ?? ""
        let trimmed = prefix.hasSuffix("/") ? String(prefix.dropLast()) : prefix
        let isHost =
            1...255 ~= host.utf8.count
            && host.utf8.allSatisfy {
                Self.isPlain($0) || [UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]")].contains($0)
            }
        let isPrefix =
            trimmed.isEmpty
            || trimmed.hasPrefix("/") && trimmed.utf8.count <= 255 && !trimmed.includes("//") && !trimmed.includes("..")
                && trimmed.utf8.allSatisfy { Self.isPlain($0) || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "~") }
        text = isHost && isPrefix && ["http", "https"].contains(scheme) ? "\(scheme)://\(host)\(trimmed)" : nil
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
