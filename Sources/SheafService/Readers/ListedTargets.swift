import Navigation
import Prefetch

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
