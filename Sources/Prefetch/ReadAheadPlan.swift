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
        var candidates = [index + step, index - step]
        var distance = 2
        while candidates.count < depth {
            candidates.append(index + step * distance)
            distance += 1
        }
        return candidates.prefix(depth).filter { candidate in
            guard candidate >= 0 else { return false }
            guard let count else { return true }
            return candidate < count
        }
    }
}
