import SheafOS

/// What is logged and where, changed while the service runs: by calls and by signals. Nothing of it outlives the run.
final class LogSettings {
    private let journal: Journal

    init(_ journal: Journal) {
        self.journal = journal
    }

    var level: LogLevel { journal.threshold }
    var target: LogTarget { journal.target }

    /// Changes what is given. A line says so where it is still read: under what held until now.
    ///
    /// - Parameter asked: who asks for it.
    func set(level: LogLevel? = nil, target: LogTarget? = nil, asked who: String) {
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
