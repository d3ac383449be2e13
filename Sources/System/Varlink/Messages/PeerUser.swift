package import SheafOS

/// The amounts that one user's connections take together of what all users share: each has its limit in ``VarlinkLimits``.
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
    /// The error where that is so.
    var tooManyDescriptors: VarlinkError {
        VarlinkError(
            .overLimit,
            """
            \(receivedDescriptors) descriptors of the user wait for their messages to be served, and \(closing.count) to be \
            closed
            """)
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
    /// The number of descriptors that may still be sent.
    var descriptorRoom: Int
    private let limits: VarlinkLimits

    init(uid: UInt32, limits: VarlinkLimits) {
        self.uid = uid
        self.limits = limits
        descriptorRoom = limits.sentDescriptorsPerUser
    }
}
