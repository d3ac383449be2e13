import CSheafShims
import Glibc

/// A mapping of shared memory into this process.
@safe package final class SharedMemory {
    /// The mapped bytes. They are shared: another process may change what is not sealed, at any time.
    @unsafe package let bytes: UnsafeMutableRawBufferPointer

    /// Maps the first `size` bytes of a memfd.
    package convenience init(mapping number: Int32, size: Int, writable: Bool) throws(OSError) {
        try self.init(number, size, writable ? PROT_READ | PROT_WRITE : PROT_READ, MAP_SHARED)
    }

    /// Maps the first `size` bytes of a memfd that nobody can write to any more. Privately: Linux before 6.7 refuses every shared mapping
    /// of such memory.
    package convenience init(mappingSealed number: Int32, size: Int) throws(OSError) {
        try self.init(number, size, PROT_READ, MAP_PRIVATE)
    }

    /// Maps the first `size` bytes of a memfd to be drawn on: what this process writes is its own, and nobody else's. Only memory
    /// that is written on is copied.
    package convenience init(mappingPrivately number: Int32, size: Int) throws(OSError) {
        try self.init(number, size, PROT_READ | PROT_WRITE, MAP_PRIVATE)
    }

    private init(_ number: Int32, _ size: Int, _ access: Int32, _ flags: Int32) throws(OSError) {
        guard let start = unsafe mmap(nil, size, access, flags, number, 0),
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

    /// A copy of rows of bytes, one behind the other: `count` of them, each `length` bytes long, `stride` apart, the first
    /// at `offset`. What is not mapped is left out.
    package func withRows<Result>(
        from offset: Int, length: Int, stride: Int, count: Int, _ body: (RawSpan) -> Result
    ) -> Result {
        var rows: [UInt8] = []
        rows.reserveCapacity(length * count)
        for row in 0..<count {
            let start = offset + row * stride
            let range = unsafe (start..<start + length).clamped(to: 0..<bytes.count)
            unsafe rows.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[range]))
        }
        return unsafe rows.withUnsafeBytes { body(unsafe RawSpan(_unsafeBytes: $0)) }
    }

    /// Has memory allocated for a part of it, of zeros, and mapped, so that writing there finds it.
    ///
    /// - Parameters:
    ///   - part: begins where a page of memory does.
    ///   - number: the memfd. Where there is no memory for it writing alone would end this process.
    package func allocate(_ part: Range<Int>, of number: Int32) throws(OSError) {
        try check(sheaf_memfd_allocate(number, Int64(part.lowerBound), Int64(part.count)), "allocate shared memory")
        for offset in stride(from: part.lowerBound, to: part.upperBound, by: Memfd.memoryPage) {
            unsafe bytes.storeBytes(of: 0, toByteOffset: offset, as: UInt8.self)
        }
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
