import CSheafProvider
import Glibc

/// The bytes of a document. They can change and be cut short at any time.
///
/// It ends with the document that was opened from it (after a probe: with the probe); reads fail from then on.
@safe public final class Source {
    private let services: UnsafePointer<sheaf_host_services>
    private var source: OpaquePointer?

    init(_ source: OpaquePointer, of host: Host) {
        unsafe services = host.services
        unsafe self.source = source
    }

    /// The number of bytes.
    public func size() throws(ProviderError) -> Int64 {
        let size = unsafe services.pointee.source_size(try open())
        guard size >= 0 else { throw .system(errno: Int32(clamping: -size), "find the document's size") }
        return size
    }

    /// Reads bytes from `offset` on. Returns how many; fewer than asked for only at the end, 0 past it.
    public func read(into buffer: inout MutableRawSpan, at offset: Int64) throws(ProviderError) -> Int {
        var done = 0
        while done < buffer.byteCount {
            let count = try read(&buffer, from: done, at: offset)
            guard count > 0 else { break }
            done += count
        }
        return done
    }

    /// Reads up to `length` bytes from `offset` on; fewer only at the end.
    public func read(_ length: Int, at offset: Int64 = 0) throws(ProviderError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: length)
        var elements = bytes.mutableSpan
        var span = unsafe elements.mutableBytes
        let count = try read(into: &span, at: offset)
        bytes.removeLast(length - count)
        return bytes
    }

    /// Reads fail from now on: the host takes its source back.
    func invalidate() {
        unsafe source = nil
    }

    private func read(_ buffer: inout MutableRawSpan, from done: Int, at offset: Int64) throws(ProviderError) -> Int {
        let source = try unsafe open()
        let position = offset.addingReportingOverflow(Int64(done))
        guard offset >= 0 && !position.overflow else {
            throw ProviderError(errno: EINVAL, "cannot read the document at byte \(offset)")
        }
        let wanted = buffer.byteCount - done
        let count = unsafe buffer.withUnsafeMutableBytes { bytes in
            unsafe services.pointee.read_at(
                source, bytes.baseAddress.map { unsafe $0 + done }, UInt64(wanted), UInt64(position.partialValue))
        }
        guard count >= 0 else {
            throw .system(errno: Int32(clamping: -count), "read the document at byte \(position.partialValue)")
        }
        return min(Int(count), wanted)
    }

    private func open() throws(ProviderError) -> OpaquePointer {
        guard let source = unsafe source else { throw .system(errno: EBADF, "read a document that is closed") }
        return unsafe source
    }
}
