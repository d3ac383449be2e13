import Navigation
import PageModel
import Places
import ProviderHost
import SheafInterface

/// A turn that was asked for, checked.
struct Turn {
    let axis: ReaderAxis
    let target: CheckedTarget
    let handover: ReaderInterface.Handover
    /// The format in which the pages are handed over.
    let format: PixelFormat
    /// Of its animation, in microseconds.
    let duration: UInt64
    /// Which way it is to look; nil: towards the target.
    let direction: Direction?
    /// Whether a relative target goes on at the other end of the document.
    let wraps: Bool
}

/// What a turn came to.
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
}

// Pages are looked up before the machine is told to go there.
extension ReaderSession {
    /// The index on an axis that a target means.
    func index(
        of target: CheckedTarget, wraps: Bool = false, on axis: ReaderAxis, _ answers: Answers
    ) throws(Interruption) -> Int {
        switch target {
        case .number(let number):
            if let index = index(of: number, on: axis, wraps: wraps) { return index }
            // Which page is the last is known when all are counted.
            if axis.document.counted != nil {
                makeWay(for: answers)
                if let failure = try answers.answer(to: .count, of: axis.document).failure {
                    throw .failure(.document(failure))
                }
                if let index = index(of: number, on: axis, wraps: wraps) { return index }
            }
            throw .noSuchPage(target.text, on: axis)
        case .history(let isBack):
            let page = isBack ? history.back.last : history.forward.last
            guard let page, page.surface == axis.axis.surface else { throw .noSuchPage(target.text, on: axis) }
            return page.index
        case .label(let label):
            makeWay(for: answers)
            guard case .index(let found) = try answers.answer(to: .label(label), of: axis.document) else {
                throw .noSuchPage(target.text, on: axis)
            }
            return try index(ofFound: found, on: axis, target)
        case .link(let number):
            guard number < HostLimits.listedItems else { throw .noSuchPage(target.text, on: axis) }
            guard let page = step.landing.pages.first else { throw .failure(.empty) }
            // The links of another document lead nowhere along this axis.
            guard pages.documentPosition(of: page.index, on: page.surface)?.document === axis.document else {
                throw .noSuchPage(target.text, on: axis)
            }
            makeWay(for: answers)
            let answer = try answers.answer(to: .links(page.page, ItemPart(first: number, count: 1)), of: axis.document)
            return try index(ofItemIn: answer, near: page.index, on: axis, target, answers)
        case .outline(let number):
            guard number < HostLimits.listedItems else { throw .noSuchPage(target.text, on: axis) }
            makeWay(for: answers)
            let answer = try answers.answer(to: .outline(ItemPart(first: number, count: 1)), of: axis.document)
            return try index(ofItemIn: answer, near: 0, on: axis, target, answers)
        }
    }

    private func index(
        ofItemIn answer: DocumentQuery.Answer, near index: Int, on axis: ReaderAxis,
        _ target: CheckedTarget, _ answers: Answers
    ) throws(Interruption) -> Int {
        if let failure = answer.failure { throw .failure(.document(failure)) }
        guard case .items(.success(let list)) = answer, let page = list.items.first?.page.map({ PageID($0) })
        else { throw .noSuchPage(target.text, on: axis) }
        let near = axis.documentIndex(of: index) ?? 0
        let positions = try answers.answer(
            to: .positions([DocumentQuery.PagePosition(page: page, index: near)]), of: axis.document)
        if let failure = positions.failure { return try self.index(ofFound: .failure(failure), on: axis, target) }
        guard case .positions(.success(let found)) = positions, let position = found[page] else {
            throw .noSuchPage(target.text, on: axis)
        }
        return try self.index(ofFound: .success(position), on: axis, target)
    }

    private func index(
        ofFound found: Result<Int, HostError>, on axis: ReaderAxis, _ target: CheckedTarget
    ) throws(Interruption) -> Int {
        switch found {
        case .success(let position):
            guard let index = axis.index(ofDocumentIndex: position) else { throw .noSuchPage(target.text, on: axis) }
            return index
        case .failure(let failure):
            if failure.isPastTheEnd { throw .noSuchPage(target.text, on: axis) }
            throw .failure(.document(failure))
        }
    }

