import HostProtocol
import HostSupervision
package import Navigation
import PageModel
import Places
import SheafDocuments
package import SheafInterface

/// Where a reader begins: the pages are looked up there before it is opened.
struct ReaderStart {
    let session: ReaderSession
    let inputs: CommandInputs

    /// Looks for the pages that it begins with, and sets its axes on them.
    ///
    /// - Parameter isOpen: whether its client has not said where the first axis begins.
    func find(_ target: CheckedTarget?, orAt place: ReadingPlace?, isOpen: Bool) throws(Interruption) {
        var starts: [CheckedTarget?] = session.pages.axes.map { .number(.index(start(of: $0))) }
        if let target {
            starts[0] = target
        } else if let place, let start = try start(at: place) {
            starts[0] = start
        } else if isOpen, let start = try startOfDocument() {
            starts[0] = start
        }
        try findStarts(starts)
        guard let (document, index) = session.pages.background, document.pages.known(at: index) == nil else { return }
        if try inputs.answer(to: .page(at: index), of: document).failure != nil {
            throw .failure(.noSuchPage(target: "background \(index)", pages: document.count.pages))
        }
    }

    /// The start where its user has stopped reading its document; nil where that can't be said.
    private func start(at place: ReadingPlace) throws(Interruption) -> CheckedTarget? {
        guard session.stop != nil || session.model.location(on: session.pages.axes[0]) == nil else { return nil }
        return try index(of: place).map { .number(.index($0)) }
    }

    /// The start that its document asks for; nil where it asks for none that is there.
    private func startOfDocument() throws(Interruption) -> CheckedTarget? {
        let axis = session.pages.axes[0]
        guard axis.isWhole, axis.document.opened.looks.order.named.isEmpty, let page = axis.document.firstView?.page,
            Double(page) < MotionCheck.limit
        else { return nil }
        // One that is not there, or is damaged, is no reason not to open the document.
        return try inputs.answer(to: .page(at: page), of: axis.document).failure == nil ? .number(.index(page)) : nil
    }

    private func index(of place: ReadingPlace) throws(Interruption) -> Int? {
        do throws(Interruption) {
            let axis = session.pages.axes[0]
            let document = axis.document
            var index = place.index
            if document.opened.flows {
                if let position = place.position,
                    let found = try PageLookup(session: session, inputs: inputs).index(ofPosition: position, on: axis)
                {
                    return found
                }
                // It may be laid out in another way: about as far into it.
                index = Int(Double(index) * Double(document.count.pages) / Double(max(place.pages, 1)))
            }
            return try inputs.nearestPage(to: max(index, 0), of: document, isAsked: false)
        } catch {
            guard case .failure = error else { throw error }
            return nil
        }
    }

    /// Opens the reader where an earlier run left it, where that is not done.
    func resume() throws(Interruption) {
        guard session.model.isUnopened, let position = session.pages.restart else { return }
        try findRestart(position)
        session.pages.restart = nil
        session.open()
    }

    /// Looks for the pages that it goes on with after a restart. A document may have become shorter meanwhile: it goes on at the
    /// last page that is left then. Where it was noted elsewhere its document may have changed since, and is asked what is there;
    /// one that was changing then, where the page is.
    private func findRestart(_ restart: RestartPosition) throws(Interruption) {
        var found: [DocumentID: [PageID: Int]] = [:]
        for document in session.pages.documents {
            let surfaces = session.pages.surfaces(of: document)
            guard restart.pages.contains(where: { surfaces.contains($0.surface) }) else { continue }
            let asked = (restart.pages + session.history.back + session.history.forward).filter {
                surfaces.contains($0.surface)
            }
            .compactMap { page in
                session.pages.documentPosition(of: page.index, on: page.surface).map {
                    DocumentQuery.PagePosition(page: page.page, index: $0.index)
                }
            }
            let answer = try inputs.answer(to: .positions(asked), of: document)
            if let failure = answer.failure { throw .failure(.document(failure)) }
            if case .positions(.success(let positions)) = answer { found[document.id] = positions }
        }
        var starts: [CheckedTarget?] = []
        for axis in session.pages.axes {
            let page = restart.pages.first { $0.surface == axis.axis.surface }
            let known = page.flatMap { found[axis.document.id]?[$0.page] }.flatMap { axis.index(ofDocumentIndex: $0) }
            let position = axis.documentIndex(of: known ?? start(of: axis)) ?? axis.first
            let nearest = try inputs.nearestPage(to: position, of: axis.document, isAsked: restart.isMoved)
            let start = nearest.flatMap { axis.index(ofDocumentIndex: $0) }
            if restart.isMoved, let start { try askAnew(spreadOf: start, on: axis) }
            starts.append(start.map { .number(.index($0)) })
        }
        var background: Int?
        if let (document, index) = session.pages.background {
            let page = restart.pages.first { $0.surface == .background }
            let known = page.flatMap { found[document.id]?[$0.page] }
            background = try inputs.nearestPage(to: known ?? index, of: document, isAsked: false)
        }
        try findStarts(starts)
        if let background { session.pages.setBackground(background) }
        session.relocateHistory { [pages = session.pages] page in
            guard let document = pages.documentPosition(of: page.index, on: page.surface)?.document,
                let positions = found[document.id]
            else { return page }
            return positions[page.page].flatMap { pages.index(ofDocumentIndex: $0, on: page.surface) }
                .map { Location(page.surface, page: page.page, index: $0) }
        }
    }

