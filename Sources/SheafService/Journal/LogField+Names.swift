import SheafOS

// The fields of the service's log lines, each with its one name.

extension LogField {
    /// What kind of line it is, for those that an operator acts on.
    static func message(_ id: MessageID) -> LogField { LogField("MESSAGE_ID", id.rawValue) }

    /// A reader, by its id.
    static func reader(_ id: String) -> LogField { LogField("SHEAF_READER", id) }

    /// A document, by its name on the wire: "d1".
    static func document(_ name: String) -> LogField { LogField("SHEAF_DOCUMENT", name) }

    /// A provider, by its name.
    static func provider(_ name: String) -> LogField { LogField("SHEAF_PROVIDER", name) }

    /// A provider host, by its process id.
    static func host(_ pid: Int32) -> LogField { LogField("SHEAF_HOST", "\(pid)") }

    /// The user whom it concerns.
    static func user(_ uid: UInt32) -> LogField { LogField("SHEAF_UID", "\(uid)") }

    /// A limit, by its key in the configuration.
    static func limit(_ key: String) -> LogField { LogField("SHEAF_LIMIT", key) }
}
