import Navigation
import PageModel

/// Jumps, drags, and how they settle.
extension Reference {
    // MARK: Where it is

    func position(of axis: Axis, at now: UInt64) -> Double {
        guard let transition, transition.axis == axis else { return Double(line(axis).index) }
        switch transition.motion {
        case .drag(let drag): return drag.offset
        case .jump(let jump):
            let target = Double(jump.target.index)
            if now >= jump.began + jump.duration { return target }
            return jump.from + (target - jump.from) * (Double(now - jump.began) / Double(jump.duration))
        }
    }

    /// The index that a relative jump counts from: the target under way, else where a released drag is bound, else the
    /// guess, else the current page.
    func base(of axis: Axis) -> Int {
        guard let transition, transition.axis == axis else { return line(axis).index }
        switch transition.motion {
        case .jump(let jump): return jump.target.index
        case .drag(let drag): return (drag.bound ?? drag.guess)?.index ?? line(axis).index
        }
    }

    /// The page that a target means.
    func index(of target: Target, on axis: Axis, wraps: Bool) -> Int? {
        let pages = book.numbers(on: axis.surface).count
        var page = -1
        switch target {
        case .index(let index): page = index
        case .first: page = 0
        case .last: page = pages - 1
        case .relative(let step):
            var spread = base(of: axis) + step
            if wraps, pages > 0 {
                while spread < 0 { spread += count(on: axis) }
                while spread >= count(on: axis) { spread -= count(on: axis) }
            }
            page = spread < 0 ? -1 : Self.indexes(ofSpread: spread, line(axis).spreads)[0]
        }
        return page >= 0 && page < pages ? page : nil
    }

    /// The way of a relative target is that of its step, also where it wraps.
    static func direction(of target: Target) -> Direction? {
        guard case .relative(let step) = target, step != 0 else { return nil }
        return step < 0 ? .backward : .forward
    }

    var deadline: UInt64? {
        guard let transition else { return moved?.edge == nil ? nil : moved.map { $0.since + ReaderMachine.edgeTime } }
        switch transition.motion {
        case .jump(let jump): return jump.began + jump.duration
        case .drag(let drag): return drag.bound == nil ? nil : drag.released + ReaderMachine.settleTime
        }
    }

    mutating func advance(to now: UInt64) {
        while let due = deadline, due <= now {
            if transition != nil { settle(at: due) } else { turnAtEdge(at: due) }
        }
    }

    // MARK: Jumps

    mutating func jump(
        on axis: Axis, to index: Int, direction wanted: Direction?, duration: UInt64, at now: UInt64
    ) throws(NavigationError) -> Turn {
        advance(to: now)
        try checkMovable(axis)
        return try turn(on: axis, to: index, direction: wanted, duration: duration, at: now)
    }

    mutating func turn(
        on axis: Axis, to index: Int, direction wanted: Direction?, duration: UInt64, at now: UInt64
    ) throws(NavigationError) -> Turn {
        guard book.location(index, on: axis.surface) != nil else { throw .noSuchPage }
        let spread = Self.spread(ofPage: index, line(axis).spreads)
        let target = seenSpread(spread, on: axis)
        let noop = Turn(transition: lastStep, isNoop: true)
        // Rules 7 and 8.
        guard let old = transition else {
            if spread == line(axis).index { return noop }
            start(
                Transition(
                    axis: axis, start: here(axis), front: front, step: 0,
                    motion: .jump(jump(target, axis, duration, now))),
                from: shown, direction: wanted ?? toward(spread, from: Double(line(axis).index)), at: now)
            if duration == 0 { settle(at: now) }
            return Turn(transition: lastStep, isNoop: false)
        }
        var leaving = old.start.pages
        var from = old.start.index
        switch old.motion {
        case .jump(let last):
            if last.target.index == spread && duration > 0 { return noop }
            leaving = last.target.pages
            from = last.target.index
        case .drag(let drag):
            if let guess = drag.guess {
                leaving = guess.pages
                from = guess.index
            } else if spread == old.start.index {  // Rule 7: without a guess it is a jump from rest.
                transition = nil
                front = old.front
                return noop
            }
        }
        let motion = jump(target, axis, duration, now)
        endStep(isFinished: false, isCompleted: false, at: now)
        var new = old
        new.motion = .jump(motion)
        start(new, from: leaving, direction: wanted ?? toward(spread, from: Double(from)), at: now)
        if duration == 0 { settle(at: now) }
        return Turn(transition: lastStep, isNoop: false)
    }

