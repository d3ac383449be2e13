import HostProtocol
import Navigation
import PageModel
import SheafBase
import SheafDocuments
import SheafInterface
import SheafPages

/// The pages that a reader is to show, on their way to its viewers: out of the cache at once, else as soon as they are
/// rendered.
final class ReaderDelivery {
    private let model: ReaderModel
    private let watches: ReaderWatches
    private let protection: ReaderProtection
    private let round: ReaderRound
    private let context: ReaderContext
    private let store: PageStore
    private let leases: PageLeases
    /// A reference to the delivery for closures of renders, which may outlive it.
    private let me = Backreference<ReaderDelivery>()
    /// Since when pages are waited for that are to be shown; nil while they are not.
    private var waitBegin: Instant?
    /// The spread on its way, or what a manual reader's viewer shows, each page by itself. A spread that was handed
    /// over as a whole stays until something else is to be shown.
    private var spreads: [SpreadDelivery] = []
    /// Pages that could not be rendered, while their documents are looked at: they may have changed.
    private var doubtful: Set<Rendition> = []
    /// The pages in place of ``spreads`` that came out of the cache together.
    private var complete: (first: PageView, second: PageView?)?
    /// Pages that are being encoded for watches.
    private var encoding: [EncodedPages] = []

    init(
        for model: ReaderModel, to watches: ReaderWatches, protecting protection: ReaderProtection, _ round: ReaderRound
    ) {
        self.model = model
        self.watches = watches
        self.protection = protection
        self.round = round
        context = model.context
        store = context.store
        leases = context.leases
        me.set(self)
    }

    deinit {
        me.clear()
    }

    /// The pages that are to be shown, in the order in which they are rendered.
    var views: [PageView] {
        if let complete { return [complete.first] + (complete.second.map { [$0] } ?? []) }
        return spreads.flatMap { $0.parts.map(\.view) }
    }

    /// Whether a page is waited for.
    var isUnderWay: Bool { complete == nil && spreads.contains(where: \.isUnderWay) }

    /// Whether nothing is to be shown.
    var isEmpty: Bool { complete == nil && spreads.isEmpty }

    /// Whether what waits for a rendition is to be kept waiting.
    func needs(_ rendition: Rendition) -> Bool {
        if let complete { return complete.first.rendition == rendition || complete.second?.rendition == rendition }
        return spreads.contains { $0.parts.contains { $0.rendition == rendition } }
    }

    /// How far a page is in one form.
    func progress(of rendition: Rendition) -> DeliveryProgress {
        if let complete {
            let isShown = complete.first.rendition == rendition || complete.second?.rendition == rendition
            return isShown ? .delivered : .toCome
        }
        guard let part = spreads.lazy.flatMap(\.parts).first(where: { $0.rendition == rendition }), !part.isMissing
        else { return .toCome }
        return part.failure == nil ? .delivered : .failed
    }

    /// Protects what the reader needs, and what stands in for it.
    func protect() { protection.update { progress(of: $0) } }

    /// Pages that came out of the cache together are shown, and were counted.
    @inline(__always)
    func showed(_ first: consuming PageView, _ second: consuming PageView?) {
        if !spreads.isEmpty {
            spreads.removeAll()
            endWait()
        }
        complete = (first, second)
    }

    /// Ends the wait: the pages to show are there, or will not be shown any more.
    private func endWait() {
        guard let begin = waitBegin else { return }
        waitBegin = nil
        context.waits.add(from: begin, to: context.now)
    }

    /// Ends it with its reader.
    func close() {
        endWait()
        for pages in encoding { pages.cancel() }
        encoding = []
    }

    /// Begins to deliver what the reader is to show. What is on its way stays so. Each page that was not on its way is asked
    /// for once: a hit, or a miss.
    ///
    /// - Parameters:
    ///   - wanted: what is handed over together, as far as it is known.
    ///   - isAnew: whether what was delivered is delivered again; it is not rendered again where it could not be kept.
    /// - Returns: what is handed over together, where all of it is in the cache.
    func show(_ wanted: [[PageView]], isAnew: Bool) -> [[HandedPage]] {
        let old = spreadsNow
        complete = nil
        defer { noteWait(after: old) }
        var ready: [[HandedPage]] = []
        spreads = wanted.map { views in
            if let same = old.first(where: { $0.isFor(views) }), same.isUnderWay || !isAnew {
                return same.showing(views)
            }
            var delivery = SpreadDelivery(views)
            for view in views {
                if let served = store.demand(view.rendition) { delivery.add(.page(served), for: view.rendition) }
            }
            if let pages = delivery.finish() { ready.append(model.inHandoverOrder(pages)) }
            return delivery
        }
        return ready
    }

    /// Begins or ends a wait where something else is to be shown than before.
    private func noteWait(after old: [SpreadDelivery]) {
        let isOther = spreads.count != old.count || zip(spreads, old).contains { !$0.isFor($1.parts.map(\.view)) }
        if isOther || !isUnderWay { endWait() }
        if isUnderWay, waitBegin == nil { waitBegin = context.now }
    }

