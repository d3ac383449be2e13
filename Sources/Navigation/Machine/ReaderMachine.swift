package import PageModel

/// Where one reader stands, and what its turning pages means for what is on screen: the rules of docs/navigation.md. Pure:
/// it says what happens, and does nothing.
///
/// Each command first lets pass what is due by its time (``advance(to:in:)``). Its events, and those of what was due, are
/// collected until they are taken (``takeEvents()``), also where the command itself is refused.
package struct ReaderMachine: Sendable {
    /// A released drag of whose end the viewer says nothing has settled after so many microseconds.
    package static let settleTime: UInt64 = 1_000_000
    /// The longest that a jump may be animated, in microseconds.
    package static let maxDuration: UInt64 = 60_000_000
    /// A page held at the screen's edge turns the page each time it has been there for so many microseconds.
    package static let edgeTime: UInt64 = 500_000
    /// How many pages of one reader may come and go at once; a key that is held down redirects for ever. Past it, the one
    /// that was told first to disappear is gone at once.
    package static let maxPages = 512

    enum Phase: Sendable {
        case unopened
        case rest
        case transition(Transition)
        case closed
    }

    /// What is to be moved, and where to.
    package struct Move: Hashable, Sendable {
        package var page: Location
        /// Where it would be dropped, counted without the page itself.
        package var index: Int
        var edge: (direction: Direction, since: Instant)?

        package static func == (one: Move, other: Move) -> Bool { one.page == other.page && one.index == other.index }

        package func hash(into hasher: inout Hasher) {
            hasher.combine(page)
            hasher.combine(index)
        }
    }

    let isManual: Bool
    var axes: [AxisState]
    /// The axis that moved last: where neither rests at the crossing, its page is the one that is seen.
    package internal(set) var front: Axis
    var background: Spread?
    var phase = Phase.unopened
    var pages = PageStates()
    /// The page that is being moved by hand.
    package internal(set) var move: Move?
    /// The number of the last transition step, 0 before the first.
    package internal(set) var transition = 0
    /// Which way the last jump or drag went; what is read ahead lies there.
    package internal(set) var direction = Direction.forward
    var events: [ReaderEvent] = []

    /// - Parameters:
    ///   - axes: one or two; the first one is in front.
    ///   - isManual: whether the viewer reports its own appearance events.
    package init(axes: [(axis: Axis, setup: AxisSetup)] = [(.horizontal, AxisSetup())], isManual: Bool = false) {
        self.isManual = isManual
        front = axes.first?.axis ?? .horizontal
        self.axes = axes.map { axis, setup in
            AxisState(
                axis: axis, spreads: setup.spreads, unlocks: axes.count > 1 ? setup.unlocks : nil,
                isEnabled: setup.isEnabled, start: max(setup.start, 0),
                spread: Spread(index: setup.spreads.spread(ofPage: max(setup.start, 0)), pages: []))
        }
    }

    /// What has happened since the last call, in order.
    package mutating func takeEvents() -> [ReaderEvent] {
        guard !events.isEmpty else { return [] }
        // Room for those of a turn: growing step by step would cost more than the turn.
        var taken: [ReaderEvent] = []
        taken.reserveCapacity(8)
        swap(&taken, &events)
        return taken
    }

    /// Whether anything has happened since the events were taken last.
    package var hasEvents: Bool { !events.isEmpty }

    /// The page that an axis begins with.
    package func start(of axis: Axis) -> Int { state(of: axis)?.start ?? 0 }

    /// Sets the page that an axis begins with, before the reader is opened.
    package mutating func setStart(_ index: Int, of axis: Axis) {
        guard case .unopened = phase, let place = place(of: axis) else { return }
        axes[place].start = index
        axes[place].spread = Spread(index: axes[place].spreads.spread(ofPage: index), pages: [])
    }

    /// Opens the reader: its first spread appears.
    ///
    /// - Parameter background: the index of the page behind the axes, where there is one.
    package mutating func open(background: Int? = nil, in source: some PageSource, at now: Instant) {
        guard case .unopened = phase else { return }
        phase = .rest
        for axis in axes.indices { place(axis, at: axes[axis].spread.index, in: source) }
        self.background = background.flatMap { index in
            source.page(at: index, on: .background).map {
                Spread(index: index, pages: [Location(.background, page: $0, index: index)])
            }
        }
        guard !isManual else { return }
        show(shown, at: now)
    }

    /// Closes the reader: what is on screen goes.
    package mutating func close(at now: Instant) {
        defer { phase = .closed }
        guard isOpen else { return }
        let step = currentTransition?.step
        let axis = currentTransition?.axis ?? front
        let position = position(of: axis, at: now)
        emit(.didDisappear, pages.hideAll(), axis, position, now)
        let left = pages.present
        emit(.willDisappear, pages.disappear(left, at: now), axis, position, now)
        emit(.didDisappear, pages.hide(left), axis, position, now)
        if let step { end(step, axis: axis, isFinished: false, completed: false, at: now) }
        move = nil
    }

    /// Lets pass what is due by now: animations end, released drags settle, pages turn at the edge.
    package mutating func advance(to now: Instant, in source: some PageSource) {
        while let due = deadline, due <= now {
            if currentTransition != nil { settle(at: due) } else { turnAtEdge(at: due, in: source) }
        }
    }

    /// When ``advance(to:in:)`` has something to do; nil while nothing is due.
    package var deadline: Instant? {
        if let transition = currentTransition { return transition.step.deadline }
        return move?.edge.map { Instant(microseconds: $0.since.microseconds + Self.edgeTime) }
    }

    /// Whether it was opened and not closed.
    package var isOpen: Bool {
        switch phase {
        case .rest, .transition: true
        case .unopened, .closed: false
        }
    }

    /// Whether it was closed.
    package var hasEnded: Bool {
        if case .closed = phase { true } else { false }
    }

    /// Whether no transition is under way, and, where the viewer reports, no page comes or goes.
    package var isAtRest: Bool { currentTransition == nil && (!isManual || pages.isAtRest) }

    /// Whether there is nothing to show.
    package var isEmpty: Bool { isOpen && currentTransition == nil && shown.pages.isEmpty }

    var currentTransition: Transition? {
        guard case .transition(let transition) = phase else { return nil }
        return transition
    }
}
