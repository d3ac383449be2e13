import CSheafShims
import Glibc

/// What a descriptor of a file is. Asking can block for ever on a dead network mount: only a provider host asks.
package struct FileStatus: Equatable, Sendable {
    /// The kind of a file.
    package enum Kind: Sendable { case regular, folder, other }

    package let device: UInt64
    package let inode: UInt64
    /// In bytes.
    package let size: UInt64
    /// The time of the last change of the file or its attributes (ctime), in nanoseconds since 1970.
    package let changed: Int64
    package let kind: Kind
    /// Whether bytes can be read through this descriptor: it is neither write-only nor O_PATH.
    package let isReadable: Bool
    /// Whether it is on FUSE or a network file system.
    package let isRemote: Bool

    package init(of number: Int32) throws(OSError) {
        var status = sheaf_file_status()
        try check(unsafe sheaf_file_status_get(number, &status), "look at a file")
        device = status.device
        inode = status.inode
        size = status.size
        changed = status.changed_seconds &* 1_000_000_000 &+ status.changed_nanoseconds
        kind =
            switch mode_t(status.type) {
            case S_IFREG: .regular
            case S_IFDIR: .folder
            default: .other
            }
        isReadable = status.access == UInt32(O_RDONLY) || status.access == UInt32(O_RDWR)
        isRemote = status.remote != 0
    }
}

/// Folders that documents are opened in.
package enum Folder {
    /// Opens a folder.
    package static func open(_ path: String) throws(OSError) -> FileDescriptor {
        FileDescriptor(owning: try check(unsafe sheaf_file_open_folder(path), "open the folder", path))
    }

    /// The names of what is in a folder, in no order.
    package static func names(in path: String) throws(OSError) -> [String] {
        guard let folder = unsafe opendir(path) else {
            throw OSError(code: errno, operation: "read the folder", subject: path)
        }
        defer { unsafe closedir(folder) }
        var names: [String] = []
        while let entry = unsafe readdir(folder) {
            unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                names.append(unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self))
            }
        }
        return names
    }

    /// Finds a folder below a folder, for naming what is in it alone. A path or link that leads out is refused (EXDEV).
    package static func locate(_ path: String, beneath folder: Int32) throws(OSError) -> FileDescriptor {
        let number = unsafe sheaf_file_locate_folder_beneath(folder, path)
        return FileDescriptor(owning: try check(number, "find the folder", path))
    }

    /// What ``openFile(_:beneath:)`` does where a sandbox takes openat2(2) away, as the unit's own does: no link is followed.
    static func walkToFile(_ path: String, beneath folder: Int32) throws(OSError) -> FileDescriptor {
        FileDescriptor(owning: try check(unsafe sheaf_file_walk_beneath(folder, path, 0), "open", path))
    }

    /// Opens a file below a folder for reading. A path or link that leads out of the folder is refused (EXDEV).
    package static func openFile(_ path: String, beneath folder: Int32) throws(OSError) -> FileDescriptor {
        FileDescriptor(owning: try check(unsafe sheaf_file_open_beneath(folder, path), "open", path))
    }
}
