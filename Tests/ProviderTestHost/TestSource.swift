import CSheafProvider

/// The bytes of a document, as a host offers them.
package final class TestSource {
    package var bytes: [UInt8]
    /// The most bytes that one read returns: a host may return fewer than asked for.
    package var readLimit = Int.max
    /// The negative errno that reads return instead of bytes; nil: they succeed.
    package var failure: Int64?

    package init(_ text: String) {
        bytes = Array(text.utf8)
    }

    package init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    package var pointer: OpaquePointer { OpaquePointer(Unmanaged.passUnretained(self).toOpaque()) }

    func read(into buffer: UnsafeMutableRawPointer?, length: UInt64, at offset: UInt64) -> Int64 {
        if let failure { return failure }
        guard offset < bytes.count, let buffer else { return 0 }
        let part = bytes[Int(offset)...].prefix(min(Int(clamping: length), readLimit))
        UnsafeMutableRawBufferPointer(start: buffer, count: part.count).copyBytes(from: part)
        return Int64(part.count)
    }
}
