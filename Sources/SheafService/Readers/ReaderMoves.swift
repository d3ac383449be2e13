import Navigation
import PageModel
import ProviderHost
import Varlink

/// A page that is about to be moved, or dropped: the machine has said that it fits, and its provider is asked.
struct PendingMove {
    let move: ReaderMachine.Move
    var end: ReaderMachine.MoveEnd?
}

// Pages that are moved by hand: their provider is told of it, where it moves pages; else their order is the reader's own.
extension ReaderSession {
    /// A page is taken up to be moved by hand: the machine says whether it fits, the provider whether it can.
    func beginMove(
        of index: Int, on axis: ReaderAxis, by connection: ConnectionID, _ answers: Answers
    ) throws(Interruption) -> ReaderMachine.Move {
        let begun: PendingMove
        if let pending = answers.move {
            begun = pending
        } else {
            let target = CheckedTarget.number(.index(index))
            guard axis.document.opened.owner != .library || isOrderOwn(of: axis.document) else {
                throw .failure(.unsupported("moving pages of a library document, which is everybody's"))
            }
            if isOrderOwn(of: axis.document) { try checkOrder(of: axis, index: index) }
            guard axis.count != .exact(0) else { throw .failure(.empty) }
            guard index >= 0, index < axis.exactCount ?? Int(MotionCheck.limit) else {
                throw .noSuchPage(target.text, on: axis)
            }
            let spread = axis.arrangement.spreads.spread(ofPage: index)
            try find(spread...spread, with: index, on: axis, target: target, answers)
            if let mover = axis.document.mover, mover !== self { throw .failure(.movedElsewhere) }
            let (move, step) = try command(on: axis.axis, target: target.text) {
                machine, pages, now throws(Refusal) in
                try machine.beginMove(of: index, on: axis.axis, in: pages, at: now)
            }
            if let step { apply(step) }
            if !isOrderOwn(of: axis.document) { axis.document.mover = self }
            hold = ViewerHold(connection: connection, edition: axis.document.edition)
            begun = PendingMove(move: move)
            answers.move = begun
        }
        if let failure = try notify(.begin, begun.move, answers) {
            dropMove()
            throw .failure(.provider(failure))
        }
        return begun.move
    }

    /// The page is held elsewhere.
    func updateMove(to index: Int?, edge: Direction?, _ answers: Answers) throws(Interruption) {
        let before = move
        if let before, let axis = pages.axis(on: before.page.surface) {
            if isOrderOwn(of: axis.document) { try checkOrder(of: axis, index: index ?? 0) }
            try find(inspect { $0.reach(of: axis.axis) }, on: axis, answers)
        }
        let (move, step) = try command(target: "index \(index ?? 0)") { machine, pages, now throws(Refusal) in
            try machine.updateMove(to: index, edge: edge, in: pages, at: now)
        }
        if let step { apply(step) } else { planLater() }
        if move.index != before?.index { notify(.update, move) }
    }

    /// The page is dropped.
    ///
    /// - Returns: whether it has moved, and where the order of pages is the reader's own the one to be shown now.
    func endMove(_ answers: Answers) throws(Interruption) -> (hasMoved: Bool, order: PageOrder?) {
        let pending: PendingMove
        if let known = answers.move {
            pending = known
        } else {
            let (move, end, step) = try command { machine, pages, now throws(Refusal) in
                try machine.endMove(in: pages, at: now)
            }
            hold = nil
            if let step { apply(step) }
            pending = PendingMove(move: move, end: end)
            answers.move = pending
        }
        let hasMoved = pending.end == .moved
        let failure = try notify(hasMoved ? .end : .cancel, pending.move, answers)
        releaseMover()
        if let failure { throw .failure(.provider(failure)) }
        guard hasMoved, let axis = pages.axis(on: pending.move.page.surface), isOrderOwn(of: axis.document),
            let count = axis.document.count.exact
        else { return (hasMoved, nil) }
        let order = pages.looks.document.order.moving(
            from: pending.move.page.index, to: pending.move.index, of: count)
        guard let order else { throw .failure(Self.tooFar) }
        return (true, order)
    }

