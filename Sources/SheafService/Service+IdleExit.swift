import SheafOS
import Varlink

extension Service {
    private var isIdle: Bool {
        server.connectionCount == 0 && core.readers.count == 0 && core.renders.count == 0
    }

    /// Tells systemd that the loop turns, where it waits for that.
    func feedWatchdog() throws {
        watchdog = try Watchdog(on: loop)
    }

    /// Ends by itself when nobody wants anything of it, if the configuration says so. Once more where that has changed: the
    /// span begins anew then.
    ///
    /// - Parameter isActivated: whether the next connection would start it again.
    func exitWhenIdle(isActivated: Bool) {
        guard !isOnDemand else { return }
        self.isActivated = isActivated
        idleExit = nil
        let span = configuration.idleExit
        guard span > 0 else { return }
        guard isActivated else {
            return journal.log(.warning, "IdleExitSec= does nothing: no connection would start the service again")
        }
        idleExit = IdleExit(
            loop: loop, span: span,
            isIdle: { [unowned self] in isIdle },
            exit: { [unowned self] in
                end("after \(span / 1_000_000) s without anything to do")
                return true
            })
    }

    /// Ends when the last front end has gone, as a service does that a front end has started.
    ///
    /// The readers of a front end that was killed keep it for as long as they are kept: viewers and browsers want that to be short.
    ///
    /// - Parameter retire: takes its socket away; false where somebody connects just now.
    func exitWhenUnused(retire: @escaping () -> Bool) {
        isOnDemand = true
        idleExit = IdleExit(
            loop: loop, span: IdleExit.unusedSpan, firstSpan: IdleExit.startSpan,
            isIdle: { [unowned self] in isIdle },
            exit: { [unowned self] in
                guard retire() else { return false }
                end("as its last front end has gone")
                return true
            })
    }
}
