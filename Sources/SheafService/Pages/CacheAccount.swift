import PageCache

/// The cache in numbers.
struct CacheAccount {
    /// The limits in force, where viewers hold nothing outside the cache.
    let limits: CacheLimits
    /// The bytes of all pages that are kept.
    let bytes: Int
    /// The bytes that renders under way will take.
    let reservedBytes: Int
    /// How many pages are kept.
    let pages: Int
    /// What has happened since the start.
    let counters: CacheCounters
}
