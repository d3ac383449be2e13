import Navigation
import PageModel

/// Opening, closing, and what changes around a reader.
extension Reference {
    mutating func open(background index: Int?, at now: UInt64) {
        isOpen = true
        for line in lines { setIndex(nearest(line.index, line.axis), of: line.axis) }
        background = index.flatMap { book.location($0, on: .background) }
        backgroundIndex = background?.index
        if !isManual { show(at: now) }
    }

    private func nearest(_ spread: Int, _ axis: Axis) -> Int { min(spread, max(count(on: axis) - 1, 0)) }

    mutating func close(at now: UInt64) {
        guard isOpen else { return }
        let axis = transition?.axis ?? front
        let position = position(of: axis, at: now)
        didDisappearAll(axis, position, now)
        let left = inReadingOrder(entries)
        willDisappear(left, but: [], axis, position, now)
        didDisappear(left, axis, position, now)
        endStep(isFinished: false, isCompleted: false, at: now)
        transition = nil
        moved = nil
        isOpen = false
    }

    /// Pages that go together, as they are read: that they came in another order does not count.
    private func inReadingOrder(_ entries: [Entry]) -> [Location] {
        entries.map(\.page).sorted { $0.index < $1.index }
    }

    /// At rest, what is to be seen is what is visible: a jump of duration 0 where it is not.
    ///
    /// - Parameter origin: where the axis in front was before, where that is another place in the same document.
    mutating func show(from origin: Int? = nil, at now: UInt64) {
        let visible = inReadingOrder(entries.filter { $0.state == .visible })
        guard Set(visible.map(Shown.init)) != Set(shown.map(Shown.init)) else { return }
        let target = shown
        let position = Double(line(front).index)
        let isTurn = !visible.isEmpty && !target.isEmpty
        if isTurn {
            lastStep += 1
            if let origin, origin != line(front).index {
                direction = line(front).index < origin ? .backward : .forward
            }
            emit(
                .begin(from: PagePair(visible), to: PagePair(target), direction: direction, isInteractive: false),
                front,
                position, now)
        }
        willAppear(target, front, position, now)
        willDisappear(visible, but: target, front, position, now)
        didAppear(target, front, position, now)
        didDisappearAll(front, position, now)
        if isTurn { emit(.end(isFinished: true, isCompleted: true, previous: PagePair(visible)), front, position, now) }
    }

    // MARK: Axes

    mutating func setEnabled(_ isEnabled: Bool, _ axis: Axis, at now: UInt64) throws(NavigationError) {
        advance(to: now)
        guard isOpen else { throw .closed }
        guard let number = lines.firstIndex(where: { $0.axis == axis }) else { throw .noSuchAxis }
        guard lines[number].isEnabled != isEnabled else { return }
        if transition?.axis == axis { settleNow(at: now) }
        lines[number].isEnabled = isEnabled
    }

    mutating func setSpreads(_ spreads: Spreads, of axis: Axis, at now: UInt64) throws(NavigationError) {
        advance(to: now)
        guard isOpen else { throw .closed }
        guard let number = lines.firstIndex(where: { $0.axis == axis }) else { throw .noSuchAxis }
        guard lines[number].spreads != spreads else { return }
        settleNow(at: now)
        let first = ownPages(lines[number].index, on: axis).first?.index ?? 0
        let isAtCrossing = isAtCrossing(axis)
        lines[number].spreads = spreads
        let spread = isAtCrossing ? lines[number].index : Self.spread(ofPage: first, spreads)
        lines[number].index = nearest(spread, axis)
        if !isManual { show(at: now) }
    }

    // MARK: The document

    mutating func documentChanged(on surfaces: Set<Surface>, to new: Book, at now: UInt64) {
        advance(to: now)
        guard isOpen else { return book = new }
        var after = self
        after.book = new
        after.moveLines(on: surfaces, from: self)
        if let transition {
            if after.isEmpty(transition.axis), surfaces.contains(transition.axis.surface) {
                abandon(at: now)
            } else if let kept = carried(transition, to: after) {
                self.transition = kept
            } else {
                settleNow(at: now)
            }
        }
        let before = self
        book = new
        relocatePages()
        moveLines(on: surfaces, from: before)
        moveMove()
        if isManual {
            forgetDeleted(at: now)
        } else if transition == nil {
            show(from: before.line(front).index, at: now)
        }
    }

    func now(_ page: Location) -> Location? {
        book.index(of: page).map { Location(page.surface, page: page.page, index: $0) }
    }

    /// All pages where they are now; those that are gone stay what they were.
    private mutating func relocatePages() {
        for entry in entries.indices { entries[entry].page = now(entries[entry].page) ?? entries[entry].page }
    }

