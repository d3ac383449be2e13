import Navigation
import PageModel
import Prefetch
import SheafDocuments
import SheafPages

// Which pages are to be rendered ahead.
extension ReaderPrefetch {
    /// A page that may be needed.
    struct Candidate {
        let location: Location
        let need: Double
        /// Whether it is no neighbour of what is shown.
        let isFar: Bool
        /// Whether its viewer has asked for it.
        let isHinted: Bool
        /// Whether it is to be rendered; else its render goes on if it has begun.
        let isLikely: Bool
        /// Whether it is on an axis that crosses the one in front.
        let isAcross: Bool
        /// Whether it was not begun since the last turn.
        let mayBegin: Bool
    }

    /// The pages to render ahead, those that are needed most first; of those that are not known yet only the index counts.
    func candidates(at now: Instant) -> [Candidate] {
        let standing = model.standing
        guard let front = model.pages.axis(standing.front), standing.motion != .empty else {
            planner.planNothing()
            return []
        }
        if model.isManual { planner.planNothing() }
        var candidates = model.isManual ? [] : candidates(on: front, at: now)
        // Where nothing is known of a way there, what its viewer says is all that there is.
        for axis in model.pages.axes where model.isManual || axis !== front {
            candidates += hintedPages(on: axis).enumerated().map { number, index in
                page(
                    at: index, on: axis, need: PrefetchPlanner.hintNeed(number), isFar: true, isHinted: true,
                    isLikely: true, isAcross: axis !== front)
            }
        }
        candidates.sort { $0.need > $1.need }
        return candidates
    }

    /// The indexes that its viewer has named along an axis and that are not there yet, as far as they may be rendered ahead now: the
    /// page of a landing first.
    private func hintedPages(on axis: ReaderAxis) -> [Int] {
        guard !hints.isEmpty, context.allowance == .full, let hints = hints[axis.axis.surface] else { return [] }
        let pages = (hints.landing.map { [$0.index] } ?? []) + hints.pages
        return Array(
            pages.lazy.filter { $0 < axis.exactCount ?? .max && !self.isAlive($0, on: axis) }
                .prefix(context.prefetchDepth))
    }

    private func isAlive(_ index: Int, on axis: ReaderAxis) -> Bool {
        model.pages.rendition(at: index, on: axis.axis.surface).map { store.isAlive($0) } ?? false
    }

    private func candidates(on axis: ReaderAxis, at now: Instant) -> [Candidate] {
        let landing = model.standing.landing.index
        let spreads = axis.spreads
        let limit = context.prefetchDepth
        let hinted = hintedPages(on: axis)
        let cost = store.costs.cost(of: axis.document.id)
        let situation = PrefetchPlanner.Situation(
            spread: landing, count: axis.exactCount.map { spreads.count(pages: $0) },
            renderTime: cost?.mean, renderSpread: cost?.spread ?? 0,
            fling: hints[axis.axis.surface]?.landing.map { $0.fling(to: spreads.spread(ofPage: $0.index)) },
            jumpTargets: limit > 1 ? jumpTargets(on: axis) : [],
            hints: hinted.map { spreads.spread(ofPage: $0) }.reduce(into: []) { if !$0.contains($1) { $0.append($1) } },
            mode: limit > 0 ? context.settings.prefetch.lesser(mode ?? .full) : .no,
            isNextOnly: context.allowance == .nextPage)
        let planned = planner.plan(situation, at: now) { isReady($0, on: axis) }
        return planned.filter { $0.spread != axis.unlocks }.prefix(limit).flatMap { candidate in
            // The back that is seen when the leaf turns on the way there.
            let back = spreads.back(ofSpread: min(candidate.spread, landing))
            let indexes = [back].compactMap { $0 } + spreads.pages(ofSpread: candidate.spread)
            return indexes.filter { $0 < axis.exactCount ?? .max }.map { index in
                page(
                    at: index, on: axis, need: candidate.need, isFar: (candidate.spread - landing).magnitude > 2,
                    isHinted: hinted.contains(index), isLikely: candidate.isLikely, isAcross: false)
            }
        }
    }

    private func page(
        at index: Int, on axis: ReaderAxis, need: Double, isFar: Bool, isHinted: Bool, isLikely: Bool, isAcross: Bool
    ) -> Candidate {
        let page = model.pages.page(at: index, on: axis.axis.surface) ?? Self.unknown
        return Candidate(
            location: Location(axis.axis.surface, page: page, index: index), need: need, isFar: isFar,
            isHinted: isHinted, isLikely: isLikely, isAcross: isAcross,
            mayBegin: planner.mayBegin(index, isAcross: isAcross))
    }

    /// Whether all pages of a spread are in memory. What is on its way is not there yet: it is needed as before, until it is.
    private func isReady(_ spread: Int, on axis: ReaderAxis) -> Bool {
        axis.spreads.pages(ofSpread: spread).prefix { $0 < axis.exactCount ?? .max }.allSatisfy {
            isAlive($0, on: axis)
        }
    }

    /// Where the reader may jump to along an axis, as far as it is known where that is.
    private func jumpTargets(on axis: ReaderAxis) -> [PrefetchPlanner.JumpTarget] {
        let spreads = axis.spreads
        let jumps = model.history.nearest(Self.maxJumps, on: axis.axis.surface)
        var targets = jumps.enumerated().map { number, location in
            PrefetchPlanner.JumpTarget(spreads.spread(ofPage: location.index), .history(number))
        }
        let shown = model.standing.landing.pages.filter { $0.surface == axis.axis.surface }
        if let here = shown.first?.index {
            let listed = listedTargets[axis.axis.surface]
            targets += listed?.jumpTargets(around: here) { spreads.spread(ofPage: $0) } ?? []
        }
        guard !axis.document.links.isEmpty else { return targets }
        for page in shown {
            for target in axis.document.links.targets(
                of: page.page, edition: axis.document.pages.edition(of: page.page))
                ?? []
            {
                guard let index = index(of: target, on: axis) else { continue }
                targets.append(.init(spreads.spread(ofPage: index), .link))
            }
        }
        return targets
    }

    /// How many of the pages that it jumped from it may go back to.
    private static let maxJumps = 8

    /// Where a page is that may not have been looked up. Most providers number their pages: it is looked for there.
    private func index(of page: PageID, on axis: ReaderAxis) -> Int? {
        if let known = axis.document.pages.known(page: page) {
            return axis.index(ofDocumentIndex: known.location.index)
        }
        guard let guess = Int(exactly: page.number), axis.document.pages.known(at: guess) == nil,
            axis.document.pages.knownID(at: guess) ?? page == page
        else { return nil }
        return axis.index(ofDocumentIndex: guess)
    }
}
