import PageCache
import PageModel
import SheafInterface

// Memory pressure, as it goes over the wire.

extension PressureLevel {
    /// As it comes over the wire.
    init(_ level: ManagerInterface.PressureLevel) {
        self =
            switch level {
            case .low: .low
            case .medium: .medium
            case .critical: .critical
            }
    }

    /// As it goes over the wire.
    var wire: ManagerInterface.PressureLevel {
        switch self {
        case .low: .low
        case .medium: .medium
        case .critical: .critical
        }
    }
}

extension PressureSource {
    /// As it goes over the wire.
    var wire: ManagerInterface.PressureSource {
        switch self {
        case .serviceManager: .serviceManager
        case .cgroup: .cgroup
        case .machine: .machine
        case .availableMemory: .availableMemory
        case .signal: .signal
        case .call: .call
        }
    }
}

extension PressureAccount {
    /// As it goes over the wire.
    ///
    /// - Parameter now: the time, in microseconds.
    func wire(now: UInt64) -> ManagerInterface.Pressure {
        func seconds(_ microseconds: UInt64) -> Double { Double(microseconds) / 1_000_000 }
        return ManagerInterface.Pressure(
            watched: watched?.wire, level: reason?.level.wire, source: reason?.source.wire,
            since: reason.map { seconds(now - min($0.since.microseconds, now)) },
            next: reason.map { seconds(max($0.next.microseconds, now) - now) },
            until: reason.map { seconds(max($0.until.microseconds, now) - now) },
            recovering: reason?.isRecovering ?? false, sustained: reason?.isSustained ?? false,
            configuredLimit: configured.soft,
            warnings: PressureSource.allCases.flatMap { source in
                PressureLevel.allCases.filter { counts[source, $0] > 0 }.map { level in
                    ManagerInterface.PressureCount(
                        source: source.wire, level: level.wire, warnings: counts[source, level])
                }
            },
            lastReaction: lastReaction.map { reaction in
                ManagerInterface.PressureReaction(
                    level: reaction.level.wire, source: reaction.source.wire, freedPages: reaction.freed.pages,
                    freedBytes: reaction.freed.bytes, withinLimit: Int(clamping: reaction.withinLimit),
                    returned: reaction.returned.map { Int(clamping: $0) })
            })
    }
}
