import Glibc

/// What is left of chances by the turns since a page was used.
struct AgeTable: Sendable {
    /// So many turns are tabulated; later ones take a power each.
    private static let reach = 4096

    private let recencies: [Double]
    private let fadings: [Double]
    private let parameters: ReadingParameters

    init(_ parameters: ReadingParameters) {
        self.parameters = parameters
        recencies = (0..<Self.reach).map { Self.recency(Double($0), parameters) }
        fadings = (0..<Self.reach).map { exp2(-Double($0) / parameters.useHalfLife) }
    }

    /// Of a page that was used once.
    func recency(_ turns: UInt64) -> Double {
        turns < Self.reach ? recencies[Int(turns)] : Self.recency(Double(turns), parameters)
    }

    /// Of a use.
    func fading(_ turns: UInt64) -> Double {
        turns < Self.reach ? fadings[Int(turns)] : exp2(-Double(turns) / parameters.useHalfLife)
    }

    /// Of a page that was anticipated when it was used, by which it is 1.
    func anticipation(_ turns: UInt64) -> Double {
        parameters.anticipationTurns / (parameters.anticipationTurns + Double(turns))
    }

    private static func recency(_ turns: Double, _ parameters: ReadingParameters) -> Double {
        pow(turns + parameters.recencyOffset, -parameters.recencyExponent)
    }
}
