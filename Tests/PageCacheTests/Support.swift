import PageModel

@testable import PageCache

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

/// A cache that is asked by renditions and keys of readers, as tests name them. It holds no slot longer than a call takes.
@dynamicMemberLookup struct TestCache {
    /// ``PageCache/Reservation``, with renditions.
    enum Reservation: Equatable {
        case kept(evicted: [Rendition])
        case notKept
        case needsRoom
    }

    private(set) var cache: PageCache
    private var readers: [ReaderKey: CacheReader] = [:]
    /// How many users have the readers in turn; 0: they are nobody's.
    private let users: UInt64

    init(limits: CacheLimits, policy: any EvictionPolicy, users: UInt64 = 0) {
        cache = PageCache(limits: limits, policy: policy)
        self.users = users
    }

    init(soft: Int, hard: Int, pages: Int = .max) {
        self.init(limits: CacheLimits(soft: soft, hard: hard, pages: pages), policy: LeastRecentlyUsed())
    }

    /// Limited in pages only.
    init(pages: Int) { self.init(soft: 1 << 40, hard: 1 << 40, pages: pages) }

    subscript<Value>(dynamicMember path: KeyPath<PageCache, Value>) -> Value { cache[keyPath: path] }

    /// The numbers of the cached pages, the first to be evicted first.
    var numbers: [Int64] { cache.cachedInOrder.compactMap { cache.rendition(of: $0)?.page.number } }

    /// The numbers of the deferred pages, in ascending order.
    var deferredNumbers: [Int64] { cache.deferred.compactMap { cache.rendition(of: $0)?.page.number }.sorted() }

    func isAlive(_ rendition: Rendition) -> Bool { cache.slot(of: rendition).map(cache.isAlive) ?? false }

    func contains(_ rendition: Rendition) -> Bool { cache.slot(of: rendition).map(cache.contains) ?? false }

    mutating func reserve(
        _ rendition: Rendition, bytes: Int, index: Int? = nil, for user: UInt32? = nil,
        purpose: PageCache.Purpose = .demand, expectedRenderTime: UInt64? = nil, at time: Instant
    ) -> Reservation {
        holding([rendition]) { cache, slots in
            switch cache.reserve(
                slots[0], bytes: bytes, index: index, for: user, purpose: purpose,
                expectedRenderTime: expectedRenderTime, at: time)
            {
            case .kept(let evicted): .kept(evicted: evicted.map(\.rendition))
            case .notKept: .notKept
            case .needsRoom: .needsRoom
            }
        }
    }

    mutating func admit(
        _ rendition: Rendition, bytes: Int, renderTime: UInt64 = 0, at time: Instant
    ) -> [Rendition] {
        holding([rendition]) { $0.admit($1[0], bytes: bytes, renderTime: renderTime, at: time).map(\.rendition) }
    }

    mutating func cancelReservation(_ rendition: Rendition) { holding([rendition]) { $0.cancelReservation($1[0]) } }

    /// Looks one page up, as a request for it does.
    mutating func lookup(_ rendition: Rendition, at time: Instant) -> (isHit: Bool, evicted: [Rendition]) {
        let isHit = isAlive(rendition)
        if isHit { cache.countHit() } else { cache.countMiss() }
        return (isHit, use(rendition, at: time))
    }

    mutating func use(_ rendition: Rendition, at time: Instant) -> [Rendition] {
        holding([rendition]) { $0.use($1[0], at: time).map(\.rendition) }
    }

    mutating func protect(
        shown: [Rendition] = [], moving: [Rendition] = [], of key: ReaderKey, at time: Instant
    ) -> [Rendition] {
        let reader = reader(key)
        return holding(shown + moving) { cache, slots in
            cache.protect(
                Protection(shown: SlotList(slots.prefix(shown.count)), moving: SlotList(slots.dropFirst(shown.count))),
                of: reader, at: time
            ).map(\.rendition)
        }
    }

    /// A simple turn, where it is one.
    mutating func turn(to first: Rendition, _ second: Rendition?, of key: ReaderKey) -> Bool {
        let reader = reader(key)
        return holding([first] + (second.map { [$0] } ?? [])) { cache, slots in
            cache.turn(reader, to: slots[0], slots.count > 1 ? slots[1] : nil, at: .start)
        }
    }

