import Glibc
import SheafOS

/// The bytes of a document, as a provider reads them.
@safe class DocumentSource: LentObject {
    private let file: SharedDescriptor
    /// Where it is a folder or an album.
    private let archive: FileArchive?

    init(_ files: DocumentFiles) throws(HostError) {
        file = files.descriptors[0]
        archive = try files.names == nil ? FileArchive(of: file.number) : FileArchive(of: files)
    }

    /// Reads at an offset; how many bytes, or a negative errno.
    func read(into buffer: UnsafeMutableRawPointer?, length: UInt64, offset: UInt64) -> Int64 {
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

    /// Another descriptor of it, to pass on; nil of a folder or an album, which no descriptor is of.
    func copy() -> SharedDescriptor? {
        guard archive == nil else { return nil }
        let number = fcntl(file.number, F_DUPFD_CLOEXEC, 0)
        return number < 0 ? nil : SharedDescriptor(FileDescriptor(owning: number))
    }

    /// The size in bytes, or a negative errno.
    var size: Int64 {
        if let archive { return archive.size }
        var status = stat()
        return unsafe fstat(file.number, &status) < 0 ? -Int64(errno) : Int64(status.st_size)
    }
}
