import CBenchmark
import SheafOS

/// Prints what was measured, and keeps it for the file that `--json` asks for.
struct Report {
    /// An aim that a measurement is held against.
    struct Aim {
        enum Bound { case atMost, atLeast }

        let name: String
        let bound: Bound
        let limit: Double
        let unit: String
        let measured: Double

        var isMet: Bool { bound == .atMost ? measured <= limit : measured >= limit }
    }

    /// A figure of one side in one case.
    private struct Record {
        let measurement, scene, side, figure: String
        let value: Double
    }

    private var records: [Record] = []
    private var aims: [Aim] = []
    let machine: Machine

    init(machine: Machine) {
        self.machine = machine
    }

    mutating func record(
        _ measurement: String, scene: String, side: String, _ figures: KeyValuePairs<String, Double>
    ) {
        for (figure, value) in figures {
            records.append(
                Record(measurement: measurement, scene: scene, side: side, figure: figure, value: value))
        }
    }

    mutating func hold(_ name: String, _ measured: Double, _ bound: Aim.Bound, _ limit: Double, _ unit: String) {
        aims.append(Aim(name: name, bound: bound, limit: limit, unit: unit, measured: measured))
    }

    /// Whether anything was held against an aim.
    var hasAims: Bool { !aims.isEmpty }

    /// The aims, and whether each is met.
    var verdict: String {
        var table = Table(["", "aim", "measured", ""], leftColumns: 4)
        for aim in aims {
            table.add([
                aim.name, (aim.bound == .atMost ? "at most " : "at least ") + "\(aim.limit.short) \(aim.unit)",
                "\(aim.measured.short) \(aim.unit)", aim.isMet ? "met" : "FALLS SHORT",
            ])
        }
        let met = aims.count { $0.isMet }
        return "Aims: \(met) of \(aims.count) met\n\n" + table.text
    }

    /// The report as JSON.
    var json: String {
        let machine = self.machine.facts.map { "\(quote($0.name)):\(quote($0.value))" }.joined(separator: ",")
        let figures = records.map { record in
            "{\"measurement\":\(quote(record.measurement)),\"case\":\(quote(record.scene)),"
                + "\"side\":\(quote(record.side)),\"figure\":\(quote(record.figure)),\"value\":\(record.value)}"
        }
        let verdicts = aims.map { aim in
            "{\"aim\":\(quote(aim.name)),\"bound\":\(quote(aim.bound == .atMost ? "at most" : "at least")),"
                + "\"limit\":\(aim.limit),\"unit\":\(quote(aim.unit)),\"measured\":\(aim.measured),"
                + "\"met\":\(aim.isMet)}"
        }
        return "{\"machine\":{\(machine)},\n\"figures\":[\n\(figures.joined(separator: ",\n"))\n],\n"
            + "\"aims\":[\n\(verdicts.joined(separator: ",\n"))\n]}\n"
    }

    private func quote(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case _ where scalar.value < 0x20: quoted += " "
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}

/// The facts of the machine that the figures depend on.
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
