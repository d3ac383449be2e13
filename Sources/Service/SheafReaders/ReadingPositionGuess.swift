import Navigation
import PageCache
import PageModel
import SheafDocuments

/// Where a reader is, and which pages elsewhere it may well turn to from there: what the cache's policy goes by.
struct ReadingPositionGuess {
    /// How many of the pages that the reader jumped from, or back from, count as likely to be turned to.
    private static let maxJumps = 8

    /// The likely pages that were gathered for an axis. They hold until the reader jumps, or stands on other links.
    private struct LikelyPages {
        let pages: [PageID]
        let spread: Int
        /// How many pages of the spread have their links among the likely ones.
        let linked: Int
        let history: JumpHistory
        let prefetched: [PageID]

        func holds(at spread: Int, linked: Int, _ history: JumpHistory, prefetched: [PageID]) -> Bool {
            linked == self.linked && (linked == 0 || spread == self.spread) && history == self.history
                && prefetched == self.prefetched
        }
    }

    private var gathered: [Axis: LikelyPages] = [:]

    /// Where a reader is on an axis.
    ///
    /// - Parameters:
    ///   - spread: where it is there, or is bound.
    ///   - prefetched: pages that are to be rendered ahead of it, where that is the axis in front.
    ///   - context: what its last turn was.
    mutating func position(
        on axis: ReaderAxis, at spread: Int, standing: Standing, history: JumpHistory, prefetched: [PageID],
        context: TurnContext
    ) -> ReadingPosition? {
        let index = axis.spreads.pages(ofSpread: spread).lowerBound
        guard let position = axis.documentIndex(of: index) else { return nil }
        let isFront = axis.axis == standing.front
        return ReadingPosition(
            document: axis.document.id, index: position, direction: isFront && standing.direction == .backward ? -1 : 1,
            likelyPages: likelyPages(on: axis, at: spread, standing, history, prefetched: isFront ? prefetched : []),
            context: isFront ? context : nil, origin: origin(on: axis, standing, history),
            pages: axis.document.count.exact,
            contents: axis.document.links.contents)
    }

    /// The pages elsewhere that it may well turn to, each once, the likeliest first.
    private mutating func likelyPages(
        on axis: ReaderAxis, at spread: Int, _ standing: Standing, _ history: JumpHistory, prefetched: [PageID]
    ) -> [PageID] {
        let links = axis.document.links.isEmpty ? [] : linkedPages(on: axis, standing)
        if let known = gathered[axis.axis],
            known.holds(at: spread, linked: links.count, history, prefetched: prefetched)
        {
            return known.pages
        }
        var unique: [PageID] = []
        // They are few: looking through them takes less than a set of them.
        for page in prefetched + jumps(on: axis, history) + links.joined() where !unique.contains(page) {
            unique.append(page)
        }
        gathered[axis.axis] = LikelyPages(
            pages: unique, spread: spread, linked: links.count, history: history, prefetched: prefetched)
        return unique
    }

    private func jumps(on axis: ReaderAxis, _ history: JumpHistory) -> [PageID] {
        history.nearest(Self.maxJumps, on: axis.axis.surface).map(\.page)
    }

    /// Where it jumped from last and is not.
    private func origin(on axis: ReaderAxis, _ standing: Standing, _ history: JumpHistory) -> PageID? {
        let shown = standing.landing.pages.first?.page
        return history.nearest(2, on: axis.axis.surface).first { $0.page != shown }?.page
    }

    /// The targets of the links on each of the pages that it shows, of those whose links are known.
    private func linkedPages(on axis: ReaderAxis, _ standing: Standing) -> [[PageID]] {
        standing.landing.pages.filter { $0.surface == axis.axis.surface }.compactMap { page in
            axis.document.links.targets(of: page.page, edition: axis.document.pages.edition(of: page.page))
        }
    }
}

extension JumpHistory {
    /// Where *back* and *forward* lead on a surface, in turn, the nearest first.
    func nearest(_ most: Int, on surface: Surface) -> [Location] {
        func nearest(_ jumps: [Location]) -> [Location] {
            Array(jumps.reversed().lazy.filter { $0.surface == surface }.prefix(most))
        }
        let (back, forward) = (nearest(back), nearest(forward))
        let ordered = back.prefix(1) + forward.prefix(1) + back.dropFirst() + forward.dropFirst()
        return Array(ordered.prefix(most))
    }
}
