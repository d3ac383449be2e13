import Navigation
import PageModel
import SheafInterface
import Varlink

extension ReaderService {
    /// Where a reader stands, as it goes over the wire.
    func state(of reader: Reader) -> ReaderInterface.State {
        let machine = reader.machine
        let phase: ReaderInterface.State.Phase =
            if machine.isEmpty {
                .empty
            } else if let drag = machine.drag {
                drag.isReleased ? .settling : .drag
            } else {
                machine.isAtRest ? .rest : .jump
            }
        return ReaderInterface.State(
            reader: reader.id, document: reader.document.wire, location: reader.current.map { reader.wire($0) },
            shown: machine.shown.pages.map { reader.wire($0) }, viewport: reader.viewport.wire,
            orientations: reader.orientations.map(\.rawValue).sorted(),
            axes: reader.axes.map { state(of: $0, in: reader) }, phase: phase,
            transition: machine.transition, manual: reader.isManual, badOffsets: reader.badOffsets,
            moving: machine.move.map { reader.wire($0.page) }, refreshing: reader.refreshes > 0,
            failed: failures(of: reader))
    }

    private func state(of axis: ReaderAxis, in reader: Reader) -> ReaderInterface.AxisState {
        let machine = reader.machine
        return ReaderInterface.AxisState(
            axis: axis.axis.wire, document: axis.document.wire,
            location: reader.place(on: axis).map { reader.wire($0) },
            spread: machine.position(of: axis.axis) ?? 0, position: machine.position(of: axis.axis, at: now),
            enabled: machine.isEnabled(axis.axis), locked: machine.isLocked(axis.axis),
            arrangement: axis.arrangement.wire, first: axis.first == 0 ? nil : axis.first, pages: axis.length,
            unlocks: axis.unlocks)
    }

    func getState(_ parameters: ReaderInterface.GetStateParameters, _ call: VarlinkCall<ReaderInterface.GetState>)
        throws(ReaderInterface.Failure)
    {
        let reader = try reader(parameters.reader, for: call)
        try inOrder(reader, call) { [self] () throws(ReaderInterface.Failure) in
            reader.machine.advance(to: now, in: reader.pages)
            follow(reader)
            call.reply(.init(state: state(of: reader)))
        }
    }

    func getHistory(
        _ parameters: ReaderInterface.GetHistoryParameters, _ call: VarlinkCall<ReaderInterface.GetHistory>
    ) throws(ReaderInterface.Failure) {
        let reader = try reader(parameters.reader, for: call)
        try inOrder(reader, call) { () throws(ReaderInterface.Failure) in
            call.reply(
                .init(
                    back: reader.history.back.reversed().map { reader.wire($0) },
                    forward: reader.history.forward.reversed().map { reader.wire($0) }))
        }
    }

    func setViewport(
        _ parameters: ReaderInterface.SetViewportParameters, _ call: VarlinkCall<ReaderInterface.SetViewport>
    ) throws(ReaderInterface.Failure) {
        let reader = try reader(parameters.reader, for: call)
        let viewport = try Viewport(checking: parameters.viewport)
        try check(viewport, for: reader.documents)
        try inOrder(reader, call) { [self] () throws(ReaderInterface.Failure) in
            reader.machine.settleNow(in: reader.pages, at: now)
            reader.viewport = viewport
            follow(reader)
            announce(reader)
            call.reply(.init(state: state(of: reader)))
        }
    }

    /// Refuses an orientation that the viewer or a document does not take.
    func check(_ viewport: Viewport, for documents: [ServedDocument]) throws(ReaderInterface.Failure) {
        var allowed = viewport.allowed
        for document in documents { allowed.formIntersection(document.orientations(of: viewport.size)) }
        guard allowed.contains(viewport.orientation) else {
            throw .orientationRefused(
                orientation: viewport.orientation.rawValue, allowed: allowed.map(\.rawValue).sorted())
        }
    }

