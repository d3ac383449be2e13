import SheafInterface
import SheafMetrics
import Varlink

// "sheafctl metrics": the service's numbers for Prometheus.

extension Verb {
    /// `sheafctl metrics`.
    static let metrics = Verb(
        "metrics", summary: "print the service's numbers in OpenMetrics text",
        details: """
            OpenMetrics 1.0, which Prometheus reads: let a timer write it to a file for node_exporter's textfile collector, or
            have whatever scrapes run it.
            """,
        usesReader: false
    ) { line throws(ControlError) in
        guard !line.has("json") else {
            throw line.mistake("metrics prints OpenMetrics text: \"status\" and \"cache\" have the same with --json")
        }
        try line.expectArguments(atMost: 0)
        return MetricsCommand()
    }
}

/// Prints the service's numbers.
struct MetricsCommand: Command {
    func run(_ session: Session, _ console: Console) throws(ControlError) {
        let status = try StatusCommand.status(session)
        try console.print(
            MetricsText.text(status, try CacheCommand.cache(session, isListed: false)), terminator: "")
    }
}
