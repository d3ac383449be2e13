import SheafInterface
import SheafOS
import Varlink

/// The reader of the viewer: where it is in the document, and the page that was handed over last.
///
/// Pages come with the reply to a turn where they are there, and with the watch where they had to be rendered. The one before is kept
/// until then.
final class ViewReader {
    /// A change of the reader, for whoever draws it.
    enum Change {
        /// The page, its failure, or what is known of the document.
        case shown
        /// The reader is on another page, which may not be there yet.
        case turned
        /// The document is another one, or has other pages.
        case document
        case lost
        case back
        /// News of the document's file, for people.
        case file(String)
        /// Something that was asked for could not be done, or there is no going on.
        case refused(ControlError)
        case failed(ControlError)
    }

    private(set) var state: ReaderInterface.State
    private(set) var counts: PageCounts
    /// Where the reader is, or will be; nil where the document is empty.
    private(set) var location: ReaderInterface.Location?
    private(set) var shown: HeldPage?
    /// The part of its page that ``shown`` is; nil: all of it, as the reader shows it.
    private(set) var shownPart: ZoomedPart?
    /// Why the page of ``location`` can't be shown.
    private(set) var failure: String?
    /// Whether the service has gone, and is waited for.
    private(set) var isLost = false

    private let service: ViewService
    private let notify: (Change) -> Void
    private var turnsUnderWay = 0
    /// A page that the watch has told of before the reply to its turn.
    private var early: HeldPage?
    private var isChangingViewport = false
    private var parts: PartRequests?
    /// The sides in pixels of the page that was shown as a whole last, and which it is.
    private var whole: (index: Int, width: Int, height: Int)?
    /// The sides of a page in a larger viewport, where they turned out to be other ones than they seemed.
    private var exact: (index: Int, viewport: ReaderInterface.Viewport, width: Int, height: Int)?

    /// - Parameters:
    ///   - state: of a reader that was opened for this.
    ///   - opened: how it was opened.
    ///   - files: from what; nil: from nothing that has a path.
    init(
        _ session: Session, _ state: ReaderInterface.State, _ opened: OpenCall, _ files: OpenedFiles?,
        loop: EventLoop, notify: @escaping (Change) -> Void
    ) {
        self.state = state
        self.notify = notify
        location = state.location
        counts = PageCounts(state)
        service = ViewService(loop: loop, session: session, reader: state.reader, open: opened, files: files)
        parts = PartRequests(service) { [unowned self] index, part, outcome in serve(outcome, part, ofPage: index) }
    }

    /// Begins to watch.
    func start() throws(OSError) {
        try service.start { [unowned self] event in serve(event) }
    }

    /// Closes the reader.
    func end() { service.end() }

    /// The pages of the document, as far as they are known.
    var count: ReaderInterface.PageCount { counts[nil] }

    /// Whether the next page is at the left.
    var isRightToLeft: Bool { state.axes.first?.arrangement.order == .rightToLeft }

    /// Asks about the reader over a connection of its own, which ends with the client.
    ///
    /// - Parameters:
    ///   - parameters: get the reader's id.
    ///   - attempt: what is asked, as in "list the table of contents".
    /// - Returns: nil while there is no service.
    func ask<Method: VarlinkMethod>(
        _ method: Method.Type, _ parameters: (String) -> Method.Parameters, attempt: String,
        each: @escaping (Result<VarlinkReply<Method.Reply>, ControlError>) -> Void
    ) -> VarlinkClient? where Method.Failure: ExplainedFailure {
        service.stream(method, parameters(service.reader), attempt: attempt, each: each)
    }

    /// Returns a rendition of a thumbnail to the service.
    func release(rendition: Int) { service.release(rendition: rendition) }

    // MARK: Turning

    /// Turns to a page.
    func turn(_ target: TurnTarget) {
        guard !isLost else { return }
        turnsUnderWay += 1
        service.call(
            ReaderInterface.Navigate.self, .init(reader: service.reader, target: target.target),
            attempt: "turn to \(target.phrase(counts[nil]))"
        ) { [unowned self] result in
            turnsUnderWay -= 1
            switch result {
            case .success(let reply): turned(reply)
            case .failure(let error): notify(.refused(error))
            }
        }
    }

    private func turned(_ reply: VarlinkReply<ReaderInterface.NavigateReply>) {
        let parameters = reply.parameters
        go(to: parameters.location)
        if let failure = parameters.failure { self.failure = failure.reason }
        if let page = parameters.page {
            show(page, reply.descriptors)
        } else if let early, early.page.index == parameters.location.index {
            replace(with: early)
        }
    }

    private func go(to location: ReaderInterface.Location?) {
        let isElsewhere = location?.page != self.location?.page
        self.location = location
        remember()
        guard isElsewhere else { return }
        failure = nil
        notify(.turned)
    }

    /// Shows a page that was handed over, where it is the one that the reader is on.
    private func show(_ page: ReaderInterface.Page, _ descriptors: VarlinkDescriptors) {
        guard let held = HeldPage(page, descriptors) else {
            return notify(.refused(ControlError("the service handed over no memory of page \(page.index + 1)")))
        }
        if page.index == location?.index {
            replace(with: held)
        } else if turnsUnderWay > 0 {
            let before = early
            early = held
            release(before)
        } else {
            // Somebody else has turned it.
            go(to: .init(page: page.page, index: page.index, label: page.label))
            replace(with: held)
        }
    }

