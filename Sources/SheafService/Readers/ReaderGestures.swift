import Navigation
import PageModel
import ProviderHost
import Varlink

/// A drag, or a page that is moved by hand. It is let go when the connection ends over which it was taken up.
struct ViewerHold {
    let connection: ConnectionID
    /// Of a page that is moved: the edition of its document whose provider knows of that.
    var edition: Int?
}

// Fingers on pages: drags, and what viewers report that turn pages themselves.
extension ReaderSession {
    /// A finger comes down.
    func beginDrag(
        on axis: ReaderAxis, at offset: Double?, by connection: ConnectionID, _ answers: Answers
    ) throws(Interruption) -> DragStart {
        advance()
        // Where a jump is under way it settles first, and what lies around its target is in reach.
        let reach = inspect { $0.reach(of: axis.axis) }
        // A finger moves on.
        if pages.unknownPages(in: reach, on: axis) != nil { makeWay(for: answers, isAtOnce: true) }
        try find(reach, on: axis, answers)
        let start = try command(on: axis.axis) { machine, pages, now throws(Refusal) in
            try machine.beginDrag(on: axis.axis, at: offset, in: pages, at: now)
        }
        hold = ViewerHold(connection: connection)
        apply(start.step)
        return start
    }

    /// The finger is at an offset.
    func drag(to offset: Double) throws(Interruption) {
        let step: Step?
        do throws(Interruption) {
            step = try command { machine, pages, now throws(Refusal) in
                try machine.drag(to: offset, in: pages, at: now)
            }
        } catch {
            dropOffset()
            throw error
        }
        // Most offsets change nothing on screen.
        if let step { apply(step) }
    }

    /// Pulled this far past the document's end, in spreads, a drag that is released asks for a refresh.
    static let overscrollThreshold = 0.25

    /// The finger is lifted.
    ///
    /// - Parameter velocity: in spreads a second.
    /// - Returns: where the drag is bound, and the document that was pulled far enough to look at its source again; nil: none.
    func releaseDrag(velocity: Double) throws(Interruption) -> (end: DragEnd, refreshed: ServedDocument?) {
        let end = try command { machine, pages, now throws(Refusal) in
            try machine.release(velocity: velocity, in: pages, at: now)
        }
        hold = nil
        apply(end.step)
        guard abs(end.overscroll) >= Self.overscrollThreshold, let document = pages.axis(end.axis)?.document,
            document.opened.capabilities.contains(.refresh)
        else { return (end, nil) }
        return (end, document)
    }

    /// A drag is taken back.
    func cancelDrag() throws(Interruption) -> DragEnd {
        let end = try command { machine, pages, now throws(Refusal) in try machine.cancelDrag(in: pages, at: now) }
        hold = nil
        apply(end.step)
        return end
    }

    /// The viewer's animation of a transition step has ended; false where that is over already.
    func settle(transition: Int) throws(Interruption) -> Bool {
        let settled = try command { machine, pages, now throws(Refusal) in
            machine.settle(step: transition, in: pages, at: now)
        }
        if let step = settled.step { apply(step) }
        return settled.isSettled
    }

    /// What the viewer of a manual reader has shown or hidden.
    func report(
        _ event: Navigation.AppearanceEvent, of index: Int, on axis: ReaderAxis, _ answers: Answers
    ) throws(Interruption) {
        let target = CheckedTarget.number(.index(index))
        guard index >= 0, index < axis.exactCount ?? Int(MotionCheck.limit) else {
            throw .noSuchPage(target.text, on: axis)
        }
        let spread = axis.arrangement.spreads.spread(ofPage: index)
        try find(spread...spread, with: index, on: axis, target: target, answers)
        do throws(Interruption) {
            apply(
                try command(on: axis.axis, target: target.text) { machine, pages, now throws(Refusal) in
                    try machine.report(event, of: index, on: axis.axis, in: pages, at: now)
                })
        } catch {
            if case .failure(.refused(.noSuchStep, _, _)) = error { throw .failure(.noSuchStep(index: index, event)) }
            throw error
        }
    }

    /// A connection has gone: what it held in its hand is let go.
    func connectionEnded(_ connection: ConnectionID) {
        guard hold?.connection == connection else { return }
        hold = nil
        cancelMove()
        guard inspect({ $0.drag?.isReleased == false }) else { return }
        _ = try? releaseDrag(velocity: 0)
    }
}
