package import SheafOS

/// The level and target of the log, changed by calls and signals while the service runs. A restart forgets the changes.
package final class LogSettings {
    private let journal: Journal

    package init(_ journal: Journal) {
        self.journal = journal
    }

    package var level: LogLevel { journal.threshold }
    package var target: LogTarget { journal.target }

    /// Changes the level, the target or both. A line is logged for each change under the settings that held before it.
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
