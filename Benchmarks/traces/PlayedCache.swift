import PageCache
import PageModel

/// A page cache as the service has it, asked as the service asks it: everything of the player that knows how.
///
/// Each turn ends at once, and a page that is missed is there before the next is asked for. The hard limit is the soft one:
/// what readers look at counts too, so that no policy gets more room than another, or than the bound.
struct PlayedCache {
    private var cache: PageCache
    private let documents: [[Rendition]]
    private let pages: [[TraceDocument.Page]]

    init(_ trace: Trace, capacity: Int, policy: any EvictionPolicy) {
        cache = PageCache(limits: CacheLimits(soft: capacity, hard: capacity), policy: policy)
        pages = trace.documents.map(\.pages)
        documents = pages.enumerated().map { number, pages in
            pages.indices.map { Self.rendition(document: number, index: $0) }
        }
    }

    /// Whether the page was there.
    mutating func serve(_ request: Trace.Request) -> Bool {
        let time = Instant(microseconds: request.time)
        let reader = ReaderKey(UInt64(request.reader))
        let rendition = documents[request.document][request.index]
        let place = ReadingPlace(
            document: rendition.document, index: request.index, direction: request.direction,
            anticipated: request.anticipated.map { PageID(Int64($0)) })
        cache.follow(place, of: reader, at: time)
        let isHit = cache.lookup(rendition, at: time).isHit
        _ = cache.protect(Protection(shown: [rendition]), of: reader, at: time)
        guard !isHit else { return true }
        let page = pages[request.document][request.index]
        if case .kept = cache.reserve(rendition, bytes: page.bytes, index: request.index, at: time) {
            _ = cache.admit(
                rendition, bytes: page.bytes, renderTime: page.renderTime, index: request.index, at: time)
        }
        return false
    }

    private static func rendition(document: Int, index: Int) -> Rendition {
        Rendition(
            document: DocumentID(UInt64(document)), page: PageID(Int64(index)), scale: 1, rotation: .upright,
            region: PixelRegion(x: 0, y: 0, width: 1448, height: 1448), format: .bgrx8888)
    }
}
