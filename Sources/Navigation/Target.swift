package import PageModel

/// Where a reader wants to turn to.
package enum Target: Hashable, Sendable {
    case index(Int)
    /// So many pages on, back where it is negative.
    case relative(Int)
    case first
    case last

    /// Indexes stay below this: as many as every JSON reader can count, and sums with them never overflow.
    static let limit = 1 << 53

    /// The index that is meant, or nil where no page is there.
    ///
    /// - Parameters:
    ///   - current: the index that a relative target counts from.
    ///   - count: what is known about the number of pages. Where it is no exact number, a target past it may still
    ///     exist, and the provider has the last word; the last page of an unknown number has no index.
    package func resolve(from current: Int, count: PageCount) -> Int? {
        let index: Int
        switch self {
        case .index(let wanted): index = wanted
        case .relative(let step):
            let (sum, overflow) = current.addingReportingOverflow(step)
            guard !overflow else { return nil }
            index = sum
        case .first: index = 0
        case .last:
            guard case .exact(let pages) = count else { return nil }
            index = pages - 1
        }
        guard index >= 0, index < Self.limit else { return nil }
        if case .exact(let pages) = count, index >= pages { return nil }
        return index
    }
}
