import Glibc
import HostProtocol
import SheafOS

/// Several files as providers see them: a tar archive that is never written anywhere. What opens archives opens albums and folders.
///
/// The archive of an album has the files in the order in which they came, each in a folder of its own that is called by
/// its number (from 1): they sort so, and keep their names. The archive of a folder has its ``FolderFiles``. These are
/// opened when they are read, one at a time. All must be as large as they were when the archive was made.
@safe final class FileArchive {
    /// The largest file that a header of this form can tell of (11 octal digits), in bytes.
    static let largestFile: Int64 = (1 << 33) - 1
    private static let block = 512
    /// The length of the end of an archive, behind the last file, in bytes.
    private static let end = 2 * block
    /// The longest name that is in a header itself, in bytes.
    private static let shortName = 100

    /// A file, with what stands before it in the archive.
    private struct Entry {
        let name: [UInt8]
        let size: Int64
        /// Where its header begins, and where its content does.
        let start, content: Int64
        /// The descriptor of a file of an album; nil for a file in a folder.
        let file: SharedDescriptor?
    }

    /// The folder's descriptor; -1 for an album.
    private let folder: Int32
    private var entries: [Entry] = []
    /// The paths of the folders in a folder, as far as they are watched.
    let folders: [String]
    /// In bytes.
    private(set) var size: Int64 = 0
    /// When the folder or one of the files was changed last, in nanoseconds since 1970.
    private(set) var changed: Int64
    /// A hash of the names of the files and of their devices, inodes, sizes and change times: it identifies an album.
    /// The folder itself is not part of it.
    private(set) var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    /// The file that was read last.
    private var open: (entry: Int, file: SharedDescriptor)?

    /// Looks through a folder; nil of what is none.
    ///
    /// - Parameter descriptor: open for as long as this lives.
    convenience init?(of descriptor: Int32) throws(HostError) {
        do throws(OSError) {
            guard try FileStatus(of: descriptor).isFolder else { return nil }
            try self.init(descriptor)
        } catch {
            throw HostError(.notFound(errno: error.code), error.description)
        }
    }

    private init(_ folder: Int32) throws(OSError) {
        self.folder = folder
        let found = try FolderFiles(in: folder, upTo: Self.largestFile)
        changed = found.changed
        folders = found.folders.prefix(FolderFiles.watchedFolders).compactMap { String(validating: $0, as: UTF8.self) }
        for (name, status) in found.files { add(name, status, nil) }
        size += Int64(Self.end)
    }

    /// An album of files that a client has passed.
    init(of album: DocumentFiles) throws(HostError) {
        folder = -1
        changed = 0
        folders = []
        for (index, (name, file)) in zip(album.names ?? [], album.descriptors).enumerated() {
            guard let status = try? FileStatus(of: file.number), status.size <= Self.largestFile else {
                throw HostError(.notAFile, "\(name) has more than \(Self.largestFile) bytes, or says nothing of itself")
            }
            add(Array("\(index + 1)/\(name)".utf8), status, file)
        }
        size += Int64(Self.end)
    }

