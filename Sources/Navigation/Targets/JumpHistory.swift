import PageModel

/// Where a reader jumped from, to go back there, and forward again. Steps to a neighbour are no jumps.
package struct JumpHistory: Hashable, Sendable {
    /// How many jumps are remembered; the oldest is forgotten first.
    package static let limit = 100

    /// Where *back* leads, the nearest last.
    package private(set) var back: [Location] = []
    /// Where *forward* leads, the nearest last.
    package private(set) var forward: [Location] = []

    package init() {}

    /// A jump to a place that was named leaves a page.
    package mutating func record(_ page: Location) {
        forward = []
        Self.push(page, on: &back)
    }

    /// The reader goes back, from a page.
    package mutating func goBack(from page: Location) {
        guard back.popLast() != nil else { return }
        Self.push(page, on: &forward)
    }

    /// The reader goes forward, from a page.
    package mutating func goForward(from page: Location) {
        guard forward.popLast() != nil else { return }
        Self.push(page, on: &back)
    }

    /// Takes over what an earlier run remembered.
    package mutating func restore(back: [Location], forward: [Location]) {
        self.back = Array(back.suffix(Self.limit))
        self.forward = Array(forward.suffix(Self.limit))
    }

    /// Gives the pages the indexes that they have now, and forgets those that are gone.
    package mutating func relocate(_ index: @escaping (Location) -> Int?) {
        let moved = { (pages: [Location]) in
            pages.compactMap { page in index(page).map { Location(page.surface, page: page.page, index: $0) } }
        }
        back = moved(back)
        forward = moved(forward)
    }

    private static func push(_ page: Location, on pages: inout [Location]) {
        if let last = pages.last, last.isSamePage(as: page) { return }
        pages.append(page)
        if pages.count > limit { pages.removeFirst() }
    }
}
