/// The memory that a host renders into: it stays warm from one rendering to the next.
///
/// Fresh memory costs a page fault for each 4 KB; rendering here and writing that into the shared memory is faster than
/// rendering there.
@safe final class PixelBuffer {
    /// More than this is given back after each rendering, in bytes.
    static let keptBytes = 32 << 20

    private var memory = unsafe UnsafeMutableRawBufferPointer(start: nil, count: 0)
    private static let alignment = 64

    deinit {
        release()
    }

    /// Memory of at least `size` bytes, whose content means nothing. It is good until the next call.
    func reserve(_ size: Int) -> UnsafeMutableRawBufferPointer {
        if unsafe memory.count < size {
            release()
            unsafe memory = .allocate(byteCount: size, alignment: Self.alignment)
        }
        return unsafe UnsafeMutableRawBufferPointer(rebasing: memory[..<size])
    }

    /// Gives memory back that is more than is worth keeping.
    func shrink() {
        if unsafe memory.count > Self.keptBytes { release() }
    }

    /// Gives all of it back.
    func release() {
        unsafe memory.deallocate()
        unsafe memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    }
}