    private var spreadsNow: [SpreadDelivery] {
        complete.map { [SpreadDelivery(delivered: [$0.first] + ($0.second.map { [$0] } ?? []))] } ?? spreads
    }

    /// The pages to show until those are there that are handed over together first: none, or one for each of them.
    func standIns() -> [HandedPage] { spreads.first.map { standIns(for: $0) } ?? [] }

    /// Hands over what can be shown until what is on its way is there.
    func handOverStandIns() {
        for spread in spreads where spread.isUnderWay { handOver(standIns(for: spread)) }
    }

    private func standIns(for spread: SpreadDelivery) -> [HandedPage] {
        let found = spread.parts.compactMap { part in
            (store.record(of: part.rendition)?.cached ?? store.placeholder(for: part.rendition)).map {
                HandedPage(view: part.view, served: $0)
            }
        }
        return found.count == spread.parts.count ? model.inHandoverOrder(found) : []
    }

    /// Hands a watch what the reader shows and, in a transition, what it turns to: what is in the cache at once. The rest
    /// comes when it is rendered.
    ///
    /// - Parameters:
    ///   - shown: what it shows at rest.
    ///   - wanted: what is to be shown.
    ///   - some: the pages, as pixels, without which a spread is not handed over; nil: all are.
    func showAll(on watch: ReaderWatch, shown: [PageView], wanted: [[PageView]], of some: Set<Rendition>? = nil) {
        guard watch.handover != .none else { return }
        // What it turns to may be what it shows, with a back that turns.
        let isWanted = wanted.contains { views in
            shown.allSatisfy { one in views.contains { $0.rendition == one.rendition } }
        }
        for views in (shown.isEmpty || isWanted ? [] : [shown]) + wanted {
            if let some, !views.contains(where: { some.contains($0.rendition) }) { continue }
            let served = views.compactMap { view in
                (store.record(of: view.rendition).flatMap { store.use($0) } ?? store.placeholder(for: view.rendition))
                    .map { HandedPage(view: view, served: $0) }
            }
            if served.count == views.count { handOver(model.inHandoverOrder(served), on: [watch]) }
        }
        // What could not be kept, or not be rendered, is rendered for it.
        spreads = spreadsNow
        complete = nil
        for index in spreads.indices where !spreads[index].isUnderWay {
            let views = spreads[index].parts.map(\.view)
            guard !views.allSatisfy({ store.isAlive($0.rendition) }) else { continue }
            var fresh = SpreadDelivery(views)
            for view in views {
                if let served = store.record(of: view.rendition)?.cached {
                    fresh.add(.page(served), for: view.rendition)
                }
            }
            spreads[index] = fresh
        }
    }

    /// Has the pages rendered that are waited for.
    func render() {
        guard complete == nil else { return }
        for spread in spreads {
            for part in spread.parts where part.isMissing { render(part.view) }
        }
    }

    /// Has those rendered once more that could not be.
    func retry() {
        for index in spreads.indices { spreads[index].retry() }
        render()
    }

    private func render(_ view: PageView) {
        // A reader that turns to its page again gets it once.
        let rendition = view.rendition
        guard !doubtful.contains(rendition), !context.renders.isAwaited(rendition, by: model.key, for: .turn) else {
            return
        }
        context.renders.render(
            rendition, at: view.documentIndex, of: view.document.opened, for: model.key, user: model.uid,
            purpose: .turn
        ) { [me] result in
            guard case .failure(let failure) = result, let delivery = me.owner else {
                me.owner?.rendered(view, result)
                return
            }
            delivery.doubtful.insert(rendition)
            view.document.lookForChanges(
                of: rendition.page, at: view.documentIndex, after: failure, for: delivery.model.uid,
                isKnown: { !view.isCurrent }
            ) { failure in
                guard let delivery = me.owner else { return }
                delivery.doubtful.remove(rendition)
                if view.isCurrent { return delivery.rendered(view, .failure(failure)) }
                // It was asked for as it was before, and is to be shown as it is now.
                delivery.round.deliver(isAnew: false)
            }
        }
    }

    private func rendered(_ view: PageView, _ result: Result<ServedPage, HostError>) {
        let rendition = view.rendition
        // A reader that has turned on meanwhile does not want it any more.
        guard complete == nil, spreads.contains(where: { $0.isMissing(rendition) }) else { return }
        var failed: HostError?
        let page: SpreadDelivery.PageResult
        switch result {
        case .success(let served): page = .page(served)
        case .failure(let failure):
            page = .failure(failure.message)
            failed = failure
        }
        var ready: [[HandedPage]] = []
        for index in spreads.indices where spreads[index].isMissing(rendition) {
            spreads[index].add(page, for: rendition)
            if let pages = spreads[index].finish() { ready.append(model.inHandoverOrder(pages)) }
        }
        if !isUnderWay { endWait() }
        // What stands in for it is needed no more, or in another way.
        protect()
        if let failed { watches.send(.init(failure: view.page.failure(failed.message))) }
        for pages in ready { handOver(pages) }
        watches.flush()
    }

