import HostProtocol
import Navigation
import PageModel
import SheafDocuments
import SheafInterface
import SheafOS
import SheafPages
import Varlink

// Pages that are asked for by themselves, and returned.
extension ReaderService {
    func getPage(_ parameters: Interface.GetPageParameters, _ call: VarlinkCall<Interface.GetPage>) throws(Failure) {
        let session = try session(parameters.reader, for: call)
        let request = PageRequest(
            axis: try axis(parameters.axis, of: session), index: parameters.index,
            frame: try Self.frame(parameters.frame),
            region: parameters.region.map { PixelRegion(x: $0.x, y: $0.y, width: $0.width, height: $0.height) },
            format: try PixelFormat(parameters.format, quality: parameters.quality),
            handover: parameters.handover ?? .descriptor,
            viewport: try parameters.viewport.map { wire throws(Failure) in try Viewport(checking: wire)
            })
        let handover = request.handover
        let asked = RequestedPage(request: request, session: session)
        let get = { [self] in
            // Nobody would be handed what a oneway call has rendered.
            guard call.isOpen else { return }
            let task = asked.begin { [self] in call.fail(failure($0, of: session)) }
            call.onDisconnect { task.end() }
            if request.isOfScreen {
                // Calls are served one after the other: what waits behind it on its connection would not be seen in time.
                call.onFollowed { [name = session.name] follower in
                    if Self.isRegion(follower, of: name) { task.fail(.superseded) }
                }
            }
            asked.get(for: task) { page throws(ReaderError) in
                let handed = try Self.handOver(
                    page, of: session, in: request.viewport, handover: handover, over: call.connection)
                call.reply(first: handed.descriptor) { writer in
                    ReaderInterface.GetPageReply(page: handed.page).encode(into: &writer)
                    handed.pixels?.fill(&writer)
                }
            }
        }
        guard session.model.isUnopened else { return get() }
        run(call, of: session) { _ throws(Interruption) in get() }
    }

    /// A frame of a page, of which a reader's pages show the first.
    private static func frame(_ frame: Int?) throws(Failure) -> Int {
        guard let frame else { return 0 }
        guard (0...PageRequest.lastFrame).contains(frame) else {
            throw .invalidCall(field: "frame", reason: "it is from 0 to \(PageRequest.lastFrame)")
        }
        return frame
    }

    private static func isRegion(_ follower: borrowing CallEnvelope, of reader: String) -> Bool {
        guard follower.method.equals("org.sheaf.Reader.GetPage"), !follower.flags.contains(.oneway),
            let parameters = try? ReaderInterface.GetPageParameters(decoding: follower.parameters)
        else { return false }
        return parameters.reader == reader && parameters.region != nil && parameters.viewport == nil
    }

    func releasePage(
        _ parameters: Interface.ReleasePageParameters, _ call: VarlinkCall<Interface.ReleasePage>
    ) throws(Failure) {
        let session = try session(parameters.reader, for: call)
        // Nothing that an earlier run handed over is leased any more: there is nothing to do, and the viewer has done its part.
        guard
            context.leases.remove(parameters.rendition, of: session.client, over: call.connection)
                || context.store.isOfEarlierRun(parameters.rendition)
        else { throw .noSuchRendition(rendition: parameters.rendition) }
        call.reply()
    }

    /// A page that was asked for by itself, as it goes over the wire, and leased.
    private static func handOver(
        _ page: HandedPage, of session: ReaderSession, in viewport: Viewport? = nil, handover: ReaderInterface.Handover,
        over connection: VarlinkConnection
    ) throws(ReaderError) -> PageHandover {
        if let refusal = session.context.leases.refusal(of: [page.served], to: session.uid, .init(handover)) {
            throw ReaderError(refusal)
        }
        let handed = try PageHandover(
            page.served, of: page.view.page, in: session.model, viewport: viewport, handover: handover)
        if handover == .descriptor { session.context.leases.add([page.served], to: session.client, over: connection) }
        return handed
    }
}