    func setAxis(_ parameters: ReaderInterface.SetAxisParameters, _ call: VarlinkCall<ReaderInterface.SetAxis>)
        throws(ReaderInterface.Failure)
    {
        let reader = try reader(parameters.reader, for: call)
        let axis = try axis(parameters.axis, of: reader)
        try inOrder(reader) { [self] done in
            let fail = { (failure: ReaderInterface.Failure) in
                call.fail(failure)
                done()
            }
            guard !reader.isClosed else { return fail(.noSuchReader(reader: reader.id)) }
            let arrangement: Arrangement
            do throws(ReaderInterface.Failure) {
                arrangement = try Arrangement(checking: parameters.arrangement, over: axis.arrangement)
            } catch {
                return fail(error)
            }
            let isOther = arrangement.spreads != axis.arrangement.spreads
            // Nothing changes before the pages are found. Where it will rest then, a copy tells.
            var settled = reader.machine
            if isOther { settled.settleNow(in: reader.pages, at: now) }
            // At a crossing it is the place that counts, not the page that would be there.
            var spread = settled.position(of: axis.axis) ?? 0
            if spread != axis.unlocks, let first = settled.settled(on: axis.axis)?.pages.first {
                spread = arrangement.spreads.spread(ofPage: first.index)
            }
            lookUpAll(spread...spread, of: arrangement.spreads, on: axis) { [self] failure in
                guard !reader.isClosed else { return fail(.noSuchReader(reader: reader.id)) }
                if let failure { return fail(ReaderInterface.Failure(failure)) }
                do throws(ReaderInterface.Failure) {
                    try machine(of: reader, axis: axis.axis) { machine, pages, now throws(NavigationError) in
                        if isOther { machine.settleNow(in: pages, at: now) }
                        if let isEnabled = parameters.enabled {
                            try machine.setEnabled(isEnabled, axis.axis, in: pages, at: now)
                        }
                        axis.arrangement = arrangement
                        try machine.setSpreads(arrangement.spreads, of: axis.axis, in: pages, at: now)
                    }
                } catch {
                    return fail(error)
                }
                follow(reader)
                announce(reader)
                call.reply(.init(state: state(of: reader)))
                done()
            }
        }
    }

    func watch(_ parameters: ReaderInterface.WatchParameters, _ call: VarlinkCall<ReaderInterface.Watch>)
        throws(ReaderInterface.Failure)
    {
        let reader = try reader(parameters.reader, for: call)
        guard !reader.isComing else {
            return try inOrder(reader, call) { [self] () throws(ReaderInterface.Failure) in
                try self.watch(parameters, call)
            }
        }
        // A oneway watch tells nobody anything, and would never be heard to end.
        guard call.wantsMore, call.isOpen else { throw .service(.expectedMore) }
        guard reader.watches.count < settings.watchesPerReader else {
            throw limitReached("WatchesPerReader", settings.watchesPerReader, by: reader.uid)
        }
        // What is due has happened before it begins to watch.
        reader.machine.advance(to: now, in: reader.pages)
        follow(reader)
        let watch = ReaderWatch(call: call, handover: parameters.handover ?? .none) {
            [unowned self, weak reader] watch in
            guard let reader, !reader.isClosed else { return }
            watch.send(.init(state: state(of: reader)))
            showAll(of: reader, on: watch)
        }
        reader.watches.append(watch)
        call.onDisconnect { [weak reader] in reader?.watches.removeAll { $0 === watch } }
        watch.start()
    }

    func close(_ parameters: ReaderInterface.CloseParameters, _ call: VarlinkCall<ReaderInterface.Close>)
        throws(ReaderInterface.Failure)
    {
        end(try reader(parameters.reader, for: call))
        call.reply()
    }

    /// Tells the watches where a reader stands, and shows them its pages anew.
    func announce(_ reader: Reader) {
        let state = state(of: reader)
        for watch in reader.watches { watch.send(.init(state: state)) }
        if !reader.watches.isEmpty {
            _ = show(reader)
            for delivery in reader.deliveries where delivery.isUnderWay {
                handOver(standIns(for: delivery, of: reader), to: reader)
            }
        }
        showOnWatches(reader, isAnew: true)
    }
}
