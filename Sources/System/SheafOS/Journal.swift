import CSystemd
import Glibc

/// How much a log line matters, as syslog(3) counts it: lower is worse.
package enum LogLevel: Int32, Comparable, CaseIterable, Sendable {
    case error = 3
    case warning = 4
    case notice = 5
    case info = 6
    case debug = 7

    package static func < (one: LogLevel, other: LogLevel) -> Bool { one.rawValue < other.rawValue }
}

/// A named value that travels with a log line; names are upper case, as journald wants them: "SHEAF_READER".
package struct LogField: Equatable, Sendable {
    package let name: String
    package let value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// Takes log lines to where they go: to the journal, with their fields, or to standard error.
///
/// All parts of the service share one: an operator changes its level and target while it runs.
package final class Journal {
    /// Lines below this level are dropped.
    package var threshold: LogLevel
    /// Where lines go.
    package var target: LogTarget
    /// The name of the program that logs, for lines on standard error.
    private let program: String
    /// As systemd.exec(5) says: JOURNAL_STREAM names standard error's own device and inode where that is the journal.
    private let standardErrorIsJournal: Bool

    package init(threshold: LogLevel = .info, target: LogTarget = .auto, program: String = "sheafd") {
        self.threshold = threshold
        self.target = target
        self.program = program
        var status = stat()
        standardErrorIsJournal =
            unsafe fstat(2, &status) == 0
            && CurrentProcess.environment("JOURNAL_STREAM") == "\(status.st_dev):\(status.st_ino)"
    }

    /// Logs a line.
    package func log(_ level: LogLevel, _ message: @autoclosure () -> String, _ fields: LogField...) {
        log(level, message(), fields: fields)
    }

    /// Logs a line whose fields were gathered.
    package func log(_ level: LogLevel, _ message: @autoclosure () -> String, fields: [LogField]) {
        guard level <= threshold, target != .null else { return }
        let text = message()
        if target == .journal || target == .auto && standardErrorIsJournal {
            var lines = ["MESSAGE=\(text)", "PRIORITY=\(level.rawValue)"]
            for field in fields { lines.append("\(field.name)=\(field.value)") }
            Self.send(lines)
        } else {
            // A journal that reads it takes the level from there: sd-daemon(3).
            let prefix = standardErrorIsJournal ? "<\(level.rawValue)>" : ""
            Self.writeToStandardError(prefix + Self.line(level, text, fields, of: program))
        }
    }

    private static func send(_ lines: [String]) {
        var vectors: [iovec] = unsafe []
        for line in lines {
            guard let text = unsafe strdup(line) else { continue }
            // What comes from a client may hold a NUL, and ends there.
            unsafe vectors.append(iovec(iov_base: text, iov_len: strlen(text)))
        }
        unsafe sd_journal_sendv(vectors, Int32(unsafe vectors.count))
        unsafe vectors.forEach { unsafe free($0.iov_base) }
    }

    /// A line for standard error. What clients and providers say in it begins no other line, and a terminal executes nothing of it.
    static func line(
        _ level: LogLevel, _ text: String, _ fields: [LogField], of program: String = "sheafd"
    ) -> String {
        let tail = level == .debug ? fields.map { " \($0.name)=\($0.value)" }.joined() : ""
        return "\(program): \(level): \(TerminalText.safe(text + tail))\n"
    }

    private static func writeToStandardError(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            _ = unsafe write(2, bytes.baseAddress, bytes.count)
        }
    }
}

/// Where log lines go, by systemd's names.
package enum LogTarget: String, CaseIterable, Sendable {
    /// The journal where standard error is one, as under systemd; else standard error.
    case auto
    /// The journal, with their fields. Where no journal listens they are lost.
    case journal
    /// Standard error, without their fields.
    case console
    /// Nowhere.
    case null
}
