import CSheafShims
import Glibc

/// A mapping of shared memory into this process.
@safe package final class SharedMemory {
    /// The mapped bytes. They are shared: another process may change what is not sealed, at any time.
    @unsafe package let bytes: UnsafeMutableRawBufferPointer

    /// Maps the first `size` bytes of a memfd.
    package init(mapping number: Int32, size: Int, writable: Bool) throws(OSError) {
        guard
            let start = unsafe mmap(nil, size, writable ? PROT_READ | PROT_WRITE : PROT_READ, MAP_SHARED, number, 0),
            unsafe start != UnsafeMutableRawPointer(bitPattern: -1)
        else { throw OSError(code: errno, operation: "map shared memory of", subject: "\(size) bytes") }
        unsafe bytes = UnsafeMutableRawBufferPointer(start: start, count: size)
    }

    deinit {
        unsafe munmap(bytes.baseAddress, bytes.count)
    }

    /// The bytes, for as long as the call. They must not change meanwhile: sealed memory, or this process's own.
    package func withBytes<Result>(_ body: (RawSpan) -> Result) -> Result {
        unsafe body(RawSpan(_unsafeBytes: bytes))
    }

    /// Reads the word at `index` (in words of 4 bytes) as another process left it.
    package func load(word index: Int) -> UInt32 {
        unsafe sheaf_atomic_load(pointer(to: index))
    }

    /// Writes the word at `index` (in words of 4 bytes) for another process to read.
    package func store(_ value: UInt32, word index: Int) {
        unsafe sheaf_atomic_store(pointer(to: index), value)
    }

    private func pointer(to index: Int) -> UnsafeMutablePointer<UInt32> {
        unsafe bytes.assumingMemoryBound(to: UInt32.self).baseAddress.unsafelyUnwrapped + index
    }
}
