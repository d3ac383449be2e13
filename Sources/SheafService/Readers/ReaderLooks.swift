import Navigation
import PageModel
import ProviderHost
import SheafInterface

/// How the pages of a reader look.
struct ReaderLooks: Equatable {
    /// The colours of paper and ink.
    var paper = Paper.day
    /// What its documents are opened with.
    var document = DocumentLooks()
}

/// Where in the text of a document that flows a reader is: as long as it stays on a page that it was brought to by other looks, it is
/// where it was before, which need not be where that page begins.
struct TextAnchor: Equatable {
    let page: PageID
    let position: Int64
}

// The same documents in other looks.
extension ReaderSession {
    /// Shows its documents in other looks. Nothing changes before its pages are found in them.
    ///
    /// - Parameter variants: its documents in these looks, each of which counts it already.
    /// - Returns: the documents that are to count it no more.
    func setLooks(
        _ looks: ReaderLooks, in variants: [ServedDocument], _ answers: Answers
    ) throws(Interruption) -> [ServedDocument] {
        advance()
        var surplus = variants
        var changes: [(old: ServedDocument, new: ServedDocument)] = []
        for old in pages.documents where !old.has(looks.document) {
            guard let new = variants.first(where: { $0.isSameFile(as: old) }) else {
                throw .failure(.overloaded("document \(old.name) is changing: set its looks again"))
            }
            changes.append((old, new))
        }
        for new in pages.documents.filter({ $0.has(looks.document) }) + changes.map(\.new) {
            // One that it shows already counts it already.
            guard !pages.documents.contains(where: { $0 === new }),
                let index = surplus.firstIndex(where: { $0 === new })
            else { continue }
            surplus.remove(at: index)
        }
        guard !changes.isEmpty else {
            guard looks != pages.looks else { return surplus }
            pages.setLooks(looks)
            protect()
            announce()
            return surplus
        }
        let held = inspect { $0.heldPages } + history.back + history.forward
        var moves: [DocumentMove] = []
        for (old, new) in changes {
            let own = held.filter { pages.documentPosition(of: $0.index, on: $0.surface)?.document === old }
            let move = try find(own, of: old, in: new, answers)
            try findNeighbours(of: move.indexes.values, in: new, answers)
            moves.append(move)
        }
        settleNow()
        cancelMove()
        region?.fail(.superseded)
        search?.end(.superseded)
        thumbnails?.end(.superseded)
        let before = pages.axes.map { axis in inspect { $0.settled(on: axis.axis) }?.pages.first }
        pages.setLooks(looks)
        for move in moves { goOver(move, from: before) }
        apply(
            try command { machine, pages, now throws(Refusal) in
                let surfaces = moves.reduce(into: Set<Surface>()) { $0.formUnion(pages.surfaces(of: $1.new)) }
                return machine.documentChanged(on: surfaces, in: pages, at: now) { page in
                    moves.index(of: page, in: pages)
                }
            })
        relocateHistory { page in
            moves.contains { pages.surfaces(of: $0.new).contains(page.surface) }
                ? moves.index(of: page, in: pages) : page.index
        }
        for (axis, page) in zip(pages.axes, before) { anchor(on: axis, whereItWas: page, moves) }
        for move in moves { tell(changeOf: move.new) }
        announce()
        return surplus + moves.map(\.old)
    }

    /// Where the pages that a reader holds of a document are in another one of the same file.
    private func find(
        _ held: [Location], of old: ServedDocument, in new: ServedDocument, _ answers: Answers
    ) throws(Interruption) -> DocumentMove {
        var move = DocumentMove(old: old, new: new)
        var places = held.reduce(into: [PageID: PageID]()) { $0[$1.page] = $1.page }
        if old.opened.flows, new.opened.flows {
            let pages = places.keys.sorted { $0.number < $1.number }
            for start in stride(from: 0, to: pages.count, by: HostLimits.positionsAtOnce) {
                let part = Array(pages[start...].prefix(HostLimits.positionsAtOnce))
                move.positions.merge(try positions(of: part, in: old, answers)) { $1 }
            }
            places = try pagesAt(move.positions, in: new, answers)
        }
        let indexes = Dictionary(held.map { ($0.page, $0) }) { first, _ in first }
        let scale = Double(max(new.count.pages, 1)) / Double(max(old.count.pages, 1))
        let asked = places.compactMap { page, place -> DocumentQuery.PagePosition? in
            guard let location = indexes[page],
                let position = pages.documentPosition(of: location.index, on: location.surface)
            else { return nil }
            let guess = (Double(position.index) * scale).rounded(.down)
            return DocumentQuery.PagePosition(page: place, index: Int(min(max(guess, 0), MotionCheck.limit)))
        }.sorted { $0.page.number < $1.page.number }
        let answer = try answers.answer(to: .positions(asked), of: new)
        if let failure = answer.failure { throw .failure(.document(failure)) }
        guard case .positions(.success(let found)) = answer else { return move }
        for (page, place) in places { move.indexes[page] = found[place] }
        return move
    }

