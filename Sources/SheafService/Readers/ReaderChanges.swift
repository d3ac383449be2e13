import Navigation
import PageModel
import ProviderHost
import SheafInterface

/// The pages that a reader was on when a change took them away.
struct LostPages {
    let pages: [Location]
    /// The number of its last transition step.
    let transition: Int
}

// Documents that change while they are read. Old pages stay on screen, and in the cache, until new ones are there.
extension ReaderSession {
    /// Shows a document as it is after a change, when all that was asked before is done; once for all changes that wait for that.
    ///
    /// - Parameter completion: called when it has, or has ended.
    func apply(changeOf document: ServedDocument, completion: @escaping () -> Void) {
        let id = document.id
        guard changes[id] == nil else {
            changes[id]?.append(completion)
            return
        }
        changes[id] = [completion]
        let finish = { [me] in
            let completions = me.object?.changes.removeValue(forKey: id) ?? []
            for completion in completions { completion() }
        }
        queue.append(
            ReaderCommand(
                perform: { [me] answers throws(Interruption) in
                    if let session = me.object {
                        try session.resume(answers)
                        if session.step.isOpen { try session.relocate(in: document, answers) }
                    }
                    finish()
                    // A document that changes all the time was taken as it was: what came after that is still to be taken in.
                    if answers.isStale { me.object?.apply(changeOf: document) {} }
                },
                fail: { _ in finish() }))
    }

    private func relocate(in document: ServedDocument, _ answers: Answers) throws(Interruption) {
        // What is due has happened before: pages that have gone by now need no place.
        advance()
        let surfaces = pages.surfaces(of: document)
        let held = (inspect { $0.heldPages } + history.back + history.forward).filter {
            surfaces.contains($0.surface)
        }
        let lost = lostPages(on: surfaces)
        let asked = (held + lost).compactMap { page in
            pages.documentPosition(of: page.index, on: page.surface).map {
                DocumentQuery.PagePosition(page: page.page, index: $0.index)
            }
        }
        var positions: [PageID: Int]?
        if case .positions(.success(let found)) = try answers.answer(to: .positions(asked), of: document) {
            positions = found
        }
        let index = { [pages] (page: Location) -> Int? in
            // Pages that nobody can look for are where they were.
            guard let positions else { return page.index }
            return positions[page.page].flatMap { pages.index(ofDocumentIndex: $0, on: page.surface) }
        }
        // A page that had gone, and was not turned away from since, is back: the reader is as well.
        let shown =
            step.isAtRest ? pages.axes.compactMap { axis in inspect { $0.settled(on: axis.axis) }?.pages.first } : []
        let isBack = { (page: Location) in lost.contains(page) && positions?[page.page] != nil }
        let wanted = shown.map { page in lost.first { $0.surface == page.surface } ?? page }
        let target = { (page: Location) -> Int? in
            guard let number = shown.firstIndex(of: page), isBack(wanted[number]) else { return index(page) }
            return index(wanted[number])
        }
        try find(around: held + lost.filter(isBack), index: index, answers)
        let moves = relocateLayouts(on: surfaces, with: held, index: target)
        let heldMove = move
        let changed = try command { machine, pages, now throws(Refusal) in
            machine.documentChanged(on: surfaces, in: pages, at: now, index: target)
        }
        relocateHistory { page in
            guard surfaces.contains(page.surface) else { return page }
            return index(page).map { Location(page.surface, page: page.page, index: $0) }
        }
        anchors = [:]
        apply(changed)
        noteLost(wanted.filter { surfaces.contains($0.surface) && index($0) == nil })
        if let heldMove, surfaces.contains(heldMove.page.surface) { changeMove(heldMove, of: document) }
        // Nobody can ask for what is gone: it leaves the cache as soon as no reader shows it.
        if positions != nil {
            for page in held where surfaces.contains(page.surface) && index(page) == nil {
                context.server.retire(page.page, of: document.id)
            }
        }
        announce(changeOf: document)
        for move in moves { announce(move) }
        announce()
    }

