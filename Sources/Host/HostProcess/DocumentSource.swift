import Glibc
package import HostProtocol
package import SheafOS

/// The bytes of a document, wherever they come from: a host has those of files, a check changes them on the way.
package protocol DocumentBytes: AnyObject {
    /// The size in bytes, or a negative errno.
    var size: Int64 { get }
    /// Reads at an offset; how many bytes, or a negative errno.
    func read(into buffer: UnsafeMutableRawPointer?, length: UInt64, offset: UInt64) -> Int64
    /// Returns another descriptor of the bytes, to pass on; nil for a folder or an album, which has no single
    /// descriptor.
    func copy() -> SharedDescriptor?
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

    var size: Int64 { bytes.size }
}

/// The bytes of a file, or of a folder or an album as an archive of its files.
@safe package final class FileBytes: DocumentBytes {
    private let file: SharedDescriptor
    /// Where it is a folder or an album.
    private let archive: FileArchive?

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
        // The kernel reads no more than this at once; a larger number would be an error for it.
        let count = Int(min(length, 0x7fff_f000))
        while true {
            let result = unsafe pread(file.number, buffer, count, position)
            if result >= 0 { return Int64(result) }
            if errno != EINTR { return -Int64(errno) }
        }
    }

    package func copy() -> SharedDescriptor? {
        guard archive == nil else { return nil }
        let number = fcntl(file.number, F_DUPFD_CLOEXEC, 0)
        return number < 0 ? nil : SharedDescriptor(FileDescriptor(owning: number))
    }

    package var size: Int64 {
        if let archive { return archive.size }
        var status = stat()
        return unsafe fstat(file.number, &status) < 0 ? -Int64(errno) : Int64(status.st_size)
    }
}
