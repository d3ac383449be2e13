import Navigation
import PageModel
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
        _ axis: ReaderAxis, isEnabled: Bool?, _ arrangement: Arrangement, _ answers: Answers
    ) throws(Interruption) {
        advance()
        guard arrangement != axis.arrangement || isEnabled != nil && isEnabled != inspect({ $0.isEnabled(axis.axis) })
        else {
            return watches.send(.init(state: state))
        }
        let isOther = arrangement.spreads != axis.arrangement.spreads
        // Where it will rest then, a copy tells.
        var settled = inspect { $0 }
        if isOther { _ = settled.settleNow(in: pages, at: context.now) }
        // At a crossing it is the index that counts, not the page that would be there.
        var spread = settled.position(of: axis.axis) ?? 0
        if spread != axis.unlocks, let first = settled.settled(on: axis.axis)?.pages.first {
            spread = arrangement.spreads.spread(ofPage: first.index)
        }
        if let failure = try find(spread...spread, of: arrangement.spreads, on: axis, answers) {
            throw .failure(.document(failure))
        }
        if isOther { settleNow() }
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
