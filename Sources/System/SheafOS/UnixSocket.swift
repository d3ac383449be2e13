import CSheafShims
import Glibc

/// The process at the other end of a Unix socket, as the kernel says (SO_PEERCRED).
package struct PeerCredentials: Equatable, Sendable, CustomStringConvertible {
    package let pid: Int32
    package let uid: UInt32
    package let gid: UInt32

    package init(pid: Int32, uid: UInt32, gid: UInt32) {
        self.pid = pid
        self.uid = uid
        self.gid = gid
    }

    package var description: String { "process \(pid) of user \(uid)" }
}

/// The result of one read of a socket.
package enum SocketRead: Equatable, Sendable {
    /// This many bytes, above 0.
    case bytes(Int)
    /// Nothing for now.
    case wouldBlock
    /// The peer sends no more.
    case end
}

/// Unix stream sockets that do not block, and are closed on exec.
package enum UnixSocket {
    /// The descriptors that one message carries at most (Linux: SCM_MAX_FD).
    package static let maxDescriptorsPerMessage = Int(SHEAF_SOCKET_MAX_DESCRIPTORS)

    /// Listens on `path`.
    ///
    /// A socket file that nobody listens on any more is replaced; one that is alive is an error (EADDRINUSE), and so is
    /// a file of another kind (EEXIST).
    package static func listen(at path: String, backlog: Int32 = 4096) throws(OSError) -> FileDescriptor {
        var status = stat()
        if unsafe lstat(path, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFSOCK else {
                throw OSError(code: EEXIST, operation: "listen on", subject: path)
            }
            let probe = unsafe sheaf_socket_connect(path)
            if probe >= 0 { close(probe) }
            if probe >= 0 || probe == -EAGAIN {
                throw OSError(code: EADDRINUSE, operation: "listen on", subject: path)
            }
            if probe == -ECONNREFUSED { unsafe unlink(path) }
        }
        return FileDescriptor(owning: try check(unsafe sheaf_socket_listen(path, backlog), "listen on", path))
    }

    /// Connects to the socket at `path`.
    package static func connect(to path: String) throws(OSError) -> FileDescriptor {
        FileDescriptor(owning: try check(unsafe sheaf_socket_connect(path), "connect to", path))
    }

    /// Two sockets that are connected to each other. They are owned one by one: a tuple can't hold them.
    package static func pair(
        _ body: (consuming FileDescriptor, consuming FileDescriptor) throws(OSError) -> Void
    ) throws(OSError) {
        try unsafe pair({ unsafe sheaf_socket_pair($0) }, body)
    }

    /// As ``pair(_:)``, with sockets that keep the bounds of what is sent (SOCK_SEQPACKET).
    package static func packetPair(
        _ body: (consuming FileDescriptor, consuming FileDescriptor) throws(OSError) -> Void
    ) throws(OSError) {
        try unsafe pair({ unsafe sheaf_socket_packet_pair($0) }, body)
    }

    private static func pair(
        _ make: (UnsafeMutablePointer<Int32>?) -> Int32,
        _ body: (consuming FileDescriptor, consuming FileDescriptor) throws(OSError) -> Void
    ) throws(OSError) {
        var ends: (Int32, Int32) = (-1, -1)
        let result = unsafe withUnsafeMutableBytes(of: &ends) { bytes in
            unsafe make(bytes.assumingMemoryBound(to: Int32.self).baseAddress)
        }
        try check(result, "make a pair of sockets")
        try body(FileDescriptor(owning: ends.0), FileDescriptor(owning: ends.1))
    }

    /// The next connection of a listening socket, or nil where none waits.
    package static func accept(on number: Int32) throws(OSError) -> FileDescriptor? {
        let accepted = sheaf_socket_accept(number)
        if accepted == -EAGAIN || accepted == -ECONNABORTED || accepted == -EINTR { return nil }
        return FileDescriptor(owning: try check(accepted, "accept a connection"))
    }

    /// Whether a descriptor is a listening Unix stream socket.
    package static func isListening(_ number: Int32) -> Bool {
        sheaf_socket_is_listening(number) == 1
    }

    /// Whether a descriptor is a socket, of whatever kind. Asks no file system.
    package static func isSocket(_ number: Int32) -> Bool {
        sheaf_socket_is_socket(number) == 1
    }

    /// Has a socket of whatever kind close at once, and not when it has sent everything (SO_LINGER).
    package static func endLinger(_ number: Int32) {
        _ = sheaf_socket_end_linger(number)
    }

    /// Returns the process at the other end of a socket.
    package static func credentials(of number: Int32) throws(OSError) -> PeerCredentials {
        var peer = sheaf_credentials()
        try check(unsafe sheaf_socket_credentials(number, &peer), "ask who the peer is")
        return PeerCredentials(pid: peer.pid, uid: peer.uid, gid: peer.gid)
    }

    /// Whether the process that connected was a member of a group then: its primary group counts, and its supplementary
    /// ones (SO_PEERGROUPS), of which it may have 65,536. A connection that was passed to another process is still the
    /// first one's.
    package static func peer(of number: Int32, isMemberOf group: UInt32) throws(OSError) -> Bool {
        if try credentials(of: number).gid == group { return true }
        return try check(sheaf_socket_peer_has_group(number, group), "ask for the peer's groups") == 1
    }

    /// The process that connected, as a pidfd (SO_PEERPIDFD; before Linux 6.5 by its number). A connection that was passed to
    /// another process is still the first one's. Fails with ESRCH where it has ended.
    package static func peerProcess(of number: Int32) throws(OSError) -> FileDescriptor {
        FileDescriptor(owning: try check(sheaf_socket_peer_process(number), "watch the peer's process"))
    }

    /// Makes calls on it wait, or not.
    package static func setBlocking(_ number: Int32, _ blocking: Bool) throws(OSError) {
        try check(sheaf_socket_set_blocking(number, blocking ? 1 : 0), "change a socket's mode")
    }

    /// Sends what fits; the descriptors go with the first byte.
    ///
    /// - Returns: how many bytes were sent; 0 where the socket is full.
    package static func send(
        _ number: Int32, bytes: RawSpan, descriptors: [Int32] = []
    ) throws(OSError) -> Int {
        let sent = unsafe bytes.withUnsafeBytes { bytes in
            unsafe sheaf_socket_send(number, bytes.baseAddress, bytes.count, descriptors, descriptors.count)
        }
        if sent == -Int64(EAGAIN) || sent == -Int64(EINTR) { return 0 }
        return Int(try check(sent, "send"))
    }

    /// Sends what fits, with two descriptors at most, which need no array: -1 is none, and where `first` is none
    /// `second` is too.
    ///
    /// - Returns: how many bytes were sent; 0 where the socket is full.
    package static func send(
        _ number: Int32, bytes: RawSpan, first: Int32, second: Int32
    ) throws(OSError) -> Int {
        var pair = (first, second)
        let count = first < 0 ? 0 : second < 0 ? 1 : 2
        let sent = unsafe withUnsafeMutableBytes(of: &pair) { numbers in
            unsafe bytes.withUnsafeBytes { bytes in
                unsafe sheaf_socket_send(
                    number, bytes.baseAddress, bytes.count, numbers.assumingMemoryBound(to: Int32.self).baseAddress,
                    count)
            }
        }
        if sent == -Int64(EAGAIN) || sent == -Int64(EINTR) { return 0 }
        return Int(try check(sent, "send"))
    }

    /// Whether descriptors wait to be received; true also where there is so much to receive that it can't be told.
    package static func mayHoldDescriptors(_ number: Int32) -> Bool {
        sheaf_socket_may_hold_descriptors(number) != 0
    }

    /// Whether the peer has received all that was sent.
    package static func isRead(_ number: Int32) throws(OSError) -> Bool {
        try check(sheaf_socket_is_read(number), "ask what the peer has received") == 1
    }

    /// Lets the peer send no more. What has come can still be received.
    package static func endInput(_ number: Int32) {
        _ = sheaf_socket_end_input(number)
    }

    /// Sends no more: the peer receives what was sent, and then the end.
    package static func endOutput(_ number: Int32) {
        _ = sheaf_socket_end_output(number)
    }

    /// Ends both directions: the peer is told so, whenever the socket is closed.
    package static func shutDown(_ number: Int32) {
        _ = sheaf_socket_shut_down(number)
    }

    /// Receives what is there, and the descriptors that came with it. The caller owns them from then on, also where it
    /// throws.
    package static func receive(
        _ number: Int32, into buffer: inout MutableRawSpan, descriptors: inout [Int32]
    ) throws(OSError) -> SocketRead {
        var count = 0
        let received = unsafe withUnsafeTemporaryAllocation(
            of: Int32.self, capacity: maxDescriptorsPerMessage
        ) { space in
            let received = unsafe buffer.withUnsafeMutableBytes { bytes in
                unsafe sheaf_socket_receive(number, bytes.baseAddress, bytes.count, space.baseAddress, &count)
            }
            for index in 0..<count { unsafe descriptors.append(space[index]) }
            return received
        }
        if received == -Int64(EAGAIN) || received == -Int64(EINTR) { return .wouldBlock }
        let bytes = try check(received, "receive")
        return bytes == 0 ? .end : .bytes(Int(bytes))
    }
}
