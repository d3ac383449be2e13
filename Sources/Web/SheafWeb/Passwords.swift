import SheafOS

/// The passwords that browsers gave for locked documents, each for its own session, which a cookie names. They are in memory alone.
final class Passwords {
    /// How many sessions are remembered; of more, half of them or more stay.
    static let sessionsLimit = 256
    /// How many documents one session may have unlocked; one more begins anew.
    static let documentsLimit = 64

    /// The cookie's name: cookies are shared by all ports of a machine, on which another sheaf-web may listen.
    private let cookie = "sheaf-\(digits().prefix(8))"
    private var sessions = RecentMemory<String, [String: String]>(limit: sessionsLimit)

    /// The password of a document that the browser has given which asks; nil where it has not.
    ///
    /// - Parameter name: of the document, without looks.
    func password(of name: String, for request: HTTPRequest) -> String? {
        session(of: request).flatMap { session in sessions[session]?[name] }
    }

    /// Remembers the password of a document for the browser which asks.
    ///
    /// - Returns: the Set-Cookie header by which the browser is known from now on.
    func keep(
        _ password: String, of name: String, for request: HTTPRequest, from caller: Caller
    ) -> (name: String, value: String) {
        // None that this server has not made: somebody else may know it.
        let session = session(of: request).flatMap { sessions[$0] == nil ? nil : $0 } ?? Self.digits() + Self.digits()
        let others = sessions[session] ?? [:]
        sessions[session] = (others.count < Self.documentsLimit ? others : [:]).merging([name: password]) { $1 }
        let isSecure = caller.scheme == "https" ? "; Secure" : ""
        return ("Set-Cookie", "\(cookie)=\(session); Path=/; HttpOnly; SameSite=Strict\(isSecure)")
    }

    /// 64 bits of the system's randomness, which nobody can guess.
    private static func digits() -> String {
        let text = String(UInt64.random(in: .min ... .max), radix: 16)
        return String(repeating: "0", count: 16 - text.count) + text
    }

    private func session(of request: HTTPRequest) -> String? {
        let pairs = request.headers("Cookie").map { $0.split(separator: ";") }.joined().map { $0.drop { $0 == " " } }
        return pairs.first { $0.hasPrefix("\(cookie)=") }.map { String($0.dropFirst(cookie.utf8.count + 1)) }
    }
}

/// Takes passwords of locked documents: each opens one for the browser that gave it.
final class UnlockService {
    /// The header that has the password, as base64 of UTF-8: neither addresses nor logs have it.
    static let header = "Sheaf-Password"
    /// The most bytes of a password, as sheafd takes it.
    static let lengthLimit = 1_024

    private let library: LibraryIndex
    private let documents: OpenDocuments

    init(library: LibraryIndex, documents: OpenDocuments) {
        (self.library, self.documents) = (library, documents)
    }

    /// Answers without a body where the password opens the document, else why it doesn't.
    func serve(_ name: String, _ request: HTTPRequest, from caller: Caller) {
        guard let document = request.document(name, in: library) else { return }
        guard let text = request.header(Self.header), let bytes = Base64.decode(text),
            1...Self.lengthLimit ~= bytes.count, let password = String(validating: bytes, as: UTF8.self)
        else {
            return request.answer(
                HTTPResponse(400, "\(Self.header) has a password of 1 to \(Self.lengthLimit) bytes, as base64"))
        }
        documents.open(document.unlocked(by: password)) { [library] result in
            guard request.value(of: result) != nil else { return }
            let cookie = library.passwords.keep(password, of: document.plainName, for: request, from: caller)
            request.answer(HTTPResponse(status: 204, [("Cache-Control", "no-store"), cookie]))
        }
    }
}
