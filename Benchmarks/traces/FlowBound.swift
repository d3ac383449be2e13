import CMinCostFlow

/// A lower bound on the render time of what is missed, for pages of any size and cost: no policy that keeps what is on screen,
/// clairvoyant ones included, can do better.
///
/// Between two requests of a page a policy either keeps it, and saves its render time, or does not. What is kept at any time
/// fits the capacity. Letting fractions of pages be kept makes that a linear program, and this one is a flow: units of
/// memory go from request to request, and a page's units may skip from one request of it to the next, each saving its
/// part of the render time (FOO: Berger, Beckmann, Harchol-Balter, *Practical Bounds on Optimal Caching with Variable Object
/// Sizes*, 2018). What the flow saves is at least what any policy can.
///
/// What a reader shows has to be kept until it is left, and costs nobody a choice: its units go from request to request with those
/// that hold nothing, and the page may skip from where it is left. A page that is shown until it is asked for again is saved for
/// nothing. A page that is asked for while all that is on screen passes the capacity need not be kept, nor is it counted as on screen
/// then: it may skip from the request on, as if nobody showed it.
///
/// A long trace is cut into segments. A page that may be kept across a cut is taken as one in each segment, with as much
/// of its render time as it waits there: any policy's saving is in the sum still, and the bound stays one.
package enum FlowBound {
    /// Requests in a segment: the time for the flow grows with the square.
    package static let segment = 3000
    /// Render times are counted in parts of a microsecond, so that a unit of memory's part of one is a whole number. Rounding
    /// is up, which lowers the bound.
    private static let fraction = 1 << 16

    /// The pages that have to be kept because they are on screen.
    private struct Kept {
        /// The least units of memory to keep, after each request.
        var least: [Int] = []
        /// For each request, the first one after which its page need not be kept; itself where it need not be kept at
        /// all.
        var end: [Int] = []

        init(_ sequence: RequestSequence, capacity: Int, unit: Int) {
            let count = sequence.order.count
            end = Array(0..<count)
            var screen = ScreenContent(sequence)
            var units = 0
            // By page: the requests since it has to be kept.
            var requests = Array(repeating: [Int](), count: sequence.pages.count)
            for (place, page) in sequence.order.enumerated() {
                if let left = screen.turn(at: place), !requests[left].isEmpty {
                    for request in requests[left] { end[request] = place }
                    requests[left] = []
                    units -= sequence.pages[left].bytes / unit
                }
                if !requests[page].isEmpty || screen.bytes <= capacity {
                    if requests[page].isEmpty { units += sequence.pages[page].bytes / unit }
                    requests[page].append(place)
                }
                least.append(units)
            }
            for request in requests.joined() { end[request] = count }
        }
    }

    /// Returns a lower bound of the render time of all misses, in microseconds.
    ///
    /// - Parameters:
    ///   - capacity: bytes.
    ///   - unit: bytes of which all sizes are multiples.
    package static func missTime(
        of sequence: RequestSequence, capacity: Int, unit: Int = TraceDocument.memoryPage, segment: Int = segment
    ) -> UInt64 {
        let count = sequence.order.count
        let kept = Kept(sequence, capacity: capacity / unit * unit, unit: unit)
        let saved = stride(from: 0, to: count, by: segment).reduce(0) { saved, first in
            saved
                + mostSaved(
                    sequence, kept, from: first, to: min(first + segment, count), units: capacity / unit, unit: unit)
        }
        let most = UInt64((saved + fraction - 1) / fraction)
        return sequence.renderTime - min(most, sequence.renderTime)
    }

    /// The most that can be saved among the requests from `first` to before `end`, in fractions of a microsecond.
    private static func mostSaved(
        _ sequence: RequestSequence, _ kept: Kept, from first: Int, to end: Int, units: Int, unit: Int
    ) -> Int {
        // The last node is the end of the segment.
        var arcs = (first..<end).map { place in
            flow_arc(
                from: Int32(place - first), to: Int32(place - first + 1), least: Int64(kept.least[place]),
                capacity: Int64(units), cost: 0)
        }
        var saved = 0
        for place in 0..<end where sequence.next[place] > first && sequence.next[place] != RequestSequence.never {
            let page = sequence.pages[sequence.order[place]]
            let (start, next) = (kept.end[place], sequence.next[place])
            let size = page.bytes / unit
            guard size <= units else { continue }
            if start >= next {
                if next <= end { saved += Int(page.renderTime) * fraction }
                continue
            }
            guard start < end else { continue }
            let part = Double(min(next, end) - max(start, first)) / Double(next - start)
            let time = Double(page.renderTime) * part * Double(fraction)
            let saving = Int64((time / Double(size)).rounded(.up))
            arcs.append(
                flow_arc(
                    from: Int32(max(start, first) - first), to: Int32(min(next, end) - first), least: 0,
                    capacity: Int64(size), cost: -saving))
        }
        var cost: Int64 = 0
        let isImpossible = unsafe flow_min_cost(
            Int32(end - first + 1), arcs, arcs.count, Int64(units), &cost)
        // What is on screen fits, and each step takes all the units: there is always a flow.
        return isImpossible == 0 ? saved + Int(-cost) : .max / 2
    }
}
