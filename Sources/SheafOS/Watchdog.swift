import CSystemd

/// Tells systemd that a loop turns (`WatchdogSec=`): one that is stuck tells nothing, and its service is started again.
package final class Watchdog {
    private let loop: EventLoop
    /// Between two signs of life, in microseconds: half of what systemd waits for one, as sd_watchdog_enabled(3) wants it.
    private let pause: UInt64
    private var timer: TimerSource?

    /// Begins to tell; nil where nobody waits for it.
    package init?(on loop: EventLoop) throws(OSError) {
        var limit: UInt64 = 0
        // Of a variable that makes no sense systemd tells; of one that is another process's it says 0.
        guard try check(unsafe sd_watchdog_enabled(0, &limit), "learn how often systemd wants to hear") > 0 else {
            return nil
        }
        self.loop = loop
        pause = limit / 2
        try wait()
    }

    private func wait() throws(OSError) {
        timer = try loop.schedule(after: pause) { [unowned self] in
            Notify.send("WATCHDOG=1")
            // One that can't be set (only memory can be short) is what systemd then starts the service again for.
            try? wait()
        }
    }
}
