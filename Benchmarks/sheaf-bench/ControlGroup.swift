import Glibc
import SheafOS

/// A control group of its own for a server and the processes that it starts: the kernel counts their memory and their
/// processor time, and holds them to a quota. Version 1 or 2, as the machine has them; it takes root.
final class ControlGroup {
    private enum Version { case one, two }
    private static let root = "/sys/fs/cgroup"
    /// The period that a quota is a share of, in microseconds: systemd's.
    private static let period = 100_000
    private static let endMilliseconds = 2_000

    private let version: Version
    private let name: String

    /// - Throws: where the machine has no control groups for memory and processor that may be made.
    init(_ name: String) throws(BenchmarkError) {
        self.name = "sheaf-bench-\(getpid())-\(name)"
        version = unsafe access("\(Self.root)/cgroup.controllers", F_OK) == 0 ? .two : .one
        if version == .two { try Self.write("+memory +cpu", to: "\(Self.root)/cgroup.subtree_control") }
        for folder in folders where unsafe mkdir(folder, 0o755) != 0 {
            throw BenchmarkError("cannot make the control group \(folder): \(unsafe String(cString: strerror(errno)))")
        }
    }

    deinit {
        for folder in folders {
            // Processes that were killed are in it for a moment more.
            for _ in 0..<Self.endMilliseconds where unsafe rmdir(folder) != 0 && errno == EBUSY { usleep(1_000) }
        }
    }

    /// Takes in a process; those that it starts from now on follow.
    func add(_ pid: Int32) throws(BenchmarkError) {
        for folder in folders { try Self.write("\(pid)", to: "\(folder)/cgroup.procs") }
    }

    /// Holds it to a share of one processor.
    func hold(to share: Double) throws(BenchmarkError) {
        let quota = Int(share * Double(Self.period))
        switch version {
        case .one:
            try Self.write("\(Self.period)", to: "\(folder(of: "cpu"))/cpu.cfs_period_us")
            try Self.write("\(quota)", to: "\(folder(of: "cpu"))/cpu.cfs_quota_us")
        case .two: try Self.write("\(quota) \(Self.period)", to: "\(folder(of: "cpu"))/cpu.max")
        }
    }

    /// The bytes of shared memory that are in use: those of pages, wherever they are held.
    var pageMemory: Int { memory("shmem") }

    /// The private bytes of all its processes.
    var privateMemory: Int { memory(version == .one ? "rss" : "anon") }

    /// The processor time that it has taken, in nanoseconds.
    var processorTime: UInt64 {
        switch version {
        case .one: return UInt64(line("\(folder(of: "cpuacct"))/cpuacct.usage") ?? "") ?? 0
        case .two: return (field("usage_usec", of: "\(folder(of: "cpu"))/cpu.stat") ?? 0) * 1_000
        }
    }

    private var folders: [String] {
        switch version {
        case .one: ["memory", "cpu", "cpuacct"].map(folder)
        case .two: [folder(of: "")]
        }
    }

    private func folder(of controller: String) -> String {
        version == .one ? "\(Self.root)/\(controller)/\(name)" : "\(Self.root)/\(name)"
    }

    private func memory(_ kind: String) -> Int { Int(field(kind, of: "\(folder(of: "memory"))/memory.stat") ?? 0) }

    private func line(_ path: String) -> String? {
        (try? TextFile.read(path))?.split(separator: "\n").first.map(String.init)
    }

    private func field(_ name: String, of path: String) -> UInt64? {
        let line = (try? TextFile.read(path))?.split(separator: "\n").first { $0.hasPrefix(name + " ") }
        return line?.split(separator: " ").last.flatMap { UInt64($0) }
    }

    private static func write(_ text: String, to path: String) throws(BenchmarkError) {
        let file = unsafe open(path, O_WRONLY | O_CLOEXEC)
        let bytes = Array(text.utf8)
        let written = unsafe Glibc.write(file, bytes, bytes.count)
        if file >= 0 { close(file) }
        guard written == bytes.count else { throw BenchmarkError("cannot write \(text) to \(path)") }
    }
}
