import SheafOS

/// A server's side of a connection: what it may do next, and what it must not do any more.
///
/// It calls nobody, so that its one owner can hold on to it for each step as a whole.
struct ConnectionState: ~Copyable {
    /// The step that follows a reply.
    enum AfterReply {
        case rest, waitForRoom
        /// Calls may have come while this one was open.
        case serveNext
    }

    var channel: Channel
    /// The call that waits for its answer; 0 where there is none.
    private var openCall: UInt64 = 0
    private(set) var lastCall: UInt64 = 0
    /// There may be something to receive: the loop tells it only once.
    private var mayReceive = true
    private var hasHungUp = false
    private var peerSendsNoMore = false
    /// Whether the peer neither sends nor receives any more.
    private var hasGone = false
    /// Calls are being served further up the stack.
    var isServing = false
    /// Waits in its user's queue, or until its user has read replies.
    var turnIsScheduled = false
    /// Waits to try again to send.
    var isHeldBack = false
    var isWatchingForRoom = false
    /// Input that waits.
    private struct Waiting {
        /// The time since when input waits, as the clock has it.
        var since: UInt64
        /// How many calls had come then.
        var calls: UInt64
        /// Behind a call that is not answered, or whose answer is not read.
        var isHeldUp = false
        /// Until replies on other connections are read, and how often that had been then.
        var isBlocked = false
        var reads: UInt64 = 0
        /// Since when descriptors wait among it.
        var descriptors: UInt64?
    }

    /// The result of a look at input that waits.
    enum Wait {
        /// No input waits any more.
        case over
        case goesOn
        /// Input waits for too long for replies of the user's to be read.
        case unread
    }

    private var waiting: Waiting?
    /// The reason to close the connection, as soon as nobody is in the middle of using it.
    private(set) var closeReason: VarlinkError?
    /// Whether the connection is open: false once it was closed.
    private(set) var isOpen = true

    init(_ channel: consuming Channel) {
        self.channel = channel
    }

    func isOpen(call: UInt64) -> Bool { call == openCall && isOpen && closeReason == nil }

    /// The loop says that the socket is ready; returns why it is to be closed, where it is.
    @inline(__always)
    mutating func noteReadiness(_ readiness: Readiness) -> VarlinkError? {
        if readiness == .readable {
            mayReceive = true
            return nil
        }
        if readiness.contains(.hangup) { hasHungUp = true }
        if readiness.contains(.readable) || hasHungUp { mayReceive = true }
        if readiness.contains(.gone) { hasGone = true }
        // Nobody is left to answer: what the call waits for is not needed any more.
        let waits = openCall != 0 || channel.pendingOutput > 0 || channel.isUserBehind
        return readiness.contains(.gone) && waits ? .closedByPeer : nil
    }

    /// Whether a call waits for its answer that came together with the end of its caller.
    var isAbandoned: Bool { hasGone && openCall != 0 }

    /// The next call to be served; nil where there is none, or none may be served now.
    @inline(__always)
    mutating func nextCall() throws(VarlinkError) -> IncomingMessage? {
        // A peer that does not read its answers is not asked for more questions.
        guard isOpen, openCall == 0, closeReason == nil, channel.pendingOutput == 0, !channel.isUserBehind
        else { return nil }
        while true {
            if channel.hasInput, let message = try channel.nextMessage() { return message }
            if peerSendsNoMore {
                throw channel.hasInput
                    ? VarlinkError(.protocolViolation, "the connection ended in the middle of a message")
                    : .closedByPeer
            }
            guard mayReceive else { return nil }
            try receive()
        }
    }

    /// Parses the next message behind the call that waits for its answer; false where none is there that can be parsed,
    /// or enough of them wait. None is taken.
    mutating func nextFollower() throws(VarlinkError) -> Bool {
        while isOpen, openCall != 0, closeReason == nil {
            if channel.parseFollower() { return true }
            guard mayReceive, !peerSendsNoMore, channel.hasRoom else { return false }
            try receive()
        }
        return false
    }

    /// Whether anything was received that is not served, or may be there to be received.
    var hasUnservedInput: Bool { channel.hasInput || mayReceive }

