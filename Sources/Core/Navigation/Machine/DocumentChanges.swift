package import PageModel

/// Where pages are after a change of their document.
private struct Relocation {
    /// A page on its surface, wherever it is.
    private struct Key: Hashable {
        let surface: Surface
        let page: PageID

        init(_ location: Location) {
            surface = location.surface
            page = location.page
        }
    }

    private let surfaces: Set<Surface>
    /// The indexes of the pages that were held and are still there.
    private var indexes: [Key: Int] = [:]

    init(of held: [Location], on surfaces: Set<Surface>, index: (Location) -> Int?) {
        self.surfaces = surfaces
        for page in held where surfaces.contains(page.surface) { indexes[Key(page)] = index(page) }
    }

    func contains(_ surface: Surface) -> Bool { surfaces.contains(surface) }

    func isGone(_ page: Location) -> Bool { contains(page.surface) && indexes[Key(page)] == nil }

    /// The page where it is now; one that is gone stays what it was.
    func location(of page: Location) -> Location {
        indexes[Key(page)].map { Location(page.surface, page: page.page, index: $0) } ?? page
    }
}

extension ReaderMachine {
    /// The pages that must be found again after a document has changed (``documentChanged(on:counted:in:at:areOthers:index:)``).
    package var heldPages: [Location] {
        var held = pages.all.map(\.location)
        for axis in axes.names { held += axes[axis]?.spread.pages ?? PagePair() }
        held += axes.background?.pages ?? PagePair()
        for spread in phase.involved { held += spread.pages }
        if let move { held.append(move.page) }
        return held.reduce(into: []) { unique, page in
            if !unique.contains(where: { $0.isSamePage(as: page) }) { unique.append(page) }
        }
    }

    /// Pages were inserted, deleted or moved. Pages stay by their id; in the place of one that is gone comes the nearest
    /// index that is left.
    ///
    /// - Parameters:
    ///   - surfaces: whose pages.
    ///   - spreads: how the pages of axes are taken together now; of others as before.
    ///   - source: what is there now. It must know the pages around where the held ones are now.
    ///   - areOthers: whether the pages are those of another document, which has a page with another id at that index: what a viewer has
    ///     reported of the pages before is forgotten.
    ///   - index: where a page is now that was held before (``heldPages``); nil where it is gone.
    package mutating func documentChanged(
        on surfaces: Set<Surface>, counted spreads: [Axis: Spreads] = [:], in source: some PageSource, at now: Instant,
        areOthers: Bool = false, index: (Location) -> Int?
    ) -> Standing {
        runDeadlines(to: now, in: source)
        guard isOpen else { return standing(isNoop: true, in: source, at: now) }
        for (axis, spreads) in spreads { count(spreads, of: axis) }
        let relocation = Relocation(of: heldPages, on: surfaces, index: index)
        if let move { self.move = relocated(move, relocation, in: source) }
        if let transition = phase.transition {
            if surfaces.contains(transition.axis.surface), source.count(on: transition.axis.surface) == 0 {
                abandon(transition, at: now)
            } else {
                let change = TransitionChange(transition, from: axes, relocation, in: source)
                if let kept = change.relocated(phase) { phase = kept } else { settle(at: now) }
            }
        }
        pages.relocate(relocation.location(of:))
        let origin = axes.index(of: front)
        axes.relocate(relocation, in: source)
        if isManual {
            let pages = pages.all.map(\.location)
            forget(pages.filter { areOthers && surfaces.contains($0.surface) || relocation.isGone($0) }, at: now)
        } else if phase.transition == nil {
            // In another document an index says nothing of where it was.
            show(axes.shown, from: areOthers ? nil : origin, at: now)
        }
        hasChanged = true
        return standing(in: source, at: now)
    }

    /// A page that is being moved stays as far from where it was as it is.
    private func relocated(_ move: Move, _ relocation: Relocation, in source: some PageSource) -> Move? {
        guard !relocation.isGone(move.page) else { return nil }
        let page = relocation.location(of: move.page)
        let last = source.count(on: page.surface).map { $0 - 1 } ?? Target.limit
        let index = min(max(move.index + page.index - move.page.index, 0), last)
        return Move(page: page, index: index, edge: move.edge)
    }

    /// The viewer can't report what becomes of a page that is gone.
    private mutating func forget(_ gone: [Location], at now: Instant) {
        let moment = moment(on: front, now)
        for page in gone { emit(.willDisappear, pages.disappear(PagePair(page), at: now), moment) }
        for page in gone { emit(.didDisappear, pages.hide(PagePair(page)), moment) }
    }

    /// Ends a transition that has nothing left to turn to.
    private mutating func abandon(_ transition: Transition, at now: Instant) {
        let moment = moment(on: transition.axis, now)
        emit(.willDisappear, pages.disappearAll(at: now), moment)
        emit(.didDisappear, pages.hideAll(), moment)
        emitEnd(of: transition, moment)
        axes.front = transition.front
        phase = .rest
    }
}