    private func positions(
        of pages: [PageID], in document: ServedDocument, _ answers: Answers
    ) throws(Interruption) -> [PageID: Int64] {
        let answer = try answers.answer(to: .textPositions(pages), of: document)
        if let failure = answer.failure { throw .failure(.document(failure)) }
        guard case .numbers(.success(let found)) = answer else { return [:] }
        var positions: [PageID: Int64] = [:]
        for (page, position) in zip(pages, found) { positions[page] = position }
        // Where the reader has come by other looks, it is the text that it was on.
        for (axis, anchor) in anchors
        where self.pages.axis(axis)?.document === document && positions[anchor.page] != nil {
            positions[anchor.page] = anchor.position
        }
        return positions
    }

    private func pagesAt(
        _ positions: [PageID: Int64], in document: ServedDocument, _ answers: Answers
    ) throws(Interruption) -> [PageID: PageID] {
        var places: [PageID: PageID] = [:]
        let sorted = positions.sorted { $0.key.number < $1.key.number }
        for start in stride(from: 0, to: sorted.count, by: HostLimits.positionsAtOnce) {
            let part = sorted[start...].prefix(HostLimits.positionsAtOnce)
            let answer = try answers.answer(to: .pagesAt(part.map(\.value)), of: document)
            if let failure = answer.failure { throw .failure(.document(failure)) }
            guard case .numbers(.success(let found)) = answer else { continue }
            for (entry, page) in zip(part, found) { places[entry.key] = page.map { PageID($0) } }
        }
        return places
    }

    /// Looks for the pages around those that the reader will be on.
    private func findNeighbours(
        of indexes: some Sequence<Int>, in document: ServedDocument, _ answers: Answers
    ) throws(Interruption) {
        // Two spreads of two pages on either side.
        let around = 5
        for index in Set(indexes).union([0]).sorted() {
            let end = min(index + around + 1, document.count.exact ?? .max)
            let start = max(min(index - around, end), 0)
            guard (start..<end).contains(where: { document.known(at: $0) == nil }) else { continue }
            if let failure = try answers.answer(to: .pages(start..<end), of: document).failure {
                throw .failure(.document(failure))
            }
        }
    }

    /// Goes over to another document.
    ///
    /// - Parameter before: where it rests on each axis.
    private func goOver(_ move: DocumentMove, from before: [Location?]) {
        for (axis, first) in zip(pages.axes, before) where axis.document === move.old {
            axis.show(move.new)
            let index = first.flatMap { move.indexes[$0.page] }.flatMap { axis.index(ofDocumentIndex: $0) } ?? 0
            axis.layout.documentChanged(
                count: axis.exactCount, anchor: first?.index ?? 0, newAnchor: index,
                measured: measuredSizes(around: [index], on: axis)
            ) { _ in nil }
            axis.layoutVersion += 1
        }
        pages.replaceBackground(move.old, with: move.new)
    }

    /// Notes where in its text it is on an axis.
    private func anchor(on axis: ReaderAxis, whereItWas before: Location?, _ moves: [DocumentMove]) {
        guard let move = moves.first(where: { $0.new === axis.document }) else { return }
        let position = before.flatMap { move.positions[$0.page] }
        let now = inspect { $0.settled(on: axis.axis) }?.pages.first
        anchors[axis.axis] = position.flatMap { position in now.map { TextAnchor(page: $0.page, position: position) } }
    }
}

