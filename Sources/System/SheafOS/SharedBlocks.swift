/// A memfd whose size stays, mapped as blocks of eight words: records that outlive whoever writes them. Writing one is no system
/// call, and what is written is there when this process is killed at the next instruction.
///
/// It is public, and no other than the package uses it: what is `package` is not inlined into another module, and calls would
/// cost a store in a turn of a page half as much again.
@safe public final class SharedBlocks {
    /// The bytes of a block.
    package static let blockSize = 64

    /// The memory.
    package let descriptor: SharedDescriptor
    /// How many blocks there are.
    public let count: Int
    @usableFromInline let start: UnsafeMutablePointer<SIMD8<UInt64>>
    private let mapping: SharedMemory

    /// Makes the memory, of blocks of zeros.
    package convenience init(name: String, count: Int) throws(OSError) {
        let descriptor = SharedDescriptor(try Memfd.create(name: name, size: count * Self.blockSize))
        // Nobody can make a mapping of it fault.
        try Memfd.sealSize(descriptor.number)
        try self.init(descriptor, count: count)
    }

    /// Maps that of an earlier run, as that has left it.
    ///
    /// - Parameter count: how many blocks it must have.
    /// - Returns: nil where it is no such memory.
    package convenience init?(adopting descriptor: SharedDescriptor, count: Int) {
        guard Memfd.isSealed(descriptor.number, by: Memfd.sizeSeals),
            (try? Memfd.size(of: descriptor.number)) == count * Self.blockSize
        else { return nil }
        do throws(OSError) {
            try self.init(descriptor, count: count)
        } catch {
            return nil
        }
    }

    private init(_ descriptor: SharedDescriptor, count: Int) throws(OSError) {
        mapping = try SharedMemory(mapping: descriptor.number, size: count * Self.blockSize, writable: true)
        self.descriptor = descriptor
        self.count = count
        // A mapping begins with a page of memory.
        unsafe start = mapping.bytes.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: SIMD8<UInt64>.self)
    }

    /// A block. Its words are written in no particular order, and not at once.
    @inlinable public subscript(index: Int) -> SIMD8<UInt64> {
        get {
            precondition(index >= 0 && index < count)
            return unsafe start[index]
        }
        set {
            precondition(index >= 0 && index < count)
            unsafe start[index] = newValue
        }
    }
}
