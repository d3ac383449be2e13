import Glibc

/// A file by which the kernel or systemd reports that memory is short, watched by a loop.
///
/// A regular file is one of the kernel's (procfs, cgroupfs): a trigger is written to it, and it is polled for EPOLLPRI and
/// never read. A FIFO or a Unix socket has something to read when memory is short; what that is means nothing.
final class PressureFile {
    /// Some process waited for memory for 200 ms within 2 s: systemd's default. Unprivileged triggers need windows that
    /// are multiples of 2 s. The kernel wants the NUL.
    static let trigger = Array("some 200000 2000000\0".utf8)
    /// How many bytes one event reads from a FIFO or socket; where there are more, that is another event.
    private static let drained = 65_536

    private let descriptor: FileDescriptor
    private var source: DescriptorSource?

    /// - Parameters:
    ///   - bytes: written to it once. Not to a FIFO: its reader is this process.
    ///   - ended: called once when there will be no more events: its cgroup is gone, or the socket's peer.
    init(
        _ path: String, writing bytes: [UInt8], on loop: EventLoop, fired: @escaping () -> Void,
        ended: @escaping () -> Void
    ) throws(OSError) {
        var status = stat()
        try check(unsafe stat(path, &status) < 0 ? -errno : 0, "watch", path)
        let kind = status.st_mode & S_IFMT
        if kind == S_IFSOCK {
            descriptor = try UnixSocket.connect(to: path)
        } else {
            // For reading and writing: a FIFO without a writer would report its end for ever.
            descriptor = try FileDescriptor.open(path, O_RDWR | O_NONBLOCK, "watch")
        }
        let number = descriptor.number
        if !bytes.isEmpty, kind != S_IFIFO {
            let written = unsafe write(number, bytes, bytes.count)
            try check(written < 0 ? -Int(errno) : written, "set a trigger in", path)
        }
        let isRead = kind != S_IFREG
        do throws(OSError) {
            source = try loop.watch(number, for: isRead ? .readable : .urgent) { [weak self] readiness in
                let outcome = isRead ? Self.drain(number) : (isNews: readiness.contains(.urgent), isOver: false)
                let isOver = outcome.isOver || readiness.contains(.gone)
                if isOver { self?.cancel() }
                // A file of the kernel's that is ready for both has ended.
                if outcome.isNews, isRead || !isOver { fired() }
                if isOver { ended() }
            }
        } catch {
            // A file that is none of the kernel's can't be polled.
            throw OSError(code: error.code, operation: "poll", subject: path)
        }
    }

    deinit {
        cancel()
    }

    private func cancel() {
        source?.cancel()
        source = nil
    }

    private static func drain(_ number: Int32) -> (isNews: Bool, isOver: Bool) {
        unsafe withUnsafeTemporaryAllocation(byteCount: drained, alignment: 1) { space in
            let count = unsafe read(number, space.baseAddress, space.count)
            if count < 0 { return (false, errno != EAGAIN && errno != EINTR) }
            return (count > 0, count == 0)
        }
    }
}

/// The memory that is available without swapping, from /proc/meminfo.
package struct AvailableMemory: Equatable, Sendable {
    /// In units of 1024 bytes.
    let total: Int
    /// In units of 1024 bytes.
    let available: Int

    /// Reads it: about 30 µs, and it never waits.
    static func read(_ path: String) throws(OSError) -> AvailableMemory {
        guard let memory = AvailableMemory(try TextFile.read(path)) else {
            throw OSError(code: EBADMSG, operation: "find MemAvailable in", subject: path)
        }
        return memory
    }

    init(total: Int, available: Int) {
        self.total = total
        self.available = available
    }

    /// - Parameter text: what is in /proc/meminfo.
    init?(_ text: String) {
        func value(_ name: String) -> Int? {
            let line = text.split(separator: "\n").first { $0.hasPrefix("\(name):") }
            return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
        }
        guard let total = value("MemTotal"), let available = value("MemAvailable"), total > 0 else { return nil }
        self.init(total: total, available: available)
    }
}

/// When little available memory is worth an event. Where memory is always nearly full a bound alone would warn for ever:
/// there is an event each time that it has fallen further.
struct AvailableMemoryAlarm {
    /// Below this share of the memory, in hundredths, memory is short.
    static let shortShare = 10
    /// While it is short, each fall by this share is another event.
    static let stepShare = 1
    /// Above this share it is not short any more.
    static let enoughShare = 12

    /// The available memory at the last event; nil where memory is not short.
    private var lastReported: Int?

    /// Compares what is available with what was; true where that is an event.
    mutating func update(_ memory: AvailableMemory) -> Bool {
        let share = memory.total / 100
        if memory.available > share * Self.enoughShare { lastReported = nil }
        let bound = lastReported.map { $0 - share * Self.stepShare } ?? share * Self.shortShare - 1
        guard memory.available <= bound else { return false }
        lastReported = memory.available
        return true
    }
}
