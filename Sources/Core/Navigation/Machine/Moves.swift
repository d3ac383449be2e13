package import PageModel

extension ReaderMachine {
    /// A page that is being moved by hand, and where to.
    package struct Move: Hashable, Sendable {
        /// The edge of the screen that a page is held at.
        struct Edge: Hashable, Sendable {
            let direction: Direction
            /// Since it came there, or since the last page was turned.
            var since: Instant
        }

        package var page: Location
        /// Where it would be dropped, counted without the page itself.
        package var index: Int
        var edge: Edge?
    }

    /// The outcome of moving a page.
    package enum MoveEnd: Hashable, Sendable {
        /// The page was dropped where it was: a cancel.
        case cancelled
        case moved
    }

    /// Takes a page up, to be moved by hand.
    ///
    /// - Returns: what is moved, and what was due before; nil where nothing was.
    package mutating func beginMove(
        of index: Int, on axis: Axis, in source: some PageSource, at now: Instant
    ) throws(Refusal) -> (move: Move, standing: Standing?) {
        runDeadlines(to: now, in: source)
        do throws(NavigationError) {
            let page = try movablePage(at: index, on: axis, in: source)
            let move = Move(page: page, index: index)
            self.move = move
            return (move, changes(in: source, at: now))
        } catch {
            throw refused(error, in: source, at: now)
        }
    }

    private func movablePage(
        at index: Int, on axis: Axis, in source: some PageSource
    ) throws(NavigationError) -> Location {
        guard isOpen else { throw .closed }
        guard !isManual else { throw .manual }
        guard let state = axes[axis] else { throw .noSuchAxis }
        guard state.isEnabled else { throw .axisDisabled }
        guard !state.isEmpty else { throw .empty }
        guard phase.transition == nil else { throw .transitionActive }
        guard move == nil else { throw .moveActive }
        return try knownPage(at: index, on: axis.surface, in: source)
    }

    /// Moves the held page to another place.
    ///
    /// - Parameters:
    ///   - index: where it would be dropped, counted without the page itself; nil: where it was.
    ///   - edge: the edge of the screen that it is held at: as long as it is, pages turn that way.
    /// - Returns: what is moved, and where the reader stands, where something was due before or will be at another time.
    package mutating func updateMove(
        to index: Int?, edge: Direction?, in source: some PageSource, at now: Instant
    ) throws(Refusal) -> (move: Move, standing: Standing?) {
        runDeadlines(to: now, in: source)
        guard var move else { throw refused(.noMove, in: source, at: now) }
        if let index {
            guard index >= 0, index < source.count(on: move.page.surface) ?? Target.limit else {
                throw refused(.noSuchPage, in: source, at: now)
            }
            move.index = index
        }
        if edge != move.edge?.direction { move.edge = edge.map { Move.Edge(direction: $0, since: now) } }
        return (move, replaceMove(move, in: source, at: now))
    }

    /// Drops the page. Refused while the reader is in a transition.
    ///
    /// - Returns: also where the reader stands, where something was due before or is not any more.
    package mutating func endMove(
        in source: some PageSource, at now: Instant
    ) throws(Refusal) -> (move: Move, end: MoveEnd, standing: Standing?) {
        runDeadlines(to: now, in: source)
        guard let move else { throw refused(.noMove, in: source, at: now) }
        guard phase.transition == nil else { throw refused(.transitionActive, in: source, at: now) }
        let end: MoveEnd = move.index == move.page.index ? .cancelled : .moved
        return (move, end, replaceMove(nil, in: source, at: now))
    }

    /// Cancels the move: everything is as it was.
    ///
    /// - Returns: also where the reader stands, where something was due before or is not any more.
    package mutating func cancelMove(
        in source: some PageSource, at now: Instant
    ) throws(Refusal) -> (move: Move, standing: Standing?) {
        runDeadlines(to: now, in: source)
        guard let move else { throw refused(.noMove, in: source, at: now) }
        return (move, replaceMove(nil, in: source, at: now))
    }

    private mutating func replaceMove(_ new: Move?, in source: some PageSource, at now: Instant) -> Standing? {
        let before = deadline
        move = new
        // Whoever runs the reader must know when it is due again.
        return hasChanged || deadline != before ? standing(in: source, at: now) : nil
    }

    /// Turns a page where the moved page has been held at the edge for a while.
    mutating func turnAtEdge(at due: Instant, in source: some PageSource) {
        guard let held = move, let edge = held.edge else { return }
        move?.edge?.since = due
        let axis: Axis = held.page.surface == .horizontal ? .horizontal : .vertical
        guard let state = axes[axis] else { return }
        let next = state.spread.index + (edge.direction == .forward ? 1 : -1)
        do throws(NavigationError) {
            guard next >= 0 else { throw .noSuchPage }
            let page = state.spreads.pages(ofSpread: next).lowerBound
            _ = try turn(axis, to: page, edge.direction, duration: 0, in: source, at: due)
        } catch {
            // There is nothing to turn to.
            move?.edge = nil
            hasChanged = true
        }
    }
}
