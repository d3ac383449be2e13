import Glibc
package import SheafOS

/// A connection to a server, with the calls that come over it, one after the other.
package final class VarlinkConnection: ReadinessHandler {
    /// How many calls a connection may have served before the others get their turn.
    private static let callsPerRound = 64

    package let id: ConnectionID
    /// The process at the other end.
    package let peer: PeerCredentials
    /// Whether it counts towards its user's connections.
    let isCounted: Bool
    @usableFromInline let scratch: Scratch
    /// The account of what all connections of the peer's user take.
    let account: PeerUser
    /// The order in which the user's calls are served.
    let slices: UserSlices
    let limits: VarlinkLimits
    let shared: SharedByConnections
    var loop: EventLoop { shared.loop }
    var state: ConnectionState
    private(set) var source: DescriptorSource?
    /// The descriptors of the call that is being served.
    private var descriptors = VarlinkDescriptors()
    private var disconnected: (() -> Void)?
    /// Looks at what comes behind the call that waits for its answer.
    private var followerCame: ((borrowing CallEnvelope) -> Void)?
    /// Waits until the peer has taken everything.
    var drained: (() -> Void)?
    /// Replies wait for others, to go out in one send.
    private var isCollecting = false

    init(
        _ socket: consuming FileDescriptor, peer: PeerCredentials, user: (account: PeerUser, slices: UserSlices),
        isCounted: Bool, shared: SharedByConnections, limits: VarlinkLimits
    ) throws(OSError) {
        self.peer = peer
        account = user.account
        slices = user.slices
        self.isCounted = isCounted
        self.limits = limits
        self.shared = shared
        id = shared.nextConnection()
        scratch = shared.scratch
        let number = socket.number
        state = ConnectionState(
            Channel(socket, scratch: scratch, limits: limits, worker: shared.worker, account: account))
        source = try loop.watch(number, for: .readable, edgeTriggered: true, calling: self)
    }

    /// False once it was closed.
    package var isOpen: Bool { state.isOpen }

    /// Whether the peer was a member of a group when it connected; false too where that can't be told. Asked of the kernel
    /// each time: few calls want to know it.
    package func peerIsMember(of group: UInt32) -> Bool {
        guard state.isOpen else { return false }
        return (try? UnixSocket.peer(of: state.channel.number, isMemberOf: group)) ?? false
    }

    /// The process at the other end, as a pidfd: the one that connected.
    package func openPeerProcess() throws(OSError) -> FileDescriptor {
        guard state.isOpen else { throw OSError(code: ESRCH, operation: "watch the peer's process") }
        return try UnixSocket.peerProcess(of: state.channel.number)
    }

    /// Closes it, once the event at hand is served.
    package func close() {
        fail(.closed)
    }

    // MARK: Events

    /// Called by the loop.
    package func descriptorIsReady(_ readiness: Readiness) {
        guard state.isOpen else { return }
        if readiness.contains(.writable) { flush() }
        if let reason = state.noteReadiness(readiness) { fail(reason) }
        serveInTurn()
        if readiness.contains(.gone), state.isAbandoned { fail(.closedByPeer) }
    }

    /// Serves calls until there are none, one waits for its answer, or the others must have their turn.
    func serveInTurn() {
        guard !state.isServing else { return }
        guard slices.mayServe(in: loop.round) else { return scheduleSlice() }
        serveSlice()
    }

    /// Serves the connection's calls: its turn has come in its user's queue.
    func serveQueuedSlice() {
        state.turnIsScheduled = false
        if state.isOpen, !state.isServing { serveSlice() }
        if state.isAbandoned { fail(.closedByPeer) }
    }

    private func serveSlice() {
        state.isServing = true
        do throws(VarlinkError) {
            try serveCalls()
        } catch {
            fail(error)
        }
        state.isServing = false
        state.channel.settleInput()
        if let reason = state.closeReason { return end(reason) }
        if state.hasUnservedInput { noteUnservedInput() }
    }

    private func noteUnservedInput() {
        guard state.isOpen else { return }
        if state.beginWaiting(now: loop.recentTime) { shared.deadlines.add(self) }
        guard state.isBlocked, !state.turnIsScheduled else { return }
        state.turnIsScheduled = true
        slices.block(self)
    }

    /// How long a message may be begun and not ended, in microseconds.
    var messageTime: UInt64 { limits.messageTime }

    /// Whether input waits that ``InputDeadlines`` looks after; ends the connection where it has waited for too long.
    func checkUnservedInput(now: UInt64) -> Bool {
        do throws(VarlinkError) {
            switch try state.checkWaiting(now: now, limits: limits) {
            case .over: return false
            case .goesOn: return true
            case .unread:
                shared.users.endUnread(of: account.uid)
                return true
            }
        } catch {
            fail(error)
            return false
        }
    }

    private func serveCalls() throws(VarlinkError) {
        var served = 0
        repeat {
            while let message = try state.nextCall() {
                try serve(message)
                served += 1
                if !slices.served() || served == Self.callsPerRound { return scheduleSlice() }
            }
        } while try answerForFollowers()
    }

    /// Shows the call that waits for its answer what comes behind it: true where it was answered for that.
    @inline(__always)
    private func answerForFollowers() throws(VarlinkError) -> Bool {
        if let followerCame { try answer(for: followerCame) } else { false }
    }

    private func answer(for followerCame: (borrowing CallEnvelope) -> Void) throws(VarlinkError) -> Bool {
        let call = state.lastCall
        while try state.nextFollower() {
            scratch.parser.withValue { value in
                // What is wrong with it is said when its turn comes.
                if let envelope = try? CallEnvelope(decoding: value) { followerCame(envelope) }
            }
            if !state.isOpen(call: call) { return true }
        }
        return false
    }

    private func scheduleSlice() {
        guard !state.turnIsScheduled else { return }
        state.turnIsScheduled = true
        slices.enqueue(self)
        shared.waitingUsers.add(slices)
    }

    // MARK: Calls

    @inline(__always)
    private func serve(_ message: IncomingMessage) throws(VarlinkError) {
        if message.descriptors.count > 0 {
            descriptors = message.descriptors
            defer { descriptors = VarlinkDescriptors() }
            return try serveParsed(message)
        }
        if !serveInPlace(message) { try serveParsed(message) }
    }

    /// Has a call of the usual form answered by who reads it in place: false where nobody did.
    @inline(__always)
    private func serveInPlace(_ message: IncomingMessage) -> Bool {
        if shared.scanning.isEmpty { return false }
        return message.scan { scanner in
            guard scanner.beginsCall() else { return false }
            for index in shared.scanning.indices where shared.scanning[index].dispatch(scanning: scanner, on: self) {
                return true
            }
            return false
        }
    }

    /// A call that is read in place begins.
    @usableFromInline
    func beginCall(_ flags: VarlinkCallFlags) -> UInt64 { state.called(isAnswered: !flags.isOneway) }

    /// Nobody answered it: true where it may be served in the general way.
    @usableFromInline
    func withdraw(_ call: UInt64, _ flags: VarlinkCallFlags) -> Bool {
        state.withdraw(call: call, isAnswered: !flags.isOneway)
    }

    private func serveParsed(_ message: IncomingMessage) throws(VarlinkError) {
        shared.replies.send()
        let start = loop.now
        defer { slices.spend(loop.now - start) }
        try scratch.parse(message)
        try scratch.parser.withValue { value throws(VarlinkError) in
            let envelope: CallEnvelope
            do throws(JSONError) {
                envelope = try CallEnvelope(decoding: value)
            } catch {
                throw VarlinkError(violation: error)
            }
            let call = state.called(isAnswered: !envelope.flags.contains(.oneway))
            try shared.dispatch(envelope, call, of: self)
        }
        scratch.parser.shrink(after: message.length)
    }

    func isOpen(call: UInt64) -> Bool { state.isOpen(call: call) }

    func descriptors(ofCall call: UInt64) -> VarlinkDescriptors {
        call == state.lastCall ? descriptors : VarlinkDescriptors()
    }

    func onDisconnect(ofCall call: UInt64, _ body: @escaping () -> Void) {
        if state.isOpen(call: call) { disconnected = body }
    }

    func onFollowed(ofCall call: UInt64, _ body: @escaping (borrowing CallEnvelope) -> Void) {
        if state.isOpen(call: call) { followerCame = body }
    }

    // MARK: Replies

    /// Starts a reply in the scratch's writer; false where nobody waits for it.
    @usableFromInline
    func beginReply(toCall call: UInt64) -> Bool {
        guard state.isOpen(call: call) else { return false }
        scratch.writer.raw(#"{"parameters":"#)
        return true
    }

    /// Ends the reply that was started, and sends it.
    @usableFromInline
    func endReply(continues: Bool, descriptors: [SharedDescriptor]) {
        if continues { scratch.writer.raw(#","continues":true"#) }
        send(isFinal: !continues, descriptors: OutgoingDescriptors(descriptors))
    }

    /// Ends the reply that was started, and sends it with two descriptors at most; `second` is nil where `first` is.
    @usableFromInline
    func endReply(continues: Bool, first: SharedDescriptor?, second: SharedDescriptor?) {
        if continues { scratch.writer.raw(#","continues":true"#) }
        send(isFinal: !continues, descriptors: OutgoingDescriptors(first, second))
    }

    @usableFromInline
    func fail<Failure: VarlinkFailure>(call: UInt64, _ failure: Failure) {
        guard state.isOpen(call: call) else { return }
        scratch.writer.beginError(failure)
        send(isFinal: true, descriptors: OutgoingDescriptors())
    }

    private func send(isFinal: Bool, descriptors: OutgoingDescriptors) {
        if isFinal {
            forgetHandlers()
            if loop.eventsLeft > 0, state.mayReplyLater, BatchedReplies.fits(scratch.writer) {
                return sendLater(descriptors)
            }
        }
        shared.replies.send()
        do throws(VarlinkError) {
            switch try state.reply(&scratch.writer, descriptors: descriptors, isFinal: isFinal) {
            case .rest: return
            case .waitForRoom:
                watchForRoom()
                noteHeldBack()
            // The calls behind it have waited for this. Not from here, where the handler is in the middle of something.
            case .serveNext: scheduleSlice()
            }
        } catch {
            fail(error)
        }
    }

    /// Others call at the same time: what is in the scratch's writer goes out with their replies.
    private func sendLater(_ descriptors: OutgoingDescriptors) {
        state.endReply(&scratch.writer, isFinal: true)
        scratch.writer.withBytes { shared.replies.add($0, descriptors, of: self) }
        scratch.writer.removeAll()
    }

    /// Sends a reply that has waited for others.
    func send(_ reply: RawSpan, _ descriptors: OutgoingDescriptors) {
        guard state.isOpen, state.closeReason == nil else { return }
        do throws(VarlinkError) {
            try state.channel.send(reply, descriptors)
            if state.channel.pendingOutput > 0 {
                watchForRoom()
                noteHeldBack()
            }
        } catch {
            fail(error)
        }
    }

    @inline(__always)
    private func forgetHandlers() {
        if disconnected != nil { disconnected = nil }
        if followerCame != nil { followerCame = nil }
        if drained != nil { drained = nil }
    }

    /// Has replies without descriptors wait from now on, so that many go out in one send: with ``sendCollected()``, or
    /// by themselves after this batch of the loop. One with descriptors sends them, and then itself, at once.
    package func collectReplies() {
        guard state.isOpen, !isCollecting else { return }
        isCollecting = true
        state.channel.collect()
        shared.noteCollecting(self)
    }

    /// Sends what was collected.
    package func sendCollected() {
        guard isCollecting else { return }
        isCollecting = false
        guard state.isOpen else { return }
        do throws(VarlinkError) {
            try state.channel.sendCollected()
            if state.channel.pendingOutput > 0 { watchForRoom() }
        } catch {
            fail(error)
        }
    }

    // MARK: End

    /// Closes it for a reason, once nobody is in the middle of using it.
    func fail(_ reason: VarlinkError) {
        guard state.fail(reason), !state.isServing else { return }
        loop.afterThisBatch { [self] in end(reason) }
    }

    private func end(_ reason: VarlinkError, leavingUnread: Bool = false) {
        guard state.isOpen else { return }
        // What was said before is still to be heard.
        shared.replies.send()
        if isCollecting { try? state.channel.sendCollected() }
        detach()
        let unreceived = state.channel.close(leavingUnread: leavingUnread)
        unblockUser()
        let disconnected = self.disconnected
        forgetHandlers()
        disconnected?()
        shared.removed(self, reason, unreceived)
    }

    private func detach() {
        state.close()
        source?.cancel()
        source = nil
    }

    /// Ends at once, when its server closes. Whoever has called meanwhile may call the next one instead.
    func endNow() {
        end(.closed, leavingUnread: true)
    }
}
