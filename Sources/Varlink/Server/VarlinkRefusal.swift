package import SheafOS

/// A connection that was closed at once, since there are as many as there may be.
package struct VarlinkRefusal: Equatable, Sendable, CustomStringConvertible {
    /// Which of ``VarlinkLimits`` it was.
    package enum Limit: Sendable {
        case connections
        case connectionsPerUser
    }

    package let peer: PeerCredentials
    package let limit: Limit
    /// How many there are: in all, or of the peer's user.
    package let count: Int

    package var description: String {
        switch limit {
        case .connections: "refused \(peer): there are \(count) connections already"
        case .connectionsPerUser: "refused \(peer): the user has \(count) connections already"
        }
    }
}
