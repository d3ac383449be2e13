import SheafOS

/// Who is served. Whoever is on this machine is: over a Unix socket, whose file says who may connect, or from a loopback address. Whoever
/// comes from another one has to show what is asked for here.
enum Admission: Equatable, Sendable {
    /// Nobody from elsewhere is served.
    case machine
    /// Everybody is.
    case open
    /// Who knows a token: as `Authorization: Bearer TOKEN`, or as the password that a browser asks for.
    case token(String)
    /// Who comes through a proxy that has found out who it is, and says so in a header that it lets nobody else set.
    case user(header: String)

    /// The shortest token, in bytes.
    static let shortestToken = 16

    /// The rule that an option names: "open", "token=FILE" or "user=HEADER"; nil where it is none.
    init?(_ text: String) {
        if text == "open" {
            self = .open
        } else if text.hasPrefix("user="), text.utf8.count > 5,
            text.dropFirst(5).utf8.allSatisfy({ Self.isOfToken($0) })
        {
            self = .user(header: String(text.dropFirst(5)))
        } else if text.hasPrefix("token="), let file = try? TextFile.read(String(text.dropFirst(6))) {
            let token = String(file.filter { !$0.isWhitespace })
            guard token.utf8.count >= Self.shortestToken, token.utf8.allSatisfy({ 0x21...0x7e ~= $0 }) else {
                return nil
            }
            self = .token(token)
        } else {
            return nil
        }
    }

    /// Why a request is refused; nil where it is served.
    func refusal(of request: HTTPRequest) -> HTTPResponse? {
        if request.isNear { return nil }
        switch self {
        case .open: return nil
        case .machine: return HTTPResponse(403, "this server is for its own machine (--authorization)")
        case .user(let header):
            let user = request.count(of: header) == 1 ? request.header(header) ?? "" : ""
            return user.isEmpty ? HTTPResponse(403, "no proxy says who asks") : nil
        case .token(let token):
            guard !Self.isShown(token, in: request.header("Authorization")) else { return nil }
            var response = HTTPResponse(401, "a token is asked for")
            response.headers.append(("WWW-Authenticate", "Basic realm=\"Sheaf\", charset=\"UTF-8\""))
            return response
        }
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
    private static func isOfToken(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
