import HostProtocol
import HostSupervision
import Navigation
import PageModel
package import Prefetch
import SheafBase
import SheafDocuments
import SheafInterface
import SheafOS
import SheafPages

/// Has rendered ahead of a reader what ``PrefetchPlanner`` says, and cancelled what it does not need any more, and tells providers.
package final class ReaderPrefetch {
    let model: ReaderModel
    private let delivery: ReaderDelivery
    private let protection: ReaderProtection
    private let watches: ReaderWatches
    private let round: ReaderRound
    let context: ReaderContext
    /// A reference to the reading ahead for closures of renders, which may outlive it.
    private let me = Backreference<ReaderPrefetch>()
    /// The reading ahead that the viewer wants; nil: as the service is set.
    package var mode: PrefetchMode?
    let store: PageStore
    let planner = PrefetchPlanner()
    /// Where what its viewers were listed leads: it may jump there.
    private(set) var listedTargets: [Surface: ListedTargets] = [:]
    /// The viewer's hints about what it will show, by surface.
    private(set) var hints: [Surface: ViewerHints] = [:]
    /// Whether to plan again soon: the viewer has given a hint, or a render that was begun was cancelled.
    private var plansAnew = false
    /// How many calls look up a page, or wait for one that they have looked up. Nothing is begun meanwhile, and for a pause after that: who
    /// asks for page after page would have each of them wait for something that is cancelled for the next.
    private var lookingUp = 0
    private var pause: TimerSource?
    /// The pause after a look-up, in microseconds.
    private static let pauseAfterLookup: UInt64 = 5_000
    /// How many pages at once are rendered ahead of a reader, or wait for that: one is at hand when the host is done
    /// with the other, and which one comes next is decided as late as may be.
    private static let pagesAtOnce = 2
    /// The pages that were planned for last, farther than its neighbours; of those that are known.
    private(set) var pages: [PageID] = []
    /// The indexes whose pages are being looked up, to be rendered ahead.
    private var lookups: Set<Location> = []
    /// Whether providers were told of pages that it may want soon.
    private var isAdvised = false
    private let links: ReaderLinks

    init(
        for model: ReaderModel, behind delivery: ReaderDelivery, protecting protection: ReaderProtection,
        telling watches: ReaderWatches, _ round: ReaderRound, mode: PrefetchMode?
    ) {
        self.model = model
        self.delivery = delivery
        self.protection = protection
        self.watches = watches
        self.round = round
        self.mode = mode
        context = model.context
        store = context.store
        links = ReaderLinks(for: model)
        me.set(self)
    }

    deinit {
        me.clear()
    }

    /// When something is to be done; nil while nothing is due.
    var due: Instant? {
        var due = planner.due
        for other in [links.due, landingEnd] { if let other { due = min(due ?? other, other) } }
        return due
    }
    /// When a landing is over that its viewer told of.
    private var landingEnd: Instant? { hints.isEmpty ? nil : hints.values.compactMap(\.landing?.end).min() }
    /// Whether it shows nothing, nor will.
    private var isIdle: Bool { delivery.isEmpty && hints.isEmpty }

    /// The context of the reader's last turn.
    var lastTurn: TurnContext { planner.lastContext() }

    /// The reader has turned to a spread.
    func turned(to spread: Int, at now: Instant) { planner.turned(to: spread, at: now) }

    /// Has missing pages rendered, and plans what is rendered ahead, now or when that is due. Called when the reader
    /// may show other pages, or when something is due.
    func update(at now: Instant) {
        links.askWhenDue(at: now) { [me] in me.owner?.linksLearnt() }
        guard !isIdle || plansAnew else { return planner.planNothing() }
        if plansAnew || landingEnd.map({ $0 <= now }) ?? false
            || planner.isDue(at: now, isUrgent: delivery.isUnderWay)
        {
            plan(at: now)
        }
    }

    /// Whether it will be planned anyway what is rendered ahead, soon after the last plan: ``update(at:)`` has nothing to do where
    /// all pages are there.
    func isPlanned(after now: Instant) -> Bool { planner.isPlanned(after: now) }

    /// Has the next ``update(at:)`` plan, whatever was planned and begun: what was begun was cancelled for something else.
    func planAnew() { plansAnew = true }

    /// A call looks up a page, or waits for one that it has looked up.
    func lookupBegan() {
        pause?.cancel()
        pause = nil
        lookingUp += 1
    }

    /// Ends a look-up that ``lookupBegan()`` has begun.
    func lookupEnded() {
        lookingUp -= 1
        guard lookingUp == 0 else { return }
        pause = try? context.loop.schedule(after: Self.pauseAfterLookup) { [me] in me.owner?.goOn() }
        // Without a timer there is no pause.
        if pause == nil { goOn() }
    }

    private func goOn() {
        pause = nil
        planAnew()
        round.plan()
    }

    /// Links of the page that it rests on have become known.
    private func linksLearnt() {
        protection.forgetPosition()
        round.noteMoved()
        planAgain()
    }

    /// Whether nothing is begun for such a call.
    var isHeld: Bool { lookingUp > 0 || pause != nil }

    /// Plans anew at once, whatever was planned and begun: more or less may be rendered ahead than before.
    package func plan() {
        planner.forgetBegun()
        if !isIdle { plan(at: context.now) }
    }

    // MARK: What viewers say: it is planned with after the answer

    /// The viewer will show some pages of an axis, or wants more or less rendered ahead.
    func hint(_ indexes: [Int], on axis: ReaderAxis) {
        plansAnew = true
        if !indexes.isEmpty { hints[axis.axis.surface, default: ViewerHints()].add(indexes) }
    }

    /// Pages run by, to rest on the one at an index.
    ///
    /// - Parameter duration: in microseconds.
    func land(on index: Int, after duration: UInt64, on axis: ReaderAxis) {
        plansAnew = true
        hints[axis.axis.surface, default: ViewerHints()].landing = .init(
            index: index, origin: model.spread(on: axis) ?? axis.spreads.spread(ofPage: index),
            duration: duration, at: context.now)
    }

    /// The viewer will not show pages of an axis as it said; nil: any.
    func forgetHints(_ indexes: [Int]?, on axis: ReaderAxis) {
        plansAnew = true
        let surface = axis.axis.surface
        if let indexes { hints[surface]?.remove(indexes) } else { hints[surface] = nil }
        if hints[surface]?.isEmpty ?? false { hints[surface] = nil }
    }

    /// Forgets a page that can't be had. Want of room or of time says nothing of the page.
    private func forgetHint(_ location: Location, after failure: HostError) {
        guard ![.cancelled, .busy].contains(failure.code) else { return }
        hints[location.surface]?.remove([location.index])
    }

    /// Forgets what is shown by now, and landings that are over.
    private func endHints(at now: Instant) {
        guard !hints.isEmpty else { return }
        let landing = model.standing.landing
        for axis in model.pages.axes {
            let surface = axis.axis.surface
            guard hints[surface] != nil else { continue }
            hints[surface]?.remove(landing.pages.filter { $0.surface == surface }.map(\.index))
            let spreads = axis.spreads
            let isFront = axis.axis == model.standing.front
            let hasLanded = hints[surface]?.endLanding(
                at: isFront ? landing.index : nil, spreadOfPage: { spreads.spread(ofPage: $0) }, now: now)
            if hasLanded ?? false { planner.landed() }
            if hints[surface]?.isEmpty ?? false { hints[surface] = nil }
        }
    }

    /// A search along an axis has begun.
    func searchBegan(on axis: ReaderAxis) { listedTargets[axis.axis.surface]?.forgetHits() }

    /// The search has found something on a page of an axis.
    func found(_ index: Int, on axis: ReaderAxis) {
        listedTargets[axis.axis.surface, default: ListedTargets()].addHit(index)
    }

    /// A viewer was told that an entry of the table of contents leads to a page of an axis.
    func listed(_ index: Int, on axis: ReaderAxis) {
        listedTargets[axis.axis.surface, default: ListedTargets()].addEntry(index)
    }

    /// Pages are elsewhere than they were.
    func forgetTargets() { (listedTargets, hints) = ([:], [:]) }

    /// The reader has gone.
    func close() {
        pause?.cancel()
        for document in model.pages.documents { document.opened.advise([], for: model.key.number) }
    }

    private func plan(at now: Instant) {
        guard model.standing.isOpen else { return }
        // The end of a document may have been met.
        for axis in model.pages.axes {
            axis.recount()
            // Pages that are rendered ahead come in the size that they are shown in.
            if axis.isUncounted(to: .max) {
                watches.count(axis, as: axis.count(axis.countedSpreads, of: axis.document))
            }
        }
        for view in delivery.views { learnSize(of: view) }
        if plansAnew {
            plansAnew = false
            // What a viewer asks for again, or was cancelled, is begun again.
            planner.forgetBegun()
        }
        endHints(at: now)
        let candidates = candidates(at: now)
        if model.standing.motion != .empty { notePlanned(candidates) }
        if context.renders.count > 0 {
            let needed = Set(model.pages.views(of: candidates.map(\.location)).map(\.rendition))
            context.renders.removeWaiters(of: model.key) { [delivery] in
                delivery.needs($0) || needed.contains($0)
            }
        }
        delivery.render()
        let likely = candidates.filter(\.isLikely)
        if !isHeld { render(likely) }
        advise(likely)
        links.awaitRest()
    }

    private func learnSize(of view: PageView) {
        let location = view.page.location
        if let axis = model.pages.axis(on: location.surface) { watches.learnSize(ofPage: location.index, on: axis) }
    }

    /// The cache is told of what is planned beyond the neighbours, and of what its viewer will show: it counts as near.
    private func notePlanned(_ candidates: [Candidate]) {
        var far = candidates.filter { $0.isFar && $0.location.page != Self.unknown }.map(\.location.page)
        for axis in model.pages.axes where !hints.isEmpty {
            for index in hints[axis.axis.surface]?.pages ?? [] {
                guard let page = model.pages.page(at: index, on: axis.axis.surface), !far.contains(page) else {
                    continue
                }
                far.append(page)
            }
        }
        guard far != pages else { return }
        pages = far
        round.noteMoved()
    }

    /// Stands for a page that was not looked up.
    static let unknown = PageID(-1)

    /// Has pages rendered that the reader may turn to, looked up first where they are not known. One that is needed more is not
    /// overtaken while it is looked up.
    private func render(_ likely: [Candidate]) {
        var isKnown = true
        for candidate in likely {
            let location = candidate.location
            guard let (document, position) = model.pages.documentPosition(of: location.index, on: location.surface)
            else { continue }
            if document.pages.known(at: position) == nil {
                if lookUp(candidate, in: document, at: position) { isKnown = false }
            } else if isKnown {
                renderKnown(candidate, document, position)
            }
        }
    }

    /// Looks for a page that may be rendered ahead.
    ///
    /// - Returns: whether that is under way.
    private func lookUp(_ candidate: Candidate, in document: ServedDocument, at position: Int) -> Bool {
        let location = candidate.location
        let wanted = Location(location.surface, page: Self.unknown, index: location.index)
        guard candidate.mayBegin, lookups.insert(wanted).inserted else { return candidate.mayBegin }
        document.find(at: position, priority: .prefetch, for: model.uid) {
            [me] result in
            guard let prefetch = me.owner else { return }
            prefetch.lookups.remove(wanted)
            if case .failure(let failure) = result {
                prefetch.forgetHint(location, after: failure)
                // The others need not wait for it any more, and it is not looked for again before the next turn.
                prefetch.planner.began(location.index, isAcross: candidate.isAcross)
            }
            prefetch.planAgain()
        }
        return true
    }

    /// Plans anew, wherever the reader is by now: what has ended made room for what comes next, or more is known.
    func planAgain() {
        if model.standing.isOpen, !isIdle { plan(at: context.now) }
    }

    private func renderKnown(_ candidate: Candidate, _ document: ServedDocument, _ position: Int) {
        let location = candidate.location
        guard let page = document.pages.known(at: position)?.location.page,
            let view = model.pages.view(of: Location(location.surface, page: page, index: location.index))
        else { return }
        learnSize(of: view)
        // One that was cancelled and has not ended is joined.
        guard candidate.mayBegin, !store.isAlive(view.rendition), !context.renders.isAwaited(view.rendition),
            context.renders.prefetches(of: model.key) < Self.pagesAtOnce
        else { return }
        planner.began(location.index, isAcross: candidate.isAcross)
        context.renders.render(
            view.rendition, at: position, of: document.opened, for: model.key, user: model.uid,
            purpose: .prefetch, need: candidate.need
        ) { [me] result in
            guard let prefetch = me.owner else { return }
            if case .failure(let failure) = result { prefetch.forgetHint(location, after: failure) }
            // The next one; and what is late now depends on how long that took.
            prefetch.planAgain()
        }
    }

    /// Tells providers what a reader that rests is likely to turn to, as far as it is known, and what its viewer has asked for. What
    /// a reader turns past is no plan.
    private func advise(_ likely: [Candidate]) {
        // Nothing was advised, and nothing is.
        guard isAdvised || !likely.isEmpty, model.standing.isAtRest || likely.contains(where: \.isHinted) else {
            return
        }
        isAdvised = !likely.isEmpty
        let known = likely.lazy.filter { [isAtRest = model.standing.isAtRest] in isAtRest || $0.isHinted }
            .map(\.location).filter { $0.page != Self.unknown }
        for document in model.pages.documents {
            let own = known.filter { [pages = model.pages] in
                pages.documentPosition(of: $0.index, on: $0.surface)?.document === document
            }
            document.opened.advise(own.map(\.page.number), for: model.key.number)
        }
    }
}
