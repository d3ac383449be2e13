package import PageModel

extension ReaderMachine {
    /// What the viewer of a manual reader saw happen to a page.
    package mutating func report(
        _ event: AppearanceEvent, of index: Int, on axis: Axis, in source: some PageSource, at now: Instant
    ) throws(NavigationError) {
        guard isOpen else { throw .closed }
        guard isManual else { throw .notManual }
        guard let place = place(of: axis) else { throw .noSuchAxis }
        guard index >= 0, let page = source.page(at: index, on: axis.surface),
            source.count(on: axis.surface).map({ index < $0 }) ?? true
        else { throw .noSuchPage }
        let location = Location(axis.surface, page: page, index: index)
        let done =
            switch event {
            case .willAppear: pages.appear([location])
            case .didAppear: pages.arrive([location])
            case .willDisappear: pages.disappear([location], at: now)
            case .didDisappear: pages.hide([location])
            }
        guard !done.isEmpty else { throw .noSuchStep }
        if event == .didAppear {
            self.place(place, at: axes[place].spreads.spread(ofPage: index), in: source)
            front = axis
        }
        emit(event, [location], axis, Double(axes[place].spread.index), now)
        boundPages(axis, Double(axes[place].spread.index), at: now)
    }
}
