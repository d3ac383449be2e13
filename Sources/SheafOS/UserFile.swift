import Glibc

/// Files that a person names on a command line.
package enum UserFile {
    /// Opens a file for reading. Nothing that is there can make this wait: no FIFO without a writer, no line without a modem.
    package static func open(_ path: String) throws(OSError) -> FileDescriptor {
        let number = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        return FileDescriptor(owning: try check(number < 0 ? -errno : number, "open", path))
    }

    /// Writes a file so that it is there whole or as it was: beside its place first, then renamed to it.
    ///
    /// A file that stands there keeps its permissions, and a symbolic link goes on pointing to it. What is no regular
    /// file (a device, a FIFO) is written to as it is.
    package static func write(_ bytes: RawSpan, to path: String) throws(OSError) {
        var status = stat()
        let exists = unsafe stat(path, &status) == 0
        guard exists, status.st_mode & S_IFMT != S_IFREG else {
            return try replace(
                exists ? resolved(path) : path, with: bytes, mode: exists ? status.st_mode & 0o7777 : nil, named: path)
        }
        let number = unsafe Glibc.open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY)
        let file = FileDescriptor(owning: try check(number < 0 ? -errno : number, "write", path))
        try writeAll(bytes, to: file.number, subject: path)
    }

    /// - Parameter name: what the person called it, for errors.
    private static func replace(
        _ path: String, with bytes: RawSpan, mode: mode_t?, named name: String
    ) throws(OSError) {
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
        let temporary = try "\(folder).sheaf-\(RandomBytes.identifier())"
        let number = unsafe Glibc.open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        let file = FileDescriptor(owning: try check(number < 0 ? -errno : number, "write", name))
        do throws(OSError) {
            if let mode { try check(fchmod(file.number, mode) < 0 ? -errno : 0, "write", name) }
            try writeAll(bytes, to: file.number, subject: name)
            try check(unsafe rename(temporary, path) < 0 ? -errno : 0, "write", name)
        } catch {
            unsafe unlink(temporary)
            throw error
        }
    }

    private static func resolved(_ path: String) -> String {
        guard let real = unsafe realpath(path, nil) else { return path }
        defer { unsafe free(real) }
        return unsafe String(cString: real)
    }
}
