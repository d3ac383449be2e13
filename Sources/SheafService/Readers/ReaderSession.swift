import Navigation
import PageCache
import PageModel
import Prefetch
import ProviderHost
import SheafInterface
import SheafOS
import Varlink

/// A reading position in a document, or in two along axes that cross, with one viewport: commands go in, and what they come to
/// takes effect in ``apply(_:)``.
///
/// What the answer to a command needs is done at once; everything else (watches, providers, timers, rendering ahead) comes
/// after it, once for each turn of the loop (``finishTurn()``).
final class ReaderSession {
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
    /// How much its viewer wants rendered ahead; nil: as the service is set.
    private(set) var prefetch: PrefetchMode?
    /// Its documents, and how it shows them.
    let pages: ReaderPages
    /// What it has in common with others.
    let context: ReaderContext
    /// For those who may outlive it.
    let me = Backreference<ReaderSession>()
    /// What is asked of it.
    let queue: CommandQueue
    /// Who is told what happens to it.
    let watches: ReaderWatches
    /// What it is to show.
    let delivery: ReaderDelivery
    /// What is rendered ahead of it.
    let ahead: ReaderPrefetch

    // What a cached turn uses of others, at hand: on the way to it through them references would be counted.
    let server: PageServer
    let firstAxis: ReaderAxis
    private var machine: ReaderMachine
    /// What the last step came to: where it stands.
    private(set) var step: Step
    /// Where it jumped from.
    private(set) var history = JumpHistory()
    let cacheReader: CacheReader
    private var position = ReadingPositionGuess()
    private var appearances = ProviderAppearances()
    /// Drag offsets that did not fit.
    private(set) var badOffsets = 0
    /// How many times its provider is looking at its source again for it.
    private(set) var refreshes = 0
    /// What goes on for it.
    var tasks = ReaderTasks()
    /// The pages that it was on when its documents lost them; nil while it has those that it wants.
    private var lost: LostPages?
    /// The page on which it was when its place was looked at last (``PlaceKeeper``).
    var keptPage: PageID?
    /// Where its position is stored for the next run (``PositionRecords``); nil where it is not.
    private var positionSlot: Int?
    /// Runs until something is due.
    private var timer: (due: Instant, source: TimerSource)?
    /// Pages at the edge are looked up; what is due waits for them.
    private var isReachingEdge = false
    /// It is among those whose position the cache does not know yet (``ReaderContext/noteMoved(_:)``).
    private var isMoveNoted = false
    /// What is to be done after the answers of this turn of the loop.
    private var unfinished = Unfinished()

    private struct Unfinished {
        var isRequested = false
        /// What is to be shown may be something else.
        var isDelivery = false
        /// It is to be delivered again even where it is the same.
        var isAnew = false
        /// Pages that no caller took.
        var pages: [HandedPage] = []
    }

    /// Makes a reader that is not open yet (``open()``).
    init(
        id: RandomIdentifier, uid: UInt32, key: ReaderKey, pages: ReaderPages, setups: [AxisSetup], isManual: Bool,
        prefetch: PrefetchMode?, context: ReaderContext
    ) {
        self.id = id
        name = id.text
        self.uid = uid
        self.key = key
        queue = CommandQueue(of: uid)
        self.isManual = isManual
        self.prefetch = prefetch
        self.pages = pages
        self.context = context
        server = context.server
        firstAxis = pages.axes[0]
        watches = ReaderWatches(of: me)
        delivery = ReaderDelivery(for: me, context: context)
        ahead = ReaderPrefetch(for: me, context: context)
        machine = ReaderMachine(axes: Array(zip(pages.axes.map(\.axis), setups)), isManual: isManual)
        step = machine.current(in: pages, at: context.now)
        cacheReader = server.addReader(of: uid)
        me.set(self)
    }

    deinit {
        me.clear()
    }

