import Navigation
import PageModel
import SheafInterface

// Values of navigation as they go over the wire, and back.

extension Navigation.Axis {
    init(_ wire: ReaderInterface.Axis) { self = wire == .horizontal ? .horizontal : .vertical }

    var wire: ReaderInterface.Axis { self == .horizontal ? .horizontal : .vertical }
}

extension Navigation.Surface {
    /// Left out where it is the usual one.
    var wire: ReaderInterface.Surface? {
        switch self {
        case .horizontal: nil
        case .vertical: .vertical
        case .background: .background
        }
    }
}

extension Navigation.Direction {
    init(_ wire: ReaderInterface.Direction) { self = wire == .forward ? .forward : .backward }

    var wire: ReaderInterface.Direction { self == .forward ? .forward : .backward }
}

extension Navigation.AppearanceEvent {
    init(_ wire: ReaderInterface.AppearanceStep) {
        self =
            switch wire {
            case .willAppear: .willAppear
            case .didAppear: .didAppear
            case .willDisappear: .willDisappear
            case .didDisappear: .didDisappear
            }
    }

    var wire: ReaderInterface.AppearanceStep {
        switch self {
        case .willAppear: .willAppear
        case .didAppear: .didAppear
        case .willDisappear: .willDisappear
        case .didDisappear: .didDisappear
        }
    }
}

extension Arrangement {
    /// Takes what a client sent over what there was.
    init(checking wire: ReaderInterface.Arrangement?, over old: Arrangement = Arrangement())
        throws(ReaderInterface.Failure)
    {
        self = old
        guard let wire else { return }
        var back = Spreads.Back.mirrored
        if case .leaf(let old) = old.spreads { back = old }
        if let wanted = wire.back { back = wanted == .mirrored ? .mirrored : .nextPage }
        switch wire.spread {
        case .single: spreads = .single
        case .double: spreads = .double
        case .cover: spreads = .cover
        case .leaf: spreads = .leaf(back)
        case nil: if case .leaf = old.spreads { spreads = .leaf(back) }
        }
        if wire.back != nil {
            guard case .leaf = spreads else {
                throw .invalidArrangement(field: "back", reason: "it goes with spread \"leaf\" only")
            }
        }
        if let order = wire.order { self.order = order == .leftToRight ? .leftToRight : .rightToLeft }
        if let flow = wire.flow { self.flow = flow == .continuous ? .continuous : .paged }
        if let spacing = wire.spacing {
            guard (0...AxisLayout.maxSpacing).contains(spacing) else {
                throw .invalidArrangement(
                    field: "spacing", reason: "\(spacing) is not within 0 and \(AxisLayout.maxSpacing) pixels")
            }
            self.spacing = spacing
        }
    }

    /// As it goes over the wire.
    var wire: ReaderInterface.Arrangement {
        var kind = ReaderInterface.SpreadKind.single
        var side: ReaderInterface.Arrangement.Back?
        switch spreads {
        case .single: break
        case .double: kind = .double
        case .cover: kind = .cover
        case .leaf(let back):
            kind = .leaf
            side = back == .mirrored ? .mirrored : .nextPage
        }
        return ReaderInterface.Arrangement(
            spread: kind, back: side, order: order == .leftToRight ? .leftToRight : .rightToLeft,
            flow: flow == .continuous ? .continuous : .paged, spacing: spacing)
    }
}

extension Reader {
    /// A page as it goes over the wire.
    func wire(_ location: Location) -> ReaderInterface.Location {
        ReaderInterface.Location(
            page: Int(location.page.number), index: location.index, label: found(location)?.label,
            surface: location.surface.wire)
    }
}
