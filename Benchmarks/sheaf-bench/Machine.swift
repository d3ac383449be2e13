import CBenchmark
import SheafOS

/// What the figures depend on.
struct Machine {
    let facts: [(name: String, value: String)]

    init() {
        facts = [
            ("processor", Self.processor),
            ("processors", "\(benchmark_processors().nonzeroBitCount)"),
            ("governor", Self.line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor") ?? "unknown"),
            ("memory", Self.field("MemTotal", of: "/proc/meminfo") ?? "unknown"),
            ("kernel", Self.line("/proc/sys/kernel/osrelease") ?? "unknown"),
            ("load", Self.line("/proc/loadavg") ?? "unknown"),
        ]
    }

    /// The facts, a line for each.
    var text: String {
        var table = Table(leftColumns: 2)
        for fact in facts { table.add([fact.name, fact.value]) }
        return table.text
    }

    private static var processor: String {
        field("model name", of: "/proc/cpuinfo") ?? field("Model", of: "/proc/cpuinfo") ?? "unknown"
    }

    private static func line(_ path: String) -> String? {
        (try? TextFile.read(path))?.split(separator: "\n").first.map(String.init)
    }

    /// The value behind the first "name: value" of a file.
    private static func field(_ name: String, of path: String) -> String? {
        let line = (try? TextFile.read(path))?.split(separator: "\n").first { $0.hasPrefix(name) }
        return line?.split(separator: ":").last.map { value in
            value.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
    }
}
