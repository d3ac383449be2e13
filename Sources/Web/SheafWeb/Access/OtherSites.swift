/// The rule of what pages of other web sites get from this server through a visitor's browser: nothing, except that links lead here. Their
/// requests would come with the rights of whoever visits them.
///
/// A browser says whose page asks (Fetch Metadata, `Sec-Fetch-…`) where it speaks HTTPS or with this machine; else `Origin` and `Referer` may
/// tell. Of a request with none of these it is not known, and `Cross-Origin-Resource-Policy` has the browser keep the answer from the page.
struct OtherSites: Equatable, Sendable {
    /// Viewers on other sites may read what is below /iiif (`--cors`).
    var mayReadImages = false

    /// Whether a path is there for other sites too.
    func mayRead(_ parts: [String]) -> Bool { mayReadImages && parts.first == "iiif" }

    /// Whether a request is one that another site has a browser make, and must not.
    func isRefused(_ request: HTTPRequest, _ parts: [String], from caller: Caller) -> Bool {
        let isReading = ["GET", "HEAD"].contains(request.method)
        if mayRead(parts), isReading || request.method == "OPTIONS" { return false }
        // No browser says it twice.
        guard ["Sec-Fetch-Site", "Origin", "Referer"].allSatisfy({ request.count(of: $0) < 2 }) else { return true }
        if let site = request.header("Sec-Fetch-Site") {
            if site == "same-origin" || site == "none" { return false }
            let isLink =
                isReading && request.header("Sec-Fetch-Mode") == "navigate"
                && request.header("Sec-Fetch-Dest") == "document"
            return !isLink || parts.first == "metrics" || parts.first == "reader"
        }
        // What a link leads to where nothing tells a link from other requests.
        if isReading, parts.isEmpty || parts.count == 2 && parts[0] == "read" { return false }
        if let origin = request.header("Origin") { return !Self.isOwn(origin, caller) }
        return request.header("Referer").map { !Self.isOwn(Self.origin(of: $0), caller) } ?? false
    }

    /// Whether an origin is the one by which a caller knows this server. Who speaks TLS is before it, and need not say so.
    private static func isOwn(_ origin: String, _ caller: Caller) -> Bool {
        guard let host = caller.host?.lowercased() else { return false }
        return [("http", ":80"), ("https", ":443")].contains { scheme, port in
            guard caller.scheme ?? scheme == scheme else { return false }
            let own = "\(scheme)://\(host.hasSuffix(port) ? String(host.dropLast(port.count)) : host)"
            return origin.lowercased() == own
        }
    }

    /// The origin of a URL: all before its path.
    private static func origin(of url: String) -> String {
        let slashes = url.indices.filter { url[$0] == "/" }
        return slashes.count > 2 ? String(url[..<slashes[2]]) : url
    }
}
