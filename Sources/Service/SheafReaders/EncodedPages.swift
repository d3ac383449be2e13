import HostProtocol
import PageModel
import SheafDocuments
import SheafInterface
import SheafPages
import Varlink

/// Pages of a spread that are encoded in the format that a client asked for, out of the pixels that were rendered of them.
final class EncodedPages {
    /// A page in the format, or why there is none.
    typealias Outcome = Result<ServedPage, HostError>

    /// The pages as pixels, in the order in which they are handed over.
    let spread: [HandedPage]
    private var outcomes: [Outcome?]
    private var waiters: [Int] = []
    private let renders: PageRenders
    private var completion: ((EncodedPages) -> Void)?

    /// Begins to encode them. The completion is called once, from within this call where all are in memory; never once this is
    /// cancelled.
    ///
    /// - Parameter client: the reader that shows them.
    init(
        _ spread: [HandedPage], as format: PixelFormat, for client: PageClient, by context: ReaderContext,
        completion: @escaping (EncodedPages) -> Void
    ) {
        self.spread = spread
        self.completion = completion
        outcomes = spread.map { _ in nil }
        renders = context.renders
        let store = context.store
        for (position, page) in spread.enumerated() {
            let rendition = page.view.rendition.encoded(as: format)
            if let ready = store.record(of: rendition).flatMap({ store.use($0) }) {
                outcomes[position] = .success(ready)
                continue
            }
            waiters.append(
                renders.render(
                    rendition, at: page.view.documentIndex, of: page.view.document.opened, for: client.reader,
                    user: client.user, purpose: .call
                ) { [self] outcome in
                    guard case .failure(let failure) = outcome else { return end(position, outcome) }
                    // Its pixels may have gone, and be rendered anew of a file that is another one by now.
                    page.view.document.lookForChanges(
                        of: rendition.page, at: page.view.documentIndex, after: failure, for: client.user,
                        isKnown: { !page.view.isCurrent }
                    ) { [self] failure in end(position, .failure(failure)) }
                })
        }
        endIfComplete()
    }

    private func end(_ position: Int, _ outcome: Outcome) {
        outcomes[position] = outcome
        endIfComplete()
    }

    /// Whether it neither has ended nor was cancelled.
    var isUnderWay: Bool { completion != nil }

    /// The pages that could be encoded.
    var pages: [HandedPage] {
        zip(spread, outcomes).compactMap { page, outcome in
            (try? outcome?.get()).map { HandedPage(view: page.view, served: $0) }
        }
    }

    /// Why the others could not be, but for those that are other pages by now: they are delivered as that.
    var failures: [ReaderInterface.PageFailure] {
        zip(spread, outcomes).compactMap { page, outcome in
            guard case .failure(let failure) = outcome, page.view.isCurrent else { return nil }
            return page.view.page.failure(failure.message)
        }
    }

    /// Ends it: nobody wants the pages any more.
    func cancel() {
        guard isUnderWay else { return }
        completion = nil
        for waiter in waiters { renders.removeWaiter(waiter) }
    }

    private func endIfComplete() {
        guard let completion, !outcomes.contains(where: { $0 == nil }) else { return }
        self.completion = nil
        completion(self)
    }
}
