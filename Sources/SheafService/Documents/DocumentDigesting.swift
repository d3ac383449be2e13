import Places
import ProviderHost

/// The digest of a document, as far as it is known.
final class DocumentDigesting {
    typealias Completion = (Result<DocumentDigest, DigestFailure>) -> Void
    typealias Waiting = (user: UInt32, completion: Completion)

    /// The file whose digest this is.
    let identity: DocumentIdentity
    var result: Result<DocumentDigest, DigestFailure>?
    /// The users who wait for the digest.
    var waiting: [Waiting] = []
    /// Has the document read for another user too.
    var join: ((UInt32) -> Void)?
    /// Has the document not read on.
    var giveUp: (() -> Void)?

    init(of identity: DocumentIdentity) {
        self.identity = identity
    }

    func wait(_ user: UInt32, _ completion: @escaping Completion) {
        if !waiting.contains(where: { $0.user == user }) { join?(user) }
        waiting.append((user, completion))
    }

    deinit {
        giveUp?()
        for (_, completion) in waiting { completion(.failure(.notNow(reason: "the document was closed"))) }
    }
}
