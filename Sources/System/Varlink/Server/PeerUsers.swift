import SheafOS

/// The users who are connected: the account of each, what of its calls is served when, and its connections.
final class PeerUsers {
    private struct User {
        let account: PeerUser
        let slices: UserSlices
        /// All connections, those too that were passed as connected sockets.
        var connections: [ConnectionID: VarlinkConnection] = [:]
    }

    private var byUser: [UInt32: User] = [:]

    /// The accounts, in no order.
    var all: [PeerUser] { byUser.values.map(\.account) }

    /// Connections of a user that were accepted.
    func connections(of uid: UInt32) -> Int { byUser[uid]?.account.connections ?? 0 }

    /// The count of a user's descriptors that are being closed; nil where the user has no connection.
    func closing(of uid: UInt32) -> ClosingTally? { byUser[uid]?.account.closing }

    /// The account and the slices of a user that gets a connection.
    func user(_ uid: UInt32, limits: VarlinkLimits) -> (account: PeerUser, slices: UserSlices) {
        if let known = byUser[uid] { return (known.account, known.slices) }
        return (PeerUser(uid: uid, limits: limits), UserSlices(limits: limits))
    }

    /// A user has one more connection.
    func add(_ connection: VarlinkConnection) {
        let account = connection.account
        byUser[account.uid, default: User(account: account, slices: connection.slices)].connections[connection.id] =
            connection
        if connection.isCounted { account.connections += 1 }
    }

    /// A connection of a user has ended. It counts until ``endCounting(_:isCounted:)``.
    func remove(_ connection: VarlinkConnection) {
        let uid = connection.account.uid
        byUser[uid]?.connections[connection.id] = nil
        if byUser[uid]?.connections.isEmpty ?? false { byUser[uid]?.slices.removeAll() }
    }

    /// A connection of a user takes nothing any more.
    func endCounting(_ account: PeerUser, isCounted: Bool) {
        if isCounted { account.connections -= 1 }
        // Whoever comes back finds what is still being closed.
        byUser = byUser.filter { _, user in
            !user.connections.isEmpty || user.account.connections > 0 || user.account.closing.count > 0
        }
    }

    /// Ends the connections of a user whose peers leave replies unread, for which the user's calls have waited too long.
    func endUnread(of uid: UInt32) {
        for connection in Array((byUser[uid]?.connections ?? [:]).values) { connection.endUnread() }
    }

    /// Finds out which descriptors of a user were received.
    func countSentDescriptors(of uid: UInt32) {
        for connection in (byUser[uid]?.connections ?? [:]).values { connection.noteReceived() }
    }
}
