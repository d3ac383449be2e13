import HostProtocol

/// A document, or what may turn out to be one. The number is also its handle in every host.
struct DocumentID: Hashable, Sendable { let number: Int64 }

/// A host process.
struct HostID: Hashable, Sendable { let number: UInt64 }

/// A provider: its index in the ``ProviderCatalog``.
struct ProviderID: Hashable, Sendable { let index: Int }

/// A document as the scheduler sees it.
struct ScheduledDocument {
    let provider: ProviderID
    let owner: HostOwner
    /// The scope that the document's failures are counted under; nil while it is not known which file it is.
    let failureScope: FailureLedger.Scope?
    var queue: QueueKey
    /// The host that has it open.
    var host: HostID?
    /// Counts reloads: what began before the last one is of an earlier state.
    var generation: UInt32 = 0
    /// Whether it is, or was, to be opened: until then it may turn out to be none.
    var hasQueue = false
    /// Whether it stays in its host.
    var isPinned = false
    /// How often it goes on in another host.
    var moves = DocumentMoves()
    /// Whether opening it has ended a host; the second time it is refused.
    var hasEndedHost = false
    /// How opening it ended the second host, for which it is refused until it is reloaded.
    var failure: HostDeath?
    /// Until when nothing is served that some users ask: their requests have ended too many hosts (``FailureLedger/restarts``).
    var holds: [UInt32?: UInt64] = [:]
}

/// How often a document goes on in another host. There it is opened once more, and what the provider had of it is gone, as its
/// fonts: where every page takes long, as on a machine that is held to a part of a processor, hosts would do little else.
struct DocumentMoves {
    /// The number of moves that may follow each other at once.
    static let burst: UInt64 = 3
    /// The least pause after which one more move is allowed, in microseconds.
    static let leastPause: UInt64 = 1_000_000
    /// The pause after which one more move is allowed, as a multiple of the time that opening the document took: a
    /// twentieth of the time goes to moves.
    static let openings: UInt64 = 20

    /// How long it took to open the document last, in microseconds.
    var openingTime: UInt64 = 0
    private var pace = Pace()

    private var rule: Pace.Rule {
        Pace.Rule(burst: Self.burst, pause: max(Self.leastPause, Self.openings * openingTime))
    }

    /// When the next one may be, in microseconds.
    var next: UInt64 { pace.next(rule) }

    /// Notes that it has moved.
    mutating func add(at now: UInt64) { pace.add(rule, at: now) }
}

/// The owner that hosts of a provider work for.
struct HostClient: Hashable, Sendable {
    let provider: ProviderID
    let owner: HostOwner
}

/// A host process as the scheduler sees it.
struct ScheduledHost {
    /// Why a request was asked to end before it was done.
    enum Stop: Equatable {
        case cancelled
        /// A demand came, and it was read ahead: it is asked again.
        case outranked
        case timedOut
        case closed
    }

    /// The request that a host serves.
    struct Work {
        /// The phase of the work: opening the document, where it is not open in this host, then calling.
        enum Phase { case opening, calling }

        var request: HostRequest
        var phase: Phase
        let serial: UInt32
        /// The document's generation when the work began.
        let generation: UInt32
        /// When that was, in microseconds.
        let began: UInt64
        /// Whether nobody waited for it then.
        let isPrefetch: Bool
        var stop: Stop?
        /// When it was told to end, in microseconds.
        var stopped: UInt64 = 0

        /// The subject of the work, as people are told of it.
        var subject: RequestSubject { phase == .opening ? .opening : request.subject }
    }

    /// Why a host ends.
    enum Cause {
        /// The scheduler had it end.
        case intended
        /// The host ended by itself, or closed its connection.
        case lost
        /// The host sent what no host sends.
        case misbehaved
        /// The host did not end a request, or its start, in time.
        case unresponsive
    }

    /// Where a host is in its life.
    enum State {
        case starting
        case idle
        case busy(Work)
        /// The host was asked to end or killed. Its process may still be there.
        case ending(Cause, Work?, wasStarting: Bool)
    }

