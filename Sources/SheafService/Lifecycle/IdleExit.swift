import SheafOS

/// Has the service end by itself when nobody has wanted anything of it for a while.
///
/// No client is lost to it. Who is connected keeps it from ending; who comes later waits in the queue of the listening
/// socket, which is systemd's, and is what the service is started again for.
final class IdleExit {
    /// The least span, in microseconds. systemd gives a unit up that is started more than five times in ten seconds
    /// (DefaultStartLimitBurst=): however often somebody comes by, this makes it four at most.
    static let leastSpan: UInt64 = 3_000_000

    private let loop: EventLoop
    private let span: UInt64
    private let isIdle: () -> Bool
    private let exit: () -> Void
    private var timer: TimerSource?
    /// When somebody last wanted something, as far as is known.
    private var since: UInt64

    /// - Parameters:
    ///   - span: after how long without anything to do it ends, in microseconds.
    ///   - isIdle: whether there is nothing to do.
    ///   - exit: ends the service.
    init(loop: EventLoop, span: UInt64, isIdle: @escaping () -> Bool, exit: @escaping () -> Void) {
        self.loop = loop
        self.span = span
        self.isIdle = isIdle
        self.exit = exit
        since = loop.now
        wait(span)
    }

    /// Somebody has wanted something until now: the span begins anew.
    func touch() { since = loop.now }

    private func wait(_ time: UInt64) {
        // Where no timer can be set (only memory can be short) the service stays.
        timer = try? loop.schedule(after: time) { [unowned self] in
            if !isIdle() { since = loop.now }
            let past = loop.now - since
            if past >= span { exit() } else { wait(span - past) }
        }
    }
}
