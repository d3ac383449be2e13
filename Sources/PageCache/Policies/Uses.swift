/// How often a page was used, of which less and less counts.
struct Uses: Sendable {
    private var count = 0.0
    /// When that was.
    private var turn: UInt64 = 0

    mutating func add(_ turns: UInt64, _ ages: AgeTable) {
        count = self.count(at: turns, ages) + 1
        turn = turns
    }

    /// What counts of them at a turn.
    func count(at turns: UInt64, _ ages: AgeTable) -> Double { count == 0 ? 0 : count * ages.fading(turns - turn) }
}