    /// The reader, to those who render its pages and hand them over.
    var client: PageClient { PageClient(reader: key, user: uid) }
    /// The document of its first axis.
    var document: ServedDocument { firstAxis.document }
    /// Whether it has ended.
    var isClosed: Bool { step.hasEnded }
    /// Whether it is not open yet: one of an earlier run, whose pages are still looked up.
    var isUnopened: Bool { !step.isOpen && !step.hasEnded }
    /// The first page that it shows; nil where its document is empty.
    var current: Location? { step.shown.pages.first }
    /// The page that is being moved by hand.
    var move: ReaderMachine.Move? { machine.move }
    /// When the page began to disappear that ``dropOldestDeparting()`` would let go; nil where there is none.
    var oldestDeparture: Instant? { machine.oldestDeparture }
    private var now: Instant { context.now }

    /// A drag's offset does not fit: it is dropped, and counted.
    func dropOffset() { badOffsets += 1 }

    /// So much is rendered ahead of it from now on.
    func setPrefetch(_ mode: PrefetchMode) { prefetch = mode }

    /// A provider looks at its source again for it; false: not any more.
    func noteRefresh(isUnderWay: Bool) { refreshes += isUnderWay ? 1 : -1 }

    // MARK: Tasks

    /// Begins a task, which takes the place of the one of its kind that is under way.
    func begin(_ task: any ReaderTask, as kind: ReaderTasks.Kind) {
        tasks[kind]?.end(.superseded, of: self)
        tasks[kind] = task
    }

    /// A task has ended.
    func ended(_ task: any ReaderTask, of kind: ReaderTasks.Kind) {
        if tasks[kind] === task { tasks[kind] = nil }
    }

    /// Ends all tasks.
    func endTasks(_ reason: ReaderError) {
        for task in tasks.all { task.end(reason, of: self) }
        tasks = ReaderTasks()
    }

    /// A connection has ended: what is held over it is let go.
    func connectionEnded(_ connection: ConnectionID) {
        for task in tasks.all { task.connectionEnded(connection, of: self) }
    }

    /// It has moved, and the cache does not know that yet.
    ///
    /// - Returns: false where that was so before.
    func noteMove() -> Bool {
        if isMoveNoted { return false }
        isMoveNoted = true
        return true
    }

    /// Asks the machine for what no step says: status reports, and what a command has to look up before it.
    func inspect<Result>(_ question: (ReaderMachine) -> Result) -> Result { question(machine) }

    /// The index of the page that a target means; nil where no page is there.
    func index(of target: Target, on axis: ReaderAxis, wraps: Bool) -> Int? {
        machine.index(of: target, on: axis.axis, wraps: wraps, in: pages)
    }

    /// The first of an axis' own pages where it last settled, also where another is seen through its crossing; nil where it
    /// has none.
    func location(on axis: ReaderAxis) -> Location? {
        if let page = machine.settled(on: axis.axis)?.pages.first { return page }
        guard let spread = machine.position(of: axis.axis), axis.count != .exact(0) else { return nil }
        let index = axis.arrangement.spreads.pages(ofSpread: spread).lowerBound
        return pages.page(at: index, on: axis.axis.surface).map { Location(axis.axis.surface, page: $0, index: index) }
    }

    // MARK: Life

    /// Sets the page that an axis begins with, before it is opened.
    func setStart(_ index: Int, of axis: ReaderAxis) { machine.setStart(index, of: axis.axis) }

    /// Goes on where an earlier run of the service left it, before it is opened.
    func restore(transition: Int, back: [Location], forward: [Location], anchors: [Axis: TextAnchor]) {
        for axis in pages.axes { axis.anchor = anchors[axis.axis] }
        machine.continueNumbering(after: transition)
        history.restore(back: back, forward: forward)
        step = machine.current(in: pages, at: now)
    }

    /// Opens it: its first spread appears. The pages that it begins with are known.
    func open() {
        // Another configuration may have been read since it was made.
        if pages.limit != context.settings.renditionLimit { pages.setLimit(context.settings.renditionLimit) }
        apply(machine.open(background: pages.background?.index, in: pages, at: now))
    }

