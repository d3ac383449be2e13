/// A request as the scheduler sees it: not what it asks, only what it needs.
struct HostRequest {
    /// What must be there before it can be sent.
    enum Need: Equatable {
        /// A host: it is about the host itself, and pointless once that ended.
        case thisHost
        /// A host that loaded the provider: examining, probing.
        case provider
        /// The open document.
        case document
        /// That the document is opened, and nothing else.
        case opening
    }

    let id: RequestID
    /// Whom to hold to account where the host dies; nil for ``Need/thisHost``.
    let document: DocumentID?
    let need: Need
    var priority: HostPriority
}
