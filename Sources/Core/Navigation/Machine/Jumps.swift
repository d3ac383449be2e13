package import PageModel

/// A jump that is animated.
struct Jump: Sendable {
    var target: Spread
    /// The position that the animation starts from, in spreads.
    var from: Double
    let began: Instant
    /// In microseconds.
    let duration: UInt64

    /// When the animation is over.
    var end: Instant { Instant(microseconds: began.microseconds + duration) }

    /// Where the animation is, in spreads, linear in time.
    func position(at now: Instant) -> Double {
        guard duration > 0, now < end else { return Double(target.index) }
        let elapsed = now > began ? now.microseconds - began.microseconds : 0
        return from + (Double(target.index) - from) * (Double(elapsed) / Double(duration))
    }
}

extension ReaderMachine {
    /// Jumps to the spread of a page, however far it is.
    ///
    /// - Parameters:
    ///   - index: of the page, from 0.
    ///   - direction: which way it is to look; nil: towards the target. A relative target has one of its own
    ///     (``Target/direction``).
    ///   - duration: of its animation, in microseconds, at most ``maxDuration``; with 0 it settles at once.
    ///   - source: must know the pages of the target.
    package mutating func jump(
        on axis: Axis, to index: Int, direction: Direction? = nil, duration: UInt64 = 0,
        in source: some PageSource, at now: Instant
    ) throws(Refusal) -> Standing {
        runDeadlines(to: now, in: source)
        let isNoop: Bool
        do throws(NavigationError) {
            isNoop = try !turn(axis, to: index, direction, duration: duration, in: source, at: now)
        } catch {
            throw refused(error, in: source, at: now)
        }
        return standing(isNoop: isNoop, in: source, at: now)
    }

    /// The index of the page that ``turnAtOnce(_:to:direction:at:into:)`` is to go to: nil where that does not fit. The reader
    /// has one axis and rests; the caller finds out whether on another spread.
    ///
    /// It changes nothing: mutating, it is asked where the machine lies, which would else be copied first.
    ///
    /// - Parameter pages: how many there are; nil: nobody asks, and a target that depends on it is none.
    package mutating func indexToTurnTo(_ target: Target, on axis: Axis, wraps: Bool, pages: Int?) -> Int? {
        guard case .rest = phase, !isManual, move == nil, axes.mayTurnAlone(axis) else { return nil }
        return axes.index(of: target, on: axis, wraps: wraps, pages: pages)
    }

    /// The turn that nearly every one is, to a spread whose pages the caller knows: what
    /// ``jump(on:to:direction:duration:in:at:)`` comes to with them, where ``indexToTurnTo(_:on:wraps:pages:)`` has one.
    ///
    /// - Parameter standing: the last one; the new one takes its place there, which saves copying it.
    package mutating func turnAtOnce(
        _ axis: Axis, to target: Spread, direction: Direction? = nil, at now: Instant, into standing: inout Standing
    ) {
        turn(axis, to: target, position: nil, direction, 0, at: now)
        hasChanged = false
        standing.settle(on: target, transition: transition, axis, self.direction)
        if !events.isEmpty { swap(&standing.events, &events) }
    }

    /// Jumps to the spread of a page. What is due has happened.
    ///
    /// - Returns: whether it was not there already, or on its way.
    @inline(__always) mutating func turn(
        _ axis: Axis, to index: Int, _ direction: Direction?, duration: UInt64, in source: some PageSource,
        at now: Instant
    ) throws(NavigationError) -> Bool {
        if let reason = whyNot(axis) { throw reason }
        let count = source.count(on: axis.surface) ?? Target.limit
        guard index >= 0, index < count,
            let target = spread(at: axes.spreads(of: axis).spread(ofPage: index), on: axis, of: count, in: source)
        else { throw .noSuchPage }
        guard case .rest = phase else { return redirect(axis, to: target, direction, duration: duration, at: now) }
        guard target.index != axes.index(of: axis) else { return false }
        turn(axis, to: target, position: nil, direction, duration, at: now)
        return true
    }

