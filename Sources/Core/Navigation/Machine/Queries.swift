package import PageModel

// Where a reader stands, for whoever reports its status: a command's step has what is to be acted on.
extension ReaderMachine {
    /// Whether it was not opened yet.
    package var isUnopened: Bool {
        if case .unopened = phase { true } else { false }
    }

    /// Whether it was opened and not closed.
    package var isOpen: Bool {
        switch phase {
        case .rest, .jump, .drag, .settling: true
        case .unopened, .closed: false
        }
    }

    /// Whether it was closed.
    package var hasEnded: Bool {
        if case .closed = phase { true } else { false }
    }

    /// Whether no transition is under way, and, where the viewer reports, no page comes or goes.
    package var isAtRest: Bool {
        switch phase {
        case .unopened, .rest, .closed: !isManual || pages.isAtRest
        case .jump, .drag, .settling: false
        }
    }

    /// The pages that are not hidden: in the order in which they began to appear, those of a spread at rest in reading order.
    package var appearances: [PageAppearance] { pages.all }

    // MARK: Spreads

    /// The spread that is seen at rest (``Standing/shown``).
    package var shown: Spread {
        // What moves may be in front already.
        if let transition = phase.transition, !transition.isStartGone { return transition.start }
        guard isManual else { return axes.shown }
        let visible = pages.lastVisible(on: front.surface)
        return visible.isEmpty ? axes.shown : Spread(index: position(of: front) ?? 0, pages: visible)
    }

    /// Where the reader is bound (``Standing/landing``).
    package var landing: Spread {
        switch phase {
        case .unopened, .rest, .closed: shown
        case .jump(_, let jump): jump.target
        case .drag(let transition, let drag): drag.guess ?? transition.start
        case .settling(_, _, let bound): bound.spread
        }
    }

    /// The spread that a jump relative to now counts from: the target under way, else where a released drag is bound, else
    /// the guess, else where the axis settled last.
    package func base(of axis: Axis) -> Int {
        let current = position(of: axis) ?? 0
        switch phase {
        case .jump(let transition, let jump): return transition.axis == axis ? jump.target.index : current
        case .drag(let transition, let drag):
            return transition.axis == axis ? drag.guess?.index ?? transition.start.index : current
        case .settling(let transition, _, let bound): return transition.axis == axis ? bound.spread.index : current
        case .unopened, .rest, .closed: return current
        }
    }

    /// The spreads of an axis that are in reach of a drag: they must be known to the source before one begins.
    package func reach(of axis: Axis) -> ClosedRange<Int> {
        var origin = position(of: axis) ?? 0
        switch phase {
        case .jump(let transition, let jump) where transition.axis == axis: origin = jump.target.index
        case .drag(let transition, let drag) where transition.axis == axis: origin = drag.origin.index
        case .settling(let transition, _, let bound) where transition.axis == axis: origin = bound.spread.index
        case .unopened, .rest, .jump, .drag, .settling, .closed: break
        }
        // The neighbours of what is next to it are protected.
        return max(origin - 2, 0)...max(origin + 2, 0)
    }

    /// Where an axis will be found at rest, in spreads, if nothing more is heard of what is under way: at the target of a jump
    /// or of a drag that was released, and where it was before while a finger holds it. Nil where the reader has no such axis.
    package func resting(on axis: Axis) -> Int? {
        switch phase {
        case .jump(let transition, let jump) where transition.axis == axis: jump.target.index
        case .settling(let transition, _, let bound) where transition.axis == axis: bound.spread.index
        case .unopened, .rest, .jump, .drag, .settling, .closed: position(of: axis)
        }
    }

    /// Where an axis last settled, with its own pages; maybe none of them at its crossing. Nil where the reader has no such
    /// axis.
    package func settled(on axis: Axis) -> Spread? { axes[axis]?.spread }

    /// The background behind two axes that cross; nil where there is none, and before the reader is opened.
    package var background: Spread? { axes.background }