/// The part of a page that a client asks for.
private struct PageRequest {
    let axis: ReaderAxis
    /// On the axis; nil: the page that the reader shows.
    let index: Int?
    /// Of a page that moves, from 0; at most ``lastFrame``.
    let frame: Int
    /// In pixels of the page at the viewport's scale; nil: all of it.
    let region: PixelRegion?
    let format: PixelFormat
    /// The way in which the page is handed over.
    let handover: ReaderInterface.Handover
    /// The looks of the page; nil: those of the reader's pages.
    let viewport: Viewport?

    /// No page has a frame behind this one: a page that is kept over a restart is noted with 24 bits for it.
    static let lastFrame = 1 << 24 - 1

    /// Whether only the latest of such requests counts: what a viewer has panned and zoomed to.
    var isOfScreen: Bool { region != nil && viewport == nil }
}

/// A page that was asked for, on its way to whoever asked: looked up, waited for until no other region comes, rendered.
final class PageTask: ReaderTask {
    private enum Stage {
        /// The page of the region is being looked up.
        case lookup
        /// Waits whether another region is asked for.
        case resting(TimerSource)
        /// Is being rendered; calls this when that is over.
        case rendering(waiter: Int, ended: (() -> Void)?)
        /// Was answered, or nobody waits for it any more.
        case ended
    }

    /// So often its page is looked up and rendered again, where the document has changed meanwhile.
    static let maxTimes = 4

    /// When it came.
    let arrival: Instant
    private let renders: PageRenders
    private let refuse: (ReaderError) -> Void
    private var stage = Stage.lookup
    private var times = 1

    /// - Parameter refuse: answers with an error; called once at most.
    init(at arrival: Instant, renders: PageRenders, refuse: @escaping (ReaderError) -> Void) {
        self.arrival = arrival
        self.renders = renders
        self.refuse = refuse
    }

    /// Whether it still waits for its answer.
    var isOpen: Bool {
        if case .ended = stage { false } else { true }
    }

    /// Waits until a timer fires.
    func rest(_ timer: TimerSource) { if isOpen { stage = .resting(timer) } }

    /// Waits for a render; `ended` is called when that is over.
    func render(waiter: Int, ended: (() -> Void)?) {
        if isOpen { stage = .rendering(waiter: waiter, ended: ended) } else { ended?() }
    }

    /// Has the page looked up again, unless it has ended or that was done too often.
    func beginAgain() -> Bool {
        guard isOpen, times < Self.maxTimes else { return false }
        if case .rendering(_, let ended) = stage { ended?() }
        times += 1
        stage = .lookup
        return true
    }

    /// Has its answer, or nobody waits for that any more.
    func end() {
        let last = stage
        stage = .ended
        switch last {
        case .lookup, .ended: break
        case .resting(let timer): timer.cancel()
        case .rendering(let waiter, let ended):
            renders.removeWaiter(waiter)
            ended?()
        }
    }

    /// Answers it, or with the error of that.
    func answer(_ body: () throws(ReaderError) -> Void) {
        guard isOpen else { return }
        end()
        do throws(ReaderError) { try body() } catch { refuse(error) }
    }

    func end(_ reason: ReaderError) { fail(reason) }

    /// Answers it with an error where it has no answer yet.
    func fail(_ failure: ReaderError) {
        guard isOpen else { return }
        end()
        refuse(failure)
    }
}

/// A page that is asked for by itself, of a reader. Of the regions that a viewer which pans and zooms asks for, only the latest counts.
private struct RequestedPage {
    let request: PageRequest
    let session: ReaderSession

    /// Begins the request. A region of what the reader shows takes the place of the one that it waited for.
    ///
    /// - Parameter refuse: answers with an error; called once at most.
    func begin(refuse: @escaping (ReaderError) -> Void) -> PageTask {
        let context = session.context
        let task = PageTask(at: context.now, renders: context.renders, refuse: refuse)
        if request.isOfScreen { session.begin(task, as: .region) }
        return task
    }

