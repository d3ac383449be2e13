import HostProtocol
import HostSupervision
import Navigation
import PageModel
import SheafDocuments
import SheafInterface

/// A reader's way from its documents to others: the same files in other looks, or another file. Nothing changes before the pages that it
/// holds are found there.
struct DocumentSwitch {
    let session: ReaderSession

    /// Shows its documents in other looks. Nothing changes before its pages are found in them.
    ///
    /// - Parameters:
    ///   - variants: its documents in these looks, each of which counts it already.
    ///   - viewport: the viewport that they are shown in from then on; nil: the one that they are shown in.
    /// - Returns: the documents that are to count it no more.
    func setLooks(
        _ looks: ReaderLooks, in variants: [ServedDocument], viewport: Viewport? = nil, _ inputs: CommandInputs
    ) throws(Interruption) -> [ServedDocument] {
        session.advance()
        var surplus = variants
        var changes: [(old: ServedDocument, new: ServedDocument)] = []
        for old in session.pages.documents where !old.has(looks.document) {
            guard let new = variants.first(where: { $0.isSameFile(as: old) }) else {
                throw .failure(.overloaded("document \(old.name) is changing: set its looks again"))
            }
            changes.append((old, new))
        }
        // One that it shows already, and one that two others become, is counted once.
        var shown = session.pages.documents
        for (_, new) in changes where !shown.contains(where: { $0 === new }) {
            shown.append(new)
            if let index = surplus.firstIndex(where: { $0 === new }) { surplus.remove(at: index) }
        }
        guard !changes.isEmpty else {
            guard looks != session.pages.looks || viewport != nil else { return surplus }
            if viewport != nil { session.settleNow() }
            set(looks, viewport)
            session.delivery.protect()
            session.announce()
            return surplus
        }
        try goOver(changes, looks, viewport, inputs)
        return surplus + changes.map(\.old)
    }

    private func set(_ looks: ReaderLooks, _ viewport: Viewport?) {
        session.pages.setLooks(looks)
        if let viewport { session.pages.setViewport(viewport) }
    }

    /// Shows another file in place of a document. Nothing changes before its pages are found in that.
    ///
    /// - Parameter new: in the looks of this reader; it counts the reader already.
    /// - Returns: the documents that are to count it no more.
    func show(
        _ new: ServedDocument, inPlaceOf old: ServedDocument, _ inputs: CommandInputs
    ) throws(Interruption) -> [ServedDocument] {
        session.advance()
        let shown = session.pages.documents
        guard shown.contains(where: { $0 === old }), new.has(session.pages.looks.document) else {
            throw .failure(
                .overloaded("the reader has gone over to another document or other looks meanwhile: try again"))
        }
        let isShown = shown.contains { $0 === new }
        try goOver([(old, new)], session.pages.looks, nil, inputs)
        return isShown ? [old, new] : [old]
    }

    /// Goes over from some documents to others, where nothing has changed yet.
    private func goOver(
        _ changes: [(old: ServedDocument, new: ServedDocument)], _ looks: ReaderLooks, _ viewport: Viewport?,
        _ inputs: CommandInputs
    ) throws(Interruption) {
        let wereLost = session.lostPages(on: Set(session.pages.axes.map(\.surface)))
        var moves: [DocumentMove] = []
        var counted: [Axis: CountedSpreads] = [:]
        for (old, new) in changes {
            var move = DocumentMove(old: old, new: new, surfaces: session.pages.surfaces(of: old))
            let held = session.model.inspect { $0.heldPages }.filter { move.surfaces.contains($0.surface) }
            try find(held, in: &move, inputs)
            if move.isOtherFile {
                let lost = wereLost.filter { move.surfaces.contains($0.surface) }
                try find(lost, insteadOf: held, in: &move, inputs)
            }
            let there = held.compactMap { move.locations[$0] }
            try findNeighbours(of: there, in: new, inputs)
            for axis in session.pages.axes where axis.document === old && axis.countedSpreads.isCounted {
                let pages = there.map { page in
                    Location(page.surface, page: page.page, index: axis.index(ofDocumentIndex: page.index) ?? 0)
                }
                counted[axis.axis] = try PageLookup(session: session, inputs: inputs)
                    .counted(CountedSpreads(axis.arrangement), around: pages, on: axis, of: new)
            }
            let jumps = session.history.back.suffix(Self.jumpsKept) + session.history.forward.suffix(Self.jumpsKept)
            try find(jumps.filter { move.surfaces.contains($0.surface) }, in: &move, inputs)
            moves.append(move)
        }
        session.settleNow()
        session.endTasks(.superseded)
        let before = session.pages.axes.map { axis in session.model.inspect { $0.settled(on: axis.axis) }?.pages.first }
        set(looks, viewport)
        for axis in session.pages.axes {
            if let counted = counted[axis.axis] { session.pages.count(axis, as: counted) }
        }
        for move in moves { goOver(move, from: before) }
        let surfaces = moves.reduce(into: Set<Surface>()) { $0.formUnion($1.surfaces) }
        session.apply(
            try session.command { machine, pages, now throws(Refusal) in
                machine.documentChanged(
                    on: surfaces, counted: counted.mapValues(\.spreads), in: pages, at: now,
                    areOthers: moves.contains { $0.hasOtherPages }
                ) { page in moves.location(of: page, in: pages)?.index }
            })
        session.relocateHistory { [pages = session.pages] page in
            surfaces.contains(page.surface) ? moves.location(of: page, in: pages) : page
        }
        for (axis, page) in zip(session.pages.axes, before) { anchor(on: axis, whereItWas: page, moves) }
        session.noteLost(moves.flatMap(\.lost).filter { page in before.contains(page) || wereLost.contains(page) })
        for move in moves { session.announce(changeOf: move.new) }
        session.announce()
    }

