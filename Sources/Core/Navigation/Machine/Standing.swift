package import PageModel

/// The motion of a reader at a moment.
package enum Motion: Hashable, Sendable {
    /// There is nothing to show: its document has no pages, or it is not open.
    case empty
    case rest
    /// A jump is animated; pages of a manual reader come or go.
    case jump
    /// A finger holds the page.
    case drag
    /// A drag was released or cancelled, and has not settled.
    case settling
}

/// The pages of a reader that are protected from eviction: those of a reader at rest never go, those of a transition may be
/// deferred.
package struct ProtectedPages: Hashable, Sendable {
    private let pages: PageList
    private let isAtRest: Bool

    init(_ pages: PageList, isAtRest: Bool) {
        self.pages = pages
        self.isAtRest = isAtRest
    }

    /// The pages that a reader at rest shows: never victims. Empty in a transition.
    package var shown: PageList { isAtRest ? pages : PageList() }

    /// The pages that a transition needs: a victim among these is deferred. Empty at rest.
    package var moving: PageList { isAtRest ? PageList() : pages }
}

/// Where a reader stands after a command, and what has happened to it: all that whoever runs the reader needs to act on. Nothing has to be asked of the machine again.
package struct Standing: Hashable, Sendable {
    /// The events in their order, those that were due before the command first. Empty where nobody listens
    /// (``ReaderMachine/isObserved``).
    package var events: [ReaderEvent]
    /// The number of the transition step that the command is about; the last one where it began none.
    package private(set) var transition: Int
    /// Whether the command itself changed nothing. What was due before it may have.
    package private(set) var isNoop: Bool
    /// Whether what is protected or wanted may be other than before it.
    package private(set) var hasChanged: Bool
    package private(set) var motion: Motion
    /// The axis that moved last: where neither rests at the crossing, its page is the one that is seen.
    package private(set) var front: Axis
    /// The way that the last jump or drag went; what is rendered ahead lies there.
    package private(set) var direction: Direction
    /// The spread that is seen at rest: where the reader settled last. Of a manual reader, what its viewer has said is visible: the last two pages of
    /// that at most.
    package private(set) var shown: Spread
    /// The goal and the needs of the reader, where these are not the pages that it shows.
    fileprivate var journey: Journey
    /// Where the axis in front is at the command's time, in spreads.
    package private(set) var position: Double
    /// When ``ReaderMachine/advance(to:in:)`` has something to do; nil while nothing is due.
    package private(set) var deadline: Instant?
    /// Whether no transition is under way, and, where the viewer reports, no page comes or goes.
    package private(set) var isAtRest: Bool
    package private(set) var isOpen: Bool
    package private(set) var hasEnded: Bool

    /// Where the reader is bound: the target under way, else where a released drag is bound, else the guess, else what it
    /// shows.
    package var landing: Spread {
        switch journey {
        case .none: shown
        case .underWay(let landing, _, _): landing
        }
    }

    /// The pages that are to be rendered now, the most urgent first: what is shown, or, in a transition, where it goes; of a
    /// leaf that turns, its back before the front that comes. Of a manual reader, what its viewer has said appears and
    /// has not said to go, in that order; before it has said anything, what the reader was opened on.
    package var wanted: PageList {
        switch journey {
        case .none: PageList(shown.pages)
        case .underWay(_, let wanted, _): wanted
        }
    }

    /// The pages that must not be evicted.
    package var protected: ProtectedPages {
        switch journey {
        case .none: ProtectedPages(PageList(shown.pages, shown.back), isAtRest: true)
        case .underWay(_, _, let protected): ProtectedPages(protected, isAtRest: isAtRest)
        }
    }
}