extension Axes {
    /// All axes and the background rest where they do after a change.
    fileprivate mutating func relocate(_ relocation: Relocation, in source: some PageSource) {
        for axis in names where relocation.contains(axis.surface) {
            guard let state = self[axis] else { continue }
            var index = state.spread.index
            // At a crossing the number of the spread counts, not the page that would be there.
            if let first = state.spread.pages.first, !state.isAtCrossing {
                let count = source.count(on: axis.surface)
                let page = relocation.location(of: first).index
                index = state.spreads.spread(ofPage: count.map { min(page, max($0 - 1, 0)) } ?? page)
            }
            update(axis) { $0.settle(near: index, in: source) }
        }
        if relocation.contains(.background), let old = background {
            var index = old.pages.first.map { relocation.location(of: $0).index } ?? old.index
            if let count = source.count(on: .background) { index = min(index, max(count - 1, 0)) }
            let page = source.page(at: index, on: .background)
            background = Spread(
                index: index,
                pages: page.map { PagePair(Location(.background, page: $0, index: index)) } ?? PagePair())
        }
        findOwnPagesAtCrossing(in: source)
    }
}

/// The change of a transition that a change of its document makes.
private struct TransitionChange<Source: PageSource> {
    private let old: Transition
    private let before: Axes
    /// The axes as they will rest after the change.
    private let after: Axes
    private let relocation: Relocation
    private let source: Source
    /// How many pages the axis has now, or might have.
    private let count: Int

    init(_ old: Transition, from before: Axes, _ relocation: Relocation, in source: Source) {
        self.old = old
        self.before = before
        self.relocation = relocation
        self.source = source
        count = source.count(on: old.axis.surface) ?? Target.limit
        var after = before
        after.relocate(relocation, in: source)
        self.after = after
    }

    /// The phase with its spreads where they are now; nil where it has to settle, since a spread that it needs is gone
    /// or has been put together with others, or the other axis has left its crossing.
    func relocated(_ phase: ReaderMachine.Phase) -> ReaderMachine.Phase? {
        guard !after.isLocked(old.axis) else { return nil }
        let start = old.isStartGone ? nil : relocated(old.start)
        // What a drag goes back to must be what is seen there: an axis that is switched off locks nothing when it leaves its
        // crossing, and covers it all the same.
        if let start, !start.hasSamePages(as: after.seen(on: old.front)) { return nil }
        var new = old
        if let start { new.start = start } else { new.isStartGone = true }
        switch phase {
        case .unopened, .rest, .closed: return phase
        case .jump(_, var jump):
            guard let target = relocated(jump.target), isApart(target, from: start) else { return nil }
            // The start may go: it is on its way out.
            let shift = start.map { $0.index - old.start.index } ?? target.index - jump.target.index
            jump.from += Double(shift)
            jump.target = target
            return .jump(new, jump)
        case .drag(_, let drag):
            guard let start, let drag = relocated(drag, start) else { return nil }
            return .drag(new, drag)
        case .settling(_, let drag, var bound):
            guard let start, let drag = relocated(drag, start), let spread = relocated(bound.spread) else {
                return nil
            }
            bound.spread = spread
            return .settling(new, drag, bound)
        }
    }

    private func relocated(_ drag: Drag, _ start: Spread) -> Drag? {
        let drag = drag.relocated({ relocated($0) }) { index in
            index == start.index ? start : after.spread(at: index, on: old.axis, of: count, in: source)
        }
        guard let drag, drag.guess.map({ isApart($0, from: start) }) ?? true else { return nil }
        return drag
    }

    /// Whether a spread is not where the transition started, unless it is that one: at a crossing two may come to lie at one
    /// index.
    private func isApart(_ spread: Spread, from start: Spread?) -> Bool {
        guard let start, start.index == spread.index else { return true }
        return spread.hasSamePages(as: start)
    }

    private func relocated(_ spread: Spread) -> Spread? {
        guard !spread.pages.contains(where: relocation.isGone), let state = after[old.axis] else { return nil }
        let now: Spread?
        if let first = spread.pages.first, first.surface == old.axis.surface {
            let index = state.spreads.spread(ofPage: relocation.location(of: first).index)
            now = after.spread(at: index, on: old.axis, of: count, in: source)
        } else if old.isStart(spread.index) {
            // What was seen belongs to others; the axis must be where it was all the same.
            guard let own = before[old.axis],
                own.isAtCrossing ? state.isAtCrossing : !own.spread.pages.contains(where: relocation.isGone)
            else { return nil }
            now = Spread(index: state.spread.index, pages: after.seen(on: old.front).pages)
        } else {
            now = after.spread(at: spread.index, on: old.axis, of: count, in: source)
        }
        // A page may be on several surfaces, and seen through a crossing now.
        guard let now, now.hasSamePages(as: spread) else { return nil }
        return now
    }
}

extension ReaderMachine.Phase {
    /// The spreads that a transition goes to, comes from, or may go to.
    fileprivate var involved: [Spread] {
        switch self {
        case .unopened, .rest, .closed: []
        case .jump(let transition, let jump): [transition.start, jump.target]
        case .drag(let transition, let drag): [transition.start] + drag.spreads
        case .settling(let transition, let drag, let bound): [transition.start, bound.spread] + drag.spreads
        }
    }
}
