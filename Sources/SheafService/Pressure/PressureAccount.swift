import PageCache
import Pressure

/// What the last memory warning led to.
struct PressureReaction {
    /// The level of the warning.
    let level: PressureLevel
    /// Whose it was.
    let source: PressureSource
    /// What the cache let go for it.
    let freed: CacheReduction.Freed
    /// From the warning until the cache was within its new limit, in microseconds.
    let withinLimit: UInt64
    /// From the warning until the memory was back with the system, in microseconds; nil until then, and where that could not
    /// be learnt.
    var returned: UInt64?
}

/// Memory pressure, for operators.
struct PressureAccount {
    /// The limits without pressure.
    let configured: CacheLimits
    /// Why others are in force; nil where they are not.
    let reason: PressureReason?
    /// Where the kernel's events come from; nil where they can't be had.
    let watched: PressureSource?
    /// The warnings since the start.
    let counts: PressureCounts
    /// What the last warning led to; nil before the first.
    let lastReaction: PressureReaction?
}
