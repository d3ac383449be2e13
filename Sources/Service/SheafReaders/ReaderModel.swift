import HostProtocol
import HostSupervision
package import Navigation
import PageModel
import SheafDocuments
import SheafInterface
import SheafOS
import SheafPages
import Varlink

/// A reader's user, its pages, and where it stands: its parts go by that.
///
/// Commands change it through ``ReaderSession``, which has all take effect that follows.
package final class ReaderModel {
    /// Unguessable: who knows it may use it, if it is the same user.
    let id: RandomIdentifier
    /// The id on the wire.
    let name: String
    /// The user who opened it.
    let uid: UInt32
    /// Which renders are for it.
    let key: ReaderKey
    /// Whether its viewer turns pages itself, and reports what it shows.
    let isManual: Bool
    /// The reader's documents, and how it shows them.
    let pages: ReaderSurface
    /// The parts that it shares with other readers.
    let context: ReaderContext
    /// The first axis, at hand for a cached turn: on the way to it through the pages references would be counted.
    let firstAxis: ReaderAxis
    private var machine: ReaderMachine
    /// Where the reader stands.
    private(set) var standing: Standing
    /// The pages that it jumped from.
    private(set) var history = JumpHistory()
    /// The record of its position for the next run (``PositionRecords``); nil where there is none.
    private var positionSlot: Int?

    init(
        id: RandomIdentifier, uid: UInt32, key: ReaderKey, pages: ReaderSurface, setups: [AxisSetup], isManual: Bool,
        context: ReaderContext
    ) {
        self.id = id
        name = id.text
        self.uid = uid
        self.key = key
        self.isManual = isManual
        self.pages = pages
        self.context = context
        firstAxis = pages.axes[0]
        machine = ReaderMachine(axes: Array(zip(pages.axes.map(\.axis), setups)), isManual: isManual)
        standing = machine.current(in: pages, at: context.now)
    }

    /// The reader, to those who render its pages and hand them over.
    var client: PageClient { PageClient(reader: key, user: uid) }
    /// Whether it is not open yet: one of an earlier run, whose pages are still looked up.
    var isUnopened: Bool { !standing.isOpen && !standing.hasEnded }
    /// The first page that it shows; nil where its document is empty.
    package var current: Location? { standing.shown.pages.first }

    // MARK: The machine

    /// Asks the machine for what no standing says: status reports, and what a command has to look up before it.
    package func inspect<Result>(_ question: (ReaderMachine) -> Result) -> Result { question(machine) }

    /// Has the machine do something. What it comes to is to be taken (``take(_:)``).
    func change<Result, Failure>(
        _ body: (inout ReaderMachine, ReaderSurface, Instant) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(&machine, pages, context.now)
    }

    /// Notes where it stands now. That is stored before anybody is told: a service that is killed now goes on there.
    func take(_ standing: Standing) {
        self.standing = standing
        storePosition()
    }

    /// Takes it into the history where it rests.
    func noteRest() {
        if standing.isAtRest { history.settle(on: standing.shown.pages.first) }
    }

    /// The machine emits events, or not: whether somebody is told.
    func watched(_ isWatched: Bool) { machine.isObserved = isWatched }

    /// Sets the page that an axis begins with, before it is opened.
    func setStart(_ index: Int, of axis: ReaderAxis) { machine.setStart(index, of: axis.axis) }

    /// Goes on where an earlier run of the service left it, before it is opened.
    func restore(transition: Int, back: [Location], forward: [Location], anchors: [Axis: TextAnchor]) {
        for axis in pages.axes { axis.anchor = anchors[axis.axis] }
        machine.continueNumbering(after: transition)
        history.restore(back: back, forward: forward)
        standing = machine.current(in: pages, at: context.now)
    }

    /// Takes the pages of an axis together as they were counted by now, behind what it shows.
    ///
    /// - Returns: whether more of them stand alone than before.
    func count(_ axis: ReaderAxis, as counted: CountedSpreads) -> Bool {
        let isOther = axis.spreads != counted.spreads
        if axis.countedSpreads != counted { pages.count(axis, as: counted) }
        if isOther { machine.count(counted.spreads, of: axis.axis) }
        return isOther
    }

    /// Notes that it leaves a page for one that was named.
    func noteJump(to target: CheckedTarget, from settled: Location) { target.record(in: &history, from: settled) }

    /// Gives the pages that it jumped from the indexes that they have now.
    func relocateHistory(_ location: (Location) -> Location?) { history.relocate(location) }

    // MARK: Turns to pages in the cache

    /// The index of the page that a target means for a reader with one axis that rests; nil where it is another reader, or no such page.
    ///
    /// - Parameter count: of the axis' pages; nil: nobody asks.
    func indexToTurnTo(_ target: Target, wraps: Bool, pages count: Int?) -> Int? {
        machine.indexToTurnTo(target, on: firstAxis.axis, wraps: wraps, pages: count)
    }

    /// Goes to a spread whose pages are in the cache, and protected there.
    func turnAtOnce(to spread: Spread, direction: Direction?, at now: Instant) {
        machine.turnAtOnce(firstAxis.axis, to: spread, direction: direction, at: now, into: &standing)
        storePosition()
    }

    /// Takes that into the history.
    ///
    /// - Parameter isJump: whether the page was named.
    func turned(from settled: Location, to location: Location, isJump: Bool) {
        if isJump { history.record(from: settled, settledOn: location) }
        history.settle(on: location)
    }

    // MARK: Where it is

    /// The index of the page that a target means; nil where no page is there.
    func index(of target: Target, on axis: ReaderAxis, wraps: Bool) -> Int? {
        machine.index(of: target, on: axis.axis, wraps: wraps, in: pages)
    }

    /// The first of an axis' own pages where it last settled, also where another is seen through its crossing; nil where it
    /// has none.
    package func location(on axis: ReaderAxis) -> Location? {
        if let page = machine.settled(on: axis.axis)?.pages.first { return page }
        guard let spread = machine.position(of: axis.axis), axis.count != .exact(0) else { return nil }
        let index = axis.spreads.pages(ofSpread: spread).lowerBound
        return pages.page(at: index, on: axis.axis.surface).map { Location(axis.axis.surface, page: $0, index: index) }
    }

    /// The spread that an axis shows or is bound for.
    func spread(on axis: ReaderAxis) -> Int? {
        if axis.axis == standing.front, standing.landing.pages.first?.surface == axis.axis.surface {
            return standing.landing.index
        }
        return machine.position(of: axis.axis)
    }

    /// The page of an axis that the reader looks at, or will; nil where there is none.
    func anchorPage(on axis: ReaderAxis) -> Location? {
        standing.landing.pages.first { $0.surface == axis.axis.surface } ?? location(on: axis)
    }

    /// The index of the first page of an axis' own where it will rest, or rests; nil where it has none.
    package func resting(on axis: ReaderAxis) -> Int? {
        if isUnopened { return machine.start(of: axis.axis) }
        guard let spread = machine.resting(on: axis.axis) else { return nil }
        // Where it settled, which page that is depends on the page, whatever has been put before it. Of one that could not be
        // looked up, it is where the page ought to be.
        if spread == machine.position(of: axis.axis), let page = machine.settled(on: axis.axis)?.pages.first {
            return page.index
        }
        return axis.spreads.pages(ofSpread: spread).lowerBound
    }

    private func storePosition() {
        guard let positions = context.positions else { return }
        guard !standing.hasEnded else {
            if let slot = positionSlot { positions.erase(slot) }
            positionSlot = nil
            return
        }
        if positionSlot == nil { positionSlot = positions.slot(for: name) }
        guard let slot = positionSlot else { return }
        if pages.axes.count == 1, standing.isAtRest, let page = standing.shown.pages.first {
            positions.store(
                slot, transition: standing.transition, first: page.index, second: 0, document: firstAxis.documentNumber)
        } else {
            let second = pages.axes.count > 1 ? resting(on: pages.axes[1]) : nil
            positions.store(
                slot, transition: standing.transition, first: resting(on: pages.axes[0]) ?? 0, second: second ?? 0,
                document: firstAxis.documentNumber)
        }
    }

    /// Stores its position in other records from now on.
    package func keepPosition() {
        positionSlot = nil
        storePosition()
    }

    // MARK: What it shows

    /// The pages that the reader is to show, as far as they are known, in the order in which they are rendered; those
    /// of one list are handed over together. The viewer of a manual reader names pages, not spreads, and gets them one
    /// by one.
    var wanted: [[PageView]] {
        let views = pages.views(of: standing.wanted)
        return isManual ? views.map { [$0] } : views.isEmpty ? [] : [views]
    }

    /// Pages in the order in which they are handed over: as they are read, and the back of a leaf that turns last.
    func inHandoverOrder(_ pages: [HandedPage]) -> [HandedPage] {
        guard pages.count > 1 else { return pages }
        let front = standing.landing.pages
        let isFront = { (page: HandedPage) in front.contains { $0.isSamePage(as: page.view.page.location) } }
        return pages.filter { isFront($0) } + pages.filter { !isFront($0) }
    }
}

