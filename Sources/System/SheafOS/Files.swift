import CSheafShims
import Glibc

/// Folders that documents are opened in.
package enum Folder {
    /// Opens a folder.
    package static func open(_ path: String) throws(OSError) -> FileDescriptor {
        FileDescriptor(owning: try check(unsafe sheaf_file_open_folder(path), "open the folder", path))
    }

    /// Makes a folder, and those above it that are missing, for this user alone.
    package static func make(_ path: String) throws(OSError) {
        var made = ""
        for part in path.split(separator: "/") {
            made += "/\(part)"
            guard unsafe mkdir(made, 0o700) == 0 || errno == EEXIST else {
                throw OSError(code: errno, operation: "make the folder", subject: made)
            }
        }
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
        try checkEnd(of: path, "find the folder")
        let number = unsafe sheaf_file_locate_folder_beneath(folder, path)
        return FileDescriptor(owning: try check(number, "find the folder", path))
    }

    /// Finds a folder below a folder on the same file system. No link is followed. Where the kernel or a sandbox lacks openat2(2), none
    /// is found (ENOSYS).
    package static func locateOnSameFileSystem(_ path: String, beneath folder: Int32) throws(OSError) -> FileDescriptor
    {
        try checkEnd(of: path, "find the folder")
        let number = unsafe sheaf_file_locate_folder_on_device(folder, path)
        return FileDescriptor(owning: try check(number, "find the folder", path))
    }

    /// Opens as ``openFile(_:beneath:)`` where a sandbox lacks openat2(2), as the unit's own does: no link is followed.
    static func walkToFile(_ path: String, beneath folder: Int32) throws(OSError) -> FileDescriptor {
        try checkEnd(of: path, "open")
        return FileDescriptor(owning: try check(unsafe sheaf_file_walk_beneath(folder, path, 0), "open", path))
    }

    /// Opens a file below a folder for reading. No link is followed.
    ///
    /// - Parameter path: its bytes, which need not be UTF-8.
    package static func openWithoutLinks(_ path: [UInt8], beneath folder: Int32) throws(OSError) -> FileDescriptor {
        let number = unsafe (path + [0]).withUnsafeBytes { bytes in
            unsafe sheaf_file_walk_beneath(folder, bytes.assumingMemoryBound(to: CChar.self).baseAddress, 0)
        }
        return FileDescriptor(owning: try check(number, "open", String(decoding: path, as: UTF8.self)))
    }

    /// Refuses a path with a NUL (EINVAL): the kernel would see another one, which ends there.
    private static func checkEnd(of path: String, _ operation: String) throws(OSError) {
        guard !path.utf8.contains(0) else { throw OSError(code: EINVAL, operation: operation, subject: path) }
    }

    /// Opens a file below a folder for reading. A path or link that leads out of the folder is refused (EXDEV).
    package static func openFile(_ path: String, beneath folder: Int32) throws(OSError) -> FileDescriptor {
        try checkEnd(of: path, "open")
        return FileDescriptor(owning: try check(unsafe sheaf_file_open_beneath(folder, path), "open", path))
    }
}

/// Small text files of the operator's.
package enum TextFile {
    /// The largest file that is read, in bytes.
    package static let maxSize = 1 << 20

    /// The content of a file of at most ``maxSize`` bytes of UTF-8.
    package static func read(_ path: String) throws(OSError) -> String {
        let file = try FileDescriptor.open(path, O_RDONLY, "read")
        let bytes = try unsafe fill(upTo: maxSize + 1, "read", path) { start, length, _ in
            unsafe Glibc.read(file.number, start, length)
        }
        guard bytes.count <= maxSize else { throw OSError(code: EFBIG, operation: "read", subject: path) }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw OSError(code: EILSEQ, operation: "read", subject: path)
        }
        return text
    }

    /// The names in a folder that end in `suffix`, sorted by their bytes; none where there is no folder.
    package static func names(in folder: String, suffix: String) -> [String] {
        let names = ((try? Folder.names(in: folder)) ?? []).filter { $0.hasSuffix(suffix) && $0.first != "." }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}

extension OSError {
    /// There is no such file.
    package var isNotFound: Bool { code == ENOENT }
}

