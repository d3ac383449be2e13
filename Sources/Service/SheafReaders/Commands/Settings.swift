import Navigation
import PageModel
import Prefetch
import SheafDocuments
import SheafInterface
import Varlink

// How a reader shows its pages, and what its viewer will show.
extension ReaderService {
    func setViewport(
        _ parameters: Interface.SetViewportParameters, _ call: VarlinkCall<Interface.SetViewport>
    ) throws(Failure) {
        let session = try session(parameters.reader, for: call)
        let viewport = try Viewport(checking: parameters.viewport)
        run(call, of: session) { [self] _ throws(Interruption) in
            do throws(ReaderError) { try session.pages.check(viewport) } catch { throw .failure(error) }
            let looks = session.pages.looks.fitted(to: viewport, in: session.pages.spread)
            if viewport == session.pages.viewport {
                session.advance()
            } else if looks != session.pages.looks {
                return show(looks, in: session, call, viewport: viewport) { call.reply(.init(state: session.state)) }
            } else {
                // What is under way settles first.
                session.settleNow()
                session.pages.setViewport(viewport)
                session.delivery.protect()
                session.announce()
            }
            call.reply(.init(state: session.state))
        }
    }

    func prefetch(_ parameters: Interface.PrefetchParameters, _ call: VarlinkCall<Interface.Prefetch>) throws(Failure) {
        let session = try session(parameters.reader, for: call)
        let axis = try axis(parameters.axis, of: session)
        let pages = try HintCheck.pages(parameters.pages)
        let landing = try parameters.landing.map { index throws(Failure) in
            (index: index, duration: try HintCheck.duration(parameters.duration))
        }
        guard landing != nil || parameters.duration == nil else {
            throw .invalidMotion(field: "duration", reason: "it is that of a landing, and there is none")
        }
        run(call, of: session) { _ throws(Interruption) in
            session.advance()
            for index in pages + [landing?.index].compactMap({ $0 }) {
                guard index >= 0, index < axis.exactCount ?? .max, Double(index) < MotionCheck.limit else {
                    throw .noSuchPage(CheckedTarget.number(.index(index)).text, on: axis)
                }
            }
            if let mode = parameters.mode { session.prefetch.mode = PrefetchMode(mode) }
            session.prefetch.hint(pages, on: axis)
            if let landing { session.prefetch.land(on: landing.index, after: landing.duration, on: axis) }
            session.round.plan()
            call.reply()
        }
    }

    func cancelPrefetch(
        _ parameters: Interface.CancelPrefetchParameters, _ call: VarlinkCall<Interface.CancelPrefetch>
    ) throws(Failure) {
        let session = try session(parameters.reader, for: call)
        let axis = try axis(parameters.axis, of: session)
        let pages = try parameters.pages.map { pages throws(Failure) in try HintCheck.pages(pages) }
        run(call, of: session) { _ throws(Interruption) in
            session.prefetch.forgetHints(pages, on: axis)
            session.round.plan()
            call.reply()
        }
    }

    func setAxis(_ parameters: Interface.SetAxisParameters, _ call: VarlinkCall<Interface.SetAxis>) throws(Failure) {
        let session = try session(parameters.reader, for: call)
        let axis = try axis(parameters.axis, of: session)
        let change = try ArrangementChange(checking: parameters.arrangement)
        run(call, of: session) { [self] inputs throws(Interruption) in
            try Self.arrange(axis, of: session, isEnabled: parameters.enabled, change, inputs)
            fit(session, call) { call.reply(.init(state: session.state)) }
        }
    }