extension Standing {
    /// Becomes the standing of a reader that has just settled on a spread, with nothing due and without events.
    @inline(__always) mutating func settle(
        on shown: Spread, transition: Int, _ front: Axis, _ direction: Direction
    ) {
        // What is empty already is left alone: that is nearly always so, and setting it counts references. The memory is for the
        // events of the next turn.
        if !events.isEmpty { events.removeAll(keepingCapacity: true) }
        if case .underWay = journey { journey = .none }
        self.transition = transition
        isNoop = false
        hasChanged = true
        motion = .rest
        self.front = front
        self.direction = direction
        self.shown = shown
        position = Double(shown.index)
        deadline = nil
        isAtRest = true
        isOpen = true
        hasEnded = false
    }
}

/// The goal of a reader and the pages that it needs, where these are not the pages that it shows. They are kept apart,
/// so that the standing of a reader at rest is small.
fileprivate enum Journey: Hashable, Sendable {
    case none
    indirect case underWay(landing: Spread, wanted: PageList, protected: PageList)
}

/// The result of beginning a drag.
package struct DragStart: Hashable, Sendable {
    package let standing: Standing
    /// The spread that the finger's offsets count from.
    package let origin: Int
    /// Where the finger came down, in spreads.
    package let position: Double
}

/// The result of releasing a drag, or of cancelling it.
package struct DragEnd: Hashable, Sendable {
    package let standing: Standing
    /// The spread that the axis is bound for.
    package let bound: Spread
    /// How far it was pulled past the document's last page, in spreads; below 0 past the first.
    package let overscroll: Double
    package let axis: Axis
}

/// A command that does not fit. It has changed nothing; deadlines that had passed by then may have.
package struct Refusal: Error, Hashable, Sendable {
    package let reason: NavigationError
    /// The standing after the deadlines that had passed; nil where none had.
    package let passed: Standing?

    package init(_ reason: NavigationError, passed: Standing? = nil) {
        self.reason = reason
        self.passed = passed
    }
}

/// Why a command does not fit.
package enum NavigationError: Error, Hashable, Sendable {
    /// The reader is closed, or not open yet.
    case closed
    /// The document has no pages.
    case empty
    /// There is no such page.
    case noSuchPage
    /// The reader has no such axis.
    case noSuchAxis
    /// The axis is switched off.
    case axisDisabled
    /// The other axis is under way, or does not rest where it unlocks this one.
    case axisLocked
    /// A drag is under way.
    case dragActive
    /// No drag is under way.
    case noDrag
    /// A transition is under way.
    case transitionActive
    /// A page is being moved.
    case moveActive
    /// No page is being moved.
    case noMove
    /// The viewer of this reader reports its own appearance events, and turns its pages itself.
    case manual
    /// The reader sends appearance events by itself.
    case notManual
    /// A page in this state can't take this step.
    case noSuchStep
}

// MARK: - How it comes together

extension ReaderMachine {
    /// Where the reader stands now. Nothing is done, also not what is due.
    package func current(in source: some PageSource, at now: Instant) -> Standing {
        makeStanding(events: [], isNoop: true, hasChanged: false, in: source, at: now)
    }

    /// The result of a command: where the reader stands now, with what has happened since the last one.
    @inline(__always) mutating func standing(
        isNoop: Bool = false, in source: some PageSource, at now: Instant
    ) -> Standing {
        var happened: [ReaderEvent] = []
        if !events.isEmpty { swap(&happened, &events) }
        let hasChanged = hasChanged
        self.hasChanged = false
        return makeStanding(events: happened, isNoop: isNoop, hasChanged: hasChanged, in: source, at: now)
    }

    @inline(__always) private func makeStanding(
        events: [ReaderEvent], isNoop: Bool, hasChanged: Bool, in source: some PageSource, at now: Instant
    ) -> Standing {
        if case .rest = phase, !isManual, !axes.mayShowLeafOfOther {
            let shown = axes.shown
            return Standing(
                events: events, transition: transition, isNoop: isNoop, hasChanged: hasChanged,
                motion: shown.pages.isEmpty ? .empty : .rest, front: front, direction: direction, shown: shown,
                journey: .none, position: Double(axes.index(of: front) ?? 0), deadline: move == nil ? nil : deadline,
                isAtRest: true, isOpen: true, hasEnded: false)
        }
        return makeFullStanding(events: events, isNoop: isNoop, hasChanged: hasChanged, in: source, at: now)
    }

