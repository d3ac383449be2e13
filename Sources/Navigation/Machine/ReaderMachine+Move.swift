package import PageModel

extension ReaderMachine {
    /// What the end of moving a page came to.
    package enum MoveEnd: Hashable, Sendable {
        /// It was dropped where it was: a cancel.
        case cancelled
        case moved
    }

    /// A page is taken up to be moved by hand.
    package mutating func beginMove(
        of index: Int, on axis: Axis, in source: some PageSource, at now: Instant
    ) throws(NavigationError) -> Move {
        advance(to: now, in: source)
        guard isOpen else { throw .closed }
        guard !isManual else { throw .manual }
        guard let state = state(of: axis) else { throw .noSuchAxis }
        guard state.isEnabled else { throw .axisDisabled }
        guard !state.isEmpty else { throw .empty }
        guard currentTransition == nil else { throw .transitionActive }
        guard self.move == nil else { throw .moveActive }
        guard index >= 0, let page = source.page(at: index, on: axis.surface),
            source.count(on: axis.surface).map({ index < $0 }) ?? true
        else { throw .noSuchPage }
        let move = Move(page: Location(axis.surface, page: page, index: index), index: index)
        self.move = move
        return move
    }

    /// The page is held elsewhere.
    ///
    /// - Parameters:
    ///   - index: where it would be dropped, counted without the page itself; nil: where it was.
    ///   - edge: the edge of the screen that it is held at: as long as it is, pages turn that way.
    package mutating func updateMove(
        to index: Int?, edge: Direction?, in source: some PageSource, at now: Instant
    ) throws(NavigationError) -> Move {
        advance(to: now, in: source)
        guard var move else { throw .noMove }
        if let index {
            guard index >= 0, source.count(on: move.page.surface).map({ index < $0 }) ?? true else {
                throw .noSuchPage
            }
            move.index = index
        }
        if edge != move.edge?.direction { move.edge = edge.map { ($0, now) } }
        self.move = move
        return move
    }

    /// The page is dropped. Refused while the reader is in a transition.
    package mutating func endMove(
        in source: some PageSource, at now: Instant
    ) throws(NavigationError) -> (move: Move, end: MoveEnd) {
        advance(to: now, in: source)
        guard let move else { throw .noMove }
        guard currentTransition == nil else { throw .transitionActive }
        self.move = nil
        return (move, move.index == move.page.index ? .cancelled : .moved)
    }

    /// Everything is as it was.
    package mutating func cancelMove(in source: some PageSource, at now: Instant) throws(NavigationError) -> Move {
        advance(to: now, in: source)
        guard let move else { throw .noMove }
        self.move = nil
        return move
    }

    /// The page has been held at the edge for a while.
    mutating func turnAtEdge(at due: Instant, in source: some PageSource) {
        guard let held = move, let edge = held.edge else { return }
        move?.edge?.since = due
        guard let axis = Axis.allCases.first(where: { $0.surface == held.page.surface }),
            let state = state(of: axis)
        else { return }
        let next = state.spread.index + (edge.direction == .forward ? 1 : -1)
        do throws(NavigationError) {
            guard next >= 0 else { throw .noSuchPage }
            let page = state.spreads.pages(ofSpread: next).lowerBound
            _ = try jump(on: axis, to: page, direction: edge.direction, in: source, at: due)
        } catch {
            // There is nothing to turn to.
            move?.edge = nil
        }
    }
}
