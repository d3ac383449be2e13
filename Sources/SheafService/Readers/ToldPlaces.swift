import Navigation
import Prefetch

/// Where a viewer knows that pages are, of one axis: what its last search has found, and the entries of the table of contents
/// that it was told.
struct ToldPlaces {
    /// How many hits, and how many entries, are remembered; those that come later are not.
    static let maxPlaces = 256
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
        let place = indexes.firstIndex { $0 >= index } ?? indexes.count
        guard indexes.count < maxPlaces, place == indexes.count || indexes[place] != index else { return }
        indexes.insert(index, at: place)
    }

    /// Where a reader may jump to from a page.
    func places(around index: Int, in spreads: Spreads) -> [PrefetchPlanner.Place] {
        let (earlier, later) = (hits.filter { $0 < index }, hits.filter { $0 > index })
        // After the last hit comes the first one.
        var places = (later + earlier).prefix(Self.hitsAhead).enumerated().map { number, hit in
            PrefetchPlanner.Place(spreads.spread(ofPage: hit), .hit(number + 1))
        }
        places += earlier.suffix(1).map { .init(spreads.spread(ofPage: $0), .hit(-1)) }
        if earlier.count + later.count < hits.count { places.append(.init(spreads.spread(ofPage: index), .hit(0))) }
        let own = entries.last { $0 <= index }
        places += own.map { [.init(spreads.spread(ofPage: $0), .contents(isOwn: true))] } ?? []
        guard entries.count <= Self.maxEntries else { return places }
        return places
            + entries.filter { $0 != own }.map { .init(spreads.spread(ofPage: $0), .contents(isOwn: false)) }
    }
}
