import PageCache
import SheafOS
import SheafPages

/// Brings the cache within other limits, a slice at a time: letting 30,000 small pages go takes tens of milliseconds, and the
/// loop is to serve others meanwhile.
final class CacheReduction {
    /// The pages that were let go on the way.
    struct Freed: Equatable {
        var pages = 0
        /// The bytes of those pages. A page that a viewer has mapped stays in memory until the viewer lets go of it.
        var bytes = 0
    }

    /// How many pages are let go before the clock is asked.
    private static let slice = 64
    /// How long one round of the loop may take, in microseconds, beside one slice.
    static let roundTime: UInt64 = 500

    private struct Waiter {
        let pages: Int
        let bytes: Int
        let done: (Freed) -> Void
    }

    private let loop: EventLoop
    private let store: PageStore
    private var target: CacheLimits
    /// The pages that are to go before the limits are set.
    private var surplus: ArraySlice<CacheSlot> = []
    private var waiters: [Waiter] = []
    private var isUnderWay = false

    /// - Parameter store: what holds the pages; nobody else sets its limits.
    init(loop: EventLoop, store: PageStore) {
        self.loop = loop
        self.store = store
        target = store.limitsInForce
    }

    /// Sets limits in place of those before, which may not have been reached yet.
    ///
    /// - Parameter done: called when the cache is within them, or within others that were set since; from within this call
    ///   where it does not take long.
    func bring(to limits: CacheLimits, done: @escaping (Freed) -> Void = { _ in }) {
        target = limits
        surplus = store.surplus(beyond: limits)[...]
        waiters.append(Waiter(pages: store.cache.counters.evicted, bytes: store.cache.bytes, done: done))
        // The next round goes on with the new limits.
        if !isUnderWay { reduce() }
    }

    private func reduce() {
        let start = loop.now
        while !surplus.isEmpty, loop.now - start < Self.roundTime {
            let slice = surplus.prefix(Self.slice)
            surplus = surplus.dropFirst(slice.count)
            store.letGo(slice)
        }
        isUnderWay = !surplus.isEmpty
        if isUnderWay { return loop.afterThisBatch { self.reduce() } }
        store.setLimits(target)
        let (evicted, bytes) = (store.cache.counters.evicted, store.cache.bytes)
        let served = waiters
        waiters = []
        for waiter in served {
            waiter.done(Freed(pages: evicted - waiter.pages, bytes: max(waiter.bytes - bytes, 0)))
        }
    }
}
