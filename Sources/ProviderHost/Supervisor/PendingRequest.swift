/// A request between being made and its completion: what it asks, and whom to tell.
final class PendingRequest {
    /// What came of asking a host.
    enum Outcome {
        /// The reply is kept for ``deliver``.
        case answered
        case failed(HostError)
        case misbehaved(String)
    }

    /// Asks a host. It may be done a second time, in another host.
    let ask: (HostConnection, _ serial: UInt32, _ finished: @escaping (Outcome) -> Void) -> Void
    /// Tells the result: the last answer that a host gave, or an error.
    let deliver: (HostError?) -> Void

    init(
        ask: @escaping (HostConnection, UInt32, @escaping (Outcome) -> Void) -> Void,
        deliver: @escaping (HostError?) -> Void
    ) {
        self.ask = ask
        self.deliver = deliver
    }
}