    /// Of the pages that it jumped from, so many on either side go along; to find them their text has to be read.
    private static let jumpsKept = 16

    /// Finds where the pages that a reader holds of a document are in another one. Where that can't be said, it is about as far into it
    /// where that is of the same file, else at the same index.
    private func find(
        _ held: [Location], in move: inout DocumentMove, _ inputs: CommandInputs
    ) throws(Interruption) {
        let (old, new) = (move.old, move.new)
        var counterparts = held.reduce(into: [PageID: PageID]()) { $0[$1.page] = $1.page }
        if move.isLaidOutAnew {
            counterparts = [:]
            let positions = try positions(of: Set(held.map(\.page)), in: old, inputs)
            if !positions.isEmpty { counterparts = try pagesAt(positions, in: new, inputs) }
            move.positions.merge(positions) { $1 }
        }
        let scale = move.isOtherFile ? 1 : Double(max(new.count.pages, 1)) / Double(max(old.count.pages, 1))
        func guess(_ page: Location) -> Int {
            let position = session.pages.documentPosition(of: page.index, on: page.surface)?.index ?? 0
            let index = Int(min((Double(position) * scale).rounded(.down), MotionCheck.limit))
            return min(index, new.count.exact.map { max($0 - 1, 0) } ?? index)
        }
        let asked = held.compactMap { page in
            counterparts[page.page].map { DocumentQuery.PagePosition(page: $0, index: guess(page)) }
        }
        var found: [PageID: Int] = [:]
        if !asked.isEmpty, case .positions(.success(let positions)) = try inputs.answer(to: .positions(asked), of: new)
        {
            found = positions
        }
        for page in held {
            let counterpart = counterparts[page.page]
            let index = counterpart.flatMap { found[$0] }
            if index == nil { move.lost.append(page) }
            move.locations[page] = Location(
                page.surface, page: index == nil ? page.page : counterpart ?? page.page, index: index ?? guess(page))
        }
    }

    /// Looks for pages that were not in an earlier file: where one is in this, it comes in the place of the one that the reader is on.
    private func find(
        _ lost: [Location], insteadOf held: [Location], in move: inout DocumentMove, _ inputs: CommandInputs
    ) throws(Interruption) {
        try find(lost, in: &move, inputs)
        for page in lost {
            guard let shown = held.first(where: { $0.surface == page.surface }) else { continue }
            if !move.lost.contains(page) { move.locations[shown] = move.locations[page] }
            move.lost.removeAll { $0 == shown }
        }
    }

    /// Where in the text of a document some pages begin, or are read; of none where that can't be said.
    private func positions(
        of pages: Set<PageID>, in document: ServedDocument, _ inputs: CommandInputs
    ) throws(Interruption) -> [PageID: Int64] {
        let pages = pages.sorted { $0.number < $1.number }
        var positions: [PageID: Int64] = [:]
        for start in stride(from: 0, to: pages.count, by: HostLimits.positionsAtOnce) {
            let part = Array(pages[start...].prefix(HostLimits.positionsAtOnce))
            guard case .numbers(.success(let found)) = try inputs.answer(to: .textPositions(part), of: document) else {
                continue
            }
            for (page, position) in zip(part, found) { positions[page] = position }
        }
        // Where the reader has come by other looks, it is the text that it was on.
        for axis in session.pages.axes where axis.document === document {
            guard let anchor = axis.anchor, anchor.transition == session.standing.transition,
                positions[anchor.page] != nil
            else { continue }
            positions[anchor.page] = anchor.position
        }
        return positions
    }

