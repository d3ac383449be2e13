import Glibc
import SheafOS

/// Why a connection can't be used, or what came over it was refused.
package struct VarlinkError: Error, Equatable, CustomStringConvertible {
    /// The kind of an error.
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
        /// Nobody listens where the service was, or there is no way to it, by this errno.
        case unreachable(Int32)
        /// The connection was lost after a call was sent and before its answer came: it was done, or it was not.
        case unanswered
        /// The system refused, with this errno.
        case system(Int32)
    }

    /// The kind of the error.
    package let code: Code
    /// A sentence for people.
    package let description: String
    /// Whether the other end has surely not taken all of what was sent to it last.
    package let isUnread: Bool

    package init(_ code: Code, _ description: String, isUnread: Bool = false) {
        self.code = code
        self.description = description
        self.isUnread = isUnread
    }

    /// A message is none, in words that are no longer than a line: what is wrong may be as long as the message.
    init(violation error: JSONError) {
        self.init(.protocolViolation, String(error.description.prefix(Self.longestText)))
    }

    private static let longestText = 200

    /// Where the other end is gone it has not taken all of what was sent.
    init(_ error: OSError) {
        self =
            [EPIPE, ECONNRESET].contains(error.code)
            ? .closedUnread : VarlinkError(.system(error.code), error.description)
    }

    static let closedByPeer = VarlinkError(.closedByPeer, "the other end closed the connection")
    /// Where the last of what was sent was not read. Linux tells it by ECONNRESET: who closes a Unix socket in which something
    /// waits to be received resets the other end (unix_release_sock in net/unix/af_unix.c).
    static let closedUnread = VarlinkError(
        .closedByPeer, "the other end closed the connection before it had read everything", isUnread: true)
    static let closed = VarlinkError(.closed, "the connection is closed")
}

/// The limits of what one peer may cost. The defaults are systemd's where it has one.
package struct VarlinkLimits: Sendable {
    /// Bytes of a message, without its NUL.
    package var messageLength = 16 << 20
    /// Bytes of a message that comes in, where that is less. Each connection may keep that much of one that is not whole.
    package var receivedLength = 16 << 20
    /// Connections of a server.
    package var connections = 4096
    /// Connections of one uid.
    package var connectionsPerUser = 1024
    /// Connections that operators may have beyond either limit.
    package var operatorReserve = 64
    /// How long a message may be begun and not ended, in microseconds. Its bytes and descriptors are kept meanwhile.
    package var messageTime: UInt64 = 30_000_000
    /// How long descriptors may wait behind a call that is not answered, in microseconds.
    package var descriptorTime: UInt64 = 120_000_000
    /// How long calls wait for replies to be read that the user leaves unread (``waitingBytesPerUser``) where none at all is,
    /// in microseconds. The connections end then over which these wait.
    package var unreadTime: UInt64 = 120_000_000
    /// Descriptors that come with one message.
    package var descriptorsPerMessage = 64
    /// Descriptors of one uid that came with messages that are not served yet.
    package var receivedDescriptorsPerUser = 256
    /// Descriptors of one uid that nobody has taken and that are not closed yet, or whose closing waits.
    package var closingDescriptorsPerUser = 1_024
    /// The first descriptor number of the reserve, which is for what the service does itself, and for operators to
    /// connect. A peer whose descriptor gets this number or a higher one, as the lowest that is free, has come upon the
    /// reserve.
    package var firstReservedDescriptor = Int32.max
    /// Bytes that wait for a peer that does not read; beyond them it is cut off. Holds one message of any length.
    package var pendingOutput = 32 << 20

    /// Descriptors that wait for a peer that does not read; beyond them it is cut off. Each keeps a file, or a page's
    /// memory, for as long.
    package var pendingDescriptors = 256
    /// Bytes that wait for all connections of one uid, which do not read; beyond them none of its calls is served until it has
    /// read some.
    package var waitingBytesPerUser = 32 << 20
    /// How long the calls of one uid may be served in a round of the loop, in microseconds; the one that passes it is the last.
    package var timePerRound: UInt64 = 2_000
    /// How many of them are served in a round: those that are read in place are not timed.
    package var callsPerRound = 256
    /// Descriptors that are on their way to all connections of one uid; others wait until it has received some. Linux lets all
    /// processes of a user together have as many in flight as one of them may have open (RLIMIT_NOFILE).
    package var sentDescriptorsPerUser = 4096

    package init() {}

    static let reserveName = "the reserve of descriptors"
}
