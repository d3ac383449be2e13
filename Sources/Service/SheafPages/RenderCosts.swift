package import PageModel
package import Prefetch

/// The render time of each document's pages, in microseconds; recent pages count most.
package final class RenderCosts {
    private var costs: [DocumentID: RenderCost] = [:]
    /// The render time of pages that were rendered for their regions, in microseconds for each byte: the last ones count most.
    private var timeForByte = 0.0

    /// The render time of a document's pages; nil where none was rendered.
    package func cost(of document: DocumentID) -> RenderCost? { costs[document] }

    /// Learns how long a render took, in microseconds.
    package func learn(_ microseconds: UInt64, of document: DocumentID) {
        guard costs[document] != nil else { return costs[document] = RenderCost(microseconds) }
        costs[document]?.learn(microseconds)
    }

    /// Learns how long the render of a page took that regions are cut from, in microseconds.
    func learn(_ microseconds: UInt64, ofRegions bytes: Int) {
        let time = Double(microseconds) / Double(max(bytes, 1))
        timeForByte = timeForByte == 0 ? time : (timeForByte * 3 + time) / 4
    }

    /// The expected render time of a page, in microseconds; nil where nothing is known.
    ///
    /// - Parameter bytes: those of a page that regions are cut from: it has many times the pixels of those that fit on a screen, whose mean
    ///   says little of it; nil of others.
    func expected(of document: DocumentID, bytes: Int?) -> UInt64? {
        let mean = costs[document]?.mean
        return bytes.map { max(mean ?? 0, UInt64(timeForByte * Double($0))) } ?? mean
    }

    /// Forgets a document that is closed.
    func forget(_ document: DocumentID) { costs[document] = nil }
}
