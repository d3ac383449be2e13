import Navigation
import PageModel
package import Prefetch
import ProviderHost
import SheafBase
import SheafDocuments
import SheafInterface
import SheafOS
import SheafPages

/// Has rendered ahead of a reader what ``PrefetchPlanner`` says, and cancelled what it does not need any more, and tells providers.
package final class ReaderPrefetch {
    private let model: ReaderModel
    private let delivery: ReaderDelivery
    private let protection: ReaderProtection
    private let watches: ReaderWatches
    private let round: ReaderRound
    private let context: ReaderContext
    /// For what may be rendered when it has gone.
    private let me = Backreference<ReaderPrefetch>()
    /// The reading ahead that the viewer wants; nil: as the service is set.
    package var mode: PrefetchMode?
    private let store: PageStore
    private let planner = PrefetchPlanner()
    /// Where what its viewers were listed leads: it may jump there.
    private var listedTargets: [Surface: ListedTargets] = [:]
    /// What its viewer says that it will show.
    private var hints: [Surface: ViewerHints] = [:]
    /// There is something that was not planned with: its viewer has said it, or what was begun was cancelled.
    private var plansAnew = false
    /// How many calls look up a page, or wait for one that they have looked up. Nothing is begun meanwhile, and for a pause after that: who
    /// asks for page after page would have each of them wait for something that is cancelled for the next.
    private var lookingUp = 0
    private var pause: TimerSource?
    /// In microseconds.
    private static let pauseAfterLookup: UInt64 = 5_000
    /// So many pages at once are rendered ahead of a reader, or wait for that: one is at hand when the host is done with the other, and
    /// which one comes next is decided as late as may be.
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

    /// What the last turn of the reader was.
    var lastTurn: TurnContext { planner.lastContext() }

    /// The reader has turned to a spread.
    func turned(to spread: Int, at now: Instant) { planner.turned(to: spread, at: now) }

    /// What the reader shows may be something else, or something is due: has rendered what is missing, and plans what is rendered
    /// ahead, now or when it is due.
    func update(at now: Instant) {
        links.askWhenDue(at: now) { [me] in me.object?.linksLearnt() }
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

    /// It is done with that.
    func lookupEnded() {
        lookingUp -= 1
        guard lookingUp == 0 else { return }
        pause = try? context.loop.schedule(after: Self.pauseAfterLookup) { [me] in me.object?.goOn() }
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
            index: index, origin: model.spread(on: axis) ?? axis.arrangement.spreads.spread(ofPage: index),
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
        let landing = model.step.landing
        for axis in model.pages.axes {
            let surface = axis.axis.surface
            guard hints[surface] != nil else { continue }
            hints[surface]?.remove(landing.pages.filter { $0.surface == surface }.map(\.index))
            let spreads = axis.arrangement.spreads
            let isFront = axis.axis == model.step.front
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
        guard model.step.isOpen else { return }
        // The end of a document may have been met.
        for axis in model.pages.axes { axis.recount() }
        for view in delivery.views { learnSize(of: view) }
        if plansAnew {
            plansAnew = false
            // What a viewer asks for again, or was cancelled, is begun again.
            planner.forgetBegun()
        }
        endHints(at: now)
        let ahead = pagesAhead(at: now)
        if context.renders.count > 0 {
            let needed = Set(model.pages.views(of: ahead.map(\.location)).map(\.rendition))
            context.renders.removeWaiters(of: model.key) { [delivery] in
                delivery.needs($0) || needed.contains($0)
            }
        }
        delivery.render()
        let likely = ahead.filter(\.isLikely)
        if !isHeld { render(likely) }
        advise(likely)
        links.awaitRest()
    }

    private func learnSize(of view: PageView) {
        let location = view.page.location
        if let axis = model.pages.axis(on: location.surface) { watches.learnSize(ofPage: location.index, on: axis) }
    }

    /// A page that may be needed.
    private struct PageAhead {
        let location: Location
        let need: Double
        /// Whether it is no neighbour of what is shown.
        let isFar: Bool
        /// Whether its viewer has asked for it.
        let isHinted: Bool
        /// Whether it is to be rendered; else its render goes on if it has begun.
        let isLikely: Bool
        /// Whether it is on an axis that crosses the one in front.
        let isAcross: Bool
        /// Whether it was not begun since the last turn.
        let mayBegin: Bool
    }

    /// The pages to render ahead, those that are needed most first; of those that are not known yet only the index counts.
    private func pagesAhead(at now: Instant) -> [PageAhead] {
        let step = model.step
        guard let front = model.pages.axis(step.front), step.motion != .empty else {
            planner.planNothing()
            return []
        }
        if model.isManual { planner.planNothing() }
        var ahead = model.isManual ? [] : pagesAhead(on: front, at: now)
        // Where nothing is known of a way there, what its viewer says is all that there is.
        for axis in model.pages.axes where model.isManual || axis !== front {
            ahead += hintedPages(on: axis).enumerated().map { number, index in
                page(
                    at: index, on: axis, need: PrefetchPlanner.hintNeed(number), isFar: true, isHinted: true,
                    isLikely: true, isAcross: axis !== front)
            }
        }
        ahead.sort { $0.need > $1.need }
        notePlanned(ahead)
        return ahead
    }

    /// The indexes that its viewer has named along an axis and that are not there yet, as far as they may be rendered ahead now: the
    /// page of a landing first.
    private func hintedPages(on axis: ReaderAxis) -> [Int] {
        guard !hints.isEmpty, context.allowance == .full, let hints = hints[axis.axis.surface] else { return [] }
        let pages = (hints.landing.map { [$0.index] } ?? []) + hints.pages
        return Array(
            pages.lazy.filter { $0 < axis.exactCount ?? .max && !self.isAlive($0, on: axis) }
                .prefix(context.spreadsAhead))
    }

    private func isAlive(_ index: Int, on axis: ReaderAxis) -> Bool {
        model.pages.rendition(at: index, on: axis.axis.surface).map { store.isAlive($0) } ?? false
    }

    private func pagesAhead(on axis: ReaderAxis, at now: Instant) -> [PageAhead] {
        let landing = model.step.landing.index
        let spreads = axis.arrangement.spreads
        let limit = context.spreadsAhead
        let hinted = hintedPages(on: axis)
        let cost = store.costs.cost(of: axis.document.id)
        let situation = PrefetchPlanner.Situation(
            spread: landing, count: axis.exactCount.map { spreads.count(pages: $0) },
            renderTime: cost?.mean, renderSpread: cost?.spread ?? 0,
            fling: hints[axis.axis.surface]?.landing.map { $0.fling(to: spreads.spread(ofPage: $0.index)) },
            jumpTargets: limit > 1 ? jumpTargets(on: axis) : [],
            hints: hinted.map { spreads.spread(ofPage: $0) }.reduce(into: []) { if !$0.contains($1) { $0.append($1) } },
            mode: limit > 0 ? context.settings.prefetch.lesser(mode ?? .full) : .no,
            isNextOnly: context.allowance == .nextPage)
        let planned = planner.plan(situation, at: now) { isReady($0, on: axis) }
        return planned.filter { $0.spread != axis.unlocks }.prefix(limit).flatMap { candidate in
            // The back that is seen when the leaf turns on the way there.
            let back = spreads.back(ofSpread: min(candidate.spread, landing))
            let indexes = [back].compactMap { $0 } + spreads.pages(ofSpread: candidate.spread)
            return indexes.filter { $0 < axis.exactCount ?? .max }.map { index in
                page(
                    at: index, on: axis, need: candidate.need, isFar: (candidate.spread - landing).magnitude > 2,
                    isHinted: hinted.contains(index), isLikely: candidate.isLikely, isAcross: false)
            }
        }
    }

    private func page(
        at index: Int, on axis: ReaderAxis, need: Double, isFar: Bool, isHinted: Bool, isLikely: Bool, isAcross: Bool
    ) -> PageAhead {
        let page = model.pages.page(at: index, on: axis.axis.surface) ?? Self.unknown
        return PageAhead(
            location: Location(axis.axis.surface, page: page, index: index), need: need, isFar: isFar,
            isHinted: isHinted, isLikely: isLikely, isAcross: isAcross,
            mayBegin: planner.mayBegin(index, isAcross: isAcross))
    }

    /// The cache is told of what is planned beyond the neighbours, and of what its viewer will show: it counts as near.
    private func notePlanned(_ ahead: [PageAhead]) {
        var far = ahead.filter { $0.isFar && $0.location.page != Self.unknown }.map(\.location.page)
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

    /// Whether all pages of a spread are in memory. What is on its way is not there yet: it is needed as before, until it is.
    private func isReady(_ spread: Int, on axis: ReaderAxis) -> Bool {
        axis.arrangement.spreads.pages(ofSpread: spread).prefix { $0 < axis.exactCount ?? .max }.allSatisfy {
            isAlive($0, on: axis)
        }
    }

    /// Where the reader may jump to along an axis, as far as it is known where that is.
    private func jumpTargets(on axis: ReaderAxis) -> [PrefetchPlanner.JumpTarget] {
        let spreads = axis.arrangement.spreads
        let jumps = model.history.nearest(Self.maxJumps, on: axis.axis.surface)
        var targets = jumps.enumerated().map { number, location in
            PrefetchPlanner.JumpTarget(spreads.spread(ofPage: location.index), .history(number))
        }
        let shown = model.step.landing.pages.filter { $0.surface == axis.axis.surface }
        if let here = shown.first?.index {
            let listed = listedTargets[axis.axis.surface]
            targets += listed?.jumpTargets(around: here) { spreads.spread(ofPage: $0) } ?? []
        }
        guard !axis.document.links.isEmpty else { return targets }
        for page in shown {
            for target in axis.document.links.targets(
                of: page.page, edition: axis.document.pages.edition(of: page.page))
                ?? []
            {
                guard let index = index(of: target, on: axis) else { continue }
                targets.append(.init(spreads.spread(ofPage: index), .link))
            }
        }
        return targets
    }

    /// How many of the pages that it jumped from it may go back to.
    private static let maxJumps = 8

    /// Where a page is that may not have been looked up. Most providers number their pages: it is looked for there.
    private func index(of page: PageID, on axis: ReaderAxis) -> Int? {
        if let known = axis.document.pages.known(page: page) {
            return axis.index(ofDocumentIndex: known.location.index)
        }
        guard let guess = Int(exactly: page.number), axis.document.pages.known(at: guess) == nil,
            axis.document.pages.knownID(at: guess) ?? page == page
        else { return nil }
        return axis.index(ofDocumentIndex: guess)
    }

    /// Stands for a page that was not looked up.
    private static let unknown = PageID(-1)

    /// Has pages rendered that the reader may turn to, looked up first where they are not known. One that is needed more is not
    /// overtaken while it is looked up.
    private func render(_ likely: [PageAhead]) {
        var isKnown = true
        for ahead in likely {
            let location = ahead.location
            guard let (document, position) = model.pages.documentPosition(of: location.index, on: location.surface)
            else { continue }
            if document.pages.known(at: position) == nil {
                if lookUp(ahead, in: document, at: position) { isKnown = false }
            } else if isKnown {
                renderKnown(ahead, document, position)
            }
        }
    }

    /// Looks for a page that may be rendered ahead.
    ///
    /// - Returns: whether that is under way.
    private func lookUp(_ ahead: PageAhead, in document: ServedDocument, at position: Int) -> Bool {
        let location = ahead.location
        let wanted = Location(location.surface, page: Self.unknown, index: location.index)
        guard ahead.mayBegin, lookups.insert(wanted).inserted else { return ahead.mayBegin }
        document.find(at: position, priority: .prefetch, for: model.uid) {
            [me] result in
            guard let prefetch = me.object else { return }
            prefetch.lookups.remove(wanted)
            if case .failure(let failure) = result {
                prefetch.forgetHint(location, after: failure)
                // The others need not wait for it any more, and it is not looked for again before the next turn.
                prefetch.planner.began(location.index, isAcross: ahead.isAcross)
            }
            prefetch.planAgain()
        }
        return true
    }

    /// Plans anew, wherever the reader is by now: what has ended made room for what comes next, or more is known.
    func planAgain() {
        if model.step.isOpen, !isIdle { plan(at: context.now) }
    }

    private func renderKnown(_ ahead: PageAhead, _ document: ServedDocument, _ position: Int) {
        let location = ahead.location
        guard let page = document.pages.known(at: position)?.location.page,
            let view = model.pages.view(of: Location(location.surface, page: page, index: location.index))
        else { return }
        learnSize(of: view)
        // One that was cancelled and has not ended is joined.
        guard ahead.mayBegin, !store.isAlive(view.rendition), !context.renders.isAwaited(view.rendition),
            context.renders.prefetches(of: model.key) < Self.pagesAtOnce
        else { return }
        planner.began(location.index, isAcross: ahead.isAcross)
        context.renders.render(
            view.rendition, at: position, of: document.opened, for: model.key, user: model.uid,
            purpose: .prefetch, need: ahead.need
        ) { [me] result in
            guard let prefetch = me.object else { return }
            if case .failure(let failure) = result { prefetch.forgetHint(location, after: failure) }
            // The next one; and what is late now depends on how long that took.
            prefetch.planAgain()
        }
    }

    /// Tells providers what a reader that rests is likely to turn to, as far as it is known, and what its viewer has asked for. What
    /// a reader turns past is no plan.
    private func advise(_ likely: [PageAhead]) {
        // Nothing was advised, and nothing is.
        guard isAdvised || !likely.isEmpty, model.step.isAtRest || likely.contains(where: \.isHinted) else { return }
        isAdvised = !likely.isEmpty
        let known = likely.lazy.filter { [isAtRest = model.step.isAtRest] in isAtRest || $0.isHinted }
            .map(\.location).filter { $0.page != Self.unknown }
        for document in model.pages.documents {
            let own = known.filter { [pages = model.pages] in
                pages.documentPosition(of: $0.index, on: $0.surface)?.document === document
            }
            document.opened.advise(own.map(\.page.number), for: model.key.number)
        }
    }
}
