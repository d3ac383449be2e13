import Navigation
import PageCache
import PageModel

/// The cache that a world's readers share, with a hard limit that bites: what they need is protected, what they want is
/// rendered, which takes a while, and an account of what is alive is kept beside it.
struct SharedCache {
    private(set) var cache: PageCache
    private var rendering: [Rendition] = []
    private var alive: Set<Rendition> = []
    private var protections: [Int: Protection] = [:]
    /// What was evicted since it was looked at last.
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

    /// From 4 to 20, ten on average.
    private static func bytes(_ rendition: Rendition) -> Int { 4 + Int(rendition.page.number * 7 % 13) }

    /// Takes in what a reader was told and needs now.
    mutating func protect(
        _ pages: ProtectedPages, told: [ReaderEvent], of reader: Int, at now: UInt64
    ) throws(Difference) {
        let time = Instant(microseconds: now)
        let protection = Protection(
            shown: pages.shown.map(Self.rendition), moving: pages.moving.map(Self.rendition))
        protections[reader] = protection
        try drop(cache.protect(protection, of: ReaderKey(UInt64(reader)), at: time))
        for event in told {
            guard case .appearance(.willAppear, let page) = event.what else { continue }
            try drop(cache.use(Self.rendition(page), at: time))
        }
    }

    /// Begins to render a page, where it has to be.
    ///
    /// - Returns: whether the cache is crowded: some leaving page has to go first.
    mutating func render(_ page: Location, at now: UInt64) throws(Difference) -> Bool {
        let rendition = Self.rendition(page)
        guard !cache.contains(rendition) else { return false }
        switch cache.reserve(
            rendition, bytes: Self.bytes(rendition), at: Instant(microseconds: now))
        {
        case .crowded: return true
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
        try drop(cache.retire(Self.rendition(page)))
    }

    /// Some of what is being rendered is ready.
    mutating func work(at now: UInt64) throws(Difference) {
        while !rendering.isEmpty, !numbers.isOneIn(3) {
            let rendition = rendering.remove(at: numbers.number(0..<rendering.count))
            guard !numbers.isOneIn(20) else {
                cache.release(rendition)
                continue
            }
            alive.insert(rendition)
            let bytes = Self.bytes(rendition) - numbers.number(0..<3)
            try drop(cache.admit(rendition, bytes: bytes, at: Instant(microseconds: now)))
        }
    }

    private mutating func drop(_ gone: [Rendition]) throws(Difference) {
        for rendition in gone where alive.remove(rendition) == nil {
            throw Difference(description: "page \(rendition.page.number) is evicted, and was not alive")
        }
        evicted += gone
    }

    /// What was evicted since the last call.
    mutating func takeEvicted() -> [Rendition] {
        guard !evicted.isEmpty else { return [] }
        defer { evicted = [] }
        return evicted
    }

    /// What holds after every step.
    func check(isAtRest: Bool) throws(Difference) {
        let shown = Set(protections.values.flatMap(\.shown))
        let protected = shown.union(protections.values.flatMap(\.moving))
        let deferred = cache.deferred
        guard cache.count == alive.count, alive.allSatisfy({ cache.isAlive($0) }) else {
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
