import Navigation
import PageModel
import SheafInterface
import Varlink

extension Reader {
    /// The index of the first page of an axis' own where it will rest, or rests; nil where it has none.
    func resting(on axis: ReaderAxis) -> Int? {
        if isComing { return machine.start(of: axis.axis) }
        guard let spread = machine.resting(on: axis.axis) else { return nil }
        // Where it settled, which page that is follows the page, whatever has been put before it.
        if spread == machine.position(of: axis.axis) { return place(on: axis)?.index }
        return axis.arrangement.spreads.pages(ofSpread: spread).lowerBound
    }

    /// What it takes to go on with it in another service.
    var stored: StoreInterface.Reader {
        let setup = ReaderInterface.OpenParameters(
            viewport: viewport.wire,
            axes: axes.map { axis in
                ReaderInterface.AxisSetup(
                    axis: axis.axis.wire, document: axis.document.name, first: axis.first, pages: axis.length,
                    unlocks: axis.unlocks, start: resting(on: axis) ?? 0,
                    enabled: machine.isEnabled(axis.axis), arrangement: axis.arrangement.wire)
            },
            background: background.map { .init(document: $0.document.name, index: $0.index) }, manual: isManual)
        return StoreInterface.Reader(
            id: id, uid: Int(uid), setup: JSONText { setup.encode(into: &$0) },
            back: history.back.map { .init($0) }, forward: history.forward.map { .init($0) },
            transition: machine.transition)
    }
}

extension StoreInterface.Place {
    init(_ location: Location) {
        let surface: StoreInterface.Place.Surface =
            switch location.surface {
            case .horizontal: .horizontal
            case .vertical: .vertical
            case .background: .background
            }
        self.init(surface: surface, page: Int(location.page.number), index: location.index)
    }

    /// The place, as the history has it.
    var location: Location {
        let surface: Navigation.Surface =
            switch surface {
            case .horizontal: .horizontal
            case .vertical: .vertical
            case .background: .background
            }
        return Location(surface, page: PageID(Int64(page)), index: index)
    }
}
