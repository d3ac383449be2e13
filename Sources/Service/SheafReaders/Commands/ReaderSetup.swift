import Navigation
import Prefetch
import SheafDocuments
import SheafInterface
import Varlink

/// How a client wants a reader to be set up, checked.
struct ReaderSetup {
    /// One axis.
    struct Axis {
        let axis: Navigation.Axis
        /// The name of an open document; nil for the one that is opened.
        let document: String?
        let first: Int
        let length: Int?
        /// The client's choice of how its pages are arranged; nil of what it leaves open.
        let arrangement: ArrangementChange
        let unlocks: Int?
        let isEnabled: Bool
        /// The page to begin with; nil where the client leaves that open.
        let start: Int?

        /// The arrangement of its pages: as the client has chosen, else as the document asks. A client that counts spreads, to say where
        /// the other axis is unlocked, counts those that it has chosen.
        func arrangement(of document: ServedDocument) -> Arrangement {
            let view = document.firstView
            let asked = Arrangement(
                spread: unlocks == nil ? view?.spread ?? .single : .single,
                wide: unlocks == nil ? view?.wide ?? .paired : .paired, order: view?.order ?? .leftToRight)
            return arrangement.applied(to: asked) ?? asked
        }
    }

    /// The axes, the one in front first.
    let axes: [Axis]
    /// The page behind them: an open document by its name, or the reader's.
    let background: (document: String?, index: Int)?
    /// Whether its viewer turns pages itself.
    let isManual: Bool
    /// How much is rendered ahead of it; nil: as the service is set.
    let prefetch: PrefetchMode?
    /// How long it lives on without a connection, in microseconds; nil: as long as the service keeps readers.
    let keep: UInt64?

    /// Whether the document that is opened with it is seen anywhere. One that is not would never be closed.
    var showsNewDocument: Bool {
        axes.contains { $0.document == nil } || background.map { $0.document == nil } ?? false
    }

    init(checking parameters: ReaderInterface.OpenParameters) throws(ReaderInterface.Failure) {
        let wire = parameters.axes ?? [ReaderInterface.AxisSetup(axis: .horizontal)]
        guard (1...2).contains(wire.count), Set(wire.map(\.axis)).count == wire.count else {
            throw .invalidArrangement(
                field: "axes", reason: "it takes one axis, or one of each; there are \(wire.count)")
        }
        axes = try wire.map { axis throws(ReaderInterface.Failure) in
            try Axis(checking: axis, isCrossed: wire.count > 1)
        }
        if let behind = parameters.background {
            guard wire.count > 1, wire.allSatisfy({ $0.unlocks != nil }) else {
                throw .invalidArrangement(
                    field: "background", reason: "it is seen only where two axes cross that unlock each other")
            }
            background = (behind.document, try Self.index(behind.index, "background"))
        } else {
            background = nil
        }
        isManual = parameters.manual ?? false
        prefetch = parameters.prefetch.map { PrefetchMode($0) }
        guard parameters.keep.map({ $0 >= 0 }) ?? true else { throw .invalidCall(field: "keep", reason: "below 0") }
        keep = parameters.keep.map { UInt64($0).multipliedReportingOverflow(by: 1_000) }.map {
            $0.overflow ? .max : $0.partialValue
        }
    }

    /// The way in which pages of the first axis are taken together, where its document asks for none.
    var spread: SpreadKind { axes[0].arrangement.applied(to: Arrangement())?.spread ?? .single }

    fileprivate static func index(_ index: Int, _ field: String) throws(ReaderInterface.Failure) -> Int {
        guard index >= 0, Double(index) < MotionCheck.limit else {
            throw .invalidArrangement(field: field, reason: "\(index) is not within 0 and 2^53")
        }
        return index
    }
}

extension ReaderSetup.Axis {
    fileprivate init(
        checking wire: ReaderInterface.AxisSetup, isCrossed: Bool
    ) throws(ReaderInterface.Failure) {
        axis = Navigation.Axis(wire.axis)
        document = wire.document
        first = try ReaderSetup.index(wire.first ?? 0, "first")
        length = try wire.pages.map { pages throws(ReaderInterface.Failure) in
            guard pages > 0 else { throw .invalidArrangement(field: "pages", reason: "a part has at least one page") }
            return try ReaderSetup.index(pages, "pages")
        }
        guard wire.unlocks == nil || isCrossed else {
            throw .invalidArrangement(field: "unlocks", reason: "there is no other axis")
        }
        let change = try ArrangementChange(checking: wire.arrangement)
        // No document asks for leaves.
        guard change.applied(to: Arrangement()) != nil else {
            throw .invalidArrangement(field: "back", reason: ArrangementChange.noLeaf)
        }
        arrangement = change
        unlocks = try wire.unlocks.map { index throws(ReaderInterface.Failure) in
            try ReaderSetup.index(index, "unlocks")
        }
        isEnabled = wire.enabled ?? true
        start = try wire.start.map { index throws(ReaderInterface.Failure) in try ReaderSetup.index(index, "start") }
    }
}
