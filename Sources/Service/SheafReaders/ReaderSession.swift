package import Navigation
package import PageModel
import Prefetch
import SheafBase
package import SheafDocuments
import SheafInterface
package import SheafOS
import SheafPages
import Varlink

/// A reading position in a document, or in two along axes that cross, with one viewport: commands go in, and what they come to
/// takes effect in ``apply(_:)``.
///
/// What the answer to a command needs is done at once; everything else (watches, providers, timers, rendering ahead) comes
/// after it, once for each round of the loop (``finishRound(_:)``).
package final class ReaderSession {
    /// Whose it is, its pages, and where it stands.
    package let model: ReaderModel
    /// A reference for objects that may outlive the session.
    let me = Backreference<ReaderSession>()
    /// The commands that wait for their turn.
    let queue: CommandQueue
    /// The watches of this reader.
    package let watches: ReaderWatches
    /// The reader's claims on the cache.
    let protection: ReaderProtection
    /// The pages on their way to the viewer.
    let delivery: ReaderDelivery
    /// The pages that are rendered ahead of the reader.
    package let prefetch: ReaderPrefetch
    /// The work after the answers of this round of the loop.
    let round: ReaderRound
    /// The tasks that end with the reader.
    var tasks = ReaderTasks()
    private var appearances = ProviderAppearances()
    /// Drag offsets that did not fit.
    private(set) var badOffsets = 0
    /// How many times its provider is looking at its source again for it.
    private(set) var refreshes = 0
    /// The pages that it was on when its documents lost them; nil while it has those that it wants.
    private var lost: LostPages?
    /// The page on which it was when its place was looked at last (``PlaceKeeper``).
    var keptPage: PageID?
    /// Runs until something is due.
    private var timer: (due: Instant, source: TimerSource)?
    /// Pages at the edge are looked up; what is due waits for them.
    private var isReachingEdge = false

    /// Makes a reader that is not open yet (``open()``).
    ///
    /// - Parameter prefetch: how much its viewer wants rendered ahead; nil: as the service is set.
    init(_ model: ReaderModel, prefetch: PrefetchMode?) {
        self.model = model
        queue = CommandQueue(of: model.uid)
        round = ReaderRound(in: model.context)
        watches = ReaderWatches(of: model)
        protection = ReaderProtection(of: model)
        delivery = ReaderDelivery(for: model, to: watches, protecting: protection, round)
        self.prefetch = ReaderPrefetch(
            for: model, behind: delivery, protecting: protection, telling: watches, round, mode: prefetch)
        me.set(self)
        round.setUp { [me] work in
            guard let session = me.owner else { return }
            guard let work else {
                return session.protection.updatePosition(
                    likely: session.prefetch.pages, context: session.prefetch.lastTurn)
            }
            session.finishRound(work)
        }
    }

    deinit {
        me.clear()
    }

    // What is asked for most.
    package var id: RandomIdentifier { model.id }
    package var name: String { model.name }
    package var uid: UInt32 { model.uid }
    package var key: ReaderKey { model.key }
    var client: PageClient { model.client }
    package var isManual: Bool { model.isManual }
    package var pages: ReaderSurface { model.pages }
    var context: ReaderContext { model.context }
    package var standing: Standing { model.standing }
    package var history: JumpHistory { model.history }

    /// The document of its first axis.
    package var document: ServedDocument { model.firstAxis.document }
    /// Whether it has ended.
    var isClosed: Bool { standing.hasEnded }
    /// The page that is being moved by hand.
    var move: ReaderMachine.Move? { model.inspect { $0.move } }
    /// When the page began to disappear that ``dropOldestDeparting()`` would let go; nil where there is none.
    package var oldestDeparture: Instant? { model.inspect { $0.oldestDeparture } }
    private var now: Instant { context.now }

    /// A drag's offset does not fit: it is dropped, and counted.
    func dropOffset() { badOffsets += 1 }

    /// A provider looks at its source again for it; false: not any more.
    func noteRefresh(isUnderWay: Bool) { refreshes += isUnderWay ? 1 : -1 }

    // MARK: Tasks

    /// Begins a task, which takes the place of the one of its kind that is under way.
    func begin(_ task: any ReaderTask, as kind: ReaderTasks.Kind) {
        tasks[kind]?.end(.superseded)
        tasks[kind] = task
    }

    /// A task has ended.
    func ended(_ task: any ReaderTask, of kind: ReaderTasks.Kind) {
        if tasks[kind] === task { tasks[kind] = nil }
    }

    /// Ends all tasks.
    func endTasks(_ reason: ReaderError) {
        for task in tasks.all { task.end(reason) }
        tasks = ReaderTasks()
    }

    /// A connection has ended: what is held over it is let go.
    func connectionEnded(_ connection: ConnectionID) {
        for task in tasks.all { task.connectionEnded(connection) }
    }

    // MARK: Life

    /// Opens it: its first spread appears. The pages that it begins with are known.
    func open() {
        // Another configuration may have been read since it was made.
        if pages.limit != context.settings.renditionLimit { pages.setLimit(context.settings.renditionLimit) }
        let background = pages.background?.index
        make { machine, pages, now in machine.open(background: background, in: pages, at: now) }
    }

    /// Ends it: what it shows goes, its watches end, what was asked of it fails.
    func close() {
        tasks[.hold]?.end(.closed)
        make { machine, pages, now in machine.close(in: pages, at: now) }
        watches.close()
        queue.close()
        endTasks(.closed)
        // Also where its move had ended, and the provider was still asked.
        for document in pages.documents where document.mover?.reader == key { document.mover = nil }
        timer?.source.cancel()
        timer = nil
        appearances.update(to: [], in: pages)
        delivery.close()
        prefetch.close()
        context.renders.close(reader: key)
        protection.close()
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
        _ body: (inout ReaderMachine, ReaderSurface, Instant) throws(Refusal) -> Result
    ) throws(Interruption) -> Result {
        do throws(Refusal) {
            return try model.change(body)
        } catch {
            // What was due before the command has happened all the same.
            if let passed = error.passed { apply(passed) }
            throw .failure(.refused(error.reason, axis: axis, target: target()))
        }
    }

    /// Lets pass what is due by now.
    func advance() {
        make { machine, pages, now in machine.advance(to: now, in: pages) }
    }

    /// Settles what is under way.
    func settleNow() {
        make { machine, pages, now in machine.settleNow(in: pages, at: now) }
    }

    /// Has the machine do something that it never refuses.
    ///
    /// - Returns: whether there was something to do.
    @discardableResult
    private func make(_ body: (inout ReaderMachine, ReaderSurface, Instant) -> Standing?) -> Bool {
        guard let standing = model.change(body) else { return false }
        apply(standing)
        return true
    }

    /// The one place where what a command came to takes effect: at once what the answer needs, the rest after it.
    func apply(_ standing: Standing) {
        model.take(standing)
        watches.add(standing.events)
        guard standing.hasChanged else { return round.plan() }
        delivery.protect()
        model.noteRest()
        round.deliver(isAnew: false)
    }

    private func earliest(_ one: Instant?, _ other: Instant?) -> Instant? {
        guard let one, let other else { return one ?? other }
        return min(one, other)
    }

    /// Does what no answer had to wait for: tells watches and providers, delivers what is to be shown, and plans what is
    /// rendered ahead.
    private func finishRound(_ work: ReaderRound.Work) {
        if isClosed { return watches.flush() }
        watches.sendEvents()
        delivery.handOver(work.pages)
        if work.isDelivery {
            for pages in delivery.show(model.wanted, isAnew: work.isAnew) { delivery.handOver(pages) }
            if work.isAnew { delivery.handOverStandIns() }
        }
        delivery.endNeedlessEncoding()
        let now = now
        prefetch.update(at: now)
        appearances.note(at: now, in: pages)
        watches.flush()
        wakeWhenDue()
    }

    /// Has it go on when the next thing is due. A timer that fires early costs less than one that is set anew at each turn.
    private func wakeWhenDue() {
        let deadline = isReachingEdge ? nil : standing.deadline
        guard let due = earliest(earliest(deadline, prefetch.due), appearances.due) else { return }
        if let timer {
            guard due < timer.due else { return }
            timer.source.cancel()
        }
        let now = now
        do throws(OSError) {
            let source = try context.loop.schedule(after: due > now ? due.microseconds - now.microseconds : 0) {
                [me] in me.owner?.wake()
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
        guard standing.isOpen else { return }
        let now = now
        if let due = standing.deadline, due <= now, !isReachingEdge { turnAtEdge() }
        if let due = prefetch.due, due <= now { round.plan() }
        if let due = appearances.due, due <= now { appearances.update(to: model.inspect { $0.appearances }, in: pages) }
        if !round.isRequested { wakeWhenDue() }
    }

    /// Has pass what is due, once the pages are known that may be turned to.
    private func turnAtEdge() {
        isReachingEdge = true
        reachEdge { [me] in
            guard let session = me.owner else { return }
            session.isReachingEdge = false
            guard session.standing.isOpen else { return }
            session.advance()
            session.wakeWhenDue()
        }
    }

    /// Where a page is moved by hand, looks for the pages that may be turned to while it is held at the edge.
    private func reachEdge(completion: @escaping () -> Void) {
        guard let move, let axis = pages.axis(on: move.page.surface) else { return completion() }
        let reach = model.inspect { $0.reach(of: axis.axis) }
        let count = { [me] in
            guard let session = me.owner, axis.isUncounted(to: .max) else { return }
            let end = axis.spreads.pages(ofSpread: reach.upperBound).upperBound
            session.watches.count(axis, as: axis.count(axis.countedSpreads, to: end, of: axis.document))
        }
        guard let unknown = pages.unknownPages(in: reach, on: axis) else {
            count()
            return completion()
        }
        DocumentQuery(document: axis.document, question: .pages(unknown)).ask(for: uid) { _ in
            count()
            completion()
        }
    }

    // MARK: Pages

    /// The pages on some surfaces that the reader was on when they went, if it has not turned since: who writes a file may have been
    /// half-way.
    func lostPages(on surfaces: Set<Surface>) -> [Location] {
        guard let lost, lost.transition == standing.transition, !isManual else { return [] }
        return lost.pages.filter { surfaces.contains($0.surface) }
    }

    /// Notes which pages the reader was on that are gone with the last command.
    func noteLost(_ pages: [Location]) {
        lost = pages.isEmpty ? nil : LostPages(pages: pages, transition: standing.transition)
    }

    /// Renditions may have so many pixels from now on; pages that come out otherwise are shown anew.
    package func setLimit(_ limit: RenditionLimit) {
        guard limit != pages.limit else { return }
        let before = model.wanted.map { $0.map(\.rendition) }
        pages.setLimit(limit)
        delivery.protect()
        guard model.wanted.map({ $0.map(\.rendition) }) != before else { return }
        round.deliver(isAnew: false)
    }

    /// The sizes of pages of a document were learnt, or are other ones than were known: those that it needs are protected and
    /// delivered in the form that they have now.
    package func sizesLearnt(of learnt: Set<PageID>, in document: ServedDocument) {
        guard standing.isOpen else { return }
        let needed = Array(standing.protected.shown) + Array(standing.protected.moving)
        guard
            needed.contains(where: { location in
                learnt.contains(location.page)
                    && pages.documentPosition(of: location.index, on: location.surface)?.document === document
            })
        else { return }
        delivery.protect()
        round.deliver(isAnew: false)
    }

    /// A command that looked up pages is over: what is rendered ahead goes on.
    func wayIsFree() {
        prefetch.lookupEnded()
        guard standing.isOpen else { return }
        prefetch.planAnew()
        round.plan()
    }

    /// Lets go at once of the page that began to disappear first: protected pages would pass the hard limit.
    ///
    /// - Returns: whether there was one.
    package func dropOldestDeparting() -> Bool {
        make { machine, pages, now in machine.dropOldestDeparting(in: pages, at: now) }
    }

    /// Gives the pages that it jumped from the indexes that they have now.
    func relocateHistory(_ location: (Location) -> Location?) {
        model.relocateHistory(location)
        prefetch.forgetTargets()
    }

    /// Begins to tell a watch what happens. What is due has happened before that. It ends with its connection.
    func addWatch(
        _ call: VarlinkCall<ReaderInterface.Watch>, handover: ReaderInterface.Handover, format: PixelFormat
    ) {
        advance()
        let watch = ReaderWatch(call: call, handover: handover, format: format) { [me] watch, owed in
            if let owed { me.owner?.handOver(owed, on: watch) } else { me.owner?.begin(watch) }
        }
        watches.add(watch)
        call.onDisconnect { [me] in me.owner?.watches.remove(watch) }
        begin(watch)
    }

    /// Takes in a turn to pages in the cache once it is answered.
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
        model.turned(from: settled, to: first.page.location, isJump: isJump)
        // What an announcement before it wanted shown anew is shown by this.
        round.noteDelivered()
        prefetch.turned(to: spread, at: now)
        if watches.isEmpty, prefetch.isPlanned(after: now) {
            // What is left to do is done then.
            round.noteMoved()
        } else {
            watches.add(standing.events)
            round.handOver(isHandedOver ? [] : [first, second].compactMap { $0?.handed })
            round.plan()
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
