/// Policies that know the future. They keep what is on screen, as far as it fits, as all do.
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
        var screen = ScreenContent(sequence)
        for (now, page) in sequence.order.enumerated() {
            screen.turn(at: now)
            let place = kept.firstIndex(of: page)
            score.count(isHit: place != nil, renderTime: sequence.pages[page].renderTime)
            next[page] = sequence.next[now]
            if place == nil {
                kept.append(page)
                bytes += sequence.pages[page].bytes
            }
            while bytes > capacity {
                let worst = kept.indices.lazy.filter { !screen.shows(kept[$0]) }
                    .min { worth(of: kept[$0], sequence, next, at: now) < worth(of: kept[$1], sequence, next, at: now) }
                // Where nothing else can go, the page that has come is handed over only.
                guard let goes = worst ?? kept.firstIndex(of: page) else { break }
                bytes -= sequence.pages[kept[goes]].bytes
                kept.swapAt(goes, kept.count - 1)
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
