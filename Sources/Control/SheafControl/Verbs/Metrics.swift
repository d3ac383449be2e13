import SheafMetrics
import SheafOS

// "sheafctl metrics": the service's numbers for Prometheus.

extension Verb {
    /// `sheafctl metrics`.
    static let metrics = Verb(
        "metrics", summary: "print the service's numbers as text for Prometheus",
        details: """
            Prometheus' text format 0.0.4: let a timer write it to a file for node_exporter's textfile collector, or have
            whatever scrapes run it. With --format openmetrics it is OpenMetrics 1.0, which has units, and types that the
            other has not.
            """,
        usesReader: false,
        options: [
            .init(
                "format", value: "F", offers: .cases(of: MetricsFormat.self),
                help: "prometheus or openmetrics (default: prometheus)")
        ]
    ) { line throws(ControlError) in
        guard !line.has("json") else {
            throw line.mistake("metrics prints text for Prometheus: \"status\" and \"cache\" have the same with --json")
        }
        return MetricsCommand(format: try line.choice("format", .all()) ?? .prometheus)
    }
}

/// Prints the service's numbers.
struct MetricsCommand: Command {
    var format: MetricsFormat

    func run(_ session: Session, _ console: Console) throws(ControlError) {
        let status = try StatusCommand.status(session)
        try console.print(
            MetricsText.text(status, try CacheCommand.cache(session, isListed: false), as: format), terminator: "")
    }
}
