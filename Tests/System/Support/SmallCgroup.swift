import Foundation
import Glibc
import TestSupport
import Testing

/// A cgroup that allows so many bytes of memory, or so many tasks, for a program that is started in it.
final class LimitedCgroup {
    private let folder: String

    convenience init(bytes: Int) throws {
        let roots = try #require(SmallCgroup.roots)
        try self.init(
            in: roots.memory, "limited", roots.isOne ? "memory.max" : "memory.limit_in_bytes", bytes)
    }

    /// - Parameter tasks: processes and threads.
    convenience init(tasks: Int) throws {
        try self.init(in: try #require(Self.tasksRoot), "tasks", "pids.max", tasks)
    }

    private init(in root: String, _ name: String, _ limit: String, _ value: Int) throws {
        folder = "\(root)/sheaf-test-\(getpid())-\(name)-\(UInt32.random(in: 0 ... .max))"
        try #require(mkdir(folder, 0o755) == 0)
        try SmallCgroup.write("\(value)", to: "\(folder)/\(limit)")
    }

    /// Whether one for tasks can be made here.
    static var canLimitTasks: Bool { geteuid() == 0 && tasksRoot != nil }

    private static var tasksRoot: String? {
        if let one = SmallCgroup.mount({ $0[2] == "cgroup" && $0[3].split(separator: ",").contains("pids") }) {
            return one
        }
        guard let two = SmallCgroup.mount({ $0[2] == "cgroup2" }) else { return nil }
        let enabled = try? String(contentsOfFile: two + "/cgroup.subtree_control", encoding: .utf8)
        return enabled?.contains("pids") == true ? two : nil
    }

    /// Executes the program that follows, in the cgroup.
    var launcher: [String] { ["/bin/sh", "-c", "echo $$ > \(folder)/cgroup.procs && exec \"$@\"", "sh"] }

    /// Removes the cgroup once its processes have ended.
    func remove() { try? eventually { rmdir(folder) == 0 || errno != EBUSY } }
}

/// Processes that have too little memory, and the cgroup that they are in. Where the machine has the memory controller in
/// version 1, it is two cgroups: one that limits, and one of version 2 that the kernel counts pressure for.
final class SmallCgroup {
    /// The most that its processes have, in bytes: less than the file that they read.
    private static let limit = 16 << 20
    /// The most memory of the processes where others are in the cgroup too, in bytes.
    private static let sharedLimit = 64 << 20
    private static let fileSize = 96 << 20

    /// The cgroup of version 2.
    let folder: String
    private let limiting: String
    /// Whether the cgroup of version 2 was made here.
    private let isOwn: Bool
    private let file: String
    private let processes: [Process]

    /// Returns the mount point that the fields of a line in /proc/mounts name; nil where none is meant.
    fileprivate static func mount(_ isMeant: ([Substring]) -> Bool) -> String? {
        let mounts = (try? String(contentsOfFile: "/proc/mounts", encoding: .utf8)) ?? ""
        return mounts.split(separator: "\n").map { $0.split(separator: " ") }
            .last { $0.count > 3 && isMeant($0) }.map { String($0[1]) }
    }

    /// The mount points of the hierarchies.
    fileprivate static var roots: (pressure: String, memory: String, isOne: Bool)? {
        guard let two = mount({ $0[2] == "cgroup2" }) else { return nil }
        if let one = mount({ $0[2] == "cgroup" && $0[3].split(separator: ",").contains("memory") }) {
            return (two, one, false)
        }
        let enabled = try? String(contentsOfFile: two + "/cgroup.subtree_control", encoding: .utf8)
        return enabled?.contains("memory") == true ? (two, two, true) : nil
    }

    /// Whether this process may make one here.
    static var canBeMade: Bool {
        guard geteuid() == 0, let roots else { return false }
        let probe = roots.pressure + "/sheaf-probe-\(getpid())"
        guard mkdir(probe, 0o755) == 0 else { return false }
        defer { rmdir(probe) }
        return access(probe + "/memory.pressure", W_OK) == 0
    }

    /// - Parameter folder: the cgroup of version 2 that the processes are to be in; nil: one of their own.
    init(in folder: String? = nil) throws {
        let roots = try #require(Self.roots)
        let name = "/sheaf-test-\(getpid())\(folder == nil ? "" : "-within")"
        isOwn = folder == nil
        self.folder = folder ?? roots.pressure + name
        limiting = roots.isOne ? self.folder : roots.memory + name
        // On a disk: pages of a tmpfs can't be dropped.
        file = "/var/tmp" + name
        processes = (0..<3).map { _ in Process() }
        if isOwn { try #require(mkdir(self.folder, 0o755) == 0) }
        if !roots.isOne { try #require(mkdir(limiting, 0o755) == 0) }
        let limit = roots.isOne ? "/memory.max" : "/memory.limit_in_bytes"
        try Self.write("\(limiting == folder ? Self.sharedLimit : Self.limit)", to: limiting + limit)
        try Data(count: Self.fileSize).write(to: URL(fileURLWithPath: file))
        // What stays in memory of it would be nobody's here.
        let number = open(file, O_RDONLY)
        defer { close(number) }
        try #require(fsync(number) == 0 && posix_fadvise(number, 0, 0, Int32(POSIX_FADV_DONTNEED)) == 0)
    }

    var pressureFile: String { folder + "/memory.pressure" }

    /// The memory pressure that the kernel has counted, for a message.
    var pressure: String { (try? String(contentsOfFile: pressureFile, encoding: .utf8)) ?? "" }

    /// Has processes in it read the file again and again, until ``stop()``; they end by themselves after two minutes.
    func thrash() throws {
        for process in processes {
            process.executableURL = URL(fileURLWithPath: "/bin/sh")
            process.arguments = [
                "-c",
                """
                echo $$ > \(folder)/cgroup.procs && echo $$ > \(limiting)/cgroup.procs &&
                exec timeout -s KILL 120 sh -c 'while dd if=\(file) of=/dev/null bs=64k 2>/dev/null; do :; done'
                """,
            ]
            try process.start()
        }
    }

    /// Ends what it has started.
    func stop() {
        // timeout has made a process group of each.
        for process in processes where process.isRunning { kill(-process.processIdentifier, SIGKILL) }
        for process in processes where process.processIdentifier > 0 { process.waitUntilExit() }
    }

    func remove() {
        stop()
        // A cgroup is busy until the kernel has let go of those that were in it.
        let folders = (isOwn ? [folder] : []) + (isOwn || limiting != folder ? [limiting] : [])
        for folder in folders { try? eventually { rmdir(folder) == 0 || errno != EBUSY } }
        unlink(file)
    }

    fileprivate static func write(_ text: String, to path: String) throws {
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try file.write(contentsOf: Data(text.utf8))
        try file.close()
    }
}
