import SheafOS

/// The rule of which people are served. Whoever is on this machine is: over a Unix socket, whose file says who may connect, or from a loopback address. Whoever
/// comes from another one has to show what is asked for here. Behind a proxy that is believed it is who that says.
enum Admission: Equatable, Sendable {
    /// Nobody from elsewhere is served.
    case machine
    /// Only one user of this machine is served, and root.
    case owner(UInt32)
    /// Everybody is.
    case open
    /// People who know a token are served, who show it as `Authorization: Bearer TOKEN`, or as the password that a browser asks for.
    case token(String)
    /// People are served whom a trusted proxy names in a header; behind a secret, if one is to prove that the proxy has written it.
    case user(header: String, secret: String?)

    /// The shortest token, in bytes.
    static let shortestToken = 16

    /// The rule that an option names: "open", "token=FILE", "user=HEADER" or "user=HEADER,secret=FILE"; nil where it is none.
    init?(_ text: String) {
        if text == "open" {
            self = .open
        } else if text.hasPrefix("user=") {
            let words = text.dropFirst(5).split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
            guard !words[0].isEmpty, words[0].utf8.allSatisfy(Self.isOfToken) else { return nil }
            var secret: String?
            if words.count > 1 {
                guard words[1].hasPrefix("secret="), let word = Self.token(in: String(words[1].dropFirst(7))) else {
                    return nil
                }
                secret = word
            }
            self = .user(header: String(words[0]), secret: secret)
        } else if text.hasPrefix("token="), let token = Self.token(in: String(text.dropFirst(6))) {
            self = .token(token)
        } else {
            return nil
        }
    }

    /// The one word of a file; nil where it has none that is long enough.
    static func token(in file: String) -> String? {
        guard let text = try? TextFile.read(file) else { return nil }
        let token = String(text.filter { !$0.isWhitespace })
        return token.utf8.count >= shortestToken && token.utf8.allSatisfy { 0x21...0x7e ~= $0 } ? token : nil
    }

    /// Why a request is refused; nil where it is served.
    func refusal(of request: HTTPRequest, from caller: Caller) -> HTTPResponse? {
        if case .owner(let owner) = self {
            if caller.client.isNear, let user = request.user, [owner, 0].contains(user) { return nil }
            return HTTPResponse(403, "this server is for the user who runs it (--authorization)")
        }
        if caller.client.isNear { return nil }
        switch self {
        case .owner: return nil
        case .open: return nil
        case .machine: return HTTPResponse(403, "this server is for its own machine (--authorization)")
        case .user(let header, let secret):
            let value = caller.isForwarded && request.count(of: header) == 1 ? request.header(header) : nil
            return Self.names(value ?? "", behind: secret)
                ? nil : HTTPResponse(403, "no proxy that is believed says who asks (--trusted-proxy)")
        case .token(let token):
            return Self.isShown(token, in: request.header("Authorization")) ? nil : Self.tokenIsAskedFor
        }
    }

    /// The answer that makes a browser ask for a token.
    static var tokenIsAskedFor: HTTPResponse {
        HTTPResponse(
            401, "a token is asked for", [("WWW-Authenticate", "Basic realm=\"Sheaf\", charset=\"UTF-8\"")])
    }

    /// Whether a header's value names a user, behind a secret where there is to be one.
    static func names(_ value: String, behind secret: String?) -> Bool {
        guard let secret else { return !value.isEmpty }
        guard let blank = value.firstIndex(of: " ") else { return false }
        return isSame(value[..<blank].utf8, secret.utf8) && value[blank...].contains { $0 != " " }
    }

    /// Whether an Authorization header has a token: as a bearer's, or as the password of whatever user.
    static func isShown(_ token: String, in header: String?) -> Bool {
        guard let header, let blank = header.firstIndex(of: " ") else { return false }
        let value = header[header.index(after: blank)...].drop { $0 == " " }
        switch header[..<blank].lowercased() {
        case "bearer": return isSame(value.utf8, token.utf8)
        case "basic":
            guard let pair = Base64.decode(String(value)), let colon = pair.firstIndex(of: UInt8(ascii: ":")) else {
                return false
            }
            return isSame(pair[(colon + 1)...], token.utf8)
        default: return false
        }
    }

    /// Compares in a time that tells nothing but the lengths.
    private static func isSame(_ one: some Collection<UInt8>, _ other: some Collection<UInt8>) -> Bool {
        guard one.count == other.count else { return false }
        return zip(one, other).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// The characters of a header's name (RFC 9110, 5.6.2), as far as anybody uses them.
    private static func isOfToken(_ byte: UInt8) -> Bool { ForwardedBase.isPlain(byte) && byte != UInt8(ascii: ".") }
}
