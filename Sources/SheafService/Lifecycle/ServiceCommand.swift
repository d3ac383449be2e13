import SheafOS

/// What the value of ``Signal/serviceCommand`` asks of a service, by systemd's convention: src/shared/common-signal.h.
enum ServiceCommand: Equatable, Sendable {
    case logLevel(LogLevel)
    case logTarget(LogTarget)
    /// The allocator gives back what it has free.
    case trimMemory
    /// What the allocator says of itself goes to the log.
    case reportMemory

    /// Those of syslog(3), from LOG_EMERG on.
    private static let levels: ClosedRange<Int32> = 0x100...0x107

    /// - Parameter value: what came with the signal; nil where it means nothing to this service. Of systemd's log targets
    ///   kmsg (0x202) is not for a service like this.
    init?(value: Int32) {
        switch value {
        case Self.levels:
            // What is worse than an error is one here.
            self = .logLevel(LogLevel(rawValue: value - Self.levels.lowerBound) ?? .error)
        case 0x200: self = .logTarget(.console)
        case 0x201: self = .logTarget(.journal)
        case 0x203: self = .logTarget(.null)
        case 0x300: self = .trimMemory
        case 0x301: self = .reportMemory
        default: return nil
        }
    }
}
