import Navigation
import PageModel
import SheafInterface
import SheafOS
import SheafPages
import Varlink

// Turns to pages. What nearly every turn is, is done in few steps (``CachedTurn``); it may be asked for in a call that is read in place.
extension ReaderService {
    /// A turn, from the bytes of its call to its answer: nothing is decoded that it does not need.
    ///
    /// - Returns: false where it is not a ``CachedTurn``: then nothing was done.
    func navigate(scanned: borrowing ReaderInterface.NavigateScan, _ call: borrowing ScannedCall) -> Bool {
        guard scanned.duration ?? 0 == 0, let target = Target(scanned.target),
            let session = readers.session(
                scanned.reader, of: call.peer.uid, usedBy: call.connection.id),
            session.queue.isIdle, session.model.standing.isOpen
        else { return false }
        // A oneway call has nobody to hand a page to.
        var isHandedOver = !call.flags.isOneway
        switch scanned.handover {
        case .inline?: return false
        case .some(.none): isHandedOver = false
        case nil, .descriptor?: break
        }
        return CachedTurn.make(
            of: session, to: target, on: scanned.axis.map { Navigation.Axis($0) },
            scanned.direction.map { Navigation.Direction($0) }, wraps: scanned.wrap ?? false,
            handingOverTo: isHandedOver ? call.connection : nil
        ) { first, second, encode in call.reply(first: first, second: second, writing: encode) }
    }

    func navigate(_ parameters: Interface.NavigateParameters, _ call: VarlinkCall<Interface.Navigate>) throws(Failure) {
        let session = try session(parameters.reader, for: call)
        let turn = Turn(
            axis: try axis(parameters.axis, of: session), target: try CheckedTarget(checking: parameters.target),
            // A oneway call has nobody to hand a page to.
            handover: call.isOpen ? parameters.handover ?? .descriptor : .none,
            format: try PixelFormat(parameters.format, quality: parameters.quality),
            duration: try MotionCheck.duration(parameters.duration),
            direction: parameters.direction.map { Navigation.Direction($0) }, wraps: parameters.wrap ?? false)
        run(call, of: session) { inputs throws(Interruption) in
            if turn.answerFromCache(of: session, call) { return }
            let result = try turn.perform(on: session, inputs, over: call.connection)
            if turn.format != .bgrx8888, let first = result.first {
                let spread = [first, result.second].compactMap { $0 }
                return turn.encode(spread, for: result.reply(in: session), of: session, call)
            }
            guard turn.handover == .inline else {
                return call.reply(
                    first: result.first?.served.memory.descriptor, second: result.second?.served.memory.descriptor
                ) { writer in result.encode(in: session, into: &writer) }
            }
            let spread: SpreadHandover
            do throws(ReaderError) {
                spread = try SpreadHandover(
                    [result.first, result.second].compactMap { $0 }, in: session.model, handover: .inline)
            } catch {
                throw .failure(error)
            }
            call.reply { writer in result.encode(in: session, inline: spread, into: &writer) }
        }
    }

    func settle(_ parameters: Interface.SettleParameters, _ call: VarlinkCall<Interface.Settle>) throws(Failure) {
        let session = try session(parameters.reader, for: call)
        run(call, of: session) { _ throws(Interruption) in
            let settled = try session.command { machine, pages, now throws(Refusal) in
                machine.settle(transition: parameters.transition, in: pages, at: now)
            }
            if let standing = settled.standing { session.apply(standing) }
            call.reply(.init(settled: settled.isSettled))
        }
    }
}

extension Target {
    /// Takes what was read in place, if it is exactly one target that is a number; nil where it is not, and a document or the history
    /// would have to be asked.
    fileprivate init?(_ wire: borrowing ReaderInterface.TargetScan) {
        guard wire.label == nil, wire.history == nil, wire.link == nil, wire.outline == nil else { return nil }
        switch (wire.index, wire.relative, wire.place) {
        case (let index?, nil, nil): self = .index(index)
        case (nil, let step?, nil): self = .relative(step)
        case (nil, nil, .first?): self = .first
        case (nil, nil, .last?): self = .last
        default: return nil
        }
    }
}

