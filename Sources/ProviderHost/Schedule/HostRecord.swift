/// A host process as the scheduler sees it.
struct HostRecord {
    /// Why a request was asked to end before it was done.
    enum Stop: Equatable {
        case cancelled
        case timedOut
        case closed
    }

    /// The request that a host serves.
    struct Work {
        /// What it does for it: opening the document first, where that is not open in this host.
        enum Phase { case opening, calling }

        let request: HostRequest
        var phase: Phase
        let serial: UInt32
        /// The document's generation when the work began.
        let generation: UInt32
        var stop: Stop?
    }

    /// Why a host is going.
    enum Cause {
        /// We let it go.
        case intended
        /// It went, or hung up.
        case lost
        case misbehaved
        /// It did not end a request, or its start, in time.
        case deaf
    }

    /// Where a host is in its life.
    enum State {
        case starting
        case idle
        case busy(Work)
        /// It was told to end or killed, and its end has not been told yet.
        case ending(Cause, Work?, wasStarting: Bool)
    }

    let lane: LaneKey
    let provider: ProviderID
    let owner: HostOwner
    var state = State.starting
    /// When the scheduler looks at it again.
    var deadline: UInt64?
    var idleSince: UInt64 = 0
    var lastSerial: UInt32 = 0
    /// It ends when it has nothing to do: what it was told when it began holds no more.
    var isOutdated = false
    /// The documents that are open in it.
    var documents: Set<DocumentID> = []

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

    /// The document of the request that it serves, or served when it went.
    var workedOn: DocumentID? {
        switch state {
        case .busy(let work), .ending(_, .some(let work), _): work.request.document
        case .starting, .idle, .ending: nil
        }
    }

    /// Why its end is worth a line in the journal; nil where it is not.
    func newsOfEnd(_ end: HostDeath) -> String? {
        switch state {
        case .ending(.intended, _, _): nil
        case .ending(.deaf, _, _): "was killed: it did not answer in time"
        case .ending(.misbehaved, _, _): nil
        case .ending(.lost, _, _), .starting, .idle, .busy: "ended with \(end)"
        }
    }

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
