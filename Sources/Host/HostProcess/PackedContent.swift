import Glibc
import HostProtocol
import SheafOS

/// A file that packs one other file: what gzip writes, or a ZIP with one file in it.
///
/// A provider that does not know the packed file is shown what is in it (``DocumentSource/unpack()``). That is unpacked once, into memory,
/// and not unpacked again where it is packed itself.
struct PackedContent {
    /// The bytes that a file may unpack to.
    static let limit = 256 << 20

    /// The kind of packing, for people.
    let kind: String
    private let form: InflatedBytes.Form
    /// Where the packed bytes are, and how many there are at most.
    private let offset, length: Int64

    /// Nil of a file that packs nothing, or more than one file.
    init?(of file: Int32) {
        guard let head = try? FileStart.read(file, upTo: 4), let status = try? FileStatus(of: file), status.isRegular
        else {
            return nil
        }
        if head.starts(with: [0x1f, 0x8b, 8]) {
            (kind, form, offset, length) = ("gzip", .gzip, 0, status.size)
        } else if head.starts(with: Array("PK\u{3}\u{4}".utf8)),
            let only = ZipDirectory(of: file, size: status.size)?.only
        {
            (kind, form, offset, length) = ("ZIP", only.form, only.offset, only.length)
        } else {
            return nil
        }
    }

    /// The first bytes of what is in it.
    func beginning(of file: Int32, _ count: Int) -> [UInt8] {
        InflatedBytes(of: file, from: offset, length: length, form, most: count).beginning(count)
    }

    /// Unpacks it. Of one that is damaged or cut off there is what comes before that.
    func unpacked(of file: Int32) throws(HostError) -> InflatedBytes {
        let bytes = InflatedBytes(of: file, from: offset, length: length, form, most: Self.limit)
        switch bytes.failure {
        case nil, EBADMSG: return bytes
        case EFBIG:
            throw HostError(
                .documentError(errno: EFBIG),
                "the file is packed (\(kind)), and unpacks to more than the \(Self.limit >> 20) MiB that are read of such a one"
            )
        case let code?:
            throw HostError(.documentError(errno: code), "cannot unpack the file (\(kind)): \(OSError.text(of: code))")
        }
    }
}

/// The directory of a ZIP, as PKWARE's APPNOTE.TXT describes it, as far as it is needed to find the one file that is in there.
private struct ZipDirectory {
    /// The bytes of the only file: where they are, how many, and how they are packed.
    let only: (offset: Int64, length: Int64, form: InflatedBytes.Form)

    /// The entries of a directory that is looked at: folders and what macOS adds count too.
    private static let entries = 100
    /// The bytes at the end of a file in which the end of the directory is: 22, and a comment.
    private static let end = 22 + 65_535

    /// Nil where there are more files, or the one is packed in a way that is not read here: encrypted, or neither deflated nor as it is.
    init?(of file: Int32, size: Int64) {
        let tail = Self.read(file, max(0, size - Int64(Self.end)), Self.end)
        guard
            let place = tail.indices.last(where: {
                tail[$0...].starts(with: [0x50, 0x4b, 5, 6]) && $0 + 22 <= tail.count
            })
        else { return nil }
        let count = Self.number(tail, place + 10, 2)
        guard count <= Self.entries else { return nil }
        let directory = Self.read(
            file, Int64(Self.number(tail, place + 16, 4)), min(Self.number(tail, place + 12, 4), 1 << 20))
        var found: [(header: Int, length: Int, form: InflatedBytes.Form)] = []
        var at = 0
        for _ in 0..<count {
            guard at + 46 <= directory.count, directory[at...].starts(with: [0x50, 0x4b, 1, 2]) else { return nil }
            let nameLength = Self.number(directory, at + 28, 2)
            let name = String(decoding: directory[(at + 46)...].prefix(nameLength), as: UTF8.self)
            if !Self.isLeftOut(name) {
                let method = Self.number(directory, at + 10, 2)
                guard method == 8 || method == 0, Self.number(directory, at + 8, 2) & 1 == 0 else { return nil }
                let places = (Self.number(directory, at + 42, 4), Self.number(directory, at + 20, 4))
                found.append((places.0, places.1, method == 8 ? .deflate : .stored))
            }
            at += 46 + nameLength + Self.number(directory, at + 30, 2) + Self.number(directory, at + 32, 2)
        }
        guard found.count == 1 else { return nil }
        let header = Self.read(file, Int64(found[0].header), 30)
        guard header.count == 30, header.starts(with: [0x50, 0x4b, 3, 4]) else { return nil }
        let start = found[0].header + 30 + Self.number(header, 26, 2) + Self.number(header, 28, 2)
        only = (Int64(start), Int64(found[0].length), found[0].form)
    }

    /// Whether an entry is a folder, or hidden, or a resource fork of macOS.
    private static func isLeftOut(_ name: String) -> Bool {
        name.hasSuffix("/") || name.hasPrefix("__MACOSX/") || (name.split(separator: "/").last ?? ".").hasPrefix(".")
    }

    private static func number(_ bytes: [UInt8], _ place: Int, _ length: Int) -> Int {
        (0..<length).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
    }

    private static func read(_ file: Int32, _ offset: Int64, _ length: Int) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
            while count < length {
                let more = unsafe pread(
                    file, buffer.baseAddress.map { unsafe $0 + count }, length - count, Int(offset) + count)
                if more < 0, errno == EINTR { continue }
                guard more > 0 else { return }
                count += more
            }
        }
    }
}
