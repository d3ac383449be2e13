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
        if let move {
            self.move = isGone(move.page) ? nil : Move(page: moved(move.page), index: move.index, edge: move.edge)
        }
        if let transition = currentTransition {
            if surfaces.contains(transition.axis.surface), source.count(on: transition.axis.surface) == 0 {
                abandon(transition, at: now)
            } else if let kept = transition.relocated(in: source, state: state(of: transition.axis), moved, isGone) {
                phase = .transition(kept)
            } else {
                settleNow(at: now)
            }
        }
        pages.relocate(moved)
        for place in axes.indices where surfaces.contains(axes[place].axis.surface) {
            relocate(place, in: source, moved, isGone)
        }
        if surfaces.contains(.background), let old = background { relocateBackground(old, in: source, moved, isGone) }
        if !isManual, currentTransition == nil { show(shown, at: now) }
    }

    /// Nothing is left to turn to.
    private mutating func abandon(_ transition: Transition, at now: Instant) {
        let position = transition.step.position(at: now)
        let coming = pages.entries.filter { $0.state != .disappearing }.map(\.location)
        emit(.willDisappear, pages.disappear(coming, at: now), transition.axis, position, now)
        emit(.didDisappear, pages.hideAll(), transition.axis, position, now)
        end(transition.step, axis: transition.axis, isFinished: false, completed: false, at: now)
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

extension Transition {
    /// The spreads that it goes to, comes from, or may go to.
    var involved: [Spread] {
        switch step.motion {
        case .jump(let jump): [start, jump.target]
        case .drag(let drag): [start, drag.origin, drag.guess, drag.bound?.spread].compactMap { $0 }
        }
    }

    /// The transition with its pages where they are now; nil where it has to settle, since one that it needs is gone or
    /// has been put together with others.
    func relocated(
        in source: some PageSource, state: AxisState?, _ moved: @escaping (Location) -> Location,
        _ isGone: @escaping (Location) -> Bool
    ) -> Transition? {
        guard let state else { return nil }
        let relocate = { (spread: Spread) -> Spread? in
            guard let first = spread.pages.first, first.surface == axis.surface else {
                return Spread(index: spread.index, pages: spread.pages.map(moved), back: spread.back.map(moved))
            }
            guard !spread.pages.contains(where: isGone),
                let now = state.spread(at: state.spreads.spread(ofPage: moved(first).index), in: source),
                now.pages.map(\.page) == spread.pages.map(\.page)
            else { return nil }
            return now
        }
        var new = self
        // What it started from may go: it is on its way out.
        let origin = relocate(start)
        switch step.motion {
        case .jump(var jump):
            guard let target = relocate(jump.target) else { return nil }
            let shift = (origin ?? target).index - (origin == nil ? jump.target : start).index
            jump.from += Double(shift)
            jump.target = target
            new.step.motion = .jump(jump)
            new.start = origin ?? start
        case .drag(let old):
            guard let origin, var drag = old.relocated(relocate) else { return nil }
            drag.before = state.spread(at: drag.origin.index - 1, in: source)
            drag.after = state.spread(at: drag.origin.index + 1, in: source)
            new.step.motion = .drag(drag)
            new.start = origin
        }
        return new
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
