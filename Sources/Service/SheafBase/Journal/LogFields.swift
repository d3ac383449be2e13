package import SheafOS

// The fields of the service's log lines, each with its one name.

extension LogField {
    /// The message id of a line that an operator acts on (MESSAGE_ID=).
    package static func message(_ id: MessageID) -> LogField { LogField("MESSAGE_ID", id.rawValue) }

    /// A reader, by its id.
    package static func reader(_ id: String) -> LogField { LogField("SHEAF_READER", id) }

    /// A document, by its name on the wire: "d1".
    package static func document(_ name: String) -> LogField { LogField("SHEAF_DOCUMENT", name) }

    /// A provider, by its name.
    package static func provider(_ name: String) -> LogField { LogField("SHEAF_PROVIDER", name) }

    /// A provider host, by its process id.
    package static func host(_ pid: Int32) -> LogField { LogField("SHEAF_HOST", "\(pid)") }

    /// The user whom a line concerns, by uid.
    package static func user(_ uid: UInt32) -> LogField { LogField("SHEAF_UID", "\(uid)") }

    /// A limit, by its key in the configuration.
    static func limit(_ key: String) -> LogField { LogField("SHEAF_LIMIT", key) }
}

/// The messages that an operator acts on, by the id of their lines in the journal (MESSAGE_ID=).
///
/// systemd/sheaf.catalog says for each what happened and what to do; `journalctl -x` prints that. An id never changes
/// its meaning. New ids are made by `systemd-id128 new`.
package enum MessageID: String, CaseIterable, Sendable {
    /// A provider host ended that should not have.
    case providerCrashed = "39300e2350424152bc740d6e0398662c"
    /// A document is not opened any more, because it ended two hosts.
    case documentRefused = "f5cacf4ec99a4c92a79b0d5653eaecc7"
    /// A memory warning came.
    case pressure = "d6e3166d6c754185bc5fa775e74599aa"
    /// A user asked for more than a limit allows.
    case limitReached = "3b9b8b86de47467c89569fc7941173bb"
    /// A configuration was not taken, as a whole.
    case configurationRefused = "ad95a1e133f741b2b2a3df608b897d00"
    /// The state that an earlier run left for this one was not restored, or not all of it.
    case storeDropped = "455bd6f684584b7a8f685f2b755ab711"
}
