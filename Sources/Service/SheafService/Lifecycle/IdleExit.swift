import SheafOS

/// Has the service end by itself when nobody has wanted anything of it for a while.
///
/// No client is lost to it. Who is connected keeps it from ending; who comes later waits in the queue of the listening
/// socket, which is systemd's, and is what the service is started again for.
final class IdleExit {
    /// How long a service stays that its last front end has left, in microseconds: commands that follow each other use one service.
    static let unusedSpan: UInt64 = 300_000

    /// How long it waits for the front end that has started it, in microseconds.
    static let startSpan: UInt64 = 5_000_000

    private let loop: EventLoop
    private let span: UInt64
    private let isIdle: () -> Bool
    private let exit: () -> Bool
    /// Nil while there is something to do: who has done it touches this.
    private var timer: TimerSource?
    /// Whether nobody has wanted anything yet.
    private var isNew = true
    /// When somebody last wanted something, as far as is known.
    private var since: UInt64

    /// - Parameters:
    ///   - span: after how long without anything to do it ends, in microseconds.
    ///   - firstSpan: the same as long as nobody has ever wanted anything; nil: it is no other.
    ///   - isIdle: whether there is nothing to do.
    ///   - exit: ends the service; false where somebody has come meanwhile.
    init(
        loop: EventLoop, span: UInt64, firstSpan: UInt64? = nil, isIdle: @escaping () -> Bool,
        exit: @escaping () -> Bool
    ) {
        self.loop = loop
        self.span = span
        self.isIdle = isIdle
        self.exit = exit
        since = loop.now
        wait(firstSpan ?? span)
    }

    /// Somebody has wanted something until now: the span begins anew.
    func touch() {
        since = loop.now
        guard timer == nil || isNew else { return }
        isNew = false
        timer?.cancel()
        wait(span)
    }

    private func wait(_ time: UInt64) {
        // Where no timer can be set (only memory can be short) the service stays.
        timer = try? loop.schedule(after: time) { [unowned self] in
            timer = nil
            let past = loop.now - since
            switch (past < span, isIdle()) {
            // Who has touched this just now may not have ended yet.
            case (true, false): wait(span)
            case (true, true): wait(span - past)
            case (false, true): if !exit() { touch() }
            case (false, false): break
            }
        }
    }
}
