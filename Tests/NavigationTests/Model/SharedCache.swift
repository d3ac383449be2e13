import Navigation
import PageCache
import PageModel

/// The only file here that knows the cache. It is what a world's readers share, with a hard limit that bites: what they need is protected, what they want is
/// rendered, which takes a while, and an account of what is alive is kept beside it.
struct SharedCache {
    private(set) var cache: PageCache
    private var rendering: [Rendition] = []
    private var alive: Set<Rendition> = []
    private var protections: [Int: ProtectedPages] = [:]
    /// Held for as long as the world is there, so that no handle grows old.
    private var slots: [Rendition: CacheSlot] = [:]
    private var readers: [Int: CacheReader] = [:]
    /// The pages that were evicted since the last ``takeEvicted()``.
    private var evicted: [Rendition] = []
    private var numbers: SeededGenerator

    init(pages: Int, seed: UInt64) {
        cache = PageCache(limits: CacheLimits(soft: pages * 10, hard: pages * 14), policy: LeastRecentlyUsed())
        numbers = SeededGenerator(seed: seed)
    }

    static func rendition(_ page: Location) -> Rendition {
        Rendition(
            document: DocumentID(page.surface == .horizontal ? 1 : page.surface == .vertical ? 2 : 3), page: page.page,
            edition: 0, scale: 1, rotation: .upright, region: PixelRegion(x: 0, y: 0, width: 1, height: 1),
            format: .bgrx8888)
    }

    /// The bytes of a page: from 4 to 20, ten on average.
    private static func bytes(_ rendition: Rendition) -> Int { 4 + Int(rendition.page.number * 7 % 13) }

    /// A reader was sent events, and needs these pages now.
    mutating func protect(
        _ pages: ProtectedPages, sent: [ReaderEvent], of reader: Int, at now: UInt64
    ) throws(Difference) {
        let time = Instant(microseconds: now)
        let protection = Protection(
            shown: SlotList(pages.shown.map { slot(Self.rendition($0)) }),
            moving: SlotList(pages.moving.map { slot(Self.rendition($0)) }))
        protections[reader] = pages
        let key = readers[reader] ?? cache.addReader()
        readers[reader] = key
        try drop(cache.protect(protection, of: key, at: time))
        for event in sent {
            guard case .appearance(.willAppear, let page) = event.what else { continue }
            try drop(cache.use(slot(Self.rendition(page)), at: time))
        }
    }

    private mutating func slot(_ rendition: Rendition) -> CacheSlot {
        if let slot = slots[rendition] { return slot }
        let slot = cache.hold(rendition)
        slots[rendition] = slot
        return slot
    }

    /// Begins to render a page, where it has to be.
    ///
    /// - Returns: whether there is no room: some disappearing page has to go first.
    mutating func render(_ page: Location, at now: UInt64) throws(Difference) -> Bool {
        let rendition = Self.rendition(page)
        let slot = slot(rendition)
        guard !cache.contains(slot) else { return false }
        switch cache.reserve(
            slot, bytes: Self.bytes(rendition), at: Instant(microseconds: now))
        {
        case .needsRoom: return true
        case .notKept: return false
        case .kept(let evicted):
            guard !alive.contains(rendition), !rendering.contains(rendition) else {
                throw Difference(description: "\(page.notation) is rendered twice")
            }
            rendering.append(rendition)
            try drop(evicted)
            return false
        }
    }

    /// A page was deleted.
    mutating func retire(_ page: Location) throws(Difference) {
        try drop(cache.retire(slot(Self.rendition(page))))
    }

    /// Finishes or cancels some of the renderings.
    mutating func work(at now: UInt64) throws(Difference) {
        while !rendering.isEmpty, !numbers.isOneIn(3) {
            let rendition = rendering.remove(at: numbers.number(0..<rendering.count))
            guard !numbers.isOneIn(20) else {
                cache.cancelReservation(slot(rendition))
                continue
            }
            alive.insert(rendition)
            let bytes = Self.bytes(rendition) - numbers.number(0..<3)
            try drop(cache.admit(slot(rendition), bytes: bytes, at: Instant(microseconds: now)))
        }
    }

    private mutating func drop(_ gone: [EvictedPage]) throws(Difference) {
        let gone = gone.map(\.rendition)
        for rendition in gone where alive.remove(rendition) == nil {
            throw Difference(description: "page \(rendition.page.number) is evicted, and was not alive")
        }
        evicted += gone
    }

    /// Returns the pages that were evicted since the last call.
    mutating func takeEvicted() -> [Rendition] {
        guard !evicted.isEmpty else { return [] }
        defer { evicted = [] }
        return evicted
    }

    /// Checks the rules of the cache that hold after every step, and at rest those that hold there.
    func check(isAtRest: Bool) throws(Difference) {
        let shown = Set(protections.values.flatMap { $0.shown.map(Self.rendition) })
        let protected = shown.union(protections.values.flatMap { $0.moving.map(Self.rendition) })
        let deferred = Set(cache.deferred.compactMap { cache.rendition(of: $0) })
        guard cache.count == alive.count,
            alive.allSatisfy({ slots[$0].map { cache.isAlive($0) } ?? false })
        else {
            throw Difference(description: "\(cache.count) pages are alive, and not \(alive.count)")
        }
        guard deferred.isSubset(of: protected), deferred.isSubset(of: alive) else {
            throw Difference(description: "deferred without protection: \(deferred.map(\.page.number))")
        }
        guard cache.bytes + cache.reservedBytes <= cache.limits.hard else {
            throw Difference(description: "\(cache.bytes) bytes pass the hard limit")
        }
        guard isAtRest else { return }
        guard deferred.isEmpty else {
            throw Difference(description: "deferred at rest: \(deferred.map(\.page.number))")
        }
        let needed = shown.intersection(alive).map(Self.bytes).reduce(0, +)
        guard cache.bytes <= max(cache.limits.soft, needed) else {
            throw Difference(description: "\(cache.bytes) bytes at rest")
        }
    }
}
