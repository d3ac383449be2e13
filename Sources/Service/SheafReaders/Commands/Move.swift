import HostProtocol
import HostSupervision
import Navigation
import PageModel
import SheafBase
import SheafDocuments
import SheafInterface
import Varlink

// Pages that are moved by hand.
extension ReaderService {
    func beginMove(
        _ parameters: Interface.BeginMoveParameters, _ call: VarlinkCall<Interface.BeginMove>
    ) throws(Failure) {
        let session = try session(parameters.reader, for: call)
        let axis = try axis(parameters.axis, of: session)
        run(call, of: session) { inputs throws(Interruption) in
            let move = try PageMoving(session: session).begin(
                at: parameters.index, on: axis, by: call.connection.id, inputs)
            call.reply(.init(location: session.model.wire(move.page)))
            if !call.connection.isOpen { session.connectionEnded(call.connection.id) }
        }
    }

    func updateMove(
        _ parameters: Interface.UpdateMoveParameters, _ call: VarlinkCall<Interface.UpdateMove>
    ) throws(Failure) {
        let session = try session(parameters.reader, for: call)
        run(call, of: session) { inputs throws(Interruption) in
            try PageMoving(session: session).update(
                to: parameters.index, edge: parameters.edge.map { Navigation.Direction($0) }, inputs)
            call.reply()
        }
    }

    func endMove(_ parameters: Interface.EndMoveParameters, _ call: VarlinkCall<Interface.EndMove>) throws(Failure) {
        let session = try session(parameters.reader, for: call)
        run(call, of: session) { [self] inputs throws(Interruption) in
            let (moved, order) = try PageMoving(session: session).end(inputs)
            guard let order else { return call.reply(.init(moved: moved)) }
            var looks = session.pages.looks
            looks.document.order = order
            show(looks, in: session, call) { call.reply(.init(moved: moved)) }
        }
    }

    func cancelMove(
        _ parameters: Interface.CancelMoveParameters, _ call: VarlinkCall<Interface.CancelMove>
    ) throws(Failure) {
        let session = try session(parameters.reader, for: call)
        run(call, of: session) { inputs throws(Interruption) in
            try PageMoving(session: session).cancel(inputs)
            call.reply()
        }
    }
}

/// A page of a reader that is moved by hand: its provider is told of it, where it moves pages; else the order of pages is the reader's own.
struct PageMoving {
    let session: ReaderSession

    /// A page is taken up to be moved by hand: the machine says whether it fits, the provider whether it can.
    func begin(
        at index: Int, on axis: ReaderAxis, by connection: ConnectionID, _ inputs: CommandInputs
    ) throws(Interruption) -> ReaderMachine.Move {
        let begun: PendingMove
        if let pending = inputs.move {
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
            let lookup = PageLookup(session: session, inputs: inputs)
            let spread = try lookup.spread(ofPage: index, on: axis)
            try lookup.find(
                spread...spread, with: index, on: axis, target: target)
            if let mover = axis.document.mover, mover.reader != session.key {
                throw .failure(.movedElsewhere(index: mover.index))
            }
            let (move, standing) = try session.command(on: axis.axis, target: target.text) {
                machine, pages, now throws(Refusal) in
                try machine.beginMove(of: index, on: axis.axis, in: pages, at: now)
            }
            if let standing { session.apply(standing) }
            if !isOrderOwn(of: axis.document) {
                axis.document.mover = PageMover(
                    reader: session.key, index: index, edition: axis.document.pages.edition)
            }
            session.tasks[.hold] = Hold(over: connection, isLetGoAtEnd: true) { [me = session.me] in
                guard let session = me.owner else { return }
                session.tasks[.hold] = nil
                PageMoving(session: session).letGo()
            }
            begun = PendingMove(move: move)
            inputs.move = begun
        }
        if let failure = try notify(.begin, begun.move, inputs) {
            drop()
            throw .failure(.provider(failure))
        }
        return begun.move
    }

    /// The page is held elsewhere.
    func update(to index: Int?, edge: Direction?, _ inputs: CommandInputs) throws(Interruption) {
        let before = session.move
        if let before, let axis = session.pages.axis(on: before.page.surface) {
            if isOrderOwn(of: axis.document) { try checkOrder(of: axis, index: index ?? 0) }
            try PageLookup(session: session, inputs: inputs).find(
                session.model.inspect { $0.reach(of: axis.axis) }, on: axis)
        }
        let (move, standing) = try session.command(target: "index \(index ?? 0)") {
            machine, pages, now throws(Refusal) in
            try machine.updateMove(to: index, edge: edge, in: pages, at: now)
        }
        if let standing { session.apply(standing) } else { session.round.plan() }
        if move.index != before?.index { notify(.update, move) }
    }

