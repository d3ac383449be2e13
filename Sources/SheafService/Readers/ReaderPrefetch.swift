import Navigation
import PageModel
import Prefetch
import ProviderHost
import SheafInterface

/// Has rendered ahead of a reader what ``PrefetchPlanner`` says, and cancelled what it does not need any more; tells providers,
/// and asks for the links of pages that it rests on.
final class ReaderPrefetch {
    private let reader: Backreference<ReaderSession>
    private var session: ReaderSession { reader.whole }
    private let context: ReaderContext
    private let server: PageServer
    private var planner = PrefetchPlanner()
    /// The indexes whose pages are being looked up, to be rendered ahead.
    private var lookups: Set<Location> = []
    /// Whether providers were told of pages that it may want soon.
    private var isAdvised = false
    /// When to ask for the links of the pages that it shows, and of which spread that is.
    private var links: (due: Instant, spread: Spread)?

    init(for reader: Backreference<ReaderSession>, context: ReaderContext) {
        self.reader = reader
        self.context = context
        server = context.server
    }

    /// When something is to be done; nil while nothing is due.
    var due: Instant? {
        guard let planned = planner.due, let asked = links?.due else { return planner.due ?? links?.due }
        return min(planned, asked)
    }

    /// The reader has turned by so many spreads; nil where it showed none before.
    func turned(by distance: Int?, at now: Instant) { planner.turned(by: distance, at: now) }

    /// What the reader shows may be something else, or something is due: has rendered what is missing, and plans what is rendered
    /// ahead, now or when it is due.
    func update(at now: Instant) {
        askLinksWhenDue(at: now)
        guard !session.delivery.isEmpty else { return planner.planNothing() }
        if planner.isDue(at: now, isUrgent: session.delivery.isUnderWay) { plan(at: now) }
    }

    /// Whether it will be planned anyway what is rendered ahead, soon after the last plan: ``update(at:)`` has nothing to do where
    /// all pages are there.
    func isPlanned(after now: Instant) -> Bool { planner.isPlanned(after: now) }

    /// Asks for the links of the pages that the reader has stayed on, if it is time.
    private func askLinksWhenDue(at now: Instant) {
        guard let links, links.due <= now else { return }
        self.links = nil
        guard links.spread == session.step.landing else { return awaitRest() }
        for (document, page) in unaskedPages { askLinks(of: page, in: document) }
    }

    /// Plans anew, whatever was planned: more or less may be rendered ahead than before.
    func plan() { if !session.delivery.isEmpty { plan(at: context.now) } }

    /// The reader has gone.
    func close() {
        for document in session.pages.documents { document.opened.plan([], for: session.key.number) }
    }

    private func plan(at now: Instant) {
        guard session.step.isOpen else { return }
        // The end of a document may have been met.
        for axis in session.pages.axes { axis.recount() }
        for view in session.delivery.views { learnSize(of: view) }
        let ahead = pagesAhead(at: now)
        if server.rendersUnderWay > 0 {
            let needed = Set(session.pages.views(of: ahead).map(\.rendition))
            server.leave(reader: session.key) { [delivery = session.delivery] in
                delivery.needs($0) || needed.contains($0)
            }
        }
        session.delivery.render()
        for page in ahead { render(page) }
        advise(ahead)
        awaitRest()
    }

    private func learnSize(of view: PageView) {
        let location = view.page.location
        if let axis = session.pages.axis(on: location.surface) { session.learnSize(ofPage: location.index, on: axis) }
    }

