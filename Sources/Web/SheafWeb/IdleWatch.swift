import SheafOS

/// Tells when nobody has been there for a while.
final class IdleWatch {
    /// How often it looks, in microseconds.
    private static let interval: UInt64 = 1_000_000

    private let loop: EventLoop
    private let span: UInt64
    private let isIdle: () -> Bool
    private let idle: () -> Void
    private var since: UInt64
    private var timer: TimerSource?

    /// - Parameters:
    ///   - span: how long nobody must have been there, in microseconds.
    ///   - idle: called once.
    init(loop: EventLoop, span: UInt64, isIdle: @escaping () -> Bool, idle: @escaping () -> Void) {
        (self.loop, self.span, self.isIdle, self.idle) = (loop, span, isIdle, idle)
        since = loop.now
        look()
    }

    private func look() {
        // Without a timer (only memory can be short) it never tells.
        timer = try? loop.schedule(after: Self.interval) { [unowned self] in
            if !isIdle() { since = loop.now }
            if loop.now - since >= span { idle() } else { look() }
        }
    }
}
