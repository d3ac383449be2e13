import CSheafImage
import Glibc
import SheafOS

/// Makes a thumbnail of rendered pixels, and puts it into the memory that the service made.
@safe final class ThumbnailWriter {
    private let width: Int
    private let height: Int
    private let memory: FileDescriptor

    init(width: Int, height: Int, memory: consuming FileDescriptor) {
        self.width = width
        self.height = height
        self.memory = memory
    }

    /// Writes the thumbnail; false where that can't be done. A page without a thumbnail is a page all the same.
    func write(_ pixels: UnsafeRawBufferPointer, width: Int32, height: Int32, stride: Int) -> Bool {
        guard (1...Int(width)).contains(self.width), (1...Int(height)).contains(self.height) else { return false }
        var image = unsafe sheaf_image(
            pixels: pixels.baseAddress, stride: UInt64(stride), width: UInt32(width), height: UInt32(height))
        let size = 4 * self.width * self.height
        return unsafe withUnsafeTemporaryAllocation(byteCount: size, alignment: 64) { small in
            guard
                unsafe sheaf_image_shrink(&image, UInt32(self.width), UInt32(self.height), small.baseAddress) == 0
            else { return false }
            return unsafe pwrite(memory.number, small.baseAddress, size, 0) == size
        }
    }
}
