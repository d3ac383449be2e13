import CSheafShims
import Glibc

// Who may look into this process, and which processes are its own.

extension CurrentProcess {
    /// Says whether processes of the same user may look into this one (PR_SET_DUMPABLE): open its descriptors and memory
    /// through /proc, trace it, take its descriptors by pidfd_getfd(2). Where they may not, it leaves no core dump either.
    ///
    /// What it executes begins as one that may be looked into.
    package static func setInspectable(_ inspectable: Bool) throws(OSError) {
        try check(
            sheaf_process_set_dumpable(inspectable ? 1 : 0),
            inspectable ? "let this process leave core dumps" : "hide this process from others of its user")
    }

    /// Whether the machine's service manager has started it, not a person's: process 1, which says so in the environment
    /// (SYSTEMD_EXEC_PID of systemd.exec(5)).
    package static var isSystemService: Bool {
        getppid() == 1 && environment("SYSTEMD_EXEC_PID") == "\(pid)"
    }
}

/// Where processes come from.
package enum ProcessAncestry {
    /// How many generations are looked at. What is deeper counts as started by nobody who is asked for.
    private static let depth = 64

    /// Whether a process was started by this one, or by one that this one has started; nil where that can't be found out,
    /// since it has ended for example.
    package static func isDescendant(_ process: Int32) -> Bool? {
        var process = process
        for _ in 0..<depth {
            guard process > 1 else { return false }
            guard let parent = parent(of: process) else { return nil }
            if parent == CurrentProcess.pid { return true }
            process = parent
        }
        return false
    }

    /// The parent of a process: the fourth field of /proc/PID/stat.
    private static func parent(of process: Int32) -> Int32? {
        ProcessFields.behindName(of: process).dropFirst().first.flatMap { Int32($0) }
    }
}

/// The facts that the kernel tells of a process in one line, below /proc/PID (proc(5)).
enum ProcessFields {
    /// The bytes that are read of /proc/PID/stat: more than its first twenty fields have.
    private static let most = 512

    /// The fields of that from the third one on, as far as they are wanted; none where it can't be read. The second one is a name, in
    /// parentheses, of any bytes: a process gives itself what name it likes.
    static func behindName(of process: Int32) -> [String] {
        guard let line = line("stat", of: process, upTo: most), let end = line.lastIndex(of: UInt8(ascii: ")")) else {
            return []
        }
        return line[end...].split(separator: UInt8(ascii: " ")).dropFirst().map { String(decoding: $0, as: UTF8.self) }
    }

    /// The beginning of a file below /proc/PID, as one read brings it; nil where it can't be read.
    static func line(_ name: String, of process: Int32, upTo length: Int) -> [UInt8]? {
        guard let file = try? FileDescriptor.open("/proc/\(process)/\(name)", O_RDONLY) else { return nil }
        return unsafe [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
            count = unsafe max(0, read(file.number, buffer.baseAddress, buffer.count))
        }
    }
}
