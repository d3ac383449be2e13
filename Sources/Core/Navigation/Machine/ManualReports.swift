package import PageModel

extension ReaderMachine {
    /// Notes what the viewer of a manual reader saw happen to a page.
    package mutating func report(
        _ event: AppearanceEvent, of index: Int, on axis: Axis, in source: some PageSource, at now: Instant
    ) throws(Refusal) -> Standing {
        runDeadlines(to: now, in: source)
        do throws(NavigationError) {
            try note(event, of: index, on: axis, in: source, at: now)
        } catch {
            throw refused(error, in: source, at: now)
        }
        return standing(in: source, at: now)
    }

    private mutating func note(
        _ event: AppearanceEvent, of index: Int, on axis: Axis, in source: some PageSource, at now: Instant
    ) throws(NavigationError) {
        guard isOpen else { throw .closed }
        guard isManual else { throw .notManual }
        guard let spreads = axes[axis]?.spreads else { throw .noSuchAxis }
        let location = try knownPage(at: index, on: axis.surface, in: source)
        let page = PagePair(location)
        let done =
            switch event {
            case .willAppear: pages.appear(page)
            case .didAppear: pages.arrive(page)
            case .willDisappear: pages.disappear(page, at: now)
            case .didDisappear: pages.hide(page)
            }
        guard !done.isEmpty else { throw .noSuchStep }
        hasChanged = true
        if event == .didAppear {
            axes.update(axis) { $0.settle(near: spreads.spread(ofPage: index), in: source) }
            axes.front = axis
        }
        let moment = moment(on: axis, now)
        emit(event, page, moment)
        hidePagesPastLimit(moment)
    }

    /// The page at an index, which must be there.
    func knownPage(
        at index: Int, on surface: Surface, in source: some PageSource
    ) throws(NavigationError) -> Location {
        guard index >= 0, index < source.count(on: surface) ?? Target.limit,
            let page = source.page(at: index, on: surface)
        else { throw .noSuchPage }
        return Location(surface, page: page, index: index)
    }
}
