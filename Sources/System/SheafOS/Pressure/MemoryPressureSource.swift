/// Reports that memory is short, from the best source there is: what systemd has the service watch, else the unit's own
/// cgroup, else the machine; where no trigger can be set there, the available memory is read every few seconds.
///
/// A source that ends (a cgroup that is removed, a socket that is closed) is followed by the next best.
package final class MemoryPressureSource {
    /// Where an event comes from.
    package enum Origin: CaseIterable, Sendable {
        /// `MEMORY_PRESSURE_WATCH`.
        case serviceManager
        /// `memory.pressure` of the unit's cgroup.
        case cgroup
        /// `/proc/pressure/memory`.
        case machine
        /// `MemAvailable` of `/proc/meminfo`.
        case availableMemory
    }

    /// Where the sources are.
    package struct Files: Sendable {
        package var setting: PressureWatchSetting
        package var cgroup: String?
        package var machine = "/proc/pressure/memory"
        package var available = "/proc/meminfo"
        /// How often the available memory is read, in microseconds: as often as a trigger fires.
        package var interval: UInt64 = 2_000_000

        package init(setting: PressureWatchSetting, cgroup: String?) {
            self.setting = setting
            self.cgroup = cgroup
        }

        /// The files of this process.
        package static var own: Files {
            Files(
                setting: PressureWatchSetting(
                    watch: CurrentProcess.environment("MEMORY_PRESSURE_WATCH"),
                    write: CurrentProcess.environment("MEMORY_PRESSURE_WRITE")),
                cgroup: UnitCgroup.pressureFile)
        }
    }

    /// The source in use; nil where there is none.
    package private(set) var origin: Origin?

    private let files: Files
    private let loop: EventLoop
    private let log: (LogLevel, String) -> Void
    private let fired: (Origin) -> Void
    private var file: PressureFile?
    private var timer: TimerSource?
    private var alarm = AvailableMemoryAlarm()

    /// - Parameters:
    ///   - log: called with which source is used and why no better one, and where there is none.
    ///   - fired: called for each event.
    package init(
        _ files: Files = .own, on loop: EventLoop, log: @escaping (LogLevel, String) -> Void,
        fired: @escaping (Origin) -> Void
    ) {
        self.files = files
        self.loop = loop
        self.log = log
        self.fired = fired
        choose(from: Origin.allCases[...])
    }

    /// Reports nothing any more.
    package func cancel() {
        file = nil
        timer = nil
        origin = nil
    }

    private func choose(from candidates: ArraySlice<Origin>) {
        var reasons: [String] = []
        if candidates.contains(.serviceManager) {
            switch files.setting {
            case .off: return log(.info, "memory pressure is not watched: MEMORY_PRESSURE_WATCH says so")
            case .unusable(let reason): reasons.append(reason)
            case .unset, .watch: break
            }
        }
        for candidate in candidates {
            do throws(OSError) {
                guard let path = try use(candidate) else { continue }
                origin = candidate
                let why = reasons.isEmpty ? "" : " (\(reasons.joined(separator: "; ")))"
                return log(.info, "memory pressure is watched at \(path)\(why)")
            } catch {
                reasons.append("\(error)")
            }
        }
        log(.warning, "memory pressure can't be watched: \(reasons.joined(separator: "; "))")
    }

    /// Uses a source; returns where it is, or nil where there is none of its kind.
    private func use(_ candidate: Origin) throws(OSError) -> String? {
        switch candidate {
        case .serviceManager:
            guard case .watch(let path, let bytes) = files.setting else { return nil }
            return try watch(path, writing: bytes, as: candidate)
        case .cgroup:
            guard let path = files.cgroup else { return nil }
            return try watch(path, writing: PressureFile.trigger, as: candidate)
        case .machine: return try watch(files.machine, writing: PressureFile.trigger, as: candidate)
        case .availableMemory:
            _ = try AvailableMemory.read(files.available)
            try readLater()
            return files.available
        }
    }

    private func watch(_ path: String, writing bytes: [UInt8], as candidate: Origin) throws(OSError) -> String {
        file = try PressureFile(
            path, writing: bytes, on: loop, fired: { [weak self] in self?.fired(candidate) },
            ended: { [weak self] in
                guard let self else { return }
                log(.notice, "\(path) tells nothing of memory pressure any more")
                cancel()
                choose(from: Origin.allCases.drop { $0 != candidate }.dropFirst())
            })
        return path
    }

    private func readLater() throws(OSError) {
        timer = try loop.schedule(after: files.interval) { [weak self] in
            guard let self else { return }
            if let memory = try? AvailableMemory.read(files.available), alarm.update(memory) {
                fired(.availableMemory)
            }
            // One that can't be set (only memory can be short) ends the looking: there is nothing else to be done.
            try? readLater()
        }
    }
}

/// The setting of systemd (from 254 on) for watching memory pressure, in the environment of a service:
/// `MEMORY_PRESSURE_WATCH` and `MEMORY_PRESSURE_WRITE`, as systemd's "Memory Pressure Handling" describes them.
package enum PressureWatchSetting: Equatable, Sendable {
    /// Nothing: the service chooses for itself.
    case unset
    /// The service is not to watch memory pressure.
    case off
    /// Watch this file, FIFO or socket, after these bytes were written to it.
    case watch(path: String, writing: [UInt8])
    /// The setting makes no sense; with why.
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
