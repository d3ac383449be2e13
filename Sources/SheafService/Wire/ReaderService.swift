import Navigation
import PageModel
import Prefetch
import ProviderHost
import SheafInterface
import SheafOS
import Varlink

/// What clients call: org.sheaf.Reader. It checks what they send, finds the reader, has it do what is asked, and says what came
/// of it.
final class ReaderService: ReaderHandler {
    private let context: ReaderContext
    let readers: ReaderTable
    private let opener: ReaderOpener
    private let documents: DocumentTable
    private let limitNotices: LimitNotices
    private let marks: ReaderMarks
    private let markCopies: MarkCopies

    init(
        context: ReaderContext, readers: ReaderTable, opener: ReaderOpener, documents: DocumentTable,
        digests: DocumentDigests, markCopies: MarkCopies, limitNotices: LimitNotices
    ) {
        self.markCopies = markCopies
        self.context = context
        self.readers = readers
        self.opener = opener
        self.documents = documents
        self.limitNotices = limitNotices
        marks = ReaderMarks(context: context, digests: digests, readers: readers)
    }

    // MARK: Turns

    func navigate(_ parameters: ReaderInterface.NavigateParameters, _ call: VarlinkCall<ReaderInterface.Navigate>)
        throws(ReaderInterface.Failure)
    {
        let session = try session(parameters.reader, for: call)
        let turn = Turn(
            axis: try axis(parameters.axis, of: session), target: try CheckedTarget(checking: parameters.target),
            // A oneway call has nobody to hand a page to.
            handover: call.isOpen ? parameters.handover ?? .descriptor : .none,
            format: try PixelFormat(parameters.format, quality: parameters.quality),
            duration: try MotionCheck.duration(parameters.duration),
            direction: parameters.direction.map { Navigation.Direction($0) }, wraps: parameters.wrap ?? false)
        run(call, of: session) { answers throws(Interruption) in
            let result = try session.turn(turn, answers, over: call.connection)
            if turn.format != .bgrx8888, let first = result.first {
                let spread = [first, result.second].compactMap { $0 }
                return session.reply(result.reply(in: session), with: spread, turn, to: call)
            }
            guard turn.handover == .inline else {
                return call.reply(
                    first: result.first?.served.memory.descriptor, second: result.second?.served.memory.descriptor
                ) { writer in result.encode(in: session, into: &writer) }
            }
            let spread: SpreadHandover
            do throws(ReaderError) {
                spread = try SpreadHandover(
                    [result.first, result.second].compactMap { $0 }, in: session, handover: .inline)
            } catch {
                throw .failure(error)
            }
            call.reply { writer in result.encode(in: session, inline: spread, into: &writer) }
        }
    }

    func settle(_ parameters: ReaderInterface.SettleParameters, _ call: VarlinkCall<ReaderInterface.Settle>)
        throws(ReaderInterface.Failure)
    {
        let session = try session(parameters.reader, for: call)
        run(call, of: session) { _ throws(Interruption) in
            call.reply(.init(settled: try session.settle(transition: parameters.transition)))
        }
    }

    // MARK: Gestures

    func beginDrag(_ parameters: ReaderInterface.BeginDragParameters, _ call: VarlinkCall<ReaderInterface.BeginDrag>)
        throws(ReaderInterface.Failure)
    {
        let session = try session(parameters.reader, for: call)
        let axis = try axis(parameters.axis, of: session)
        let offset = try parameters.offset.map { offset throws(ReaderInterface.Failure) in
            try MotionCheck.number(offset, "offset")
        }
        run(call, of: session) { answers throws(Interruption) in
            let start = try session.beginDrag(
                on: axis, at: offset, by: call.connection.id, answers)
            call.reply(.init(transition: start.step.transition, origin: start.origin, position: start.position))
            if !call.connection.isOpen { session.connectionEnded(call.connection.id) }
        }
    }