/// A turn that was asked for, checked.
struct Turn {
    let axis: ReaderAxis
    let target: CheckedTarget
    let handover: ReaderInterface.Handover
    /// The format in which the pages are handed over.
    let format: PixelFormat
    /// The duration of the animation, in microseconds.
    let duration: UInt64
    /// Which way it is to look; nil: towards the target.
    let direction: Direction?
    /// Whether a relative target goes on at the other end of the document.
    let wraps: Bool

    /// Makes the turn and answers it, where it is a ``CachedTurn``.
    fileprivate func answerFromCache(of session: ReaderSession, _ call: VarlinkCall<ReaderInterface.Navigate>) -> Bool {
        guard case .number(let target) = target, duration == 0, format == .bgrx8888, handover != .inline else {
            return false
        }
        return CachedTurn.make(
            of: session, to: target, on: axis.axis, direction, wraps: wraps,
            handingOverTo: handover == .descriptor ? call.connection : nil
        ) { first, second, encode in call.reply(first: first, second: second, writing: encode) }
    }

    /// Turns to a page, whatever has to be looked up for that; what is known of it by then comes at once.
    ///
    /// - Parameter connection: who is handed the pages.
    func perform(
        on session: ReaderSession, _ inputs: CommandInputs, over connection: VarlinkConnection
    ) throws(Interruption) -> TurnResult {
        session.advance()
        // Nothing is looked for that would be refused.
        if let refusal = session.model.inspect({ $0.refusal(of: axis.axis) }) {
            throw .failure(.refused(refusal, axis: axis.axis))
        }
        let lookup = PageLookup(session: session, inputs: inputs)
        let index = try lookup.index(of: target, wraps: wraps, on: axis)
        let spread = try lookup.spread(ofPage: index, on: axis)
        try lookup.find(spread...spread, with: index, isTurnedTo: true, on: axis, target: target)
        // Before anything changes, and whether or not the page is in the cache.
        if handover == .inline, format == .bgrx8888 { try checkInline(spread, of: session) }
        let settled = session.standing.shown.pages.first
        let new = try session.command(on: axis.axis, target: target.text) { machine, pages, now throws(Refusal) in
            try machine.jump(
                on: axis.axis, to: index, direction: direction ?? target.direction, duration: duration,
                in: pages, at: now)
        }
        if !new.isNoop, let settled { session.model.noteJump(to: target, from: settled) }
        session.prefetch.turned(to: spread, at: session.context.now)
        session.apply(new)
        return result(of: new, session, over: connection)
    }

    // MARK: What is handed over

    private func result(
        of standing: Standing, _ session: ReaderSession, over connection: VarlinkConnection
    ) -> TurnResult {
        let ready = session.delivery.show(session.model.wanted, isAnew: true).first
        session.round.noteDelivered()
        var result = TurnResult(
            isNoop: standing.isNoop, isHit: ready != nil, transition: standing.transition,
            landing: standing.landing.pages.first)
        guard handover != .none else {
            // Pages that the caller did not take are for the watches.
            if !standing.isNoop { session.round.handOver(ready ?? []) }
            return result
        }
        // Nor are those of an earlier turn that nobody has seen yet.
        if !standing.isNoop { session.round.handOver([]) }
        guard format == .bgrx8888 else {
            // What stands in for them would be encoded while they are rendered, and hold that up.
            result.first = ready?.first
            result.second = ready.flatMap { $0.count > 1 ? $0[1] : nil }
            return result
        }
        lease(ready ?? session.delivery.standIns(), to: &result, of: session, over: connection)
        return result
    }

    /// Puts pages into a result, where the user may have them.
    private func lease(
        _ pages: [HandedPage], to result: inout TurnResult, of session: ReaderSession,
        over connection: VarlinkConnection
    ) {
        // The reader has turned: that the page can't go along does not undo it.
        if let refusal = session.context.leases.refusal(of: pages.map(\.served), to: session.uid, .init(handover)) {
            if result.isHit { result.failure = pages.first?.view.page.failure(ReaderError(refusal).reason) }
            return
        }
        if handover == .descriptor { session.model.noteLease(of: pages, over: connection) }
        result.first = pages.first
        result.second = pages.count > 1 ? pages[1] : nil
    }

