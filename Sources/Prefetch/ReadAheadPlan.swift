/// Which pages a reader at rest is likely to turn to next.
package enum ReadAheadPlan {
    /// So many leaps in a row, and nobody knows where the next one goes.
    package static let leapsWithoutPlan = 2

    /// How many pages to render ahead of a reader: none of one who turns faster than pages can be rendered, or leaps about, as
    /// long as that goes on.
    ///
    /// - Parameters:
    ///   - most: how many for one who rests.
    ///   - renderTime: how long a page takes, in microseconds; nil where none was rendered yet.
    ///   - turnInterval: the time between the reader's last two turns, in microseconds; nil where there were none.
    ///   - leaps: how many of its last turns went further than to a neighbour, one soon after the other.
    ///   - isStill: whether it has stayed where it is for a while.
    package static func depth(
        atMost most: Int, renderTime: UInt64?, turnInterval: UInt64?, leaps: Int, isStill: Bool
    ) -> Int {
        guard !isStill else { return most }
        guard leaps < leapsWithoutPlan else { return 0 }
        guard let renderTime, let turnInterval else { return most }
        return turnInterval < renderTime ? 0 : most
    }

    /// The indexes to render ahead, the likeliest first: the next page in reading direction, the one before, the one
    /// after the next, and so on in reading direction.
    ///
    /// - Parameters:
    ///   - index: the page that the reader rests on.
    ///   - goingForward: the direction of its last turn.
    ///   - count: the number of pages, nil where it is unknown.
    ///   - depth: how many pages at most.
    package static func indexes(around index: Int, goingForward: Bool, count: Int?, depth: Int) -> [Int] {
        let step = goingForward ? 1 : -1
        var indexes: [Int] = []
        indexes.reserveCapacity(depth)
        for place in 0..<depth {
            // The second place is the page behind; the distance ahead grows with the others. Where the number of pages
            // is unknown, the index is as large as a provider says.
            let distance = place == 1 ? -step : step * max(place, 1)
            let (candidate, overflow) = index.addingReportingOverflow(distance)
            guard !overflow, candidate >= 0, count.map({ candidate < $0 }) ?? true else { continue }
            indexes.append(candidate)
        }
        return indexes
    }
}