    /// Refuses to move a page where the order of pages is the reader's, and can't be another.
    private func checkOrder(of axis: ReaderAxis, index: Int) throws(Interruption) {
        guard pages.documents.count == 1, axis.isWhole else {
            throw .failure(.unsupported("moving pages of a part of a document, or of one of several"))
        }
        guard axis.document.count.exact != nil else {
            throw .failure(.unsupported("moving pages of a document that is not counted"))
        }
        guard index < PageOrder.limit else { throw .failure(Self.tooFar) }
    }

    private static var tooFar: ReaderError { .unsupported("moving pages behind the first \(PageOrder.limit)") }

    /// Whether the order of a document's pages is the reader's: where its provider moves none, and has no order of its own.
    private func isOrderOwn(of document: ServedDocument) -> Bool {
        !document.opened.capabilities.contains(.move) && document.opened.takesOrders
    }

    /// The page goes back to where it was.
    func cancelMove(_ answers: Answers) throws(Interruption) {
        let pending: PendingMove
        if let known = answers.move {
            pending = known
        } else {
            let (move, step) = try command { machine, pages, now throws(Refusal) in
                try machine.cancelMove(in: pages, at: now)
            }
            hold = nil
            if let step { apply(step) }
            pending = PendingMove(move: move)
            answers.move = pending
        }
        let failure = try notify(.cancel, pending.move, answers)
        releaseMover()
        if let failure { throw .failure(.provider(failure)) }
    }

    /// The page that a viewer holds goes back to where it was: the viewer has gone.
    func cancelMove() {
        guard let move else { return }
        dropMove()
        notify(.cancel, move)
    }

    /// Where a page is moved by hand, looks for the pages that may be turned to while it is held at the edge.
    func reachEdge(completion: @escaping () -> Void) {
        guard let move, let axis = pages.axis(on: move.page.surface),
            let unknown = pages.unknownPages(in: inspect { $0.reach(of: axis.axis) }, on: axis)
        else { return completion() }
        DocumentQuery(document: axis.document, question: .pages(unknown)).ask(for: uid) { _ in completion() }
    }

    private func dropMove() {
        let cancelled = try? command { machine, pages, now throws(Refusal) in
            try machine.cancelMove(in: pages, at: now)
        }
        if let step = cancelled?.step { apply(step) }
        releaseMover()
    }

    private func releaseMover() {
        for document in pages.documents where document.mover === self { document.mover = nil }
    }

    private func notify(
        _ stage: PageMove.Stage, _ move: ReaderMachine.Move, _ answers: Answers
    ) throws(Interruption) -> HostError? {
        guard let query = query(stage, move) else { return nil }
        return try answers.answer(to: query.question, of: query.document).failure
    }

    private func notify(_ stage: PageMove.Stage, _ move: ReaderMachine.Move) {
        query(stage, move)?.ask(for: uid) { _ in }
    }

    /// The document of a page that is held has changed. A move whose page is gone has ended; of one that goes on, a document that was
    /// opened again is told from the beginning.
    ///
    /// - Parameter before: the move, before the change.
    func changeMove(_ before: ReaderMachine.Move, of document: ServedDocument) {
        guard let move else {
            hold = nil
            releaseMover()
            return notify(.cancel, before)
        }
        guard document.edition != hold?.edition else { return }
        hold?.edition = document.edition
        query(.begin, move, at: move.page.index)?.ask(for: uid) { _ in }
        if move.index != move.page.index { notify(.update, move) }
    }

    /// - Parameter place: where the page is held; nil: where the move is.
    private func query(_ stage: PageMove.Stage, _ move: ReaderMachine.Move, at place: Int? = nil) -> DocumentQuery? {
        guard let (document, index) = pages.documentPosition(of: place ?? move.index, on: move.page.surface),
            !isOrderOwn(of: document)
        else { return nil }
        return DocumentQuery(
            document: document,
            question: .move(PageMove(stage: stage, page: move.page.page.number, index: Int64(index))))
    }
}
