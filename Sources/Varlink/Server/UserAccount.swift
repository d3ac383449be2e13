/// What the connections of one user take together of what all users share: each amount has its limit in ``VarlinkLimits``.
package final class UserAccount {
    /// Whose.
    package let uid: UInt32
    /// Connections that were accepted from a listening socket.
    package internal(set) var connections = 0
    /// Descriptors that came with messages, and that were neither taken by who serves them nor closed.
    package internal(set) var receivedDescriptors = 0
    /// All connections, those too that were passed as connected sockets.
    fileprivate var members = 0

    init(uid: UInt32) {
        self.uid = uid
    }
}

/// The accounts of those who are connected.
struct UserAccounts {
    private var byUser: [UInt32: UserAccount] = [:]

    /// In no order.
    var all: [UserAccount] { Array(byUser.values) }

    /// Connections of a user that were accepted.
    func connections(of uid: UInt32) -> Int { byUser[uid]?.connections ?? 0 }

    /// A user has one more connection.
    ///
    /// - Parameter isCounted: whether it counts towards the limit on connections.
    mutating func join(_ uid: UInt32, isCounted: Bool) -> UserAccount {
        let account = byUser[uid] ?? UserAccount(uid: uid)
        byUser[uid] = account
        account.members += 1
        if isCounted { account.connections += 1 }
        return account
    }

    /// A connection of a user has ended.
    mutating func leave(_ account: UserAccount, isCounted: Bool) {
        account.members -= 1
        if isCounted { account.connections -= 1 }
        if account.members == 0 { byUser[account.uid] = nil }
    }
}
