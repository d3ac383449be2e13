package import PageModel

extension ReaderMachine {
    /// The pages that must be found again after a document has changed (``documentChanged(on:in:at:index:)``).
    package var heldPages: [Location] {
        var held = pages.entries.map(\.location) + axes.flatMap { $0.spread.pages } + (background?.pages ?? [])
        if let transition = currentTransition {
            held += transition.involved.flatMap(\.pages)
        }
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
    ///   - source: what is there now. It must know the pages around where the held ones are now.
    ///   - index: where a page is now that was held before (``heldPages``); nil where it is gone.
    package mutating func documentChanged(
        on surfaces: Set<Surface>, in source: some PageSource, at now: Instant,
        index: @escaping (Location) -> Int?
    ) {
        advance(to: now, in: source)
        guard isOpen else { return }
        let moved = { (page: Location) -> Location in
            guard surfaces.contains(page.surface), let now = index(page) else { return page }
            return Location(page.surface, page: page.page, index: now)
        }
        let isGone = { (page: Location) in surfaces.contains(page.surface) && index(page) == nil }
        if let move { self.move = relocate(move, in: source, moved, isGone) }
        if let transition = currentTransition {
            var after = self
            after.phase = .rest
            after.relocateSurfaces(surfaces, in: source, moved, isGone)
            if surfaces.contains(transition.axis.surface), source.count(on: transition.axis.surface) == 0 {
                abandon(transition, at: now)
            } else if let kept = after.relocated(transition, from: self, in: source, moved, isGone) {
                phase = .transition(kept)
            } else {
                settleNow(at: now)
            }
        }
        pages.relocate(moved)
        relocateSurfaces(surfaces, in: source, moved, isGone)
        if isManual {
            forget(pages.entries.map(\.location).filter(isGone), at: now)
        } else if currentTransition == nil {
            show(shown, at: now)
        }
    }

    private mutating func relocateSurfaces(
        _ surfaces: Set<Surface>, in source: some PageSource, _ moved: (Location) -> Location,
        _ isGone: (Location) -> Bool
    ) {
        for place in axes.indices where surfaces.contains(axes[place].axis.surface) {
            relocate(place, in: source, moved, isGone)
        }
        if surfaces.contains(.background), let old = background { relocateBackground(old, in: source, moved, isGone) }
    }

    /// A page that is being moved stays as far from where it was as it is.
    private func relocate(
        _ move: Move, in source: some PageSource, _ moved: (Location) -> Location, _ isGone: (Location) -> Bool
    ) -> Move? {
        guard !isGone(move.page) else { return nil }
        let page = moved(move.page)
        let last = source.count(on: page.surface).map { $0 - 1 } ?? Target.limit
        let index = min(max(move.index + page.index - move.page.index, 0), last)
        return Move(page: page, index: index, edge: move.edge)
    }

    /// The viewer can't report what becomes of a page that is gone.
    private mutating func forget(_ gone: [Location], at now: Instant) {
        let position = position(of: front, at: now)
        emit(.willDisappear, pages.disappear(gone, at: now), front, position, now)
        emit(.didDisappear, pages.hide(gone), front, position, now)
    }

    /// Nothing is left to turn to.
    private mutating func abandon(_ transition: Transition, at now: Instant) {
        let position = transition.step.position(at: now)
        emit(.willDisappear, pages.disappear(pages.present, at: now), transition.axis, position, now)
        emit(.didDisappear, pages.hideAll(), transition.axis, position, now)
        end(transition.step, axis: transition.axis, isFinished: false, completed: false, at: now)
        front = transition.front
        phase = .rest
    }

    private mutating func relocate(
        _ place: Int, in source: some PageSource, _ moved: (Location) -> Location, _ isGone: (Location) -> Bool
    ) {
        let state = axes[place]
        guard let first = state.spread.pages.first, !(state.isAtCrossing && axes.count > 1) else {
            // At a crossing it is the place that counts, not the page that would be there.
            return self.place(place, at: state.spread.index, in: source)
        }
        let index = isGone(first) ? first.index : moved(first).index
        let count = source.count(on: state.axis.surface)
        let nearest = count.map { min(index, max($0 - 1, 0)) } ?? index
        self.place(place, at: state.spreads.spread(ofPage: nearest), in: source)
    }

    private mutating func relocateBackground(
        _ old: Spread, in source: some PageSource, _ moved: (Location) -> Location, _ isGone: (Location) -> Bool
    ) {
        var index = old.index
        if let page = old.pages.first, !isGone(page) { index = moved(page).index }
        if let count = source.count(on: .background) { index = min(index, max(count - 1, 0)) }
        let page = source.page(at: index, on: .background)
        background = Spread(
            index: index, pages: page.map { [Location(.background, page: $0, index: index)] } ?? [])
    }
}

// What follows is asked of the machine as it would be at rest after the change.
extension ReaderMachine {
    /// The transition with its pages where they are now; nil where it has to settle, since a spread that it needs is gone
    /// or has been put together with others, or the other axis has left its crossing.
    private func relocated(
        _ old: Transition, from before: ReaderMachine, in source: some PageSource, _ moved: (Location) -> Location,
        _ isGone: (Location) -> Bool
    ) -> Transition? {
        guard !isLocked(old.axis) else { return nil }
        func relocate(_ spread: Spread) -> Spread? {
            relocated(spread, of: old, from: before, in: source, moved, isGone)
        }
        let start = old.isStartGone ? nil : relocate(old.start)
        // What a drag goes back to must be what is seen there: an axis that is switched off locks nothing when it leaves its
        // crossing, and covers it all the same.
        if let start, !start.hasSamePages(as: seen(on: old.front)) { return nil }
        var new = old
        switch old.step.motion {
        case .jump(var jump):
            guard let target = relocate(jump.target) else { return nil }
            if let start {
                jump.from += Double(start.index - old.start.index)
                new.start = start
            } else {
                // It may go: it is on its way out.
                jump.from += Double(target.index - jump.target.index)
                new.isStartGone = true
            }
            jump.target = target
            new.step.motion = .jump(jump)
        case .drag(let last):
            guard let start, var drag = last.relocated(relocate) else { return nil }
            new.start = start
            func neighbour(_ index: Int) -> Spread? {
                index == start.index ? start : spread(at: index, on: old.axis, in: source)
            }
            drag.before = neighbour(drag.origin.index - 1)
            drag.after = neighbour(drag.origin.index + 1)
            // The document may end elsewhere now.
            drag.offset = Self.clamped(drag.offset, in: drag).offset
            drag.ground = Self.clamped(drag.ground, in: drag).offset
            new.step.motion = .drag(drag)
        }
        return new
    }