    mutating func removeReader(_ key: ReaderKey) -> [Rendition] {
        let reader = reader(key)
        readers[key] = nil
        return cache.removeReader(reader, at: .start).map(\.rendition)
    }

    mutating func setPosition(_ position: ReadingPosition?, axis: Int = 0, of key: ReaderKey) {
        cache.setPosition(position, axis: axis, of: reader(key), at: .start)
    }

    mutating func retire(_ rendition: Rendition) -> [Rendition] {
        holding([rendition]) { $0.retire($1[0]).map(\.rendition) }
    }

    mutating func setLimits(_ limits: CacheLimits) -> [Rendition] { cache.setLimits(limits).map(\.rendition) }

    mutating func surplus(beyond limits: CacheLimits) -> [CacheSlot] { cache.surplus(beyond: limits) }

    mutating func letGo(_ slots: some Sequence<CacheSlot>) -> [Rendition] { cache.letGo(slots).map(\.rendition) }

    /// Lets go what other limits have no room for, so many at a time, and sets them.
    mutating func bring(to limits: CacheLimits, slice: Int) -> [Rendition] {
        var left = surplus(beyond: limits)[...]
        var gone: [Rendition] = []
        while !left.isEmpty {
            gone += letGo(left.prefix(slice))
            left = left.dropFirst(slice)
        }
        return gone + setLimits(limits)
    }

    mutating func setPolicy(_ policy: any EvictionPolicy) { cache.setPolicy(policy, at: .start) }

    mutating func removeAll(where matches: (Rendition) -> Bool) -> [Rendition] {
        cache.removeAll(where: matches).map(\.rendition)
    }

    mutating func relocate(_ document: DocumentID, index: (PageID) -> Int?) { cache.relocate(document, index: index) }

    mutating func countJoin(_ rendition: Rendition, purpose: PageCache.Purpose) {
        holding([rendition]) { $0.countJoin($1[0], purpose: purpose) }
    }

    mutating func hold(_ rendition: Rendition) -> CacheSlot { cache.hold(rendition) }

    mutating func release(_ slot: CacheSlot) { cache.release(slot) }

    private mutating func holding<Result>(
        _ renditions: [Rendition], _ body: (inout PageCache, [CacheSlot]) -> Result
    ) -> Result {
        let slots = renditions.map { cache.hold($0) }
        defer { for slot in slots { cache.release(slot) } }
        return body(&cache, slots)
    }

    private mutating func reader(_ key: ReaderKey) -> CacheReader {
        let reader = readers[key] ?? cache.addReader(of: users == 0 ? nil : UInt32(key.number % users))
        readers[key] = reader
        return reader
    }
}

extension TestCache {
    /// Renders a page of 10 bytes into the cache; returns what went for it, or nil where it is not kept.
    mutating func render(_ number: Int64, bytes: Int = 10, for user: UInt32? = nil) -> [Int64]? {
        guard case .kept(let evicted) = reserve(.page(number), bytes: bytes, for: user, at: .start) else { return nil }
        return evicted.numbers + admit(.page(number), bytes: bytes, at: .start).numbers
    }

    /// Renders a page that takes so many microseconds; whatever goes for it goes.
    mutating func render(_ number: Int64, document: UInt64 = 1, bytes: Int, time: UInt64, index: Int? = nil) {
        let page = Rendition.page(number, document: document)
        _ = reserve(page, bytes: bytes, index: index, expectedRenderTime: time, at: .start)
        _ = admit(page, bytes: bytes, renderTime: time, at: .start)
    }

    /// A reader rests on pages.
    @discardableResult
    mutating func show(_ shown: [Int64], reader: UInt64 = 1) -> [Int64] {
        protect(shown: shown.map { .page($0) }, of: ReaderKey(reader), at: .start).numbers
    }

    /// A reader is in a transition that needs these pages.
    @discardableResult
    mutating func move(_ moving: [Int64], reader: UInt64 = 1) -> [Int64] {
        protect(moving: moving.map { .page($0) }, of: ReaderKey(reader), at: .start).numbers
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
