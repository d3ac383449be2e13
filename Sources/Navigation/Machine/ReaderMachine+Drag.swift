package import PageModel

extension ReaderMachine {
    /// A finger comes down. The spreads in ``reach(of:)`` must be known to the source.
    ///
    /// - Parameter offset: where it came down, in spreads, while the last drag is still running out; left out, where that
    ///   one was released. At rest it is where the axis rests.
    /// - Returns: the number of the transition step.
    package mutating func beginDrag(
        on axis: Axis, at offset: Double? = nil, in source: some PageSource, at now: Instant
    ) throws(NavigationError) -> Int {
        advance(to: now, in: source)
        let state = try movable(axis)
        guard move == nil else { throw .moveActive }
        if case .jump = currentTransition?.step.motion { settleNow(at: now) }
        guard let old = currentTransition, case .drag(let last) = old.step.motion else {
            let origin = departure(of: axis)
            let ground = Double(origin.index)
            transition += 1
            let drag = reaching(
                TransitionStep.Drag(origin: origin, ground: ground, offset: ground), on: state, in: source)
            phase = .transition(
                Transition(
                    axis: axis, start: origin, front: front,
                    step: TransitionStep(number: transition, motion: .drag(drag), isBegun: false), hasDeparted: false))
            return transition
        }
        guard let bound = last.bound?.spread else { throw .dragActive }
        end(old.step, axis: axis, isFinished: false, completed: false, at: now)
        transition += 1
        var drag = reaching(
            TransitionStep.Drag(origin: bound, ground: 0, offset: 0, guess: last.guess), on: state, in: source)
        drag.ground = Self.clamped(offset ?? last.offset, in: drag).offset
        drag.offset = drag.ground
        var new = old
        new.step = TransitionStep(number: transition, motion: .drag(drag), isBegun: false)
        phase = .transition(new)
        if let guess = drag.guess { begin(dragFrom: bound, to: guess, at: now) }
        return transition
    }

    /// The finger is at an offset, in spreads along the axis as they were counted when the drag began. One that is
    /// no number is dropped.
    package mutating func drag(to offset: Double, in source: some PageSource, at now: Instant) throws(NavigationError) {
        advance(to: now, in: source)
        guard var transition = currentTransition, case .drag(var drag) = transition.step.motion, drag.bound == nil
        else { throw .noDrag }
        guard offset.isFinite else { return }
        (drag.offset, drag.overscroll) = Self.clamped(offset + Double(drag.shift), in: drag)
        let last = drag.guess
        let next = Self.guess(of: drag)
        let isNew = next != nil && next?.index != last?.index && next?.index != transition.start.index
        if isNew { drag.guess = next }
        transition.step.motion = .drag(drag)
        phase = .transition(transition)
        guard isNew, let next else { return }
        if !transition.step.isBegun { begin(dragFrom: drag.origin, to: next, at: now) }
        depart(to: next, from: last, in: transition, offset: drag.offset, at: now)
    }

    /// The finger is lifted. The axis is bound for the next spread in the direction of the speed, or the nearest one.
    ///
    /// - Parameter velocity: in spreads a second; only its sign counts.
    /// - Returns: the spread that it is bound for, and how far it was pulled past the end, in spreads.
    package mutating func release(
        velocity: Double, in source: some PageSource, at now: Instant
    ) throws(NavigationError) -> (bound: Spread, overscroll: Double) {
        try bind(in: source, at: now) { machine, drag, transition in
            machine.destination(of: drag, velocity: velocity, in: transition)
        }
    }

    /// The drag is taken back: the axis is bound for where the transition started.
    package mutating func cancelDrag(
        in source: some PageSource, at now: Instant
    ) throws(NavigationError) -> Spread {
        try bind(in: source, at: now) { _, _, transition in transition.start }.bound
    }