    /// Current pages stay by id; in the place of one that is gone comes the nearest index.
    private mutating func moveLines(on surfaces: Set<Surface>, from old: Reference) {
        for line in old.lines where surfaces.contains(line.axis.surface) {
            var spread = line.index
            if !old.isAtCrossing(line.axis), let first = old.ownPages(spread, on: line.axis).first {
                let last = max(book.numbers(on: line.axis.surface).count - 1, 0)
                spread = Self.spread(ofPage: now(first)?.index ?? min(first.index, last), line.spreads)
            }
            setIndex(nearest(spread, line.axis), of: line.axis)
        }
        if let page = old.background, surfaces.contains(.background) {
            let last = max(book.numbers(on: .background).count - 1, 0)
            background = now(page) ?? book.location(min(page.index, last), on: .background)
            backgroundIndex = background?.index ?? 0
        } else if surfaces.contains(.background), let index = old.backgroundIndex {
            background = book.location(index, on: .background)
        }
    }

    /// With no page left: WD of the target, DD of all.
    private mutating func abandon(at now: UInt64) {
        guard let transition else { return }
        let position = position(of: transition.axis, at: now)
        let coming = inReadingOrder(entries.filter { $0.state != .disappearing })
        willDisappear(coming, but: [], transition.axis, position, now)
        didDisappearAll(transition.axis, position, now)
        endStep(isFinished: false, isCompleted: false, at: now)
        front = transition.front
        self.transition = nil
    }

    /// The transition with its spreads where they are after the change; nil where one that it needs is not what it was.
    private func carried(_ old: Transition, to after: Reference) -> Transition? {
        var resting = after
        resting.transition = nil
        guard !resting.isLocked(old.axis) else { return nil }
        var new = old
        // One that is gone stays gone, also where another spread has its index by now.
        let start = old.isStartGone ? nil : carried(old.start, old.axis, to: after)
        if let start {
            let seen = after.seen(on: old.front, at: after.line(old.front).index)
            guard seen.map(Shown.init) == start.pages.map(Shown.init) else { return nil }
        }
        if let start { new.start = start } else { new.isStartGone = true }
        switch old.motion {
        case .jump(var jump):
            guard let target = carried(jump.target, old.axis, to: after) else { return nil }
            guard isApart(target, start) else { return nil }
            let isStartGone = old.isStartGone || start == nil
            new.isStartGone = isStartGone
            if isStartGone { new.start = old.start }
            jump.from += Double(isStartGone ? target.index - jump.target.index : new.start.index - old.start.index)
            jump.target = target
            new.motion = .jump(jump)
        case .drag(var drag):
            let origin = SeenSpread(
                index: drag.origin,
                pages: drag.origin == old.start.index ? old.start.pages : seen(on: old.axis, at: drag.origin))
            guard !new.isStartGone, let now = carried(origin, old.axis, to: after) else { return nil }
            let shift = now.index - drag.origin
            drag.origin = now.index
            drag.ground = after.clamped(drag.ground + Double(shift), drag, old.axis)
            drag.offset = after.clamped(drag.offset + Double(shift), drag, old.axis)
            drag.shift += shift
            if let guess = drag.guess {
                guard let now = carried(guess, old.axis, to: after), isApart(now, start) else { return nil }
                drag.guess = now
            }
            drag.passed = drag.passed.compactMap { carried($0, old.axis, to: after) }
            if let bound = drag.bound {
                guard let now = carried(bound, old.axis, to: after) else { return nil }
                drag.bound = now
            }
            new.motion = .drag(drag)
        }
        return new
    }

    /// Where no background lies behind a crossing, the pages of both axes may come to be seen at one index: what a transition
    /// comes from and what it goes to.
    private func isApart(_ spread: SeenSpread, _ start: SeenSpread?) -> Bool {
        guard let start, start.index == spread.index else { return true }
        return start.pages.map(Shown.init) == spread.pages.map(Shown.init)
    }

    private func carried(_ spread: SeenSpread, _ axis: Axis, to after: Reference) -> SeenSpread? {
        let moved = spread.pages.map { after.now($0) }
        guard !moved.contains(where: { $0 == nil }) else { return nil }
        let pages = moved.compactMap { $0 }
        // What is seen through a crossing, and what another axis showed, counts by its number.
        guard let first = pages.first, first.surface == axis.surface else {
            let isStart = spread.index == transition?.start.index
            let front = isStart ? transition?.front ?? axis : axis
            let seen = after.seen(on: front, at: isStart ? after.line(front).index : spread.index)
            if isStart {
                // What was seen belongs to others; the axis must be where it was all the same.
                let own = ownPages(line(axis).index, on: axis)
                let isThere = isAtCrossing(axis) ? after.isAtCrossing(axis) : own.allSatisfy { after.now($0) != nil }
                guard isThere else { return nil }
            }
            let index = isStart ? after.line(axis).index : spread.index
            guard index < after.count(on: axis), seen.map(Shown.init) == pages.map(Shown.init) else { return nil }
            return SeenSpread(index: index, pages: pages)
        }
        let spread = Self.spread(ofPage: first.index, line(axis).spreads)
        let together = after.seen(on: axis, at: spread)
        return together.map(Shown.init) == pages.map(Shown.init) ? SeenSpread(index: spread, pages: pages) : nil
    }