    /// The current page, with where an axis stands.
    func here(_ axis: Axis) -> SeenSpread { SeenSpread(index: line(axis).index, pages: shown) }

    private func jump(_ target: SeenSpread, _ axis: Axis, _ duration: UInt64, _ now: UInt64) -> Jump {
        Jump(target: target, from: position(of: axis, at: now), began: now, duration: duration)
    }

    private func toward(_ target: Int, from: Double) -> Direction {
        Double(target) == from ? direction : Double(target) > from ? .forward : .backward
    }

    /// Rules 1 and 2: begin, WA of the target, WD of what it leaves.
    private mutating func start(_ new: Transition, from: [Location], direction way: Direction, at now: UInt64) {
        guard case .jump(let jump) = new.motion else { return }
        direction = way
        lastStep += 1
        transition = new
        transition?.step = lastStep
        transition?.isBegun = true
        front = new.axis
        emit(
            .begin(
                from: PagePair(from), to: PagePair(jump.target.pages), direction: way, isInteractive: false), new.axis,
            jump.from, now)
        willAppear(jump.target.pages, new.axis, jump.from, now)
        willDisappear(from, but: jump.target.pages, new.axis, jump.from, now)
        // With no duration it settles at once.
        if jump.duration > 0 { bound(new.axis, jump.from, now) }
    }

    /// A reader has only so many pages that are not hidden.
    private mutating func bound(_ axis: Axis, _ position: Double, _ now: UInt64) {
        while entries.count > ReaderMachine.maxPages, dropOldest(axis, position, now) {}
    }

    mutating func dropOldest(_ axis: Axis, _ position: Double, _ now: UInt64) -> Bool {
        let going = entries.filter { $0.state == .disappearing }
        guard let oldest = going.map(\.left).min(), oldest != going.map(\.left).max(),
            let page = going.filter({ $0.left == oldest }).min(by: { $0.place < $1.place })?.page
        else { return false }
        didDisappear([page], axis, position, now)
        return true
    }

    // MARK: Drags

    mutating func beginDrag(on axis: Axis, at offset: Double?, at now: UInt64) throws(NavigationError) -> Begun {
        advance(to: now)
        try checkMovable(axis)
        guard moved == nil else { throw .moveActive }
        if let transition, case .jump = transition.motion { settle(at: now) }
        guard let old = transition, case .drag(let last) = old.motion else {
            lastStep += 1
            let at = line(axis).index
            transition = Transition(
                axis: axis, start: here(axis), front: front, step: lastStep,
                motion: .drag(Drag(origin: at, ground: Double(at), offset: Double(at))))
            return Begun(transition: lastStep, origin: at, position: Double(at))
        }
        guard let bound = last.bound else { throw .dragActive }
        // Rule 6: the origin becomes the page that the reader is bound for; nothing has settled.
        endStep(isFinished: false, isCompleted: false, at: now)
        lastStep += 1
        var drag = Drag(
            origin: bound.index, ground: last.offset, offset: last.offset, guess: last.guess, passed: last.passed)
        drag.ground = clamped(offset ?? last.offset, drag, axis)
        drag.offset = drag.ground
        transition?.step = lastStep
        transition?.isBegun = false
        transition?.motion = .drag(drag)
        if drag.guess != nil { beginDragStep(from: bound.pages, at: now) }
        hideOutOfSight(now)
        return Begun(transition: lastStep, origin: drag.origin, position: drag.offset)
    }