    private mutating func bind(
        in source: some PageSource, at now: Instant,
        to destination: (ReaderMachine, TransitionStep.Drag, Transition) -> Spread
    ) throws(NavigationError) -> (bound: Spread, overscroll: Double) {
        advance(to: now, in: source)
        guard var transition = currentTransition, case .drag(var drag) = transition.step.motion, drag.bound == nil
        else { throw .noDrag }
        let spread = destination(self, drag, transition)
        drag.bound = (spread, now)
        transition.step.motion = .drag(drag)
        phase = .transition(transition)
        return (spread, drag.overscroll)
    }

    /// Where a drag would go that is released with a speed.
    func destination(of drag: TransitionStep.Drag, velocity: Double, in transition: Transition) -> Spread {
        // A finger that came down elsewhere, on a motion without a guess, has not moved anything yet.
        guard drag.guess != nil else { return transition.start }
        let place: Double =
            if velocity > 0 {
                drag.offset.rounded(.up)
            } else if velocity < 0 {
                drag.offset.rounded(.down)
            } else {
                // Half-way between two, it is the later one.
                (drag.offset + 0.5).rounded(.down)
            }
        return Self.spread(at: place, of: drag, start: transition.start)
    }

    /// The known spread at a place next to the origin.
    private static func spread(at place: Double, of drag: TransitionStep.Drag, start: Spread) -> Spread {
        let candidates = [drag.origin, drag.before, drag.after, drag.guess, start]
        return candidates.lazy.compactMap { $0 }.first { Double($0.index) == place } ?? drag.origin
    }

    /// The spread that a drag is likely to end on; nil where it stays what it was.
    private static func guess(of drag: TransitionStep.Drag) -> Spread? {
        let origin = Double(drag.origin.index)
        let place: Double
        if drag.offset > max(origin, drag.ground) {
            place = drag.offset.rounded(.up)
        } else if drag.offset < min(origin, drag.ground) {
            place = drag.offset.rounded(.down)
        } else {
            return nil
        }
        return [drag.origin, drag.before, drag.after].lazy.compactMap { $0 }.first { Double($0.index) == place }
    }

    /// An offset within what the drag can reach, and how far past the document's end it was.
    static func clamped(_ offset: Double, in drag: TransitionStep.Drag) -> (offset: Double, past: Double) {
        let origin = Double(drag.origin.index)
        let low = drag.before == nil ? origin : origin - 1
        let high = drag.after == nil ? origin : origin + 1
        let within = min(max(offset, low), high)
        let isPastEnd = drag.before == nil && offset < low || drag.after == nil && offset > high
        return (within, isPastEnd ? offset - within : 0)
    }

    func reaching(
        _ drag: TransitionStep.Drag, on state: AxisState, in source: some PageSource
    ) -> TransitionStep.Drag {
        var drag = drag
        drag.before = spread(at: drag.origin.index - 1, on: state.axis, in: source)
        drag.after = spread(at: drag.origin.index + 1, on: state.axis, in: source)
        return drag
    }

    private mutating func begin(dragFrom origin: Spread, to guess: Spread, at now: Instant) {
        guard var transition = currentTransition, case .drag(let drag) = transition.step.motion else { return }
        transition.step.isBegun = true
        if let way = Self.direction(from: origin, to: guess) { direction = way }
        phase = .transition(transition)
        emit(
            .begin(from: origin.pages, to: guess.pages, direction: direction, isInteractive: true), transition.axis,
            drag.offset, now)
    }

    private mutating func depart(
        to guess: Spread, from last: Spread?, in transition: Transition, offset: Double, at now: Instant
    ) {
        var departed = transition
        if let way = Self.direction(from: last ?? transition.start, to: guess) { direction = way }
        emit(.willAppear, pages.appear(guess.pages), transition.axis, offset, now)
        if !transition.hasDeparted {
            front = transition.axis
            emit(
                .willDisappear, pages.disappear(transition.start.pages, except: guess.pages, at: now), transition.axis,
                offset,
                now)
        }
        if let last {
            emit(
                .willDisappear, pages.disappear(last.pages, except: guess.pages, at: now), transition.axis, offset, now)
            emit(.didDisappear, pages.hide(last.pages), transition.axis, offset, now)
        }
        departed.hasDeparted = true
        departed.step.isBegun = true
        phase = .transition(departed)
    }
}
