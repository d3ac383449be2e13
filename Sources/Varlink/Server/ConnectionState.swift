import SheafOS

/// Where a connection stands: what it may do next, and what it must not do any more.
struct ConnectionState {
    /// The call that waits for its answer; 0 where there is none.
    private(set) var openCall: UInt64 = 0
    private(set) var lastCall: UInt64 = 0
    /// There may be something to receive: the loop tells it only once.
    private(set) var mayReceive = true
    private var hasHungUp = false
    private(set) var peerSendsNoMore = false
    /// Calls are being served further up the stack.
    var isServing = false
    var turnIsScheduled = false
    var isWatchingForRoom = false
    /// The next answer was the last: the connection is to be handed over.
    var isUpgrading = false
    /// Why it is to be closed, as soon as nobody is in the middle of using it.
    private(set) var doom: VarlinkError?
    /// False once it was closed or handed over.
    private(set) var isOpen = true

    /// Whether the next call may be served.
    var servesCalls: Bool { isOpen && openCall == 0 && doom == nil && !isUpgrading }

    func isOpen(call: UInt64) -> Bool { call == openCall && isOpen && doom == nil }

    /// The loop says that the socket is ready.
    mutating func told(_ readiness: Readiness) {
        if readiness.contains(.hangup) { hasHungUp = true }
        if readiness.contains(.readable) || hasHungUp { mayReceive = true }
    }

    mutating func received(_ progress: Channel.Progress) {
        switch progress {
        case .more: return
        // After a hangup the end of the stream is still to be received, and is not told again.
        case .drained: mayReceive = hasHungUp
        case .nothing: mayReceive = false
        case .end: peerSendsNoMore = true
        }
    }

    /// A call came: returns its number.
    mutating func called() -> UInt64 {
        lastCall += 1
        return lastCall
    }

    /// The last call waits for an answer.
    mutating func waitForAnswer() { openCall = lastCall }

    /// The open call has its final answer.
    mutating func answered() { openCall = 0 }

    /// It is to be closed: true where it was not to be before.
    mutating func fail(_ reason: VarlinkError) -> Bool {
        guard isOpen, doom == nil else { return false }
        doom = reason
        return true
    }

    /// It was closed or handed over.
    mutating func leave() {
        isOpen = false
        openCall = 0
    }
}
