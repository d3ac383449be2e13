import Navigation
import PageCache
import PageModel

/// The work of readers in the benchmark of steps, without a service: their machines, and the cache that they have pages
/// kept in.
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
    private var readers: [CacheReader] = []
    /// The cache's slots, by page.
    private var slots: [CacheSlot] = []
    private var cache = PageCache(limits: CacheLimits(soft: 1 << 30, hard: 2 << 30), policy: LeastRecentlyUsed())
    private var now: UInt64 = 1_000
    private var next = 0
    /// How many events the steps had: with this, the compiler may leave no step out.
    private(set) var events = 0

    init(readers count: Int) {
        for page in 0..<Self.redirects + 3 {
            let slot = cache.hold(Self.rendition(PageID(Int64(page))))
            _ = cache.reserve(slot, bytes: Self.pageBytes, at: Instant(microseconds: now))
            _ = cache.admit(slot, bytes: Self.pageBytes, at: Instant(microseconds: now))
            slots.append(slot)
        }
        for _ in 0..<count {
            var machine = ReaderMachine()
            let step = machine.open(in: Pages(), at: Instant(microseconds: now))
            machines.append(machine)
            readers.append(cache.addReader())
            protect(machines.count - 1, step)
            // What a reader with a watch has collected.
            machines[machines.count - 1].isObserved = true
        }
    }

    /// Has the next reader do one round of a kind, and says how many steps that was.
    mutating func round(of kind: Kind) throws(BenchmarkError) -> Int {
        do throws(Refusal) { return try step(kind) } catch { throw BenchmarkError("\(kind.rawValue): \(error.reason)") }
    }

    private mutating func step(_ kind: Kind) throws(Refusal) -> Int {
        let number = next
        next = next + 1 < machines.count ? next + 1 : 0
        let here = machines[number].position(of: .horizontal) ?? 0
        let there = here == 0 ? 1 : 0
        switch kind {
        case .jumps:
            note(try jump(number, to: there))
            return 1
        case .protectedJumps:
            let step = try jump(number, to: there)
            note(step)
            if !cache.turn(readers[number], to: slots[there], at: Instant(microseconds: now)) {
                protect(number, step)
            }
            return 1
        case .redirects:
            for step in 0...Self.redirects { note(try jump(number, to: 2 + step, duration: 250_000)) }
            note(machines[number].settle(transition: machines[number].transition, in: Pages(), at: tick()).standing)
            note(try jump(number, to: there))
            return Self.redirects + 3
        case .drags:
            let start = try machines[number].beginDrag(on: .horizontal, at: nil, in: Pages(), at: tick())
            note(start.standing)
            for offset in 1...Self.offsets {
                let way = Double(there - here) * Double(offset) / Double(Self.offsets)
                note(try machines[number].drag(to: Double(here) + way, in: Pages(), at: tick()))
            }
            note(try machines[number].release(velocity: 0, in: Pages(), at: tick()).standing)
            note(machines[number].settle(transition: start.standing.transition, in: Pages(), at: tick()).standing)
            return Self.offsets + 3
        }
    }

    private mutating func jump(_ number: Int, to index: Int, duration: UInt64 = 0) throws(Refusal) -> Standing {
        try machines[number].jump(on: .horizontal, to: index, duration: duration, in: Pages(), at: tick())
    }

    private mutating func note(_ step: Standing?) { events += step?.events.count ?? 0 }

    private mutating func tick() -> Instant {
        now += 100
        return Instant(microseconds: now)
    }

    /// Protects a reader's pages as the service does after each command that is no simple turn.
    private mutating func protect(_ number: Int, _ step: Standing) {
        let protection = Protection(
            shown: SlotList(step.protected.shown.map { slots[$0.index] }),
            moving: SlotList(step.protected.moving.map { slots[$0.index] }))
        _ = cache.protect(protection, of: readers[number], at: Instant(microseconds: now))
    }

    private static func rendition(_ page: PageID) -> Rendition {
        Rendition(
            document: DocumentID(1), page: page, scale: 1, rotation: .upright,
            region: PixelRegion(x: 0, y: 0, width: 512, height: 512), format: .bgrx8888)
    }
}
