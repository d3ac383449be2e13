import SheafOS

/// Why a connection can't be used, or what came over it was refused.
package struct VarlinkError: Error, Equatable, CustomStringConvertible {
    /// What happened.
    package enum Code: Equatable, Sendable {
        /// The other end closed it.
        case closedByPeer
        /// This end closed it.
        case closed
        /// The other end broke the protocol.
        case protocolViolation
        /// A limit of ``VarlinkLimits`` was reached.
        case overLimit
        /// The time that the caller gave ran out.
        case timedOut
        /// The system refused, with this errno.
        case system(Int32)
    }

    /// What happened.
    package let code: Code
    /// A sentence for people.
    package let description: String

    package init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    init(_ error: OSError) {
        self.init(.system(error.code), error.description)
    }

    static let closedByPeer = VarlinkError(.closedByPeer, "the other end closed the connection")
    static let closed = VarlinkError(.closed, "the connection is closed")
}
