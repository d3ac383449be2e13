package import SheafOS

/// What the connections of one user take together of what all users share: each amount has its limit in ``VarlinkLimits``.
package final class PeerUser {
    /// Whose.
    package let uid: UInt32
    /// Connections that were accepted from a listening socket.
    package internal(set) var connections = 0
    /// Descriptors that came with messages, and that were neither taken by who serves them nor closed.
    package internal(set) var receivedDescriptors = 0
    /// Counts those that came and that nobody takes until they are closed, and others whose closing waits for a file system.
    package let closing = ClosingTally()
    /// Whether those that came and are neither taken nor closed are more than they may be.
    var hasTooManyDescriptors: Bool {
        receivedDescriptors > limits.receivedDescriptorsPerUser || closing.count > limits.closingDescriptorsPerUser
    }
    /// Bytes of replies that wait because peers do not read.
    package internal(set) var waitingBytes = 0 {
        didSet { isBehind = waitingBytes > limits.waitingBytesPerUser }
    }
    /// Grows whenever some of them are read.
    var reads: UInt64 = 0
    /// Whether that is so much that none of its calls is served until it has read some.
    private(set) var isBehind = false
    /// Descriptors that were sent and that peers have not received, at most.
    package var sentDescriptors: Int { limits.sentDescriptorsPerUser - descriptorRoom }
    /// How many descriptors more may be sent.
    var descriptorRoom: Int
    private let limits: VarlinkLimits
    /// What of its calls is served, and when.
    let turns: UserTurns
    /// All connections, those too that were passed as connected sockets.
    fileprivate var members: [ConnectionID: VarlinkConnection] = [:]

    init(uid: UInt32, limits: VarlinkLimits) {
        self.uid = uid
        self.limits = limits
        descriptorRoom = limits.sentDescriptorsPerUser
        turns = UserTurns(limits: limits)
    }

    /// Ends the connections whose peers leave replies unread, for which the user's calls have waited too long.
    func endUnread() {
        for connection in Array(members.values) { connection.endUnread() }
    }

    /// Finds out which descriptors were received.
    func countSentDescriptors() {
        for connection in members.values { connection.noteReceived() }
    }
}

/// The accounts of those who are connected.
final class PeerUsers {
    private var byUser: [UInt32: PeerUser] = [:]

    /// In no order.
    var all: [PeerUser] { Array(byUser.values) }

    /// Connections of a user that were accepted.
    func connections(of uid: UInt32) -> Int { byUser[uid]?.connections ?? 0 }

    /// What counts the closings that wait for a user; nil where the user has no connection.
    func closing(of uid: UInt32) -> ClosingTally? { byUser[uid]?.closing }

    /// The account of a user that gets a connection.
    func account(of uid: UInt32, limits: VarlinkLimits) -> PeerUser {
        byUser[uid] ?? PeerUser(uid: uid, limits: limits)
    }

    /// A user has one more connection.
    func add(_ connection: VarlinkConnection) {
        let account = connection.account
        byUser[account.uid] = account
        account.members[connection.id] = connection
        if connection.isCounted { account.connections += 1 }
    }

    /// A connection of a user has ended. It counts until ``endCounting(_:isCounted:)``.
    func remove(_ connection: VarlinkConnection) {
        let account = connection.account
        account.members[connection.id] = nil
        if account.members.isEmpty { account.turns.removeAll() }
    }

    /// A connection of a user takes nothing any more.
    func endCounting(_ account: PeerUser, isCounted: Bool) {
        if isCounted { account.connections -= 1 }
        // Whoever comes back finds what is still being closed.
        byUser = byUser.filter { _, user in !user.members.isEmpty || user.connections > 0 || user.closing.count > 0 }
    }
}
