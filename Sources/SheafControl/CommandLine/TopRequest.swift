/// What "sheafctl top" is to do.
package struct TopRequest: Equatable, Sendable {
    /// How often to look, in seconds, where it is not said.
    package static let defaultInterval = 1
    /// How often one may want to look, in seconds.
    package static let intervals = 0.1...3_600
    /// How many looks one may want.
    package static let looks = 1...1_000_000

    /// Between two looks, in microseconds.
    package var interval = UInt64(defaultInterval) * 1_000_000
    /// After how many looks it ends; nil: in a terminal when it is told to, elsewhere after the first.
    package var iterations: Int?

    package init() {}
}
