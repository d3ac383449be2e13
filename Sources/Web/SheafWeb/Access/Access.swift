import SheafOS

/// The rules that every request is checked against first, whatever it asks for: who is served what.
struct Access: Sendable {
    var names = ServerNames()
    var proxies = TrustedProxies()
    /// All clients have one address.
    var sharesAddress = false
    var sites = OtherSites()
    var admission = Admission.machine
    /// The operators, who may read numbers; nil: there are none.
    var operators: Operators?

    /// Whom a connection is counted for, that of a client on a socket of this number; nil: a proxy, which comes for many.
    func holder(of client: Client, over socket: Int32) -> ClientShares.Holder? {
        sharesAddress ? .connection(socket) : proxies.have(client) ? nil : .client(client.counted)
    }

    func caller(of request: HTTPRequest) -> Caller {
        Caller(of: request, through: proxies, sharesAddress: sharesAddress)
    }

    /// Why a request is refused; nil where it is served.
    ///
    /// - Parameter parts: of the path that it asks for.
    func refusal(of request: HTTPRequest, _ parts: [String], from caller: Caller) -> HTTPResponse? {
        guard caller.names.allSatisfy(names.have) else {
            return HTTPResponse(421, "this server has no such name: whoever runs it gives it one with --host")
        }
        if sites.isRefused(request, parts, from: caller) {
            return HTTPResponse(
                403, "pages of other sites are not served here; --cors lets them read what is below /iiif")
        }
        // A browser asks without saying who it is whether it may ask.
        if request.method == "OPTIONS" { return nil }
        if let operators, parts == ["metrics"] { return operators.refusal(of: request, from: caller) }
        return admission.refusal(of: request, from: caller)
    }
}

/// The operators, who may read the numbers of the page server and of this one (`--metrics`).
struct Operators: Equatable, Sendable {
    private var tokens: [String] = []
    private var users: [UInt32] = []

    /// The rules that options name, "token=FILE" or "uid=USER" each.
    ///
    /// - Throws: the first that is none.
    init(_ rules: [String]) throws(NoRule) {
        for rule in rules {
            if rule.hasPrefix("token="), let token = Admission.token(in: String(rule.dropFirst(6))) {
                tokens.append(token)
            } else if rule.hasPrefix("uid="), let uid = UserName.uid(String(rule.dropFirst(4))) {
                users.append(uid)
            } else {
                throw NoRule(text: rule)
            }
        }
    }

    struct NoRule: Error { let text: String }

    fileprivate func refusal(of request: HTTPRequest, from caller: Caller) -> HTTPResponse? {
        if case .user(let uid) = caller.client, users.contains(uid) { return nil }
        let shown = request.header("Authorization")
        if tokens.contains(where: { Admission.isShown($0, in: shown) }) { return nil }
        return tokens.isEmpty
            ? HTTPResponse(403, "numbers are for users whom --metrics names, over a Unix socket")
            : Admission.tokenIsAskedFor
    }
}
