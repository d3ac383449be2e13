package import SheafOS

/// What is logged and where, changed while the service runs: by calls and by signals. Nothing of it outlives the run.
package final class LogSettings {
    private let journal: Journal

    package init(_ journal: Journal) {
        self.journal = journal
    }

    package var level: LogLevel { journal.threshold }
    package var target: LogTarget { journal.target }

    /// Changes what is given. A line says so where it is still read: under what held until now.
    ///
    /// - Parameter asked: who asks for it.
    package func set(level: LogLevel? = nil, target: LogTarget? = nil, asked who: String) {
        if let level, level != journal.threshold {
            journal.log(.notice, "the log level becomes \(level), it was \(journal.threshold): asked for by \(who)")
            journal.threshold = level
        }
        if let target, target != journal.target {
            journal.log(.notice, "the log target becomes \(target), it was \(journal.target): asked for by \(who)")
            journal.target = target
        }
    }
}
