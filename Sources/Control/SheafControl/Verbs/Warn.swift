import SheafInterface
import Varlink

// "sheafctl warn", and how memory pressure is written in the output of "status", "cache" and "top".

extension Verb {
    /// `sheafctl warn LEVEL`.
    static let warn = Verb(
        "warn", "LEVEL", offers: .cases(of: ManagerInterface.PressureLevel.self),
        summary: "tell the service that memory is short",
        details: """
            LEVEL is low, medium or critical: the cache is limited to 60 or 20 % of what is configured, or to the pages that are on
            screen. After 3 seconds it recovers. Prints what is in force then, and what was let go. Operators may do it.

            \(operators)
            """,
        usesReader: false, parse: WarnCommand.init)
}

/// Warns the service of memory pressure.
struct WarnCommand: Command {
    var level: ManagerInterface.PressureLevel

    /// The command in the arguments and options of a line.
    init(_ line: VerbArguments) throws(ControlError) {
        level = try line.choose(line.words.first, .all(), for: line.verb)
    }

    func run(_ session: Session, _ console: Console) throws(ControlError) {
        let reply = try session.call(
            ManagerInterface.WarnMemory.self, .init(level: level), attempt: "warn of memory pressure"
        ).parameters
        let freed = "\(Units.count(reply.freedPages, "page")), \(Units.bytes(reply.freedBytes))"
        try console.show(
            reply,
            as: """
                let go \(freed)   in \(Units.milliseconds(reply.microseconds))   \
                now at most \(Units.bytes(reply.softLimit)), \(Units.bytes(reply.hardLimit)) with what is on screen
                """)
    }
}

/// Memory pressure, written for people.
enum PressureText {
    /// The warning that is in force.
    private struct Warning {
        let level: ManagerInterface.PressureLevel
        let source: ManagerInterface.PressureSource
        /// Seconds since it came.
        let since: Double
        /// Seconds until the configured limit is in force again.
        let until: Double

        /// - Returns: nil where none is in force.
        init?(_ pressure: ManagerInterface.Pressure) {
            guard let level = pressure.level, let source = pressure.source, let since = pressure.since,
                let until = pressure.until
            else { return nil }
            (self.level, self.source, self.since, self.until) = (level, source, since, until)
        }
    }

    /// The warning in force and the last reaction, for "status".
    static func state(_ pressure: ManagerInterface.Pressure) -> String {
        guard let warning = Warning(pressure) else { return "none\(lastReaction(pressure))" }
        let source = name(warning.source)
        let what =
            pressure.recovering
            ? "over, said \(source); the limit rises again" : "\(warning.level.rawValue), says \(source)"
        return """
            \(what)\(pressure.sustained ? ", again and again" : ""), \(seconds(warning.since)) ago: \
            less than the configured \(Units.bytes(pressure.configuredLimit)) \
            for \(seconds(warning.until)) more\(lastReaction(pressure))
            """
    }

    /// Why the limit is below the configured one, for "cache"; nil where it is not.
    static func reason(_ pressure: ManagerInterface.Pressure, configured: Int) -> String? {
        guard let warning = Warning(pressure) else { return nil }
        let part = "\(share(of: warning.level)) % of \(Units.bytes(configured))"
        let source = name(warning.source)
        let why =
            pressure.recovering
            ? ": \(source) warned \(seconds(warning.since)) ago, and the limit rises again"
            : " since \(seconds(warning.since)), \(source) warned (\(warning.level.rawValue))"
        let next = pressure.recovering ? nil : pressure.next.map { "\(share(of: .low)) % in \(seconds($0))" }
        let steps = [warning.level == .low ? nil : next, "all of it in \(seconds(warning.until))"].compactMap { $0 }
        let often = pressure.sustained ? ", again and again" : ""
        return "\(part)\(why)\(often); \(steps.joined(separator: ", ")) unless another warning comes"
    }

    /// The sources that are watched and the number of warnings, for "status".
    static func watched(_ pressure: ManagerInterface.Pressure) -> String {
        "\(pressure.watched.map(interface) ?? "nothing"); \(warnings(pressure))"
    }

    /// All of it in parts for "top", the most important first, as a narrow terminal has no room for the last ones.
    static func parts(_ pressure: ManagerInterface.Pressure) -> [String] {
        let watched = "watched: \(pressure.watched.map(interface) ?? "nothing")"
        guard let warning = Warning(pressure) else { return ["none", warnings(pressure), watched] }
        return [
            "\(warning.level.rawValue)\(pressure.recovering ? " is over" : "")",
            "all of it again in \(seconds(warning.until))",
            "\(name(warning.source)) warned \(seconds(warning.since)) ago",
        ] + (pressure.sustained ? ["again and again"] : []) + [watched]
    }

    /// The limit at a level, in hundredths of the configured one: docs/memory.md.
    private static func share(of level: ManagerInterface.PressureLevel) -> Int {
        switch level {
        case .low: 60
        case .medium: 20
        case .critical: 0
        }
    }

    private static func warnings(_ pressure: ManagerInterface.Pressure) -> String {
        "\(Units.count(pressure.warnings.reduce(0) { $0 + $1.warnings }, "warning")) since the start"
    }

    private static func lastReaction(_ pressure: ManagerInterface.Pressure) -> String {
        guard let reaction = pressure.lastReaction else { return "" }
        let returned = reaction.returned.map { ", memory back after \(Units.milliseconds($0))" } ?? ""
        return "; the last warning let go \(Units.bytes(reaction.freedBytes)) in "
            + "\(Units.milliseconds(reaction.withinLimit))\(returned)"
    }

    private static func seconds(_ value: Double) -> String { "\(Units.decimal(value, digits: 1)) s" }

    /// The name of the source of a warning, for people.
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

    /// The interface that a source is read from.
    private static func interface(_ source: ManagerInterface.PressureSource) -> String {
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
