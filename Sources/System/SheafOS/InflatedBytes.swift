import CSheafShims
import Glibc

/// Bytes of a file, unpacked into memory of this process.
@safe package final class InflatedBytes {
    /// The form of the packed bytes.
    package enum Form {
        /// As they are.
        case stored
        /// A deflated stream alone.
        case deflate
        /// As gzip writes them, with all parts that follow each other in there.
        case gzip

        fileprivate var code: Int32 {
            switch self {
            case .stored: Int32(SHEAF_PACKED_STORED)
            case .deflate: Int32(SHEAF_PACKED_DEFLATE)
            case .gzip: Int32(SHEAF_PACKED_GZIP)
            }
        }
    }

    @unsafe private let bytes: UnsafeMutableRawPointer?
    package let count: Int
    /// Why there is no more of them: EFBIG, where they would be more than was asked for; EBADMSG, where the file is damaged there or ends;
    /// another errno, where it can't be read; nil, where these are all.
    package let failure: Int32?

    /// - Parameters:
    ///   - file: a descriptor that can be read at any place.
    ///   - length: the packed bytes from `offset` on, at most.
    ///   - most: the bytes that are unpacked, at most.
    package init(of file: Int32, from offset: Int64, length: Int64, _ form: Form, most: Int) {
        var bytes: UnsafeMutableRawPointer?
        var count = 0
        let status = unsafe sheaf_inflate(file, offset, length, form.code, most, &bytes, &count)
        unsafe self.bytes = bytes
        self.count = count
        failure = status == 0 ? nil : -status
    }

    deinit { unsafe free(bytes) }

    /// Copies what is there from `offset` on; returns how many bytes.
    package func copy(into buffer: UnsafeMutableRawBufferPointer, from offset: Int64) -> Int {
        guard let bytes = unsafe bytes, let start = Int(exactly: offset), start >= 0, start < count else { return 0 }
        let part = unsafe UnsafeRawBufferPointer(start: bytes + start, count: min(count - start, buffer.count))
        unsafe buffer.copyMemory(from: part)
        return part.count
    }

    /// The first bytes, at most `length` of them.
    package func beginning(_ length: Int) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: length) { buffer, initialized in
            initialized = unsafe copy(into: UnsafeMutableRawBufferPointer(buffer), from: 0)
        }
    }
}
