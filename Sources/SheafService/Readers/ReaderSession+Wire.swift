import Navigation
import PageModel
import ProviderHost
import SheafInterface
import Varlink

// What the clients of a reader are told of it.
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

// What watches are told beside its steps.
extension ReaderSession {
    /// Shows anew what may look different, and tells the watches where it stands.
    func announce() {
        watches.send(.init(state: state))
        deliverLater(isAnew: true)
    }

    /// Tells the watches of a document that has changed, or has taken the place of another.
    func announce(changeOf document: ServedDocument) {
        for axis in pages.axes where axis.document === document {
            watches.send(
                .init(
                    document: .init(
                        reader: name, axis: axis.axis.wire, document: document.wire,
                        location: location(on: axis).map { wire($0) })))
        }
    }

    /// A document's provider has counted more of its pages: no page is another one for that.
    func counted(_ document: ServedDocument) {
        guard step.isOpen else { return }
        for axis in pages.axes where axis.document === document {
            axis.recount()
            watches.send(
                .init(count: .init(reader: name, axis: axis.axis.wire, pages: axis.count.wire, counted: axis.counted)))
        }
        watches.flush()
    }

    /// Has the layout of an axis learn the size of a page, where it is known; the watches are told.
    func learnSize(ofPage index: Int, on axis: ReaderAxis) {
        guard let position = axis.documentIndex(of: index), let found = axis.document.known(at: position),
            found.isMeasured, !axis.layout.knows(found.size, of: index)
        else { return }
        let anchor = layoutAnchor(on: axis)?.index ?? 0
        let before = axis.layout.frame(ofPage: index)
        guard let change = axis.layout.measure(index, found.size, anchor: anchor) else { return }
        // A page that is as large as it was taken to be changes nothing.
        guard !watches.isEmpty, change.movedBy != 0 || before.map({ !$0.covers(change.frame) }) ?? true else { return }
        watches.send(
            .init(
                layout: .init(
                    reader: name, axis: axis.axis.wire, frame: wire(change.frame, on: axis),
                    movedBy: Double(change.movedBy), length: axis.layout.length.map { Double($0.pixels) } ?? -1,
                    version: axis.layout.number)))
    }

    /// Tells the watches of a page that is not drawn any more, where that holds for this reader's user.
    func refused(_ page: PageID, of document: ServedDocument) {
        guard step.isOpen, let index = document.known(page: page)?.location.index else { return }
        for axis in pages.axes where axis.document === document {
            guard let index = axis.index(ofDocumentIndex: index), let reason = refusal(ofPage: index, on: axis) else {
                continue
            }
            watches.send(.init(refused: .init(page: Int(page.number), index: index, reason: reason)))
        }
        watches.flush()
    }

    /// Why a page of an axis is not drawn for this reader's user, since that has ended hosts; nil where it may be.
    private func refusal(ofPage index: Int, on axis: ReaderAxis) -> String? {
        guard let rendition = pages.rendition(at: index, on: axis.axis.surface) else { return nil }
        let pixels = rendition.region.width * rendition.region.height
        return axis.document.opened.refusal(ofPage: rendition.page.number, pixels: pixels, for: uid)?.message
    }

    /// The page of an axis that the reader looks at, or will: what lies around it moves, and it does not; nil where there is none.
    func layoutAnchor(on axis: ReaderAxis) -> Location? {
        step.landing.pages.first { $0.surface == axis.axis.surface } ?? location(on: axis)
    }

    /// A frame as it goes over the wire.
    func wire(_ frame: PageFrame, on axis: ReaderAxis) -> ReaderInterface.Frame {
        ReaderInterface.Frame(
            page: (pages.page(at: frame.page, on: axis.axis.surface)?.number).map { Int($0) },
            index: frame.page, along: Double(frame.along), across: Double(frame.across),
            width: Double(frame.pixels.width), height: Double(frame.pixels.height), measured: frame.isMeasured,
            refused: refusal(ofPage: frame.page, on: axis))
    }
}
