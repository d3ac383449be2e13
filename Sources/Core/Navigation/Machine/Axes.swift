package import PageModel

/// How an axis of a reader is set up.
package struct AxisSetup: Hashable, Sendable {
    package var spreads: Spreads
    /// The spread at which this axis must rest for the other one to move, and through which what lies behind is seen; nil
    /// where the other needs none.
    package var unlocks: Int?
    package var isEnabled: Bool
    /// The page to begin with.
    package var start: Int

    package init(spreads: Spreads = .single, unlocks: Int? = nil, isEnabled: Bool = true, start: Int = 0) {
        self.spreads = spreads
        self.unlocks = unlocks
        self.isEnabled = isEnabled
        self.start = start
    }
}

/// An axis, and where it settled last.
struct AxisState: Sendable {
    let axis: Axis
    var spreads: Spreads
    let unlocks: Int?
    var isEnabled: Bool
    /// The page that the axis begins with.
    private(set) var start: Int
    /// Where it last settled, with its own pages: none where its document has none, and maybe none at its crossing, where
    /// others are seen.
    private(set) var spread: Spread
    /// Whether the axis' document has no pages.
    private(set) var isEmpty = false

    init(_ axis: Axis, _ setup: AxisSetup, unlocks: Int?) {
        self.axis = axis
        self.unlocks = unlocks
        spreads = setup.spreads
        isEnabled = setup.isEnabled
        start = max(setup.start, 0)
        spread = Spread(index: setup.spreads.spread(ofPage: start))
    }

    /// Whether the axis rests where it unlocks the other one.
    var isAtCrossing: Bool { spread.index == unlocks }

    /// Sets the page that the axis begins with.
    mutating func setStart(_ index: Int) {
        start = index
        spread = Spread(index: spreads.spread(ofPage: index))
    }

    /// Settles the axis on a spread.
    @inline(__always) mutating func settle(on target: Spread) {
        // What is seen through a crossing belongs to others.
        let isOwn = target.pages.first.map { $0.surface == axis.surface } ?? true
        spread = isOwn ? target : Spread(index: target.index)
    }

    /// The spread in which its pages are found where they are taken together in another way: that of its first page, which
    /// stays where it is. At a crossing the number of the spread counts, not the page that would be there.
    func index(in spreads: Spreads) -> Int {
        let first = isAtCrossing ? nil : spread.pages.first
        return first.map { spreads.spread(ofPage: $0.index) } ?? spread.index
    }

    /// Settles the axis on a spread, or on the nearest that there is.
    mutating func settle(near index: Int, in source: some PageSource) {
        let count = source.count(on: axis.surface)
        isEmpty = count == 0
        let last = count.map { max(spreads.count(pages: $0) - 1, 0) } ?? index
        let nearest = min(max(index, 0), last)
        spread = ownSpread(at: nearest, of: count ?? Target.limit, in: source) ?? Spread(index: nearest)
    }

    /// A spread of this axis' own pages; nil where there is none, or its pages are not known.
    ///
    /// - Parameter count: how many pages there are, or might be.
    @inline(__always) func ownSpread(at index: Int, of count: Int, in source: some PageSource) -> Spread? {
        guard index >= 0, index < Target.limit else { return nil }
        let indexes = spreads.pages(ofSpread: index)
        guard let first = page(at: indexes.lowerBound, of: count, in: source) else { return nil }
        guard !spreads.isSingle else { return Spread(index: index, pages: PagePair(first)) }
        // While pages come and go a source may have one of them at both indexes: it is seen once.
        if indexes.count > 1, let second = page(at: indexes.lowerBound + 1, of: count, in: source),
            second.page != first.page
        {
            return Spread(index: index, pages: PagePair(first, second))
        }
        let back = spreads.back(ofSpread: index).flatMap { page(at: $0, of: count, in: source) }
        return Spread(index: index, pages: PagePair(first), back: back?.page == first.page ? nil : back)
    }

    @inline(__always) private func page(at index: Int, of count: Int, in source: some PageSource) -> Location? {
        guard index < count, let page = source.page(at: index, on: axis.surface) else { return nil }
        return Location(axis.surface, page: page, index: index)
    }
}

/// The axes of a reader, where they cross, and what is seen of them at rest.
struct Axes: Sendable {
    /// The states of the axes, one or two.
    private var states: [AxisState]
    /// The axis that moved last: where neither rests at the crossing, its page is the one that is seen.
    var front: Axis
    /// The background behind both axes; nil where they have none. The spread has no page where the background has none.
    var background: Spread?

