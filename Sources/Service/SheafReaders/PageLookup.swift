import HostProtocol
import Navigation
import PageModel
import SheafBase
import SheafDocuments
import SheafPages

/// The pages that a command of a reader needs, looked up before the machine is told to go there.
struct PageLookup {
    let session: ReaderSession
    let inputs: CommandInputs

    /// The index on an axis that a target means.
    func index(
        of target: CheckedTarget, wraps: Bool = false, on axis: ReaderAxis
    ) throws(Interruption) -> Int {
        switch target {
        case .number(let number):
            try count(toTarget: number, wraps: wraps, on: axis)
            if let index = session.model.index(of: number, on: axis, wraps: wraps) { return index }
            // Which page is the last is known when all are counted.
            if axis.document.counted != nil {
                makeWay()
                if let failure = try inputs.answer(to: .count, of: axis.document).failure {
                    throw .failure(.document(failure))
                }
                if let index = session.model.index(of: number, on: axis, wraps: wraps) { return index }
            }
            throw .noSuchPage(target.text, on: axis)
        case .history(let isBack):
            let page = isBack ? session.history.back.last : session.history.forward.last
            guard let page, page.surface == axis.axis.surface else { throw .noSuchPage(target.text, on: axis) }
            return page.index
        case .label(let label):
            makeWay()
            guard case .index(let found) = try inputs.answer(to: .label(label), of: axis.document) else {
                throw .noSuchPage(target.text, on: axis)
            }
            return try index(ofFound: found, on: axis, target)
        case .link(let number):
            guard number < HostLimits.listedItems else { throw .noSuchPage(target.text, on: axis) }
            guard let page = session.standing.landing.pages.first else { throw .failure(.empty) }
            // The links of another document lead nowhere along this axis.
            guard session.pages.documentPosition(of: page.index, on: page.surface)?.document === axis.document else {
                throw .noSuchPage(target.text, on: axis)
            }
            makeWay()
            let answer = try inputs.answer(
                to: .contents(.links, ItemPart(first: number, count: 1), of: page.page), of: axis.document)
            return try index(ofItemIn: answer, near: page.index, on: axis, target)
        case .outline(let number):
            guard number < HostLimits.listedItems else { throw .noSuchPage(target.text, on: axis) }
            makeWay()
            let answer = try inputs.answer(
                to: .contents(.outline, ItemPart(first: number, count: 1)), of: axis.document)
            return try index(ofItemIn: answer, near: 0, on: axis, target)
        }
    }

    /// The index of the page on which a position of the text is; nil where there is none.
    func index(
        ofPosition position: Int64, on axis: ReaderAxis
    ) throws(Interruption) -> Int? {
        guard case .numbers(.success(let pages)) = try inputs.answer(to: .pagesAt([position]), of: axis.document),
            let page = (pages.first ?? nil).map({ PageID($0) })
        else { return nil }
        return try index(ofPage: page, on: axis)
    }

    /// The index of a page; nil where it is none.
    func index(ofPage page: PageID, on axis: ReaderAxis) throws(Interruption) -> Int? {
        let guess = axis.document.pages.known(page: page)?.location.index ?? Int(clamping: page.number)
        let asked = [DocumentQuery.PagePosition(page: page, index: max(guess, 0))]
        guard case .positions(.success(let found)) = try inputs.answer(to: .positions(asked), of: axis.document) else {
            return nil
        }
        return found[page].flatMap { axis.index(ofDocumentIndex: $0) }
    }

