package import HostProtocol
import HostSupervision
import Navigation
import PageModel
import SheafBase
package import SheafDocuments
import SheafInterface
package import SheafPages

/// Has the readers of documents take in what changes in them.
package final class DocumentChanges {
    /// The most readers that look for their pages at once: a host takes only so many requests, and others wait for it too.
    private static let readersAtOnce = 64

    /// A change of a document that a reader has to take in.
    private struct ReaderChange: Hashable {
        let reader: ReaderKey
        let document: DocumentID
    }

    private let readers: ReaderTable
    private let store: PageStore
    /// The closures that are called when readers have taken in the changes of a document since its pages were counted
    /// last.
    private var toApply: [DocumentID: [() -> Void]] = [:]
    /// Documents whose pages are being counted, for their readers to take in a change.
    private var counting: Set<DocumentID> = []
    /// The changes that wait for their turn, with what is done when they are taken in.
    private var waiting: [ReaderChange: [() -> Void]] = [:]

    package init(readers: ReaderTable, store: PageStore) {
        self.readers = readers
        self.store = store
    }

    /// Has the readers of a document take in a change of it.
    ///
    /// - Parameter completion: called when all of its readers have taken that in.
    package func changed(_ document: ServedDocument, _ change: DocumentChange, completion: @escaping () -> Void = {}) {
        switch change {
        case .page(let page):
            document.pages.pageChanged(PageID(page))
            apply(changeOf: document, completion: completion)
        case .pages:
            apply(changeOf: document) { [self] in
                relocatePages(of: document)
                completion()
            }
        case .all:
            // Everything about it may be new: it was opened again.
            document.pages.allChanged()
            document.changes.begin()
            document.learnMetadata { [self] in
                apply(changeOf: document) { [self] in
                    relocatePages(of: document)
                    completion()
                }
                document.changes.end()
            }
        }
    }

    /// Tells the cache where the pages of a document are that have moved, as far as its readers had to know.
    private func relocatePages(of document: ServedDocument) {
        let indexes = document.pages.knownIndexes
        store.relocate(document.id) { indexes[$0] }
    }

    /// Puts all readers of a document where their pages are now. What changes while that waits is taken in with it.
    private func apply(changeOf document: ServedDocument, completion: @escaping () -> Void) {
        document.changes.begin()
        document.pages.forget()
        toApply[document.id, default: []].append {
            document.changes.end()
            completion()
        }
        if !counting.contains(document.id) { count(document) }
    }

    /// Asks how many pages a document has now, and has its readers take in what has changed before.
    private func count(_ document: ServedDocument) {
        let waiting = toApply.removeValue(forKey: document.id) ?? []
        counting.insert(document.id)
        document.opened.pageCount { [self] _ in
            counting.remove(document.id)
            // Where the count can't be had, it is what was said when it was opened.
            let affected = readers.all.filter { $0.pages.documents.contains { $0 === document } }
            apply(changeOf: document, affected) { for completion in waiting { completion() } }
            if toApply[document.id] != nil { count(document) }
        }
    }

    /// All readers, each user's for themselves: one may wait for another document of its user.
    private func apply(
        changeOf document: ServedDocument, _ affected: [ReaderSession], completion: @escaping () -> Void
    ) {
        let byUser = Dictionary(grouping: affected, by: \.uid).values
        guard !byUser.isEmpty else { return completion() }
        var remaining = byUser.count
        for sessions in byUser {
            apply(changeOf: document, sessions[...]) {
                remaining -= 1
                if remaining == 0 { completion() }
            }
        }
    }

    /// Has some readers at a time take in a change.
    private func apply(
        changeOf document: ServedDocument, _ sessions: ArraySlice<ReaderSession>, completion: @escaping () -> Void
    ) {
        guard !sessions.isEmpty else { return completion() }
        let rest = sessions.dropFirst(Self.readersAtOnce)
        var remaining = sessions.count - rest.count
        for session in sessions.prefix(Self.readersAtOnce) {
            apply(changeOf: document, in: session) { [self] in
                remaining -= 1
                if remaining == 0 { apply(changeOf: document, rest, completion: completion) }
            }
        }
    }

    /// Shows a document as it is after a change, when all that was asked before is done; once for all changes that wait for that.
    ///
    /// - Parameter completion: called when it has, or has ended.
    private func apply(
        changeOf document: ServedDocument, in session: ReaderSession, completion: @escaping () -> Void
    ) {
        let change = ReaderChange(reader: session.key, document: document.id)
        guard waiting[change] == nil else {
            waiting[change]?.append(completion)
            return
        }
        waiting[change] = [completion]
        let finish = { [self] in
            for completion in waiting.removeValue(forKey: change) ?? [] { completion() }
        }
        session.queue.append(
            ReaderCommand(
                perform: { [self, me = session.me] inputs throws(Interruption) in
                    if let session = me.owner {
                        try ReaderStart(session: session, inputs: inputs).resume()
                        if session.standing.isOpen { try ChangedPages(session: session).relocate(in: document, inputs) }
                    }
                    finish()
                    // A document that changes all the time was taken as it was: what came after that is still to be taken in.
                    if inputs.isStale, let session = me.owner { apply(changeOf: document, in: session) {} }
                },
                fail: { _ in finish() }))
    }

    /// Whether a reader has still to take in a change.
    func isWaiting(_ session: ReaderSession) -> Bool { waiting.keys.contains { $0.reader == session.key } }
}

