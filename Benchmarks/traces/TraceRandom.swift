import Glibc

/// A stream of random numbers, the same on every machine for the same seed (SplitMix64), and the distributions that traces
/// are drawn from.
package struct TraceRandom: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) {
        state = seed
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// A stream of its own: what is drawn from it does not move what this one gives afterwards.
    mutating func split() -> TraceRandom { TraceRandom(seed: next()) }

    /// From 0 to below 1.
    mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// U(low, high).
    mutating func uniform(_ low: Double, _ high: Double) -> Double { low + (high - low) * unit() }

    /// A whole number of a range that is not empty.
    mutating func whole(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

    /// Whether what has this probability happens.
    mutating func happens(_ probability: Double) -> Bool { unit() < probability }

    /// Uniform in the logarithm.
    mutating func logUniform(_ low: Double, _ high: Double) -> Double { low * pow(high / low, unit()) }

    /// LN(median, σ).
    mutating func logNormal(median: Double, sigma: Double) -> Double {
        let radius = sqrt(-2 * log(1 - unit()))
        return median * exp(sigma * radius * cos(2 * .pi * unit()))
    }

    /// Geo: a whole number of 1 or more, with this mean.
    mutating func geometric(mean: Double) -> Int {
        guard mean > 1 else { return 1 }
        return 1 + Int(log(1 - unit()) / log(1 - 1 / mean))
    }

    /// Pareto of a shape, cut off at both ends.
    mutating func pareto(shape: Double, from low: Double, to high: Double) -> Double {
        let cut = 1 - pow(low / high, shape)
        return low / pow(1 - unit() * cut, 1 / shape)
    }

    /// An index, by weights that are not negative and not all 0.
    mutating func choice(_ weights: [Double]) -> Int {
        var rest = unit() * weights.reduce(0, +)
        for (index, weight) in weights.enumerated() {
            rest -= weight
            if rest < 0 { return index }
        }
        return weights.count - 1
    }
}
