import Glibc
package import SheafOS

/// The folder in which a user's own sheafd has its socket, its lock and its log. It is closed to everybody else (mode 0700).
///
/// The folder is `$XDG_RUNTIME_DIR/sheaf`, or `/run/user/UID/sheaf`. Where there is no such folder (containers, jobs of cron, after `su`) it is
/// `~/.local/state/sheaf/run`, which nobody else can make before this user does.
package struct UserServiceFolder: Sendable {
    package let path: String
    private let folders: UserFolders

    /// The path of its socket.
    package var socket: String { "\(path)/org.sheaf" }

    /// The path of what a sheafd logs that a front end has started.
    package var log: String { "\(path)/sheafd.log" }

    /// - Throws: where the user has no home folder, nor a folder for sockets.
    package init(_ folders: UserFolders = UserFolders()) throws(OSError) {
        guard let path = folders.runtime.map({ "\($0)/sheaf" }) ?? folders.state.map({ "\($0)/sheaf/run" }) else {
            throw OSError(code: ENOENT, operation: "find a folder for a socket: set XDG_RUNTIME_DIR or HOME")
        }
        self.path = path
        self.folders = folders
    }

    /// Makes the folder where it is missing.
    ///
    /// - Throws: where it can't be made, or is open to others.
    package func make() throws(OSError) {
        try Folder.make(path)
        guard folders.isPrivate(path) else {
            throw OSError(
                code: EPERM, operation: "keep a socket in",
                subject: "\(path), which must be a folder of this user with mode 0700")
        }
    }

    /// Connects to the sheafd that answers there; nil where none does, and where the folder or who answers is another user's.
    package func connect() -> FileDescriptor? {
        guard folders.isPrivate(path), let connection = try? UnixSocket.connect(to: socket),
            let peer = try? UnixSocket.credentials(of: connection.number), peer.uid == CurrentProcess.user
        else { return nil }
        return connection
    }
}

/// The socket of a user's own sheafd, as that itself has it: there is one service at a time.
///
/// A service holds the lock of the folder while it makes the socket or takes it away. So of two that start at once one serves and the other
/// ends, and a front end that connects to a service that is about to end finds it, or starts the next one.
package final class UserServiceSocket {
    /// How long to wait for another that starts or ends, in milliseconds.
    static let patience = 5_000
    private static let pause = 5

    private let folder: UserServiceFolder
    private let lock: FileDescriptor
    /// The socket as it was made; nil where there is none, and when it was taken away.
    private var file: SocketFile?

    /// Where the socket is put while it is found out whether anybody has connected since.
    private var retired: String { "\(folder.path)/org.sheaf.ending" }

    /// - Parameter folder: a folder that is there (``UserServiceFolder/make()``).
    package init(in folder: UserServiceFolder) throws(OSError) {
        self.folder = folder
        lock = try FileDescriptor.open("\(folder.path)/lock", O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o600)
    }

    /// Listens; nil where a service of this user answers there already.
    package func listen() throws(OSError) -> FileDescriptor? {
        try locked { () throws(OSError) in
            // Of one that was killed as it ended.
            unsafe unlink(retired)
            do throws(OSError) {
                let listener = try UnixSocket.listen(at: folder.socket)
                file = SocketFile(at: folder.socket)
                return listener
            } catch {
                guard error.code == EADDRINUSE, folder.connect() != nil else { throw error }
                return nil
            }
        }
    }

    /// Takes the socket away, unless somebody has connected whom the service does not know of yet.
    ///
    /// - Parameter listener: the descriptor that listens.
    /// - Returns: whether it is gone: the service may end.
    package func retire(_ listener: Int32) -> Bool {
        let isGone = try? locked { () throws(OSError) in
            // Nobody connects to a socket that somebody has removed or replaced, as a unit of systemd's does.
            let isInPlace = file?.isInPlace ?? false
            // From here on nobody connects; who has is in the listener's queue.
            if isInPlace, unsafe rename(folder.socket, retired) != 0 { return false }
            var waiting = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
            guard unsafe poll(&waiting, 1, 0) == 0 else {
                if isInPlace { _ = unsafe rename(retired, folder.socket) }
                return false
            }
            if isInPlace { unsafe unlink(retired) }
            return true
        }
        if isGone ?? false { file = nil }
        return isGone ?? false
    }

    /// Takes the socket away, whoever has connected. To be called as long as the service listens: after that it may be another one's.
    package func remove() {
        try? locked { () throws(OSError) in file?.remove() }
        file = nil
    }

    private func locked<Result: ~Copyable>(_ body: () throws(OSError) -> Result) throws(OSError) -> Result {
        var waited = 0
        while flock(lock.number, LOCK_EX | LOCK_NB) != 0 {
            let code = errno
            guard code == EWOULDBLOCK || code == EINTR, waited < Self.patience else {
                throw OSError(
                    code: code, operation: "wait for another sheafd that starts or ends in", subject: folder.path)
            }
            poll(nil, 0, Int32(Self.pause))
            waited += Self.pause
        }
        defer { flock(lock.number, LOCK_UN) }
        return try body()
    }
}
