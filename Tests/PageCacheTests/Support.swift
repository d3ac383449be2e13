import PageCache
import PageModel

extension Instant {
    static let start = Instant(microseconds: 0)
}

extension Rendition {
    static func page(_ number: Int64, document: UInt64 = 1, edition: Int = 0) -> Rendition {
        Rendition(
            document: DocumentID(document), page: PageID(number), edition: edition, scale: 1, rotation: .upright,
            region: PixelRegion(x: 0, y: 0, width: 1, height: 1), format: .bgrx8888)
    }
}

extension [Rendition] {
    /// The numbers of the pages.
    var numbers: [Int64] { map(\.page.number) }
}

extension PageCache {
    init(soft: Int, hard: Int, pages: Int = .max) {
        self.init(limits: CacheLimits(soft: soft, hard: hard, pages: pages), policy: LeastRecentlyUsed())
    }

    /// Limited in pages only.
    init(pages: Int) { self.init(soft: 1 << 40, hard: 1 << 40, pages: pages) }

    /// What is cached, least recently used first.
    var numbers: [Int64] { cachedInOrder.numbers }

    /// What is deferred.
    var deferredNumbers: [Int64] { Array(deferred).numbers.sorted() }

    /// Renders a page of 10 bytes into the cache; returns what went for it, or nil where it is not kept.
    mutating func render(_ number: Int64, bytes: Int = 10) -> [Int64]? {
        guard case .kept(let evicted) = reserve(.page(number), bytes: bytes, at: .start) else { return nil }
        return evicted.numbers + admit(.page(number), bytes: bytes, at: .start).numbers
    }

    /// Renders a page that takes so many microseconds; whatever goes for it goes.
    mutating func render(_ number: Int64, bytes: Int, time: UInt64, index: Int? = nil) {
        _ = reserve(.page(number), bytes: bytes, index: index, expectedRenderTime: time, at: .start)
        _ = admit(.page(number), bytes: bytes, renderTime: time, at: .start)
    }

    /// A reader rests on pages.
    @discardableResult
    mutating func show(_ shown: [Int64], reader: UInt64 = 1) -> [Int64] {
        protect(Protection(shown: shown.map { .page($0) }), of: ReaderKey(reader), at: .start).numbers
    }

    /// A reader is in a transition that needs these pages.
    @discardableResult
    mutating func move(_ moving: [Int64], reader: UInt64 = 1) -> [Int64] {
        protect(Protection(moving: moving.map { .page($0) }), of: ReaderKey(reader), at: .start).numbers
    }
}

/// SplitMix64: the same numbers for the same seed.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
