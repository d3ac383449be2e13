import Navigation
import PageCache
import PageModel

/// Where a reader is, and which pages elsewhere it may well turn to from there: what the cache's policy goes by.
struct ReadingPositionGuess {
    /// How many of the pages that it jumped from, or back from, count as likely to be turned to.
    private static let maxJumps = 8

    /// What was gathered for an axis; it holds until the reader jumps, or stands on other links.
    private struct Anticipation {
        let pages: [PageID]
        let spread: Int
        /// Of how many pages there the links are among them.
        let linked: Int
        let history: JumpHistory

        func holds(at spread: Int, linked: Int, _ history: JumpHistory) -> Bool {
            linked == self.linked && (linked == 0 || spread == self.spread) && history == self.history
        }
    }

    private var anticipations: [Axis: Anticipation] = [:]

    /// Where a reader is on an axis.
    ///
    /// - Parameter spread: where it is there, or is bound.
    mutating func position(
        on axis: ReaderAxis, at spread: Int, step: Step, history: JumpHistory
    ) -> ReadingPosition? {
        let index = axis.arrangement.spreads.pages(ofSpread: spread).lowerBound
        guard let position = axis.documentIndex(of: index) else { return nil }
        let isFront = axis.axis == step.front
        return ReadingPosition(
            document: axis.document.id, index: position, direction: isFront && step.direction == .backward ? -1 : 1,
            anticipated: anticipated(on: axis, at: spread, step, history))
    }

    /// The pages elsewhere that it may well turn to, each once, the likeliest first.
    private mutating func anticipated(
        on axis: ReaderAxis, at spread: Int, _ step: Step, _ history: JumpHistory
    ) -> [PageID] {
        let links = axis.document.links.isEmpty ? [] : linkedPages(on: axis, step)
        if let known = anticipations[axis.axis], known.holds(at: spread, linked: links.count, history) {
            return known.pages
        }
        var unique: [PageID] = []
        // They are few: looking through them takes less than a set of them.
        for page in jumps(on: axis, history) + links.joined() where !unique.contains(page) { unique.append(page) }
        anticipations[axis.axis] = Anticipation(pages: unique, spread: spread, linked: links.count, history: history)
        return unique
    }

    /// Where it can go back to and forward to, the nearest first.
    private func jumps(on axis: ReaderAxis, _ history: JumpHistory) -> [PageID] {
        func nearest(_ jumps: [Location]) -> [PageID] {
            jumps.reversed().lazy.filter { $0.surface == axis.axis.surface }.prefix(Self.maxJumps).map(\.page)
        }
        let (back, forward) = (nearest(history.back), nearest(history.forward))
        let ordered = back.prefix(1) + forward.prefix(1) + back.dropFirst() + forward.dropFirst()
        return Array(ordered.prefix(Self.maxJumps))
    }

    /// The targets of the links on each of the pages that it shows, of those whose links are known.
    private func linkedPages(on axis: ReaderAxis, _ step: Step) -> [[PageID]] {
        step.landing.pages.filter { $0.surface == axis.axis.surface }.compactMap { page in
            axis.document.links.targets(of: page.page, edition: axis.document.edition(of: page.page))
        }
    }
}
