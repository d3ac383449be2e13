import CacheTraces

/// The least miss time of any policy that keeps what is on screen, by trying everything: for a handful of pages.
struct ExhaustiveOptimum {
    private let sequence: RequestSequence
    private let capacity: Int
    /// By request: a bit for each page that is on screen from then on.
    private let shown: [Int]
    private var known: [Int: UInt64] = [:]

    static func missTime(of sequence: RequestSequence, capacity: Int) -> UInt64 {
        var search = ExhaustiveOptimum(sequence: sequence, capacity: capacity)
        return search.missTime(from: 0, keeping: 0)
    }

    private init(sequence: RequestSequence, capacity: Int) {
        self.sequence = sequence
        self.capacity = capacity
        var screen = ScreenContent(sequence)
        shown = sequence.order.indices.map { place in
            screen.turn(at: place)
            return sequence.pages.indices.reduce(0) { $0 | (screen.shows($1) ? 1 << $1 : 0) }
        }
    }

    /// - Parameter kept: a bit for each page that is kept.
    private mutating func missTime(from place: Int, keeping kept: Int) -> UInt64 {
        guard place < sequence.order.count else { return 0 }
        let key = place << sequence.pages.count | kept
        if let known = known[key] { return known }
        let page = 1 << sequence.order[place]
        let cost = kept & page == 0 ? sequence.pages[sequence.order[place]].renderTime : 0
        // What is on screen and is kept stays, and the page comes to that where there is room for it.
        var needed = kept & shown[place]
        if bytes(needed | page) <= capacity { needed |= page }
        var least = UInt64.max
        // Whatever part of the rest of what is there may be kept.
        let present = kept | page
        for next in 0...present where next & ~present == 0 && needed & ~next == 0 && bytes(next) <= capacity {
            least = min(least, missTime(from: place + 1, keeping: next))
        }
        known[key] = cost + least
        return cost + least
    }

    private func bytes(_ kept: Int) -> Int {
        sequence.pages.indices.reduce(0) { $0 + (kept >> $1 & 1) * sequence.pages[$1].bytes }
    }
}
