/// A request that was made, for who may want it no more, or sooner.
package final class HostTicket {
    /// The request that is under way for it; several may follow each other.
    var request: RequestID?
    private weak var supervisor: HostSupervisor?
    /// Whether ``cancel()`` was called.
    private(set) var isCancelled = false

    init(_ supervisor: HostSupervisor) {
        self.supervisor = supervisor
    }

    /// Nobody waits any more. The completion is called still: with ``HostError/Code/cancelled``, or with the result
    /// where that came first.
    package func cancel() {
        isCancelled = true
        if let request { supervisor?.cancel(request) }
    }

    /// Whether a host works on it already.
    package var isServed: Bool { request.map { supervisor?.isServed($0) ?? false } ?? false }

    /// Somebody waits now: a prefetch becomes a demand.
    package func raise() {
        if let request { supervisor?.raise(request) }
    }
}