    /// Sees to it that the pages of spreads are known, and their sizes, as far as they can be found: one that can't be is none
    /// to turn to.
    ///
    /// - Parameter kind: how pages are taken together; nil: as the axis has it.
    /// - Returns: why none could be looked for, where that is so.
    @discardableResult
    func find(
        _ spreads: ClosedRange<Int>, of kind: Spreads? = nil, on axis: ReaderAxis, _ answers: Answers
    ) throws(Interruption) -> HostError? {
        guard let unknown = pages.unknownPages(in: spreads, of: kind, on: axis) else { return nil }
        return try answers.answer(to: .pages(unknown), of: axis.document).failure
    }

    /// The same, where one page must be there.
    ///
    /// - Parameter isTurnedTo: whether the reader leaves what it shows for it.
    func find(
        _ spreads: ClosedRange<Int>, with index: Int, isTurnedTo: Bool = false, on axis: ReaderAxis,
        target: CheckedTarget, _ answers: Answers
    ) throws(Interruption) {
        guard let position = axis.documentIndex(of: index) else { throw .noSuchPage(target.text, on: axis) }
        guard pages.unknownPages(in: spreads, on: axis) != nil else { return }
        if axis.document.known(at: position) == nil {
            makeWay(for: answers, isAtOnce: isTurnedTo)
            if let failure = try answers.answer(to: .page(at: position), of: axis.document).failure {
                if failure.isPastTheEnd { throw .noSuchPage(target.text, on: axis) }
                throw .failure(.page(index: index, failure))
            }
        }
        try find(spreads, on: axis, answers)
    }

    /// A page has to be looked up: what is rendered ahead for its reader does not hold that up, and goes on some time after the command.
    /// A host does one thing at a time.
    ///
    /// - Parameter isAtOnce: nor does what it shows: the look-up takes a moment, and a page may take seconds. What is still to be
    ///   shown after that is rendered from its beginning.
    func makeWay(for answers: Answers, isAtOnce: Bool = false) {
        if answers.afterCommand({ [me] in me.object?.wayIsFree() }) { ahead.lookupBegan() }
        context.server.renders.removeWaiters(of: key) { [delivery] in !isAtOnce && delivery.needs($0) }
    }

    private func wayIsFree() {
        ahead.lookupEnded()
        guard step.isOpen else { return }
        ahead.planAnew()
        planLater()
    }

    /// Looks for the pages that it begins with, and sets its axes on them.
    func findStart(
        _ target: CheckedTarget?, orAt place: ReadingPlace?, _ answers: Answers
    ) throws(Interruption) {
        var starts: [CheckedTarget?] = pages.axes.map { .number(.index(start(of: $0))) }
        if let target {
            starts[0] = target
        } else if let place, let start = try start(at: place, answers) {
            starts[0] = start
        }
        try findStarts(starts, answers)
        guard let (document, index) = pages.background, document.known(at: index) == nil else { return }
        if try answers.answer(to: .page(at: index), of: document).failure != nil {
            throw .failure(.noSuchPage(target: "background \(index)", pages: document.count.pages))
        }
    }

    /// Opens it where an earlier run left it, where that is not done.
    func resume(_ answers: Answers) throws(Interruption) {
        guard isUnopened, let position = pages.restart else { return }
        try findRestart(position, answers)
        pages.restart = nil
        open()
    }

