import HostProtocol
import HostSupervision
import Navigation
import SheafBase
import SheafDocuments
import SheafInterface
import SheafOS
import Varlink

// Drags, and what viewers report that turn pages themselves.
extension ReaderService {
    func beginDrag(
        _ parameters: Interface.BeginDragParameters, _ call: VarlinkCall<Interface.BeginDrag>
    ) throws(Failure) {
        let session = try session(parameters.reader, for: call)
        let axis = try axis(parameters.axis, of: session)
        let offset = try parameters.offset.map { offset throws(Failure) in
            try MotionCheck.number(offset, "offset")
        }
        run(call, of: session) { inputs throws(Interruption) in
            let start = try Drag(session: session).begin(on: axis, at: offset, by: call.connection.id, inputs)
            call.reply(.init(transition: start.standing.transition, origin: start.origin, position: start.position))
            if !call.connection.isOpen { session.connectionEnded(call.connection.id) }
        }
    }

    func drag(_ parameters: Interface.DragParameters, _ call: VarlinkCall<Interface.Drag>) throws(Failure) {
        let session = try session(parameters.reader, for: call)
        let offset: Double
        do throws(Failure) { offset = try MotionCheck.number(parameters.offset, "offset") } catch {
            session.dropOffset()
            throw error
        }
        // Nobody waits for the answer to a oneway call: it may be said with the next.
        session.queue.run(offset: offset, mayBeReplaced: !call.isOpen) { pending in
            command(call, of: session) { _ throws(Interruption) in
                try Drag(session: session).move(to: pending.offset)
                call.reply()
            } failed: {
                if case .overloaded = $0 { session.dropOffset() }
            }
        }
    }

    func releaseDrag(
        _ parameters: Interface.ReleaseDragParameters, _ call: VarlinkCall<Interface.ReleaseDrag>
    ) throws(Failure) {
        let session = try session(parameters.reader, for: call)
        let velocity = try MotionCheck.number(parameters.velocity ?? 0, "velocity")
        run(call, of: session) { _ throws(Interruption) in
            let (end, refreshed) = try Drag(session: session).release(velocity: velocity)
            call.reply(
                .init(
                    transition: end.standing.transition, spread: end.bound.index,
                    location: end.bound.pages.first.map { session.model.wire($0) }, refreshing: refreshed != nil))
            if let refreshed { Self.refresh(refreshed, for: session) { _ in } }
        }
    }

    func cancelDrag(
        _ parameters: Interface.CancelDragParameters, _ call: VarlinkCall<Interface.CancelDrag>
    ) throws(Failure) {
        let session = try session(parameters.reader, for: call)
        run(call, of: session) { _ throws(Interruption) in
            let end = try Drag(session: session).cancel()
            call.reply(
                .init(
                    transition: end.standing.transition, spread: end.bound.index,
                    location: end.bound.pages.first.map { session.model.wire($0) }))
        }
    }

    func reportAppearance(
        _ parameters: ReaderInterface.ReportAppearanceParameters,
        _ call: VarlinkCall<ReaderInterface.ReportAppearance>
    ) throws(Failure) {
        let session = try session(parameters.reader, for: call)
        let axis = try axis(parameters.axis, of: session)
        guard session.isManual else { throw .notManual }
        let event = AppearanceEvent(parameters.event)
        let index = parameters.index
        run(call, of: session) { inputs throws(Interruption) in
            let target = CheckedTarget.number(.index(index))
            guard index >= 0, index < axis.exactCount ?? Int(MotionCheck.limit) else {
                throw .noSuchPage(target.text, on: axis)
            }
            let lookup = PageLookup(session: session, inputs: inputs)
            let spread = try lookup.spread(ofPage: index, on: axis)
            try lookup.find(
                spread...spread, with: index, on: axis, target: target)
            do throws(Interruption) {
                session.apply(
                    try session.command(on: axis.axis, target: target.text) { machine, pages, now throws(Refusal) in
                        try machine.report(event, of: index, on: axis.axis, in: pages, at: now)
                    })
            } catch {
                if case .failure(.refused(.noSuchStep, _, _)) = error {
                    throw .failure(.noSuchStep(index: index, event))
                }
                throw error
            }
            call.reply()
        }
    }
}

/// The drag of a reader: a finger on its pages.
private struct Drag {
    /// Pulled this far past the document's end, in spreads, a drag that is released asks for a refresh.
    static let overscrollThreshold = 0.25

    let session: ReaderSession

    /// A finger comes down.
    ///
    /// - Parameter connection: the one with which the drag ends.
    func begin(
        on axis: ReaderAxis, at offset: Double?, by connection: ConnectionID, _ inputs: CommandInputs
    ) throws(Interruption) -> DragStart {
        session.advance()
        // Where a jump is under way it settles first, and what lies around its target is in reach.
        let reach = session.model.inspect { $0.reach(of: axis.axis) }
        // A finger moves on.
        let lookup = PageLookup(session: session, inputs: inputs)
        if session.pages.unknownPages(in: reach, on: axis) != nil { lookup.makeWay(isAtOnce: true) }
        try lookup.find(reach, on: axis)
        let start = try session.command(on: axis.axis) { machine, pages, now throws(Refusal) in
            try machine.beginDrag(on: axis.axis, at: offset, in: pages, at: now)
        }
        session.tasks[.hold] = Hold(over: connection, isLetGoAtEnd: false) { [me = session.me] in
            guard let session = me.owner else { return }
            session.tasks[.hold] = nil
            guard session.model.inspect({ $0.drag?.isReleased == false }) else { return }
            _ = try? Drag(session: session).release(velocity: 0)
        }
        session.apply(start.standing)
        return start
    }

    /// The finger is at an offset.
    func move(to offset: Double) throws(Interruption) {
        let standing: Standing?
        do throws(Interruption) {
            standing = try session.command { machine, pages, now throws(Refusal) in
                try machine.drag(to: offset, in: pages, at: now)
            }
        } catch {
            session.dropOffset()
            throw error
        }
        // Most offsets change nothing on screen.
        if let standing { session.apply(standing) }
    }

    /// The finger is lifted.
    ///
    /// - Parameter velocity: in spreads a second.
    /// - Returns: where the drag is bound, and the document that was pulled far enough to look at its source again; nil: none.
    func release(velocity: Double) throws(Interruption) -> (end: DragEnd, refreshed: ServedDocument?) {
        let end = try session.command { machine, pages, now throws(Refusal) in
            try machine.release(velocity: velocity, in: pages, at: now)
        }
        session.tasks[.hold] = nil
        session.apply(end.standing)
        guard abs(end.overscroll) >= Self.overscrollThreshold, let document = session.pages.axis(end.axis)?.document,
            document.opened.capabilities.contains(.refresh)
        else { return (end, nil) }
        return (end, document)
    }

    /// The drag is taken back.
    func cancel() throws(Interruption) -> DragEnd {
        let end = try session.command { machine, pages, now throws(Refusal) in
            try machine.cancelDrag(in: pages, at: now)
        }
        session.tasks[.hold] = nil
        session.apply(end.standing)
        return end
    }
}
