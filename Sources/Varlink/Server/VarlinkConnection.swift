package import SheafOS

/// A connection to a server, with the calls that come over it, one after the other.
package final class VarlinkConnection {
    /// How many calls a connection may have served before the others get their turn.
    private static let callsPerTurn = 64

    /// Who is at the other end.
    package let peer: PeerCredentials
    /// Whether it counts towards its user's connections.
    let isCounted: Bool
    @usableFromInline let scratch: Scratch
    private let channel: Channel
    private let loop: EventLoop
    private weak var server: VarlinkServer?
    private var source: DescriptorSource?

    /// The call that waits for its answer; 0 where there is none.
    private var openCall: UInt64 = 0
    private var lastCall: UInt64 = 0
    private var descriptors = VarlinkDescriptors()
    private var disconnected: (() -> Void)?
    private var upgraded: ((consuming FileDescriptor, [UInt8]) -> Void)?

    /// There may be something to receive: the loop tells it only once.
    private var mayReceive = true
    private var hasHungUp = false
    private var peerSendsNoMore = false
    private var isServing = false
    private var turnIsScheduled = false
    private var isWatchingForRoom = false
    /// Set where the connection is to be closed as soon as nobody is in the middle of using it.
    private var doom: VarlinkError?
    /// False once it was closed or handed over.
    package private(set) var isOpen = true

    init(
        _ socket: consuming FileDescriptor, peer: PeerCredentials, isCounted: Bool, server: VarlinkServer,
        scratch: Scratch, limits: VarlinkLimits, closer: DescriptorCloser?, loop: EventLoop
    ) throws(OSError) {
        self.peer = peer
        self.isCounted = isCounted
        self.server = server
        self.scratch = scratch
        self.loop = loop
        channel = Channel(socket, scratch: scratch, limits: limits, closer: closer)
        source = try loop.watch(channel.number, for: .readable, edgeTriggered: true) { [self] readiness in
            serve(readiness)
        }
    }

    /// Bytes that wait because the peer does not read. A stream that falls behind can skip, or end.
    package var pendingOutputBytes: Int { channel.pendingOutput }

    /// Closes it, once the event at hand is served.
    package func close() {
        fail(.closed)
    }

    // MARK: Events

    private func serve(_ readiness: Readiness) {
        guard isOpen else { return }
        if readiness.contains(.writable) { flush() }
        if readiness.contains(.hangup) { hasHungUp = true }
        if readiness.contains(.readable) || hasHungUp { mayReceive = true }
        // Nobody is left to answer: what the call waits for is not needed any more.
        if readiness.contains(.gone), openCall != 0 || channel.pendingOutput > 0 { fail(.closedByPeer) }
        takeTurn()
    }

    /// Serves calls until there are none, one waits for its answer, or the others must have their turn.
    private func takeTurn() {
        guard !isServing else { return }
        isServing = true
        do throws(VarlinkError) {
            try serveCalls()
        } catch {
            fail(error)
        }
        isServing = false
        if let doom { end(doom) }
    }

    private func serveCalls() throws(VarlinkError) {
        var served = 0
        // A peer that does not read its answers is not asked for more questions.
        while isOpen, openCall == 0, doom == nil, upgraded == nil, channel.pendingOutput == 0 {
            if let message = try channel.nextMessage() {
                try serve(message)
                served += 1
                if served == Self.callsPerTurn { return scheduleTurn() }
            } else if peerSendsNoMore {
                throw channel.hasInput
                    ? VarlinkError(.protocolViolation, "the connection ended in the middle of a message")
                    : .closedByPeer
            } else if mayReceive {
                switch try channel.receive() {
                case .more: break
                // After a hangup the end of the stream is still to be received, and is not told again.
                case .drained: mayReceive = hasHungUp
                case .nothing: mayReceive = false
                case .end: peerSendsNoMore = true
                }
            } else {
                return
            }
        }
    }

    private func scheduleTurn() {
        guard !turnIsScheduled else { return }
        turnIsScheduled = true
        loop.afterThisBatch { [self] in
            turnIsScheduled = false
            if isOpen { takeTurn() }
        }
    }

    // MARK: Calls

    private func serve(_ message: IncomingMessage) throws(VarlinkError) {
        guard let server else { throw .closed }
        lastCall += 1
        descriptors = message.descriptors
        defer { descriptors = VarlinkDescriptors() }
        try scratch.parser.withValue(
            in: message.buffer, message.range,
            onError: { error throws(VarlinkError) in
                throw VarlinkError(.protocolViolation, error.description)
            },
            { value throws(VarlinkError) in
                let envelope: CallEnvelope
                do throws(JSONError) {
                    envelope = try CallEnvelope(decoding: value)
                } catch {
                    throw VarlinkError(.protocolViolation, error.description)
                }
                if !envelope.flags.contains(.oneway) { openCall = lastCall }
                try dispatch(envelope, to: server)
            })
        if message.range.count > JSONParser.keptLength { scratch.parser.shrink() }
    }

    private func dispatch(_ envelope: borrowing CallEnvelope, to server: VarlinkServer) throws(VarlinkError) {
        let call = lastCall
        guard let name = envelope.method.splitAtLastDot(), let interface = server.interface(named: name.interface)
        else {
            let interface = envelope.method.splitAtLastDot()?.interface.text ?? envelope.method.text
            return fail(call: call, ServiceInterface.Failure.interfaceNotFound(interface: interface))
        }
        let incoming = VarlinkIncoming(
            member: name.member, parameters: envelope.parameters, connection: self, serial: call,
            flags: envelope.flags)
        do throws(JSONError) {
            guard try interface.dispatch(incoming) else {
                return fail(call: call, ServiceInterface.Failure.methodNotFound(method: envelope.method.text))
            }
        } catch {
            if error.isMalformed { throw VarlinkError(.protocolViolation, error.description) }
            let parameter = error.path.isEmpty ? "parameters" : error.path
            fail(call: call, ServiceInterface.Failure.invalidParameter(parameter: parameter))
        }
    }

    func isOpen(call: UInt64) -> Bool { call == openCall && doom == nil && isOpen }

    func descriptors(ofCall call: UInt64) -> VarlinkDescriptors {
        call == lastCall ? descriptors : VarlinkDescriptors()
    }

    func onDisconnect(ofCall call: UInt64, _ body: @escaping () -> Void) {
        if isOpen(call: call) { disconnected = body }
    }

    // MARK: Replies

    /// Starts a reply in the scratch's writer; false where nobody waits for it.
    @usableFromInline
    func beginReply(toCall call: UInt64) -> Bool {
        guard isOpen(call: call) else { return false }
        scratch.writer.removeAll()
        scratch.writer.raw(#"{"parameters":"#)
        return true
    }

    /// Ends the reply that was started, and sends it.
    @usableFromInline
    func endReply(continues: Bool, descriptors: [SharedDescriptor]) {
        scratch.writer.raw(continues ? #","continues":true}"# : "}")
        send(isFinal: !continues, descriptors: descriptors)
    }

    @usableFromInline
    func fail<Failure: VarlinkFailure>(call: UInt64, _ failure: Failure) {
        guard isOpen(call: call) else { return }
        scratch.writer.removeAll()
        scratch.writer.raw(#"{"error":""#)
        scratch.writer.raw(failure.errorName)
        scratch.writer.raw(#"","parameters":"#)
        failure.encodeParameters(into: &scratch.writer)
        scratch.writer.raw("}")
        send(isFinal: true, descriptors: [])
    }

    func upgrade(then body: @escaping (consuming FileDescriptor, [UInt8]) -> Void) {
        upgraded = body
        endReply(continues: false, descriptors: [])
        if channel.pendingOutput == 0 { handOver() }
    }

    private func send(isFinal: Bool, descriptors: [SharedDescriptor]) {
        scratch.writer.endMessage()
        if isFinal {
            openCall = 0
            disconnected = nil
        }
        do throws(VarlinkError) {
            try channel.send(descriptors: descriptors)
            if channel.pendingOutput > 0 { watch(forRoom: true) }
        } catch {
            return fail(error)
        }
        // Answered later: the calls behind it have waited for this. Not from here, where the handler is in the middle
        // of something.
        if isFinal, !isServing, channel.hasInput || mayReceive { scheduleTurn() }
    }

    private func flush() {
        do throws(VarlinkError) {
            try channel.flush()
            guard channel.pendingOutput == 0 else { return }
            watch(forRoom: false)
            if upgraded != nil { handOver() }
        } catch {
            fail(error)
        }
    }

    private func watch(forRoom: Bool) {
        guard forRoom != isWatchingForRoom else { return }
        isWatchingForRoom = forRoom
        do throws(OSError) {
            try source?.setInterest(forRoom ? [.readable, .writable] : .readable)
        } catch {
            fail(VarlinkError(error))
        }
    }

    // MARK: End

    /// Closes it for a reason, once nobody is in the middle of using it.
    private func fail(_ reason: VarlinkError) {
        guard isOpen, doom == nil else { return }
        doom = reason
        if !isServing { loop.afterThisBatch { [self] in end(reason) } }
    }

    private func handOver() {
        guard isOpen, let body = upgraded else { return }
        upgraded = nil
        leave()
        let rest = channel.takeRest()
        if let socket = channel.takeSocket() { body(socket, rest) }
        server?.removed(self, reason: nil)
    }

    private func end(_ reason: VarlinkError) {
        guard isOpen else { return }
        leave()
        channel.close()
        let disconnected = self.disconnected
        self.disconnected = nil
        upgraded = nil
        disconnected?()
        server?.removed(self, reason: reason)
    }

    private func leave() {
        isOpen = false
        openCall = 0
        source?.cancel()
        source = nil
    }

    /// Ends at once, when its server closes.
    func endNow() {
        end(.closed)
    }
}
