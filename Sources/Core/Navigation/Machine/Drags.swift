package import PageModel

/// A drag, or the motion after its release.
struct Drag: Sendable {
    /// The spread that the finger counts from, and those on either side.
    private(set) var origin: Spread
    private var before: Spread?
    private var after: Spread?
    /// Where the finger came down, in spreads.
    private var ground: Double
    /// Where it is, in spreads.
    private(set) var offset: Double
    /// How far it is past the document's first or last page, in spreads; below 0 before the first.
    private(set) var overscroll = 0.0
    /// Spreads that came less those that went before the origin since the drag began: added to the viewer's offsets.
    private var shift = 0
    /// The spread that is likely to be the next.
    private(set) var guess: Spread?
    /// The guesses that were replaced and can still be seen: there is one at most on either side of the offset.
    private var passed: (older: Spread?, newer: Spread?)

    /// The spreads that it counts from, those that it has moved, and those that it may settle on.
    var spreads: [Spread] { [origin, before, after, guess, passed.older, passed.newer].compactMap { $0 } }

    /// A drag from rest.
    init(origin: Spread, before: Spread?, after: Spread?) {
        self.origin = origin
        self.before = before
        self.after = after
        ground = Double(origin.index)
        offset = ground
    }

    /// A drag that goes on before the last one has settled.
    ///
    /// - Parameter start: where the finger came down, in spreads; nil: where the last one was released.
    init(after last: Drag, origin: Spread, before: Spread?, after: Spread?, at start: Double?) {
        self.init(origin: origin, before: before, after: after)
        guess = last.guess
        passed = last.passed
        ground = clamped(start ?? last.offset).offset
        offset = ground
    }

    /// The finger is at an offset, as the viewer counts.
    ///
    /// - Parameter start: the spread where the transition started: it is no guess.
    /// - Returns: the new guess; nil where it stays what it was.
    mutating func move(to position: Double, start: Spread) -> Spread? {
        (offset, overscroll) = clamped(position + Double(shift))
        let low = min(Double(origin.index), ground)
        let high = max(Double(origin.index), ground)
        guard offset < low || offset > high else { return nil }
        let index = Int(offset > high ? offset.rounded(.up) : offset.rounded(.down))
        guard index != guess?.index, index != start.index else { return nil }
        return [origin, before, after].lazy.compactMap { $0 }.first { $0.index == index }
    }

    /// Replaces the guess.
    mutating func replaceGuess(with new: Spread) {
        if passed.newer?.index == new.index { passed.newer = nil }
        if passed.older?.index == new.index { passed = (nil, passed.newer) }
        // Three that can still be seen there are not; the oldest one would wait for the settle.
        if let guess { passed = (passed.newer ?? passed.older, guess) }
        guess = new
    }

    /// A replaced guess that cannot be seen any more: each is said once, the last one first.
    mutating func removeOutOfSight() -> Spread? {
        func isOutOfSight(_ spread: Spread) -> Bool { abs(Double(spread.index) - offset) >= 1 }
        if let newer = passed.newer, isOutOfSight(newer) {
            passed.newer = nil
            return newer
        }
        if let older = passed.older, isOutOfSight(older) {
            passed.older = nil
            return older
        }
        return nil
    }

    /// Where it would go if it were released.
    ///
    /// - Parameters:
    ///   - velocity: in spreads a second; only its sign counts.
    ///   - start: the spread where the transition started.
    func destination(velocity: Double, start: Spread) -> Spread {
        // A finger that came down elsewhere, on a motion without a guess, has not moved anything yet.
        guard guess != nil else { return start }
        let index =
            if velocity > 0 {
                offset.rounded(.up)
            } else if velocity < 0 {
                offset.rounded(.down)
            } else {
                // Half-way between two, it is the later one.
                (offset + 0.5).rounded(.down)
            }
        // A page that got its WA comes before the one that a source has at the same index: it may be ahead of the reader.
        return [guess, start, origin, before, after].lazy.compactMap { $0 }.first { Double($0.index) == index }
            ?? origin
    }

