/// The formats in which Prometheus reads numbers.
package enum MetricsFormat: String, CaseIterable, Sendable {
    /// The text format 0.0.4 (<https://prometheus.io/docs/instrumenting/exposition_formats/>), which promtool and node_exporter read.
    case prometheus
    /// OpenMetrics 1.0 (<https://prometheus.io/docs/specs/om/open_metrics_spec/>), which has types and units that the other has not.
    case openmetrics

    /// The media type of such a text.
    package var mediaType: String {
        switch self {
        case .prometheus: "text/plain; version=0.0.4; charset=utf-8"
        case .openmetrics: "application/openmetrics-text; version=1.0.0; charset=utf-8"
        }
    }
}

/// Numbers as text that Prometheus reads.
package struct MetricsWriter {
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

    private let format: MetricsFormat
    private var lines: [String] = []

    package init(_ format: MetricsFormat) { self.format = format }

    /// The whole text.
    package var text: String { lines.joined(separator: "\n") + (format == .openmetrics ? "\n# EOF\n" : "\n") }

    /// Adds a family.
    ///
    /// - Parameters:
    ///   - unit: a base unit; the name ends in it.
    ///   - help: one line.
    package mutating func add(
        _ name: String, _ kind: Kind, unit: String? = nil, _ help: String, _ samples: [Sample]
    ) {
        switch format {
        case .openmetrics:
            lines.append("# TYPE \(name) \(kind.rawValue)")
            if let unit { lines.append("# UNIT \(name) \(unit)") }
            lines.append("# HELP \(name) \(Self.escaped(help))")
        case .prometheus:
            // A family has the name of its samples there.
            lines.append("# HELP \(name)\(kind.suffix) \(Self.escaped(help, withQuotes: false))")
            lines.append("# TYPE \(name)\(kind.suffix) \(kind == .counter ? "counter" : "gauge")")
        }
        for sample in samples {
            let labels = sample.labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }.joined(separator: ",")
            lines.append("\(name)\(kind.suffix)\(labels.isEmpty ? "" : "{\(labels)}") \(sample.value)")
        }
    }

    /// - Parameter withQuotes: whether quotes are escaped too.
    private static func escaped(_ text: String, withQuotes: Bool = true) -> String {
        text.reduce(into: "") { result, character in
            switch character {
            case "\\": result += "\\\\"
            case "\"" where withQuotes: result += "\\\""
            case "\n": result += "\\n"
            default: result.append(character)
            }
        }
    }
}
