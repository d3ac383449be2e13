/// How much one host may write to the journal.
struct LogBudget {
    /// In microseconds.
    static let period: UInt64 = 10_000_000
    static let linesPerPeriod = 200

    private var periodStart: UInt64 = 0
    private var lines = 0
    private var dropped = 0

    /// What becomes of a line.
    enum Verdict: Equatable {
        case pass
        case drop
        /// It passes, and `lines` before it were dropped.
        case passAfterDropping(lines: Int)
    }

    /// Takes note of a line.
    mutating func take(now: UInt64) -> Verdict {
        if now >= periodStart + Self.period {
            periodStart = now
            lines = 0
        }
        guard lines < Self.linesPerPeriod else {
            dropped += 1
            return .drop
        }
        lines += 1
        guard dropped > 0 else { return .pass }
        defer { dropped = 0 }
        return .passAfterDropping(lines: dropped)
    }
}