    /// The drag with its spreads where they are after a change of the document; the finger stays where it is on its origin.
    /// Nil where a spread that it needs is no more.
    ///
    /// - Parameters:
    ///   - relocate: where a spread is now; nil where it is no more.
    ///   - neighbour: the spread at an index.
    func relocated(_ relocate: (Spread) -> Spread?, neighbour: (Int) -> Spread?) -> Drag? {
        guard let origin = relocate(origin) else { return nil }
        var new = self
        let shift = origin.index - self.origin.index
        new.origin = origin
        new.before = neighbour(origin.index - 1)
        new.after = neighbour(origin.index + 1)
        new.shift += shift
        // The document may end elsewhere now.
        new.offset = new.clamped(offset + Double(shift)).offset
        new.ground = new.clamped(ground + Double(shift)).offset
        if let guess {
            guard let relocated = relocate(guess) else { return nil }
            new.guess = relocated
        }
        // One that is no more waits for the settle.
        new.passed = (passed.older.flatMap(relocate), passed.newer.flatMap(relocate))
        return new
    }

    /// An offset within what the drag can reach, and how far past the document's end it was.
    private func clamped(_ offset: Double) -> (offset: Double, past: Double) {
        let low = Double(before == nil ? origin.index : origin.index - 1)
        let high = Double(after == nil ? origin.index : origin.index + 1)
        let within = min(max(offset, low), high)
        let isPastEnd = before == nil && offset < low || after == nil && offset > high
        return (within, isPastEnd ? offset - within : 0)
    }
}

/// Where a drag is bound for since its release.
struct Bound: Sendable {
    var spread: Spread
    let since: Instant
}

extension ReaderMachine {
    /// A finger comes down. The spreads in ``reach(of:)`` must be known to the source.
    ///
    /// - Parameter offset: where it came down, in spreads, while the last drag is still running out; nil: where that
    ///   one was released. At rest it is where the axis rests.
    package mutating func beginDrag(
        on axis: Axis, at offset: Double?, in source: some PageSource, at now: Instant
    ) throws(Refusal) -> DragStart {
        runDeadlines(to: now, in: source)
        if let reason = refusal(of: axis) { throw refused(reason, in: source, at: now) }
        guard move == nil else { throw refused(.moveActive, in: source, at: now) }
        let drag: Drag
        switch phase {
        case .drag: throw refused(.dragActive, in: source, at: now)
        case .settling(let transition, let last, let bound):
            drag = continueDrag(after: last, bound.spread, transition, at: offset, in: source, at: now)
        case .jump, .rest, .unopened, .closed:
            settle(at: now)
            let origin = axes.departure(of: axis)
            drag = Drag(
                origin: origin, before: spread(at: origin.index - 1, on: axis, in: source),
                after: spread(at: origin.index + 1, on: axis, in: source))
            transition += 1
            let new = Transition(
                axis: axis, start: origin, front: front, number: transition, isBegun: false, hasDeparted: false)
            phase = .drag(new, drag)
        }
        hasChanged = true
        return DragStart(standing: standing(in: source, at: now), origin: drag.origin.index, position: drag.offset)
    }

    /// The last drag has not settled: the finger counts from where that was bound for.
    private mutating func continueDrag(
        after last: Drag, _ bound: Spread, _ old: Transition, at offset: Double?, in source: some PageSource,
        at now: Instant
    ) -> Drag {
        emitEnd(of: old, moment(on: old.axis, now))
        transition += 1
        var new = old
        new.number = transition
        var drag = Drag(
            after: last, origin: bound, before: spread(at: bound.index - 1, on: old.axis, in: source),
            after: spread(at: bound.index + 1, on: old.axis, in: source), at: offset)
        new.isBegun = false
        let moment = Moment(axis: old.axis, position: drag.offset, time: now)
        if let guess = drag.guess { begin(&new, from: bound, to: guess, moment) }
        hideOutOfSight(&drag, of: new, moment)
        phase = .drag(new, drag)
        return drag
    }

