import Glibc
import SheafOS

/// The files of a folder of the library and of the folders in it, as they are when it is looked through.
///
/// Links are not followed, and no other file system is entered: a folder is looked through once, and ends. Hidden files and folders,
/// whose names begin with a point, are left out, and so are folders that cannot be read.
struct FolderFiles {
    /// How many files and folders a folder may have, with all that is in these.
    static let limit = 100_000
    /// How deep folders are looked into: deeper ones are left out. The folder itself is 0.
    static let deepest = 8
    /// How long a folder is looked through at most, in microseconds: less than a host has for opening a document.
    static let longestLook: UInt64 = 10_000_000
    /// How many of its folders are named to the service, which watches them for new files.
    static let watchedFolders = 64

    /// The regular files by their paths from the folder, sorted by the bytes of these.
    private(set) var files: [(name: [UInt8], status: FileStatus)] = []
    /// The paths of the folders in it, from the folder.
    private(set) var folders: [[UInt8]] = []
    /// When the folder or one of those in it was changed last, in nanoseconds since 1970.
    private(set) var changed: Int64

    private let device: UInt64
    private let largestFile: Int64
    private let limit: Int
    private let end = EventLoop.now + FolderFiles.longestLook

    /// Looks through a folder.
    ///
    /// - Parameters:
    ///   - largestFile: in bytes: larger files are left out.
    ///   - limit: how many files and folders there may be.
    init(in folder: Int32, upTo largestFile: Int64, limit: Int = FolderFiles.limit) throws(OSError) {
        let status = try FileStatus(of: folder)
        device = status.device
        changed = status.changed
        self.largestFile = largestFile
        self.limit = limit
        // What reads a folder goes on where another that shares the descriptor's file has stopped.
        let number = unsafe openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        try look(into: number, path: [], depth: 0)
        files.sort { $0.name.lexicographicallyPrecedes($1.name) }
        folders.sort { $0.lexicographicallyPrecedes($1) }
    }

    /// Looks through one folder, and closes it.
    private mutating func look(into number: Int32, path: [UInt8], depth: Int) throws(OSError) {
        guard number >= 0, let stream = unsafe fdopendir(number) else {
            let code = errno
            if number >= 0 { close(number) }
            // One inside that cannot be read costs no other one.
            if depth > 0 { return }
            throw OSError(code: code, operation: "read the folder")
        }
        defer { unsafe closedir(stream) }
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe [UInt8](bytes.prefix { $0 != 0 })
            }
            guard name.first != UInt8(ascii: "."), let status = FileStatus(name: name, in: number) else { continue }
            if status.isRegular, status.size <= largestFile {
                try count()
                files.append((path + name, status))
            } else if status.isFolder, status.device == device, depth < Self.deepest {
                try count()
                changed = max(changed, status.changed)
                folders.append(path + name)
                try look(into: Self.open(name, in: number), path: path + name + [UInt8(ascii: "/")], depth: depth + 1)
            }
        }
    }

    private func count() throws(OSError) {
        guard files.count + folders.count < limit else {
            throw OSError(code: EFBIG, operation: "open a folder of more than \(limit) files and folders")
        }
        guard EventLoop.now < end else {
            throw OSError(
                code: ETIMEDOUT,
                operation: "look through the folder within \(Self.longestLook / 1_000_000) s")
        }
    }

    /// A descriptor of a folder in a folder; negative where it can't be opened, as one that is a link by now.
    private static func open(_ name: [UInt8], in folder: Int32) -> Int32 {
        unsafe (name + [0]).withUnsafeBytes { bytes in
            unsafe openat(
                folder, bytes.assumingMemoryBound(to: CChar.self).baseAddress.unsafelyUnwrapped,
                O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
        }
    }
}
