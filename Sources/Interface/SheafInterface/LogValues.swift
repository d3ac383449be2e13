package import SheafOS

// The log levels and targets of the protocol, and those of the journal that they stand for. Each pair is written once; the
// other direction looks it up, which LogCommandTests check for all of them.

extension ManagerInterface.LogLevel {
    /// The level of the journal.
    package var journalLevel: LogLevel {
        switch self {
        case .error: .error
        case .warning: .warning
        case .notice: .notice
        case .info: .info
        case .debug: .debug
        }
    }
}

extension LogLevel {
    /// The level in the protocol.
    package var wireLevel: ManagerInterface.LogLevel {
        ManagerInterface.LogLevel.allCases.first { $0.journalLevel == self } ?? .error
    }
}

extension ManagerInterface.LogTarget {
    /// The target of the journal.
    package var journalTarget: LogTarget {
        switch self {
        case .auto: .auto
        case .journal: .journal
        case .console: .console
        case .null: .null
        }
    }
}

extension LogTarget {
    /// The target in the protocol.
    package var wireTarget: ManagerInterface.LogTarget {
        ManagerInterface.LogTarget.allCases.first { $0.journalTarget == self } ?? .auto
    }
}
