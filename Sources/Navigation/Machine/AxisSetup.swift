/// How an axis of a reader is set up.
package struct AxisSetup: Hashable, Sendable {
    package var spreads: Spreads
    /// The spread at which this axis must rest for the other one to move, and through which what lies behind is seen; nil
    /// where the other needs none.
    package var unlocks: Int?
    package var isEnabled: Bool
    /// The page to begin with.
    package var start: Int

    package init(spreads: Spreads = .single, unlocks: Int? = nil, isEnabled: Bool = true, start: Int = 0) {
        self.spreads = spreads
        self.unlocks = unlocks
        self.isEnabled = isEnabled
        self.start = start
    }
}

/// An axis as it stands.
struct AxisState: Sendable {
    let axis: Axis
    var spreads: Spreads
    let unlocks: Int?
    var isEnabled: Bool
    /// The page that it begins with.
    var start: Int
    /// Where it last settled. Without pages where its document has none, and where others are seen through the crossing.
    var spread: Spread
    /// Whether its document has no pages.
    var isEmpty = false

    /// Whether it rests where it unlocks the other.
    var isAtCrossing: Bool { spread.index == unlocks }

    /// A spread of this axis' own pages; nil where there is none, or its pages are not known.
    func spread(at index: Int, in source: some PageSource) -> Spread? {
        guard index >= 0, index < Target.limit else { return nil }
        var pages: [Location] = []
        for page in spreads.pages(ofSpread: index) {
            guard let location = location(at: page, in: source) else { break }
            pages.append(location)
        }
        guard !pages.isEmpty else { return nil }
        let back = spreads.back(ofSpread: index).flatMap { location(at: $0, in: source) }
        return Spread(index: index, pages: pages, back: back)
    }

    private func location(at index: Int, in source: some PageSource) -> Location? {
        if let count = source.count(on: axis.surface), index >= count { return nil }
        return source.page(at: index, on: axis.surface).map { Location(axis.surface, page: $0, index: index) }
    }
}