    /// A jump from rest.
    ///
    /// - Parameter position: where the axis is, in spreads; nil: where it rests.
    @inline(__always) private mutating func turn(
        _ axis: Axis, to target: Spread, position: Double?, _ direction: Direction?, _ duration: UInt64, at now: Instant
    ) {
        guard duration == 0 else {
            let start = axes.departure(of: axis)
            return begin(
                axis, from: start, position: position ?? Double(start.index), to: target, direction, duration, at: now)
        }
        // What it leaves is looked at only where somebody is told: that copies it.
        let start = isObserved ? axes.departure(of: axis) : nil
        let origin = axes.index(of: axis) ?? target.index
        // All of it at once: of the pages that are in both spreads nothing is said, all others come or go.
        transition += 1
        hasChanged = true
        self.direction = direction ?? Self.direction(from: origin, to: target.index) ?? self.direction
        pages.show(target.pages)
        axes.settle(axis, on: target)
        if move != nil { move?.edge?.since = now }
        if let start {
            emitTurn(axis, from: start, position: position ?? Double(start.index), to: target, at: now)
        }
    }

    private mutating func emitTurn(
        _ axis: Axis, from start: Spread, position: Double, to target: Spread, at now: Instant
    ) {
        let departing = start.pages.filtered { !target.pages.includes($0) }
        let coming = target.pages.filtered { !start.pages.includes($0) }
        let begin = Moment(axis: axis, position: position, time: now)
        let end = Moment(axis: axis, position: Double(target.index), time: now)
        emit(.begin(from: start.pages, to: target.pages, direction: direction, isInteractive: false), begin)
        emit(.willAppear, coming, begin)
        emit(.willDisappear, departing, begin)
        emit(.didAppear, coming, end)
        emit(.didDisappear, departing, end)
        emit(.end(isFinished: true, isCompleted: true, previous: start.pages), end)
    }

    private mutating func begin(
        _ axis: Axis, from start: Spread, position: Double, to target: Spread, _ direction: Direction?,
        _ duration: UInt64, at now: Instant
    ) {
        transition += 1
        let new = Transition(
            axis: axis, start: start, front: front, number: transition, isBegun: true, hasDeparted: true)
        let duration = min(duration, Self.maxDuration)
        let jump = Jump(target: target, from: position, began: now, duration: duration)
        begin(new, jump, from: start, direction, at: now)
    }

    /// A jump while something is under way.
    ///
    /// - Returns: whether it does not go there already.
    private mutating func redirect(
        _ axis: Axis, to target: Spread, _ direction: Direction?, duration: UInt64, at now: Instant
    ) -> Bool {
        let duration = min(duration, Self.maxDuration)
        switch phase {
        case .unopened, .rest, .closed: return false
        case .jump(let transition, let jump):
            guard jump.target.index != target.index || duration == 0 else { return false }
            redirect(transition, from: jump.target, to: target, direction, duration, at: now)
        case .drag(let transition, let drag), .settling(let transition, let drag, _):
            if let guess = drag.guess {
                redirect(transition, from: guess, to: target, direction, duration, at: now)
                break
            }
            // It has not moved any page: the jump is one from rest.
            phase = .rest
            hasChanged = true
            guard target.index != transition.start.index else { return false }
            turn(axis, to: target, position: drag.offset, direction, duration, at: now)
        }
        return true
    }

    /// A jump instead of what is under way. The animation starts where that is; nothing of the transition has settled.
    private mutating func redirect(
        _ old: Transition, from source: Spread, to target: Spread, _ direction: Direction?, _ duration: UInt64,
        at now: Instant
    ) {
        let moment = moment(on: old.axis, now)
        emitEnd(of: old, moment)
        transition += 1
        var new = old
        new.number = transition
        new.isBegun = true
        new.hasDeparted = true
        let jump = Jump(target: target, from: moment.position, began: now, duration: duration)
        begin(new, jump, from: source, direction, at: now)
        if duration == 0 { settle(at: now) }
    }

    private mutating func begin(
        _ new: Transition, _ jump: Jump, from source: Spread, _ direction: Direction?, at now: Instant
    ) {
        hasChanged = true
        self.direction = direction ?? Self.direction(from: source.index, to: jump.target.index) ?? self.direction
        axes.front = new.axis
        phase = .jump(new, jump)
        let moment = Moment(axis: new.axis, position: jump.from, time: now)
        emit(
            .begin(from: source.pages, to: jump.target.pages, direction: self.direction, isInteractive: false), moment)
        emit(.willAppear, pages.appear(jump.target.pages), moment)
        emit(.willDisappear, pages.disappear(source.pages, except: jump.target.pages, at: now), moment)
        if jump.duration > 0 { hidePagesPastLimit(moment) }
    }

    /// The way from a spread to another one; nil where they are the same.
    static func direction(from source: Int, to target: Int) -> Direction? {
        guard source != target else { return nil }
        return target > source ? .forward : .backward
    }
}
