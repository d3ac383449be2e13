import Glibc

/// A folder with what can be made anew, each in a file that a checksum vouches for: at most so many bytes, of which those go that were used
/// longest ago.
///
/// Whatever is not as this program has written it counts as missing, and is replaced when it was made anew. Files with other names
/// are left alone. Waits for the disk: for a thread of its own.
package final class CacheFolder {
    /// A kind of files.
    package struct Kind: Sendable {
        /// How they begin, in 8 bytes.
        let mark: [UInt8]
        /// The bytes of the largest; a quarter of the folder's limit where that is less.
        let largest: Int
        /// Whether one may be called so.
        let isName: @Sendable (String) -> Bool

        package init(mark: String, largest: Int, isName: @escaping @Sendable (String) -> Bool) {
            (self.mark, self.largest, self.isName) = (Array(mark.utf8), largest, isName)
        }
    }

    /// How files begin: the mark of their kind, and the checksum, in 16 bytes.
    package static let headLength = 16
    /// A file that was used is noted as used, unless that was noted in the last hour. In nanoseconds.
    private static let freshness: Int64 = 3_600_000_000_000
    /// Where room is made, an eighth is made.
    private static let share = 8

    package let path: String
    private let kind: Kind
    private let limit: Int
    /// The bytes of all files, as far as this run knows.
    private var total = 0

    /// - Parameter limit: in bytes.
    package init(_ path: String, of kind: Kind, limit: Int) {
        (self.path, self.kind, self.limit) = (path, kind, limit)
        makeRoom(for: 0)
    }

    /// Makes the folder where it is missing.
    ///
    /// - Parameter what: what is kept in it, for people.
    /// - Throws: where it can't be made, or written to, or is not this user's alone.
    package static func prepare(_ path: String, for what: String) throws(OSError) {
        try Folder.make(path)
        guard UserFolders().isPrivate(path) else {
            throw OSError(
                code: EPERM, operation: "keep \(what) in a folder that is not this user's alone (mode 0700)",
                subject: path)
        }
        guard unsafe access(path, W_OK | X_OK) == 0 else {
            throw OSError(code: errno, operation: "write to the folder for \(what)", subject: path)
        }
    }

    /// The content of a name, in an open file: behind ``headLength`` bytes. Nil where there is none.
    package func find(_ name: String) -> (file: SharedDescriptor, content: ArraySlice<UInt8>)? {
        guard let file = try? FileDescriptor.open("\(path)/\(name)", O_RDONLY | O_NONBLOCK | O_NOFOLLOW),
            let status = try? FileStatus(of: file.number), status.isRegular,
            Self.headLength + 1...Self.headLength + kind.largest ~= Int(status.size),
            let bytes = try? FileStart.read(file.number, upTo: Int(status.size)), bytes.count == status.size
        else { return nil }
        let content = bytes[Self.headLength...]
        guard bytes[..<Self.headLength].elementsEqual(head(of: content, name)) else { return nil }
        if WallClock.now - status.modified > Self.freshness { _ = futimens(file.number, nil) }
        return (SharedDescriptor(file), content)
    }

    /// Keeps something under a name, in place of what has that. What is too large is left out.
    package func keep(_ content: [UInt8], as name: String) throws(OSError) {
        guard 1...min(kind.largest, limit / 4) ~= content.count else { return }
        let bytes = head(of: content[...], name) + content
        if total + bytes.count > limit { makeRoom(for: bytes.count) }
        unsafe try UserFile.write(bytes.span.bytes, to: "\(path)/\(name)")
        total += bytes.count
    }

    /// Keeps nothing under a name.
    package func remove(_ name: String) { unsafe unlink("\(path)/\(name)") }

    private func head(of content: ArraySlice<UInt8>, _ name: String) -> [UInt8] {
        kind.mark + NumberBytes.of(TextHash.value(of: content, from: TextHash.value(of: name)))
    }

    /// Looks at what the folder has, and removes what was used longest ago where that is too much.
    private func makeRoom(for bytes: Int) {
        let names = (try? Folder.names(in: path)) ?? []
        for name in names where name.hasPrefix(".sheaf-") {
            // A run that was killed has left it.
            let file = "\(path)/\(name)"
            if FileStatus(path: file).map({ WallClock.now - $0.modified > Self.freshness }) ?? false {
                unsafe unlink(file)
            }
        }
        var files = names.filter(kind.isName).compactMap { name in
            FileStatus(path: "\(path)/\(name)").map { (name, $0) }
        }
        total = files.reduce(0) { $0 + Int($1.1.size) }
        guard total + bytes > limit else { return }
        files.sort { $0.1.modified < $1.1.modified }
        for (name, status) in files where total + bytes > limit - limit / Self.share {
            unsafe unlink("\(path)/\(name)")
            total -= Int(status.size)
        }
    }
}

/// The time of day, as files have it.
package enum WallClock {
    /// In nanoseconds since 1970.
    package static var now: Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