/// Where a reader is in a document that has changed. Old pages stay on screen, and in the cache, until new ones are there.
private struct ChangedPages {
    let session: ReaderSession

    func relocate(in document: ServedDocument, _ inputs: CommandInputs) throws(Interruption) {
        // What is due has happened before: pages that have gone by now need no place.
        session.advance()
        let surfaces = session.pages.surfaces(of: document)
        let held = (session.model.inspect { $0.heldPages } + session.history.back + session.history.forward).filter {
            surfaces.contains($0.surface)
        }
        let lost = session.lostPages(on: surfaces)
        let asked = (held + lost).compactMap { page in
            session.pages.documentPosition(of: page.index, on: page.surface).map {
                DocumentQuery.PagePosition(page: page.page, index: $0.index)
            }
        }
        var positions: [PageID: Int]?
        if case .positions(.success(let found)) = try inputs.answer(to: .positions(asked), of: document) {
            positions = found
        }
        let index = { [pages = session.pages] (page: Location) -> Int? in
            // Pages that nobody can look for are where they were.
            guard let positions else { return page.index }
            return positions[page.page].flatMap { pages.index(ofDocumentIndex: $0, on: page.surface) }
        }
        // A page that had gone, and was not turned away from since, is back: the reader is as well.
        let shown =
            session.standing.isAtRest
            ? session.pages.axes.compactMap { axis in session.model.inspect { $0.settled(on: axis.axis) }?.pages.first }
            : []
        // One that is back behind the part that its axis shows is none of the reader's.
        let isBack = { (page: Location) in positions != nil && lost.contains(page) && index(page) != nil }
        let wanted = shown.map { page in lost.first { $0.surface == page.surface } ?? page }
        let target = { (page: Location) -> Int? in
            guard let number = shown.firstIndex(of: page), isBack(wanted[number]) else { return index(page) }
            return index(wanted[number])
        }
        let around = held + lost.filter(isBack)
        var counted: [Axis: CountedSpreads] = [:]
        for axis in session.pages.axes {
            guard surfaces.contains(axis.surface), axis.countedSpreads.isCounted else { continue }
            let now = around.map { page in Location(page.surface, page: page.page, index: index(page) ?? page.index) }
            counted[axis.axis] = try PageLookup(session: session, inputs: inputs)
                .counted(CountedSpreads(axis.arrangement), around: now, on: axis)
        }
        try find(around: around, index: index, counted, inputs)
        for axis in session.pages.axes {
            if let counted = counted[axis.axis] { session.pages.count(axis, as: counted) }
        }
        let moves = relocateLayouts(on: surfaces, with: held, index: target)
        let heldMove = session.move
        let changed = try session.command { machine, pages, now throws(Refusal) in
            machine.documentChanged(
                on: surfaces, counted: counted.mapValues(\.spreads), in: pages, at: now, index: target)
        }
        session.relocateHistory { page in
            guard surfaces.contains(page.surface) else { return page }
            return index(page).map { Location(page.surface, page: page.page, index: $0) }
        }
        for axis in session.pages.axes { axis.anchor = nil }
        session.apply(changed)
        session.noteLost(wanted.filter { surfaces.contains($0.surface) && index($0) == nil })
        if let heldMove, surfaces.contains(heldMove.page.surface) {
            PageMoving(session: session).documentChanged(heldMove, of: document)
        }
        // Nobody can ask for what is gone: it leaves the cache as soon as no reader shows it.
        if positions != nil {
            for page in held where surfaces.contains(page.surface) && index(page) == nil {
                session.context.store.retire(page.page, of: document.id)
            }
        }
        session.announce(changeOf: document)
        for move in moves { announce(move) }
        session.announce()
    }

