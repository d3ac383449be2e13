import HostProtocol
import Navigation
package import PageModel
package import SheafDocuments
import SheafInterface
import SheafPages
import Varlink

// What the clients of a reader are told of it.
extension ReaderSession {
    /// The reader's state, as `GetState` answers it.
    var state: ReaderInterface.State {
        ReaderInterface.State(
            reader: name, document: document.wire, location: model.current.map { model.wire($0) },
            shown: standing.shown.pages.map { model.wire($0) }, viewport: pages.viewport.wire,
            looks: pages.looks.wire, orientations: pages.orientations.map(\.rawValue).sorted(),
            axes: pages.axes.map { state(of: $0) },
            phase: standing.motion.wire, transition: standing.transition, manual: isManual, badOffsets: badOffsets,
            moving: move.map { model.wire($0.page) }, refreshing: refreshes > 0, failed: delivery.failures,
            prefetch: prefetch.mode?.wire)
    }

    private func state(of axis: ReaderAxis) -> ReaderInterface.AxisState {
        model.inspect { machine in
            ReaderInterface.AxisState(
                axis: axis.axis.wire, document: axis.document.wire,
                location: model.location(on: axis).map { model.wire($0) },
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
        guard standing.isOpen else { return }
        watch.send(.init(state: state))
        delivery.showAll(on: watch, shown: shownAtRest, wanted: model.wanted)
        prefetch.update(at: context.now)
        round.plan()
    }

    /// Hands a watch the pages that it could not have before, as far as they are still shown.
    ///
    /// - Parameter owed: the pages as pixels.
    func handOver(_ owed: Set<Rendition>, on watch: ReaderWatch) {
        guard standing.isOpen else { return }
        watches.sendEvents()
        delivery.showAll(on: watch, shown: shownAtRest, wanted: model.wanted, of: owed)
        watch.flush()
        round.plan()
    }

    private var shownAtRest: [PageView] { isManual ? [] : pages.views(of: standing.shown.pages) }
}

// What watches are told beside its steps.
extension ReaderSession {
    /// Shows anew what may look different, and tells the watches where it stands.
    func announce() {
        watches.send(.init(state: state))
        round.deliver(isAnew: true)
    }

    /// Tells the watches of a document that has changed, or has taken the place of another.
    func announce(changeOf document: ServedDocument) {
        for axis in pages.axes where axis.document === document {
            watches.send(
                .init(
                    document: .init(
                        reader: name, axis: axis.axis.wire, document: document.wire,
                        location: model.location(on: axis).map { model.wire($0) })))
        }
    }

    /// A document's provider has counted more of its pages: no page is another one for that.
    package func counted(_ document: ServedDocument) {
        guard standing.isOpen else { return }
        for axis in pages.axes where axis.document === document {
            axis.recount()
            watches.send(
                .init(count: .init(reader: name, axis: axis.axis.wire, pages: axis.count.wire, counted: axis.counted)))
        }
        watches.flush()
    }

    /// Tells the watches of a page that is not drawn any more, where that holds for this reader's user.
    package func refused(_ page: PageID, of document: ServedDocument) {
        guard standing.isOpen, let index = document.pages.known(page: page)?.location.index else { return }
        for axis in pages.axes where axis.document === document {
            guard let index = axis.index(ofDocumentIndex: index), let reason = model.refusal(ofPage: index, on: axis)
            else {
                continue
            }
            watches.send(.init(refused: .init(page: Int(page.number), index: index, reason: reason)))
        }
        watches.flush()
    }
}