    /// Whether a call may be there that waits until the user has read replies on other connections.
    var isBlocked: Bool { openCall == 0 && channel.pendingOutput == 0 && channel.isUserBehind && hasUnservedInput }

    /// Input waits: true where none did before.
    mutating func beginWaiting(now: UInt64) -> Bool {
        guard waiting == nil else { return false }
        waiting = Waiting(since: now, calls: lastCall)
        return true
    }

    /// Looks at input that waits.
    ///
    /// - Throws: where it has waited longer than it may.
    mutating func checkWaiting(now: UInt64, limits: VarlinkLimits) throws(VarlinkError) -> Wait {
        guard isOpen, closeReason == nil, hasUnservedInput, var waiting else {
            self.waiting = nil
            return .over
        }
        let isHeldUp = openCall != 0 || channel.pendingOutput > 0
        let reads = channel.userReads
        if lastCall != waiting.calls || isHeldUp != waiting.isHeldUp || isBlocked != waiting.isBlocked
            || isBlocked && reads != waiting.reads
        {
            let descriptors = lastCall == waiting.calls ? waiting.descriptors : nil
            waiting = Waiting(
                since: now, calls: lastCall, isHeldUp: isHeldUp, isBlocked: isBlocked, reads: reads,
                descriptors: descriptors)
        }
        if isHeldUp, channel.mayHoldDescriptors {
            waiting.descriptors = waiting.descriptors ?? now
        } else {
            waiting.descriptors = nil
        }
        self.waiting = waiting
        let time = now - min(waiting.since, now)
        if isBlocked { return time >= limits.unreadTime ? .unread : .goesOn }
        if !isHeldUp, !turnIsScheduled, time >= limits.messageTime {
            throw VarlinkError(.overLimit, "a message is not whole after \(limits.messageTime / 1_000_000) s")
        }
        if let descriptors = waiting.descriptors, now - min(descriptors, now) >= limits.descriptorTime {
            throw VarlinkError(
                .overLimit,
                "descriptors wait for \(limits.descriptorTime / 1_000_000) s behind a call that is not answered")
        }
        return .goesOn
    }

    private mutating func receive() throws(VarlinkError) {
        switch try channel.receive() {
        case .more: break
        // After a hangup the end of the stream is still to be received, and is not told again.
        case .drained: mayReceive = hasHungUp
        case .nothing: mayReceive = false
        case .end: peerSendsNoMore = true
        }
    }

    /// The call came that was received last: returns its number.
    @inline(__always)
    mutating func called(isAnswered: Bool) -> UInt64 {
        lastCall += 1
        if isAnswered { openCall = lastCall }
        return lastCall
    }

    /// The call was not answered by who read it in place: it comes again, decoded. False where it was answered all the same.
    mutating func withdraw(call: UInt64, isAnswered: Bool) -> Bool {
        if isAnswered, openCall != call { return false }
        openCall = 0
        lastCall -= 1
        return true
    }

    /// Whether a last reply may go out later than what is sent meanwhile over other connections.
    var mayReplyLater: Bool { isServing && channel.sendsAtOnce }

    /// Ends the outermost object of the reply that is in the writer.
    @inline(__always)
    mutating func endReply(_ writer: inout JSONWriter, isFinal: Bool) {
        if isFinal { openCall = 0 }
        writer.raw("}\0")
    }

    /// Ends the outermost object of the reply that is in the writer, and sends the reply.
    @inline(__always)
    mutating func reply(
        _ writer: inout JSONWriter, descriptors: OutgoingDescriptors, isFinal: Bool
    ) throws(VarlinkError) -> AfterReply {
        endReply(&writer, isFinal: isFinal)
        try channel.send(&writer, descriptors: descriptors)
        if channel.pendingOutput > 0 { return .waitForRoom }
        return isFinal && !isServing && (channel.hasInput || mayReceive) ? .serveNext : .rest
    }

    /// Notes why the connection is to be closed. Returns true where it was not to be before.
    mutating func fail(_ reason: VarlinkError) -> Bool {
        guard isOpen, closeReason == nil else { return false }
        closeReason = reason
        return true
    }

    /// Notes that the connection was closed.
    mutating func close() {
        isOpen = false
        openCall = 0
    }
}
