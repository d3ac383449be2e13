/// How long the pages of a document take to render, learnt from those that were: their mean, and how far they are from it, those of late
/// counting most. As RFC 6298 learns round trips.
package struct RenderCost: Equatable, Sendable {
    /// In microseconds.
    package private(set) var mean: UInt64
    /// The mean distance from the mean, in microseconds.
    package private(set) var spread: UInt64 = 0

    /// - Parameter first: how long the first page took, in microseconds.
    package init(_ first: UInt64) { mean = first }

    /// Learns how long one more took: a quarter of it and three of those before.
    package mutating func learn(_ time: UInt64) {
        let distance = max(time, mean) - min(time, mean)
        spread = spread - spread / 4 + distance / 4
        mean = mean - mean / 4 + time / 4
    }
}
