package import SheafOS

/// A client on a loop: calls return at once, and their replies come to closures, in the order of the calls.
package final class VarlinkClient {
    /// How long descriptors wait that can't be sent until others are received, in microseconds.
    private static let retryPause: UInt64 = 10_000
    /// How many replies are served before others get their turn.
    private static let repliesPerRound = 64

    /// A call whose final reply has not come.
    private struct Pending {
        let flags: VarlinkCallFlags
        /// Whether descriptors may come with its replies.
        let bringsDescriptors: Bool
        /// Decodes a reply and tells it.
        let deliver: (borrowing ReplyEnvelope, VarlinkDescriptors) throws(JSONError) -> Void
        let fail: (VarlinkError) -> Void
    }

    private let loop: EventLoop
    private var channel: Channel
    private var source: DescriptorSource?
    private var pending: [Pending] = []
    private let ended: (VarlinkError) -> Void

    private var mayReceive = true
    private var hasHungUp = false
    private var isServing = false
    private var isWatchingForRoom = false
    /// Tries again to send what waits until others have received descriptors.
    private var retry: TimerSource?
    private var endReason: VarlinkError?
    /// False once the connection has ended.
    package private(set) var isOpen = true

    /// Speaks over a connected socket.
    ///
    /// - Parameters:
    ///   - worker: closes the descriptors off the loop that come with replies and that nobody takes.
    ///   - ended: called once, when the connection has ended and every call was told so.
    package init(
        _ socket: consuming FileDescriptor, on loop: EventLoop, limits: VarlinkLimits = VarlinkLimits(),
        worker: BackgroundWorker? = nil, ended: @escaping (VarlinkError) -> Void
    ) throws(OSError) {
        self.loop = loop
        self.ended = ended
        channel = Channel(socket, scratch: Scratch(), limits: limits, worker: worker)
        source = try loop.watch(channel.number, for: .readable, edgeTriggered: true) { [unowned self] readiness in
            serve(readiness)
        }
    }

    deinit {
        source?.cancel()
        retry?.cancel()
        channel.close()
    }

    /// Calls, and passes the reply to `completion`.
    ///
    /// - Parameter bringsDescriptors: whether descriptors may come with the reply; a peer that sends some all the same has broken
    ///   the protocol.
    package func call<Method: VarlinkMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters, descriptors: [SharedDescriptor] = [],
        bringsDescriptors: Bool = true,
        completion: @escaping (Result<VarlinkReply<Method.Reply>, VarlinkCallError<Method.Failure>>) -> Void
    ) {
        start(
            method, parameters, flags: [], descriptors: descriptors, bringsDescriptors: bringsDescriptors, completion)
    }

    /// Calls with `more`, and passes each reply to `each`; the last one does not continue.
    package func stream<Method: VarlinkMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters, descriptors: [SharedDescriptor] = [],
        each: @escaping (Result<VarlinkReply<Method.Reply>, VarlinkCallError<Method.Failure>>) -> Void
    ) {
        start(method, parameters, flags: .more, descriptors: descriptors, each)
    }

    /// Calls without wanting an answer.
    package func send<Method: VarlinkMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters, descriptors: [SharedDescriptor] = []
    ) {
        guard isOpen, endReason == nil else { return }
        transmit(method, parameters, flags: .oneway, descriptors: descriptors)
    }

    /// Ends the connection, once the event at hand is served.
    package func close() {
        fail(.closed)
    }

    // MARK: Calls

    private func start<Method: VarlinkMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters, flags: VarlinkCallFlags,
        descriptors: [SharedDescriptor], bringsDescriptors: Bool = true,
        _ completion: @escaping (Result<VarlinkReply<Method.Reply>, VarlinkCallError<Method.Failure>>) -> Void
    ) {
        guard isOpen, endReason == nil else {
            let error = endReason ?? .closed
            return loop.afterThisBatch { completion(.failure(.connection(error))) }
        }
        pending.append(
            Pending(
                flags: flags, bringsDescriptors: bringsDescriptors,
                deliver: { reply, descriptors throws(JSONError) in
                    completion(try reply.outcome(of: method, descriptors: descriptors))
                },
                fail: { completion(.failure(.connection($0))) }))
        transmit(method, parameters, flags: flags, descriptors: descriptors)
    }

    private func transmit<Method: VarlinkMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters, flags: VarlinkCallFlags,
        descriptors: [SharedDescriptor]
    ) {
        do throws(VarlinkError) {
            try channel.send(method, parameters, flags: flags, descriptors: descriptors)
            if channel.pendingOutput > 0 { waitForRoom() }
        } catch {
            fail(error)
        }
    }

    // MARK: Events

    private func serve(_ readiness: Readiness) {
        guard isOpen else { return }
        if readiness.contains(.writable) { flush() }
        if readiness.contains(.hangup) { hasHungUp = true }
        if readiness.contains(.readable) || hasHungUp { mayReceive = true }
        serveReceived()
    }

    private func serveReceived() {
        guard isOpen, !isServing else { return }
        isServing = true
        do throws(VarlinkError) {
            try serveReplies()
        } catch {
            fail(error)
        }
        isServing = false
        if let endReason { end(endReason) }
    }

    private func serveReplies() throws(VarlinkError) {
        var served = 0
        while isOpen, endReason == nil {
            if let message = try channel.nextMessage() {
                try serve(message)
                served += 1
                guard served < Self.repliesPerRound else {
                    return loop.afterThisBatch { [weak self] in self?.serveReceived() }
                }
            } else if mayReceive {
                switch try channel.receive() {
                case .more: break
                // After a hangup the end of the stream is still to be received, and is not told again.
                case .drained: mayReceive = hasHungUp
                case .nothing: mayReceive = false
                case .end: throw .closedByPeer
                }
            } else {
                return
            }
        }
    }

    private func serve(_ message: IncomingMessage) throws(VarlinkError) {
        guard let call = pending.first else {
            throw VarlinkError(.protocolViolation, "a reply came that no call waits for")
        }
        guard call.bringsDescriptors || message.descriptors.count == 0 else {
            throw VarlinkError(.protocolViolation, "descriptors came with a reply that has none")
        }
        try channel.scratch.withReply(message) { reply throws(JSONError) in
            if reply.continues {
                guard call.flags.contains(.more) else { throw JSONError(.unknown, path: "continues") }
            } else {
                pending.removeFirst()
            }
            do throws(JSONError) {
                try call.deliver(reply, message.descriptors)
            } catch {
                if reply.continues { pending.removeFirst() }
                call.fail(VarlinkError(.protocolViolation, "a reply can't be read: \(error)"))
                throw error
            }
        }
    }

    private func flush() {
        do throws(VarlinkError) {
            try channel.flush()
            if channel.pendingOutput == 0 { watch(forRoom: false) } else { waitForRoom() }
        } catch {
            fail(error)
        }
    }

    private func waitForRoom() {
        watch(forRoom: true)
        guard channel.isHeldBack, retry == nil else { return }
        do throws(OSError) {
            retry = try loop.schedule(after: Self.retryPause) { [unowned self] in
                retry = nil
                if isOpen { flush() }
            }
        } catch {
            fail(VarlinkError(error))
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

    private func fail(_ reason: VarlinkError) {
        guard isOpen, endReason == nil else { return }
        endReason = reason
        if !isServing { loop.afterThisBatch { [weak self] in self?.end(reason) } }
    }

    private func end(_ reason: VarlinkError) {
        guard isOpen else { return }
        isOpen = false
        source?.cancel()
        source = nil
        retry?.cancel()
        channel.close()
        let calls = pending
        pending = []
        for call in calls { call.fail(reason) }
        ended(reason)
    }
}