    /// The pages on some surfaces that the reader was on when they went, if it has not turned since: who writes a file may have been
    /// half-way.
    func lostPages(on surfaces: Set<Surface>) -> [Location] {
        guard let lost, lost.transition == step.transition, !isManual else { return [] }
        return lost.pages.filter { surfaces.contains($0.surface) }
    }

    /// Notes which pages the reader was on that are gone with the last step.
    func noteLost(_ pages: [Location]) {
        lost = pages.isEmpty ? nil : LostPages(pages: pages, transition: step.transition)
    }

    /// Looks for what is around the indexes where pages are now, or where they were.
    private func find(
        around held: [Location], index: (Location) -> Int?, _ answers: Answers
    ) throws(Interruption) {
        for axis in pages.axes where axis.exactCount != 0 {
            let count = axis.exactCount
            let kind = axis.arrangement.spreads
            let spreads = held.filter { $0.surface == axis.axis.surface }.map { page in
                kind.spread(ofPage: min(index(page) ?? page.index, max((count ?? .max) - 1, 0)))
            }
            // An axis may rest where the page of another is seen. And what comes back to an empty document is its first page.
            let settled = inspect { $0.position(of: axis.axis) ?? 0 }
            let last = count.map { kind.count(pages: $0) - 1 } ?? settled
            for spread in Set(spreads + [0, min(settled, last)]).sorted() {
                try find(max(spread - 2, 0)...spread + 2, on: axis, answers)
            }
        }
        guard let (document, first) = pages.background else { return }
        let page = held.first { $0.surface == .background }
        let position = page.map { index($0) ?? $0.index } ?? first
        let nearest = min(position, max((document.count.exact ?? .max) - 1, 0))
        if document.known(at: nearest) == nil { _ = try answers.answer(to: .page(at: nearest), of: document) }
    }

    /// What the reader looks at begins elsewhere along an axis.
    private struct LayoutMove {
        let axis: ReaderAxis
        let frame: PageFrame
        let movedBy: Int
    }

    /// The sizes of pages that the reader knows of go with them; those that are known by now are learnt at once.
    private func relocateLayouts(
        on surfaces: Set<Surface>, with held: [Location], index: (Location) -> Int?
    ) -> [LayoutMove] {
        pages.axes.filter { surfaces.contains($0.axis.surface) }.compactMap { axis in
            let own = held.filter { $0.surface == axis.axis.surface }
            let anchor = layoutAnchor(on: axis)
            let last = max((axis.exactCount ?? .max) - 1, 0)
            let oldAnchor = anchor?.index ?? 0
            let newAnchor = min(anchor.flatMap(index) ?? oldAnchor, last)
            let movedBy = axis.layout.documentChanged(
                count: axis.exactCount, anchor: oldAnchor, newAnchor: newAnchor,
                measured: measuredSizes(around: own.compactMap(index) + [newAnchor], on: axis)
            ) { old in own.first { $0.index == old }.flatMap(index) }
            guard movedBy != 0, let frame = axis.layout.frame(ofPage: newAnchor) else { return nil }
            return LayoutMove(axis: axis, frame: frame, movedBy: movedBy)
        }
    }

    func measuredSizes(around indexes: [Int], on axis: ReaderAxis) -> [(index: Int, size: PageSize)] {
        Set(indexes.flatMap { max($0 - 2, 0)...$0 + 2 }).sorted().compactMap { index in
            guard let position = axis.documentIndex(of: index), let found = axis.document.known(at: position),
                found.isMeasured
            else { return nil }
            return (index, found.size)
        }
    }

    private func announce(_ move: LayoutMove) {
        watches.send(
            .init(
                layout: .init(
                    reader: name, axis: move.axis.axis.wire, frame: wire(move.frame, on: move.axis),
                    movedBy: Double(move.movedBy), length: move.axis.layout.length.map { Double($0.pixels) } ?? -1,
                    version: move.axis.layout.number)))
    }

