/// Where a reader wants to turn to, by number.
@usableFromInline package enum Target: Hashable, Sendable {
    /// A page, from 0.
    case index(Int)
    /// So many spreads on, back where it is negative.
    case relative(Int)
    case first
    case last

    /// Indexes stay below this: as many as every JSON reader can count, and sums with them never overflow.
    static let limit = 1 << 53

    /// Whether it names a page, as a step to a neighbour does not.
    @inlinable package var isNamed: Bool { if case .relative = self { false } else { true } }

    /// The way that a relative target goes, which is the jump's, also where it wraps: from the last spread to the first it
    /// goes forward by one. Nil where it is the way to the target.
    @inlinable package var direction: Direction? {
        guard case .relative(let step) = self, step != 0 else { return nil }
        return step > 0 ? .forward : .backward
    }
}

extension Target {
    /// The index of the page that it means, or nil where no page is there, where it is known what it counts from.
    ///
    /// - Parameters:
    ///   - base: the spread that a relative target counts from.
    ///   - pages: how many there are, where that is known for sure.
    @inline(__always) func index(
        from base: @autoclosure () -> Int, in spreads: Spreads, wraps: Bool, pages: Int?
    ) -> Int? {
        let index: Int
        switch self {
        case .index(let wanted): index = wanted
        case .relative(let step):
            guard let spread = Self.spread(from: base(), step: step, in: spreads, pages: wraps ? pages : nil) else {
                return nil
            }
            index = spreads.pages(ofSpread: spread).lowerBound
        case .first: index = 0
        case .last:
            guard let pages else { return nil }
            index = pages - 1
        }
        return index >= 0 && index < pages ?? Self.limit ? index : nil
    }

    private static func spread(from base: Int, step: Int, in spreads: Spreads, pages: Int?) -> Int? {
        let (sum, overflow) = base.addingReportingOverflow(step)
        guard !overflow else { return nil }
        if let pages, pages > 0 {
            let count = spreads.count(pages: pages)
            return (sum % count + count) % count
        }
        return (0..<limit).contains(sum) ? sum : nil
    }
}
