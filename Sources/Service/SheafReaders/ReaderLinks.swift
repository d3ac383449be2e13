import HostProtocol
import HostSupervision
import Navigation
import PageModel
import Prefetch
import SheafDocuments

/// Has the links of the pages that a reader rests on asked for: it may follow one of them.
final class ReaderLinks {
    private let model: ReaderModel
    private let context: ReaderContext
    /// When to ask, and for the pages of which spread.
    private var next: (due: Instant, spread: Spread)?

    init(for model: ReaderModel) {
        self.model = model
        context = model.context
    }

    /// When ``askWhenDue(at:)`` has something to do; nil while nothing is due.
    var due: Instant? { next?.due }

    /// Has the links of the pages that the reader shows asked for, once it has stayed there.
    func awaitRest() {
        guard context.prefetchDepth > 0, next == nil, !unaskedPages.isEmpty else { return }
        let now = context.now
        next = (Instant(microseconds: now.microseconds + PrefetchPlanner.restTime), model.standing.landing)
    }

    /// Asks for the links of the pages that the reader has stayed on, if it is time.
    ///
    /// - Parameter completion: called each time that links of a page have become known.
    func askWhenDue(at now: Instant, completion: @escaping () -> Void) {
        guard let next, next.due <= now else { return }
        self.next = nil
        guard next.spread == model.standing.landing else { return awaitRest() }
        for (document, page) in unaskedPages { ask(page, in: document, completion) }
    }

    /// The pages that it shows and that were not asked for their links, of documents that have any.
    private var unaskedPages: [(document: ServedDocument, page: PageID)] {
        model.standing.landing.pages.compactMap { page in
            guard let document = model.pages.documentPosition(of: page.index, on: page.surface)?.document,
                document.opened.capabilities.contains(.contents(.links)),
                !document.links.isKnown(page.page, edition: document.pages.edition(of: page.page))
            else { return nil }
            return (document, page.page)
        }
    }

    private func ask(_ page: PageID, in document: ServedDocument, _ completion: @escaping () -> Void) {
        let edition = document.pages.edition(of: page)
        guard document.links.ask(page, edition: edition) else { return }
        document.opened.contents(.links, of: page.number, priority: .prefetch, for: model.uid) { result in
            document.links.learn((try? result.get())?.items, of: page, edition: edition)
            completion()
        }
    }
}
