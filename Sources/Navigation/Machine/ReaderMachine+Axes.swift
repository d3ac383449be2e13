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

    /// Takes the pages of an axis together in another way. What moves along it settles first; the first page of its spread
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
        if currentTransition?.axis == axis { settleNow(at: now) }
        // At a crossing others' pages are seen, and it is its own that counts.
        let first = axes[place].spreads.pages(ofSpread: axes[place].spread.index).lowerBound
        axes[place].spreads = spreads
        self.place(place, at: spreads.spread(ofPage: first), in: source)
        if !isManual, currentTransition == nil { show(shown, at: now) }
    }
}
