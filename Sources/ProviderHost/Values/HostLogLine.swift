package import SheafOS

/// A line for the journal: from a provider, or about its host.
package struct HostLogLine: Equatable, Sendable {
    package let level: LogLevel
    package let text: String
    /// The provider's name.
    package let provider: String
    /// The host's pid; 0 where there is none.
    package let pid: Int32
    /// Whether the provider says it, not the supervisor.
    package let isFromProvider: Bool
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
