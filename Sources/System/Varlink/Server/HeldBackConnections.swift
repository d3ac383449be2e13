import SheafOS

/// Connections whose descriptors wait until others are received: the user's, or those of the whole process. The socket has room,
/// so nothing tells when that is; they try again.
final class HeldBackConnections {
    /// How long they wait between two tries, in microseconds.
    private static let pause: UInt64 = 10_000

    private let loop: EventLoop
    private let users: PeerUsers
    private var connections: [VarlinkConnection] = []
    private var work: BatchWork?
    private var timer: TimerSource?

    init(loop: EventLoop, users: PeerUsers) {
        self.loop = loop
        self.users = users
        work = loop.addBatchWork { [unowned self] in tryAgain() }
    }

    deinit {
        work?.cancel()
        timer?.cancel()
    }

    /// A connection waits; it tries again after this batch, since its user may have received much that nobody has asked for.
    func add(_ connection: VarlinkConnection) {
        connections.append(connection)
        if timer == nil { work?.request() }
    }

    /// No connection is left.
    func removeAll() { connections = [] }

    private func tryAgain() {
        timer = nil
        let waiting = connections
        connections = []
        for uid in Set(waiting.map(\.account.uid)).sorted() { users.countSentDescriptors(of: uid) }
        // What still waits then comes back here, and must not try again at once.
        timer = try? loop.schedule(after: Self.pause) { [unowned self] in tryAgain() }
        for connection in waiting { connection.tryToSendAgain() }
        guard connections.isEmpty else { return }
        timer?.cancel()
        timer = nil
    }
}
