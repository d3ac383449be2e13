import PageCache
import PageModel
import Prefetch

/// A page cache as the service has it, asked as the service asks it: everything of the player that knows how.
///
/// Each turn ends at once, and a page that is missed is there before the next is asked for. The hard limit is the soft one:
/// what readers look at counts too, so that no policy gets more room than another, or than the bound.
struct PlayedCache {
    private var cache: PageCache
    /// The readers of the trace, by number.
    private var readers: [CacheReader] = []
    private let documents: [[Rendition]]
    private let trace: Trace
    /// Of the same numbers: what the service knows of them.
    private var planned: [PlannedReader] = []
    private var nextFling = 0

    init(_ trace: Trace, capacity: Int, policy: any EvictionPolicy) {
        cache = PageCache(limits: CacheLimits(soft: capacity, hard: capacity), policy: policy)
        self.trace = trace
        documents = trace.documents.enumerated().map { number, document in
            document.pages.indices.map { Self.rendition(document: number, index: $0) }
        }
    }

    /// Whether the page was there.
    mutating func serve(_ request: Trace.Request) -> Bool {
        let time = Instant(microseconds: request.time)
        while readers.count <= request.reader {
            readers.append(cache.addReader())
            planned.append(PlannedReader())
        }
        let reader = readers[request.reader]
        let rendition = documents[request.document][request.index]
        let slot = cache.hold(rendition)
        defer { cache.release(slot) }
        let position = position(at: request)
        cache.setPosition(position, of: reader, at: time)
        if cache.turn(reader, to: slot, at: time) { return true }
        let isHit = cache.isAlive(slot)
        _ = cache.use(slot, at: time)
        _ = cache.protect(Protection(shown: [slot]), of: reader, at: time)
        guard !isHit else { return true }
        let page = trace.documents[request.document].pages[request.index]
        if case .kept = cache.reserve(slot, bytes: page.bytes, index: request.index, at: time) {
            _ = cache.admit(slot, bytes: page.bytes, renderTime: page.renderTime, index: request.index, at: time)
        }
        return false
    }

    private mutating func position(at request: Trace.Request) -> ReadingPosition? {
        while nextFling < trace.flings.count, trace.flings[nextFling].time <= request.time {
            let fling = trace.flings[nextFling]
            if planned.indices.contains(fling.reader) { planned[fling.reader].flung(fling) }
            nextFling += 1
        }
        let time = Instant(microseconds: request.time)
        // A plan is what tells it where the reader may go from there; another may have flung since.
        _ = planned[request.reader].plan(in: trace, cost: nil, mode: .no, at: time) { _ in false }
        planned[request.reader].turned(request)
        _ = planned[request.reader].plan(in: trace, cost: nil, mode: .no, at: time) { _ in false }
        return planned[request.reader].position(in: trace)
    }

    static func rendition(document: Int, index: Int) -> Rendition {
        Rendition(
            document: DocumentID(UInt64(document)), page: PageID(Int64(index)), scale: 1, rotation: .upright,
            region: PixelRegion(x: 0, y: 0, width: 1448, height: 1448), format: .bgrx8888)
    }
}