    /// Looks for what is around the indexes where pages are now, or where they were.
    private func find(
        around held: [Location], index: (Location) -> Int?, _ counted: [Axis: CountedSpreads], _ inputs: CommandInputs
    ) throws(Interruption) {
        for axis in session.pages.axes where axis.exactCount != 0 {
            let count = axis.exactCount
            let kind = counted[axis.axis]?.spreads ?? axis.spreads
            let spreads = held.filter { $0.surface == axis.axis.surface }.map { page in
                kind.spread(ofPage: min(index(page) ?? page.index, max((count ?? .max) - 1, 0)))
            }
            // An axis may rest where the page of another is seen. And what comes back to an empty document is its first page.
            let settled = session.model.inspect { $0.position(of: axis.axis) ?? 0 }
            let last = count.map { kind.count(pages: $0) - 1 } ?? settled
            for spread in Set(spreads + [0, min(settled, last)]).sorted() {
                try PageLookup(session: session, inputs: inputs).find(
                    max(spread - 2, 0)...spread + 2, of: kind, on: axis)
            }
        }
        guard let (document, first) = session.pages.background else { return }
        let page = held.first { $0.surface == .background }
        let position = page.map { index($0) ?? $0.index } ?? first
        let nearest = min(position, max((document.count.exact ?? .max) - 1, 0))
        if document.pages.known(at: nearest) == nil { _ = try inputs.answer(to: .page(at: nearest), of: document) }
    }

    /// A shift of the layout along an axis: what the reader looks at begins elsewhere.
    private struct LayoutMove {
        let axis: ReaderAxis
        let frame: PageFrame
        let movedBy: Int
    }

    /// The sizes of pages that the reader knows of go with them; those that are known by now are learnt at once.
    private func relocateLayouts(
        on surfaces: Set<Surface>, with held: [Location], index: (Location) -> Int?
    ) -> [LayoutMove] {
        session.pages.axes.filter { surfaces.contains($0.axis.surface) }.compactMap { axis in
            let own = held.filter { $0.surface == axis.axis.surface }
            let anchor = session.model.anchorPage(on: axis)
            let last = max((axis.exactCount ?? .max) - 1, 0)
            let oldAnchor = anchor?.index ?? 0
            let newAnchor = min(anchor.flatMap(index) ?? oldAnchor, last)
            let movedBy = axis.layout.documentChanged(
                count: axis.exactCount, anchor: oldAnchor, newAnchor: newAnchor,
                measured: axis.measuredSizes(around: own.compactMap(index) + [newAnchor])
            ) { old in own.first { $0.index == old }.flatMap(index) }
            guard movedBy != 0, let frame = axis.layout.frame(ofPage: newAnchor) else { return nil }
            return LayoutMove(axis: axis, frame: frame, movedBy: movedBy)
        }
    }

    private func announce(_ move: LayoutMove) {
        session.watches.send(.init(layout: session.model.wire(move.frame, movedBy: move.movedBy, on: move.axis)))
    }
}
