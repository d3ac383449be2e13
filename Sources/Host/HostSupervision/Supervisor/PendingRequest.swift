package import HostProtocol
import SheafOS
import Varlink

/// Called once on the loop with the result, never from within the call that it was given to.
package typealias HostCompletion<Value> = (Result<Value, HostError>) -> Void

/// A request that was made: who made it can cancel it, or raise its priority.
package final class HostTicket {
    /// The request that is under way for it; several may follow each other.
    var request: RequestID?
    private weak var pool: HostPool?
    /// Whether ``cancel()`` was called.
    private(set) var isCancelled = false

    init(_ pool: HostPool) {
        self.pool = pool
    }

    /// Cancels the request, which nobody waits for any more. The completion is still called: with
    /// ``HostError/Code/cancelled``, or with the result where that came first.
    package func cancel() {
        isCancelled = true
        if let request { pool?.schedule { $0.cancel(request, now: $1) } }
    }

    /// Whether a host works on it already.
    package var isServed: Bool { request.map { pool?.scheduler.isServed($0) ?? false } ?? false }

    /// A reader of a user waits for it too: it is a demand, whatever it was before.
    package func raise(for user: UInt32?, reader: UInt64? = nil) {
        if let request { pool?.schedule { $0.raise(request, for: user, reader: reader, now: $1) } }
    }
}

/// A request between being made and its completion: what it asks, and who gets the result.
final class PendingRequest {
    /// The subject of the request; nil: it is about its host itself.
    let subject: Subject?
    /// Asks a host. It may be done a second time, in another host. The reply is kept for ``deliver``.
    let ask: (HostConnection, _ serial: UInt32, _ finished: @escaping (HostAnswer<Void>) -> Void) -> Void
    /// Delivers the result: the last answer that a host gave, or an error.
    let deliver: (HostError?) -> Void
    /// How many pages were counted when the provider said last that the answer lies behind those.
    var counted: Int64 = -1

    /// The document of a request, the work on it, and the user and the reader that it is for.
    struct Subject {
        let document: DocumentID
        let need: HostRequest.Need
        var work = RequestSubject.other
        var priority = HostPriority.demand
        /// The user on whose behalf it is asked; nil: the service's own request.
        var user: UInt32?
        /// The reader that it is for.
        var reader: UInt64?
        /// Whether it may be ended for a demand and asked again.
        var canBeEnded = false
        /// Whether it fails where too many wait already.
        var isLimited = true
        let ticket: HostTicket
    }

    /// - Parameter ask: by default nothing is asked: the request is done as soon as its turn comes.
    init(
        _ subject: Subject?,
        ask: @escaping (HostConnection, UInt32, @escaping (HostAnswer<Void>) -> Void) -> Void = { $2(.value(())) },
        deliver: @escaping (HostError?) -> Void
    ) {
        self.subject = subject
        self.ask = ask
        self.deliver = deliver
    }
}
