package import PageModel
package import Prefetch

/// The render time of each document's pages, in microseconds; recent pages count most.
package final class RenderCosts {
    private var costs: [DocumentID: RenderCost] = [:]

    /// The render time of a document's pages; nil where none was rendered.
    package func cost(of document: DocumentID) -> RenderCost? { costs[document] }

    /// Learns how long a render took, in microseconds.
    package func learn(_ microseconds: UInt64, of document: DocumentID) {
        guard costs[document] != nil else { return costs[document] = RenderCost(microseconds) }
        costs[document]?.learn(microseconds)
    }

    /// Forgets a document that is closed.
    func forget(_ document: DocumentID) { costs[document] = nil }
}
