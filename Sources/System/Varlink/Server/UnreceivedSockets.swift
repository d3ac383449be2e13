import SheafOS

/// The sockets of connections that have ended with descriptors on their way: as long as the peer holds its end and does not
/// receive them they are in flight, and count for their user, and so does the connection.
final class UnreceivedSockets {
    /// How long it is until they are looked at again, in microseconds.
    private static let pause: UInt64 = 1_000_000

    private struct Unreceived {
        let socket: SharedDescriptor
        let descriptors: Int
        let user: PeerUser
        let isCounted: Bool
    }

    private let loop: EventLoop
    private let users: PeerUsers
    private var sockets: [Unreceived] = []
    private var timer: TimerSource?

    init(loop: EventLoop, users: PeerUsers) {
        self.loop = loop
        self.users = users
    }

    deinit {
        timer?.cancel()
    }

    /// How many there are.
    var count: Int { sockets.count }

    /// A connection has ended over whose socket so many descriptors are on their way.
    func add(_ socket: SharedDescriptor, descriptors: Int, of user: PeerUser, isCounted: Bool) {
        user.descriptorRoom -= descriptors
        sockets.append(Unreceived(socket: socket, descriptors: descriptors, user: user, isCounted: isCounted))
        if timer == nil { schedule() }
    }

    /// No connection is left.
    func removeAll() { sockets = [] }

    private func schedule() {
        timer = try? loop.schedule(after: Self.pause) { [unowned self] in look() }
    }

    private func look() {
        timer = nil
        var unreceived: [Unreceived] = []
        for one in sockets {
            guard (try? UnixSocket.isRead(one.socket.number)) ?? true else {
                unreceived.append(one)
                continue
            }
            one.user.descriptorRoom += one.descriptors
            users.endCounting(one.user, isCounted: one.isCounted)
        }
        sockets = unreceived
        if !sockets.isEmpty { schedule() }
    }
}