/// What it takes to go over from one document to another one of the same file.
private struct DocumentMove {
    let old: ServedDocument
    let new: ServedDocument
    /// Where in the text the pages of the old one begin, or are read.
    var positions: [PageID: Int64] = [:]
    /// Where in the new one what the pages of the old one begin with is.
    var indexes: [PageID: Int] = [:]
}

extension [DocumentMove] {
    /// Where on its surface a page is now; nil where it is gone.
    fileprivate func index(of page: Location, in pages: ReaderPages) -> Int? {
        guard let move = first(where: { pages.surfaces(of: $0.new).contains(page.surface) }) else { return nil }
        return move.indexes[page.page].flatMap { pages.index(ofDocumentIndex: $0, on: page.surface) }
    }
}

extension ReaderAxis {
    /// Whether the pages of its document can be others, and begin elsewhere.
    var mayBeLaidOutAnew: Bool { !document.opened.flows || first == 0 && length == nil && unlocks == nil }
}

// To and from the wire.

extension ReaderLooks {
    /// Takes what a client sent, if all of it is within its limits.
    init(checking wire: ReaderInterface.Looks?) throws(ReaderInterface.Failure) {
        let paper: Paper =
            switch wire?.paper {
            case nil, .day?: .day
            case .sepia?: .sepia
            case .night?: .night
            case .inverted?: .inverted
            }
        let trim: DocumentLooks.Trim =
            switch wire?.trim {
            case nil, .no?: .no
            case .page?: .page
            case .document?: .document
            }
        self.init(paper: paper, document: DocumentLooks(trim: trim, flow: try DocumentLooks.Flow(checking: wire?.flow)))
    }

    var wire: ReaderInterface.Looks {
        let paper: ReaderInterface.Paper =
            switch paper {
            case .day: .day
            case .sepia: .sepia
            case .night: .night
            case .inverted: .inverted
            }
        let trim: ReaderInterface.Trim =
            switch document.trim {
            case .no: .no
            case .page: .page
            case .document: .document
            }
        return .init(paper: paper, trim: trim, flow: document.flow?.wire)
    }
}

extension DocumentLooks.Flow {
    /// Takes what a client sent, if all of it is within its limits; nil where it says nothing.
    fileprivate init?(checking wire: ReaderInterface.TextFlow?) throws(ReaderInterface.Failure) {
        guard let wire else { return nil }
        func check(_ value: Double?, _ field: String, _ range: ClosedRange<Double>) throws(ReaderInterface.Failure) {
            guard value.map({ range.contains($0) }) ?? true else {
                throw .invalidLooks(
                    field: field, reason: "\(value ?? 0) is not within \(range.lowerBound) and \(range.upperBound)")
            }
        }
        try check(wire.width, "width", Self.side)
        try check(wire.height, "height", Self.side)
        try check(wire.fontSize, "fontSize", Self.fontSizes)
        try check(wire.lineHeight, "lineHeight", Self.lineHeights)
        try check(wire.margin, "margin", Self.margins)
        if let columns = wire.columns, !Self.columnCounts.contains(columns) {
            throw .invalidLooks(
                field: "columns",
                reason: "\(columns) is not within \(Self.columnCounts.lowerBound) and \(Self.columnCounts.upperBound)")
        }
        if let family = wire.fontFamily {
            guard (1...Self.fontFamilyBytes).contains(family.utf8.count),
                family.allSatisfy({ $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" || $0 == "_" || $0 == "." })
            else {
                throw .invalidLooks(
                    field: "fontFamily",
                    reason: "a font's name has 1 to \(Self.fontFamilyBytes) bytes: letters, digits, blanks, hyphens")
            }
        }
        self.init(
            width: wire.width, height: wire.height, fontSize: wire.fontSize, fontFamily: wire.fontFamily,
            lineHeight: wire.lineHeight, margin: wire.margin, columns: wire.columns)
        if self == Self() { return nil }
    }

    fileprivate var wire: ReaderInterface.TextFlow {
        .init(
            width: width, height: height, fontSize: fontSize, fontFamily: fontFamily, lineHeight: lineHeight,
            margin: margin, columns: columns)
    }
}
