import Navigation
import PageCache
import PageModel

extension Reader {
    /// How many of the pages that it jumped from, or back from, count as likely to be turned to.
    private static let maxAnticipatedJumps = 8

    /// Where it reads on an axis; nil where that is nowhere.
    ///
    /// Every turn asks for it: what it may turn to from there is only gathered anew where it may be something else.
    func readingPlace(on axis: ReaderAxis) -> ReadingPlace? {
        guard let spread = spread(on: axis) else { return nil }
        let index = axis.arrangement.spreads.pages(ofSpread: spread).lowerBound
        guard let place = axis.documentIndex(of: index) else { return nil }
        let isFront = axis.axis == machine.front
        return ReadingPlace(
            document: axis.document.id, index: place, direction: isFront && machine.direction == .backward ? -1 : 1,
            anticipated: anticipated(on: axis, at: spread))
    }

    /// Where it is on an axis, or about to be.
    private func spread(on axis: ReaderAxis) -> Int? {
        let landing = machine.landing
        if axis.axis == machine.front, landing.pages.first?.surface == axis.axis.surface { return landing.index }
        return machine.position(of: axis.axis)
    }

    /// The pages elsewhere that it may well turn to, the likeliest first.
    private func anticipated(on axis: ReaderAxis, at spread: Int) -> [PageID] {
        let linked = axis.document.links.isEmpty ? 0 : linkedPages(on: axis).count
        if let known = axis.anticipated, known.isFor(spread, linked: linked) { return known.pages }
        let pages = jumps(on: axis) + linkedPages(on: axis).joined()
        let fresh = AnticipatedPages(pages, at: spread, linked: linked)
        axis.anticipated = fresh
        return fresh.pages
    }

    /// Where it can go back to and forward to, the nearest first.
    private func jumps(on axis: ReaderAxis) -> [PageID] {
        func nearest(_ jumps: [Location]) -> [PageID] {
            jumps.reversed().lazy.filter { $0.surface == axis.axis.surface }.prefix(Self.maxAnticipatedJumps)
                .map(\.page)
        }
        let (back, forward) = (nearest(history.back), nearest(history.forward))
        let first = [back.first, forward.first].compactMap { $0 }
        return Array((first + back.dropFirst() + forward.dropFirst()).prefix(Self.maxAnticipatedJumps))
    }

    /// The targets of the links on each of the pages that it shows, of those whose links are known.
    private func linkedPages(on axis: ReaderAxis) -> [[PageID]] {
        machine.landing.pages.lazy.filter { $0.surface == axis.axis.surface }.compactMap { page in
            axis.document.links.targets(of: page.page, edition: axis.document.edition(of: page.page))
        }
    }
}

/// The pages along an axis that a reader may well turn to from where it is.
struct AnticipatedPages {
    /// Each once, the likeliest first.
    let pages: [PageID]
    private let spread: Int
    private let linked: Int

    /// - Parameters:
    ///   - spread: where the reader is.
    ///   - linked: of how many pages there the links are among them.
    init(_ pages: [PageID], at spread: Int, linked: Int) {
        var seen: Set<PageID> = []
        self.pages = pages.filter { seen.insert($0).inserted }
        self.spread = spread
        self.linked = linked
    }

    /// Whether it still holds. Without links it is the same wherever the reader is, until that jumps.
    func isFor(_ spread: Int, linked: Int) -> Bool { linked == self.linked && (linked == 0 || spread == self.spread) }
}