    /// The finger is at an offset, in spreads along the axis as they were counted when the drag began. One that is
    /// no number is dropped.
    ///
    /// - Returns: nil where nothing but the offset has changed.
    package mutating func drag(
        to offset: Double, in source: some PageSource, at now: Instant
    ) throws(Refusal) -> Standing? {
        runDeadlines(to: now, in: source)
        guard case .drag(var transition, var drag) = phase else { throw refused(.noDrag, in: source, at: now) }
        if offset.isFinite {
            let next = drag.move(to: offset, start: transition.start)
            let moment = Moment(axis: transition.axis, position: drag.offset, time: now)
            if let next { replaceGuess(of: &drag, with: next, in: &transition, moment) }
            hideOutOfSight(&drag, of: transition, moment)
            phase = .drag(transition, drag)
        }
        return changes(in: source, at: now)
    }

    /// The finger is lifted. The axis is bound for the next spread in the direction of the speed, or the nearest one.
    ///
    /// - Parameter velocity: in spreads a second; only its sign counts.
    package mutating func release(
        velocity: Double, in source: some PageSource, at now: Instant
    ) throws(Refusal) -> DragEnd {
        try endDrag(in: source, at: now) { drag, start in drag.destination(velocity: velocity, start: start) }
    }

    /// The drag is taken back: the axis is bound for where the transition started.
    package mutating func cancelDrag(in source: some PageSource, at now: Instant) throws(Refusal) -> DragEnd {
        try endDrag(in: source, at: now) { _, start in start }
    }

    private mutating func endDrag(
        in source: some PageSource, at now: Instant, to destination: (Drag, _ start: Spread) -> Spread
    ) throws(Refusal) -> DragEnd {
        runDeadlines(to: now, in: source)
        guard case .drag(let transition, let drag) = phase else { throw refused(.noDrag, in: source, at: now) }
        let bound = destination(drag, transition.start)
        phase = .settling(transition, drag, Bound(spread: bound, since: now))
        hasChanged = true
        return DragEnd(
            standing: standing(in: source, at: now), bound: bound, overscroll: drag.overscroll, axis: transition.axis)
    }

    private mutating func begin(
        _ transition: inout Transition, from origin: Spread, to guess: Spread, _ moment: Moment
    ) {
        transition.isBegun = true
        direction = Self.direction(from: origin.index, to: guess.index) ?? direction
        emit(.begin(from: origin.pages, to: guess.pages, direction: direction, isInteractive: true), moment)
    }

    private mutating func replaceGuess(
        of drag: inout Drag, with next: Spread, in transition: inout Transition, _ moment: Moment
    ) {
        let last = drag.guess
        if !transition.isBegun { begin(&transition, from: drag.origin, to: next, moment) }
        direction = Self.direction(from: (last ?? transition.start).index, to: next.index) ?? direction
        emit(.willAppear, pages.appear(next.pages), moment)
        if !transition.hasDeparted {
            axes.front = transition.axis
            emit(
                .willDisappear, pages.disappear(transition.start.pages, except: next.pages, at: moment.time), moment)
            transition.hasDeparted = true
        }
        if let last {
            emit(.willDisappear, pages.disappear(last.pages, except: next.pages, at: moment.time), moment)
        }
        drag.replaceGuess(with: next)
        hasChanged = true
    }

    /// A guess that was replaced is hidden as soon as it cannot be seen any more.
    private mutating func hideOutOfSight(_ drag: inout Drag, of transition: Transition, _ moment: Moment) {
        while let spread = drag.removeOutOfSight() {
            let hidden = pages.hide(spread.pages, except: transition.start.pages)
            guard !hidden.isEmpty else { continue }
            emit(.didDisappear, hidden, moment)
            hasChanged = true
        }
    }
}
