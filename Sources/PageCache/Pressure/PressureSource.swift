/// Who says that memory is short.
package enum PressureSource: Int, CaseIterable, Sendable {
    /// What systemd has the service watch: `MEMORY_PRESSURE_WATCH`.
    case serviceManager
    /// Processes of the service's own unit wait for memory: its cgroup's `memory.pressure`.
    case cgroup
    /// Some process of the machine waits for memory: `/proc/pressure/memory`.
    case machine
    /// Little memory is left: `MemAvailable` of `/proc/meminfo`.
    case availableMemory
    /// A signal.
    case signal
    /// A call of `WarnMemory`.
    case call
}
