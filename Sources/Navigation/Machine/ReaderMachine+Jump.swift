package import PageModel

extension ReaderMachine {
    /// What a jump came to.
    package struct Turn: Hashable, Sendable {
        /// The number of the transition step; of the last one where nothing happened.
        package let transition: Int
        /// Whether the reader was there already, or on its way: nothing was sent.
        package let isNoop: Bool
    }

    /// Jumps to the spread of a page, however far it is.
    ///
    /// - Parameters:
    ///   - index: of the page, from 0.
    ///   - direction: which way it is to look; nil: towards the target.
    ///   - duration: of its animation, in microseconds, at most ``maxDuration``; with 0 it settles at once.
    ///   - source: must know the pages of the target.
    package mutating func jump(
        on axis: Axis, to index: Int, direction wanted: Direction? = nil, duration: UInt64 = 0,
        in source: some PageSource, at now: Instant
    ) throws(NavigationError) -> Turn {
        advance(to: now, in: source)
        let state = try movable(axis)
        guard index >= 0, index < source.count(on: axis.surface) ?? Target.limit,
            let target = spread(at: state.spreads.spread(ofPage: index), on: axis, in: source)
        else { throw .noSuchPage }
        let duration = min(duration, Self.maxDuration)
        guard let transition = currentTransition else {
            guard target.index != state.spread.index else { return Turn(transition: self.transition, isNoop: true) }
            begin(jumpOn: axis, to: target, from: departure(of: axis), wanted, duration, at: now)
            return Turn(transition: self.transition, isNoop: false)
        }
        switch transition.step.motion {
        case .jump(let jump):
            if jump.target.index == target.index, duration > 0 {
                return Turn(transition: self.transition, isNoop: true)
            }
            redirect(transition, from: jump.target, to: target, wanted, duration, at: now)
        case .drag(let drag):
            if let guess = drag.guess {
                redirect(transition, from: guess, to: target, wanted, duration, at: now)
            } else {
                phase = .rest
                guard target.index != state.spread.index else { return Turn(transition: self.transition, isNoop: true) }
                begin(jumpOn: axis, to: target, from: transition.start, wanted, duration, at: now, offset: drag.offset)
            }
        }
        return Turn(transition: self.transition, isNoop: false)
    }

    /// The end of a transition step, as the viewer saw it. One that is over, unknown, or still held is ignored.
    ///
    /// - Returns: whether it settled.
    @discardableResult
    package mutating func settle(step: Int, in source: some PageSource, at now: Instant) -> Bool {
        advance(to: now, in: source)
        guard let transition = currentTransition, transition.step.number == step else { return false }
        if case .drag(let drag) = transition.step.motion, drag.bound == nil { return false }
        settle(at: now)
        return true
    }

    /// Settles what is under way, where there is anything: an animation at its target, a drag where it would go without
    /// speed.
    package mutating func settleNow(in source: some PageSource, at now: Instant) {
        advance(to: now, in: source)
        settleNow(at: now)
    }

    mutating func settleNow(at now: Instant) {
        guard var transition = currentTransition else { return }
        if case .drag(var drag) = transition.step.motion, drag.bound == nil {
            drag.bound = (destination(of: drag, velocity: 0, in: transition), now)
            transition.step.motion = .drag(drag)
            phase = .transition(transition)
        }
        settle(at: now)
    }

    /// Whether an axis may move at all.
    func movable(_ axis: Axis) throws(NavigationError) -> AxisState {
        guard isOpen else { throw .closed }
        guard !isManual else { throw .manual }
        guard let state = state(of: axis) else { throw .noSuchAxis }
        guard state.isEnabled else { throw .axisDisabled }
        guard !state.isEmpty else { throw .empty }
        guard !isLocked(axis) else { throw .axisLocked }
        return state
    }

    private mutating func begin(
        jumpOn axis: Axis, to target: Spread, from source: Spread, _ wanted: Direction?, _ duration: UInt64,
        at now: Instant, offset: Double? = nil
    ) {
        transition += 1
        let jump = TransitionStep.Jump(
            target: target, from: offset ?? Double(source.index), began: now, duration: duration)
        start(
            Transition(
                axis: axis, start: source, front: front,
                step: TransitionStep(number: transition, motion: .jump(jump), isBegun: true), hasDeparted: true),
            from: source, to: target, wanted, at: now)
    }

    /// The animation starts where the old motion is; nothing of the transition has settled.
    private mutating func redirect(
        _ old: Transition, from source: Spread, to target: Spread, _ wanted: Direction?, _ duration: UInt64,
        at now: Instant
    ) {
        let position = old.step.position(at: now)
        end(old.step, axis: old.axis, isFinished: false, completed: false, at: now)
        transition += 1
        var new = old
        new.step = TransitionStep(
            number: transition,
            motion: .jump(TransitionStep.Jump(target: target, from: position, began: now, duration: duration)),
            isBegun: true)
        start(new, from: source, to: target, wanted, at: now)
    }

    private mutating func start(
        _ new: Transition, from source: Spread, to target: Spread, _ wanted: Direction?, at now: Instant
    ) {
        guard case .jump(let jump) = new.step.motion else { return }
        if let way = wanted ?? Self.direction(from: source, to: target) { direction = way }
        front = new.axis
        phase = .transition(new)
        emit(
            .begin(from: source.pages, to: target.pages, direction: direction, isInteractive: false), new.axis,
            jump.from, now)
        emit(.willAppear, pages.appear(target.pages), new.axis, jump.from, now)
        emit(.willDisappear, pages.disappear(source.pages, except: target.pages, at: now), new.axis, jump.from, now)
        if jump.duration == 0 { settle(at: now) } else { boundPages(new.axis, jump.from, at: now) }
    }

    static func direction(from source: Spread, to target: Spread) -> Direction? {
        guard source.index != target.index else { return nil }
        return target.index > source.index ? .forward : .backward
    }
}