    private func makeFullStanding(
        events: [ReaderEvent], isNoop: Bool, hasChanged: Bool, in source: some PageSource, at now: Instant
    ) -> Standing {
        let shown = shown
        let landing = landing
        return Standing(
            events: events, transition: transition, isNoop: isNoop, hasChanged: hasChanged, motion: motion(shown),
            front: front, direction: direction, shown: shown,
            journey: .underWay(
                landing: landing, wanted: wanted(for: landing), protected: protected(shown, in: source)),
            position: position(of: front, at: now), deadline: deadline, isAtRest: isAtRest, isOpen: isOpen,
            hasEnded: hasEnded)
    }

    private func motion(_ shown: Spread) -> Motion {
        switch phase {
        case .unopened, .closed: .empty
        case .rest: shown.pages.isEmpty ? .empty : isAtRest ? .rest : .jump
        case .jump: .jump
        case .drag: .drag
        case .settling: .settling
        }
    }

    // MARK: What is needed

    private func wanted(for landing: Spread) -> PageList {
        if isManual {
            let present = pages.all.filter { $0.state != .disappearing }
            return present.isEmpty ? PageList(axes.shown.pages) : PageList(present.lazy.map(\.location))
        }
        guard let transition = phase.transition, !transition.isStart(landing.index) else {
            return PageList(landing.pages)
        }
        let isForward = landing.index > transition.start.index
        let turning = !isForward ? landing : transition.isStartGone ? nil : transition.start
        guard let back = turning?.back else { return PageList(landing.pages) }
        var wanted = PageList(PagePair(back))
        for page in landing.pages { wanted.append(page) }
        return wanted
    }

    /// At rest what is shown; in a transition all that is not hidden, the source and the target of a jump, the guess of a drag
    /// and its two neighbours. A back goes with its front.
    private func protected(_ shown: Spread, in source: some PageSource) -> PageList {
        var needed = PageList()
        switch phase {
        case .unopened, .closed: return needed
        case .rest:
            if isManual { pages.forEach { page, _ in needed.append(page) } } else { needed = PageList(shown.pages) }
        case .jump(_, let jump):
            pages.forEach { page, _ in needed.append(page) }
            needed.add(jump.target.pages)
        case .drag(let transition, let drag):
            pages.forEach { page, _ in needed.append(page) }
            addNeighbours(of: drag, on: transition.axis, to: &needed, in: source)
        case .settling(let transition, let drag, let bound):
            pages.forEach { page, _ in needed.append(page) }
            needed.add(bound.spread.pages)
            addNeighbours(of: drag, on: transition.axis, to: &needed, in: source)
        }
        if axes.hasBacks, !isManual || phase.transition != nil { addBacks(to: &needed, in: source) }
        return needed
    }

    private func addNeighbours(
        of drag: Drag, on axis: Axis, to needed: inout PageList, in source: some PageSource
    ) {
        guard let guess = drag.guess else { return }
        needed.add(guess.pages)
        for index in [guess.index - 1, guess.index + 1] {
            if let next = spread(at: index, on: axis, in: source) { needed.add(next.pages) }
        }
    }

    private func addBacks(to needed: inout PageList, in source: some PageSource) {
        let fronts = Array(needed)
        var known = Set(fronts)
        for front in fronts {
            guard let axis = Axis.allCases.first(where: { $0.surface == front.surface }), let state = axes[axis],
                // A page that was deleted has no back any more.
                source.page(at: front.index, on: front.surface) == front.page,
                let back = state.ownSpread(
                    at: state.spreads.spread(ofPage: front.index), of: source.count(on: front.surface) ?? Target.limit,
                    in: source)?.back, known.insert(back).inserted
            else { continue }
            needed.append(back)
        }
    }
}
