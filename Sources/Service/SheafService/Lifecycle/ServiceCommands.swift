import SheafBase
import SheafOS

/// A command to a service, by the value of ``Signal/serviceCommand``. systemd's convention: src/shared/common-signal.h.
enum ServiceCommand: Equatable, Sendable {
    case logLevel(LogLevel)
    case logTarget(LogTarget)
    /// The allocator is to give back the memory that it has free.
    case trimMemory
    /// The allocator's report of itself is to go to the log.
    case reportMemory

    /// The values of the log levels of syslog(3), from LOG_EMERG on.
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

/// Does what is asked by ``Signal/serviceCommand``.
struct ServiceCommands {
    let journal: Journal
    let settings: LogSettings
    let pressure: MemoryPressure

    /// Does what a signal asks for.
    func serve(_ arrival: SignalArrival) {
        // By plain kill(1) it carries nothing that means anything.
        guard let value = arrival.queuedValue, let command = ServiceCommand(value: value) else {
            let what = arrival.queuedValue.map { "the command 0x" + String(UInt32(bitPattern: $0), radix: 16) }
            return journal.log(
                .notice, "process \(arrival.sender) sent SIGRTMIN+18 with \(what ?? "no command"): that does nothing")
        }
        let sender = "process \(arrival.sender), by a signal"
        switch command {
        case .logLevel(let level): settings.set(level: level, asked: sender)
        case .logTarget(let target): settings.set(target: target, asked: sender)
        case .trimMemory: pressure.trimAllocator()
        case .reportMemory: reportMemory()
        }
    }

    private func reportMemory() {
        do throws(OSError) {
            let report = try AllocatorReport.text()
            journal.log(.info, "what malloc_info(3) says of the allocator:\n\(report)")
        } catch {
            journal.log(.warning, error.description)
        }
    }
}
