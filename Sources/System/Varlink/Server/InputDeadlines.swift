import SheafOS

/// Ends connections whose peers leave for too long what nobody can serve: a message that is begun and not ended, or
/// descriptors behind a call that is not answered.
///
/// A socket that is sent over itself waits in its own queue: it is open as long as nobody receives it, and tells nobody that
/// its peer has gone. Only time ends that.
final class InputDeadlines {
    /// How often they are looked at within the time that a message may take.
    private static let looksPerMessage: UInt64 = 4

    private let loop: EventLoop
    private var connections: [VarlinkConnection] = []
    private var timer: TimerSource?

    init(loop: EventLoop) {
        self.loop = loop
    }

    deinit {
        timer?.cancel()
    }

    /// Input of a connection waits from now on. It is looked after until ``VarlinkConnection/checkUnservedInput(now:)`` is false.
    func add(_ connection: VarlinkConnection) {
        connections.append(connection)
        if timer == nil { schedule(connection.messageTime) }
    }

    /// No connection is left.
    func removeAll() { connections = [] }

    private func schedule(_ messageTime: UInt64) {
        timer = try? loop.schedule(after: max(messageTime / Self.looksPerMessage, 1)) { [unowned self] in look() }
    }

    private func look() {
        timer = nil
        let now = loop.now
        connections.removeAll { !$0.checkUnservedInput(now: now) }
        if let first = connections.first { schedule(first.messageTime) }
    }
}
