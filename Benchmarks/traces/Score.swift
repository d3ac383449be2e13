/// The score of a trace that was played.
package struct Score: Equatable, Sendable {
    package var requests = 0
    package var hits = 0
    /// The render time of all that was asked for and was not there, in microseconds.
    package var missTime: UInt64 = 0

    package init() {}

    /// The share of requests that were hits, from 0 to 1.
    package var hitRatio: Double { requests == 0 ? 0 : Double(hits) / Double(requests) }

    mutating func count(isHit: Bool, renderTime: UInt64) {
        requests += 1
        if isHit { hits += 1 } else { missTime += renderTime }
    }

    package static func += (one: inout Score, other: Score) {
        one.requests += other.requests
        one.hits += other.hits
        one.missTime += other.missTime
    }
}