    func drag(_ parameters: ReaderInterface.DragParameters, _ call: VarlinkCall<ReaderInterface.Drag>)
        throws(ReaderInterface.Failure)
    {
        let session = try session(parameters.reader, for: call)
        let offset: Double
        do throws(ReaderInterface.Failure) { offset = try MotionCheck.number(parameters.offset, "offset") } catch {
            session.dropOffset()
            throw error
        }
        // Nobody waits for the answer to a oneway call: it may be said with the next.
        session.queue.run(offset: offset, mayBeReplaced: !call.isOpen) { pending in
            command(call, of: session) { _ throws(Interruption) in
                try session.drag(to: pending.offset)
                call.reply()
            } failed: {
                if case .overloaded = $0 { session.dropOffset() }
            }
        }
    }

    func releaseDrag(
        _ parameters: ReaderInterface.ReleaseDragParameters, _ call: VarlinkCall<ReaderInterface.ReleaseDrag>
    ) throws(ReaderInterface.Failure) {
        let session = try session(parameters.reader, for: call)
        let velocity = try MotionCheck.number(parameters.velocity ?? 0, "velocity")
        run(call, of: session) { _ throws(Interruption) in
            let (end, refreshed) = try session.releaseDrag(velocity: velocity)
            call.reply(
                .init(
                    transition: end.step.transition, spread: end.bound.index,
                    location: end.bound.pages.first.map { session.wire($0) }, refreshing: refreshed != nil))
            if let refreshed { session.refresh(refreshed) { _ in } }
        }
    }

    func cancelDrag(
        _ parameters: ReaderInterface.CancelDragParameters, _ call: VarlinkCall<ReaderInterface.CancelDrag>
    ) throws(ReaderInterface.Failure) {
        let session = try session(parameters.reader, for: call)
        run(call, of: session) { _ throws(Interruption) in
            let end = try session.cancelDrag()
            call.reply(
                .init(
                    transition: end.step.transition, spread: end.bound.index,
                    location: end.bound.pages.first.map { session.wire($0) }))
        }
    }

    func reportAppearance(
        _ parameters: ReaderInterface.ReportAppearanceParameters,
        _ call: VarlinkCall<ReaderInterface.ReportAppearance>
    ) throws(ReaderInterface.Failure) {
        let session = try session(parameters.reader, for: call)
        let axis = try axis(parameters.axis, of: session)
        guard session.isManual else { throw .notManual }
        run(call, of: session) { answers throws(Interruption) in
            try session.report(AppearanceEvent(parameters.event), of: parameters.index, on: axis, answers)
            call.reply()
        }
    }

    func beginMove(_ parameters: ReaderInterface.BeginMoveParameters, _ call: VarlinkCall<ReaderInterface.BeginMove>)
        throws(ReaderInterface.Failure)
    {
        let session = try session(parameters.reader, for: call)
        let axis = try axis(parameters.axis, of: session)
        run(call, of: session) { answers throws(Interruption) in
            let move = try session.beginMove(
                of: parameters.index, on: axis, by: call.connection.id, answers)
            call.reply(.init(location: session.wire(move.page)))
            if !call.connection.isOpen { session.connectionEnded(call.connection.id) }
        }
    }

    func updateMove(
        _ parameters: ReaderInterface.UpdateMoveParameters, _ call: VarlinkCall<ReaderInterface.UpdateMove>
    ) throws(ReaderInterface.Failure) {
        let session = try session(parameters.reader, for: call)
        run(call, of: session) { answers throws(Interruption) in
            try session.updateMove(
                to: parameters.index, edge: parameters.edge.map { Navigation.Direction($0) }, answers)
            call.reply()
        }
    }

    func endMove(_ parameters: ReaderInterface.EndMoveParameters, _ call: VarlinkCall<ReaderInterface.EndMove>)
        throws(ReaderInterface.Failure)
    {
        let session = try session(parameters.reader, for: call)
        run(call, of: session) { [unowned self] answers throws(Interruption) in
            let (moved, order) = try session.endMove(answers)
            guard let order else { return call.reply(.init(moved: moved)) }
            var looks = session.pages.looks
            looks.document.order = order
            show(looks, in: session, call) { call.reply(.init(moved: moved)) }
        }
    }

