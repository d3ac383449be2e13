package import SheafInterface

/// Memory pressure, for people.
package enum PressureText {
    /// What a warning has led to.
    package static func line(_ reply: ManagerInterface.WarnMemoryReply) -> String {
        let freed = "\(Units.count(reply.freedPages, "page")), \(Units.bytes(reply.freedBytes))"
        return """
            let go \(freed)   in \(Units.milliseconds(UInt64(clamping: reply.microseconds)))   \
            now at most \(Units.bytes(reply.softLimit)), \(Units.bytes(reply.hardLimit)) with what is on screen
            """
    }

    /// Why the cache has the limit that it has.
    package static func state(_ pressure: ManagerInterface.Pressure) -> String {
        guard let level = pressure.level, let source = pressure.source, let since = pressure.since,
            let until = pressure.until
        else { return "none\(last(pressure))" }
        let what =
            pressure.recovering
            ? "over, said \(name(source)); the limit rises again" : "\(level.rawValue), says \(name(source))"
        let often = pressure.sustained ? ", again and again" : ""
        let configured = Units.bytes(pressure.configuredLimit)
        return """
            \(what)\(often), \(seconds(since)) ago: less than the configured \(configured) \
            for \(seconds(until)) more\(last(pressure))
            """
    }

    /// Why the cache has less than is configured; nil where it has not.
    package static func reason(_ pressure: ManagerInterface.Pressure, configured: Int) -> String? {
        guard let level = pressure.level, let source = pressure.source, let since = pressure.since,
            let until = pressure.until
        else { return nil }
        let part = "\(share(of: level)) % of \(Units.bytes(configured))"
        let why =
            pressure.recovering
            ? ": \(name(source)) warned \(seconds(since)) ago, and the limit rises again"
            : " since \(seconds(since)), \(name(source)) warned (\(level.rawValue))"
        let next = pressure.recovering ? nil : pressure.next.map { "\(share(of: .low)) % in \(seconds($0))" }
        let steps = [level == .low ? nil : next, "all of it in \(seconds(until))"].compactMap { $0 }
        let often = pressure.sustained ? ", again and again" : ""
        return "\(part)\(why)\(often); \(steps.joined(separator: ", ")) unless another warning comes"
    }

    /// In hundredths of what is configured: docs/memory.md.
    private static func share(of level: ManagerInterface.PressureLevel) -> Int {
        switch level {
        case .low: 60
        case .medium: 20
        case .critical: 0
        }
    }

    /// Where the kernel's events come from.
    package static func watched(_ pressure: ManagerInterface.Pressure) -> String {
        let total = pressure.warnings.reduce(0) { $0 + $1.warnings }
        return "\(pressure.watched.map(place) ?? "nothing"); \(Units.count(total, "warning")) since the start"
    }

    private static func last(_ pressure: ManagerInterface.Pressure) -> String {
        guard let reaction = pressure.lastReaction else { return "" }
        let within = Units.milliseconds(UInt64(clamping: reaction.withinLimit))
        let returned = reaction.returned.map { ", memory back after \(Units.milliseconds(UInt64(clamping: $0)))" } ?? ""
        return "; the last warning let go \(Units.bytes(reaction.freedBytes)) in \(within)\(returned)"
    }

    /// The same in parts, the most important first, for lines that may be short.
    static func parts(_ pressure: ManagerInterface.Pressure) -> [String] {
        let watched = "watched: \(pressure.watched.map(place) ?? "nothing")"
        guard let level = pressure.level, let source = pressure.source, let since = pressure.since,
            let until = pressure.until
        else {
            let warnings = pressure.warnings.reduce(0) { $0 + $1.warnings }
            return ["none", "\(Units.count(warnings, "warning")) since the start", watched]
        }
        return [
            "\(level.rawValue)\(pressure.recovering ? " is over" : "")", "all of it again in \(seconds(until))",
            "\(name(source)) warned \(seconds(since)) ago",
        ] + (pressure.sustained ? ["again and again"] : []) + [watched]
    }

    private static func seconds(_ value: Double) -> String { "\(Units.decimal(value, digits: 1)) s" }

    private static func name(_ source: ManagerInterface.PressureSource) -> String {
        switch source {
        case .serviceManager: "what systemd has watched"
        case .cgroup: "the unit's cgroup"
        case .machine: "the kernel"
        case .availableMemory: "a look at what is available"
        case .signal: "a signal"
        case .call: "an operator"
        }
    }

    private static func place(_ source: ManagerInterface.PressureSource) -> String {
        switch source {
        case .serviceManager: "what MEMORY_PRESSURE_WATCH names"
        case .cgroup: "the unit's cgroup"
        case .machine: "/proc/pressure/memory"
        case .availableMemory: "MemAvailable in /proc/meminfo, now and then"
        case .signal: "signals"
        case .call: "calls"
        }
    }
}