    /// Nobody can report a page that is gone.
    private mutating func forgetDeleted(at time: UInt64) {
        let gone = entries.map(\.page).filter { now($0) == nil }
        let position = Double(line(front).index)
        willDisappear(gone, but: [], front, position, time)
        didDisappear(gone, front, position, time)
    }

    // MARK: Moving a page

    private mutating func moveMove() {
        guard let old = moved else { return }
        guard let page = now(old.page) else { return moved = nil }
        // It is carried as far as it was.
        let last = book.numbers(on: page.surface).count - 1
        moved?.index = min(max(old.index + page.index - old.page.index, 0), last)
        moved?.page = page
    }

    mutating func beginMove(of index: Int, on axis: Axis, at now: UInt64) throws(NavigationError) {
        advance(to: now)
        guard isOpen else { throw .closed }
        guard !isManual else { throw .manual }
        guard lines.contains(where: { $0.axis == axis }) else { throw .noSuchAxis }
        guard line(axis).isEnabled else { throw .axisDisabled }
        guard !isEmpty(axis) else { throw .empty }
        guard transition == nil else { throw .transitionActive }
        guard moved == nil else { throw .moveActive }
        guard let page = book.location(index, on: axis.surface) else { throw .noSuchPage }
        moved = (page, index, nil, now)
    }

    mutating func updateMove(to index: Int?, edge: Direction?, at now: UInt64) throws(NavigationError) {
        advance(to: now)
        guard let old = moved else { throw .noMove }
        if let index {
            guard book.location(index, on: old.page.surface) != nil else { throw .noSuchPage }
            moved?.index = index
        }
        if edge != old.edge {
            moved?.edge = edge
            moved?.since = now
        }
    }

    mutating func endMove(at now: UInt64) throws(NavigationError) -> (page: Location, index: Int) {
        advance(to: now)
        guard let old = moved else { throw .noMove }
        guard transition == nil else { throw .transitionActive }
        moved = nil
        return (old.page, old.index)
    }

    mutating func cancelMove(at now: UInt64) throws(NavigationError) {
        advance(to: now)
        guard moved != nil else { throw .noMove }
        moved = nil
    }

    /// Held at the edge, a page turns the pages.
    mutating func turnAtEdge(at due: UInt64) {
        guard let held = moved, let edge = held.edge else { return }
        moved?.since = due
        let axis: Axis = held.page.surface == .horizontal ? .horizontal : .vertical
        let next = line(axis).index + (edge == .forward ? 1 : -1)
        let page = next < 0 ? -1 : Self.indexes(ofSpread: next, line(axis).spreads)[0]
        do throws(NavigationError) {
            _ = try jump(on: axis, to: page, direction: edge, duration: 0, at: due)
        } catch {
            moved?.edge = nil
        }
    }

    // MARK: Manual readers

    mutating func report(_ event: AppearanceEvent, of index: Int, on axis: Axis, at now: UInt64) throws(NavigationError)
    {
        advance(to: now)
        guard isOpen else { throw .closed }
        guard isManual else { throw .notManual }
        guard lines.contains(where: { $0.axis == axis }) else { throw .noSuchAxis }
        guard let page = book.location(index, on: axis.surface) else { throw .noSuchPage }
        let state = state(page)
        let fits =
            switch event {
            case .willAppear: state == nil || state == .disappearing
            case .didAppear: state == .appearing
            case .willDisappear: state == .appearing || state == .visible
            case .didDisappear: state == .disappearing
            }
        guard fits else { throw .noSuchStep }
        if event == .didAppear {
            setIndex(nearest(Self.spread(ofPage: index, line(axis).spreads), axis), of: axis)
            front = axis
        }
        let position = Double(line(axis).index)
        switch event {
        case .willAppear: willAppear([page], axis, position, now)
        case .didAppear: didAppear([page], axis, position, now)
        case .willDisappear: willDisappear([page], but: [], axis, position, now)
        case .didDisappear: didDisappear([page], axis, position, now)
        }
    }
}

/// A page on its surface, wherever it is by now.
struct Shown: Hashable, CustomStringConvertible {
    let surface: Surface
    let page: PageID

    init(_ location: Location) {
        surface = location.surface
        page = location.page
    }

    var description: String { Location(surface, page: page, index: 0).notation }
}
