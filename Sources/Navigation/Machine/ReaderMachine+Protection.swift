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
            let seen = isManual ? pages.entries.map(\.location) : shown.pages
            let all = seen + (isManual ? [] : [shown.back].compactMap { $0 })
            return isAtRest ? ProtectedPages(shown: all) : ProtectedPages(moving: all)
        }
        var moving = pages.entries.map(\.location)
        func add(_ spread: Spread?) {
            guard let spread else { return }
            for page in spread.pages + [spread.back].compactMap({ $0 })
            where !moving.contains(where: { $0.isSamePage(as: page) }) { moving.append(page) }
        }
        add(Spread(index: 0, pages: [], back: transition.start.back))
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
        return ProtectedPages(moving: moving)
    }

    /// The pages that are to be rendered now, the most urgent first: what is shown, or, in a transition, where it goes; of
    /// a leaf that turns, its back before the front that comes.
    package var wantedPages: [Location] {
        let landing = landing
        guard let transition = currentTransition, landing.index != transition.start.index else { return landing.pages }
        let turning = landing.index > transition.start.index ? transition.start : landing
        return [turning.back].compactMap { $0 } + landing.pages
    }
}
