import Glibc
import SheafOS

/// What a service manager hears by sd_notify(3). Descriptors that come with it are let go of.
///
/// A service that is not listened to is held up when the queue of the socket is full.
final class NotifySocket {
    /// Where it is: NOTIFY_SOCKET.
    let path = "/tmp/sheaf-notify-\(getpid())-\(UInt64.random(in: 0 ... .max))"
    private let socket: FileDescriptor
    /// Every message so far, in the order in which they came.
    private(set) var messages: [String] = []

    init() throws {
        socket = FileDescriptor(
            owning: try check(
                Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0), "make a socket"))
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket.number, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try check(result < 0 ? -errno : result, "listen on", path)
    }

    deinit { unlink(path) }

    /// Listens until it has heard enough, at most so many milliseconds; says whether it has.
    @discardableResult
    func listen(milliseconds: Int = 20_000, until isEnough: ([String]) throws -> Bool) rethrows -> Bool {
        let end = ContinuousClock.now + .milliseconds(milliseconds)
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while true {
            while case let count = recv(socket.number, &buffer, buffer.count, Int32(MSG_DONTWAIT)), count > 0 {
                messages.append(String(decoding: buffer[..<count], as: UTF8.self))
            }
            if try isEnough(messages) { return true }
            guard ContinuousClock.now < end else { return false }
            usleep(1_000)
        }
    }
}