    let queue: QueueKey
    let provider: ProviderID
    let owner: HostOwner
    var state = State.starting
    /// When the scheduler looks at it again.
    var deadline: UInt64?
    /// When those may go on in other hosts who wait for the request that it serves; nil where none do.
    var spreadTime: UInt64?
    var idleSince: UInt64 = 0
    var lastSerial: UInt32 = 0
    /// The requests that it has answered.
    var answered = 0
    /// Whether the host ends as soon as it is idle: its settings or limits have changed, or it has served or grown
    /// enough.
    var isOutdated = false
    /// The documents that are open in it.
    var documents: Set<DocumentID> = []

    /// The client that the host works for.
    var client: HostClient { HostClient(provider: provider, owner: owner) }

    /// Whether its end is one that nobody wanted.
    var endsUnexpectedly: Bool {
        switch state {
        case .ending(.intended, _, _), .ending(.unresponsive, _, _): false
        case .ending(.lost, _, _), .ending(.misbehaved, _, _), .starting, .idle, .busy: true
        }
    }

    /// Whether it was asked to end or killed.
    var isEnding: Bool {
        if case .ending = state { true } else { false }
    }

    /// Whether it has not loaded its provider.
    var isStarting: Bool {
        switch state {
        case .starting, .ending(_, _, wasStarting: true): true
        case .idle, .busy, .ending: false
        }
    }

    /// The work that the host does, or did when it ended; nil where it had nothing to do.
    var work: Work? {
        switch state {
        case .busy(let work), .ending(_, .some(let work), _): work
        case .starting, .idle, .ending: nil
        }
    }

    /// The document of the host's work.
    var workedOn: DocumentID? { work?.request.document }

    /// Why its end is worth a line in the journal; nil where it is not.
    func reportOfEnd(_ end: HostDeath) -> String? {
        let request = work.map { " when it was asked to \($0.subject)" } ?? ""
        return switch state {
        case .ending(.intended, _, _): nil
        case .ending(.unresponsive, _, _): "was killed: it did not answer in time\(request)"
        case .ending(.misbehaved, _, _): nil
        case .ending(.lost, _, _), .starting, .idle, .busy: "ended with \(end)\(request)"
        }
    }

    /// Whether it waits for a request.
    var isIdle: Bool {
        if case .idle = state { true } else { false }
    }

    /// The serial of what a host does before its first request.
    static let startSerial = UInt32.max - 1

    /// A number that tells this request from every other of this host: from 1 to below ``startSerial``.
    mutating func nextSerial() -> UInt32 {
        lastSerial = lastSerial >= Self.startSerial - 1 ? 1 : lastSerial + 1
        return lastSerial
    }
}

/// How starting hosts of one provider went: a provider that keeps failing is not tried for a while.
struct ProviderStarts {
    /// In microseconds.
    static let window: UInt64 = 60_000_000

    private var failures: [UInt64] = []
    /// Why the last start failed.
    private(set) var lastFailure: HostError?

    /// A host has loaded the provider.
    mutating func succeeded() {
        failures = []
        lastFailure = nil
    }

    /// A host could not be started, or could not load the provider.
    mutating func failed(_ error: HostError, at now: UInt64) {
        failures.removeAll { $0 + Self.window <= now }
        failures.append(now)
        lastFailure = error
    }

    /// Why it is not tried now; nil where it may be.
    func refusal(at now: UInt64, limit: Int) -> HostError? {
        let recent = failures.count { $0 + Self.window > now }
        return recent >= limit ? lastFailure : nil
    }
}

/// Hosts that end one after the other without having answered anything: the next ones are started at growing intervals.
struct HostRestarts {
    /// The number of ended hosts in a row that are replaced at once.
    static let atOnce = 2
    /// The pause before the next start, in microseconds; doubled for each that follows.
    static let shortestPause: UInt64 = 10_000
    /// The longest pause, in microseconds.
    static let longestPause: UInt64 = 1_000_000

    private var ends = 0
    /// Until when no other is started.
    private(set) var pauseEnd: UInt64 = 0

    /// A host has ended.
    mutating func ended(at now: UInt64) {
        ends += 1
        guard ends > Self.atOnce else { return }
        pauseEnd = now + min(Self.longestPause, Self.shortestPause << min(UInt64(ends - Self.atOnce - 1), 16))
    }
}