    func cancelMove(
        _ parameters: ReaderInterface.CancelMoveParameters, _ call: VarlinkCall<ReaderInterface.CancelMove>
    ) throws(ReaderInterface.Failure) {
        let session = try session(parameters.reader, for: call)
        run(call, of: session) { answers throws(Interruption) in
            try session.cancelMove(answers)
            call.reply()
        }
    }

    // MARK: Pages

    func getPage(_ parameters: ReaderInterface.GetPageParameters, _ call: VarlinkCall<ReaderInterface.GetPage>)
        throws(ReaderInterface.Failure)
    {
        let session = try session(parameters.reader, for: call)
        let request = PageRequest(
            axis: try axis(parameters.axis, of: session), index: parameters.index,
            region: parameters.region.map { PixelRegion(x: $0.x, y: $0.y, width: $0.width, height: $0.height) },
            format: try PixelFormat(parameters.format, quality: parameters.quality),
            handover: parameters.handover ?? .descriptor,
            viewport: try parameters.viewport.map { wire throws(ReaderInterface.Failure) in try Viewport(checking: wire)
            })
        let handover = request.handover
        let get = { [self] in
            // Nobody would be handed what a oneway call has rendered.
            guard call.isOpen else { return }
            let task = session.beginTask(request) { [self] in call.fail(failure($0, of: session)) }
            call.onDisconnect { task.end() }
            if request.isOfScreen {
                // Calls are served one after the other: what waits behind it on its connection would not be seen in time.
                call.onFollowed { [name = session.name] follower in
                    if Self.isRegion(follower, of: name) { task.fail(.superseded) }
                }
            }
            session.getPage(request, for: task) { page throws(ReaderError) in
                let handed = try session.handOver(
                    page, in: request.viewport, handover: handover, over: call.connection)
                call.reply(first: handed.descriptor) { writer in
                    ReaderInterface.GetPageReply(page: handed.page).encode(into: &writer)
                    handed.pixels?.fill(&writer)
                }
            }
        }
        guard session.isUnopened else { return get() }
        run(call, of: session) { _ throws(Interruption) in get() }
    }

    private static func isRegion(_ follower: borrowing CallEnvelope, of reader: String) -> Bool {
        guard follower.method.equals("org.sheaf.Reader.GetPage"), !follower.flags.contains(.oneway),
            let parameters = try? ReaderInterface.GetPageParameters(decoding: follower.parameters)
        else { return false }
        return parameters.reader == reader && parameters.region != nil && parameters.viewport == nil
    }

    func releasePage(
        _ parameters: ReaderInterface.ReleasePageParameters, _ call: VarlinkCall<ReaderInterface.ReleasePage>
    ) throws(ReaderInterface.Failure) {
        let session = try session(parameters.reader, for: call)
        // Nothing that an earlier run handed over is leased any more: there is nothing to do, and the viewer has done its part.
        guard
            context.leases.remove(parameters.rendition, of: session, over: call.connection)
                || context.server.isOfEarlierRun(parameters.rendition)
        else { throw .noSuchRendition(rendition: parameters.rendition) }
        call.reply()
    }

    // MARK: Settings and state

    func getState(_ parameters: ReaderInterface.GetStateParameters, _ call: VarlinkCall<ReaderInterface.GetState>)
        throws(ReaderInterface.Failure)
    {
        let session = try session(parameters.reader, for: call)
        // Its answer is all there is to it.
        guard call.isOpen else { return }
        run(call, of: session) { _ throws(Interruption) in
            session.advance()
            call.reply(.init(state: session.state))
        }
    }

