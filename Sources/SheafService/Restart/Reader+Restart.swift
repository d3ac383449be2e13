import Navigation
import PageModel
import SheafInterface
import Varlink

extension ReaderSession {
    /// What it takes to go on with it in another service.
    var stored: StoreInterface.Reader {
        let setup = ReaderInterface.OpenParameters(
            viewport: pages.viewport.wire,
            axes: pages.axes.map { axis in
                ReaderInterface.AxisSetup(
                    axis: axis.axis.wire, document: axis.document.name, first: axis.first, pages: axis.length,
                    unlocks: axis.unlocks, start: resting(on: axis) ?? 0,
                    enabled: inspect { $0.isEnabled(axis.axis) }, arrangement: axis.arrangement.wire)
            },
            background: pages.background.map { .init(document: $0.document.name, index: $0.index) }, manual: isManual)
        return StoreInterface.Reader(
            id: name, uid: Int(uid), setup: JSONText { setup.encode(into: &$0) },
            back: history.back.map { .init($0) }, forward: history.forward.map { .init($0) },
            transition: step.transition)
    }

    /// The pages that it shows or is bound for, and those that it rests on, where it has them in its documents: what is known of them
    /// is noted, so that the next run need not ask for it. While a change is taken in, documents may have them elsewhere.
    var pagesToNote: [(document: ServedDocument, page: ServedDocument.FoundPage)] {
        (Array(step.shown.pages) + Array(step.landing.pages) + pages.axes.compactMap { location(on: $0) })
            .compactMap { location in
                guard let found = pages.found(location),
                    let (document, index) = pages.documentPosition(of: location.index, on: location.surface)
                else { return nil }
                let place = Location(page: location.page, index: index)
                return (
                    document,
                    .init(location: place, size: found.size, label: found.label, isMeasured: found.isMeasured)
                )
            }
    }
}