    /// The pages to render ahead, the likeliest first; of those that are not known yet only the index counts.
    private func pagesAhead(at now: Instant) -> [Location] {
        let step = session.step
        guard let axis = session.pages.axis(step.front), !session.isManual, step.motion != .empty else {
            planner.planNothing()
            return []
        }
        let spreads = axis.arrangement.spreads
        let limit = context.allowance.pages(of: context.settings.readAhead)
        let planned = planner.plan(
            PrefetchPlanner.Situation(
                spread: step.landing.index, isForward: step.direction == .forward,
                count: axis.exactCount.map { spreads.count(pages: $0) }, limit: limit,
                renderTime: server.renderTime(of: session.document.id)), at: now)
        return planned.filter { $0 != axis.unlocks }.flatMap { spread in
            // The back that is seen when the leaf turns on the way there.
            let back = spreads.back(ofSpread: min(spread, step.landing.index))
            return ([back].compactMap { $0 } + spreads.pages(ofSpread: spread)).filter {
                $0 < axis.exactCount ?? .max
            }.map { index in
                Location(
                    axis.axis.surface, page: session.pages.page(at: index, on: axis.axis.surface) ?? Self.unknown,
                    index: index)
            }
        }
    }

    /// Stands for a page that was not looked up.
    private static let unknown = PageID(-1)

    /// Has a page rendered that the reader may turn to, looked up first where it is not known.
    private func render(_ location: Location) {
        guard let (document, position) = session.pages.documentPosition(of: location.index, on: location.surface)
        else { return }
        guard document.known(at: position) == nil else { return renderKnown(location, document, position) }
        let wanted = Location(location.surface, page: Self.unknown, index: location.index)
        guard lookups.insert(wanted).inserted else { return }
        let landing = session.step.landing
        document.find(at: position, priority: .prefetch, for: session.uid) { [reader] result in
            guard let session = reader.object else { return }
            session.ahead.lookups.remove(wanted)
            // Only as long as the reader is where it was. Less may be allowed now than when it was looked up.
            guard session.step.isOpen, session.step.landing == landing, case .success = result else { return }
            session.ahead.plan()
        }
    }

    private func renderKnown(_ location: Location, _ document: ServedDocument, _ position: Int) {
        guard let page = document.known(at: position)?.location.page,
            let view = session.pages.view(of: Location(location.surface, page: page, index: location.index))
        else { return }
        learnSize(of: view)
        guard !server.contains(view.rendition),
            !server.isAwaited(view.rendition, by: session.key, for: .prefetch)
        else { return }
        server.render(
            view.rendition, at: position, of: document.opened, for: session.key, user: session.uid,
            purpose: .prefetch, completion: { _ in })
    }

    /// Tells the provider what a reader that rests is likely to turn to, as far as it is known. What a reader turns past
    /// is no plan.
    private func advise(_ ahead: [Location]) {
        // Nothing was advised, and nothing is.
        guard isAdvised || !ahead.isEmpty, session.step.isAtRest else { return }
        isAdvised = !ahead.isEmpty
        let front = session.pages.axis(session.step.front)?.document
        let known = ahead.map(\.page).filter { $0 != Self.unknown }.map(\.number)
        for document in session.pages.documents {
            document.opened.plan(document === front ? known : [], for: session.key.number)
        }
    }

    // MARK: Links

    /// Has the links of the pages that the reader shows asked for, once it has stayed there.
    private func awaitRest() {
        guard context.allowance.pages(of: context.settings.readAhead) > 0, links == nil, !unaskedPages.isEmpty else {
            return
        }
        let now = context.now
        links = (Instant(microseconds: now.microseconds + PrefetchPlanner.restTime), session.step.landing)
    }

    /// The pages that it shows and that were not asked for their links, of documents that have any.
    private var unaskedPages: [(document: ServedDocument, page: PageID)] {
        session.step.landing.pages.compactMap { page in
            guard let document = session.pages.documentPosition(of: page.index, on: page.surface)?.document,
                document.opened.capabilities.contains(.links),
                !document.links.isKnown(page.page, edition: document.edition(of: page.page))
            else { return nil }
            return (document, page.page)
        }
    }

    private func askLinks(of page: PageID, in document: ServedDocument) {
        let edition = document.edition(of: page)
        guard document.links.ask(page, edition: edition) else { return }
        document.opened.links(of: page.number, priority: .prefetch, for: session.uid) { [reader] result in
            document.links.learn((try? result.get())?.items, of: page, edition: edition)
            reader.object?.forgetPosition()
        }
    }
}