    private func index(
        ofItemIn answer: DocumentQuery.Answer, near index: Int, on axis: ReaderAxis,
        _ target: CheckedTarget
    ) throws(Interruption) -> Int {
        if let failure = answer.failure { throw .failure(.document(failure)) }
        guard case .items(.success(let list)) = answer, let page = list.items.first?.page.map({ PageID($0) })
        else { throw .noSuchPage(target.text, on: axis) }
        let near = axis.documentIndex(of: index) ?? 0
        let positions = try inputs.answer(
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

    /// The spread of a page. What stands before it is looked at first: where a page stands alone, pairs are counted anew.
    func spread(ofPage index: Int, on axis: ReaderAxis) throws(Interruption) -> Int {
        try count(axis, to: index + 2)
        return axis.spreads.spread(ofPage: index)
    }

    /// Looks at the pages on the way to a relative target.
    private func count(toTarget target: Target, wraps: Bool, on axis: ReaderAxis) throws(Interruption) {
        guard axis.isUncounted(to: .max), case .relative = target else { return }
        // What was not looked at stands in pairs: it is not farther than that.
        try count(axis, to: session.model.index(of: target, on: axis, wraps: false).map { $0 + 2 } ?? .max)
    }

    /// Looks at the pages of an axis before an index.
    private func count(_ axis: ReaderAxis, to index: Int) throws(Interruption) {
        // A change of the document is taken in by who shows some of it.
        if session.model.isUnopened, let generation = axis.countedSpreads.generation,
            generation != axis.document.pages.generation
        {
            session.watches.count(axis, as: CountedSpreads(axis.arrangement))
        }
        guard axis.isUncounted(to: index) else { return }
        session.watches.count(axis, as: try counted(axis.countedSpreads, to: index, on: axis))
    }

    /// The spreads of an axis with some pages of it and those around them: two spreads on either side. Nothing is changed.
    func counted(
        _ start: CountedSpreads, around pages: [Location], on axis: ReaderAxis, of document: ServedDocument? = nil
    ) throws(Interruption) -> CountedSpreads {
        let last = pages.filter { $0.surface == axis.axis.surface }.map(\.index).max() ?? 0
        return try counted(start, to: last + 6, on: axis, of: document)
    }

    /// The spreads of an axis with its pages before an index. Nothing is changed.
    ///
    /// - Parameter document: the one that the axis will show; nil: its own.
    func counted(
        _ start: CountedSpreads, to index: Int, on axis: ReaderAxis, of document: ServedDocument? = nil
    ) throws(Interruption) -> CountedSpreads {
        let document = document ?? axis.document
        if let unknown = axis.unknownPages(after: start, to: index, in: document) {
            makeWay()
            // What can't be asked for now is not looked at.
            if try inputs.answer(to: .pages(unknown), of: document).failure != nil {
                return axis.count(start, of: document)
            }
        }
        return axis.count(start, to: index, of: document)
    }

    /// Sees to it that the pages of spreads are known, and their sizes, as far as they can be found: one that can't be is none
    /// to turn to.
    ///
    /// - Parameter kind: how pages are taken together; nil: as the axis has it.
    /// - Returns: why none could be looked for, where that is so.
    @discardableResult
    func find(
        _ spreads: ClosedRange<Int>, of kind: Spreads? = nil, on axis: ReaderAxis
    ) throws(Interruption) -> HostError? {
        if kind == nil { try count(axis, to: axis.spreads.pages(ofSpread: spreads.upperBound).upperBound) }
        guard let unknown = session.pages.unknownPages(in: spreads, of: kind, on: axis) else { return nil }
        return try inputs.answer(to: .pages(unknown), of: axis.document).failure
    }

    /// Looks up one page, which must be there.
    ///
    /// - Parameter isTurnedTo: whether the reader leaves what it shows for it.
    func find(
        _ spreads: ClosedRange<Int>, with index: Int, isTurnedTo: Bool = false, on axis: ReaderAxis,
        target: CheckedTarget
    ) throws(Interruption) {
        guard let position = axis.documentIndex(of: index) else { throw .noSuchPage(target.text, on: axis) }
        guard session.pages.unknownPages(in: spreads, on: axis) != nil else { return }
        if axis.document.pages.known(at: position) == nil {
            makeWay(isAtOnce: isTurnedTo)
            if let failure = try inputs.answer(to: .page(at: position), of: axis.document).failure {
                if failure.isPastTheEnd { throw .noSuchPage(target.text, on: axis) }
                throw .failure(.page(index: index, failure))
            }
        }
        try find(spreads, on: axis)
    }

    /// A page has to be looked up: what is rendered ahead for its reader does not hold that up, and goes on some time after the command.
    /// A host does one thing at a time.
    ///
    /// - Parameter isAtOnce: nor does what it shows: the look-up takes a moment, and a page may take seconds. What is still to be
    ///   shown after that is rendered from its beginning.
    func makeWay(isAtOnce: Bool = false) {
        if inputs.afterCommand({ [me = session.me] in me.owner?.wayIsFree() }) { session.prefetch.lookupBegan() }
        session.context.renders.removeWaiters(of: session.key) { [delivery = session.delivery] in
            !isAtOnce && delivery.needs($0)
        }
    }
}

extension CommandInputs {
    /// An index in a document, or the last one before it at which there is a page; nil where there is none.
    ///
    /// - Parameter isAsked: whether the document is asked also where the page is known.
    func nearestPage(
        to index: Int, of document: ServedDocument, isAsked: Bool
    ) throws(Interruption) -> Int? {
        // What was noted of the count may be older than the index: it comes anew with the first answer.
        let isKnown = !isAsked && document.pages.known(at: index) != nil
        let failure = isKnown ? nil : try answer(to: .page(at: index), of: document).failure
        if let count = document.count.exact, count <= index {
            // Nobody could say what is there: the count may be the one that was noted.
            if let failure, !failure.isPastTheEnd { throw .failure(.document(failure)) }
            return count > 0 ? count - 1 : nil
        }
        if !(failure?.isPastTheEnd ?? false) { return index }
        var (before, end) = (-1, index)
        while end - before > 1 {
            let middle = before + (end - before) / 2
            if try hasPage(at: middle, document) { before = middle } else { end = middle }
        }
        return before < 0 ? nil : before
    }

    /// Whether a document has a page at an index; true also where that can't be said now.
    private func hasPage(
        at index: Int, _ document: ServedDocument
    ) throws(Interruption) -> Bool {
        let failure = try answer(to: .page(at: index), of: document).failure
        return !(failure?.isPastTheEnd ?? false)
    }
}