    /// The page is dropped.
    ///
    /// - Returns: whether it has moved, and where the order of pages is the reader's own the one to be shown now.
    func end(_ inputs: CommandInputs) throws(Interruption) -> (hasMoved: Bool, order: PageOrder?) {
        let pending: PendingMove
        if let known = inputs.move {
            pending = known
        } else {
            let (move, end, standing) = try session.command { machine, pages, now throws(Refusal) in
                try machine.endMove(in: pages, at: now)
            }
            session.tasks[.hold] = nil
            if let standing { session.apply(standing) }
            pending = PendingMove(move: move, end: end)
            inputs.move = pending
        }
        let hasMoved = pending.end == .moved
        let failure = try notify(hasMoved ? .end : .cancel, pending.move, inputs)
        releaseMover()
        if let failure { throw .failure(.provider(failure)) }
        guard hasMoved, let axis = session.pages.axis(on: pending.move.page.surface), isOrderOwn(of: axis.document),
            let count = axis.document.count.exact
        else { return (hasMoved, nil) }
        let order = session.pages.looks.document.order.moving(
            from: pending.move.page.index, to: pending.move.index, of: count)
        guard let order else { throw .failure(Self.tooFar) }
        return (true, order)
    }

    /// Refuses to move a page where the order of pages is the reader's, and can't be another.
    private func checkOrder(of axis: ReaderAxis, index: Int) throws(Interruption) {
        guard session.pages.documents.count == 1, axis.isWhole else {
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
    func cancel(_ inputs: CommandInputs) throws(Interruption) {
        let pending: PendingMove
        if let known = inputs.move {
            pending = known
        } else {
            let (move, standing) = try session.command { machine, pages, now throws(Refusal) in
                try machine.cancelMove(in: pages, at: now)
            }
            session.tasks[.hold] = nil
            if let standing { session.apply(standing) }
            pending = PendingMove(move: move)
            inputs.move = pending
        }
        let failure = try notify(.cancel, pending.move, inputs)
        releaseMover()
        if let failure { throw .failure(.provider(failure)) }
    }

    /// The page goes back to where it was: nobody holds it any more.
    func letGo() {
        guard let move = session.move else { return }
        drop()
        notify(.cancel, move)
    }

    private func drop() {
        session.tasks[.hold] = nil
        let cancelled = try? session.command { machine, pages, now throws(Refusal) in
            try machine.cancelMove(in: pages, at: now)
        }
        if let standing = cancelled?.standing { session.apply(standing) }
        releaseMover()
    }

    private func releaseMover() {
        for document in session.pages.documents where document.mover?.reader == session.key { document.mover = nil }
    }

    private func notify(
        _ stage: PageMove.Stage, _ move: ReaderMachine.Move, _ inputs: CommandInputs
    ) throws(Interruption) -> HostError? {
        guard let query = query(stage, move) else { return nil }
        return try inputs.answer(to: query.question, of: query.document).failure
    }

    private func notify(_ stage: PageMove.Stage, _ move: ReaderMachine.Move) {
        query(stage, move)?.ask(for: session.uid) { _ in }
    }

    /// The document of a page that is held has changed. A move whose page is gone has ended; of one that goes on, a document that was
    /// opened again is told from the beginning.
    ///
    /// - Parameter before: the move, before the change.
    func documentChanged(_ before: ReaderMachine.Move, of document: ServedDocument) {
        guard let move = session.move else {
            session.tasks[.hold] = nil
            releaseMover()
            return notify(.cancel, before)
        }
        guard let mover = document.mover, mover.reader == session.key else { return }
        let edition = document.pages.edition
        document.mover = PageMover(reader: session.key, index: move.page.index, edition: edition)
        guard edition != mover.edition else { return }
        query(.begin, move, at: move.page.index)?.ask(for: session.uid) { _ in }
        if move.index != move.page.index { notify(.update, move) }
    }

    /// - Parameter place: where the page is held; nil: where the move is.
    private func query(_ stage: PageMove.Stage, _ move: ReaderMachine.Move, at place: Int? = nil) -> DocumentQuery? {
        guard let (document, index) = session.pages.documentPosition(of: place ?? move.index, on: move.page.surface),
            !isOrderOwn(of: document)
        else { return nil }
        return DocumentQuery(
            document: document,
            question: .move(PageMove(stage: stage, page: move.page.page.number, index: Int64(index))))
    }
}
