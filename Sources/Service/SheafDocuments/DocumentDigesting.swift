package import HostProtocol
package import Places

/// The digest of a document, as far as it is known.
package final class DocumentDigesting {
    package typealias Completion = (Result<DocumentDigest, DigestFailure>) -> Void
    package typealias Waiting = (user: UInt32, completion: Completion)

    /// The file whose digest this is.
    package let identity: DocumentIdentity
    package var result: Result<DocumentDigest, DigestFailure>?
    /// The users who wait for the digest.
    package var waiting: [Waiting] = []
    /// The thread that reads the document for its digest, and the number of that request; nil while none does.
    package var reading: (thread: DigestThread, number: UInt64)?

    package init(of identity: DocumentIdentity) {
        self.identity = identity
    }

    package func wait(_ user: UInt32, _ completion: @escaping Completion) {
        if let reading, !waiting.contains(where: { $0.user == user }) { reading.thread.join(reading.number, by: user) }
        waiting.append((user, completion))
    }

    deinit {
        if let reading { reading.thread.giveUp(reading.number) }
        for (_, completion) in waiting { completion(.failure(.notNow(reason: "the document was closed"))) }
    }
}
