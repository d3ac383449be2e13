import CSheafImage
import Glibc
import SheafOS

/// Puts rendered pixels into the memory that the service made.
@safe struct PageWriter {
    /// The bytes that go into the kernel at once: PLATFORM.md, *The hot path*.
    static let piece = 256 << 10
    /// zlib's level for PNG. On the pages of a manual 3 is twice as fast as 6, and 5 % larger.
    private static let compressionLevel: Int32 = 3

    let memory: Int32
    /// In bytes.
    let capacity: Int
    let request: RequestContext

    /// Writes pixels as they are.
    func write(_ pixels: UnsafeRawBufferPointer) throws(HostError) -> Int {
        guard pixels.count <= capacity else { throw Self.tooLarge(pixels.count, capacity) }
        var done = 0
        while done < pixels.count {
            guard !request.isCancelled else { throw HostError(.cancelled, "the request was cancelled") }
            let part = unsafe UnsafeRawBufferPointer(rebasing: pixels[done..<min(done + Self.piece, pixels.count)])
            let count = unsafe pwrite(memory, part.baseAddress, part.count, done)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Self.failed(count < 0 ? errno : EIO) }
            done += count
        }
        return done
    }

    /// Encodes pixels, and says how many bytes that made.
    func encode(
        _ pixels: UnsafeRawBufferPointer, width: Int32, height: Int32, stride: Int, format: RenderFormat
    ) throws(HostError) -> Int {
        var image = unsafe sheaf_image(
            pixels: pixels.baseAddress, stride: UInt64(stride), width: UInt32(width), height: UInt32(height))
        var sink = unsafe sheaf_image_sink(
            fd: memory, reserved: 0, capacity: UInt64(capacity),
            cancelled: { context in
                guard let context = unsafe context else { return 0 }
                return unsafe RequestContext.from(OpaquePointer(context)).isCancelled ? 1 : 0
            },
            context: UnsafeMutableRawPointer(request.pointer))
        let result =
            switch format {
            case .bgrx8888: Int64(try unsafe write(pixels))
            case .png: unsafe sheaf_image_write_png(&image, &sink, Self.compressionLevel)
            case .jpeg(let quality): unsafe sheaf_image_write_jpeg(&image, &sink, Int32(clamping: quality))
            }
        guard result != .min else { throw HostError(.cancelled, "the request was cancelled") }
        guard result >= 0 else {
            let code = Int32(truncatingIfNeeded: -result)
            throw code == EFBIG ? Self.tooLarge(nil, capacity) : Self.failed(code)
        }
        return Int(result)
    }

    private static func tooLarge(_ bytes: Int?, _ capacity: Int) -> HostError {
        HostError(
            .tooLarge, "the page takes \(bytes.map { "\($0)" } ?? "more") bytes, and there is room for \(capacity)")
    }

    private static func failed(_ code: Int32) -> HostError {
        HostError(.documentError(errno: code), "cannot write the page: \(OSError.text(of: code))")
    }
}