    func getHistory(
        _ parameters: ReaderInterface.GetHistoryParameters, _ call: VarlinkCall<ReaderInterface.GetHistory>
    ) throws(ReaderInterface.Failure) {
        let session = try session(parameters.reader, for: call)
        // Its answer is all there is to it.
        guard call.isOpen else { return }
        run(call, of: session) { _ throws(Interruption) in
            session.advance()
            call.reply(
                .init(
                    back: session.history.back.reversed().map { session.wire($0) },
                    forward: session.history.forward.reversed().map { session.wire($0) }))
        }
    }

    func setViewport(
        _ parameters: ReaderInterface.SetViewportParameters, _ call: VarlinkCall<ReaderInterface.SetViewport>
    ) throws(ReaderInterface.Failure) {
        let session = try session(parameters.reader, for: call)
        let viewport = try Viewport(checking: parameters.viewport)
        run(call, of: session) { _ throws(Interruption) in
            do throws(ReaderError) { try session.pages.check(viewport) } catch { throw .failure(error) }
            session.setViewport(viewport)
            call.reply(.init(state: session.state))
        }
    }

    func prefetch(_ parameters: ReaderInterface.PrefetchParameters, _ call: VarlinkCall<ReaderInterface.Prefetch>)
        throws(ReaderInterface.Failure)
    {
        let session = try session(parameters.reader, for: call)
        let axis = try axis(parameters.axis, of: session)
        let pages = try HintCheck.pages(parameters.pages)
        let landing = try parameters.landing.map { index throws(ReaderInterface.Failure) in
            (index: index, duration: try HintCheck.duration(parameters.duration))
        }
        guard landing != nil || parameters.duration == nil else {
            throw .invalidMotion(field: "duration", reason: "it is that of a landing, and there is none")
        }
        run(call, of: session) { _ throws(Interruption) in
            try session.prefetch(pages, landing: landing, on: axis, mode: parameters.mode.map { PrefetchMode($0) })
            call.reply()
        }
    }

    func cancelPrefetch(
        _ parameters: ReaderInterface.CancelPrefetchParameters, _ call: VarlinkCall<ReaderInterface.CancelPrefetch>
    ) throws(ReaderInterface.Failure) {
        let session = try session(parameters.reader, for: call)
        let axis = try axis(parameters.axis, of: session)
        let pages = try parameters.pages.map { pages throws(ReaderInterface.Failure) in try HintCheck.pages(pages) }
        run(call, of: session) { _ throws(Interruption) in
            session.cancelPrefetch(pages, on: axis)
            call.reply()
        }
    }

    func setLooks(
        _ parameters: ReaderInterface.SetLooksParameters, _ call: VarlinkCall<ReaderInterface.SetLooks>
    ) throws(ReaderInterface.Failure) {
        let session = try session(parameters.reader, for: call)
        let looks = try ReaderLooks(checking: parameters.looks)
        if let field = session.pages.axes.lazy.compactMap({ $0.refusal(of: looks.document) }).first {
            throw .invalidLooks(
                field: field,
                reason: "a part of a document, and an axis that another one crosses, is made of pages as they are")
        }
        show(looks, in: session, call) { call.reply(.init(state: session.state)) }
    }

    /// Has a reader show its documents in other looks.
    private func show<Method>(
        _ looks: ReaderLooks, in session: ReaderSession, _ call: VarlinkCall<Method>, reply: @escaping () -> Void
    ) where Method.Failure == ReaderInterface.Failure {
        opener.openVariants(of: session.pages.documents, in: looks.document, for: session.uid) { [self] result in
            switch result {
            case .failure(let failure): call.fail(self.failure(.document(failure), of: session))
            case .success(let variants) where session.isClosed:
                opener.release(variants, of: session.uid)
                call.fail(.noSuchReader(reader: session.name))
            case .success(let variants):
                session.queue.run(
                    command(call, of: session) { [opener] answers throws(Interruption) in
                        let unused = try session.setLooks(looks, in: variants, answers)
                        opener.release(unused, of: session.uid)
                        reply()
                    } failed: { [opener] _ in
                        opener.release(variants, of: session.uid)
                    })
            }
        }
    }

