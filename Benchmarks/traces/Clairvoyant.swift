/// Policies that know the future. They may hand a page over without keeping it, and nothing is protected from them.
package enum Clairvoyant: CaseIterable, Sendable {
    /// Belady's MIN: whatever is asked for last goes first, whatever its size and cost, until the rest fits. It makes the
    /// fewest misses where all pages have one size.
    case min
    /// The page goes first whose render time per byte, and per request until it is asked for again, is least: not the
    /// optimum, but one that can be reached.
    case greedy

    package func play(_ sequence: RequestSequence, capacity: Int) -> Score {
        var score = Score()
        var kept: [Int] = []
        var bytes = 0
        var next = Array(repeating: RequestSequence.never, count: sequence.pages.count)
        for (now, page) in sequence.order.enumerated() {
            let place = kept.firstIndex(of: page)
            score.count(isHit: place != nil, renderTime: sequence.pages[page].renderTime)
            next[page] = sequence.next[now]
            if place == nil {
                kept.append(page)
                bytes += sequence.pages[page].bytes
            }
            if next[page] == RequestSequence.never, let place = kept.firstIndex(of: page) {
                kept.remove(at: place)
                bytes -= sequence.pages[page].bytes
            }
            while bytes > capacity,
                let worst = kept.indices.min(by: {
                    worth(of: kept[$0], sequence, next, at: now) < worth(of: kept[$1], sequence, next, at: now)
                })
            {
                bytes -= sequence.pages[kept[worst]].bytes
                kept.swapAt(worst, kept.count - 1)
                kept.removeLast()
            }
        }
        return score
    }

    private func worth(of page: Int, _ sequence: RequestSequence, _ next: [Int], at now: Int) -> Double {
        let wait = Double(next[page] - now)
        switch self {
        case .min: return -wait
        case .greedy: return Double(sequence.pages[page].renderTime) / Double(sequence.pages[page].bytes) / wait
        }
    }
}
