import Navigation
import PageModel
import Prefetch
import SheafInterface

// How a reader shows its pages, and changes of that.
extension ReaderSession {
    /// Shows pages in another viewport. What is under way settles first.
    func setViewport(_ viewport: Viewport) {
        guard viewport != pages.viewport else { return advance() }
        settleNow()
        pages.setViewport(viewport)
        protect()
        announce()
    }

    /// Switches an axis on or off, and arranges its pages in another way. Nothing changes before they are found.
    func set(
        _ axis: ReaderAxis, isEnabled: Bool?, _ change: ArrangementChange, _ answers: Answers
    ) throws(Interruption) {
        guard let arrangement = change.applied(to: axis.arrangement) else {
            throw .failure(.invalidArrangement(field: "back", reason: ArrangementChange.noLeaf))
        }
        advance()
        guard arrangement != axis.arrangement || isEnabled != nil && isEnabled != inspect({ $0.isEnabled(axis.axis) })
        else {
            return watches.send(.init(state: state))
        }
        if arrangement.spreads != axis.arrangement.spreads {
            let spread = inspect { $0.spread(of: axis.axis, in: arrangement.spreads) } ?? 0
            if let failure = try find(spread...spread, of: arrangement.spreads, on: axis, answers) {
                throw .failure(.document(failure))
            }
            settleNow()
        }
        if let isEnabled {
            apply(
                try command(on: axis.axis) { machine, pages, now throws(Refusal) in
                    try machine.setEnabled(isEnabled, axis.axis, in: pages, at: now)
                })
        }
        pages.arrange(axis, as: arrangement)
        apply(
            try command(on: axis.axis) { machine, pages, now throws(Refusal) in
                try machine.setSpreads(arrangement.spreads, of: axis.axis, in: pages, at: now)
            })
        protect()
        announce()
    }

    /// Its viewer says what it will show along an axis: pages, the most urgent first, and where those rest that run by; and how
    /// much it wants rendered ahead, nil: as before.
    func prefetch(
        _ indexes: [Int], landing: (index: Int, duration: UInt64)?, on axis: ReaderAxis, mode: PrefetchMode?
    ) throws(Interruption) {
        advance()
        for index in indexes + [landing?.index].compactMap({ $0 }) {
            guard index >= 0, index < axis.exactCount ?? .max, Double(index) < MotionCheck.limit else {
                throw .noSuchPage(CheckedTarget.number(.index(index)).text, on: axis)
            }
        }
        if let mode { setPrefetch(mode) }
        ahead.hint(indexes, on: axis)
        if let landing { ahead.land(on: landing.index, after: landing.duration, on: axis) }
        planLater()
    }

    /// Its viewer will not show pages of an axis as it said; nil: any.
    func cancelPrefetch(_ indexes: [Int]?, on axis: ReaderAxis) {
        ahead.forgetHints(indexes, on: axis)
        planLater()
    }

    /// Renditions may have so many pixels from now on; pages that come out otherwise are shown anew.
    func setLimit(_ limit: RenditionLimit) {
        guard limit != pages.limit else { return }
        let before = wanted.map { $0.map(\.rendition) }
        pages.setLimit(limit)
        protect()
        guard wanted.map({ $0.map(\.rendition) }) != before else { return }
        deliverLater(isAnew: false)
    }

    /// Shows anew what may look different, and tells the watches where it stands.
    func announce() {
        watches.send(.init(state: state))
        deliverLater(isAnew: true)
    }
}
