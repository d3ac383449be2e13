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

    /// Where in its documents the pages are that it shows or is bound for, and those that it rests on: what is known of them is
    /// noted, so that the next run need not ask for it.
    var indexesToNote: [(document: ServedDocument, index: Int)] {
        (Array(step.shown.pages) + Array(step.landing.pages) + pages.axes.compactMap { location(on: $0) })
            .compactMap { pages.documentPosition(of: $0.index, on: $0.surface) }
    }
}
