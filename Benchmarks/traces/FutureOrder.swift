import PageCache
import PageModel

/// When each page of a trace is asked for.
final class Future {
    /// The requests for each page, by document and index, in order.
    private let requests: [[[Int]]]
    let trace: Trace
    /// The request that comes next.
    var now = 0

    init(_ trace: Trace) {
        self.trace = trace
        var requests = trace.documents.map { Array(repeating: [Int](), count: $0.pages.count) }
        for (number, request) in trace.requests.enumerated() {
            requests[request.document][request.index].append(number)
        }
        self.requests = requests
    }

    /// The next request for a page; `Int.max` where there is none.
    func next(_ rendition: Rendition) -> Int {
        let all = requests[Int(rendition.document.number)][Int(rendition.page.number)]
        var (low, high) = (0, all.count)
        while low < high {
            let middle = (low + high) / 2
            if all[middle] >= now { high = middle } else { low = middle + 1 }
        }
        return low < all.count ? all[low] : .max
    }
}

/// Lets the page go that is asked for last, whatever its size and cost.
struct FutureOrder: EvictionPolicy {
    // The player is alone with it.
    nonisolated(unsafe) let future: Future
    private var pages: [CacheSlot: Rendition] = [:]

    init(_ future: Future) { unsafe self.future = future }

    mutating func admit(_ page: CandidatePage, in slot: CacheSlot) { pages[slot] = page.rendition }
    mutating func use(_ slots: Span<CacheSlot>) {}
    mutating func remove(_ slot: CacheSlot, isDisplaced: Bool) { pages[slot] = nil }
    mutating func relocate(_ document: DocumentID, index: (PageID) -> Int?) {}

    func rank(near positions: ReadingPositions, at time: Instant, _ body: (CacheSlot) -> Bool) {
        let order = pages.map { (slot: $0.key, next: unsafe future.next($0.value)) }
            .sorted { ($1.next, $1.slot.index) < ($0.next, $0.slot.index) }
        for page in order where !body(page.slot) { return }
    }

    mutating func admits(
        _ page: CandidatePage, displacing victims: [CacheSlot], near positions: ReadingPositions, at time: Instant
    ) -> Bool {
        let next = unsafe future.next(page.rendition)
        return victims.allSatisfy { victim in pages[victim].map { unsafe future.next($0) > next } ?? true }
    }
}