    private mutating func beginDragStep(from: [Location], at now: UInt64) {
        guard let transition, case .drag(let drag) = transition.motion, let guess = drag.guess else { return }
        let way: Direction = guess.index == drag.origin ? direction : guess.index > drag.origin ? .forward : .backward
        direction = way
        self.transition?.isBegun = true
        emit(
            .begin(from: PagePair(from), to: PagePair(guess.pages), direction: way, isInteractive: true),
            transition.axis,
            drag.offset, now)
    }

    /// The spreads next to the origin that there are.
    private func reach(_ drag: Drag, _ axis: Axis) -> ClosedRange<Int> {
        max(drag.origin - 1, 0)...max(min(drag.origin + 1, count(on: axis) - 1), drag.origin)
    }

    func clamped(_ offset: Double, _ drag: Drag, _ axis: Axis) -> Double {
        let reach = reach(drag, axis)
        return min(max(offset, Double(reach.lowerBound)), Double(reach.upperBound))
    }

    mutating func drag(to offset: Double, at now: UInt64) throws(NavigationError) {
        advance(to: now)
        var (old, drag) = try heldDrag()
        guard offset.isFinite else { return }
        let axis = old.axis
        let wanted = offset + Double(drag.shift)
        let o = clamped(wanted, drag, axis)
        drag.offset = o
        // Past the first or the last page, not only past what is in reach.
        let isAtFirst = drag.origin == 0 && wanted < o
        let isAtLast = drag.origin >= count(on: axis) - 1 && wanted > o
        drag.overscroll = isAtFirst || isAtLast ? wanted - o : 0
        old.motion = .drag(drag)
        transition = old
        // Rule 4.
        var spread = drag.guess?.index ?? old.start.index
        if o > max(Double(drag.origin), drag.ground) {
            spread = Int(o.rounded(.up))
        } else if o < min(Double(drag.origin), drag.ground) {
            spread = Int(o.rounded(.down))
        }
        // What was passed over before is hidden after the events of a new guess.
        defer { hideOutOfSight(now) }
        guard spread != old.start.index, spread != drag.guess?.index else { return }
        let last = drag.guess
        let guess = seenSpread(spread, on: axis)
        drag.guess = guess
        if let last { drag.passed.insert(last, at: 0) }
        drag.passed.removeAll { $0.index == spread }
        old.motion = .drag(drag)
        transition = old
        front = axis
        if !old.isBegun { beginDragStep(from: last?.pages ?? old.start.pages, at: now) }
        direction = toward(spread, from: Double((last ?? old.start).index))
        willAppear(guess.pages, axis, o, now)
        if let last {
            willDisappear(last.pages, but: guess.pages, axis, o, now)
        } else {
            willDisappear(old.start.pages, but: guess.pages, axis, o, now)
        }
    }

    /// DD of the guesses that were replaced and of which no part is within the viewport.
    private mutating func hideOutOfSight(_ now: UInt64) {
        guard let old = transition, case .drag(var drag) = old.motion else { return }
        let offset = drag.offset
        let hidden = drag.passed.filter { abs(Double($0.index) - offset) >= 1 }
        drag.passed.removeAll { spread in hidden.contains { $0.index == spread.index } }
        transition?.motion = .drag(drag)
        // The page that the transition started from waits for the settle, also where it is seen at a second spread.
        let start = Set(old.start.pages.map(Shown.init))
        for spread in hidden {
            didDisappear(spread.pages.filter { !start.contains(Shown($0)) }, old.axis, offset, now)
        }
    }

    private func heldDrag() throws(NavigationError) -> (Transition, Drag) {
        guard let transition, case .drag(let drag) = transition.motion, drag.bound == nil else { throw .noDrag }
        return (transition, drag)
    }

