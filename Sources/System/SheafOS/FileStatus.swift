import CSheafShims
import Glibc

/// Which file this is, and what a look at it tells of its bytes: where one of these is another, they may be others. Looking can block for
/// ever on a dead network mount.
package struct FileStatus: Hashable, Sendable {
    package let device: UInt64
    package let inode: UInt64
    /// In bytes.
    package let size: Int64
    /// The times of the last change of its bytes (mtime), and of the file or its attributes at all (ctime), in nanoseconds since 1970:
    /// nobody can set the second one back.
    package let modified, changed: Int64
    private let type: mode_t

    /// Whether it is a regular file.
    package var isRegular: Bool { type == S_IFREG }
    /// Whether it is a folder.
    package var isFolder: Bool { type == S_IFDIR }
    /// Whether it is a symbolic link.
    package var isLink: Bool { type == S_IFLNK }

    /// Looks at an open file.
    package init(of number: Int32) throws(OSError) {
        var status = sheaf_file_status()
        try check(unsafe sheaf_file_status_get(number, &status), "look at a file")
        self.init(status)
    }

    /// Looks at what a path stands for, a link itself: nil where nothing is there.
    package init?(path: String) { self.init(name: Array(path.utf8), in: AT_FDCWD) }

    /// Looks at what a name stands for in an open folder, a link itself: nil where nothing is there.
    ///
    /// - Parameter name: its bytes, which need not be UTF-8.
    package init?(name: [UInt8], in folder: Int32) {
        var status = sheaf_file_status()
        let found = unsafe (name + [0]).withUnsafeBytes { bytes in
            unsafe sheaf_file_status_find(folder, bytes.assumingMemoryBound(to: CChar.self).baseAddress, &status)
        }
        guard found == 0 else { return nil }
        self.init(status)
    }

    private init(_ status: sheaf_file_status) {
        device = status.device
        inode = status.inode
        size = status.size
        modified = status.modified
        changed = status.changed
        type = mode_t(status.type)
    }
}

/// The first bytes of a file.
package enum FileStart {
    /// Up to so many of them; fewer of a file that is shorter.
    package static func read(_ number: Int32, upTo length: Int) throws(OSError) -> [UInt8] {
        try unsafe fill(upTo: length, "read the beginning of a file") { start, length, offset in
            unsafe pread(number, start, length, offset)
        }
    }
}

/// Which file stands at a path, and in which state. Another file has another stamp, and one that was written to since.
package struct FileStamp: Equatable, Sendable {
    private let device: UInt64
    private let inode: UInt64
    private let size: UInt64
    /// When its content was changed last, in nanoseconds since 1970.
    private let modified: Int64
    /// Whether it is a regular file that somebody may execute.
    package let isProgram: Bool

    /// The file's identity as text, which the next run compares with the file that is there then.
    package var text: String { "\(device):\(inode):\(size):\(modified)" }

    /// Looks at the file of a path, through links; nil where there is none, or it can't be looked at.
    package init?(at path: String) {
        var stamp = sheaf_file_stamp()
        guard unsafe sheaf_file_stamp_get(path, &stamp) == 0 else { return nil }
        device = stamp.device
        inode = stamp.inode
        size = stamp.size
        modified = stamp.modified_seconds &* 1_000_000_000 &+ stamp.modified_nanoseconds
        isProgram = stamp.is_program != 0
    }
}
