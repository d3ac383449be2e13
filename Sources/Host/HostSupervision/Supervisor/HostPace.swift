import SheafOS

/// How much is read in a while, before others get their turn.
struct HostPace {
    /// The amount that may be read in each period.
    let amount: Int
    /// In microseconds.
    let period: UInt64

    private var start: UInt64 = 0
    private var used = 0

    init(_ amount: Int, each period: UInt64) {
        self.amount = amount
        self.period = period
    }

    /// Returns the amount that may still be read in this period.
    mutating func rest(at now: UInt64) -> Int {
        if now >= start + period {
            start = now
            used = 0
        }
        return max(amount - used, 0)
    }

    /// When the next period begins.
    var next: UInt64 { start + period }

    /// Notes that an amount was read.
    mutating func use(_ count: Int) { used += count }

    /// Whether nothing more may be read in this period.
    var isUsedUp: Bool { used >= amount }
}

/// A descriptor that is watched, and left alone until its pace's next period where enough was read in this one.
final class PacedSource {
    private let loop: EventLoop
    private var pace: HostPace
    private var source: DescriptorSource?
    private var timer: TimerSource?

    init(
        _ number: Int32, _ pace: HostPace, on loop: EventLoop, handler: @escaping (Readiness) -> Void
    ) throws(OSError) {
        self.loop = loop
        self.pace = pace
        source = try loop.watch(number, for: .readable, handler: handler)
    }

    deinit {
        cancel()
    }

    /// Returns the amount that may still be read in this period. Where that is 0, reading pauses until the next one.
    func rest() -> Int {
        let rest = pace.rest(at: loop.now)
        if rest == 0 { pause() }
        return rest
    }

    /// Notes that an amount was read. Reading pauses where nothing more may be read in this period.
    func use(_ count: Int) {
        pace.use(count)
        if pace.isUsedUp { pause() }
    }

    private func pause() {
        guard let source else { return }
        do throws(OSError) {
            let now = loop.now
            timer = try loop.schedule(after: pace.next > now ? pace.next - now : 0) { [weak self] in
                try? self?.source?.setInterest(.readable)
            }
            try source.setInterest([])
        } catch {
            // It is tried again when there is something to read.
            timer?.cancel()
        }
    }

    /// Stops watching the descriptor.
    func cancel() {
        timer?.cancel()
        source?.cancel()
        source = nil
    }
}