    private func relocated(
        _ spread: Spread, of transition: Transition, from before: ReaderMachine, in source: some PageSource,
        _ moved: (Location) -> Location, _ isGone: (Location) -> Bool
    ) -> Spread? {
        guard !spread.pages.contains(where: isGone) else { return nil }
        guard let state = state(of: transition.axis) else { return nil }
        let now: Spread?
        if let first = spread.pages.first, first.surface == transition.axis.surface {
            let index = state.spreads.spread(ofPage: moved(first).index)
            now = self.spread(at: index, on: transition.axis, in: source)
        } else if transition.isStart(spread.index) {
            // What was seen belongs to others; the axis must be where it was all the same.
            guard let own = before.state(of: transition.axis),
                own.isAtCrossing ? state.isAtCrossing : !own.spread.pages.contains(where: isGone)
            else { return nil }
            now = Spread(index: state.spread.index, pages: seen(on: transition.front).pages)
        } else {
            now = self.spread(at: spread.index, on: transition.axis, in: source)
        }
        // A page may be on several surfaces, and seen through a crossing now.
        return now?.pages.elementsEqual(spread.pages) { $0.isSamePage(as: $1) } ?? false ? now : nil
    }
}

extension Transition {
    /// The spreads that it goes to, comes from, or may go to.
    fileprivate var involved: [Spread] {
        switch step.motion {
        case .jump(let jump): [start, jump.target]
        case .drag(let drag): [start, drag.origin, drag.guess, drag.bound?.spread].compactMap { $0 }
        }
    }
}

extension TransitionStep.Drag {
    /// The drag with its spreads where they are now; the finger stays where it is on its origin.
    fileprivate func relocated(_ relocate: (Spread) -> Spread?) -> TransitionStep.Drag? {
        guard let newOrigin = relocate(origin) else { return nil }
        var new = self
        let shift = newOrigin.index - origin.index
        new.origin = newOrigin
        new.ground += Double(shift)
        new.offset += Double(shift)
        new.shift += shift
        if let guess {
            guard let newGuess = relocate(guess) else { return nil }
            new.guess = newGuess
        }
        if let bound {
            guard let newBound = relocate(bound.spread) else { return nil }
            new.bound = (newBound, bound.since)
        }
        return new
    }
}