    /// The pages that the reader is to show and that could not be rendered, as they go over the wire; nil where there are
    /// none.
    var failures: [ReaderInterface.PageFailure]? {
        guard complete == nil else { return nil }
        let failures = spreads.flatMap(\.parts).compactMap { part in
            // It may have been rendered since, for GetPage or for another reader.
            store.isAlive(part.rendition) ? nil : part.failure.map { part.view.page.failure($0) }
        }
        return failures.isEmpty ? nil : failures
    }

    /// Hands pages to the reader's watches.
    ///
    /// - Parameter some: only to these.
    func handOver(_ pages: [HandedPage], on some: [ReaderWatch]? = nil) {
        guard !pages.isEmpty, !watches.isEmpty else { return }
        watches.sendEvents()
        // Made once for all that want it the same way.
        var made: [ReaderInterface.Handover: Result<SpreadHandover, ReaderError>] = [:]
        for watch in some ?? watches.all where watch.mayHave(pages, isShown: { isShown($0) }) {
            guard watch.format == .bgrx8888 else {
                encode(pages, for: watch)
                continue
            }
            let handed = made[watch.handover] ?? handover(of: pages, watch.handover)
            made[watch.handover] = handed
            send(handed, of: pages, to: watch)
        }
    }

    private func handover(
        of pages: [HandedPage], _ handover: ReaderInterface.Handover
    ) -> Result<SpreadHandover, ReaderError> {
        Result { () throws(ReaderError) in
            if let refusal = leases.refusal(of: pages.map(\.served), to: model.uid, .init(handover)) {
                throw ReaderError(refusal)
            }
            return try SpreadHandover(pages, in: model, handover: handover)
        }
    }

    /// Hands pages to a watch, or tells why they can't be.
    private func send(
        _ handed: Result<SpreadHandover, ReaderError>, of pages: [HandedPage], to watch: ReaderWatch
    ) {
        switch handed {
        case .success(let spread):
            watch.send(spread)
            if watch.handover == .descriptor {
                leases.add(pages.map(\.served), to: model.client, over: watch.connection)
            }
        case .failure(let failure):
            for page in pages { watch.send(.init(failure: page.view.page.failure(failure.reason))) }
        }
    }

    // MARK: Watches that take a format

    /// Has pages encoded for a watch, which gets them then, if they are still shown.
    private func encode(_ pages: [HandedPage], for watch: ReaderWatch) {
        // What stands in for pages would be encoded while they are rendered, and hold that up.
        guard !pages.contains(where: { $0.served.origin == .standIn || $0.served.origin == .thumbnail }) else { return }
        let task = EncodedPages(pages, as: watch.format, for: model.client, by: context) { [me] encoded in
            guard let delivery = me.owner, !delivery.model.standing.hasEnded, watch.isOpen else { return }
            delivery.handOver(encoded, to: watch)
        }
        if task.isUnderWay { encoding.append(task) }
    }

    private func handOver(_ encoded: EncodedPages, to watch: ReaderWatch) {
        encoding.removeAll { !$0.isUnderWay }
        watches.sendEvents()
        for failure in encoded.failures { watch.send(.init(failure: failure)) }
        let pages = encoded.pages
        if !pages.isEmpty, watch.mayHave(pages, isShown: { isShown($0) }) {
            send(handover(of: pages, watch.handover), of: pages, to: watch)
        }
        watch.flush()
    }

    /// Whether pages are being encoded for watches.
    var isEncoding: Bool { encoding.contains(where: \.isUnderWay) }

    /// Ends what is encoded of pages that are not shown any more.
    func endNeedlessEncoding() {
        if encoding.isEmpty { return }
        for pages in encoding where !pages.spread.contains(where: { isShown($0.view.rendition) }) { pages.cancel() }
        encoding.removeAll { !$0.isUnderWay }
    }

    /// Whether a page, as pixels, is shown or to be shown.
    private func isShown(_ rendition: Rendition) -> Bool {
        needs(rendition) || model.pages.views(of: model.standing.shown.pages).contains { $0.rendition == rendition }
    }
}

extension PlacedPage {
    /// Returns the failure of the page as it goes over the wire: it can't be shown.
    func failure(_ reason: String) -> ReaderInterface.PageFailure {
        ReaderInterface.PageFailure(page: Int(location.page.number), index: location.index, reason: reason)
    }
}

extension ReaderError {
    /// Why a page can't be handed over, in words.
    var reason: String {
        switch self {
        case .inlineTooLarge(let bytes, let limit): "the page has \(bytes) bytes, and \(limit) go inline"
        case .overloaded(let reason): reason
        case .limitReached(let name, let value): "\(name)=\(value) is reached: return pages that are not shown"
        default: "\(self)"
        }
    }
}