    /// Gets the page, and hands it over as soon as it is there.
    ///
    /// - Parameters:
    ///   - isStill: whether it need not wait any more for another region.
    ///   - answer: called with the page, once at most.
    func get(
        for task: PageTask, isStill: Bool = false, answer: @escaping (HandedPage) throws(ReaderError) -> Void
    ) {
        session.advance()
        get(orShown: session.model.current, for: task, isStill: isStill, answer: answer)
    }

    /// - Parameter shown: the page that was shown when the call came, wherever the reader is by now.
    private func get(
        orShown shown: Location?, for task: PageTask, isStill: Bool,
        answer: @escaping (HandedPage) throws(ReaderError) -> Void
    ) {
        session.queue.runBeside(
            ReaderCommand(
                perform: { inputs throws(Interruption) in
                    guard task.isOpen else { return }
                    let page = try find(orShown: shown, inputs)
                    get(page, orShown: shown, for: task, isStill: isStill, answer: answer)
                }, fail: { task.fail($0) }))
    }

    private func find(
        orShown shown: Location?, _ inputs: CommandInputs
    ) throws(Interruption) -> Location {
        guard let index = request.index else {
            guard let shown else { throw .failure(.empty) }
            return try find(shown: shown, inputs)
        }
        let axis = request.axis
        let target = CheckedTarget.number(.index(index))
        guard axis.exactCount != 0 else { throw .failure(.empty) }
        guard index >= 0, index < axis.exactCount ?? Int(MotionCheck.limit), axis.documentIndex(of: index) != nil
        else { throw .noSuchPage(target.text, on: axis) }
        let lookup = PageLookup(session: session, inputs: inputs)
        let spread = try lookup.spread(ofPage: index, on: axis)
        try lookup.find(spread...spread, with: index, on: axis, target: target)
        guard let page = session.pages.page(at: index, on: axis.axis.surface) else { throw .failure(.changing) }
        return Location(axis.axis.surface, page: page, index: index)
    }

    /// Where a page is now that was shown, and sees to it that its size is known. While a change is taken in neither is.
    private func find(shown page: Location, _ inputs: CommandInputs) throws(Interruption) -> Location {
        guard session.pages.view(of: page) == nil else { return page }
        guard let (document, position) = session.pages.documentPosition(of: page.index, on: page.surface) else {
            throw .failure(.superseded)
        }
        let asked = DocumentQuery.PagePosition(page: page.page, index: position)
        let answer = try inputs.answer(to: .positions([asked]), of: document)
        if let failure = answer.failure { throw .failure(.document(failure)) }
        guard case .positions(.success(let found)) = answer, let position = found[page.page],
            let index = session.pages.index(ofDocumentIndex: position, on: page.surface)
        else { throw .failure(.superseded) }
        if document.pages.known(at: position) == nil,
            let failure = try inputs.answer(to: .page(at: position), of: document).failure
        {
            throw .failure(.page(index: index, failure))
        }
        return Location(page.surface, page: page.page, index: index)
    }