/// Files that a person names on a command line.
package enum UserFile {
    /// Opens standard input as a file: standard input itself where it is a regular file, else a copy of all that comes,
    /// in memory that nobody can change any more.
    ///
    /// - Parameter limit: the most bytes that are copied; more are EFBIG.
    package static func standardInput(limit: Int) throws(OSError) -> FileDescriptor {
        let name = "standard input"
        var status = stat()
        try check(unsafe fstat(0, &status) < 0 ? -errno : 0, "read", name)
        if status.st_mode & S_IFMT == S_IFREG {
            let copy = fcntl(0, F_DUPFD_CLOEXEC, 3)
            return FileDescriptor(owning: try check(copy < 0 ? -errno : copy, "read", name))
        }
        let memory = try Memfd.create(name: name, size: 0)
        var piece = [UInt8](repeating: 0, count: 1 << 18)
        var size = 0
        while true {
            let count = unsafe piece.withUnsafeMutableBytes { unsafe Glibc.read(0, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN {
                CurrentProcess.sleep(untilReadable: 0, milliseconds: -1)
                continue
            }
            try check(count < 0 ? -errno : 0, "read", name)
            guard count > 0 else { break }
            guard size + count <= limit else { throw OSError(code: EFBIG, operation: "read", subject: name) }
            try Memfd.write(count == piece.count ? piece : Array(piece[..<count]), to: memory.number, at: size)
            size += count
        }
        try Memfd.seal(memory.number)
        return memory
    }

    /// All of a file, or of standard input where the path is "-"; waits for what comes through a pipe.
    ///
    /// - Parameter limit: the most bytes that it may have; more are EFBIG.
    package static func content(of path: String, limit: Int) throws(OSError) -> [UInt8] {
        let file = path == "-" ? try standardInput(limit: limit) : try FileDescriptor.open(path)
        let name = path == "-" ? "standard input" : path
        let content = try unsafe fill(upTo: limit + 1, "read", name) { start, length, offset in
            unsafe pread(file.number, start, length, offset)
        }
        guard content.count <= limit else { throw OSError(code: EFBIG, operation: "read", subject: name) }
        return content
    }

    /// The first line of a file, or of standard input where the path is "-", without its end; waits for what comes through a pipe.
    ///
    /// - Parameter limit: the most bytes that it may have; more are EFBIG.
    package static func firstLine(of path: String, limit: Int) throws(OSError) -> [UInt8] {
        guard path != "-" else { return try firstLine(from: 0, named: "standard input", limit: limit) }
        let file = try FileDescriptor.open(path)
        return try firstLine(from: file.number, named: path, limit: limit)
    }

    private static func firstLine(from number: Int32, named name: String, limit: Int) throws(OSError) -> [UInt8] {
        var line: [UInt8] = []
        while true {
            var byte: UInt8 = 0
            let count = unsafe Glibc.read(number, &byte, 1)
            switch (count, errno) {
            case (1, _) where byte != UInt8(ascii: "\n"):
                guard line.count < limit else { throw OSError(code: EFBIG, operation: "read", subject: name) }
                line.append(byte)
            case (0..., _):
                if line.last == UInt8(ascii: "\r") { line.removeLast() }
                return line
            case (_, EINTR): continue
            case (_, EAGAIN): CurrentProcess.sleep(untilReadable: number, milliseconds: -1)
            case (_, let code): throw OSError(code: code, operation: "read", subject: name)
            }
        }
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
                exists ? (try? resolved(path)) ?? path : path, with: bytes,
                mode: exists ? status.st_mode & 0o7777 : nil, named: path)
        }
        let file = try FileDescriptor.open(path, O_WRONLY, "write")
        try writeAll(bytes, to: file.number, subject: path)
    }

    /// - Parameter name: what the person called it, for errors.
    private static func replace(
        _ path: String, with bytes: RawSpan, mode: mode_t?, named name: String
    ) throws(OSError) {
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
        let temporary = try "\(folder).sheaf-\(RandomIdentifier.make().text)"
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

    /// Whether anything is there, or at least a link.
    package static func exists(_ path: String) -> Bool { FileStatus(path: path) != nil }

    /// Removes a file, where it is there.
    package static func remove(_ path: String) throws(OSError) {
        guard unsafe unlink(path) == 0 || errno == ENOENT else {
            throw OSError(code: errno, operation: "remove", subject: path)
        }
    }

    /// The path from the root on, without links, of what is there.
    package static func resolved(_ path: String) throws(OSError) -> String {
        guard let real = unsafe realpath(path, nil) else {
            throw OSError(code: errno, operation: "find", subject: path)
        }
        defer { unsafe free(real) }
        return unsafe String(cString: real)
    }
}

/// The file of a socket, as it was made: what stands at its path later may be another's.
package struct SocketFile: Sendable {
    private let path: String
    private let file: FileStatus

    /// Nil where there is none.
    package init?(at path: String) {
        guard let file = FileStatus(path: path) else { return nil }
        (self.path, self.file) = (path, file)
    }

    /// Whether it is there still, and no other in its place.
    package var isInPlace: Bool {
        FileStatus(path: path).map { $0.device == file.device && $0.inode == file.inode } ?? false
    }

    /// Removes it, unless it has been replaced.
    package func remove() {
        if isInPlace { unsafe unlink(path) }
    }
}