    func setAxis(_ parameters: ReaderInterface.SetAxisParameters, _ call: VarlinkCall<ReaderInterface.SetAxis>)
        throws(ReaderInterface.Failure)
    {
        let session = try session(parameters.reader, for: call)
        let axis = try axis(parameters.axis, of: session)
        let change = try ArrangementChange(checking: parameters.arrangement)
        run(call, of: session) { answers throws(Interruption) in
            try session.set(axis, isEnabled: parameters.enabled, change, answers)
            call.reply(.init(state: session.state))
        }
    }

    func getLayout(_ parameters: ReaderInterface.GetLayoutParameters, _ call: VarlinkCall<ReaderInterface.GetLayout>)
        throws(ReaderInterface.Failure)
    {
        let session = try session(parameters.reader, for: call)
        // Its answer is all there is to it.
        guard call.isOpen else { return }
        let axis = try axis(parameters.axis, of: session)
        let offset = try parameters.offset.map { offset throws(ReaderInterface.Failure) in
            try MotionCheck.number(offset, "offset")
        }
        let pages = parameters.pages ?? 16
        guard (1...Self.maxFrames).contains(pages) else {
            throw .invalidMotion(field: "pages", reason: "\(pages) is not within 1 and \(Self.maxFrames)")
        }
        let first = parameters.first
        guard first.map({ $0 >= 0 && Double($0) < MotionCheck.limit }) ?? true else {
            throw .noSuchPage(target: "index \(first ?? 0)", pages: axis.count.pages)
        }
        run(call, of: session) { _ throws(Interruption) in
            session.advance()
            call.reply(session.layout(of: axis, first: first, pages: pages, offset: offset))
        }
    }

    /// How many frames one call answers.
    static let maxFrames = 256

    func hitTest(_ parameters: ReaderInterface.HitTestParameters, _ call: VarlinkCall<ReaderInterface.HitTest>)
        throws(ReaderInterface.Failure)
    {
        let session = try session(parameters.reader, for: call)
        // Its answer is all there is to it.
        guard call.isOpen else { return }
        let x = try MotionCheck.number(parameters.x, "x")
        let y = try MotionCheck.number(parameters.y, "y")
        ask(call, of: session) {
            session.pages(atX: x, y: y)
        } answer: { pages, answers throws(Interruption) in
            call.reply(try session.hitTest(pages, answers))
        }
    }

    func watch(_ parameters: ReaderInterface.WatchParameters, _ call: VarlinkCall<ReaderInterface.Watch>)
        throws(ReaderInterface.Failure)
    {
        let session = try session(parameters.reader, for: call)
        guard !session.isUnopened else {
            return run(call, of: session) { [self] _ throws(Interruption) in
                do throws(ReaderInterface.Failure) { try watch(parameters, call) } catch { call.fail(error) }
            }
        }
        // A oneway watch tells nobody anything, and would never be heard to end.
        guard call.wantsMore, call.isOpen else { throw .service(.expectedMore) }
        do throws(ReaderInterface.Failure) {
            guard session.watches.count < context.settings.watchesPerReader else {
                throw .limitReached(limit: "WatchesPerReader", value: context.settings.watchesPerReader)
            }
            if let refusal = context.accounts.refusalOfWatch(by: session.uid) { throw ReaderInterface.Failure(refusal) }
        } catch {
            limitNotices.reached(error, by: session.uid)
            throw error
        }
        session.addWatch(
            call, handover: parameters.handover ?? .none,
            format: try PixelFormat(parameters.format, quality: parameters.quality))
    }

    // MARK: Documents

    func refresh(_ parameters: ReaderInterface.RefreshParameters, _ call: VarlinkCall<ReaderInterface.Refresh>)
        throws(ReaderInterface.Failure)
    {
        let session = try session(parameters.reader, for: call)
        // Its watches need not hear of what nobody does.
        guard session.document.opened.capabilities.contains(.refresh) else { throw .unsupported(what: "refresh") }
        session.refresh(session.document) { [self] failure in
            if let failure { call.fail(self.failure(.refresh(failure), of: session)) } else { call.reply() }
        }
    }

