/// What every verb is told.
package struct Settings: Equatable, Sendable {
    /// Where sheafd listens unless it is told otherwise.
    package static let defaultSocket = "/run/sheaf/org.sheaf"
    /// How long an answer is waited for, in seconds.
    package static let defaultTimeout = 60

    /// The path of the service's socket.
    package var socket = defaultSocket
    /// A reader's id or the beginning of one; nil for the user's only reader.
    package var reader: String?
    /// One JSON object a line instead of text for people.
    package var isJSON = false
    /// How long an answer is waited for, in milliseconds.
    package var timeoutMilliseconds = defaultTimeout * 1_000

    package init() {}
}