    private func pagesAt(
        _ positions: [PageID: Int64], in document: ServedDocument, _ inputs: CommandInputs
    ) throws(Interruption) -> [PageID: PageID] {
        var counterparts: [PageID: PageID] = [:]
        let sorted = positions.sorted { $0.key.number < $1.key.number }
        for start in stride(from: 0, to: sorted.count, by: HostLimits.positionsAtOnce) {
            let part = sorted[start...].prefix(HostLimits.positionsAtOnce)
            let answer = try inputs.answer(to: .pagesAt(part.map(\.value)), of: document)
            if let failure = answer.failure { throw .failure(.document(failure)) }
            guard case .numbers(.success(let found)) = answer else { continue }
            for (entry, page) in zip(part, found) { counterparts[entry.key] = page.map { PageID($0) } }
        }
        return counterparts
    }

    /// Looks for the pages around those that the reader will be on.
    private func findNeighbours(
        of pages: [Location], in document: ServedDocument, _ inputs: CommandInputs
    ) throws(Interruption) {
        // Two spreads of two pages on either side.
        let around = 5
        for index in Set(pages.map(\.index)).union([0]).sorted() {
            let end = min(index + around + 1, document.count.exact ?? .max)
            let start = max(min(index - around, end), 0)
            guard (start..<end).contains(where: { document.pages.known(at: $0) == nil }) else { continue }
            if let failure = try inputs.answer(to: .pages(start..<end), of: document).failure {
                throw .failure(.document(failure))
            }
        }
    }

    /// Goes over to another document.
    ///
    /// - Parameter before: where it rests on each axis.
    private func goOver(_ move: DocumentMove, from before: [Location?]) {
        for (axis, first) in zip(session.pages.axes, before) where axis.document === move.old {
            axis.show(move.new)
            let index = first.flatMap { [move].location(of: $0, in: session.pages)?.index } ?? 0
            axis.layout.documentChanged(
                count: axis.exactCount, anchor: first?.index ?? 0, newAnchor: index,
                measured: axis.measuredSizes(around: [index])
            ) { _ in nil }
        }
        session.pages.replaceBackground(move.old, with: move.new)
        // Its provider is told what others want.
        move.old.opened.advise([], for: session.key.number)
    }

    /// Notes where in its text it is on an axis.
    private func anchor(on axis: ReaderAxis, whereItWas before: Location?, _ moves: [DocumentMove]) {
        guard let move = moves.first(where: { $0.new === axis.document }) else { return }
        let position = before.flatMap { move.positions[$0.page] }
        let now = session.model.inspect { $0.settled(on: axis.axis) }?.pages.first
        axis.anchor = position.flatMap { position in
            now.map { TextAnchor(page: $0.page, position: position, transition: session.standing.transition) }
        }
    }
}

/// A reader's way from one document to another: of the same file, or of one that has taken its place.
private struct DocumentMove {
    let old: ServedDocument
    let new: ServedDocument
    /// Where pages of it are shown.
    let surfaces: Set<Surface>
    /// Where in the text pages of the old one begin, or are read.
    var positions: [PageID: Int64] = [:]
    /// The pages of the new one with what those of the old one begin with; by their positions in the document.
    var locations: [Location: Location] = [:]
    /// Pages of the old one that were not found.
    var lost: [Location] = []

    /// Whether it is of another file.
    var isOtherFile: Bool { !new.isSameFile(as: old) }

    /// Whether the same page is elsewhere in it.
    var isLaidOutAnew: Bool { old.opened.flows && new.opened.flows && old.opened.looks.flow != new.opened.looks.flow }

    /// Whether pages come in the place of others.
    var hasOtherPages: Bool {
        isLaidOutAnew || isOtherFile && locations.contains { $0.page != $1.page || lost.contains($0) }
    }
}

extension [DocumentMove] {
    /// Where on its surface a page is now; nil where it is gone.
    fileprivate func location(of page: Location, in pages: ReaderSurface) -> Location? {
        guard let move = first(where: { $0.surfaces.contains(page.surface) }), let there = move.locations[page],
            let index = pages.index(ofDocumentIndex: there.index, on: page.surface)
        else { return nil }
        return Location(page.surface, page: there.page, index: index)
    }
}
