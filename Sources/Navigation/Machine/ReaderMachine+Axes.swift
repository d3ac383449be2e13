package import PageModel

extension ReaderMachine {
    /// Switches an axis on or off. What moves along it settles first.
    package mutating func setEnabled(
        _ isEnabled: Bool, _ axis: Axis, in source: some PageSource, at now: Instant
    ) throws(NavigationError) {
        advance(to: now, in: source)
        guard isOpen else { throw .closed }
        guard let place = place(of: axis) else { throw .noSuchAxis }
        guard axes[place].isEnabled != isEnabled else { return }
        if currentTransition?.axis == axis { settleNow(at: now) }
        axes[place].isEnabled = isEnabled
    }

    /// Takes the pages of an axis together in another way. What is under way settles first; the first page of its spread
    /// stays where it is.
    ///
    /// - Parameter source: must know the pages of the spread that this page is in then.
    package mutating func setSpreads(
        _ spreads: Spreads, of axis: Axis, in source: some PageSource, at now: Instant
    ) throws(NavigationError) {
        advance(to: now, in: source)
        guard isOpen else { throw .closed }
        guard let place = place(of: axis) else { throw .noSuchAxis }
        guard axes[place].spreads != spreads else { return }
        settleNow(at: now)
        let state = axes[place]
        axes[place].spreads = spreads
        // At a crossing it is the place that counts, not the page that would be there.
        let first = state.isAtCrossing ? nil : state.spread.pages.first
        self.place(place, at: first.map { spreads.spread(ofPage: $0.index) } ?? state.spread.index, in: source)
        if !isManual { show(shown, at: now) }
    }
}
