import PageCache
import Pressure
import SheafOS

/// The reaction of the service to the last memory warning.
struct PressureReaction {
    /// The level of the warning.
    let level: PressureLevel
    /// The source of the warning.
    let source: PressureSource
    /// The pages that the cache let go for the warning.
    let freed: CacheReduction.Freed
    /// The time from the warning until the cache was within its new limit, in microseconds.
    let withinLimit: UInt64
    /// The time from the warning until the memory was back with the system, in microseconds; nil until then, and where
    /// that could not be learnt.
    var returned: UInt64?
}

/// Memory pressure, for operators.
struct PressureAccount {
    /// The limits without pressure.
    let configured: CacheLimits
    /// Why other limits are in force; nil where they are not.
    let reason: PressureReason?
    /// The source of the kernel's events; nil where they can't be had.
    let watched: PressureSource?
    /// How many warnings came since the start.
    let counts: PressureCounts
    /// The reaction to the last warning; nil before the first.
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

    /// The source as a sentence names it: "says …".
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
