import PageCache
import Pressure
import SheafOS

extension PressureSource {
    /// A source of the kernel's events, as the service counts it.
    init(_ origin: MemoryPressureSource.Origin) {
        self =
            switch origin {
            case .serviceManager: .serviceManager
            case .cgroup: .cgroup
            case .machine: .machine
            case .availableMemory: .availableMemory
            }
    }

    /// As sentences name it: "says …".
    var words: String {
        switch self {
        case .serviceManager: "what systemd has watched"
        case .cgroup: "the unit's cgroup"
        case .machine: "the kernel"
        case .availableMemory: "a look at what is available"
        case .signal: "a signal"
        case .call: "an operator"
        }
    }
}

extension PressureReason {
    /// "memory pressure critical, says a signal".
    var words: String {
        let way = isRecovering ? "memory pressure is over" : "memory pressure \(level), says \(source.words)"
        return isSustained ? "\(way) again and again" : way
    }
}
