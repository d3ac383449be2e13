import PageCache
import SheafOS

/// Brings the cache within other limits, a slice at a time: letting 30,000 small pages go takes tens of milliseconds, and the
/// loop is to serve others meanwhile.
final class CacheReduction {
    /// What was let go on the way.
    struct Freed: Equatable {
        var pages = 0
        /// Those of the pages. What a viewer has mapped stays in memory until it lets go.
        var bytes = 0
    }

    /// How many pages of mean size are let go before the clock is asked, at least.
    private static let leastSlice = 256
    /// This part of the pages is a slice, where that is more: a policy that looks at all pages to find the ones that go does so
    /// once a slice.
    private static let slices = 32
    /// How long one turn of the loop may take, in microseconds, beside one slice.
    static let turnTime: UInt64 = 500

    private struct Waiter {
        let pages: Int
        let bytes: Int
        let done: (Freed) -> Void
    }

    private let loop: EventLoop
    private let server: PageServer
    private var target: CacheLimits
    /// What the cache is to be within after the slice at hand.
    private var bound = (bytes: 0, pages: 0)
    private var slice = leastSlice
    private var waiters: [Waiter] = []
    private var isUnderWay = false

    /// - Parameter server: what holds the pages; nobody else sets its limits.
    init(loop: EventLoop, server: PageServer) {
        self.loop = loop
        self.server = server
        target = server.limitsInForce
    }

    /// Sets limits in place of those before, which may not have been reached yet.
    ///
    /// - Parameter done: called when the cache is within them, or within others that were set since; from within this call
    ///   where it does not take long.
    func bring(to limits: CacheLimits, done: @escaping (Freed) -> Void = { _ in }) {
        let (alive, reserved) = (server.cache.sums.alive, server.cache.reservedBytes)
        target = limits
        bound = (alive.bytes + reserved, alive.pages)
        slice = max(alive.pages / Self.slices, Self.leastSlice)
        waiters.append(Waiter(pages: server.cache.counters.evicted, bytes: alive.bytes, done: done))
        // The next turn goes on with the new limits.
        if !isUnderWay { reduce() }
    }

    private func reduce() {
        let start = loop.now
        var isDone = letGoSlice()
        while !isDone, loop.now - start < Self.turnTime { isDone = letGoSlice() }
        isUnderWay = !isDone
        if isUnderWay { return loop.afterThisBatch { [weak self] in self?.reduce() } }
        let (evicted, bytes) = (server.cache.counters.evicted, server.cache.bytes)
        let served = waiters
        waiters = []
        for waiter in served {
            waiter.done(Freed(pages: evicted - waiter.pages, bytes: max(waiter.bytes - bytes, 0)))
        }
    }

    /// Lowers the limits by a slice; true where they are what they are to be.
    private func letGoSlice() -> Bool {
        // Figures alone: a copy of the account would have each of its tables copied as the first page goes.
        let (alive, reserved) = (server.cache.sums.alive, server.cache.reservedBytes)
        let mean = max(alive.bytes / max(alive.pages, 1), 1)
        bound.bytes = min(bound.bytes, alive.bytes + reserved) - mean * slice
        bound.pages = min(bound.pages, alive.pages) - slice
        let isLast = bound.bytes <= target.soft && bound.pages <= target.pages
        server.setLimits(
            isLast
                ? target
                : CacheLimits(
                    soft: max(bound.bytes, target.soft), hard: target.hard, pages: max(bound.pages, target.pages),
                    hardPages: target.hardPages))
        return isLast
    }
}
