import CSheafShims
import Glibc

/// Records of one length that outlive whoever writes them, each written at once: a write to shared memory is done when the
/// process that makes it is killed, or it was not begun. Each record ends with a checksum (CRC-32, of zlib) of the rest.
package final class RecordMemory {
    /// The bytes that a record holds.
    package static let payload = 60
    private static let length = payload + 4
    /// More records than that are not written, and not read.
    package static let maxCount = 1 << 14

    /// The memory.
    package let descriptor: SharedDescriptor
    /// How many records it has room for.
    package let count: Int
    private var buffer = [UInt8](repeating: 0, count: RecordMemory.length)

    /// Makes the memory, without a record in it.
    package init(name: String, count: Int) throws(OSError) {
        self.count = min(count, Self.maxCount)
        descriptor = SharedDescriptor(try Memfd.create(name: name, size: self.count * Self.length))
        // Nobody can make reading it fail.
        try Memfd.sealSize(descriptor.number)
    }

    /// Goes on with that of an earlier run.
    ///
    /// - Returns: nil where it is no such memory.
    package init?(adopting descriptor: SharedDescriptor) {
        guard (try? Memfd.seals(of: descriptor.number)) == Memfd.sizeSeals,
            let size = try? Memfd.size(of: descriptor.number), size > 0, size.isMultiple(of: Self.length),
            size / Self.length <= Self.maxCount
        else { return nil }
        self.descriptor = descriptor
        count = size / Self.length
    }

    /// Writes a record.
    ///
    /// - Parameter fill: fills the first ``payload`` bytes, all 0 before; those behind them it need not.
    package func write(_ index: Int, _ fill: (inout MutableSpan<UInt8>) -> Void) throws(OSError) {
        for place in buffer.indices { buffer[place] = 0 }
        var bytes = buffer.mutableSpan
        fill(&bytes)
        let checksum = checksum
        for place in 0..<4 { buffer[Self.payload + place] = UInt8(truncatingIfNeeded: checksum >> (8 * UInt32(place))) }
        try put(index)
    }

    /// Takes a record out.
    package func erase(_ index: Int) throws(OSError) {
        for place in buffer.indices { buffer[place] = 0 }
        try put(index)
    }

    /// What there is: the places of records, and what each holds.
    package func readAll() -> [(index: Int, record: [UInt8])] {
        var all = [UInt8](repeating: 0, count: count * Self.length)
        let size = unsafe all.withUnsafeMutableBytes { bytes in
            unsafe pread(descriptor.number, bytes.baseAddress, bytes.count, 0)
        }
        guard size == all.count else { return [] }
        // Nearly all are empty.
        return (0..<count).compactMap { index in
            let start = index * Self.length
            guard (start..<start + Self.length).contains(where: { all[$0] != 0 }) else { return nil }
            return read(index).map { (index, $0) }
        }
    }

    /// What a record holds; nil where it has none, or one that is not whole.
    package func read(_ index: Int) -> [UInt8]? {
        let count = unsafe buffer.withUnsafeMutableBytes { bytes in
            unsafe pread(descriptor.number, bytes.baseAddress, bytes.count, index * Self.length)
        }
        guard index < self.count, count == Self.length, buffer.contains(where: { $0 != 0 }) else { return nil }
        let written = (0..<4).reduce(UInt32(0)) { $0 | UInt32(buffer[Self.payload + $1]) << (8 * UInt32($1)) }
        return written == checksum ? Array(buffer.prefix(Self.payload)) : nil
    }

    private var checksum: UInt32 {
        unsafe buffer.withUnsafeBytes { unsafe sheaf_crc32(0, $0.baseAddress, Self.payload) }
    }

    private func put(_ index: Int) throws(OSError) {
        guard index >= 0, index < count else { return }
        let written = unsafe buffer.withUnsafeBytes { bytes in
            unsafe pwrite(descriptor.number, bytes.baseAddress, bytes.count, index * Self.length)
        }
        try check(written < 0 ? -errno : 0, "write shared memory")
    }
}
