/// Text in the format OpenMetrics 1.0 (<https://prometheus.io/docs/specs/om/open_metrics_spec/>).
struct OpenMetrics {
    /// What a family's numbers mean.
    enum Kind: String {
        /// It only grows, from the start of the service on.
        case counter
        case gauge
        case info
        /// Each of some states is 1 or 0.
        case stateset

        /// What its samples' names end in.
        fileprivate var suffix: String {
            switch self {
            case .counter: "_total"
            case .info: "_info"
            case .gauge, .stateset: ""
            }
        }
    }

    /// A number, and what of its family it is of.
    struct Sample {
        fileprivate let labels: [(name: String, value: String)]
        fileprivate let value: String

        init(_ value: Int, _ labels: KeyValuePairs<String, String> = [:]) {
            self.labels = labels.map { ($0.key, $0.value) }
            self.value = "\(value)"
        }

        init(_ value: Double, _ labels: KeyValuePairs<String, String> = [:]) {
            self.labels = labels.map { ($0.key, $0.value) }
            self.value = "\(value)"
        }
    }

    private var lines: [String] = []

    /// The whole text.
    var text: String { lines.joined(separator: "\n") + "\n# EOF\n" }

    /// Adds a family.
    ///
    /// - Parameters:
    ///   - unit: a base unit; the name ends in it.
    ///   - help: one line.
    mutating func add(
        _ name: String, _ kind: Kind, unit: String? = nil, _ help: String, _ samples: [Sample]
    ) {
        lines.append("# TYPE \(name) \(kind.rawValue)")
        if let unit { lines.append("# UNIT \(name) \(unit)") }
        lines.append("# HELP \(name) \(Self.escaped(help))")
        for sample in samples {
            let labels = sample.labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }.joined(separator: ",")
            lines.append("\(name)\(kind.suffix)\(labels.isEmpty ? "" : "{\(labels)}") \(sample.value)")
        }
    }

    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            switch character {
            case "\\": result += "\\\\"
            case "\"": result += "\\\""
            case "\n": result += "\\n"
            default: result.append(character)
            }
        }
    }
}
