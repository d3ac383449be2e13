package import PageModel

/// Where a reader goes, as seen from where it is.
package enum Move: Int, CaseIterable, Sendable {
    /// One page in its direction.
    case forward
    /// One page against it.
    case backward
    /// Where it jumped from last,
    case latest
    /// before that,
    case second
    /// and earlier.
    case older
    case link
    case nextHit
    case previousHit
    case contents
    /// Anywhere else.
    case far
}

/// How likely each move is in each context: what readers do on the whole, and what this one has done so far.
///
/// A reader of its own habits outweighs the others after a dozen turns in a context; what it did long ago counts less.
package struct MoveModel: Sendable {
    /// So many turns of a reader weigh as much as what all do.
    private static let priorWeight: Float = 12
    /// The share of what was learnt that each turn in its context leaves.
    private static let memory: Float = 0.97
    private static let moves = Move.allCases.count

    private var counts = [110 of Float](repeating: 0)
    private var sums = [11 of Float](repeating: 0)

    package init() {}

    /// Learns that a move was made.
    package mutating func learn(_ move: Move, after context: TurnContext) {
        let row = context.rawValue * Self.moves
        for column in 0..<Self.moves { counts[row + column] *= Self.memory }
        counts[row + move.rawValue] += 1
        sums[context.rawValue] = sums[context.rawValue] * Self.memory + 1
    }

    /// The probability of a move.
    package func chance(of move: Move, after context: TurnContext) -> Double {
        let prior = Self.prior[context.rawValue * Self.moves + move.rawValue]
        let count = counts[context.rawValue * Self.moves + move.rawValue]
        return Double((Self.priorWeight * prior + count) / (Self.priorWeight + sums[context.rawValue]))
    }

    /// By context, a line each, and move. Counted in drawn traces (docs/benchmarks.md) with other seeds than those reported.
    private static let prior: [Float] = [
        // forward, backward, latest, second, older, link, next hit, previous hit, contents, far
        0.826, 0.052, 0.025, 0.005, 0.011, 0.023, 0.019, 0.001, 0.010, 0.028,
        0.936, 0.047, 0.001, 0.000, 0.001, 0.003, 0.005, 0.000, 0.003, 0.004,
        0.924, 0.070, 0.000, 0.000, 0.001, 0.000, 0.000, 0.000, 0.002, 0.003,
        0.472, 0.467, 0.013, 0.001, 0.004, 0.003, 0.013, 0.000, 0.010, 0.017,
        0.111, 0.005, 0.481, 0.066, 0.117, 0.135, 0.058, 0.001, 0.015, 0.011,
        0.026, 0.003, 0.852, 0.000, 0.026, 0.018, 0.004, 0.000, 0.010, 0.061,
        0.314, 0.014, 0.422, 0.165, 0.002, 0.068, 0.002, 0.000, 0.007, 0.006,
        0.101, 0.001, 0.104, 0.001, 0.014, 0.001, 0.712, 0.008, 0.003, 0.055,
        0.742, 0.081, 0.088, 0.000, 0.007, 0.002, 0.000, 0.000, 0.054, 0.026,
        0.480, 0.016, 0.385, 0.002, 0.001, 0.090, 0.001, 0.000, 0.020, 0.005,
        0.585, 0.039, 0.009, 0.009, 0.009, 0.030, 0.009, 0.009, 0.050, 0.251,
    ]
}