    private func add(_ name: [UInt8], _ status: FileStatus, _ file: SharedDescriptor?) {
        let start = size
        let content = start + Int64(Self.headerSize(of: name))
        changed = max(changed, status.changed)
        entries.append(Entry(name: name, size: status.size, start: start, content: content, file: file))
        size = content + Self.padded(status.size)
        for number in [
            status.device, status.inode, UInt64(bitPattern: status.size), UInt64(bitPattern: status.changed),
        ] {
            note((0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) })
        }
        note(name)
    }

    /// FNV-1a, in 64 bits.
    private func note(_ bytes: [UInt8]) {
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    }

    /// Returns the first bytes of the archive, at most `length` of them.
    func beginning(_ length: Int) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
            count = unsafe max(Int(read(into: UnsafeMutableRawBufferPointer(buffer), at: 0)), 0)
        }
    }

    /// Reads at an offset; how many bytes, or a negative errno.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) -> Int64 {
        guard offset >= 0 else { return -Int64(EINVAL) }
        var done = 0
        while done < buffer.count, offset + Int64(done) < size {
            let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
            let count = unsafe readPart(into: rest, at: offset + Int64(done))
            if count < 0 { return done > 0 ? Int64(done) : count }
            done += Int(count)
        }
        return Int64(done)
    }

    /// Reads up to the end of a header, a file or what fills its last block: one byte at least.
    private func readPart(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) -> Int64 {
        guard let index = entry(at: offset) else { return unsafe Self.fill(buffer, upTo: size - offset) }
        let entry = entries[index]
        if offset < entry.content {
            let header = Self.header(of: entry.name, entry.size)
            let part = header[Int(offset - entry.start)...].prefix(buffer.count)
            unsafe buffer.copyBytes(from: part)
            return Int64(part.count)
        }
        let position = offset - entry.content
        guard position < entry.size else {
            return unsafe Self.fill(buffer, upTo: Self.padded(entry.size) - position)
        }
        let file: Int32
        if let ofAlbum = entry.file {
            file = ofAlbum.number
        } else if let open, open.entry == index {
            file = open.file.number
        } else {
            do throws(OSError) {
                let opened = SharedDescriptor(try Folder.openWithoutLinks(entry.name, beneath: folder))
                open = (index, opened)
                file = opened.number
            } catch {
                return -Int64(error.code)
            }
        }
        while true {
            let length = Int(min(Int64(buffer.count), entry.size - position, 0x7fff_f000))
            let count = unsafe pread(file, buffer.baseAddress, length, Int(position))
            if count > 0 { return Int64(count) }
            // It was larger when this was made.
            if count == 0 { return -Int64(ESTALE) }
            if errno != EINTR { return -Int64(errno) }
        }
    }

    /// The file whose header or content is there; nil behind the last one.
    private func entry(at offset: Int64) -> Int? {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].start <= offset { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return nil }
        let entry = entries[low - 1]
        return offset < entry.content + Self.padded(entry.size) ? low - 1 : nil
    }

    // MARK: The form of the archive: ustar of POSIX.1, and GNU's header for longer names.

    private static func padded(_ size: Int64) -> Int64 { (size + Int64(block) - 1) / Int64(block) * Int64(block) }

    private static func headerSize(of name: [UInt8]) -> Int {
        name.count <= shortName ? block : 2 * block + Int(padded(Int64(name.count + 1)))
    }

    private static func header(of name: [UInt8], _ size: Int64) -> [UInt8] {
        guard name.count > shortName else { return header(name, size, type: UInt8(ascii: "0")) }
        var long = header(Array("././@LongLink".utf8), Int64(name.count + 1), type: UInt8(ascii: "L")) + name
        long += [UInt8](repeating: 0, count: Int(padded(Int64(name.count + 1))) - name.count)
        return long + header(Array(name.prefix(shortName)), size, type: UInt8(ascii: "0"))
    }

    private static func header(_ name: [UInt8], _ size: Int64, type: UInt8) -> [UInt8] {
        var header = [UInt8](repeating: 0, count: block)
        func put(_ text: some Sequence<UInt8>, at offset: Int) {
            for (index, byte) in text.enumerated() { header[offset + index] = byte }
        }
        func octal(_ number: Int64, _ digits: Int) -> [UInt8] {
            let text = String(number, radix: 8)
            return Array((String(repeating: "0", count: max(digits - text.count, 0)) + text).utf8)
        }
        put(name, at: 0)
        put(octal(0o444, 7), at: 100)
        put(octal(0, 7), at: 108)
        put(octal(0, 7), at: 116)
        put(octal(size, 11), at: 124)
        put(octal(0, 11), at: 136)
        put([UInt8](repeating: UInt8(ascii: " "), count: 8), at: 148)
        header[156] = type
        put("ustar\u{0}00".utf8, at: 257)
        put(octal(header.reduce(0) { $0 + Int64($1) }, 6) + [0], at: 148)
        return header
    }

    private static func fill(_ buffer: UnsafeMutableRawBufferPointer, upTo count: Int64) -> Int64 {
        let part = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(Int(min(count, Int64(buffer.count)))))
        unsafe part.initializeMemory(as: UInt8.self, repeating: 0)
        return Int64(part.count)
    }
}
