import CSheafShims
import Glibc

/// A descriptor that is closed with its value.
///
/// It is noncopyable: who holds it owns it. ``SharedDescriptor`` is for collections and for several owners.
package struct FileDescriptor: ~Copyable, Sendable {
    /// The number, for calls into the system.
    package let number: Int32

    /// Takes ownership of an open descriptor.
    package init(owning number: Int32) {
        self.number = number
    }

    deinit {
        close(number)
    }

    /// Opens a file for reading. It never becomes a controlling terminal, and a FIFO is not waited for.
    package static func open(_ path: String) throws(OSError) -> FileDescriptor {
        let number = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        return FileDescriptor(owning: try check(number < 0 ? -errno : number, "open", path))
    }

    /// Gives the number away: the caller closes it from now on.
    package consuming func release() -> Int32 {
        let number = self.number
        discard self
        return number
    }
}

/// A descriptor with several owners; the last one closes it.
package final class SharedDescriptor: Sendable {
    /// The number, for calls into the system. It stays open as long as this object lives.
    package let number: Int32
    private let worker: BackgroundWorker?
    private let tally: ClosingTally?

    /// - Parameters:
    ///   - worker: closes it off the loop, for files whose closing can take long or never end.
    ///   - tally: counts it while that waits.
    package init(_ descriptor: consuming FileDescriptor, worker: BackgroundWorker? = nil, tally: ClosingTally? = nil) {
        self.number = descriptor.release()
        self.worker = worker
        self.tally = tally
    }

    /// Gives the memory of a memfd back to the system, off the loop: whoever has it mapped finds zeros.
    package func free() {
        if let worker { worker.free(number) } else { Memfd.free(number) }
    }

    deinit {
        if let worker {
            worker.close(FileDescriptor(owning: number), tally: tally, onlyIfItWaits: true)
        } else {
            close(number)
        }
    }
}

/// A pipe (pipe(2)).
package enum Pipe {
    /// Makes one that holds `capacity` bytes, and hands over its reading end and its writing end, which does not block.
    package static func make(
        capacity: UInt32, _ body: (consuming FileDescriptor, consuming FileDescriptor) throws(OSError) -> Void
    ) throws(OSError) {
        var ends: (Int32, Int32) = (-1, -1)
        let result = unsafe withUnsafeMutableBytes(of: &ends) { bytes in
            unsafe sheaf_file_pipe(bytes.assumingMemoryBound(to: Int32.self).baseAddress, capacity)
        }
        try check(result, "make a pipe")
        try body(FileDescriptor(owning: ends.0), FileDescriptor(owning: ends.1))
    }

    /// Reads a pipe until nobody has its writing end any more, or the time is over.
    ///
    /// - Parameters:
    ///   - milliseconds: how long to wait in all.
    ///   - limit: the most bytes that are returned; others are dropped.
    package static func text(from number: Int32, milliseconds: Int32, limit: Int) -> String {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 4_096)
        let end = EventLoop.now + UInt64(milliseconds) * 1_000
        while true {
            var ready = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
            let left = Int32(clamping: (end - min(end, EventLoop.now)) / 1_000)
            let found = unsafe poll(&ready, 1, left)
            if found < 0, errno == EINTR { continue }
            guard found > 0 else { break }
            let count = unsafe piece.withUnsafeMutableBytes { unsafe read(number, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            bytes += piece.prefix(min(count, limit - bytes.count))
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
