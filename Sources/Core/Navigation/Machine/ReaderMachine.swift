package import PageModel

/// Where one reader stands, and what its turning pages means for what is on screen: the rules of docs/navigation.md. Pure:
/// it says what happens, and does nothing.
///
/// Each command first lets pass what is due by its time, and returns a ``Standing``: what happened and what is needed now. A
/// command that does not fit throws a ``Refusal``, which has what the due came to.
package struct ReaderMachine: Sendable {
    /// A released drag of whose end the viewer says nothing has settled after so many microseconds.
    package static let settleTime: UInt64 = 1_000_000
    /// The longest that a jump may be animated, in microseconds.
    package static let maxDuration: UInt64 = 60_000_000
    /// A page held at the screen's edge turns the page each time it has been there for so many microseconds.
    package static let edgeTime: UInt64 = 500_000
    /// How many pages of one reader may come and go at once; a key that is held down redirects for ever. Past it, the one
    /// whose WD is oldest gets its DD at once.
    package static let maxPages = 512

    enum Phase: Sendable {
        case unopened
        case rest
        /// An animated jump. What is under way is kept apart: to ask at rest costs as much as to compare a number.
        indirect case jump(Transition, Jump)
        /// A finger holds the page.
        indirect case drag(Transition, Drag)
        /// A drag was released or cancelled.
        indirect case settling(Transition, Drag, Bound)
        case closed
    }

    let isManual: Bool
    var axes: Axes
    var phase = Phase.unopened
    var pages = PageStates()
    /// The page that is being moved by hand.
    package internal(set) var move: Move?
    /// The number of the last transition step, 0 before the first.
    package internal(set) var transition = 0
    /// The way that the last jump or drag went; what is rendered ahead lies there.
    package internal(set) var direction = Direction.forward
    /// Whether anybody wants to have the events: they are collected only then.
    package var isObserved = false
    /// Since the last command.
    var events: [ReaderEvent] = []
    /// Whether what is protected or wanted may be other than after the last command.
    var hasChanged = false

    /// - Parameters:
    ///   - axes: one or two; the first one is in front.
    ///   - isManual: whether the viewer reports its own appearance events.
    package init(axes: [(axis: Axis, setup: AxisSetup)] = [(.horizontal, AxisSetup())], isManual: Bool = false) {
        self.isManual = isManual
        self.axes = Axes(axes)
    }

    // MARK: Before it is open

    /// The page that an axis begins with.
    package func start(of axis: Axis) -> Int { axes[axis]?.start ?? 0 }

    /// Sets the page that an axis begins with, before the reader is opened.
    package mutating func setStart(_ index: Int, of axis: Axis) {
        guard isUnopened else { return }
        axes.update(axis) { $0.setStart(index) }
    }

    /// Goes on counting transition steps after those of an earlier run, before the reader is opened.
    package mutating func continueNumbering(after transition: Int) {
        guard isUnopened, transition >= 0, transition < .max / 2 else { return }
        self.transition = transition
    }

    // MARK: Its life

    /// Opens the reader: its first spread appears.
    ///
    /// - Parameter background: the index of the page behind the axes, where there is one.
    package mutating func open(background: Int? = nil, in source: some PageSource, at now: Instant) -> Standing {
        guard isUnopened else { return standing(isNoop: true, in: source, at: now) }
        phase = .rest
        axes.open(background: background, in: source)
        if !isManual { show(axes.shown, at: now) }
        hasChanged = true
        return standing(in: source, at: now)
    }

    /// Closes the reader: what is on screen goes.
    package mutating func close(in source: some PageSource, at now: Instant) -> Standing {
        runDeadlines(to: now, in: source)
        guard isOpen else {
            phase = .closed
            return standing(isNoop: true, in: source, at: now)
        }
        let transition = phase.transition
        let moment = moment(on: transition?.axis ?? front, now)
        emit(.didDisappear, pages.hideAll(), moment)
        emit(.willDisappear, pages.disappearAll(at: now), moment)
        emit(.didDisappear, pages.hideAll(), moment)
        if let transition { emitEnd(of: transition, moment) }
        phase = .closed
        move = nil
        hasChanged = true
        return standing(in: source, at: now)
    }

    /// Lets pass what is due by now: animations end, released drags settle, pages turn at the edge.
    ///
    /// - Returns: what that came to; nil where nothing was due.
    package mutating func advance(to now: Instant, in source: some PageSource) -> Standing? {
        if case .rest = phase, move == nil { return nil }
        guard let deadline, deadline <= now else { return nil }
        runPassedDeadlines(to: now, in: source)
        return standing(in: source, at: now)
    }

    /// When ``advance(to:in:)`` has something to do; nil while nothing is due.
    package var deadline: Instant? {
        switch phase {
        case .rest: move?.edge.map { Instant(microseconds: $0.since.microseconds + Self.edgeTime) }
        case .jump(_, let jump): jump.end
        case .settling(_, _, let bound): Instant(microseconds: bound.since.microseconds + Self.settleTime)
        case .unopened, .drag, .closed: nil
        }
    }

    /// Runs passed deadlines, each at its own time, however late that is noticed. Every command does so first.
    @inline(__always) mutating func runDeadlines(to now: Instant, in source: some PageSource) {
        // Most commands come to a reader at rest.
        if case .rest = phase, move == nil { return }
        runPassedDeadlines(to: now, in: source)
    }

    private mutating func runPassedDeadlines(to now: Instant, in source: some PageSource) {
        while let deadline, deadline <= now {
            if case .rest = phase { turnAtEdge(at: deadline, in: source) } else { settle(at: deadline) }
        }
    }

    /// Why a command does not fit, with what was due before it.
    mutating func refused(_ reason: NavigationError, in source: some PageSource, at now: Instant) -> Refusal {
        Refusal(reason, passed: changes(in: source, at: now))
    }

    /// The standing with what has happened since the last command; nil where nothing has.
    mutating func changes(in source: some PageSource, at now: Instant) -> Standing? {
        hasChanged ? standing(isNoop: true, in: source, at: now) : nil
    }
}

