import PageModel
import Prefetch

/// How long pages of documents take to be rendered, in microseconds, those of late counting most.
final class RenderCosts {
    private var costs: [DocumentID: RenderCost] = [:]

    /// What is known of a document's; nil where no page of it was rendered.
    func cost(of document: DocumentID) -> RenderCost? { costs[document] }

    /// Learns how long a render took, in microseconds.
    func learn(_ microseconds: UInt64, of document: DocumentID) {
        guard costs[document] != nil else { return costs[document] = RenderCost(microseconds) }
        costs[document]?.learn(microseconds)
    }

    /// Forgets a document that is closed.
    func forget(_ document: DocumentID) { costs[document] = nil }
}
