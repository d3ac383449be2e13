import Navigation
import PageModel
import Prefetch
import ProviderHost
import SheafInterface
import SheafOS
import Varlink

// Readers and their pages as they go over the wire.

extension Navigation.Axis {
    init(_ wire: ReaderInterface.Axis) {
        switch wire {
        case .horizontal: self = .horizontal
        case .vertical: self = .vertical
        }
    }

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
            spreads: wire?.spread.map { Spreads($0) }, back: wire?.back.map { $0 == .mirrored ? .mirrored : .nextPage },
            order: wire?.order.map { $0 == .leftToRight ? .leftToRight : .rightToLeft },
            flow: wire?.flow.map { $0 == .continuous ? .continuous : .paged }, spacing: wire?.spacing)
    }
}

extension Spreads {
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

extension PrefetchMode {
    init(_ wire: ReaderInterface.PrefetchMode) {
        self =
            switch wire {
            case .full: .full
            case .eco: .eco
            case .no: .no
            }
    }

    /// As it goes over the wire.
    var wire: ReaderInterface.PrefetchMode {
        switch self {
        case .full: .full
        case .eco: .eco
        case .no: .no
        }
    }
}

extension PageModel.PageCount {
    /// As it goes over the wire.
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
    /// As it goes over the wire.
    var wire: ReaderInterface.Document {
        ReaderInterface.Document(
            document: name, title: title, provider: opened.provider, count: count.wire,
            flows: opened.flows ? true : nil, removed: isRemoved ? true : nil)
    }
}

extension ReaderSession {
    /// A page as it goes over the wire.
    func wire(_ location: Location) -> ReaderInterface.Location {
        ReaderInterface.Location(
            page: Int(location.page.number), index: location.index, label: pages.label(of: location),
            surface: location.surface.wire)
    }

    private func wire(_ pages: PagePair) -> [ReaderInterface.Location] {
        guard let first = pages.first else { return [] }
        return if let second = pages.second { [wire(first), wire(second)] } else { [wire(first)] }
    }

    /// Where it stands.
    var state: ReaderInterface.State {
        ReaderInterface.State(
            reader: name, document: document.wire, location: current.map { wire($0) },
            shown: step.shown.pages.map { wire($0) }, viewport: pages.viewport.wire,
            looks: pages.looks.wire, orientations: pages.orientations.map(\.rawValue).sorted(),
            axes: pages.axes.map { state(of: $0) },
            phase: step.motion.wire, transition: step.transition, manual: isManual, badOffsets: badOffsets,
            moving: move.map { wire($0.page) }, refreshing: refreshes > 0, failed: delivery.failures,
            prefetch: prefetch?.wire)
    }

    private func state(of axis: ReaderAxis) -> ReaderInterface.AxisState {
        inspect { machine in
            ReaderInterface.AxisState(
                axis: axis.axis.wire, document: axis.document.wire, location: location(on: axis).map { wire($0) },
                spread: machine.position(of: axis.axis) ?? 0,
                position: machine.position(of: axis.axis, at: context.now),
                enabled: machine.isEnabled(axis.axis), locked: machine.isLocked(axis.axis),
                arrangement: axis.arrangement.wire, first: axis.first == 0 ? nil : axis.first, pages: axis.length,
                unlocks: axis.unlocks)
        }
    }

    /// The layout of an axis around some pages.
    ///
    /// - Parameters:
    ///   - first: the first page; nil: around the current one.
    ///   - offset: in spreads; nil: where the axis is now.
    func layout(of axis: ReaderAxis, first: Int?, pages count: Int, offset: Double?) -> ReaderInterface.GetLayoutReply {
        let current = location(on: axis)?.index ?? 0
        let start = first ?? max(current - count / 2, 0)
        axis.recount()
        for index in start..<start + count { learnSize(ofPage: index, on: axis) }
        let layout = axis.layout
        return ReaderInterface.GetLayoutReply(
            frames: layout.frames(in: start..<start + count).map { wire($0, on: axis) },
            length: layout.length.map { Double($0.pixels) } ?? -1, estimatedWidth: layout.estimate.width,
            estimatedHeight: layout.estimate.height, spacing: layout.spacing,
            position: layout.position(
                ofOffset: offset ?? inspect { $0.position(of: axis.axis, at: context.now) }),
            version: axis.layout.number)
    }

