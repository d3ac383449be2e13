package import PageModel

extension ReaderMachine {
    /// The end of a transition step, as the viewer saw it. One that is over, unknown, or still held is ignored.
    package mutating func settle(
        transition number: Int, in source: some PageSource, at now: Instant
    ) -> (isSettled: Bool, standing: Standing?) {
        runDeadlines(to: now, in: source)
        switch phase {
        case .jump(let transition, _) where transition.number == number,
            .settling(let transition, _, _) where transition.number == number:
            settle(at: now)
            return (true, standing(in: source, at: now))
        case .unopened, .rest, .jump, .drag, .settling, .closed:
            return (false, changes(in: source, at: now))
        }
    }

    /// Settles what is under way, where there is anything.
    ///
    /// - Returns: what that came to; nil where nothing was under way.
    package mutating func settleNow(in source: some PageSource, at now: Instant) -> Standing? {
        runDeadlines(to: now, in: source)
        settle(at: now)
        return changes(in: source, at: now)
    }

    /// The transition is where it was going: an animation at its target, a drag where it would go without speed.
    mutating func settle(at now: Instant) {
        guard let (transition, target) = phase.settled else { return }
        let moment = Moment(axis: transition.axis, position: Double(target.index), time: now)
        let isBack = transition.isStart(target.index)
        switch phase {
        case .drag(_, let drag), .settling(_, let drag, _):
            if let guess = drag.guess { settle(at: target, instead: guess, isBack: isBack, moment) }
        case .unopened, .rest, .jump, .closed: arrive(at: target, moment)
        }
        phase = .rest
        hasChanged = true
        if isBack { axes.front = transition.front } else { axes.settle(transition.axis, on: target) }
        emitEnd(of: transition, isFinished: true, isCompleted: !isBack, moment)
        // What is held at the edge meanwhile turns no page.
        move?.edge?.since = now
    }

    /// A drag settles on its guess, back where it started, or on any other page.
    private mutating func settle(at target: Spread, instead guess: Spread, isBack: Bool, _ moment: Moment) {
        // A source may be ahead of the machine: the page counts that got its WA.
        guard target.index != guess.index || !target.hasSamePages(as: guess) else {
            return arrive(at: target, moment)
        }
        emit(.willAppear, pages.appear(target.pages), moment)
        guard isBack else {
            emit(.willDisappear, pages.disappear(guess.pages, except: target.pages, at: moment.time), moment)
            return arrive(at: target, moment)
        }
        emit(.didAppear, pages.arrive(target.pages), moment)
        emit(.willDisappear, pages.disappear(guess.pages, except: target.pages, at: moment.time), moment)
        emit(.didDisappear, pages.hideAll(), moment)
    }

    private mutating func arrive(at target: Spread, _ moment: Moment) {
        emit(.didAppear, pages.arrive(target.pages), moment)
        emit(.didDisappear, pages.hideAll(), moment)
    }

    /// At rest, shows a spread in place of what is visible, as a jump of duration 0; nothing where it is the same pages.
    ///
    /// - Parameter origin: the index of the spread on the axis in front before: the jump looks like a turn from there. nil: like the
    ///   turn before it.
    mutating func show(_ target: Spread, from origin: Int? = nil, at now: Instant) {
        let visible = pages.resting.inReadingOrder
        guard !visible.hasSamePages(as: target.pages) else { return }
        let moment = Moment(axis: front, position: Double(target.index), time: now)
        let isTurn = !visible.isEmpty && !target.pages.isEmpty
        hasChanged = true
        if isTurn {
            transition += 1
            if let origin, let index = axes.index(of: front) {
                direction = Self.direction(from: origin, to: index) ?? direction
            }
            emit(.begin(from: visible, to: target.pages, direction: direction, isInteractive: false), moment)
        }
        emit(.willAppear, pages.appear(target.pages), moment)
        emit(.willDisappear, pages.disappear(visible, except: target.pages, at: now), moment)
        emit(.didAppear, pages.arrive(target.pages), moment)
        emit(.didDisappear, pages.hideAll(), moment)
        if isTurn { emit(.end(isFinished: true, isCompleted: true, previous: visible), moment) }
    }

    // MARK: Early ends

    /// Hides at once the page whose WD is oldest, unless it is also the latest: protected pages would pass the hard limit.
    ///
    /// - Returns: what that, and what was due, came to; nil where there is no such page.
    package mutating func dropOldestDeparting(in source: some PageSource, at now: Instant) -> Standing? {
        runDeadlines(to: now, in: source)
        if let transition = phase.transition, let oldest = pages.hideOldest() {
            hasChanged = true
            emit(.didDisappear, [oldest], moment(on: transition.axis, now))
        }
        return changes(in: source, at: now)
    }

    /// The time of the WD of the page that ``dropOldestDeparting(in:at:)`` would hide; nil where there is none.
    package var oldestDeparture: Instant? { phase.transition == nil ? nil : pages.oldestDeparture }

    /// Hides the pages that are too many.
    mutating func hidePagesPastLimit(_ moment: Moment) {
        while pages.count > Self.maxPages, let oldest = pages.hideOldest() {
            emit(.didDisappear, [oldest], moment)
        }
    }
}
