import Navigation
import PageCache
import PageModel

/// What readers do in the benchmark of steps, without a service: their machines, and the cache that they have pages kept
/// in.
struct StepWork {
    /// The kinds of steps that are measured.
    enum Kind: String, CaseIterable {
        /// A jump that settles at once.
        case jumps
        /// A jump that is animated, redirected three times, and settles.
        case redirects
        /// A drag of a page in so many offsets as a third of a second has at 120 Hz, its release and its settle.
        case drags
        /// A jump that settles at once, and the pages that are protected for it.
        case protectedJumps = "protected"
    }

    /// A document of so many pages, all of one size.
    private struct Pages: PageSource {
        static let count = 1_000

        func count(on surface: Surface) -> Int? { Self.count }

        func page(at index: Int, on surface: Surface) -> PageID? {
            (0..<Self.count).contains(index) ? PageID(Int64(index)) : nil
        }
    }

    private static let offsets = 40
    private static let redirects = 3
    private static let pageBytes = 1 << 20

    private var machines: [ReaderMachine] = []
    private var cache = PageCache(limits: CacheLimits(soft: 1 << 30, hard: 2 << 30), policy: LeastRecentlyUsed())
    private var now: UInt64 = 1_000
    private var next = 0
    /// What the compiler may not leave out.
    private(set) var events = 0

    init(readers: Int) {
        for number in 0..<readers {
            var machine = ReaderMachine()
            machine.open(in: Pages(), at: Instant(microseconds: now))
            _ = machine.takeEvents()
            machines.append(machine)
            protect(number)
        }
        for index in 0..<4 {
            let rendition = Self.rendition(PageID(Int64(index)))
            _ = cache.reserve(rendition, bytes: Self.pageBytes, at: Instant(microseconds: now))
            _ = cache.admit(rendition, bytes: Self.pageBytes, at: Instant(microseconds: now))
        }
    }

    /// Has the next reader do one round of a kind, and says how many steps that was.
    mutating func round(of kind: Kind) throws(NavigationError) -> Int {
        let number = next
        next = next + 1 < machines.count ? next + 1 : 0
        let here = machines[number].position(of: .horizontal) ?? 0
        let there = here == 0 ? 1 : 0
        switch kind {
        case .jumps:
            try jump(number, to: there)
            return 1
        case .protectedJumps:
            try jump(number, to: there)
            _ = cache.use(Self.rendition(PageID(Int64(there))), at: Instant(microseconds: now))
            protect(number)
            return 1
        case .redirects:
            for step in 0...Self.redirects { try jump(number, to: 2 + step, duration: 250_000) }
            let step = machines[number].transition
            machines[number].settle(step: step, in: Pages(), at: tick())
            take(number)
            try jump(number, to: there)
            return Self.redirects + 3
        case .drags:
            let step = try machines[number].beginDrag(on: .horizontal, at: nil, in: Pages(), at: tick())
            for offset in 1...Self.offsets {
                let way = Double(there - here) * Double(offset) / Double(Self.offsets)
                try machines[number].drag(to: Double(here) + way, in: Pages(), at: tick())
                take(number)
            }
            _ = try machines[number].release(velocity: 0, in: Pages(), at: tick())
            machines[number].settle(step: step, in: Pages(), at: tick())
            take(number)
            return Self.offsets + 3
        }
    }

    private mutating func jump(_ number: Int, to index: Int, duration: UInt64 = 0) throws(NavigationError) {
        _ = try machines[number].jump(on: .horizontal, to: index, duration: duration, in: Pages(), at: tick())
        take(number)
    }

    private mutating func take(_ number: Int) { events += machines[number].takeEvents().count }

    private mutating func tick() -> Instant {
        now += 100
        return Instant(microseconds: now)
    }

    /// As the service does after each command.
    private mutating func protect(_ number: Int) {
        let needed = machines[number].protectedPages(in: Pages())
        let protection = Protection(
            shown: needed.shown.map { Self.rendition($0.page) }, moving: needed.moving.map { Self.rendition($0.page) })
        _ = cache.protect(protection, of: ReaderKey(UInt64(number)), at: Instant(microseconds: now))
    }

    private static func rendition(_ page: PageID) -> Rendition {
        Rendition(
            document: DocumentID(1), page: page, scale: 1, rotation: .upright,
            region: PixelRegion(x: 0, y: 0, width: 512, height: 512), format: .bgrx8888)
    }
}