    /// - Parameter setups: one or two; the first one is in front. None is a horizontal one.
    init(_ setups: [(axis: Axis, setup: AxisSetup)]) {
        let setups = setups.isEmpty ? [(.horizontal, AxisSetup())] : setups.prefix(2)
        front = setups[0].axis
        states = setups.map { axis, setup in AxisState(axis, setup, unlocks: setups.count > 1 ? setup.unlocks : nil) }
    }

    /// In the order in which they were set up.
    var names: [Axis] { states.map(\.axis) }

    /// Whether the back of a leaf may be a page of its own.
    var hasBacks: Bool { states.contains { $0.spreads.hasBacks } }

    /// Whether a leaf may be seen through the crossing of an axis: its back is not the spread's then.
    @inline(__always) var mayShowLeafOfOther: Bool { states.count > 1 && hasBacks }

    /// An axis; nil where the reader has no such one.
    subscript(axis: Axis) -> AxisState? { number(of: axis).map { states[$0] } }

    /// Changes an axis.
    mutating func update(_ axis: Axis, _ body: (inout AxisState) -> Void) {
        if let number = number(of: axis) { body(&states[number]) }
    }

    /// Where an axis last settled, in spreads; nil where the reader has no such axis.
    @inline(__always) func index(of axis: Axis) -> Int? { number(of: axis).map { states[$0].spread.index } }

    /// How the pages of an axis are taken together.
    @inline(__always) func spreads(of axis: Axis) -> Spreads { number(of: axis).map { states[$0].spreads } ?? .single }

    /// The index of the page that a target means, counted from where an axis last settled; nil where no page is there. Its spreads
    /// are read where they lie.
    @inline(__always) func index(of target: Target, on axis: Axis, wraps: Bool, pages: Int?) -> Int? {
        guard let number = number(of: axis) else { return nil }
        return target.index(
            from: states[number].spread.index, in: states[number].spreads, wraps: wraps, pages: pages)
    }

    @inline(__always) private func number(of axis: Axis) -> Int? {
        if states[0].axis == axis { return 0 }
        return states.count > 1 && states[1].axis == axis ? 1 : nil
    }

    /// Why an axis can't be moved at rest; nil where it can.
    @inline(__always) func refusal(of axis: Axis) -> NavigationError? {
        guard let number = number(of: axis) else { return .noSuchAxis }
        guard states[number].isEnabled else { return .axisDisabled }
        guard !states[number].isEmpty else { return .empty }
        return states.count > 1 && isLocked(axis) ? .axisLocked : nil
    }

    /// Whether an axis is the only one, and may be moved.
    @inline(__always) func mayTurnAlone(_ axis: Axis) -> Bool {
        states.count == 1 && states[0].axis == axis && states[0].isEnabled && !states[0].isEmpty
    }

    /// Whether the other axis, at rest, keeps this one from moving.
    func isLocked(_ axis: Axis) -> Bool {
        guard states.count > 1, let other = number(of: axis.other), states[other].isEnabled,
            let unlocks = states[other].unlocks
        else { return false }
        return states[other].spread.index != unlocks
    }

    // MARK: What is seen

    /// The spread that is seen at rest.
    @inline(__always) var shown: Spread { states.count == 1 ? states[0].spread : seen(on: front) }

    /// The spread that is seen where an axis settled: the axis' own, or what lies behind its crossing.
    func seen(on axis: Axis) -> Spread {
        guard let state = self[axis] else { return Spread(index: 0) }
        return state.isAtCrossing ? seen(throughCrossingOf: axis, with: state.spread) : state.spread
    }

    /// The spread that is seen on an axis at an index; nil where there is none, or its pages are not known.
    ///
    /// - Parameter count: how many pages the axis has, or might have.
    @inline(__always) func spread(
        at index: Int, on axis: Axis, of count: Int, in source: some PageSource
    ) -> Spread? {
        guard let number = number(of: axis), let own = states[number].ownSpread(at: index, of: count, in: source) else {
            return nil
        }
        return states[number].unlocks == index ? seen(throughCrossingOf: axis, with: own) : own
    }

    /// Where an axis is, with what is seen now.
    @inline(__always) func departure(of axis: Axis) -> Spread {
        states.count == 1 ? states[0].spread : departureOfOne(axis)
    }

