import Glibc
package import SheafOS

extension UnixSocket {
    /// Connects to a socket, on which calls wait then: for bytes at most so long.
    package static func connectBlocking(to path: String, seconds: Int) throws(OSError) -> FileDescriptor {
        let connected = try connect(to: path)
        try setBlocking(connected.number, true)
        var limit = timeval()
        limit.tv_sec = seconds
        setsockopt(connected.number, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        return connected
    }
}