    /// Switches an axis on or off, and arranges its pages in another way. Nothing changes before they are found.
    private static func arrange(
        _ axis: ReaderAxis, of session: ReaderSession, isEnabled: Bool?, _ change: ArrangementChange,
        _ inputs: CommandInputs
    ) throws(Interruption) {
        guard let arrangement = change.applied(to: axis.arrangement) else {
            throw .failure(.invalidArrangement(field: "back", reason: ArrangementChange.noLeaf))
        }
        session.advance()
        guard
            arrangement != axis.arrangement
                || isEnabled != nil && isEnabled != session.model.inspect({ $0.isEnabled(axis.axis) })
        else {
            return session.watches.send(.init(state: session.state))
        }
        var counted = axis.countedSpreads
        if (arrangement.spread, arrangement.wide) != (axis.arrangement.spread, axis.arrangement.wide) {
            let lookup = PageLookup(session: session, inputs: inputs)
            counted = try lookup.counted(
                CountedSpreads(arrangement), around: session.model.inspect { $0.heldPages }, on: axis)
            let spread = session.model.inspect { $0.spread(of: axis.axis, in: counted.spreads) } ?? 0
            if let failure = try lookup.find(spread...spread, of: counted.spreads, on: axis) {
                throw .failure(.document(failure))
            }
            session.settleNow()
        }
        if let isEnabled {
            session.apply(
                try session.command(on: axis.axis) { machine, pages, now throws(Refusal) in
                    try machine.setEnabled(isEnabled, axis.axis, in: pages, at: now)
                })
        }
        session.pages.arrange(axis, as: arrangement, counted)
        session.apply(
            try session.command(on: axis.axis) { machine, pages, now throws(Refusal) in
                try machine.setSpreads(counted.spreads, of: axis.axis, in: pages, at: now)
            })
        session.delivery.protect()
        session.announce()
    }
}

// How pages look.
extension ReaderService {
    func setLooks(_ parameters: Interface.SetLooksParameters, _ call: VarlinkCall<Interface.SetLooks>) throws(Failure) {
        let session = try session(parameters.reader, for: call)
        let looks = try ReaderLooks(checking: parameters.looks)
            .fitted(to: session.pages.viewport, in: session.pages.spread)
        if let field = session.pages.axes.lazy.compactMap({ $0.refusal(of: looks.document) }).first {
            throw .invalidLooks(
                field: field,
                reason: "a part of a document, and an axis that another one crosses, is made of pages as they are")
        }
        show(looks, in: session, call) { call.reply(.init(state: session.state)) }
    }

    /// Has text laid out for the viewport of a reader as it is now, where it is to be and is not; then replies.
    private func fit<Method>(
        _ session: ReaderSession, _ call: VarlinkCall<Method>, reply: @escaping () -> Void
    ) where Method.Failure == Failure {
        let looks = session.pages.looks.fitted(to: session.pages.viewport, in: session.pages.spread)
        if looks == session.pages.looks { reply() } else { show(looks, in: session, call, reply: reply) }
    }

    /// Has a reader show its documents in other looks.
    ///
    /// - Parameter viewport: the viewport that they are shown in from then on; nil: the one that they are shown in.
    func show<Method>(
        _ looks: ReaderLooks, in session: ReaderSession, _ call: VarlinkCall<Method>, viewport: Viewport? = nil,
        reply: @escaping () -> Void
    ) where Method.Failure == Failure {
        opener.openVariants(of: session.pages.documents, in: looks.document, for: session.uid) { [self] result in
            switch result {
            case .failure(let failure): call.fail(self.failure(.document(failure), of: session))
            case .success(let variants) where session.isClosed:
                documents.release(variants, of: session.uid)
                call.fail(.noSuchReader(reader: session.name))
            case .success(let variants):
                session.queue.run(
                    command(call, of: session) { [self] inputs throws(Interruption) in
                        let unused = try DocumentSwitch(session: session)
                            .setLooks(looks, in: variants, viewport: viewport, inputs)
                        documents.release(unused, of: session.uid)
                        // It may have got another viewport while they were being opened.
                        fit(session, call, reply: reply)
                    } failed: { [documents] _ in
                        documents.release(variants, of: session.uid)
                    })
            }
        }
    }
}
