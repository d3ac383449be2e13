/// Which pages a reader at rest is likely to turn to next.
package enum ReadAheadPlan {
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
        var steps = [step, -step]
        var distance = 2
        while steps.count < depth {
            steps.append(step * distance)
            distance += 1
        }
        return steps.prefix(depth).compactMap { step in
            // Where the number of pages is unknown, the index is as large as a provider says.
            let (candidate, overflow) = index.addingReportingOverflow(step)
            guard !overflow, candidate >= 0 else { return nil }
            if let count, candidate >= count { return nil }
            return candidate
        }
    }
}
