import CSheafImage
import Glibc

/// Pixels in shared memory, of which a part is read row by row.
struct PixelRows {
    /// The largest side of a square of pixels that is made one.
    static let mostShrink = 4

    let number: Int32
    /// Where the first pixel is, and from one row to the next, in bytes.
    let offset, stride: Int

    /// Reads so many bytes of a row; false where there are fewer.
    func read(_ row: Int, to pixels: UnsafeMutableRawBufferPointer) -> Bool {
        unsafe pread(number, pixels.baseAddress, pixels.count, offset + row * stride) == pixels.count
    }

    /// Reads a row of pixels that are means of squares of these; false where there is nothing for one of them. A square that
    /// goes over the edge counts the last pixels there more than once.
    func read(_ row: Int, shrunkBy shrink: Int, to pixels: UnsafeMutableRawBufferPointer) -> Bool {
        let wanted = pixels.count * shrink
        let length = min(wanted, stride > 0 ? stride - offset % stride : 0)
        guard length > wanted - 4 * shrink else { return false }
        return unsafe withUnsafeTemporaryAllocation(byteCount: wanted * shrink, alignment: 64) { source in
            for line in 0..<shrink {
                let target = unsafe UnsafeMutableRawBufferPointer(
                    rebasing: source[line * wanted..<(line + 1) * wanted])
                if unsafe read(row * shrink + line, to: .init(rebasing: target[..<length])) {
                    for byte in length..<wanted { unsafe target[byte] = target[byte - 4] }
                } else if line > 0 {
                    unsafe target.copyMemory(from: .init(rebasing: source[(line - 1) * wanted..<line * wanted]))
                } else {
                    return false
                }
            }
            var image = unsafe sheaf_image(
                pixels: source.baseAddress, stride: UInt64(wanted), width: UInt32(wanted / 4), height: UInt32(shrink))
            return unsafe sheaf_image_shrink(&image, UInt32(pixels.count / 4), 1, pixels.baseAddress) == 0
        }
    }
}
