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
