package import SheafOS

/// A line for the journal: from a provider, or about its host.
package struct HostLogLine: Equatable, Sendable {
    /// What an operator acts on.
    package enum Event: Sendable {
        /// A host ended that should not have.
        case crashed
        /// A document has ended the second host, and is refused until it is reloaded.
        case documentRefused
    }

    package let level: LogLevel
    package let text: String
    /// The provider's name.
    package let provider: String
    /// The host's pid; 0 where there is none.
    package let pid: Int32
    /// Whether the provider says it, not the supervisor.
    package let isFromProvider: Bool
    package var event: Event?
    /// For whom the host worked.
    package var owner: HostOwner?
    /// The document that the host was at work on: ``OpenedDocument/logNumber``.
    package var document: Int64?
}

/// A host as operators see it.
package struct HostDescription: Equatable, Sendable {
    /// What it does.
    package enum State: String, Sendable {
        case starting
        case idle
        case busy
        case ending
    }

    package let pid: Int32
    package let provider: String
    package let owner: HostOwner
    /// How many documents are open in it.
    package let documents: Int
    package let state: State
    /// Whether it serves one document alone, because that has ended a host before.
    package let isIsolated: Bool
}