/// A transition of a reader: all from rest to the settle, however many jumps and drags. Each of these is a step of it.
struct Transition: Sendable {
    let axis: Axis
    /// Where the axis was, and what was seen: at a crossing, what lies behind it.
    var start: Spread
    /// Whether that spread is no more: its pages were deleted, or taken together in another way.
    var isStartGone = false
    /// The axis that was in front.
    let front: Axis
    /// The number of the step.
    var number: Int
    /// Whether the begin of the step was noted.
    var isBegun: Bool
    /// Whether the pages where it started got their WD.
    var hasDeparted: Bool

    /// Whether a spread is the one where it started.
    func isStart(_ index: Int) -> Bool { !isStartGone && start.index == index }
}

extension ReaderMachine.Phase {
    /// The transition that is under way; nil at rest, and where the reader is not open.
    var transition: Transition? {
        switch self {
        case .jump(let transition, _), .drag(let transition, _), .settling(let transition, _, _): transition
        case .unopened, .rest, .closed: nil
        }
    }

    /// The transition, and where it goes if it settles now: an animation at its target, a drag where it would go without
    /// speed. Nil where none is under way.
    var settled: (transition: Transition, target: Spread)? {
        switch self {
        case .jump(let transition, let jump): (transition, jump.target)
        case .drag(let transition, let drag): (transition, drag.destination(velocity: 0, start: transition.start))
        case .settling(let transition, _, let bound): (transition, bound.spread)
        case .unopened, .rest, .closed: nil
        }
    }

    /// Where the axis of the transition is, in spreads; nil where none is under way.
    func position(at now: Instant) -> Double? {
        switch self {
        case .jump(_, let jump): jump.position(at: now)
        case .drag(_, let drag), .settling(_, let drag, _): drag.offset
        case .unopened, .rest, .closed: nil
        }
    }
}
