import Glibc
import SheafOS

/// A sheafd that could not be connected to, said to people: which socket was tried, why that failed, and what to do next.
///
/// The clients in other languages say the same words: `clients/c/sheaf_client.c`, `clients/python/sheaf/unreachable.py`.
package struct UnreachableService: Error, CustomStringConvertible {
    /// The path of the socket.
    package let socket: String
    /// The errno of the attempt.
    package let code: Int32

    package init(socket: String, code: Int32) {
        self.socket = socket
        self.code = code
    }

    package var description: String {
        "cannot reach sheafd at \(socket): \(OSError.text(of: code)): \(Self.remedy(code))"
    }

    /// The next thing to do where connecting to a socket of sheafd failed with an errno.
    package static func remedy(_ code: Int32) -> String {
        switch code {
        case ENOENT, ECONNREFUSED:
            "start it (\"systemctl start sheafd.socket\"), or one of your own (\"sheafctl open FILE\" does), or name its socket "
                + "(SHEAF_SOCKET=PATH)"
        case EACCES, EPERM: "you may not use this socket: ask who runs sheafd for access"
        case EAGAIN: "it is too busy to answer: try again"
        case ENAMETOOLONG: "the path of a socket has at most 107 bytes: give a shorter one"
        default: "name the socket of sheafd (SHEAF_SOCKET=PATH)"
        }
    }
}

extension ServiceFinder {
    /// The reason that there is no connection, and the next thing to do, where ``connect()`` has thrown an errno.
    package func problem(_ code: Int32) -> String {
        if let startFailure { return "cannot start a sheafd of your own: \(startFailure)" }
        return "\(UnreachableService(socket: location.socket, code: code))"
    }
}
