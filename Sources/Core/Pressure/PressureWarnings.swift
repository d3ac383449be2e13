package import PageModel

/// How short memory is.
package enum PressureLevel: Int, Comparable, CaseIterable, Sendable {
    case low
    case medium
    case critical

    package static func < (one: PressureLevel, other: PressureLevel) -> Bool { one.rawValue < other.rawValue }

    /// The share of the configured limit that the cache may hold, in hundredths; 0 leaves only protected pages.
    package var share: Int {
        switch self {
        case .low: 60
        case .medium: 20
        case .critical: 0
        }
    }

    /// How much may be rendered ahead.
    package var prefetchAllowance: PrefetchAllowance {
        switch self {
        case .low: .nextPage
        case .medium, .critical: .none
        }
    }

    /// The next worse level, the worst for the worst.
    var raised: PressureLevel { PressureLevel(rawValue: rawValue + 1) ?? self }
}

/// The source of a warning that memory is short.
package enum PressureSource: Int, CaseIterable, Sendable {
    /// The file that systemd has the service watch: `MEMORY_PRESSURE_WATCH`.
    case serviceManager
    /// Processes of the service's own unit wait for memory: its cgroup's `memory.pressure`.
    case cgroup
    /// Some process of the machine waits for memory: `/proc/pressure/memory`.
    case machine
    /// Little memory is left: `MemAvailable` of `/proc/meminfo`.
    case availableMemory
    /// A signal.
    case signal
    /// A call of `WarnMemory`.
    case call
}

/// How many warnings there were since the start.
package struct PressureCounts: Equatable, Sendable {
    private var counts = [Int](repeating: 0, count: PressureSource.allCases.count * PressureLevel.allCases.count)

    package init() {}

    /// The warnings of one source at one level.
    package internal(set) subscript(source: PressureSource, level: PressureLevel) -> Int {
        get { counts[Self.offset(source, level)] }
        set { counts[Self.offset(source, level)] = newValue }
    }

    /// All of them.
    package var total: Int { counts.reduce(0, +) }

    private static func offset(_ source: PressureSource, _ level: PressureLevel) -> Int {
        source.rawValue * PressureLevel.allCases.count + level.rawValue
    }
}

/// Why the cache has less than is configured.
package struct PressureReason: Equatable, Sendable {
    /// The level whose limit is in force. While the limit rises again it is ``PressureLevel/low``, whatever it was before.
    package let level: PressureLevel
    /// Whose warning it was.
    package let source: PressureSource
    /// When the warning came that set the level.
    package let since: Instant
    /// When the limit rises next: to that of ``PressureLevel/low``, or to the configured one.
    package let next: Instant
    /// When the configured limit is in force again, unless another warning comes.
    package let until: Instant
    /// Whether the limit rises already.
    package let isRecovering: Bool
    /// Whether warnings came so often that the limit stays down until there has been none for a while.
    package let isSustained: Bool
}
