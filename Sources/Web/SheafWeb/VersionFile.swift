import Glibc
import SheafOS

/// A state of a document's file: what is known of it holds as long as this is the same, in the next run, too.
///
/// The device is left out: it has another number after a restart of the machine.
struct DocumentState: Hashable, Sendable {
    /// The document as URLs call it, which goes by its path.
    let name: UInt64
    let inode: UInt64
    let size: Int64
    /// As ``FileStatus`` has them.
    let modified, changed: Int64

    init(_ document: LibraryDocument) {
        name = UInt64(document.plainName, radix: 16) ?? TextHash.value(of: document.plainName)
        (inode, size) = (document.state.inode, document.state.size)
        (modified, changed) = (document.state.modified, document.state.changed)
    }

    fileprivate init(_ numbers: [UInt64]) {
        (name, inode, size) = (numbers[0], numbers[1], Int64(bitPattern: numbers[2]))
        (modified, changed) = (Int64(bitPattern: numbers[3]), Int64(bitPattern: numbers[4]))
    }

    fileprivate var numbers: [UInt64] {
        [name, inode, UInt64(bitPattern: size), UInt64(bitPattern: modified), UInt64(bitPattern: changed)]
    }
}

/// A file with the versions of documents, from one run for the next: no document need be opened for its version again.
///
/// Records are added at its end, each with a checksum. One that is damaged is skipped.
enum VersionFile {
    typealias Entry = (state: DocumentState, version: String)

    /// The bytes of a record: eight numbers, of which the last is the checksum of the others.
    static let recordLength = 64
    /// How many records the file may have. Of more the last of half as many stay when it is read.
    static let limit = 4 * DocumentVersions.limit
    /// Goes into each checksum: it stands for what the numbers mean.
    private static let mark = TextHash.value(of: "sheaf-web versions 1")

    /// Reads what was kept, the latest last. Where much of the file is of no use it is written anew.
    static func read(_ path: String) -> [Entry] {
        guard let file = try? FileDescriptor.open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW),
            let bytes = try? FileStart.read(file.number, upTo: (limit + 1) * recordLength), !bytes.isEmpty
        else { return [] }
        var entries = stride(from: 0, to: bytes.count, by: recordLength).compactMap { start in
            entry(bytes[start..<min(start + recordLength, bytes.count)])
        }
        let records = (bytes.count + recordLength - 1) / recordLength
        guard records > limit / 2 || entries.count < records else { return entries }
        entries = latest(of: entries)
        let whole = entries.flatMap { record(of: $0) }
        unsafe try? UserFile.write(whole.span.bytes, to: path)
        return entries
    }

    /// The last version of each state, as many as are remembered.
    private static func latest(of entries: [Entry]) -> [Entry] {
        var seen: Set<DocumentState> = []
        return entries.reversed().filter { seen.insert($0.state).inserted }.prefix(DocumentVersions.limit).reversed()
    }

    /// Adds a version at the end.
    static func add(_ entry: Entry, to path: String) throws(OSError) {
        let file = try FileDescriptor.open(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW, mode: 0o600, "write")
        guard try FileStatus(of: file.number).size < Int64(limit * recordLength) else { return }
        let record = record(of: entry)
        let written = unsafe record.withUnsafeBytes { unsafe write(file.number, $0.baseAddress, $0.count) }
        guard written == record.count else {
            throw OSError(code: written < 0 ? errno : ENOSPC, operation: "write", subject: path)
        }
    }

    private static func record(of entry: Entry) -> [UInt8] {
        let digits = entry.version.utf8.count == DocumentVersion.length ? entry.version : ""
        let version = [digits.prefix(16), digits.suffix(16)].map { UInt64($0, radix: 16) ?? 0 }
        let bytes = (entry.state.numbers + version).flatMap(NumberBytes.of)
        return bytes + NumberBytes.of(TextHash.value(of: bytes, from: mark))
    }

    private static func entry(_ bytes: ArraySlice<UInt8>) -> Entry? {
        guard bytes.count == recordLength,
            NumberBytes.number(bytes.suffix(8)) == TextHash.value(of: bytes.dropLast(8), from: mark)
        else { return nil }
        let numbers = (0..<7).map { NumberBytes.number(bytes.dropFirst(8 * $0).prefix(8)) }
        return (DocumentState(numbers), TextHash.digits(numbers[5]) + TextHash.digits(numbers[6]))
    }
}
