/// How much a line in the journal matters.
public enum LogLevel: UInt32, Sendable {
    /// Something failed.
    case error = 3
    /// Something is wrong, and it goes on.
    case warning = 4
    /// Worth knowing.
    case info = 6
    /// For authors.
    case debug = 7
}
