package import PageModel

extension ReaderMachine {
    /// Where an axis last settled, in spreads; nil where the reader has no such axis.
    package func position(of axis: Axis) -> Int? { state(of: axis)?.spread.index }

    /// Where an axis is now, in spreads.
    package func position(of axis: Axis, at now: Instant) -> Double {
        if let transition = currentTransition, transition.axis == axis { return transition.step.position(at: now) }
        return Double(position(of: axis) ?? 0)
    }

    /// The spread that the reader settled at last: what is seen at rest.
    package var shown: Spread { seen(on: front) }

    /// Where the reader is about to be: the target under way, else the guess, else what it shows.
    package var landing: Spread {
        guard let transition = currentTransition else { return shown }
        return switch transition.step.motion {
        case .jump(let jump): jump.target
        case .drag(let drag): drag.bound?.spread ?? drag.guess ?? drag.origin
        }
    }

    /// The pages of an axis' own that a jump relative to now counts from: those of the target under way, else the guess,
    /// else where it settled last. In spreads.
    package func base(of axis: Axis) -> Int {
        guard let transition = currentTransition, transition.axis == axis else { return position(of: axis) ?? 0 }
        return switch transition.step.motion {
        case .jump(let jump): jump.target.index
        case .drag(let drag): drag.guess?.index ?? transition.start.index
        }
    }

    /// Whether a drag, or the motion after it, is under way, and whether it has been released.
    package var drag: (transition: Int, axis: Axis, isReleased: Bool)? {
        guard let transition = currentTransition, case .drag(let drag) = transition.step.motion else { return nil }
        return (transition.step.number, transition.axis, drag.bound != nil)
    }

    /// The spreads of an axis that are in reach of a drag: they must be known to the source before one begins.
    package func reach(of axis: Axis) -> ClosedRange<Int> {
        var origin = position(of: axis) ?? 0
        if let transition = currentTransition, transition.axis == axis {
            switch transition.step.motion {
            case .jump(let jump): origin = jump.target.index
            case .drag(let drag): origin = drag.bound?.spread.index ?? drag.origin.index
            }
        }
        // The neighbours of what is next to it are protected.
        return max(origin - 2, 0)...origin + 2
    }

    /// Where an axis last settled, with its own pages; none of them at a crossing. Nil where the reader has no such axis.
    package func settled(on axis: Axis) -> Spread? { state(of: axis)?.spread }

    /// The spread that a drag's offsets count from.
    package var dragOrigin: Int? {
        guard case .drag(let drag) = currentTransition?.step.motion else { return nil }
        return drag.origin.index
    }

    /// Why an axis can't be moved now; nil where it can.
    package func refusal(of axis: Axis) -> NavigationError? {
        do throws(NavigationError) {
            _ = try movable(axis)
            return nil
        } catch {
            return error
        }
    }

    /// When the page was told to disappear that ``dropOldestLeaving(at:)`` would let go; nil where there is none.
    package var oldestLeaving: Instant? { currentTransition == nil ? nil : pages.oldestDeparture }

    /// The axes, in the order in which they were set up.
    package var axisNames: [Axis] { axes.map(\.axis) }

    /// How the pages of an axis are taken together.
    package func spreads(of axis: Axis) -> Spreads { state(of: axis)?.spreads ?? .single }

    /// Whether an axis is switched on.
    package func isEnabled(_ axis: Axis) -> Bool { state(of: axis)?.isEnabled ?? false }

    /// Whether the other axis keeps this one from moving.
    package func isLocked(_ axis: Axis) -> Bool {
        if let transition = currentTransition, transition.axis != axis { return true }
        guard let other = state(of: axis.other), other.isEnabled, let unlocks = other.unlocks else { return false }
        return other.spread.index != unlocks
    }

    func state(of axis: Axis) -> AxisState? { axes.first { $0.axis == axis } }

    func place(of axis: Axis) -> Int? { axes.firstIndex { $0.axis == axis } }

    /// Where an axis is, with what is seen now.
    func departure(of axis: Axis) -> Spread {
        let seen = shown.pages
        guard let own = state(of: axis)?.spread else { return Spread(index: 0, pages: seen) }
        // Only a leaf of its own turns.
        return Spread(index: own.index, pages: seen, back: seen == own.pages ? own.back : nil)
    }

    /// What is seen on an axis where it settled: its own spread, or what lies behind its crossing.
    func seen(on axis: Axis) -> Spread {
        guard let state = state(of: axis) else { return Spread(index: 0, pages: []) }
        guard state.isAtCrossing else { return state.spread }
        return behind(axis, at: state.spread.index)
    }

    /// What is seen through the crossing of an axis: the other axis' page, or the background where that one is at its
    /// crossing too.
    func behind(_ axis: Axis, at index: Int) -> Spread {
        guard let other = state(of: axis.other) else { return Spread(index: index, pages: []) }
        let seen = other.isAtCrossing ? background?.pages ?? [] : other.spread.pages
        return Spread(index: index, pages: seen)
    }

    /// What is seen on an axis at a spread; nil where there is none, or its pages are not known.
    func spread(at index: Int, on axis: Axis, in source: some PageSource) -> Spread? {
        if let transition = currentTransition, transition.axis == axis, transition.isStart(index) {
            return transition.start
        }
        guard let state = state(of: axis), let own = state.spread(at: index, in: source) else { return nil }
        return state.unlocks == index ? behind(axis, at: index) : own
    }
}
