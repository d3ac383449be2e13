import SheafOS
import Varlink

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
                server.connectionCount == 0 && core.readers.count == 0 && core.server.rendersUnderWay == 0
            },
            exit: { [unowned self] in end("after \(span / 1_000_000) s without anything to do") })
    }
}