    /// A page that was asked for by itself, as it goes over the wire, and leased.
    func handOver(
        _ page: HandedPage, in viewport: Viewport? = nil, handover: ReaderInterface.Handover,
        over connection: VarlinkConnection
    ) throws(ReaderError) -> PageHandover {
        if let refusal = context.leases.refusal(of: [page.served], to: uid, handover) { throw refusal }
        let handed = try PageHandover(
            page.served, of: page.view.page, in: self, viewport: viewport, handover: handover)
        if handover == .descriptor { context.leases.add([page.served], to: self, over: connection) }
        return handed
    }
}

// What watches are told.
extension ReaderSession {
    /// Tells a watch that begins, or has caught up, where the reader stands and what it shows.
    func begin(_ watch: ReaderWatch) {
        // What has happened up to now is part of what it is told: it has missed that.
        watches.sendEvents()
        watch.sendMissed()
        guard step.isOpen else { return }
        watch.send(.init(state: state))
        delivery.showAll(on: watch, shown: shownAtRest, wanted: wanted)
        ahead.update(at: context.now)
        planLater()
    }

    /// Hands a watch the pages that it could not have before, as far as they are still shown.
    ///
    /// - Parameter owed: the pages as pixels.
    func handOver(_ owed: Set<Rendition>, on watch: ReaderWatch) {
        guard step.isOpen else { return }
        watches.sendEvents()
        delivery.showAll(on: watch, shown: shownAtRest, wanted: wanted, of: owed)
        watch.flush()
        planLater()
    }

    private var shownAtRest: [PageView] { isManual ? [] : pages.views(of: step.shown.pages) }

    /// Writes an event as it goes over the wire: as one of the fields of a ``ReaderInterface/WatchReply``.
    func encode(_ event: ReaderEvent, into writer: inout JSONWriter) {
        let time = Int(clamping: event.time.microseconds)
        switch event.what {
        case .begin(let source, let target, let direction, let isInteractive):
            writer.fieldOrFirst(
                #","begin":"#,
                ReaderInterface.Begin(
                    reader: name, transition: event.transition, axis: event.axis.wire, from: wire(source),
                    to: wire(target), direction: direction.wire, interactive: isInteractive,
                    position: event.position, time: time))
        case .appearance(let step, let location):
            writer.fieldOrFirst(
                #","appearance":"#,
                ReaderInterface.Appearance(
                    reader: name, event: step.wire, page: Int(location.page.number), index: location.index,
                    surface: location.surface.wire, transition: event.transition, position: event.position, time: time))
        case .end(let isFinished, let isCompleted, let previous):
            writer.fieldOrFirst(
                #","end":"#,
                ReaderInterface.End(
                    reader: name, transition: event.transition, axis: event.axis.wire, finished: isFinished,
                    completed: isCompleted, previous: wire(previous), position: event.position, time: time))
        }
    }
}

extension Motion {
    /// As it goes over the wire.
    fileprivate var wire: ReaderInterface.State.Phase {
        switch self {
        case .empty: .empty
        case .rest: .rest
        case .jump: .jump
        case .drag: .drag
        case .settling: .settling
        }
    }
}

extension TurnResult {
    /// Writes the answer with its pages as descriptors.
    ///
    /// - Parameter inline: the pages in their place.
    func encode(in session: ReaderSession, inline: SpreadHandover? = nil, into writer: inout JSONWriter) {
        var reply = reply(in: session)
        reply.page = inline.map(\.page) ?? first?.wire(position: 0, in: session)
        reply.second = inline.map(\.second) ?? second?.wire(position: 1, in: session)
        reply.encode(into: &writer)
        inline?.fill(&writer)
    }

    /// The answer without pages.
    func reply(in session: ReaderSession) -> ReaderInterface.NavigateReply {
        ReaderInterface.NavigateReply(
            noop: isNoop, hit: isHit, transition: transition,
            location: landing.map { session.wire($0) } ?? .init(page: 0, index: 0), failure: failure)
    }
}

extension HandedPage {
    /// What is said of it on the wire; nil where it has been let go.
    func wire(position: Int, in session: ReaderSession) -> ReaderInterface.Page? {
        try? PageHandover(
            served, of: view.page, in: session, handover: .descriptor, position: position
        ).page
    }
}