    private func start(of axis: ReaderAxis) -> Int { session.model.inspect { $0.start(of: axis.axis) } }

    /// Finds where each axis begins. Nothing is set before all are found.
    ///
    /// - Parameter targets: for each axis; nil where it has no pages: it begins with the first that comes.
    private func findStarts(_ targets: [CheckedTarget?]) throws(Interruption) {
        var starts: [(axis: ReaderAxis, index: Int)] = []
        for (axis, target) in zip(session.pages.axes, targets).reversed() where axis.count != .exact(0) {
            guard let target else {
                starts.append((axis, 0))
                continue
            }
            let lookup = PageLookup(session: session, inputs: inputs)
            let index = try lookup.index(of: target, on: axis)
            let spread = try lookup.spread(ofPage: index, on: axis)
            try lookup.find(
                spread...spread, with: index, on: axis, target: target)
            starts.append((axis, index))
        }
        for (axis, index) in starts { session.model.setStart(index, of: axis) }
    }

    /// Asks a document which pages are in a spread, also where that is known: it may be of before the reader came there.
    private func askAnew(spreadOf index: Int, on axis: ReaderAxis) throws(Interruption) {
        let spreads = axis.spreads
        for index in spreads.pages(ofSpread: spreads.spread(ofPage: index)) where index < axis.exactCount ?? .max {
            guard let position = axis.documentIndex(of: index) else { continue }
            _ = try inputs.answer(to: .page(at: position), of: axis.document)
        }
    }

    /// Calls `body` when a reader has gone on where an earlier run left it; at once where it has.
    static func whenOpen(
        _ session: ReaderSession, fail: @escaping (ReaderError) -> Void, _ body: @escaping () -> Void
    ) {
        guard session.model.isUnopened else { return body() }
        session.queue.run(
            ReaderCommand(
                perform: { inputs throws(Interruption) in
                    try ReaderStart(session: session, inputs: inputs).resume()
                    body()
                }, fail: fail))
    }
}

/// The place where a reader has stopped.
struct ReaderStop: Equatable {
    let page: PageID
    let index: Int
    /// Where in the text of its document it is, where that is known.
    let position: Int64?

    /// Returns the reading place that is kept of the stop.
    func place(in document: ServedDocument, at time: Int64) -> ReadingPlace {
        ReadingPlace(
            index: index, pages: document.count.pages, position: position, title: document.title, time: time)
    }
}

extension ReaderSession {
    /// Where the reader has stopped; nil where it shows no document whole, in its own order.
    var stop: ReaderStop? {
        let axis = pages.axes[0]
        guard axis.isWhole, axis.document.opened.looks.order.named.isEmpty, let page = model.location(on: axis) else {
            return nil
        }
        let anchor = axis.anchor.flatMap { $0.transition == standing.transition && $0.page == page.page ? $0 : nil }
        return ReaderStop(page: page.page, index: page.index, position: anchor?.position)
    }
}

/// A reader as an earlier run has noted it.
package struct StoredReader {
    package let id: String
    package let uid: UInt32
    /// The setup with which the reader would be opened anew.
    package let setup: ReaderInterface.OpenParameters
    /// The number of its last transition step.
    package let transition: Int
    /// The pages on which it rested.
    package let position: RestartPosition
    /// The pages that it jumped from.
    package let back: [Location]
    package let forward: [Location]
    /// Where in their texts it was brought to.
    package let anchors: [Axis: TextAnchor]

    package init(
        id: String, uid: UInt32, setup: ReaderInterface.OpenParameters, transition: Int, position: RestartPosition,
        back: [Location], forward: [Location], anchors: [Axis: TextAnchor]
    ) {
        self.id = id
        self.uid = uid
        self.setup = setup
        self.transition = transition
        self.position = position
        self.back = back
        self.forward = forward
        self.anchors = anchors
    }
}
