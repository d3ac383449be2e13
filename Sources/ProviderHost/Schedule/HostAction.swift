/// What the scheduler wants done. The effects are ``HostSupervisor``'s.
enum HostAction: Equatable {
    /// Start a host process and load the provider; answer with hostStarted, hostRefused or hostNotStarted.
    case start(HostID, ProviderID, HostOwner)
    /// Open a document in a host; answer with finished.
    case open(HostID, DocumentID, serial: UInt32)
    /// Send a request to a host; answer with finished.
    case call(HostID, RequestID, serial: UInt32)
    /// Close a document in a host, behind whatever it does now; no answer.
    case close(HostID, DocumentID)
    /// Ask the request that a host serves to end, by its cancel word.
    case stop(HostID, serial: UInt32)
    /// Hang up: the host ends by itself.
    case end(HostID)
    case kill(HostID)
    /// Deliver the answer that a host gave to a request.
    case answer(RequestID)
    /// A request that gets no other answer.
    case fail(RequestID, HostError)
}
