/// A trace as offline algorithms see it: numbers of pages, and when each is asked for again.
package struct RequestSequence: Sendable {
    /// Where a page is not asked for again.
    package static let never = Int.max

    /// The page of each request: an index into `pages`.
    package let order: [Int]
    package let pages: [TraceDocument.Page]
    /// The index of the next request for the same page.
    package let next: [Int]
    /// The page that leaves the screen of each request's reader: an index into `pages`, nil for a reader's first request.
    package let left: [Int?]

    /// - Parameter readers: who makes each request; left out: one reader makes all.
    package init(order: [Int], readers: [Int]? = nil, pages: [TraceDocument.Page]) {
        self.order = order
        self.pages = pages
        var shown: [Int: Int] = [:]
        left = order.enumerated().map { place, page in shown.updateValue(page, forKey: readers?[place] ?? 0) }
        var next = Array(repeating: Self.never, count: order.count)
        var later = Array(repeating: Self.never, count: pages.count)
        for place in order.indices.reversed() {
            next[place] = later[order[place]]
            later[order[place]] = place
        }
        self.next = next
    }

    package init(_ trace: Trace) {
        var first: [Int] = []
        var pages: [TraceDocument.Page] = []
        for document in trace.documents {
            first.append(pages.count)
            pages += document.pages
        }
        self.init(
            order: trace.requests.map { first[$0.document] + $0.index }, readers: trace.requests.map(\.reader),
            pages: pages)
    }

    /// Microseconds, were no page ever kept.
    package var renderTime: UInt64 { order.reduce(0) { $0 + pages[$1].renderTime } }
}
