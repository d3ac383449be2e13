package import HostProtocol
package import SheafOS

/// A line for the journal: from a provider, or about its host.
package struct HostLogLine: Equatable, Sendable {
    /// An event that operators act on.
    package enum Event: Sendable {
        /// A host ended that should not have.
        case crashed
        /// A document, or what was asked of a page of it, has ended the second host, and is refused until it is reloaded.
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
    /// The owner that the host worked for.
    package var owner: HostOwner?
    /// The document that the host was at work on: ``HostDocument/logNumber``.
    package var document: Int64?
}

/// A host as operators see it.
package struct HostDescription: Equatable, Sendable {
    /// The state of a host.
    package enum State: String, Sendable {
        case starting
        case idle
        case busy
        case ending
    }

    package let pid: Int32
    /// The process of the provider, where it is a program.
    package let program: Int32?
    package let provider: String
    package let owner: HostOwner
    /// How many documents are open in it.
    package let documents: Int
    package let state: State
    /// Whether it serves one document alone, because that has ended a host before.
    package let isIsolated: Bool
    /// The parts of confinement that hold for the host; none yet while it starts.
    package let confinement: [Confinement]
    /// The manifest of the provider: what it is allowed beyond others.
    package let manifest: ProviderManifest
}

/// How much one host may write to the journal.
struct LogBudget {
    /// In microseconds.
    static let period: UInt64 = 10_000_000
    static let linesPerPeriod = 200

    private var pace = HostPace(linesPerPeriod, each: period)
    private var dropped = 0

    /// The verdict on a line.
    enum Verdict: Equatable {
        case pass
        case drop
        /// The line passes, and `lines` before it were dropped.
        case passAfterDropping(lines: Int)
    }

    /// Counts a line, and says what becomes of it.
    mutating func add(now: UInt64) -> Verdict {
        guard pace.rest(at: now) > 0 else {
            dropped += 1
            return .drop
        }
        pace.use(1)
        guard dropped > 0 else { return .pass }
        defer { dropped = 0 }
        return .passAfterDropping(lines: dropped)
    }
}

extension HostLogLine {
    /// A folder with providers can't be read.
    init(unreadable error: OSError) {
        self.init(level: .warning, text: "\(error)", provider: "", pid: 0, isFromProvider: false)
    }

    /// A provider is not loaded.
    init(refused error: HostError, provider: String) {
        self.init(level: .error, text: error.message, provider: provider, pid: 0, isFromProvider: false)
    }
}