// Pages and events of a reader as they go over the wire.
extension ReaderModel {
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
        case .appearance(let standing, let location):
            writer.fieldOrFirst(
                #","appearance":"#,
                ReaderInterface.Appearance(
                    reader: name, event: standing.wire, page: Int(location.page.number), index: location.index,
                    surface: location.surface.wire, transition: event.transition, position: event.position, time: time))
        case .end(let isFinished, let isCompleted, let previous):
            writer.fieldOrFirst(
                #","end":"#,
                ReaderInterface.End(
                    reader: name, transition: event.transition, axis: event.axis.wire, finished: isFinished,
                    completed: isCompleted, previous: wire(previous), position: event.position, time: time))
        }
    }

    /// Why a page of an axis is not drawn for this reader's user, since that has ended hosts; nil where it may be.
    func refusal(ofPage index: Int, on axis: ReaderAxis) -> String? {
        guard let rendition = pages.rendition(at: index, on: axis.axis.surface) else { return nil }
        let pixels = rendition.region.width * rendition.region.height
        return axis.document.opened.refusal(ofPage: rendition.page.number, pixels: pixels, for: uid)?.message
    }

    /// Returns the change of the layout as it goes over the wire: what the reader looks at begins elsewhere along an
    /// axis.
    func wire(_ frame: PageFrame, movedBy: Int, on axis: ReaderAxis) -> ReaderInterface.LayoutChange {
        ReaderInterface.LayoutChange(
            reader: name, axis: axis.axis.wire, frame: wire(frame, on: axis), movedBy: Double(movedBy),
            length: axis.layout.length.map { Double($0.pixels) } ?? -1, version: axis.layout.number)
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
