import CSheafShims
import Glibc

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

    /// Makes one as ``make(capacity:_:)`` does: the numbers of its ends, which the caller owns.
    package static func numbers(capacity: UInt32) throws(OSError) -> (reading: Int32, writing: Int32) {
        var ends: (Int32, Int32) = (-1, -1)
        try make(capacity: capacity) { ends = ($0.release(), $1.release()) }
        return ends
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
