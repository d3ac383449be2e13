import Glibc
import SheafOS

/// The bytes of a document, as a provider reads them.
@safe final class DocumentSource {
    private let descriptor: FileDescriptor

    init(_ descriptor: consuming FileDescriptor) {
        self.descriptor = descriptor
    }

    /// What the provider gets. It is good for as long as this object lives.
    var pointer: OpaquePointer { unsafe OpaquePointer(Unmanaged.passUnretained(self).toOpaque()) }

    /// The source behind a pointer that ``pointer`` made.
    static func from(_ pointer: OpaquePointer) -> DocumentSource {
        unsafe Unmanaged<DocumentSource>.fromOpaque(UnsafeRawPointer(pointer)).takeUnretainedValue()
    }

    /// Reads at an offset; how many bytes, or a negative errno.
    func read(into buffer: UnsafeMutableRawPointer?, length: UInt64, offset: UInt64) -> Int64 {
        guard let position = Int(exactly: offset) else { return -Int64(EINVAL) }
        // The kernel reads no more than this at once; a larger number would be an error for it.
        let count = Int(min(length, 0x7fff_f000))
        while true {
            let result = unsafe pread(descriptor.number, buffer, count, position)
            if result >= 0 { return Int64(result) }
            if errno != EINTR { return -Int64(errno) }
        }
    }

    /// The size in bytes, or a negative errno.
    var size: Int64 {
        var status = stat()
        return unsafe fstat(descriptor.number, &status) < 0 ? -Int64(errno) : Int64(status.st_size)
    }
}