    func reload(_ parameters: ReaderInterface.ReloadParameters, _ call: VarlinkCall<ReaderInterface.Reload>)
        throws(ReaderInterface.Failure)
    {
        let session = try session(parameters.reader, for: call)
        let password = try PasswordCheck.password(parameters.password)
        if let origin = try opener.origin(of: parameters, for: call) {
            return reload(session, from: origin, named: parameters.name, password: password, call)
        }
        let document = session.document
        document.opened.forgetFailures(for: session.uid)
        documents.reload(document, password: password) { [self] failure in
            if failure == nil, !session.isClosed { session.delivery.retry() }
            finish(call, reloadOf: document, by: session, failure)
        }
    }

    /// Has a reader go over to the file that has taken the place of its document's.
    private func reload(
        _ session: ReaderSession, from origin: DocumentOrigin, named name: String?, password: String?,
        _ call: VarlinkCall<ReaderInterface.Reload>
    ) {
        let (old, user) = (session.document, session.uid)
        documents.open(origin, inPlaceOf: old, fileName: name, password: password, for: user) { [self] result in
            switch result {
            case .failure(let failure): return finish(call, reloadOf: old, by: session, failure)
            case .success(let new) where new === old:
                old.opened.forgetFailures(for: user)
                if !session.isClosed { session.delivery.retry() }
                return finish(call, reloadOf: old, by: session, nil)
            case .success(let new):
                guard !session.isClosed else {
                    opener.release([new], of: user)
                    return finish(call, reloadOf: old, by: session, nil)
                }
                guard new.opened.provider == old.opened.provider, new.opened.flows == old.opened.flows else {
                    opener.release([new], of: user)
                    return call.fail(.otherFormat(provider: new.opened.provider, flows: new.opened.flows))
                }
                let show = { [self] () -> Void in
                    session.queue.run(
                        command(call, of: session) { [self] answers throws(Interruption) in
                            let unused = try session.show(new, inPlaceOf: old, answers)
                            markCopies.replaced(old, in: session) { [self] in
                                opener.release(unused, of: user)
                                finish(call, reloadOf: new, by: session, nil)
                            }
                        } failed: { [opener] _ in
                            opener.release([new], of: user)
                        })
                }
                if new.shapes == nil { new.learnShapes(for: user, completion: show) } else { show() }
            }
        }
    }

    /// Answers when the marks are copied, too.
    private func finish(
        _ call: VarlinkCall<ReaderInterface.Reload>, reloadOf document: ServedDocument, by session: ReaderSession,
        _ failure: HostError?
    ) {
        if session.isClosed { return call.fail(.noSuchReader(reader: session.name)) }
        if let failure { return call.fail(self.failure(.document(failure), of: session)) }
        markCopies.whenCopied(of: session.uid, in: document) { [self] count in
            run(call, of: session) { _ throws(Interruption) in call.reply(.init(state: session.state, marks: count)) }
        }
    }

    // MARK: Places

    func addMark(_ parameters: ReaderInterface.AddMarkParameters, _ call: VarlinkCall<ReaderInterface.AddMark>)
        throws(ReaderInterface.Failure)
    {
        try marks.add(parameters, to: try session(parameters.reader, for: call), call)
    }

    func changeMark(_ parameters: ReaderInterface.ChangeMarkParameters, _ call: VarlinkCall<ReaderInterface.ChangeMark>)
        throws(ReaderInterface.Failure)
    {
        try marks.change(parameters, of: try session(parameters.reader, for: call), call)
    }

    func removeMark(_ parameters: ReaderInterface.RemoveMarkParameters, _ call: VarlinkCall<ReaderInterface.RemoveMark>)
        throws(ReaderInterface.Failure)
    {
        try marks.remove(parameters, of: try session(parameters.reader, for: call), call)
    }