    /// Ends it: what it shows goes, its watches end, what was asked of it fails.
    func close() {
        tasks[.hold]?.end(.closed, of: self)
        apply(machine.close(in: pages, at: now))
        watches.close()
        queue.close()
        endTasks(.closed)
        // Also where its move had ended, and the provider was still asked.
        for document in pages.documents where document.mover?.reader == key { document.mover = nil }
        timer?.source.cancel()
        timer = nil
        appearances.update(to: [], in: pages)
        delivery.close()
        ahead.close()
        server.renders.close(reader: key)
        server.removeReader(cacheReader)
        context.leases.close(key)
    }

    // MARK: Steps

    /// Has the machine do something; what follows from it is ``apply(_:)``'s.
    ///
    /// - Parameters:
    ///   - axis: the one that it is for.
    ///   - target: what was asked for, in words.
    func command<Result>(
        on axis: Axis? = nil, target: @autoclosure () -> String = "",
        _ body: (inout ReaderMachine, ReaderPages, Instant) throws(Refusal) -> Result
    ) throws(Interruption) -> Result {
        do throws(Refusal) {
            return try body(&machine, pages, now)
        } catch {
            // What was due before the command has happened all the same.
            if let passed = error.passed { apply(passed) }
            throw .failure(.refused(error.reason, axis: axis, target: target()))
        }
    }

    /// Lets pass what is due by now.
    func advance() {
        if let passed = machine.advance(to: now, in: pages) { apply(passed) }
    }

    /// Settles what is under way.
    func settleNow() {
        if let settled = machine.settleNow(in: pages, at: now) { apply(settled) }
    }

    /// The one place where what a command came to takes effect: at once what the answer needs, the rest after it.
    func apply(_ step: Step) {
        self.step = step
        storePosition()
        watches.add(step.events)
        if step.hasChanged {
            protect()
            if step.isAtRest { history.settle(on: step.shown.pages.first) }
            unfinished.isDelivery = true
        }
        finishLater()
    }

    private func earliest(_ one: Instant?, _ other: Instant?) -> Instant? {
        guard let one, let other else { return one ?? other }
        return min(one, other)
    }

    /// Stores where it rests, or will. Before anybody is told: a service that is killed now goes on there.
    private func storePosition() {
        guard let positions = context.positions else { return }
        guard !step.hasEnded else {
            if let slot = positionSlot { positions.erase(slot) }
            positionSlot = nil
            return
        }
        if positionSlot == nil { positionSlot = positions.slot(for: name) }
        guard let slot = positionSlot else { return }
        if pages.axes.count == 1, step.isAtRest, let page = step.shown.pages.first {
            positions.store(
                slot, transition: step.transition, first: page.index, second: 0, document: firstAxis.documentNumber)
        } else {
            let second = pages.axes.count > 1 ? resting(on: pages.axes[1]) : nil
            positions.store(
                slot, transition: step.transition, first: resting(on: pages.axes[0]) ?? 0, second: second ?? 0,
                document: firstAxis.documentNumber)
        }
    }

    /// Stores its position in other records from now on.
    func keepPosition() {
        positionSlot = nil
        storePosition()
    }

    /// The index of the first page of an axis' own where it will rest, or rests; nil where it has none.
    func resting(on axis: ReaderAxis) -> Int? {
        if isUnopened { return machine.start(of: axis.axis) }
        guard let spread = machine.resting(on: axis.axis) else { return nil }
        // Where it settled, which page that is depends on the page, whatever has been put before it. Of one that could not be
        // looked up, it is where the page ought to be.
        if spread == machine.position(of: axis.axis), let page = machine.settled(on: axis.axis)?.pages.first {
            return page.index
        }
        return axis.arrangement.spreads.pages(ofSpread: spread).lowerBound
    }

    /// What is to be shown is delivered after the answers of this turn of the loop.
    ///
    /// - Parameter isAnew: even where it is the same.
    func deliverLater(isAnew: Bool) {
        unfinished.isDelivery = true
        if isAnew { unfinished.isAnew = true }
        finishLater()
    }

    /// What is rendered ahead is planned after the answers of this turn of the loop.
    func planLater() { finishLater() }

