import PageCache
import Pressure
import SheafOS

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

extension PressureSource {
    /// A source of the kernel's events, as the service counts it.
    init(_ origin: MemoryPressureSource.Origin) {
        self =
            switch origin {
            case .serviceManager: .serviceManager
            case .cgroup: .cgroup
            case .machine: .machine
            case .availableMemory: .availableMemory
            }
    }

    /// As sentences name it: "says …".
    var words: String {
        switch self {
        case .serviceManager: "what systemd has watched"
        case .cgroup: "the unit's cgroup"
        case .machine: "the kernel"
        case .availableMemory: "a look at what is available"
        case .signal: "a signal"
        case .call: "an operator"
        }
    }
}

extension PressureReason {
    /// "memory pressure critical, says a signal".
    var words: String {
        let way = isRecovering ? "memory pressure is over" : "memory pressure \(level), says \(source.words)"
        return isSustained ? "\(way) again and again" : way
    }
}
