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

    /// Opens a file, by default for reading. It never becomes a controlling terminal; a FIFO is not waited for, nor a line without a modem.
    ///
    /// - Parameters:
    ///   - flags: those of open(2); O_CLOEXEC and O_NOCTTY are added.
    ///   - mode: the permissions of a file that is made.
    ///   - operation: what is tried, for the error.
    package static func open(
        _ path: String, _ flags: Int32 = O_RDONLY | O_NONBLOCK, mode: UInt32 = 0, _ operation: String = "open"
    ) throws(OSError) -> FileDescriptor {
        let number = unsafe Glibc.open(path, flags | O_CLOEXEC | O_NOCTTY, mode)
        return FileDescriptor(owning: try check(number < 0 ? -errno : number, operation, path))
    }

    /// Gives the number away: the caller closes it from now on.
    package consuming func release() -> Int32 {
        let number = self.number
        discard self
        return number
    }
}

/// The bytes that `read` brings, until there are no more or as many as are wanted. Their memory is not filled with zeros before: a
/// megabyte of these takes longer than most files.
///
/// - Parameter read: is given where the next ones go, how many, and how many there are before; returns as read(2) does.
func fill(
    upTo length: Int, _ operation: String, _ subject: String = "",
    _ read: (UnsafeMutablePointer<UInt8>, _ length: Int, _ offset: Int) -> Int
) throws(OSError) -> [UInt8] {
    var failure: Int32 = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
        count = 0
        while count < length {
            let result = unsafe read(buffer.baseAddress.unsafelyUnwrapped + count, length - count, count)
            if result < 0, errno == EINTR { continue }
            if result < 0 { failure = errno }
            guard result > 0 else { break }
            count += result
        }
    }
    try check(-failure, operation, subject)
    return bytes
}
