/// The pages of a reader that are protected from eviction.
package struct ProtectedPages: Hashable, Sendable {
    /// What a reader at rest shows: never a victim.
    package var shown: [Location] = []
    /// What a transition needs: a victim among these is deferred.
    package var moving: [Location] = []
}

extension ReaderMachine {
    /// The pages that are protected now: at rest what is shown; in a transition all that is not hidden, the source and the
    /// target of a jump, the guess of a drag and its two neighbours. A back goes with its front.
    package func protectedPages(in source: some PageSource) -> ProtectedPages {
        guard isOpen else { return ProtectedPages() }
        guard let transition = currentTransition else {
            let all = isManual ? pages.entries.map(\.location) : withBacks(shown.pages, in: source)
            return isAtRest ? ProtectedPages(shown: all) : ProtectedPages(moving: all)
        }
        var moving = pages.entries.map(\.location)
        func add(_ spread: Spread?) {
            for page in spread?.pages ?? [] where !moving.contains(where: { $0.isSamePage(as: page) }) {
                moving.append(page)
            }
        }
        switch transition.step.motion {
        case .jump(let jump): add(jump.target)
        case .drag(let drag):
            add(drag.bound?.spread)
            add(drag.guess)
            if let guess = drag.guess {
                add(spread(at: guess.index - 1, on: transition.axis, in: source))
                add(spread(at: guess.index + 1, on: transition.axis, in: source))
            }
        }
        return ProtectedPages(moving: withBacks(moving, in: source))
    }

    /// These pages, and the backs of those that are fronts.
    private func withBacks(_ fronts: [Location], in source: some PageSource) -> [Location] {
        guard axes.contains(where: { $0.spreads == .leaf(.nextPage) }) else { return fronts }
        var known = Set(fronts)
        let backs = fronts.compactMap { front -> Location? in
            guard let state = axes.first(where: { $0.axis.surface == front.surface }),
                // A page that was deleted has no back any more.
                source.page(at: front.index, on: front.surface) == front.page
            else { return nil }
            return state.spread(at: state.spreads.spread(ofPage: front.index), in: source)?.back
        }
        return fronts + backs.filter { known.insert($0).inserted }
    }

    /// The pages that are to be rendered now, the most urgent first: what is shown, or, in a transition, where it goes; of
    /// a leaf that turns, its back before the front that comes. Of a manual reader, what its viewer has said appears and
    /// has not said to go, in that order; before it has said anything, what the reader was opened on.
    package var wantedPages: [Location] {
        if isManual {
            let present = pages.entries.filter { $0.state != .disappearing }.map(\.location)
            return present.isEmpty ? shown.pages : present
        }
        let landing = landing
        guard let transition = currentTransition, !transition.isStart(landing.index) else { return landing.pages }
        let isForward = landing.index > transition.start.index
        let turning = !isForward ? landing : transition.isStartGone ? nil : transition.start
        return [turning?.back].compactMap { $0 } + landing.pages
    }
}
