import Navigation
import PageModel
import ProviderHost
import SheafInterface
import SheafOS
import Varlink

// Documents that change while they are read. Old pages stay on screen, and in the cache, until new ones are there.

extension ReaderService {
    /// How many readers look for their pages at once: a host takes only so many requests, and others wait for it too.
    private static let settledAtOnce = 64

    /// A document is not what it was.
    func changed(_ document: ServedDocument, _ change: DocumentChange) {
        journal.log(
            .info, "document \(document.name) has changed", .document(document.name),
            .provider(document.opened.provider))
        switch change {
        case .page(let page):
            document.pageChanged(PageID(page))
            settleIn(document) {}
        case .pages: settleIn(document) { [self] in relocatePages(of: document) }
        case .all: showAnew(document)
        }
    }

    /// Everything about a document may be new: it was opened again.
    func showAnew(_ document: ServedDocument, completion: @escaping () -> Void = {}) {
        document.allChanged()
        document.beginChange()
        document.learnShapes { [self] in
            settleIn(document) { [self] in
                relocatePages(of: document)
                completion()
            }
            document.endChange()
        }
    }

    func reload(_ parameters: ReaderInterface.ReloadParameters, _ call: VarlinkCall<ReaderInterface.Reload>)
        throws(ReaderInterface.Failure)
    {
        let reader = try reader(parameters.reader, for: call)
        reader.document.opened.reload { [self] result in
            if case .failure(let failure) = result {
                return call.fail(reader.isClosed ? .noSuchReader(reader: reader.id) : .init(failure))
            }
            showAnew(reader.document) { [self] in
                guard !reader.isClosed else { return call.fail(.noSuchReader(reader: reader.id)) }
                call.reply(.init(state: state(of: reader)))
            }
        }
    }

    func refresh(_ parameters: ReaderInterface.RefreshParameters, _ call: VarlinkCall<ReaderInterface.Refresh>)
        throws(ReaderInterface.Failure)
    {
        let reader = try reader(parameters.reader, for: call)
        // Its watches need not hear of what nobody does.
        guard reader.document.opened.capabilities.contains(.refresh) else { throw .unsupported(what: "refresh") }
        refresh(reader.document, for: reader) { failure in
            if let failure { call.fail(.init(asked: failure)) } else { call.reply() }
        }
    }

    /// Has a provider look at its source again; what is new comes as a change.
    func refresh(_ document: ServedDocument, for reader: Reader, completion: @escaping (HostError?) -> Void) {
        reader.refreshes += 1
        for watch in reader.watches { watch.send(.init(refresh: .refreshing)) }
        document.opened.refresh { result in
            // What the provider has found was told before it answered.
            document.afterChanges {
                reader.refreshes -= 1
                var failure: HostError?
                if case .failure(let error) = result { failure = error }
                for watch in reader.watches { watch.send(.init(refresh: failure == nil ? .refreshed : .failed)) }
                completion(failure)
            }
        }
    }

    /// Puts all readers of a document where their pages are now. What changes while that waits is taken in with it.
    ///
    /// - Parameter completion: called when the last one is.
    private func settleIn(_ document: ServedDocument, completion: @escaping () -> Void) {
        document.beginChange()
        document.forget()
        document.changesToTakeIn.append {
            document.endChange()
            completion()
        }
        if !document.isCounted { count(document) }
    }

    /// Asks how many pages a document has now, and has its readers take in what has changed before.
    private func count(_ document: ServedDocument) {
        let taken = document.changesToTakeIn
        document.changesToTakeIn = []
        document.isCounted = true
        document.opened.pageCount { [self] _ in
            document.isCounted = false
            // Where the count can't be had, it is what was said when it was opened.
            settleReaders(of: document) { for completion in taken { completion() } }
            if !document.changesToTakeIn.isEmpty { count(document) }
        }
    }

    private func settleReaders(of document: ServedDocument, completion: @escaping () -> Void) {
        let affected = readers.all.filter { reader in reader.documents.contains { $0 === document } }
        var left = affected.count
        guard left > 0 else { return completion() }
        let lanes = (0..<min(left, Self.settledAtOnce)).map { _ in StepQueue() }
        for (number, reader) in affected.enumerated() {
            lanes[number % lanes.count].run { [self] goOn in
                takeIn(document, reader) {
                    left -= 1
                    if left == 0 { completion() }
                    goOn()
                }
            }
        }
    }

    /// Has a reader take in a change when all that was asked before is done, once for all changes that wait for that.
    private func takeIn(_ document: ServedDocument, _ reader: Reader, completion: @escaping () -> Void) {
        let id = document.id
        guard reader.changes[id] == nil else {
            reader.changes[id]?.append(completion)
            return
        }
        reader.changes[id] = [completion]
        reader.steps.run { [self] done in
            let completions = reader.changes.removeValue(forKey: id) ?? []
            settle(reader, in: document) {
                for completion in completions { completion() }
                done()
            }
        }
    }

