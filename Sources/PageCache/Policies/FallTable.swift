import Glibc

/// The powers of a factor below 1, which each page and reader needs one of.
struct FallTable: Sendable {
    /// So far from a reader nothing is near: 0.95 has fallen to 4 × 10⁻¹² there.
    private static let reach = 512

    private let powers: [Double]

    init(_ factor: Double) { powers = (0..<Self.reach).map { pow(factor, Double($0)) } }

    /// - Parameter distance: in pages.
    subscript(distance: Int) -> Double { powers.indices.contains(distance) ? powers[distance] : 0 }
}
