import SheafOS

/// Connections that a limit refused, until they have heard why. The answer to whatever they call first is sent at once; their
/// socket stays for a moment, since a peer that calls when it is closed is told that alone (EPIPE).
package final class RefusedConnections {
    /// So many stay; for one more the oldest goes.
    package static let limit = 64
    /// How long one stays at least, in microseconds, unless it goes for others; twice that at most.
    package static let time: UInt64 = 1_000_000

    private final class Refused {
        private var socket: FileDescriptor?
        private let since: UInt64
        private let worker: BackgroundWorker?
        private let closing: ClosingTally?

        init(_ socket: consuming FileDescriptor, at now: UInt64, worker: BackgroundWorker?, closing: ClosingTally?) {
            self.socket = consume socket
            since = now
            self.worker = worker
            self.closing = closing
        }

        deinit {
            guard let socket = socket.take() else { return }
            // Nothing comes from here on.
            UnixSocket.shutDown(socket.number)
            guard let worker, UnixSocket.mayHoldDescriptors(socket.number) else { return }
            worker.close(socket, tally: closing)
        }

        func isOver(at now: UInt64) -> Bool { since + RefusedConnections.time <= now }
    }

    private let loop: EventLoop
    private let worker: BackgroundWorker?
    private var refused: [Refused] = []
    private var timer: TimerSource?

    /// - Parameter worker: closes those that hold descriptors.
    init(loop: EventLoop, worker: BackgroundWorker?) {
        self.loop = loop
        self.worker = worker
    }

    deinit {
        timer?.cancel()
    }

    /// - Parameters:
    ///   - closing: counts it where descriptors are closed with it.
    ///   - stays: whether there is a descriptor for it to stay.
    func add(
        _ socket: consuming FileDescriptor, telling failure: any VarlinkFailure, closing: ClosingTally?, stays: Bool
    ) {
        var writer = JSONWriter()
        writer.beginError(failure)
        writer.raw("}\0")
        // Nothing was sent yet, so all of it fits. Who has gone is told nothing.
        writer.withBytes { bytes in _ = try? UnixSocket.send(socket.number, bytes: bytes) }
        UnixSocket.endOutput(socket.number)
        let one = Refused(socket, at: loop.recentTime, worker: worker, closing: closing)
        guard stays else { return }
        if refused.count == Self.limit { refused.removeFirst() }
        refused.append(one)
        if timer == nil { schedule() }
    }

    /// Closes all.
    func removeAll() { refused = [] }

    private func schedule() {
        timer = try? loop.schedule(after: Self.time) { [unowned self] in
            timer = nil
            let now = loop.now
            refused.removeAll { $0.isOver(at: now) }
            if !refused.isEmpty { schedule() }
        }
    }
}