    func getMarks(_ parameters: ReaderInterface.GetMarksParameters, _ call: VarlinkCall<ReaderInterface.GetMarks>)
        throws(ReaderInterface.Failure)
    {
        try marks.list(parameters, of: try session(parameters.reader, for: call), call)
    }

    func getPlaces(_ parameters: ReaderInterface.GetPlacesParameters, _ call: VarlinkCall<ReaderInterface.GetPlaces>)
        throws(ReaderInterface.Failure)
    {
        try marks.places(parameters, call)
    }

    func forgetPlaces(
        _ parameters: ReaderInterface.ForgetPlacesParameters, _ call: VarlinkCall<ReaderInterface.ForgetPlaces>
    ) throws(ReaderInterface.Failure) {
        try marks.forget(parameters, call)
    }

    // MARK: Life

    func open(_ parameters: ReaderInterface.OpenParameters, _ call: VarlinkCall<ReaderInterface.Open>)
        throws(ReaderInterface.Failure)
    {
        do throws(ReaderInterface.Failure) { try opener.open(parameters, call) } catch {
            limitNotices.reached(error, by: call.peer.uid)
            throw error
        }
    }

    func close(_ parameters: ReaderInterface.CloseParameters, _ call: VarlinkCall<ReaderInterface.Close>)
        throws(ReaderInterface.Failure)
    {
        opener.close(try session(parameters.reader, for: call))
        call.reply()
    }

    // MARK: Calls

    /// The reader that a call names, if it is the caller's.
    private func session<Method>(
        _ name: String, for call: VarlinkCall<Method>
    ) throws(ReaderInterface.Failure) -> ReaderSession {
        guard let session = readers.session(name, of: call.peer.uid, usedBy: call.connection.id) else {
            throw .noSuchReader(reader: name)
        }
        return session
    }

    /// The axis that a command is for.
    private func axis(
        _ wire: ReaderInterface.Axis?, of session: ReaderSession
    ) throws(ReaderInterface.Failure) -> ReaderAxis {
        guard let wire else { return session.pages.axes[0] }
        guard let axis = session.pages.axis(Navigation.Axis(wire)) else { throw .noSuchAxis(axis: wire) }
        return axis
    }

    /// Has a command done when all that was asked of the reader before is done, and says so where it can't be.
    private func run<Method: VarlinkMethod>(
        _ call: VarlinkCall<Method>, of session: ReaderSession,
        _ perform: @escaping (Answers) throws(Interruption) -> Void
    ) where Method.Failure == ReaderInterface.Failure {
        session.queue.run(command(call, of: session, perform))
    }

    /// Has a question about the reader answered as it stands when all that was asked of it before is done, and says so where it can't be.
    ///
    /// - Parameter take: takes what the answer goes by, once.
    private func ask<Method: VarlinkMethod, Taken>(
        _ call: VarlinkCall<Method>, of session: ReaderSession, taking take: @escaping () -> Taken,
        answer: @escaping (Taken, Answers) throws(Interruption) -> Void
    ) where Method.Failure == ReaderInterface.Failure {
        session.queue.ask(
            taking: { answers throws(Interruption) in
                try session.resume(answers)
                return take()
            }, answer: answer, fail: { [self] in call.fail(failure($0, of: session)) })
    }

    private func command<Method: VarlinkMethod>(
        _ call: VarlinkCall<Method>, of session: ReaderSession,
        _ perform: @escaping (Answers) throws(Interruption) -> Void, failed: @escaping (ReaderError) -> Void = { _ in }
    ) -> ReaderCommand where Method.Failure == ReaderInterface.Failure {
        ReaderCommand(
            perform: { answers throws(Interruption) in
                try session.resume(answers)
                try perform(answers)
            },
            fail: { [self] error in
                failed(error)
                call.fail(failure(error, of: session))
            })
    }

    private func failure(_ error: ReaderError, of session: ReaderSession) -> ReaderInterface.Failure {
        let failure = ReaderInterface.Failure(error, of: session)
        limitNotices.reached(failure, by: session.uid)
        return failure
    }
}