    /// Looks for the pages that it goes on with after a restart. A document may have become shorter meanwhile: it goes on at the
    /// last page that is left then. Where it was noted elsewhere its document may have changed since, and is asked what is there;
    /// one that was changing then, where the page is.
    private func findRestart(_ restart: RestartPosition, _ answers: Answers) throws(Interruption) {
        var found: [DocumentID: [PageID: Int]] = [:]
        for document in pages.documents {
            let surfaces = pages.surfaces(of: document)
            guard restart.pages.contains(where: { surfaces.contains($0.surface) }) else { continue }
            let asked = (restart.pages + history.back + history.forward).filter { surfaces.contains($0.surface) }
                .compactMap { page in
                    pages.documentPosition(of: page.index, on: page.surface).map {
                        DocumentQuery.PagePosition(page: page.page, index: $0.index)
                    }
                }
            let answer = try answers.answer(to: .positions(asked), of: document)
            if let failure = answer.failure { throw .failure(.document(failure)) }
            if case .positions(.success(let positions)) = answer { found[document.id] = positions }
        }
        var starts: [CheckedTarget?] = []
        for axis in pages.axes {
            let page = restart.pages.first { $0.surface == axis.axis.surface }
            let known = page.flatMap { found[axis.document.id]?[$0.page] }.flatMap { axis.index(ofDocumentIndex: $0) }
            let position = axis.documentIndex(of: known ?? start(of: axis)) ?? axis.first
            let nearest = try nearestPage(to: position, of: axis.document, isAsked: restart.isMoved, answers)
            let start = nearest.flatMap { axis.index(ofDocumentIndex: $0) }
            if restart.isMoved, let start { try askAnew(spreadOf: start, on: axis, answers) }
            starts.append(start.map { .number(.index($0)) })
        }
        var background: Int?
        if let (document, index) = pages.background {
            let page = restart.pages.first { $0.surface == .background }
            let known = page.flatMap { found[document.id]?[$0.page] }
            background = try nearestPage(to: known ?? index, of: document, isAsked: false, answers)
        }
        try findStarts(starts, answers)
        if let background { pages.setBackground(background) }
        relocateHistory { [pages] page in
            guard let document = pages.documentPosition(of: page.index, on: page.surface)?.document,
                let positions = found[document.id]
            else { return page }
            return positions[page.page].flatMap { pages.index(ofDocumentIndex: $0, on: page.surface) }
                .map { Location(page.surface, page: page.page, index: $0) }
        }
    }

    private func start(of axis: ReaderAxis) -> Int { inspect { $0.start(of: axis.axis) } }

    /// Nothing is set before all are found.
    ///
    /// - Parameter targets: for each axis; nil where it has no pages: it begins with the first that comes.
    private func findStarts(_ targets: [CheckedTarget?], _ answers: Answers) throws(Interruption) {
        var starts: [(axis: ReaderAxis, index: Int)] = []
        for (axis, target) in zip(pages.axes, targets).reversed() where axis.count != .exact(0) {
            guard let target else {
                starts.append((axis, 0))
                continue
            }
            let index = try index(of: target, on: axis, answers)
            let spread = axis.arrangement.spreads.spread(ofPage: index)
            try find(spread...spread, with: index, on: axis, target: target, answers)
            starts.append((axis, index))
        }
        for (axis, index) in starts { setStart(index, of: axis) }
    }

    /// An index in a document, or the last one before it at which there is a page; nil where there is none.
    ///
    /// - Parameter isAsked: whether the document is asked also where the page is known.
    func nearestPage(
        to index: Int, of document: ServedDocument, isAsked: Bool, _ answers: Answers
    ) throws(Interruption) -> Int? {
        // What was noted of the count may be older than the index: it comes anew with the first answer.
        let isKnown = !isAsked && document.known(at: index) != nil
        let isThere = isKnown ? true : try hasPage(at: index, document, answers)
        if let count = document.count.exact, count <= index { return count > 0 ? count - 1 : nil }
        if isThere { return index }
        var (before, end) = (-1, index)
        while end - before > 1 {
            let middle = before + (end - before) / 2
            if try hasPage(at: middle, document, answers) { before = middle } else { end = middle }
        }
        return before < 0 ? nil : before
    }

    /// Asks a document which pages are in a spread, also where that is known: it may be of before the reader came there.
    private func askAnew(spreadOf index: Int, on axis: ReaderAxis, _ answers: Answers) throws(Interruption) {
        let spreads = axis.arrangement.spreads
        for index in spreads.pages(ofSpread: spreads.spread(ofPage: index)) where index < axis.exactCount ?? .max {
            guard let position = axis.documentIndex(of: index) else { continue }
            _ = try answers.answer(to: .page(at: position), of: axis.document)
        }
    }

    /// Whether a document has a page at an index; true also where that can't be said now.
    private func hasPage(
        at index: Int, _ document: ServedDocument, _ answers: Answers
    ) throws(Interruption) -> Bool {
        let failure = try answers.answer(to: .page(at: index), of: document).failure
        return !(failure?.isPastTheEnd ?? false)
    }
}
