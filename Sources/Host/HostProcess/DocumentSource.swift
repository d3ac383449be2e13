import Glibc
package import HostProtocol
package import SheafOS

/// The bytes of a document, wherever they come from: a host has those of files, a check changes them on the way.
package protocol DocumentBytes: AnyObject {
    /// The size in bytes, or a negative errno.
    var size: Int64 { get }
    /// Reads at an offset; how many bytes, or a negative errno.
    func read(into buffer: UnsafeMutableRawPointer?, length: UInt64, offset: UInt64) -> Int64
    /// Returns another descriptor of the bytes, to pass on; nil for a folder, an album and a file that is unpacked, which have no single
    /// descriptor.
    func copy() -> SharedDescriptor?
    /// Whether they are those of a file that packs one other file.
    var isPacked: Bool { get }
    /// Goes over to what is packed in the file; whether there is something.
    func unpack() throws(HostError) -> Bool
}

extension DocumentBytes {
    package var isPacked: Bool { false }
    package func unpack() throws(HostError) -> Bool { false }
}

/// The bytes of a document, as a provider reads them.
@safe package final class DocumentSource: LentObject {
    private let bytes: any DocumentBytes

    package init(_ bytes: any DocumentBytes) {
        self.bytes = bytes
    }

    package convenience init(_ files: DocumentFiles) throws(HostError) { self.init(try FileBytes(files)) }

    func read(into buffer: UnsafeMutableRawPointer?, length: UInt64, offset: UInt64) -> Int64 {
        unsafe bytes.read(into: buffer, length: length, offset: offset)
    }

    func copy() -> SharedDescriptor? { bytes.copy() }

    /// Goes over to what is packed in the file, where it packs one other file; whether it does.
    func unpack() throws(HostError) -> Bool { try bytes.unpack() }

    var isPacked: Bool { bytes.isPacked }

    var size: Int64 { bytes.size }
}

/// The bytes of a file, or of a folder or an album as an archive of its files.
@safe package final class FileBytes: DocumentBytes {
    private let file: SharedDescriptor
    /// Where it is a folder or an album.
    private let archive: FileArchive?
    /// The content of a file that is unpacked, and what the file was then.
    private var content: (bytes: InflatedBytes, of: FileStatus)?

    package init(_ files: DocumentFiles) throws(HostError) {
        file = files.descriptors[0]
        archive = try files.names == nil ? FileArchive(of: file.number) : FileArchive(of: files)
    }

    package func read(into buffer: UnsafeMutableRawPointer?, length: UInt64, offset: UInt64) -> Int64 {
        guard let position = Int(exactly: offset) else { return -Int64(EINVAL) }
        if let archive {
            let space = unsafe UnsafeMutableRawBufferPointer(start: buffer, count: Int(clamping: length))
            return unsafe archive.read(into: space, at: Int64(position))
        }
        if let content {
            let space = unsafe UnsafeMutableRawBufferPointer(start: buffer, count: Int(clamping: length))
            return unsafe Int64(content.bytes.copy(into: space, from: Int64(position)))
        }
        // The kernel reads no more than this at once; a larger number would be an error for it.
        let count = Int(min(length, 0x7fff_f000))
        while true {
            let result = unsafe pread(file.number, buffer, count, position)
            if result >= 0 { return Int64(result) }
            if errno != EINTR { return -Int64(errno) }
        }
    }

    package func copy() -> SharedDescriptor? {
        guard archive == nil, content == nil else { return nil }
        let number = fcntl(file.number, F_DUPFD_CLOEXEC, 0)
        return number < 0 ? nil : SharedDescriptor(FileDescriptor(owning: number))
    }

    package func unpack() throws(HostError) -> Bool {
        guard archive == nil, let packed = PackedContent(of: file.number), let status = try? FileStatus(of: file.number)
        else {
            return false
        }
        content = (try packed.unpacked(of: file.number), status)
        return true
    }

    package var isPacked: Bool { archive == nil && PackedContent(of: file.number) != nil }

    package var size: Int64 {
        if let archive { return archive.size }
        if let content {
            // One that has changed is unpacked again: a provider asks for the size before it reads anew.
            if let status = try? FileStatus(of: file.number), status != content.of { _ = try? unpack() }
            return Int64(self.content?.bytes.count ?? content.bytes.count)
        }
        var status = stat()
        return unsafe fstat(file.number, &status) < 0 ? -Int64(errno) : Int64(status.st_size)
    }
}