    private func settle(_ reader: Reader, in document: ServedDocument, done: @escaping () -> Void) {
        guard !reader.isClosed else { return done() }
        let surfaces = reader.surfaces(of: document)
        let held = (reader.machine.heldPages + reader.history.back + reader.history.forward)
            .filter { surfaces.contains($0.surface) }
        let places = held.compactMap { page in
            reader.place(of: page.index, on: page.surface).map { (page: page.page, index: $0.index) }
        }
        document.positions(of: places) { [self] result in
            guard !reader.isClosed else { return done() }
            // Pages that nobody can look for are where they were.
            let positions = try? result.get()
            let index = { (page: Location) -> Int? in
                guard let positions else { return page.index }
                return positions[page.page].flatMap { reader.index(ofPlace: $0, on: page.surface) }
            }
            lookUp(around: held, in: reader, index: index) { [self] in
                guard !reader.isClosed else { return done() }
                relocateLayouts(of: reader, on: surfaces, with: held, index: index)
                reader.machine.documentChanged(on: surfaces, in: reader.pages, at: now, index: index)
                reader.history.relocate { surfaces.contains($0.surface) ? index($0) : $0.index }
                follow(reader)
                tellChange(of: document, to: reader)
                announce(reader)
                done()
            }
        }
    }

    /// Looks for what is around the places where pages are now, or where they were.
    private func lookUp(
        around held: [Location], in reader: Reader, index: @escaping (Location) -> Int?,
        completion: @escaping () -> Void
    ) {
        var wanted: [(axis: ReaderAxis, spreads: ClosedRange<Int>)] = []
        for axis in reader.axes {
            let count = axis.count.exact
            let kind = axis.arrangement.spreads
            let spreads = held.filter { $0.surface == axis.axis.surface }.map { page in
                let place = min(index(page) ?? page.index, max((count ?? .max) - 1, 0))
                return kind.spread(ofPage: place)
            }
            // An axis may rest where the page of another is seen. And what comes back to an empty document is its first page.
            let settled = reader.machine.position(of: axis.axis) ?? 0
            let last = count.map { kind.count(pages: $0) - 1 } ?? settled
            for spread in Set(spreads + [0, min(settled, last)]) where count != 0 {
                wanted.append((axis, max(spread - 2, 0)...spread + 2))
            }
        }
        func next() {
            guard let (axis, spreads) = wanted.popLast() else {
                return lookUpBackground(of: reader, held, index, completion)
            }
            lookUp(spreads, on: axis) { _ in next() }
        }
        next()
    }

    private func lookUpBackground(
        of reader: Reader, _ held: [Location], _ index: (Location) -> Int?, _ completion: @escaping () -> Void
    ) {
        guard let (document, first) = reader.background else { return completion() }
        let page = held.first { $0.surface == .background }
        let place = page.map { index($0) ?? $0.index } ?? first
        let nearest = min(place, max((document.count.exact ?? .max) - 1, 0))
        guard document.known(at: nearest) == nil else { return completion() }
        document.find(at: nearest) { _ in completion() }
    }

    /// The sizes of pages that the reader knows of go with them, until they are measured again.
    private func relocateLayouts(
        of reader: Reader, on surfaces: Set<Surface>, with held: [Location], index: (Location) -> Int?
    ) {
        for axis in reader.axes where surfaces.contains(axis.axis.surface) {
            let pages = held.filter { $0.surface == axis.axis.surface }
            axis.layout.documentChanged(count: axis.count.exact) { old in
                pages.first { $0.index == old }.flatMap(index)
            }
        }
    }

    private func tellChange(of document: ServedDocument, to reader: Reader) {
        for axis in reader.axes where axis.document === document {
            let change = ReaderInterface.DocumentChange(
                reader: reader.id, axis: axis.axis.wire, document: document.wire,
                location: reader.place(on: axis).map { reader.wire($0) })
            for watch in reader.watches { watch.send(.init(document: change)) }
        }
    }
}

extension Reader {
    /// Where pages of a document are shown.
    func surfaces(of document: ServedDocument) -> Set<Surface> {
        var surfaces = Set(axes.filter { $0.document === document }.map(\.axis.surface))
        if background?.document === document { surfaces.insert(.background) }
        return surfaces
    }

    /// The index on a surface of a page of its document.
    func index(ofPlace place: Int, on surface: Surface) -> Int? {
        surface == .background ? place : axis(on: surface)?.index(ofDocumentIndex: place)
    }
}
