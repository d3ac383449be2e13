/// Where a viewer knows that pages are, of one axis: what its last search has found, and the entries of the table of contents
/// that it was told.
package struct ListedTargets: Sendable {
    /// How many hits, and how many entries, are remembered; those that come later are not.
    package static let maxTargets = 256
    /// Where the table has more entries, only that of the own chapter is likely to be chosen.
    package static let maxEntries = 16
    /// So many hits further may be read ahead.
    package static let prefetchedHits = 3

    /// The indexes of pages on the axis, in order, each once.
    package private(set) var hits: [Int] = []
    package private(set) var entries: [Int] = []

    package init() {}

    /// A search has begun.
    package mutating func forgetHits() { hits.removeAll() }

    /// The search has found something on a page.
    package mutating func addHit(_ index: Int) { Self.add(index, to: &hits) }

    /// An entry of the table of contents leads to a page.
    package mutating func addEntry(_ index: Int) { Self.add(index, to: &entries) }

    private static func add(_ index: Int, to indexes: inout [Int]) {
        let position = indexes.firstIndex { $0 >= index } ?? indexes.count
        guard indexes.count < maxTargets, position == indexes.count || indexes[position] != index else { return }
        indexes.insert(index, at: position)
    }

    /// Where a reader may jump to from a page.
    ///
    /// - Parameter spreadOfPage: the spread of the page at an index.
    package func jumpTargets(around index: Int, spreadOfPage: (Int) -> Int) -> [PrefetchPlanner.JumpTarget] {
        let (earlier, later) = (hits.filter { $0 < index }, hits.filter { $0 > index })
        // After the last hit comes the first one.
        var targets = (later + earlier).prefix(Self.prefetchedHits).enumerated().map { number, hit in
            PrefetchPlanner.JumpTarget(spreadOfPage(hit), .hit(number + 1))
        }
        targets += earlier.suffix(1).map { .init(spreadOfPage($0), .hit(-1)) }
        if earlier.count + later.count < hits.count { targets.append(.init(spreadOfPage(index), .hit(0))) }
        let own = entries.last { $0 <= index }
        targets += own.map { [.init(spreadOfPage($0), .contents(isOwn: true))] } ?? []
        guard entries.count <= Self.maxEntries else { return targets }
        return targets
            + entries.filter { $0 != own }.map { .init(spreadOfPage($0), .contents(isOwn: false)) }
    }
}
