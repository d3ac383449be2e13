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
