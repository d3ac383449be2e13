import Navigation
import PageModel
import SheafInterface
import Varlink

// Turns to pages, and what of them is handed over to whom.
extension ReaderSession {
    /// Turns to a page; what is known of it by then comes at once.
    ///
    /// - Parameter connection: who is handed the pages.
    func turn(
        _ turn: Turn, _ answers: Answers, over connection: VarlinkConnection
    ) throws(Interruption) -> TurnResult {
        let axis = turn.axis
        advance()
        // Nothing is looked for that would be refused.
        if let refusal = inspect({ $0.refusal(of: axis.axis) }) { throw .failure(.refused(refusal, axis: axis.axis)) }
        let index = try index(of: turn.target, wraps: turn.wraps, on: axis, answers)
        let spread = axis.arrangement.spreads.spread(ofPage: index)
        try find(spread...spread, with: index, isTurnedTo: true, on: axis, target: turn.target, answers)
        // Before anything changes, and whether or not the page is in the cache.
        if turn.handover == .inline, turn.format == .bgrx8888 { try checkInline(spread, on: axis, turn) }
        let settled = step.shown.pages.first
        let new = try command(on: axis.axis, target: turn.target.text) { machine, pages, now throws(Refusal) in
            try machine.jump(
                on: axis.axis, to: index, direction: turn.direction ?? turn.target.direction, duration: turn.duration,
                in: pages, at: now)
        }
        if !new.isNoop, let settled { noteJump(to: turn.target, from: settled) }
        ahead.turned(to: spread, at: context.now)
        apply(new)
        return result(of: new, turn, over: connection)
    }

    // MARK: What is handed over

    /// Puts pages into a result, where the user may have them.
    private func lease(
        _ pages: [HandedPage], to result: inout TurnResult, _ handover: ReaderInterface.Handover,
        over connection: VarlinkConnection
    ) {
        let served = pages.map(\.served)
        // The reader has turned: that the page can't go along does not undo it.
        if let refusal = context.leases.refusal(of: served, to: uid, handover) {
            if result.isHit { result.failure = pages.first?.view.page.failure(refusal.reason) }
            return
        }
        if handover == .descriptor { noteLease(of: pages, over: connection) }
        result.first = pages.first
        result.second = pages.count > 1 ? pages[1] : nil
    }

    private func result(of step: Step, _ turn: Turn, over connection: VarlinkConnection) -> TurnResult {
        let ready = delivery.show(wanted, isAnew: true).first
        noteDelivered()
        var result = TurnResult(
            isNoop: step.isNoop, isHit: ready != nil, transition: step.transition, landing: step.landing.pages.first)
        guard turn.handover != .none else {
            // Pages that the caller did not take are for the watches.
            if !step.isNoop { handOverLater(ready ?? []) }
            return result
        }
        // Nor are those of an earlier turn that nobody has seen yet.
        if !step.isNoop { handOverLater([]) }
        guard turn.format == .bgrx8888 else {
            // What stands in for them would be encoded while they are rendered, and hold that up.
            result.first = ready?.first
            result.second = ready.flatMap { $0.count > 1 ? $0[1] : nil }
            return result
        }
        let pages = ready ?? delivery.standIns()
        lease(pages, to: &result, turn.handover, over: connection)
        return result
    }

    /// Refuses pages that do not fit in a message.
    private func checkInline(_ target: Int, on axis: ReaderAxis, _ turn: Turn) throws(Interruption) {
        let spreads = axis.arrangement.spreads
        var indexes = Array(spreads.pages(ofSpread: target))
        // The back of a leaf is seen while it turns.
        let turning = min(target, inspect { $0.position(of: axis.axis) } ?? target)
        if turn.duration > 0, let back = spreads.back(ofSpread: turning) { indexes.append(back) }
        let locations = indexes.compactMap { index in
            pages.page(at: index, on: axis.axis.surface).map { Location(axis.axis.surface, page: $0, index: index) }
        }
        let bytes = pages.views(of: locations).reduce(0) { $0 + $1.rendition.pixelBytes }
        guard bytes <= PageHandover.maxInline else {
            throw .failure(.inlineTooLarge(bytes: bytes, limit: PageHandover.maxInline))
        }
    }
}
