import Glibc

/// A file that tells when memory is short, watched by a loop.
///
/// A regular file is one of the kernel's (procfs, cgroupfs): a trigger is written to it, and it is polled for EPOLLPRI and
/// never read. A FIFO or a Unix socket has something to read when memory is short; what that is tells nothing.
final class PressureFile {
    /// Some process waited for memory for 200 ms within 2 s: systemd's default. Unprivileged triggers need windows that
    /// are multiples of 2 s. The kernel wants the NUL.
    static let trigger = Array("some 200000 2000000\0".utf8)
    /// What one event is read of a FIFO or socket, in bytes; more of it is another event.
    private static let drained = 65_536

    private let descriptor: FileDescriptor
    private var source: DescriptorSource?

    /// - Parameters:
    ///   - bytes: written to it once. Not to a FIFO: its reader is this process.
    ///   - ended: called once where it tells nothing any more: its cgroup has gone, or the socket's peer.
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
            let number = unsafe open(path, O_RDWR | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
            descriptor = FileDescriptor(owning: try check(number < 0 ? -errno : number, "watch", path))
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
                // Where both are told of a file of the kernel's, it is the end.
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
