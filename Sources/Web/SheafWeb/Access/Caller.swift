/// The origin of a request: the client that asks, and the names by which it calls this server.
struct Caller: Equatable, Sendable {
    let client: Client
    /// The holder that its share is counted for.
    let holder: ClientShares.Holder
    /// Whether a trusted proxy has passed it on.
    let isForwarded: Bool
    /// The host, scheme and path by which the client knows this server; nil where nothing says that.
    let host, scheme, prefix: String?
    /// All names of hosts that the request gives for it.
    let names: [String]

    init(
        client: Client, holder: ClientShares.Holder? = nil, isForwarded: Bool = false, names: [String] = [],
        host: String?, scheme: String? = nil, prefix: String? = nil
    ) {
        (self.client, self.isForwarded) = (client, isForwarded)
        self.holder = holder ?? .client(client.counted)
        (self.names, self.host, self.scheme, self.prefix) = (names, host, scheme, prefix)
    }

    /// - Parameter sharesAddress: all clients have one address.
    init(of request: HTTPRequest, through proxies: TrustedProxies, sharesAddress: Bool) {
        let isForwarded = proxies.have(request.peer)
        /// A chain of proxies adds its words behind those before.
        func said(_ name: String) -> [String] {
            guard isForwarded else { return [] }
            return request.headers(name).flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }
                .map { $0.trimmingBlanks }
        }
        let hosts = said("X-Forwarded-Host")
        let host = request.header("Host")
        self.init(
            client: isForwarded
                ? proxies.client(behind: request.peer, said("X-Forwarded-For")) : request.peer,
            holder: sharesAddress ? .connection(request.socket) : nil, isForwarded: isForwarded,
            names: hosts + (host.map { [$0] } ?? []), host: hosts.first ?? host,
            scheme: said("X-Forwarded-Proto").first, prefix: said("X-Forwarded-Prefix").first)
    }
}

extension Substring {
    /// Without the blanks and tabs before and behind it.
    fileprivate var trimmingBlanks: String {
        let start = drop { $0 == " " || $0 == "\t" }
        return String(String(start.reversed().drop { $0 == " " || $0 == "\t" }).reversed())
    }
}