    /// What is to be shown was delivered just now.
    func noteDelivered() { unfinished.isDelivery = false }

    /// Hands pages that a caller did not take to the watches, after its answer; none where it took them, or there are none yet.
    func handOverLater(_ pages: [HandedPage]) { unfinished.pages = pages }

    /// Notes that it leaves a page for one that was named.
    func noteJump(to target: CheckedTarget, from settled: Location) { target.record(in: &history, from: settled) }

    private func finishLater() {
        guard !unfinished.isRequested else { return }
        unfinished.isRequested = true
        context.noteMoved(self)
        context.finishLater(self)
    }

    /// Does what no answer had to wait for: tells watches and providers, delivers what is to be shown, and plans what is
    /// rendered ahead.
    func finishTurn() {
        let work = unfinished
        unfinished = Unfinished()
        if isClosed { return watches.flush() }
        watches.sendEvents()
        delivery.handOver(work.pages)
        if work.isDelivery {
            for pages in delivery.show(wanted, isAnew: work.isAnew) { delivery.handOver(pages) }
            if work.isAnew { delivery.handOverStandIns() }
        }
        delivery.endNeedlessEncoding()
        let now = now
        ahead.update(at: now)
        appearances.note(at: now, in: pages)
        watches.flush()
        wakeWhenDue()
    }

    /// Has it go on when the next thing is due. A timer that fires early costs less than one that is set anew at each turn.
    private func wakeWhenDue() {
        let deadline = isReachingEdge ? nil : step.deadline
        guard let due = earliest(earliest(deadline, ahead.due), appearances.due) else { return }
        if let timer {
            guard due < timer.due else { return }
            timer.source.cancel()
        }
        let now = now
        do throws(OSError) {
            let source = try context.loop.schedule(after: due > now ? due.microseconds - now.microseconds : 0) {
                [me] in me.object?.wake()
            }
            timer = (due, source)
        } catch {
            timer = nil
            // Without a timer nothing would ever settle.
            settleNow()
        }
    }

    private func wake() {
        timer = nil
        guard step.isOpen else { return }
        let now = now
        if let due = step.deadline, due <= now, !isReachingEdge { turnAtEdge() }
        if let due = ahead.due, due <= now { finishLater() }
        if let due = appearances.due, due <= now { appearances.update(to: machine.appearances, in: pages) }
        if !unfinished.isRequested { wakeWhenDue() }
    }

    /// Has pass what is due, once the pages are known that may be turned to.
    private func turnAtEdge() {
        isReachingEdge = true
        reachEdge { [me] in
            guard let session = me.object else { return }
            session.isReachingEdge = false
            guard session.step.isOpen else { return }
            session.advance()
            session.wakeWhenDue()
        }
    }

    /// Where a page is moved by hand, looks for the pages that may be turned to while it is held at the edge.
    private func reachEdge(completion: @escaping () -> Void) {
        guard let move, let axis = pages.axis(on: move.page.surface),
            let unknown = pages.unknownPages(in: inspect { $0.reach(of: axis.axis) }, on: axis)
        else { return completion() }
        DocumentQuery(document: axis.document, question: .pages(unknown)).ask(for: uid) { _ in completion() }
    }

    // MARK: Pages

    /// The pages on some surfaces that the reader was on when they went, if it has not turned since: who writes a file may have been
    /// half-way.
    func lostPages(on surfaces: Set<Surface>) -> [Location] {
        guard let lost, lost.transition == step.transition, !isManual else { return [] }
        return lost.pages.filter { surfaces.contains($0.surface) }
    }

    /// Notes which pages the reader was on that are gone with the last step.
    func noteLost(_ pages: [Location]) {
        lost = pages.isEmpty ? nil : LostPages(pages: pages, transition: step.transition)
    }

    /// Renditions may have so many pixels from now on; pages that come out otherwise are shown anew.
    func setLimit(_ limit: RenditionLimit) {
        guard limit != pages.limit else { return }
        let before = wanted.map { $0.map(\.rendition) }
        pages.setLimit(limit)
        protect()
        guard wanted.map({ $0.map(\.rendition) }) != before else { return }
        deliverLater(isAnew: false)
    }

