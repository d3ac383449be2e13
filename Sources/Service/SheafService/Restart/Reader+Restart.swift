import Navigation
import PageModel
import SheafDocuments
import SheafInterface
import SheafPages
import SheafReaders
import Varlink

extension ReaderSession {
    /// The state of the reader with which another service can go on with it.
    var stored: StoreInterface.Reader {
        let setup = ReaderInterface.OpenParameters(
            viewport: pages.viewport.wire, looks: pages.looks.wire,
            axes: pages.axes.map { axis in
                ReaderInterface.AxisSetup(
                    axis: axis.axis.wire, document: axis.document.name, first: axis.first, pages: axis.length,
                    unlocks: axis.unlocks, start: model.resting(on: axis) ?? 0,
                    enabled: model.inspect { $0.isEnabled(axis.axis) }, arrangement: axis.arrangement.wire)
            },
            background: pages.background.map { background in
                .init(
                    document: background.document.name,
                    index: model.inspect { $0.background }?.index ?? background.index)
            }, manual: isManual, prefetch: prefetch.mode?.wire)
        let anchors = pages.axes.compactMap { axis in axis.anchor.map { StoreInterface.Anchor($0, on: axis.axis) } }
        return StoreInterface.Reader(
            id: name, uid: Int(uid), setup: JSONText { setup.encode(into: &$0) },
            back: history.back.map { .init($0) }, forward: history.forward.map { .init($0) },
            transition: standing.transition, places: pagesToFind.isEmpty ? nil : pagesToFind.map { .init($0) },
            anchors: anchors.isEmpty ? nil : anchors)
    }

    /// The documents in which the next run has to look for its pages: what it knows of where they are is of before a change.
    var documentsToFindIn: [ServedDocument] {
        guard let restart = pages.restart else { return pages.documents.filter(\.changes.isUnderWay) }
        return restart.pages.compactMap { pages.documentPosition(of: $0.index, on: $0.surface)?.document }
    }

    /// The pages that it rests on in those, or will.
    private var pagesToFind: [Location] {
        if let restart = pages.restart { return restart.pages }
        let background =
            pages.background?.document.changes.isUnderWay == true ? model.inspect { $0.background }?.pages.first : nil
        let own = pages.axes.filter(\.document.changes.isUnderWay).map { axis -> Location? in
            let (resting, position) = model.inspect { ($0.resting(on: axis.axis), $0.position(of: axis.axis)) }
            // At a crossing the number of the spread counts, not the page that would be there.
            guard pages.axes.count == 1 || resting != axis.unlocks else { return nil }
            if resting == position { return model.inspect { $0.settled(on: axis.axis) }?.pages.first }
            return standing.landing.pages.first { $0.surface == axis.axis.surface }
        }
        return ([background] + own).compactMap { $0 }
    }

    /// The pages that it shows or is bound for, and those that it rests on, where it has them in its documents: what is known of them
    /// is noted, so that the next run need not ask for it. While a change is taken in, documents may have them elsewhere.
    var pagesToNote: [(document: ServedDocument, page: PlacedPage)] {
        (Array(standing.shown.pages) + Array(standing.landing.pages) + pages.axes.compactMap { model.location(on: $0) })
            .compactMap { location in
                guard let found = pages.found(location),
                    let (document, index) = pages.documentPosition(of: location.index, on: location.surface)
                else { return nil }
                let inDocument = Location(page: location.page, index: index)
                return (
                    document,
                    .init(location: inDocument, size: found.size, label: found.label, isMeasured: found.isMeasured)
                )
            }
    }
}
