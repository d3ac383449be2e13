import Glibc

/// The episodes of readers, in turns and seconds. docs/benchmarks.md has the table; each episode ends early with its
/// sitting.
extension ReaderWalk {
    mutating func episode(of behaviour: Behaviour) {
        switch behaviour {
        case .read: read()
        case .skim: skim()
        case .fling: fling()
        case .contents: lookUpContents()
        case .links: followLinks()
        case .compare: compare()
        case .reread: reread()
        case .search: search()
        }
    }

    private mutating func readingTime() -> Double { random.logNormal(median: 27, sigma: 0.5) }

    /// Reads on, now and then turning back for a page.
    private mutating func read() {
        leaveEnd()
        for _ in 0..<random.geometric(mean: 8) where !isOver {
            if random.happens(0.07), position > 0 {
                let here = position
                go(to: here - 1, stay: readingTime())
                go(to: here, stay: readingTime())
            } else {
                go(to: position + 1, stay: readingTime())
            }
        }
    }

    private mutating func skim() {
        let step = heading(forward: 0.85)
        for _ in 0..<random.geometric(mean: 15) where !isOver { go(to: position + step, stay: random.uniform(0.3, 1)) }
    }

    private mutating func fling() {
        let step = heading(forward: 0.7)
        throwPages(step)
        switch random.choice([0.45, 0.30, 0.25]) {
        case 0: break
        case 1:
            for _ in 0..<random.whole(1...3) { go(to: position - step, stay: random.uniform(0.3, 1)) }
        default: throwPages(-step)
        }
        stay(readingTime())
    }

    /// Lets the pages run out. Asked for are those that stay as long as their document's pages take to render, and the one where it ends.
    private mutating func throwPages(_ step: Int) {
        let speed = random.uniform(10, 30)
        let tau = random.uniform(0.35, 1.2)
        let way = max(1, Int((speed * tau * (random.happens(0.25) ? random.unit() : 1)).rounded()))
        let start = position
        fling(by: step * max(1, Int((speed * tau).rounded())), tau: tau)
        for passed in 1...way where start + step * passed >= 0 && start + step * passed <= last {
            // v(t) = v₀ e^(−t/τ) is v₀ − x/τ after x pages.
            let stays = passed < way ? 1 / max(speed - Double(passed) / tau, 0.5) : 0.2
            let isEnd = passed == way || start + step * passed == 0 || start + step * passed == last
            if isEnd || stays >= book.meanRenderTime {
                go(to: start + step * passed, stay: stays, isEnd ? .turn : .passing)
            } else {
                stay(stays)
            }
        }
    }

    private mutating func lookUpContents() {
        let origin = position
        go(to: book.contents, stay: random.logNormal(median: 4, sigma: 0.6))
        guard let chapter = book.chapters.randomElement(using: &random) else { return }
        go(to: chapter, stay: random.logNormal(median: 4, sigma: 0.6), isForeseeable: false)
        if random.happens(0.6) { read() } else { go(to: origin, stay: random.logNormal(median: 4, sigma: 0.6)) }
    }

    /// Goes on to a page with links, follows one and perhaps one from there, and mostly comes back.
    private mutating func followLinks() {
        while book.links[position].isEmpty, !isOver {
            leaveEnd()
            go(to: position + 1, stay: readingTime())
        }
        var origins: [Int] = []
        repeat {
            guard let target = book.links[position].randomElement(using: &random) else { break }
            origins.append(position)
            go(to: target, stay: random.logNormal(median: 8, sigma: 0.7))
        } while random.happens(0.2)
        guard random.happens(0.75) else { return }
        for origin in origins.reversed() { go(to: origin, stay: random.logNormal(median: 8, sigma: 0.7)) }
    }

    private mutating func compare() {
        let here = position
        let there = random.whole(0...last)
        // It is found in the contents; after that it is where the reader was.
        for round in 0..<2 + random.geometric(mean: 4) where !isOver {
            go(to: there, stay: random.logNormal(median: 4, sigma: 0.6), isForeseeable: round > 0)
            go(to: here, stay: random.logNormal(median: 4, sigma: 0.6))
        }
    }

    private mutating func reread() {
        go(to: visited.randomElement(using: &random) ?? 0, stay: rereadingTime())
        leaveEnd()
        for _ in 1..<max(2, random.geometric(mean: 8)) where !isOver { go(to: position + 1, stay: rereadingTime()) }
    }

    private mutating func rereadingTime() -> Double { random.logNormal(median: 12, sigma: 0.5) }

    /// Steps from hit to hit, from here on.
    private mutating func search() {
        let hits = book.searches.randomElement(using: &random) ?? drawHits()
        let count = hits.count
        var hit = hits.firstIndex { $0 >= position } ?? 0
        self.hits = hits
        for number in 0..<count where !isOver {
            go(to: hits[hit], stay: random.logNormal(median: 2.5, sigma: 0.6), isForeseeable: number > 0)
            hit = random.happens(0.12) ? max(hit - 1, 0) : (hit + 1) % count
        }
    }

    private mutating func drawHits() -> [Int] {
        let count = 2 + random.geometric(mean: 12)
        return (0..<count).map { _ in random.whole(0...last) }.sorted()
    }

    /// Where the document is at its end, reading goes on with another chapter.
    private mutating func leaveEnd() {
        guard position >= last else { return }
        go(to: book.chapters.randomElement(using: &random) ?? 0, stay: readingTime(), isForeseeable: false)
    }

    /// 1 or −1, away from an end that is reached.
    private mutating func heading(forward: Double) -> Int {
        let step = random.happens(forward) ? 1 : -1
        return position + step < 0 || position + step > last ? -step : step
    }
}