    /// Whether a drag, or the motion after it, is under way, and whether it has been released.
    package var drag: (transition: Int, axis: Axis, isReleased: Bool)? {
        switch phase {
        case .drag(let transition, _): (transition.number, transition.axis, false)
        case .settling(let transition, _, _): (transition.number, transition.axis, true)
        case .unopened, .rest, .jump, .closed: nil
        }
    }

    /// The spread that is seen on an axis at an index; nil where there is none, or its pages are not known.
    func spread(at index: Int, on axis: Axis, in source: some PageSource) -> Spread? {
        spread(at: index, on: axis, of: source.count(on: axis.surface) ?? Target.limit, in: source)
    }

    /// The spread that is seen on an axis at an index, where it is known how many pages there are, or might be.
    @inline(__always) func spread(
        at index: Int, on axis: Axis, of count: Int, in source: some PageSource
    ) -> Spread? {
        if case .rest = phase { return axes.spread(at: index, on: axis, of: count, in: source) }
        if let transition = phase.transition, transition.axis == axis, transition.isStart(index) {
            return transition.start
        }
        return axes.spread(at: index, on: axis, of: count, in: source)
    }

    // MARK: Positions

    /// Where an axis last settled, in spreads; nil where the reader has no such axis.
    package func position(of axis: Axis) -> Int? { axes.index(of: axis) }

    /// Where an axis is now, in spreads.
    package func position(of axis: Axis, at now: Instant) -> Double {
        if case .rest = phase { return Double(position(of: axis) ?? 0) }
        return switch phase {
        case .jump(let transition, let jump) where transition.axis == axis: jump.position(at: now)
        case .drag(let transition, let drag) where transition.axis == axis: drag.offset
        case .settling(let transition, let drag, _) where transition.axis == axis: drag.offset
        case .unopened, .rest, .jump, .drag, .settling, .closed: Double(position(of: axis) ?? 0)
        }
    }

    /// Where an axis stands now, for an event.
    func moment(on axis: Axis, _ now: Instant) -> Moment {
        Moment(axis: axis, position: position(of: axis, at: now), time: now)
    }

    // MARK: Axes

    /// The axis that moved last: where neither rests at the crossing, its page is the one that is seen.
    package var front: Axis { axes.front }

    /// How the pages of an axis are taken together.
    package func spreads(of axis: Axis) -> Spreads { axes.spreads(of: axis) }

    /// Whether an axis is switched on.
    package func isEnabled(_ axis: Axis) -> Bool { axes[axis]?.isEnabled ?? false }

    /// Whether the other axis keeps this one from moving.
    package func isLocked(_ axis: Axis) -> Bool {
        if case .rest = phase { return axes.isLocked(axis) }
        if let transition = phase.transition, transition.axis != axis { return true }
        return axes.isLocked(axis)
    }

    /// Why an axis can't be moved now; nil where it can.
    package func refusal(of axis: Axis) -> NavigationError? { whyNot(axis) }

    /// The reason why a command can't move an axis now; nil where it can.
    @inline(__always) func whyNot(_ axis: Axis) -> NavigationError? {
        if case .rest = phase { return isManual ? .manual : axes.refusal(of: axis) }
        guard isOpen else { return .closed }
        guard !isManual else { return .manual }
        return axes.refusal(of: axis) ?? (isLocked(axis) ? .axisLocked : nil)
    }

    // MARK: Targets

    /// The index of the page that a target means, or nil where no page is there. Where the number of pages is not known
    /// for sure, a target past the end may still be answered: the provider has the last word.
    ///
    /// - Parameter wraps: whether a relative target goes on at the other end of the document; it must be known how long
    ///   that is.
    package func index(of target: Target, on axis: Axis, wraps: Bool = false, in source: some PageSource) -> Int? {
        target.index(
            from: base(of: axis), in: spreads(of: axis), wraps: wraps, pages: source.count(on: axis.surface))
    }
}