    private func departureOfOne(_ axis: Axis) -> Spread {
        let seen = shown.pages
        guard let own = self[axis]?.spread else { return Spread(index: 0, pages: seen) }
        // Only a leaf of its own turns.
        return Spread(index: own.index, pages: seen, back: seen == own.pages ? own.back : nil)
    }

    /// The spread that is seen through the crossing of an axis, with the other axis' page. Where that axis is at its
    /// crossing too, the background is seen; where there is no such page, the axis' own.
    private func seen(throughCrossingOf axis: Axis, with own: Spread) -> Spread {
        guard let other = self[axis.other] else { return own }
        let behind = other.isAtCrossing ? background?.pages ?? PagePair() : other.spread.pages
        return behind.isEmpty ? own : Spread(index: own.index, pages: behind)
    }

    // MARK: Where they settle

    /// Settles an axis on a spread, after a turn.
    @inline(__always) mutating func settle(_ axis: Axis, on target: Spread) {
        front = axis
        if let number = number(of: axis) { states[number].settle(on: target) }
    }

    /// Puts all axes at rest where they begin, and the background.
    mutating func open(background index: Int?, in source: some PageSource) {
        for number in states.indices { states[number].settle(near: states[number].spread.index, in: source) }
        background = index.flatMap { index in
            source.page(at: index, on: .background).map {
                Spread(index: index, pages: PagePair(Location(.background, page: $0, index: index)))
            }
        }
    }

    /// Looks up the pages of axes that rest at their crossing: what was seen there may be gone.
    mutating func findOwnPagesAtCrossing(in source: some PageSource) {
        for number in states.indices where states[number].isAtCrossing && states[number].spread.pages.isEmpty {
            states[number].settle(near: states[number].spread.index, in: source)
        }
    }
}

// MARK: - Settings

extension ReaderMachine {
    /// Switches an axis on or off. What moves along it settles first.
    package mutating func setEnabled(
        _ isEnabled: Bool, _ axis: Axis, in source: some PageSource, at now: Instant
    ) throws(Refusal) -> Standing {
        runDeadlines(to: now, in: source)
        guard isOpen else { throw refused(.closed, in: source, at: now) }
        guard let state = axes[axis] else { throw refused(.noSuchAxis, in: source, at: now) }
        guard state.isEnabled != isEnabled else { return standing(isNoop: true, in: source, at: now) }
        if phase.transition?.axis == axis { settle(at: now) }
        axes.update(axis) { $0.isEnabled = isEnabled }
        return standing(in: source, at: now)
    }

    /// Where an axis will rest once ``setSpreads(_:of:in:at:)`` has settled what is under way; nil where the reader has no such
    /// axis.
    package func spread(of axis: Axis, in spreads: Spreads) -> Int? {
        guard var state = axes[axis] else { return nil }
        if let (transition, target) = phase.settled, transition.axis == axis, !transition.isStart(target.index) {
            state.settle(on: target)
        }
        return state.index(in: spreads)
    }

    /// Takes the pages of an axis together as they are known by now: among those behind the spreads that it knows of some stand alone.
    /// Nothing that the reader holds is elsewhere for that.
    package mutating func count(_ spreads: Spreads, of axis: Axis) {
        axes.update(axis) { $0.spreads = spreads }
    }

    /// Takes the pages of an axis together in another way. What is under way settles first; the first page of its spread
    /// stays where it is.
    ///
    /// - Parameter source: must know the pages of the spread that this page is in then (``spread(of:in:)``).
    package mutating func setSpreads(
        _ spreads: Spreads, of axis: Axis, in source: some PageSource, at now: Instant
    ) throws(Refusal) -> Standing {
        runDeadlines(to: now, in: source)
        guard isOpen else { throw refused(.closed, in: source, at: now) }
        guard let old = axes[axis] else { throw refused(.noSuchAxis, in: source, at: now) }
        guard old.spreads != spreads else { return standing(isNoop: true, in: source, at: now) }
        settle(at: now)
        axes.update(axis) { state in
            let index = state.index(in: spreads)
            state.spreads = spreads
            state.settle(near: index, in: source)
        }
        axes.findOwnPagesAtCrossing(in: source)
        if !isManual { show(axes.shown, at: now) }
        hasChanged = true
        return standing(in: source, at: now)
    }
}
