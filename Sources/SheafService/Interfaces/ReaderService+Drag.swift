import Navigation
import PageModel
import ProviderHost
import SheafInterface
import SheafOS
import Varlink

extension ReaderService {
    /// Pulled this far past the document's end, in spreads, a drag that is released asks for a refresh.
    static let overscrollThreshold = 0.25

    func beginDrag(_ parameters: ReaderInterface.BeginDragParameters, _ call: VarlinkCall<ReaderInterface.BeginDrag>)
        throws(ReaderInterface.Failure)
    {
        let reader = try reader(parameters.reader, for: call)
        let axis = try axis(parameters.axis, of: reader)
        let offset = try parameters.offset.map { offset throws(ReaderInterface.Failure) in
            try MotionCheck.number(offset, "offset")
        }
        try inOrder(reader) { [self] done in
            guard !reader.isClosed else {
                call.fail(.noSuchReader(reader: reader.id))
                return done()
            }
            // Where a jump is under way it settles first, and what lies around its target is in reach.
            lookUp(reader.machine.reach(of: axis.axis), on: axis) { [self] _ in
                defer { done() }
                do throws(ReaderInterface.Failure) {
                    guard !reader.isClosed else { throw .noSuchReader(reader: reader.id) }
                    let transition = try machine(of: reader, axis: axis.axis) {
                        machine, pages, now throws(NavigationError) in
                        try machine.beginDrag(on: axis.axis, at: offset, in: pages, at: now)
                    }
                    reader.holder = ObjectIdentifier(call.connection)
                    follow(reader)
                    call.reply(
                        .init(
                            transition: transition, origin: reader.machine.dragOrigin ?? 0,
                            position: reader.machine.position(of: axis.axis, at: now)))
                    showOnWatches(reader)
                    letGoIfLost(reader, heldBy: call.connection)
                } catch {
                    call.fail(error)
                }
            }
        }
    }

    func drag(_ parameters: ReaderInterface.DragParameters, _ call: VarlinkCall<ReaderInterface.Drag>)
        throws(ReaderInterface.Failure)
    {
        let reader = try reader(parameters.reader, for: call)
        do throws(ReaderInterface.Failure) {
            let offset = LateOffset(try MotionCheck.number(parameters.offset, "offset"))
            // Nobody waits for the answer to this one: it may be said with the next.
            let mayBeReplaced = !call.isOpen
            if mayBeReplaced, let late = reader.lateOffset, reader.steps.count >= Reader.maxWaitingOffsets {
                late.offset = offset.offset
                return
            }
            try inOrder(reader, call) { [self] () throws(ReaderInterface.Failure) in
                if reader.lateOffset === offset { reader.lateOffset = nil }
                do throws(ReaderInterface.Failure) {
                    try machine(of: reader) { machine, pages, now throws(NavigationError) in
                        try machine.drag(to: offset.offset, in: pages, at: now)
                    }
                } catch {
                    reader.badOffsets += 1
                    throw error
                }
                call.reply()
                // Most offsets change nothing on screen.
                guard reader.machine.hasEvents else { return }
                follow(reader)
                showOnWatches(reader)
            }
            if mayBeReplaced, !reader.steps.isIdle { reader.lateOffset = offset }
        } catch {
            reader.badOffsets += 1
            throw error
        }
    }

    func releaseDrag(
        _ parameters: ReaderInterface.ReleaseDragParameters, _ call: VarlinkCall<ReaderInterface.ReleaseDrag>
    ) throws(ReaderInterface.Failure) {
        let reader = try reader(parameters.reader, for: call)
        let velocity = try MotionCheck.number(parameters.velocity ?? 0, "velocity")
        try inOrder(reader, call) { [self] () throws(ReaderInterface.Failure) in
            let (bound, overscroll) = try machine(of: reader) { machine, pages, now throws(NavigationError) in
                try machine.release(velocity: velocity, in: pages, at: now)
            }
            reader.holder = nil
            follow(reader)
            let axis = reader.machine.drag.flatMap { reader.axis($0.axis) } ?? reader.axes[0]
            let refreshes =
                abs(overscroll) >= Self.overscrollThreshold && axis.document.opened.capabilities.contains(.refresh)
            call.reply(
                .init(
                    transition: reader.machine.transition, spread: bound.index,
                    location: bound.pages.first.map { reader.wire($0) }, refreshing: refreshes))
            showOnWatches(reader)
            if refreshes { refresh(axis.document, for: reader) { _ in } }
        }
    }

    func cancelDrag(
        _ parameters: ReaderInterface.CancelDragParameters, _ call: VarlinkCall<ReaderInterface.CancelDrag>
    ) throws(ReaderInterface.Failure) {
        let reader = try reader(parameters.reader, for: call)
        try inOrder(reader, call) { [self] () throws(ReaderInterface.Failure) in
            let bound = try machine(of: reader) { machine, pages, now throws(NavigationError) in
                try machine.cancelDrag(in: pages, at: now)
            }
            reader.holder = nil
            follow(reader)
            call.reply(
                .init(
                    transition: reader.machine.transition, spread: bound.index,
                    location: bound.pages.first.map { reader.wire($0) }))
            showOnWatches(reader)
        }
    }

    func settle(_ parameters: ReaderInterface.SettleParameters, _ call: VarlinkCall<ReaderInterface.Settle>)
        throws(ReaderInterface.Failure)
    {
        let reader = try reader(parameters.reader, for: call)
        try inOrder(reader, call) { [self] () throws(ReaderInterface.Failure) in
            let settled = reader.machine.settle(step: parameters.transition, in: reader.pages, at: now)
            follow(reader)
            call.reply(.init(settled: settled))
            showOnWatches(reader)
        }
    }

    func reportAppearance(
        _ parameters: ReaderInterface.ReportAppearanceParameters,
        _ call: VarlinkCall<ReaderInterface.ReportAppearance>
    ) throws(ReaderInterface.Failure) {
        let reader = try reader(parameters.reader, for: call)
        let axis = try axis(parameters.axis, of: reader)
        guard reader.isManual else { throw .notManual }
        try inOrder(reader) { [self] done in
            let spread = axis.arrangement.spreads.spread(ofPage: max(parameters.index, 0))
            let target = "index \(parameters.index)"
            guard parameters.index >= 0, parameters.index < axis.count.exact ?? Int(MotionCheck.limit) else {
                call.fail(.noSuchPage(target: target, pages: axis.count.pages))
                return done()
            }
            lookUp(spread...spread, with: parameters.index, on: axis, target: target) { [self] failure in
                defer { done() }
                do throws(ReaderInterface.Failure) {
                    if let failure { throw failure }
                    try report(parameters.event, of: parameters.index, on: axis, in: reader)
                    call.reply()
                    showOnWatches(reader)
                } catch {
                    call.fail(error)
                }
            }
        }
    }

    private func report(
        _ event: ReaderInterface.AppearanceStep, of index: Int, on axis: ReaderAxis, in reader: Reader
    ) throws(ReaderInterface.Failure) {
        guard !reader.isClosed else { throw .noSuchReader(reader: reader.id) }
        do throws(NavigationError) {
            try reader.machine.report(
                AppearanceEvent(event), of: index, on: axis.axis, in: reader.pages, at: now)
        } catch {
            if error == .noSuchStep { throw .noSuchStep(index: index, event: event) }
            throw ReaderInterface.Failure(error, in: reader, axis: axis.axis, target: "index \(index)")
        }
        follow(reader)
    }
}
