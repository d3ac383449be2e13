/// Why something can't be answered: a status of HTTP, and words for who asked.
struct WebFailure: Error, Equatable {
    let status: UInt32
    let reason: String

    init(_ status: UInt32, _ reason: String) {
        self.status = status
        self.reason = reason
    }

    /// There is no such document, page or state of it.
    static func notFound(_ what: String) -> WebFailure { WebFailure(404, what) }

    /// The document is there, and can't be opened.
    static func unreadable(_ reason: String) -> WebFailure { WebFailure(422, reason) }

    var response: HTTPResponse { HTTPResponse(status, reason, status == 503 ? [("Retry-After", "1")] : []) }
}

extension HTTPRequest {
    /// Answers why it can't be served.
    func refuse(_ failure: WebFailure) { answer(failure.response) }

    /// Returns the value of a result. Where that is a failure, the request is answered with it, and nil is returned.
    func value<Value>(of result: Result<Value, WebFailure>) -> Value? {
        result.value(or: refuse)
    }

    /// The document that is called so, with the password that the browser has given for it; nil where there is none.
    func found(_ name: String, in library: LibraryIndex) -> LibraryDocument? {
        library.document(name).map { $0.unlocked(by: library.passwords.password(of: $0.plainName, for: self)) }
    }

    /// The document that is called so; nil where there is none, which is answered.
    func document(_ name: String, in library: LibraryIndex) -> LibraryDocument? {
        let document = found(name, in: library)
        if document == nil { refuse(.notFound("there is no such document")) }
        return document
    }
}

extension Result where Failure == WebFailure {
    /// The value; nil where there is none, and `tell` is passed why.
    func value(or tell: (WebFailure) -> Void) -> Success? {
        switch self {
        case .success(let value): return value
        case .failure(let failure):
            tell(failure)
            return nil
        }
    }
}
