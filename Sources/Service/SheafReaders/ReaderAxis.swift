package import Navigation
import PageModel
package import SheafDocuments
import SheafPages

/// An axis of a reader: the document along it, how its pages are arranged, and where they lie.
package final class ReaderAxis {
    /// Which of the two it is.
    package let axis: Axis
    /// Where its pages are shown.
    var surface: Surface { axis.surface }
    /// The document that lies along it, whole or in part.
    package private(set) var document: ServedDocument
    /// The number of the axis' document.
    private(set) var documentNumber: UInt64
    /// The first page of the document that is on the axis.
    package let first: Int
    /// How many pages of the document are on the axis at most; nil: all from the first one on.
    package let length: Int?
    /// The spread at which the other axis may move.
    package let unlocks: Int?
    /// How its pages are arranged.
    package private(set) var arrangement: Arrangement
    /// The spreads of the axis, with how far they were counted.
    private(set) var countedSpreads: CountedSpreads
    /// How its pages are taken together, as far as they were counted.
    @inline(__always) package var spreads: Spreads { countedSpreads.spreads }
    /// Where its pages lie.
    var layout: AxisLayout
    /// Where in the text of its document it was brought to by other looks; nil where it was not.
    package var anchor: TextAnchor?

    init(
        _ axis: Axis, document: ServedDocument, first: Int = 0, length: Int? = nil, unlocks: Int? = nil,
        arrangement: Arrangement = Arrangement(), viewport: Viewport
    ) {
        self.axis = axis
        self.document = document
        documentNumber = document.id.number
        self.first = first
        self.length = length
        self.unlocks = unlocks
        self.arrangement = arrangement
        countedSpreads = CountedSpreads(arrangement)
        layout = AxisLayout(axis: axis, viewport: viewport, count: nil)
        arrange()
        recount()
    }

    /// Shows another document in place of its own.
    func show(_ document: ServedDocument) {
        self.document = document
        documentNumber = document.id.number
    }

    /// Has the layout learn how many pages there are now.
    func recount() {
        if layout.count != exactCount { layout.count = exactCount }
    }

    /// Arranges its pages in another way.
    func arrange(as arrangement: Arrangement, _ counted: CountedSpreads) {
        self.arrangement = arrangement
        countedSpreads = counted
        arrange()
    }

    /// Takes its pages together as they were counted by now; the layout is kept in step.
    func count(as counted: CountedSpreads) {
        countedSpreads = counted
        arrange()
    }

    private func arrange() {
        if layout.spreads != spreads { layout.spreads = spreads }
        if layout.flow != arrangement.flow { layout.flow = arrangement.flow }
        if layout.order != arrangement.order { layout.order = arrangement.order }
        if layout.spacing != arrangement.spacing { layout.spacing = arrangement.spacing }
    }

    /// How many pages are on the axis, as far as is known.
    var count: PageCount {
        switch document.count {
        case .exact(let pages): .exact(part(of: pages))
        case .estimated(let pages): .estimated(part(of: pages))
        case .unknown: .unknown
        }
    }

    /// How many pages are on the axis for sure.
    var counted: Int { document.counted.map { part(of: $0) } ?? exactCount ?? 0 }

    /// The number of pages on the axis, where it is known for sure; else nil.
    var exactCount: Int? { document.count.exact.map { part(of: $0) } }

    private func part(of pages: Int) -> Int { min(max(pages - first, 0), length ?? .max) }

    /// The sizes of pages near some indexes, of those that have been measured.
    func measuredSizes(around indexes: [Int]) -> [(index: Int, size: PageSize)] {
        Set(indexes.flatMap { max($0 - 2, 0)...$0 + 2 }).sorted().compactMap { index in
            guard let position = documentIndex(of: index), let found = document.pages.known(at: position),
                found.isMeasured
            else { return nil }
            return (index, found.size)
        }
    }

    /// The index in the document of a page of the axis; nil where it is past its part.
    func documentIndex(of index: Int) -> Int? {
        guard index >= 0, index < length ?? .max else { return nil }
        let (sum, overflow) = first.addingReportingOverflow(index)
        return overflow ? nil : sum
    }

    /// The index on the axis of a page of the document; nil where it is not in its part.
    func index(ofDocumentIndex index: Int) -> Int? {
        let index = index - first
        return index >= 0 && index < length ?? .max ? index : nil
    }
}

/// How the pages of an axis are arranged.
package struct Arrangement: Hashable {
    /// The kind of its spreads: which pages are turned at once.
    var spread = SpreadKind.single
    /// The pages that stand alone among pairs.
    var wide = WidePages.paired
    /// The side at which the first page of a spread stands.
    var order = ReadingOrder.leftToRight
    /// Whether a spread has the viewport for itself.
    var flow = Flow.paged
    /// The space between spreads, in pixels.
    var spacing = 0
}

/// A change of the arrangement of an axis' pages; nil for what stays.
struct ArrangementChange {
    /// A leaf keeps the back that it has.
    var spread: SpreadKind?
    /// The new back of a leaf.
    var back: SpreadKind.Back?
    var wide: WidePages?
    var order: ReadingOrder?
    var flow: Flow?
    var spacing: Int?

    /// The reason that is given where ``applied(to:)`` has no arrangement.
    static let noLeaf = "it goes with spread \"leaf\" only"

    /// An arrangement with this change; nil where it has a back, and no leaf.
    func applied(to old: Arrangement) -> Arrangement? {
        var new = Arrangement(
            spread: spread ?? old.spread, wide: wide ?? old.wide, order: order ?? old.order, flow: flow ?? old.flow,
            spacing: spacing ?? old.spacing)
        guard case .leaf(var side) = new.spread else { return back == nil ? new : nil }
        if case .leaf(let old) = old.spread { side = old }
        new.spread = .leaf(back ?? side)
        return new
    }
}

extension PageModel.PageCount {
    /// The number, where it is known for sure.
    var exact: Int? {
        guard case .exact(let pages) = self else { return nil }
        return pages
    }
}
