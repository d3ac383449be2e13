import SheafOS
import Varlink

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

extension Service {
    /// Tells systemd that the loop turns, where it waits for that.
    func feedWatchdog() throws {
        watchdog = try Watchdog(on: loop)
    }

    /// Ends by itself when nobody wants anything of it, if the configuration says so. Once more where that has changed: the
    /// span begins anew then.
    ///
    /// - Parameter isActivated: whether the next connection would start it again.
    func exitWhenIdle(isActivated: Bool) {
        self.isActivated = isActivated
        idleExit = nil
        let span = configuration.idleExit
        guard span > 0 else { return }
        guard isActivated else {
            return journal.log(.warning, "IdleExitSec= does nothing: no connection would start the service again")
        }
        idleExit = IdleExit(
            loop: loop, span: span,
            isIdle: { [unowned self] in
                server.connectionCount == 0 && core.readers.count == 0 && core.server.renders.count == 0
            },
            exit: { [unowned self] in end("after \(span / 1_000_000) s without anything to do") })
    }
}
