/// Where a reader wants to turn to, by number.
package enum Target: Hashable, Sendable {
    /// A page, from 0.
    case index(Int)
    /// So many spreads on, back where it is negative.
    case relative(Int)
    case first
    case last

    /// Indexes stay below this: as many as every JSON reader can count, and sums with them never overflow.
    static let limit = 1 << 53

    /// Whether it names a page, as a step to a neighbour does not.
    package var isNamed: Bool { if case .relative = self { false } else { true } }

    /// The way that a relative target goes, which is the jump's, also where it wraps: from the last spread to the first it
    /// goes forward by one. Nil where it is the way to the target.
    package var direction: Direction? {
        guard case .relative(let step) = self, step != 0 else { return nil }
        return step > 0 ? .forward : .backward
    }
}

extension ReaderMachine {
    /// The index of the page that a target means, or nil where no page is there. Where the number of pages is not known
    /// for sure, a target past the end may still be answered: the provider has the last word.
    ///
    /// - Parameter wraps: whether a relative target goes on at the other end of the document; it must be known how long
    ///   that is.
    package func index(of target: Target, on axis: Axis, wraps: Bool = false, in source: some PageSource) -> Int? {
        index(of: target, on: axis, wraps: wraps, pages: source.count(on: axis.surface))
    }

    /// The same, with the number of pages, where that is known for sure.
    @inline(__always) func index(of target: Target, on axis: Axis, wraps: Bool, pages: Int?) -> Int? {
        let index: Int
        switch target {
        case .index(let wanted): index = wanted
        case .relative(let step):
            guard let spread = spread(from: base(of: axis), step: step, on: axis, pages: wraps ? pages : nil) else {
                return nil
            }
            index = spreads(of: axis).pages(ofSpread: spread).lowerBound
        case .first: index = 0
        case .last:
            guard let pages else { return nil }
            index = pages - 1
        }
        return index >= 0 && index < pages ?? Target.limit ? index : nil
    }

    private func spread(from base: Int, step: Int, on axis: Axis, pages: Int?) -> Int? {
        let (sum, overflow) = base.addingReportingOverflow(step)
        guard !overflow else { return nil }
        if let pages, pages > 0 {
            let count = spreads(of: axis).count(pages: pages)
            return (sum % count + count) % count
        }
        return (0..<Target.limit).contains(sum) ? sum : nil
    }
}