    private func replace(with page: HeldPage, of part: ZoomedPart? = nil) {
        failure = nil
        if part == nil { whole = (page.page.index, page.page.width, page.page.height) }
        shownPart = part
        // What stands in for a page may be the very one that is shown.
        if let shown, shown.isSame(as: page) { return notify(.shown) }
        let before = [shown, early]
        shown = page
        early = nil
        for held in before where held !== page { release(held) }
        notify(.shown)
    }

    /// Returns a page, unless the same memory is shown.
    private func release(_ held: HeldPage?) {
        guard let held, held.page.rendition != shown?.page.rendition, held.page.rendition != early?.page.rendition
        else { return }
        service.release(rendition: held.page.rendition)
    }

    // MARK: Parts of pages

    /// The part of the page where the reader is that a window shows; nil where the window shows all of it, or its size is not known yet.
    func part(in window: PageWindow, on area: TerminalArea) -> ZoomedPart? {
        guard window.isZoomed, let location, let whole, whole.index == location.index else { return nil }
        let viewport = window.viewport(of: area, like: state.viewport)
        var size = PageWindow.pixels(of: (whole.width, whole.height), in: viewport)
        if let exact, exact.index == location.index, exact.viewport == viewport { size = (exact.width, exact.height) }
        let frame = window.frame(of: size, in: area)
        return ZoomedPart(
            index: location.index, viewport: viewport,
            region: .init(x: frame.x, y: frame.y, width: frame.width, height: frame.height))
    }

    /// Has a part of the page where the reader is shown in place of what is, or with nil all of it.
    func show(_ part: ZoomedPart?) {
        guard !isLost, let location, let shown, shown.page.index == location.index else { return }
        if part == shownPart { parts?.forgetWanted() } else { parts?.ask(for: part, ofPage: location.index) }
    }

    private func serve(_ outcome: PartRequests.Outcome, _ part: ZoomedPart?, ofPage index: Int) {
        switch outcome {
        case .page(let page, let descriptors):
            guard let held = HeldPage(page, descriptors) else { return }
            // The reader may have turned meanwhile.
            if location?.index == index { replace(with: held, of: part) } else { release(held) }
        case .outside(let width, let height):
            if let part { exact = (index, part.viewport, width, height) }
            notify(.shown)
        case .refused(let error): notify(.refused(error))
        }
    }

    // MARK: How pages look

    /// Shows pages in another viewport. While one is on its way the last one counts.
    func setViewport(_ wanted: ReaderInterface.Viewport) {
        state.viewport = wanted
        remember()
        guard !isChangingViewport, !isLost else { return }
        isChangingViewport = true
        service.call(
            ReaderInterface.SetViewport.self, .init(reader: service.reader, viewport: wanted),
            attempt: "change the viewport"
        ) { [unowned self] result in
            isChangingViewport = false
            if case .failure(let error) = result { notify(.refused(error)) }
            if state.viewport != wanted { setViewport(state.viewport) }
        }
    }

    /// Goes over to the next colours of paper and ink: day, sepia, night.
    func changePaper() {
        guard !isLost else { return }
        switch state.looks.paper ?? .day {
        case .day: state.looks.paper = .sepia
        case .sepia: state.looks.paper = .night
        case .night, .inverted: state.looks.paper = .day
        }
        remember()
        service.call(
            ReaderInterface.SetLooks.self, .init(reader: service.reader, looks: state.looks),
            attempt: "change the colours"
        ) { [unowned self] result in
            if case .failure(let error) = result { notify(.refused(error)) }
        }
    }

    /// Tells how the document is to be opened again, should the service not know the reader any more.
    private func remember() {
        guard let location else { return }
        service.remember(page: location.index, viewport: state.viewport, looks: state.looks)
    }

    // MARK: What the service tells

    private func serve(_ event: ViewService.Event) {
        switch event {
        case .watched(let reply, let descriptors): serve(reply, descriptors)
        case .lost:
            isLost = true
            isChangingViewport = false
            turnsUnderWay = 0
            parts?.lose()
            notify(.lost)
        case .back:
            isLost = false
            // What is shown stays: its memory is this process's own now.
            setViewport(state.viewport)
            notify(.back)
        case .followed(.success(let text)): notify(.file(text))
        case .followed(.failure(let error)): notify(.file("\(error): waiting for what is written next"))
        case .failed(let error): notify(.failed(error))
        }
    }

    private func serve(_ reply: ReaderInterface.WatchReply, _ descriptors: VarlinkDescriptors) {
        if let page = reply.page { return show(page, descriptors) }
        if let new = reply.state {
            // What was asked for meanwhile is on its way.
            let viewport = state.viewport
            state = new
            state.viewport = viewport
            counts = PageCounts(new)
            if turnsUnderWay == 0 { go(to: new.location) }
            if let failed = new.failed?.first(where: { $0.index == location?.index }) { failure = failed.reason }
        }
        if let failed = reply.failure, failed.index == location?.index { failure = failed.reason }
        if let change = reply.document {
            counts.update(change.axis, change.document.count)
            go(to: change.location)
            notify(.document)
        }
        if reply.removed ?? false {
            notify(.file("the file was deleted, renamed or replaced: waiting for what comes in its place"))
        }
        if let count = reply.count { counts.update(count.axis, count.pages) }
        if reply.closed ?? false {
            notify(.failed(ControlError("the reader was closed by somebody else: open the document again")))
        }
        notify(.shown)
    }
}