    /// A command that looked up pages is over: what is rendered ahead goes on.
    func wayIsFree() {
        ahead.lookupEnded()
        guard step.isOpen else { return }
        ahead.planAnew()
        planLater()
    }

    /// Lets go at once of the page that began to disappear first: protected pages would pass the hard limit.
    ///
    /// - Returns: whether there was one.
    func dropOldestDeparting() -> Bool {
        guard let step = machine.dropOldestDeparting(in: pages, at: now) else { return false }
        apply(step)
        return true
    }

    /// Tells the cache where it is on each axis, and may go from there.
    func updatePosition() {
        isMoveNoted = false
        guard step.isOpen else { return }
        for (number, axis) in pages.axes.enumerated() {
            let spread = spread(on: axis)
            server.setPosition(
                spread.flatMap {
                    position.position(
                        on: axis, at: $0, step: step, history: history, ahead: ahead.pages,
                        context: ahead.lastTurn)
                }, axis: number,
                of: cacheReader)
        }
    }

    /// The spread that an axis shows or is bound for.
    func spread(on axis: ReaderAxis) -> Int? {
        if axis.axis == step.front, step.landing.pages.first?.surface == axis.axis.surface { return step.landing.index }
        return machine.position(of: axis.axis)
    }

    /// Gives the pages that it jumped from the indexes that they have now.
    func relocateHistory(_ location: (Location) -> Location?) {
        history.relocate(location)
        ahead.forgetTargets()
    }

    /// What the cache takes for likely may be something else.
    func forgetPosition() {
        position = ReadingPositionGuess()
        context.noteMoved(self)
    }

    /// Begins to tell a watch what happens. What is due has happened before that.
    func addWatch(
        _ call: VarlinkCall<ReaderInterface.Watch>, handover: ReaderInterface.Handover, format: PixelFormat
    ) {
        advance()
        watches.add(call, handover: handover, format: format)
    }

    /// The first watch has come, or the last one has gone.
    func watched(_ isWatched: Bool) { machine.isObserved = isWatched }

    // MARK: Turns to pages in the cache

    /// The index of the page that a target means for a reader with one axis that rests; nil where it is another reader, or no such page.
    ///
    /// - Parameter count: of the axis' pages; nil: nobody asks.
    func indexToTurnTo(_ target: Target, wraps: Bool, pages count: Int?) -> Int? {
        machine.indexToTurnTo(target, on: firstAxis.axis, wraps: wraps, pages: count)
    }

    /// Makes the step to a spread whose pages are in the cache, and protected there.
    func turnAtOnce(to spread: Spread, direction: Direction?, at now: Instant) {
        machine.turnAtOnce(firstAxis.axis, to: spread, direction: direction, at: now, into: &step)
        storePosition()
    }

    /// Takes in such a step once it is answered.
    ///
    /// - Parameters:
    ///   - settled: where it rested before.
    ///   - first: the page that it shows, with the second of its spread.
    ///   - isJump: whether the page was named.
    ///   - isHandedOver: whether the caller took the pages.
    func turned(
        from settled: Location, to spread: Int, _ first: PageView, _ second: PageView?, isJump: Bool,
        isHandedOver: Bool, at now: Instant
    ) {
        let location = first.page.location
        if isJump { history.record(from: settled, settledOn: location) }
        history.settle(on: location)
        ahead.turned(to: spread, at: now)
        if watches.isEmpty, ahead.isPlanned(after: now) {
            // What is left to do is done then.
            context.noteMoved(self)
        } else {
            watches.add(step.events)
            handOverLater(isHandedOver ? [] : [first, second].compactMap { $0?.handed })
            finishLater()
        }
        delivery.showed(first, second)
    }
}

/// The pages that a reader was on when a change took them away.
struct LostPages {
    let pages: [Location]
    /// The number of its last transition step.
    let transition: Int
}