    /// Refuses pages that do not fit in a message.
    private func checkInline(_ target: Int, of session: ReaderSession) throws(Interruption) {
        let spreads = axis.spreads
        var indexes = Array(spreads.pages(ofSpread: target))
        // The back of a leaf is seen while it turns.
        let turning = min(target, session.model.inspect { $0.position(of: axis.axis) } ?? target)
        if duration > 0, let back = spreads.back(ofSpread: turning) { indexes.append(back) }
        let surface = axis.axis.surface
        let locations = indexes.compactMap { index in
            session.pages.page(at: index, on: surface).map { Location(surface, page: $0, index: index) }
        }
        let bytes = session.pages.views(of: locations).reduce(0) { $0 + $1.rendition.pixelBytes }
        guard bytes <= PageHandover.maxInline else {
            throw .failure(.inlineTooLarge(bytes: bytes, limit: PageHandover.maxInline))
        }
    }

    // MARK: Turns whose pages go in a format

    /// Answers a turn to pages out of the cache once they are encoded.
    ///
    /// - Parameter reply: the answer without pages.
    fileprivate func encode(
        _ spread: [HandedPage], for reply: ReaderInterface.NavigateReply, of session: ReaderSession,
        _ call: VarlinkCall<ReaderInterface.Navigate>
    ) {
        let task = EncodedPages(spread, as: format, for: session.client, by: session.context) { encoded in
            guard !session.isClosed else { return call.fail(.noSuchReader(reader: session.name)) }
            answer(call, reply, with: encoded, of: session)
        }
        if task.isUnderWay { call.onDisconnect { task.cancel() } }
    }

    private func answer(
        _ call: VarlinkCall<ReaderInterface.Navigate>, _ reply: ReaderInterface.NavigateReply,
        with encoded: EncodedPages, of session: ReaderSession
    ) {
        var reply = reply
        let pages = encoded.pages
        reply.failure = encoded.failures.first
        guard reply.failure == nil else { return call.reply(reply) }
        let leases = session.context.leases
        do throws(ReaderError) {
            if let refusal = leases.refusal(of: pages.map(\.served), to: session.uid, .init(handover)) {
                throw ReaderError(refusal)
            }
            let spread = try SpreadHandover(pages, in: session.model, handover: handover)
            if handover == .descriptor { leases.add(pages.map(\.served), to: session.client, over: call.connection) }
            (reply.page, reply.second) = (spread.page, spread.second)
            let descriptors = spread.descriptors
            call.reply(first: descriptors.first, second: descriptors.count > 1 ? descriptors[1] : nil) { writer in
                reply.encode(into: &writer)
                spread.fill(&writer)
            }
        } catch {
            // The reader has turned: that the pages can't go along does not undo it.
            reply.failure = pages.first?.view.page.failure(error.reason)
            call.reply(reply)
        }
    }
}

/// The result of a turn.
struct TurnResult: ~Copyable {
    /// Whether the reader was there already, or on its way.
    let isNoop: Bool
    /// Whether the pages came out of the cache.
    let isHit: Bool
    /// The number of the transition step.
    let transition: Int
    /// The first page of where the reader is, or is bound; nil where there is none.
    let landing: Location?
    /// The pages that are handed over, or what stands in for them.
    var first: HandedPage?
    var second: HandedPage?
    /// Why they can't be handed over.
    var failure: ReaderInterface.PageFailure?

    /// Writes the answer with its pages as descriptors.
    ///
    /// - Parameter inline: the pages in their place.
    fileprivate func encode(
        in session: ReaderSession, inline: SpreadHandover? = nil, into writer: inout JSONWriter
    ) {
        var reply = reply(in: session)
        reply.page = inline.map(\.page) ?? first?.wire(position: 0, in: session.model)
        reply.second = inline.map(\.second) ?? second?.wire(position: 1, in: session.model)
        reply.encode(into: &writer)
        inline?.fill(&writer)
    }

    /// The answer without pages.
    fileprivate func reply(in session: ReaderSession) -> ReaderInterface.NavigateReply {
        ReaderInterface.NavigateReply(
            noop: isNoop, hit: isHit, transition: transition,
            location: landing.map { session.model.wire($0) } ?? .init(page: 0, index: 0), failure: failure)
    }
}
