import Glibc
import SheafOS

/// A folder with pictures of covers, each in a file that a checksum vouches for: at most so many bytes, of which those go that were used
/// longest ago.
///
/// Whatever is not as this program has written it counts as missing, and is replaced when its picture was made anew. Files with other names
/// are left alone. Waits for the disk: for a thread of its own.
final class CoverFolder {
    /// How pictures begin: `mark`, and the checksum, in 16 bytes.
    static let headLength = 16
    private static let mark = Array("sheafpic".utf8)
    /// A file that was used is noted as used, unless that was noted in the last hour. In nanoseconds.
    private static let freshness: Int64 = 3_600_000_000_000
    /// Where room is made, an eighth is made.
    private static let share = 8
    /// The bytes of the largest picture; a quarter of the folder's limit where that is less.
    private static let largest = 1 << 20

    let path: String
    private let limit: Int
    /// The bytes of all pictures, as far as this run knows.
    private var total = 0

    /// - Parameter limit: in bytes.
    init(_ path: String, limit: Int) {
        (self.path, self.limit) = (path, limit)
        makeRoom(for: 0)
    }

    /// Makes the folder where it is missing.
    ///
    /// - Throws: where it can't be made, or written to, or is not this user's alone.
    static func prepare(_ path: String) throws(OSError) {
        try Folder.make(path)
        guard UserFolders().isPrivate(path) else {
            throw OSError(
                code: EPERM, operation: "keep covers in a folder that is not this user's alone (mode 0700)",
                subject: path)
        }
        guard unsafe access(path, W_OK | X_OK) == 0 else {
            throw OSError(code: errno, operation: "write to the folder for covers", subject: path)
        }
    }

    /// The picture of a name, in an open file: behind ``headLength`` bytes come `length`. Nil where there is none.
    func find(_ name: String) -> (file: SharedDescriptor, length: Int)? {
        guard let file = try? FileDescriptor.open("\(path)/\(name)", O_RDONLY | O_NONBLOCK | O_NOFOLLOW),
            let status = try? FileStatus(of: file.number), status.isRegular,
            Self.headLength + 1...Self.headLength + Self.largest ~= Int(status.size),
            let bytes = try? FileStart.read(file.number, upTo: Int(status.size)), bytes.count == status.size
        else { return nil }
        let picture = bytes[Self.headLength...]
        guard bytes[..<Self.headLength].elementsEqual(Self.head(of: picture, name)) else { return nil }
        if WallClock.now - status.modified > Self.freshness { _ = futimens(file.number, nil) }
        return (SharedDescriptor(file), picture.count)
    }

    /// Keeps a picture under a name, in place of what has that. One that is too large is left out.
    func keep(_ picture: [UInt8], as name: String) throws(OSError) {
        guard 1...min(Self.largest, limit / 4) ~= picture.count else { return }
        let bytes = Self.head(of: picture[...], name) + picture
        if total + bytes.count > limit { makeRoom(for: bytes.count) }
        unsafe try UserFile.write(bytes.span.bytes, to: "\(path)/\(name)")
        total += bytes.count
    }

    private static func head(of picture: ArraySlice<UInt8>, _ name: String) -> [UInt8] {
        mark + NumberBytes.of(TextHash.value(of: picture, from: TextHash.value(of: name)))
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
        var pictures = names.filter(CoverStore.isName).compactMap { name in
            FileStatus(path: "\(path)/\(name)").map { (name, $0) }
        }
        total = pictures.reduce(0) { $0 + Int($1.1.size) }
        guard total + bytes > limit else { return }
        pictures.sort { $0.1.modified < $1.1.modified }
        for (name, status) in pictures where total + bytes > limit - limit / Self.share {
            unsafe unlink("\(path)/\(name)")
            total -= Int(status.size)
        }
    }
}

/// The time of day, as files have it.
enum WallClock {
    /// In nanoseconds since 1970.
    static var now: Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}

/// Numbers as eight bytes, the lowest first.
enum NumberBytes {
    static func of(_ number: UInt64) -> [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }

    static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) } }
}
