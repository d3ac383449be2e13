package import PageModel

extension ReaderMachine {
    /// The transition is where it was going.
    mutating func settle(at now: Instant) {
        guard let old = currentTransition else { return }
        let target: Spread
        switch old.step.motion {
        case .jump(let jump):
            target = jump.target
            arrive(at: target, on: old.axis, at: now)
        case .drag(let drag):
            target = drag.bound?.spread ?? drag.origin
            settle(drag, at: target, in: old, at: now)
        }
        phase = .rest
        if old.isStart(target.index) {
            front = old.front
        } else if let place = place(of: old.axis) {
            // What is seen through a crossing belongs to others.
            let isOwn = target.pages.allSatisfy { $0.surface == old.axis.surface }
            axes[place].spread = isOwn ? target : Spread(index: target.index, pages: [])
        }
        end(
            old.step, axis: old.axis, isFinished: true, completed: !old.isStart(target.index),
            previous: old.start.pages, at: now)
        // What is held at the edge meanwhile turns no page.
        move?.edge?.since = now
    }

    private mutating func settle(
        _ drag: TransitionStep.Drag, at target: Spread, in transition: Transition, at now: Instant
    ) {
        guard let guess = drag.guess else { return }
        let axis = transition.axis
        let position = Double(target.index)
        if target.index == guess.index { return arrive(at: target, on: axis, at: now) }
        emit(.willAppear, pages.appear(target.pages), axis, position, now)
        if target.index == transition.start.index {
            emit(.didAppear, pages.arrive(target.pages), axis, position, now)
            emit(.willDisappear, pages.disappear(guess.pages, except: target.pages, at: now), axis, position, now)
            emit(.didDisappear, pages.hideAll(), axis, position, now)
        } else {
            emit(.willDisappear, pages.disappear(guess.pages, except: target.pages, at: now), axis, position, now)
            arrive(at: target, on: axis, at: now)
        }
    }

    private mutating func arrive(at target: Spread, on axis: Axis, at now: Instant) {
        emit(.didAppear, pages.arrive(target.pages), axis, Double(target.index), now)
        emit(.didDisappear, pages.hideAll(), axis, Double(target.index), now)
    }

    /// Shows a spread in place of what is visible, as a jump of duration 0; nothing where it is the same pages.
    mutating func show(_ target: Spread, at now: Instant) {
        let visible = pages.visible
        let position = Double(target.index)
        let isSame =
            visible.count == target.pages.count
            && target.pages.allSatisfy { page in visible.contains { $0.isSamePage(as: page) } }
        guard !isSame else { return }
        let isTurn = !visible.isEmpty && !target.pages.isEmpty
        if isTurn {
            transition += 1
            emit(
                .begin(from: visible, to: target.pages, direction: direction, isInteractive: false), front, position,
                now)
        }
        emit(.willAppear, pages.appear(target.pages), front, position, now)
        emit(.willDisappear, pages.disappear(visible, except: target.pages, at: now), front, position, now)
        emit(.didAppear, pages.arrive(target.pages), front, position, now)
        emit(.didDisappear, pages.hideAll(), front, position, now)
        if isTurn {
            emit(.end(isFinished: true, isCompleted: true, previous: visible), front, position, now)
        }
    }

    /// The end event of a step, where it had its begin event.
    mutating func end(
        _ step: TransitionStep, axis: Axis, isFinished: Bool, completed: Bool, previous: [Location]? = nil,
        at now: Instant
    ) {
        guard step.isBegun else { return }
        let start = previous ?? currentTransition?.start.pages ?? []
        events.append(
            ReaderEvent(
                .end(isFinished: isFinished, isCompleted: completed, previous: start), transition: step.number,
                axis: axis, position: isFinished ? Double(position(of: axis) ?? 0) : step.position(at: now), time: now))
    }

    mutating func emit(
        _ event: AppearanceEvent, _ pages: [Location], _ axis: Axis, _ position: Double, _ now: Instant
    ) {
        for page in pages { emit(.appearance(event, page), axis, position, now) }
    }

    mutating func emit(_ what: ReaderEvent.What, _ axis: Axis, _ position: Double, _ now: Instant) {
        events.append(ReaderEvent(what, transition: transition, axis: axis, position: position, time: now))
    }

    /// Lets go of the pages that are too many.
    mutating func boundPages(_ axis: Axis, _ position: Double, at now: Instant) {
        while pages.entries.count > Self.maxPages, let oldest = pages.hideOldest() {
            emit(.didDisappear, [oldest], axis, position, now)
        }
    }

    /// Lets go at once of the page that was told to disappear first, unless it was also the last: protected pages would
    /// pass the hard limit.
    ///
    /// - Returns: whether there was one.
    package mutating func dropOldestLeaving(at now: Instant) -> Bool {
        guard let transition = currentTransition, let oldest = pages.hideOldest() else { return false }
        emit(.didDisappear, [oldest], transition.axis, transition.step.position(at: now), now)
        return true
    }

    /// Puts an axis at rest at a spread, or the nearest there is.
    mutating func place(_ place: Int, at index: Int, in source: some PageSource) {
        let state = axes[place]
        let pages = source.count(on: state.axis.surface)
        axes[place].isEmpty = pages == 0
        let last = pages.map { max(state.spreads.count(pages: $0) - 1, 0) } ?? index
        let nearest = min(max(index, 0), last)
        axes[place].spread = state.spread(at: nearest, in: source) ?? Spread(index: nearest, pages: [])
    }
}
