import Glibc
package import SheafOS

/// Work that is done again and again while an answer is waited for.
package struct WaitHook {
    /// How often, in milliseconds.
    let interval: UInt64
    let body: () -> Void

    package init(everyMilliseconds interval: UInt64, _ body: @escaping () -> Void) {
        self.interval = interval
        self.body = body
    }
}

/// A client for programs that have nothing to do while they wait: every call blocks its thread.
package final class VarlinkBlockingClient {
    /// How long descriptors wait that can't be sent until others are received, in microseconds.
    private static let retryPause: UInt32 = 10_000
    /// How long a call or the wait for a reply may take at most, in milliseconds; below 0: for ever.
    package var timeoutMilliseconds = 30_000
    /// Called now and then while an answer is waited for.
    package var whileWaiting: WaitHook?
    private var channel: Channel
    /// Why the connection can't be used any more.
    private var failure: VarlinkError?

    /// Speaks over a connected socket.
    package init(_ socket: consuming FileDescriptor, limits: VarlinkLimits = VarlinkLimits()) {
        channel = Channel(socket, scratch: Scratch(), limits: limits, worker: nil)
    }

    /// Connects to a service.
    package convenience init(path: String) throws(OSError) {
        self.init(try UnixSocket.connect(to: path))
    }

    /// Calls, and waits for the reply.
    ///
    /// - Parameter name: of another method that takes and answers the same.
    package func call<Method: VarlinkMethod>(
        _ method: Method.Type, named name: String? = nil, _ parameters: Method.Parameters,
        descriptors: [SharedDescriptor] = []
    ) throws(VarlinkCallError<Method.Failure>) -> VarlinkReply<Method.Reply> {
        try send(method, named: name, parameters, descriptors: descriptors)
        return try receive(method)
    }

    /// Sends a call and does not wait: ``receive(_:)`` gets the replies, in the order of the calls.
    ///
    /// - Parameter flags: with `oneway` there is no reply; with `more` receive until one does not continue.
    package func send<Method: VarlinkMethod>(
        _ method: Method.Type, named name: String? = nil, _ parameters: Method.Parameters, flags: VarlinkCallFlags = [],
        descriptors: [SharedDescriptor] = []
    ) throws(VarlinkCallError<Method.Failure>) {
        let deadline = makeDeadline()
        do throws(VarlinkError) {
            if let failure { throw failure }
            try channel.send(method, named: name, parameters, flags: flags, descriptors: descriptors)
            while channel.pendingOutput > 0 {
                // The service may be stuck with its own answers until they are taken.
                let ready = try wait(for: Int16(POLLIN | POLLOUT), until: deadline)
                if ready & Int16(POLLIN) != 0 { try receiveOnce() }
                // The socket has room, and others have to receive descriptors first.
                if channel.isHeldBack { usleep(Self.retryPause) }
                try channel.flush()
            }
        } catch {
            let reason = remember(error)
            // Not all of it was sent: the service has not taken it, whatever it has read.
            throw .connection(
                reason.code == .closedByPeer
                    ? VarlinkError(reason.code, reason.description, isUnread: true) : reason)
        }
    }

    /// Waits for the next reply to a call that was sent. After a timeout it may be received still.
    package func receive<Method: VarlinkMethod>(
        _ method: Method.Type
    ) throws(VarlinkCallError<Method.Failure>) -> VarlinkReply<Method.Reply> {
        let deadline = makeDeadline()
        let outcome: Result<VarlinkReply<Method.Reply>, VarlinkCallError<Method.Failure>>
        do throws(VarlinkError) {
            if let failure { throw failure }
            let message = try nextMessage(until: deadline)
            outcome = try channel.scratch.withReply(message) { reply throws(JSONError) in
                try reply.outcome(of: method, descriptors: message.descriptors)
            }
        } catch {
            throw .connection(remember(error))
        }
        return try outcome.get()
    }

    private func remember(_ error: VarlinkError) -> VarlinkError {
        if error.code != .timedOut { failure = error }
        return error
    }

    private func nextMessage(until deadline: UInt64?) throws(VarlinkError) -> IncomingMessage {
        while true {
            if let message = try channel.nextMessage() { return message }
            _ = try wait(for: Int16(POLLIN), until: deadline)
            try receiveOnce()
        }
    }

    private func receiveOnce() throws(VarlinkError) {
        if case .end = try channel.receive() { throw .closedByPeer }
    }

    private func makeDeadline() -> UInt64? {
        timeoutMilliseconds < 0 ? nil : EventLoop.now + UInt64(timeoutMilliseconds) * 1_000
    }

    private var timedOut: VarlinkError { VarlinkError(.timedOut, "no answer within \(timeoutMilliseconds) ms") }

    private func wait(for events: Int16, until deadline: UInt64?) throws(VarlinkError) -> Int16 {
        while true {
            var timeout: Int32 = -1
            if let deadline {
                let now = EventLoop.now
                guard now < deadline else { throw timedOut }
                // Rounded up: a wait that ends early would only be repeated.
                timeout = Int32(clamping: (deadline - now + 999) / 1_000)
            }
            let wait = whileWaiting.map { Int32(clamping: $0.interval) }
            let isShort = wait.map { timeout < 0 || timeout > $0 } ?? false
            var request = pollfd(fd: channel.number, events: events, revents: 0)
            let count = unsafe poll(&request, 1, isShort ? wait ?? timeout : timeout)
            if count > 0 { return request.revents }
            if count == 0 {
                guard isShort else { throw timedOut }
                whileWaiting?.body()
                continue
            }
            guard errno == EINTR else {
                throw VarlinkError(OSError(code: errno, operation: "wait for an answer"))
            }
        }
    }
}
