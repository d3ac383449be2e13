import Glibc

/// What memory a process takes.
package enum ProcessMemory {
    /// The room for a line of /proc/PID/statm: seven numbers of 20 digits at most.
    private static let most = 160

    /// The bytes that a process has for itself: what of its memory is resident, and neither of a file nor shared. From
    /// /proc/PID/statm (proc(5)), which waits for nothing and may be off by some pages; nil where it can't be read.
    package static func ownBytes(of process: Int32) -> Int? {
        let number = unsafe open("/proc/\(process)/statm", O_RDONLY | O_CLOEXEC)
        guard number >= 0 else { return nil }
        let file = FileDescriptor(owning: number)
        let line = unsafe [UInt8](unsafeUninitializedCapacity: most) { buffer, count in
            count = unsafe max(0, read(file.number, buffer.baseAddress, buffer.count))
        }
        let pages = line.split(separator: UInt8(ascii: " ")).prefix(3).map { Int(String(decoding: $0, as: UTF8.self)) }
        guard pages.count == 3, let resident = pages[1], let shared = pages[2] else { return nil }
        return max(0, resident - shared) * sysconf(Int32(_SC_PAGESIZE))
    }
}
