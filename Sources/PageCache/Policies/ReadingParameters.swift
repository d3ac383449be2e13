import Glibc

/// The numbers of ``ReadingPolicy``: chances in proportion to that of a page that was used once, just now.
package struct ReadingParameters: Equatable, Sendable {
    /// The exponent of the number of uses.
    package var frequency = 0.5
    /// The weight of a page that nobody has used yet.
    package var unused = 0.1
    /// The weight of the next page,
    package var ahead = 4.0
    /// and by how much it falls with each page further.
    package var aheadFall = 0.8
    /// The weight of the page before,
    package var behind = 2.0
    /// and by how much it falls with each page further.
    package var behindFall = 0.7
    /// The weight of the likeliest anticipated page,
    package var anticipated = 3.0
    /// and by how much it falls from one to the next.
    package var anticipatedFall = 0.8

    package init() {}

    func weight(uses: Int) -> Double {
        uses == 0 ? unused : uses == 1 ? 1 : pow(Double(uses), frequency)
    }
}
