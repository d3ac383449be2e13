import Glibc
import Navigation
import PageModel
import Prefetch

/// What the viewer of a reader says that it is about to show along an axis.
struct ViewerHints {
    /// So many pages are thought of.
    static let maxPages = 64
    /// How long pages run by that come to rest, in microseconds, where the viewer does not say.
    static let usualDuration: UInt64 = 1_000_000

    /// Pages that run by, and slow down until they rest.
    struct Landing: Equatable {
        /// The index of the page that they will rest on.
        let index: Int
        /// The spread that was shown when it was said.
        let origin: Int
        /// In microseconds.
        let duration: UInt64
        let end: Instant

        /// As the planner sees it: what is left of the way falls exponentially, from all of it to half a spread when the time is over.
        func fling(to spread: Int) -> PrefetchPlanner.Fling {
            let way = Double((spread - origin).magnitude)
            return .init(landing: spread, timeConstant: UInt64(Double(duration) / max(log(2 * way), 1)))
        }
    }

    /// The indexes of pages, the most urgent first.
    private(set) var pages: [Int] = []
    var landing: Landing?

    var isEmpty: Bool { pages.isEmpty && landing == nil }

    /// Adds pages before those that there are; the last ones of too many are left out.
    mutating func add(_ indexes: [Int]) {
        var seen: Set<Int> = []
        pages = Array((indexes + pages).filter { seen.insert($0).inserted }.prefix(Self.maxPages))
    }

    /// Takes pages back.
    mutating func remove(_ indexes: [Int]) { pages.removeAll { indexes.contains($0) } }

    /// Ends the landing if the reader is there, has turned elsewhere, or the time is over.
    ///
    /// - Parameters:
    ///   - spread: the one that the reader shows or is bound for; nil: the axis is not in front.
    ///   - spreadOfPage: the spread of the page at an index.
    /// - Returns: whether there was one that has ended.
    mutating func endLanding(at spread: Int?, spreadOfPage: (Int) -> Int, now: Instant) -> Bool {
        guard let landing else { return false }
        let bound = spreadOfPage(landing.index)
        let way = min(landing.origin, bound)...max(landing.origin, bound)
        guard now >= landing.end || spread == bound || !way.contains(spread ?? bound) else { return false }
        self.landing = nil
        return true
    }
}

/// Where a viewer knows that pages are, of one axis: what its last search has found, and the entries of the table of contents
/// that it was told.
struct ListedTargets {
    /// How many hits, and how many entries, are remembered; those that come later are not.
    static let maxTargets = 256
    /// Where the table has more entries, only that of the own chapter is likely to be chosen.
    static let maxEntries = 16
    /// So many hits further may be read ahead.
    static let hitsAhead = 3

    /// The indexes of pages on the axis, in order, each once.
    private(set) var hits: [Int] = []
    private(set) var entries: [Int] = []

    /// A search has begun.
    mutating func forgetHits() { hits.removeAll() }

    /// The search has found something on a page.
    mutating func addHit(_ index: Int) { Self.add(index, to: &hits) }

    /// An entry of the table of contents leads to a page.
    mutating func addEntry(_ index: Int) { Self.add(index, to: &entries) }

    private static func add(_ index: Int, to indexes: inout [Int]) {
        let position = indexes.firstIndex { $0 >= index } ?? indexes.count
        guard indexes.count < maxTargets, position == indexes.count || indexes[position] != index else { return }
        indexes.insert(index, at: position)
    }

    /// Where a reader may jump to from a page.
    func jumpTargets(around index: Int, in spreads: Spreads) -> [PrefetchPlanner.JumpTarget] {
        let (earlier, later) = (hits.filter { $0 < index }, hits.filter { $0 > index })
        // After the last hit comes the first one.
        var targets = (later + earlier).prefix(Self.hitsAhead).enumerated().map { number, hit in
            PrefetchPlanner.JumpTarget(spreads.spread(ofPage: hit), .hit(number + 1))
        }
        targets += earlier.suffix(1).map { .init(spreads.spread(ofPage: $0), .hit(-1)) }
        if earlier.count + later.count < hits.count { targets.append(.init(spreads.spread(ofPage: index), .hit(0))) }
        let own = entries.last { $0 <= index }
        targets += own.map { [.init(spreads.spread(ofPage: $0), .contents(isOwn: true))] } ?? []
        guard entries.count <= Self.maxEntries else { return targets }
        return targets
            + entries.filter { $0 != own }.map { .init(spreads.spread(ofPage: $0), .contents(isOwn: false)) }
    }
}