    private func get(
        _ location: Location, orShown shown: Location?, for task: PageTask, isStill: Bool,
        answer: @escaping (HandedPage) throws(ReaderError) -> Void
    ) {
        do throws(ReaderError) {
            guard let view = session.pages.view(of: location) else { throw .changing }
            let again = { get(orShown: shown, for: task, isStill: true, answer: answer) }
            let rendition = try rendition(of: view.page, in: view.document)
            if request.handover == .inline, request.format == .bgrx8888, rendition.pixelBytes > PageHandover.maxInline {
                throw .inlineTooLarge(bytes: rendition.pixelBytes, limit: PageHandover.maxInline)
            }
            let store = session.context.store
            let isWaiting = request.isOfScreen && !isStill && !session.context.renders.isAwaited(rendition)
            if let ready = request.region == nil
                ? store.demand(rendition) : store.region(rendition, isWaiting: isWaiting)
            {
                return task.answer { () throws(ReaderError) in try answer(HandedPage(view: view, served: ready)) }
            }
            // By then it may have changed, and what it can be cut from may be there.
            if isWaiting { return whenStill(task, again) }
            let isLeased = request.handover == .descriptor && request.format == .bgrx8888
            let leases = session.context.leases
            if isLeased, let refusal = leases.refusal(ofBytes: rendition.pixelBytes, to: session.uid) {
                throw ReaderError(refusal)
            }
            // What one has zoomed to is there soonest by itself; one that looks around has the page for all of it. Who holds more of a page
            // for a part of it can hold as much again: the next page is not refused for this one.
            let isTile = !request.isOfScreen && !isLeased
            let mayBeCut = { [uid = session.uid] (bytes: Int) in
                !isLeased || leases.refusal(ofBytes: 2 * bytes, to: uid) == nil
            }
            let waiter = session.context.renders.render(
                rendition, at: view.documentIndex, of: view.document.opened, for: session.key,
                user: session.uid,
                purpose: .call, mayBeCut: isTile || store.hasRegion(beside: rendition) ? mayBeCut : nil
            ) { [session] result in
                guard task.isOpen else { return }
                switch result {
                case .success(let served):
                    task.answer { () throws(ReaderError) in
                        try answer(HandedPage(view: view, served: served))
                    }
                case .failure(let failure):
                    view.document.lookForChanges(
                        of: rendition.page, at: view.documentIndex, after: failure, for: session.uid,
                        isKnown: { !view.isCurrent }
                    ) { failure in
                        guard !session.isClosed else { return task.fail(.closed) }
                        // It was asked for as it was before.
                        guard view.isCurrent else { return task.beginAgain() ? again() : task.fail(.changing) }
                        // What was closed is its document: the reader shows another one.
                        task.fail(failure.code == .closed ? .superseded : .page(index: location.index, failure))
                    }
                }
            }
            guard session.prefetch.isHeld else { return task.render(waiter: waiter, ended: nil) }
            session.prefetch.lookupBegan()
            task.render(waiter: waiter) { [prefetch = session.prefetch] in prefetch.lookupEnded() }
        } catch {
            task.fail(error)
        }
    }

    private func rendition(of page: PlacedPage, in document: ServedDocument) throws(ReaderError) -> Rendition {
        let viewport = request.viewport ?? session.pages.viewport
        // A region is limited by itself, and not what it is of.
        let (size, scale) =
            request.region == nil
            ? session.pages.reducedGeometry(of: page, in: viewport, as: request.format)
            : session.pages.geometry(of: page, in: viewport)
        let region = request.region ?? PixelRegion(all: size)
        guard region.isWithin(size) else { throw .invalidRegion(page: size) }
        let rendition = Rendition(
            document: document.id, page: page.location.page,
            edition: document.pages.edition(of: page.location.page), frame: request.frame, scale: scale,
            rotation: viewport.rotation, region: region, format: request.format, paper: session.pages.looks.paper,
            pageSize: size)
        let limit = session.context.settings.renditionLimit.pixels * 4
        guard rendition.pixelBytes <= limit else { throw .tooLarge(bytes: rendition.pixelBytes, limit: limit) }
        return rendition
    }

    /// Does something as soon as no other region was asked for in a while.
    private func whenStill(_ task: PageTask, _ body: @escaping () -> Void) {
        let now = session.context.now
        let passed = now.microseconds - min(task.arrival.microseconds, now.microseconds)
        guard passed < session.context.settings.regionDelay else { return body() }
        do throws(OSError) {
            task.rest(
                try session.context.loop.schedule(after: session.context.settings.regionDelay - passed) {
                    if task.isOpen { body() }
                })
        } catch {
            // Better a render too many than a region that never comes.
            body()
        }
    }
}
