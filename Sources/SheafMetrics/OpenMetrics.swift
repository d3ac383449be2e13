/// Text in the format of OpenMetrics 1.0 (<https://prometheus.io/docs/specs/om/open_metrics_spec/>).
package struct OpenMetrics {
    /// The type of a family.
    package enum Kind: String {
        /// A number that only grows, from 0 at the start of the service.
        case counter
        case gauge
        case info
        /// A number for each of some states: 1 for the current one, 0 for the others.
        case stateset

        /// The suffix of its samples' names.
        fileprivate var suffix: String {
            switch self {
            case .counter: "_total"
            case .info: "_info"
            case .gauge, .stateset: ""
            }
        }
    }

    /// A number with the labels that tell it from the others of its family.
    package struct Sample {
        fileprivate let labels: [(name: String, value: String)]
        fileprivate let value: String

        package init(_ value: Int, _ labels: KeyValuePairs<String, String> = [:]) {
            self.labels = labels.map { ($0.key, $0.value) }
            self.value = "\(value)"
        }

        package init(_ value: Double, _ labels: KeyValuePairs<String, String> = [:]) {
            self.labels = labels.map { ($0.key, $0.value) }
            self.value = "\(value)"
        }
    }

    private var lines: [String] = []

    package init() {}

    /// The whole text.
    package var text: String { lines.joined(separator: "\n") + "\n# EOF\n" }

    /// Adds a family.
    ///
    /// - Parameters:
    ///   - unit: a base unit; the name ends in it.
    ///   - help: one line.
    package mutating func add(
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