    func announce(changeOf document: ServedDocument) {
        for axis in pages.axes where axis.document === document {
            watches.send(
                .init(
                    document: .init(
                        reader: name, axis: axis.axis.wire, document: document.wire,
                        location: location(on: axis).map { wire($0) })))
        }
    }

    /// A document's provider has counted more of its pages: no page is another one for that.
    func counted(_ document: ServedDocument) {
        guard step.isOpen else { return }
        for axis in pages.axes where axis.document === document {
            axis.recount()
            watches.send(
                .init(count: .init(reader: name, axis: axis.axis.wire, pages: axis.count.wire, counted: axis.counted)))
        }
        watches.flush()
    }

    /// Has a provider look at its source again; what is new comes as a change.
    func refresh(_ document: ServedDocument, completion: @escaping (HostError?) -> Void) {
        refreshes += 1
        watches.send(.init(refresh: .refreshing))
        planLater()
        document.opened.refresh { [self] result in
            // What the provider has found was told before it answered.
            document.afterChanges { [self] in
                refreshes -= 1
                var failure: HostError?
                if case .failure(let error) = result { failure = error }
                watches.send(.init(refresh: failure == nil ? .refreshed : .failed))
                watches.flush()
                completion(failure)
            }
        }
    }
}

/// Has the readers of documents take in what changes in them.
final class DocumentChanges {
    /// How many readers look for their pages at once: a host takes only so many requests, and others wait for it too.
    private static let readersAtOnce = 64

    private let readers: ReaderTable
    private let server: PageServer

    init(readers: ReaderTable, server: PageServer) {
        self.readers = readers
        self.server = server
    }

    /// A document is not what it was.
    ///
    /// - Parameter completion: called when all of its readers have taken that in.
    func changed(_ document: ServedDocument, _ change: DocumentChange, completion: @escaping () -> Void = {}) {
        switch change {
        case .page(let page):
            document.pageChanged(PageID(page))
            apply(changeOf: document, completion: completion)
        case .pages:
            apply(changeOf: document) { [self] in
                relocatePages(of: document)
                completion()
            }
        case .all:
            // Everything about it may be new: it was opened again.
            document.allChanged()
            document.beginChange()
            document.learnShapes { [self] in
                apply(changeOf: document) { [self] in
                    relocatePages(of: document)
                    completion()
                }
                document.endChange()
            }
        }
    }

    /// Tells the cache where the pages of a document are that have moved, as far as its readers had to know.
    private func relocatePages(of document: ServedDocument) {
        let indexes = document.knownIndexes
        server.relocate(document.id) { indexes[$0] }
    }

    /// Puts all readers of a document where their pages are now. What changes while that waits is taken in with it.
    private func apply(changeOf document: ServedDocument, completion: @escaping () -> Void) {
        document.beginChange()
        document.forget()
        document.changesToApply.append {
            document.endChange()
            completion()
        }
        if !document.isCounted { count(document) }
    }

    /// Asks how many pages a document has now, and has its readers take in what has changed before.
    private func count(_ document: ServedDocument) {
        let waiting = document.changesToApply
        document.changesToApply = []
        document.isCounted = true
        document.opened.pageCount { [self] _ in
            document.isCounted = false
            // Where the count can't be had, it is what was said when it was opened.
            let affected = readers.all.filter { $0.pages.documents.contains { $0 === document } }
            apply(changeOf: document, affected) { for completion in waiting { completion() } }
            if !document.changesToApply.isEmpty { count(document) }
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

    /// Some readers at a time.
    private func apply(
        changeOf document: ServedDocument, _ sessions: ArraySlice<ReaderSession>, completion: @escaping () -> Void
    ) {
        guard !sessions.isEmpty else { return completion() }
        let rest = sessions.dropFirst(Self.readersAtOnce)
        var remaining = sessions.count - rest.count
        for session in sessions.prefix(Self.readersAtOnce) {
            session.apply(changeOf: document) { [self] in
                remaining -= 1
                if remaining == 0 { apply(changeOf: document, rest, completion: completion) }
            }
        }
    }
}
