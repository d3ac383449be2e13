/// What systemd (from 254 on) says about watching memory pressure, in the environment of a service: `MEMORY_PRESSURE_WATCH`
/// and `MEMORY_PRESSURE_WRITE`, as systemd's "Memory Pressure Handling" describes them.
package enum PressureWatchSetting: Equatable, Sendable {
    /// Nothing: the service chooses for itself.
    case unset
    /// The service is not to watch memory pressure.
    case off
    /// Watch this file, FIFO or socket, after these bytes were written to it.
    case watch(path: String, writing: [UInt8])
    /// What is said makes no sense; with why.
    case unusable(String)

    /// - Parameters:
    ///   - watch: the value of `MEMORY_PRESSURE_WATCH`.
    ///   - write: the value of `MEMORY_PRESSURE_WRITE`: base64.
    package init(watch: String?, write: String?) {
        guard let watch else {
            self = .unset
            return
        }
        guard !watch.isEmpty, watch != "/dev/null" else {
            self = .off
            return
        }
        guard watch.first == "/" else {
            self = .unusable("MEMORY_PRESSURE_WATCH=\(watch) is not an absolute path")
            return
        }
        guard let bytes = Base64.decode(write ?? "") else {
            self = .unusable("MEMORY_PRESSURE_WRITE is not base64")
            return
        }
        self = .watch(path: watch, writing: bytes)
    }
}
