import Glibc

/// How often a page was used, of which less and less counts.
struct Uses: Sendable {
    private var count = 0.0
    /// When that was.
    private var turn: UInt64 = 0

    mutating func add(_ turns: UInt64, halfLife: Double) {
        count = self.count(at: turns, halfLife: halfLife) + 1
        turn = turns
    }

    /// What counts of them at a turn.
    ///
    /// - Parameter halfLife: in turns.
    func count(at turns: UInt64, halfLife: Double) -> Double {
        count == 0 ? 0 : count * exp2(-Double(turns - turn) / halfLife)
    }
}
