import HostSupervision
import Navigation
import PageModel
import Prefetch
import SheafDocuments
package import SheafInterface
import SheafOS
import SheafPages

// Readers and their pages as they go over the wire.

extension Navigation.Axis {
    init(_ wire: ReaderInterface.Axis) {
        switch wire {
        case .horizontal: self = .horizontal
        case .vertical: self = .vertical
        }
    }

    package var wire: ReaderInterface.Axis { self == .horizontal ? .horizontal : .vertical }
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
    init(_ wire: ReaderInterface.Direction) {
        switch wire {
        case .forward: self = .forward
        case .backward: self = .backward
        }
    }

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

extension ArrangementChange {
    /// Takes what a client sent, if all of it is within its limits.
    init(checking wire: ReaderInterface.Arrangement?) throws(ReaderInterface.Failure) {
        if let spacing = wire?.spacing, !(0...AxisLayout.maxSpacing).contains(spacing) {
            throw .invalidArrangement(
                field: "spacing", reason: "\(spacing) is not within 0 and \(AxisLayout.maxSpacing) pixels")
        }
        self.init(
            spread: wire?.spread.map { SpreadKind($0) },
            back: wire?.back.map { $0 == .mirrored ? .mirrored : .nextPage },
            wide: wire?.wide.map { $0 == .alone ? .alone : .paired },
            order: wire?.order.map { $0 == .leftToRight ? .leftToRight : .rightToLeft },
            flow: wire?.flow.map { $0 == .continuous ? .continuous : .paged }, spacing: wire?.spacing)
    }
}

extension SpreadKind {
    fileprivate init(_ wire: ReaderInterface.SpreadKind) {
        self =
            switch wire {
            case .single: .single
            case .double: .double
            case .cover: .cover
            case .leaf: .leaf(.mirrored)
            }
    }
}

extension Arrangement {
    /// The value that clients of org.sheaf.Reader get.
    package var wire: ReaderInterface.Arrangement {
        var kind = ReaderInterface.SpreadKind.single
        var side: ReaderInterface.Arrangement.Back?
        switch spread {
        case .single: break
        case .double: kind = .double
        case .cover: kind = .cover
        case .leaf(let back):
            kind = .leaf
            side = back == .mirrored ? .mirrored : .nextPage
        }
        return ReaderInterface.Arrangement(
            spread: kind, back: side, wide: wide == .alone ? .alone : .paired,
            order: order == .leftToRight ? .leftToRight : .rightToLeft,
            flow: flow == .continuous ? .continuous : .paged, spacing: spacing)
    }
}

extension PrefetchMode {
    init(_ wire: ReaderInterface.PrefetchMode) {
        self =
            switch wire {
            case .full: .full
            case .eco: .eco
            case .no: .no
            }
    }

    /// The value that clients of org.sheaf.Reader get.
    package var wire: ReaderInterface.PrefetchMode {
        switch self {
        case .full: .full
        case .eco: .eco
        case .no: .no
        }
    }
}

extension PageModel.PageCount {
    /// The value that clients of org.sheaf.Reader get.
    var wire: ReaderInterface.PageCount {
        let kind: ReaderInterface.PageCount.Kind =
            switch self {
            case .exact: .exact
            case .estimated: .estimated
            case .unknown: .unknown
            }
        return ReaderInterface.PageCount(kind: kind, pages: pages)
    }
}

extension ServedDocument {
    /// The value that clients of org.sheaf.Reader get.
    var wire: ReaderInterface.Document {
        ReaderInterface.Document(
            document: name, title: title, provider: opened.provider, count: count.wire,
            flows: opened.flows ? true : nil, removed: isRemoved ? true : nil)
    }
}

extension Motion {
    /// The value that clients of org.sheaf.Reader get.
    var wire: ReaderInterface.State.Phase {
        switch self {
        case .empty: .empty
        case .rest: .rest
        case .jump: .jump
        case .drag: .drag
        case .settling: .settling
        }
    }
}

extension PageLeases.Way {
    init(_ wire: ReaderInterface.Handover) {
        self =
            switch wire {
            case .none: .none
            case .descriptor: .descriptor
            case .inline: .inline
            }
    }
}

extension HandedPage {
    /// The page's description on the wire; nil where the page has been let go.
    func wire(position: Int, in model: ReaderModel) -> ReaderInterface.Page? {
        try? PageHandover(
            served, of: view.page, in: model, handover: .descriptor, position: position
        ).page
    }
}
