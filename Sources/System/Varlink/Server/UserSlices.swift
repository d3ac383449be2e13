import SheafOS

/// Which calls of a user are served in a round of the loop, so that every user has a slice of each.
///
/// A call is served as it is read, until the user's have taken as much of the round as they may. From then on its connections
/// wait in a queue, which goes on in the next round: the others are served in between, whatever one user sends.
final class UserSlices {
    private let limits: VarlinkLimits
    private var round: UInt64 = 0
    /// How many calls more may be served in this round.
    private var callsLeft = 0
    /// The time of this round that calls took that were not read in place, and sending what waited, in microseconds.
    private var time: UInt64 = 0
    /// The connections whose calls wait for a later round, first come first.
    private var queue: [VarlinkConnection] = []
    private var first = 0
    private var hasQueue = false
    /// The connections whose calls wait until the user has read replies.
    private var blocked: [VarlinkConnection] = []

    init(limits: VarlinkLimits) {
        self.limits = limits
    }

    /// Whether a call may be served now that comes in this round.
    @inline(__always)
    func mayServe(in round: UInt64) -> Bool {
        if self.round != round { begin(round) }
        return callsLeft > 0 && !hasQueue
    }

    /// Whether anything may be done for the user in this round.
    func hasTime(in round: UInt64) -> Bool {
        if self.round != round { begin(round) }
        return callsLeft > 0
    }

    /// A call was served; whether another may be.
    @inline(__always)
    func served() -> Bool {
        callsLeft -= 1
        return callsLeft > 0
    }

    /// Serving calls has taken so long.
    func spend(_ time: UInt64) {
        self.time += time
        if self.time >= limits.timePerRound { callsLeft = 0 }
    }

    /// A connection's calls wait for a later round.
    func enqueue(_ connection: VarlinkConnection) {
        queue.append(connection)
        hasQueue = true
    }

    /// A connection's calls wait until the user has read replies.
    func block(_ connection: VarlinkConnection) { blocked.append(connection) }

    /// The user has read replies: the calls that waited for that are served in their order. False where none have.
    func unblock() -> Bool {
        if blocked.isEmpty { return false }
        queue += blocked
        hasQueue = true
        blocked = []
        return true
    }

    /// Serves those who wait, as far as the round goes; whether more wait.
    func serveQueue(in round: UInt64) -> Bool {
        if self.round != round { begin(round) }
        // Who is not done comes back to the end of it, and goes on in the next round.
        let end = queue.count
        while first < min(end, queue.count), callsLeft > 0 {
            let connection = queue[first]
            first += 1
            connection.serveQueuedSlice()
        }
        if first == queue.count {
            queue.removeAll(keepingCapacity: true)
            first = 0
        } else if first > queue.count / 2 {
            queue.removeFirst(first)
            first = 0
        }
        hasQueue = !queue.isEmpty
        return hasQueue
    }

    /// The user's last connection has ended.
    func removeAll() {
        queue = []
        first = 0
        hasQueue = false
        blocked = []
    }

    private func begin(_ round: UInt64) {
        self.round = round
        callsLeft = limits.callsPerRound
        time = 0
    }
}

/// The users some of whose connections wait for a later round of the loop.
final class WaitingUsers {
    private let loop: EventLoop
    private var users: [UserSlices] = []
    private var work: BatchWork?

    init(loop: EventLoop) {
        self.loop = loop
        work = loop.addBatchWork { [unowned self] in serve() }
    }

    deinit {
        work?.cancel()
    }

    /// Connections of a user wait.
    func add(_ user: UserSlices) {
        if !users.contains(where: { $0 === user }) { users.append(user) }
        work?.request()
    }

    /// No connection is left.
    func removeAll() { users = [] }

    private func serve() {
        let serving = users
        users = []
        for user in serving where user.serveQueue(in: loop.round) { add(user) }
    }
}
