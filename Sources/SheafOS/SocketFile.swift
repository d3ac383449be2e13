import Glibc

/// The file of a socket, as it was made: what stands at its path later may be another's.
package struct SocketFile: Sendable {
    private let path: String
    private let device: dev_t
    private let inode: ino_t

    /// Nil where there is none.
    package init?(at path: String) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return nil }
        self.path = path
        device = status.st_dev
        inode = status.st_ino
    }

    /// Removes it, unless it has been replaced.
    package func remove() {
        guard let now = SocketFile(at: path), now.device == device, now.inode == inode else { return }
        unsafe unlink(path)
    }
}