    mutating func release(velocity: Double, at now: UInt64) throws(NavigationError) -> Release {
        advance(to: now)
        var (old, drag) = try heldDrag()
        let bound = destination(drag, old, velocity: velocity)
        drag.bound = bound
        drag.released = now
        old.motion = .drag(drag)
        transition = old
        return Release(bound: bound.index, overscroll: drag.overscroll, axis: old.axis)
    }

    /// Rule 5.
    private func destination(_ drag: Drag, _ transition: Transition, velocity: Double) -> SeenSpread {
        guard drag.guess != nil else { return transition.start }
        let o = drag.offset
        // Half-way is nearer to the later page.
        let spread = velocity > 0 ? o.rounded(.up) : velocity < 0 ? o.rounded(.down) : (o + 0.5).rounded(.down)
        return seenSpread(Int(spread), on: transition.axis)
    }

    /// Returns a spread with the pages that are seen there: where the transition started, those that were seen then.
    func seenSpread(_ spread: Int, on axis: Axis) -> SeenSpread {
        if let transition, !transition.isStartGone, transition.start.index == spread { return transition.start }
        return SeenSpread(index: spread, pages: seen(on: axis, at: spread))
    }

    mutating func cancelDrag(at now: UInt64) throws(NavigationError) -> Release {
        advance(to: now)
        var (old, drag) = try heldDrag()
        drag.bound = old.start
        drag.released = now
        old.motion = .drag(drag)
        transition = old
        return Release(bound: old.start.index, overscroll: drag.overscroll, axis: old.axis)
    }

    // MARK: Settling

    mutating func settle(transition step: Int, at now: UInt64) -> Bool {
        advance(to: now)
        guard let transition, transition.step == step else { return false }
        if case .drag(let drag) = transition.motion, drag.bound == nil { return false }
        settle(at: now)
        return true
    }

    mutating func settleNow(at now: UInt64) {
        advance(to: now)
        guard let transition else { return }
        if case .drag(var drag) = transition.motion, drag.bound == nil {
            drag.bound = destination(drag, transition, velocity: 0)
            self.transition?.motion = .drag(drag)
        }
        settle(at: now)
    }

    mutating func settle(at now: UInt64) {
        guard let old = transition else { return }
        let axis = old.axis
        var target = old.start
        switch old.motion {
        case .jump(let jump):
            target = jump.target
            arrive(target, axis, now)
        case .drag(let drag):
            guard let guess = drag.guess else { break }
            target = drag.bound ?? old.start
            let at = Double(target.index)
            if target.index == guess.index {
                arrive(target, axis, now)
            } else if target.index == old.start.index {
                willAppear(target.pages, axis, at, now)
                didAppear(target.pages, axis, at, now)
                willDisappear(guess.pages, but: target.pages, axis, at, now)
                didDisappearAll(axis, at, now)
            } else {
                willAppear(target.pages, axis, at, now)
                willDisappear(guess.pages, but: target.pages, axis, at, now)
                arrive(target, axis, now)
            }
        }
        let isCompleted = old.isStartGone || target.index != old.start.index
        setIndex(target.index, of: axis)
        if !isCompleted { front = old.front }
        endStep(isFinished: true, isCompleted: isCompleted, at: now, position: Double(target.index))
        transition = nil
        moved?.since = now
    }

    /// Rule 3.
    private mutating func arrive(_ target: SeenSpread, _ axis: Axis, _ now: UInt64) {
        didAppear(target.pages, axis, Double(target.index), now)
        didDisappearAll(axis, Double(target.index), now)
    }

    mutating func endStep(isFinished: Bool, isCompleted: Bool, at now: UInt64, position: Double? = nil) {
        guard let transition, transition.isBegun else { return }
        emit(
            .end(isFinished: isFinished, isCompleted: isCompleted, previous: PagePair(transition.start.pages)),
            transition.axis,
            position ?? self.position(of: transition.axis, at: now), now)
    }
}
