import SheafOS

/// The line that `systemctl status` shows, kept current without chatter: at most one a second, and only when it changed.
final class StatusLine {
    private static let interval: UInt64 = 1_000_000

    private let loop: EventLoop
    private let compose: () -> String
    private var sent = ""
    private var timer: TimerSource?

    /// - Parameter compose: makes the line.
    init(loop: EventLoop, compose: @escaping () -> String) {
        self.loop = loop
        self.compose = compose
    }

    /// Something may have changed: the line is sent within a second.
    func touch() {
        guard timer == nil else { return }
        timer = try? loop.schedule(after: Self.interval) { [unowned self] in
            timer = nil
            if Notify.hasRoom { send() } else { touch() }
        }
    }

    /// Sends the line now, if it changed, with fields before it.
    func send(with fields: String = "") {
        let line = compose()
        guard line != sent || !fields.isEmpty else { return }
        sent = line
        Notify.send(fields + "STATUS=" + line)
    }
}
