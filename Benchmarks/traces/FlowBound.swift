import CMinCostFlow

/// A lower bound on the render time of what is missed, for pages of any size and cost: no policy, clairvoyant ones included,
/// can do better.
///
/// Between two requests of a page a policy either keeps it, and saves its render time, or does not. What is kept at any time
/// fits the capacity. Letting fractions of pages be kept makes that a linear program, and this one is a flow: units of
/// memory go from request to request, and a page's units may skip from one request of it to the next, each saving its
/// part of the render time (FOO: Berger, Beckmann, Harchol-Balter, *Practical Bounds on Optimal Caching with Variable Object
/// Sizes*, 2018). What the flow saves is at least what any policy can.
///
/// A long trace is cut into segments. A page that may be kept across a cut is taken as one in each segment, with as much
/// of its render time as it waits there: any policy's saving is in the sum still, and the bound stays one.
package enum FlowBound {
    /// Requests in a segment: the time for the flow grows with the square.
    package static let segment = 3000
    /// Render times are counted in parts of a microsecond, so that a unit of memory's part of one is a whole number. Rounding
    /// is up, which lowers the bound.
    private static let fraction = 1 << 16

    /// Microseconds.
    ///
    /// - Parameters:
    ///   - capacity: bytes.
    ///   - unit: bytes of which all sizes are multiples.
    package static func missTime(
        of sequence: RequestSequence, capacity: Int, unit: Int = TraceDocument.memoryPage, segment: Int = segment
    ) -> UInt64 {
        let count = sequence.order.count
        let saved = stride(from: 0, to: count, by: segment).reduce(0) { saved, first in
            saved
                + mostSaved(
                    sequence, from: first, to: min(first + segment, count), units: capacity / unit, unit: unit)
        }
        let most = UInt64((saved + fraction - 1) / fraction)
        return sequence.renderTime - min(most, sequence.renderTime)
    }

    /// What can be saved among the requests from `first` to before `end`, in fractions of a microsecond.
    private static func mostSaved(
        _ sequence: RequestSequence, from first: Int, to end: Int, units: Int, unit: Int
    ) -> Int {
        // The last node is the end of the segment.
        var arcs = (first..<end).map { place in
            flow_arc(from: Int32(place - first), to: Int32(place - first + 1), capacity: Int64(units), cost: 0)
        }
        func keep(_ page: Int, from start: Int, to next: Int) {
            let size = sequence.pages[page].bytes / unit
            guard size <= units else { return }
            let part = Double(min(next, end) - max(start, first)) / Double(next - start)
            let time = Double(sequence.pages[page].renderTime) * part * Double(fraction)
            let saving = Int64((time / Double(size)).rounded(.up))
            arcs.append(
                flow_arc(
                    from: Int32(max(start, first) - first), to: Int32(min(next, end) - first), capacity: Int64(size),
                    cost: -saving))
        }
        for place in 0..<end where sequence.next[place] > first && sequence.next[place] != RequestSequence.never {
            keep(sequence.order[place], from: place, to: sequence.next[place])
        }
        var cost: Int64 = 0
        let isImpossible = unsafe flow_min_cost(
            Int32(end - first + 1), arcs, arcs.count, Int64(units), &cost)
        // Each step takes all the units: there is always a flow.
        return isImpossible == 0 ? Int(-cost) : .max / 2
    }
}
