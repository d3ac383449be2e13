/// How often something is done again that costs much: some times at once, then at even intervals.
///
/// Times are in microseconds of one clock, which only goes forward.
struct Pace {
    /// How many may follow each other at once, and the pause after which one more is free.
    struct Rule {
        let burst: UInt64
        /// In microseconds.
        let pause: UInt64
    }

    /// When all of them are free again.
    private var end: UInt64 = 0

    /// When the next one may be.
    func next(_ rule: Rule) -> UInt64 { end - min((rule.burst - 1) * rule.pause, end) }

    /// Notes that one was.
    mutating func add(_ rule: Rule, at now: UInt64) { end = max(end, now) + rule.pause }
}
