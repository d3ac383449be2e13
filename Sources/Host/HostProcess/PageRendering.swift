import CSheafImage
import CSheafProvider
import Glibc
package import HostProtocol
import SheafOS

extension ProviderDocument {
    /// Renders into a buffer, and writes the result to shared memory, which is sealed then. A thumbnail can be made of the buffer.
    ///
    /// - Parameters:
    ///   - limit: the bytes of pixels that no rendering may pass.
    package func render(
        _ order: RenderOrder, into buffer: PixelBuffer, memory: Int32, limit: Int,
        _ request: RequestContext
    ) throws(HostError) -> RenderedPage {
        try order.check(limit: limit)
        if order.frame > 0 { try checkFrame(order, request) }
        let whole = try whole(order, request)
        let stride = 4 * Int(order.width)
        let size = stride * Int(order.height)
        let capacity = try PageWriter.capacity(of: memory)
        if order.format == .bgrx8888, capacity < size {
            throw HostError(.tooLarge, "the page takes \(size) bytes, and there is room for \(capacity)")
        }

        let isRaw = order.format == .bgrx8888
        let pixels = unsafe buffer.reserve(width: order.width, height: order.height, for: isRaw ? memory : nil)
        let start = EventLoop.now
        let traits = unsafe try draw(whole, to: pixels, request)
        if order.paper != .day { unsafe try tone(whole, pixels, request) }
        let duration = EventLoop.now - start

        let writer = PageWriter(memory: memory, capacity: capacity, request: request)
        let bytes: Int
        if buffer.isDrawnInPlace {
            guard !request.isCancelled else { throw HostError.cancelled }
            bytes = size
        } else {
            bytes = unsafe try writer.encode(
                UnsafeRawBufferPointer(pixels), width: order.width, height: order.height, stride: stride,
                format: order.format)
        }
        buffer.forgetPrepared(memory)
        try writer.seal(after: bytes)
        return RenderedPage(
            bytes: bytes, stride: isRaw ? stride : 0, isCuttable: isRaw && traits & SHEAF_RENDER_CUTTABLE != 0,
            microseconds: duration)
    }

    /// Refuses a frame that a page does not have. The provider of a page that does not move knows of no frames.
    private func checkFrame(_ order: RenderOrder, _ request: RequestContext) throws(HostError) {
        let frames = max(try providedMetrics(of: order.page, request).frames, 1)
        guard order.frame < frames else {
            throw HostError(
                .documentError(errno: ERANGE),
                """
                \(name(ofPage: order.page)) has \(frames == 1 ? "1 frame" : "\(frames) frames"), and frame \
                \(order.frame + 1) was asked for
                """)
        }
    }

    /// Has the provider render something to memory for it, rows without gaps.
    ///
    /// - Returns: what the rendering turned out to be.
    func draw(
        _ order: RenderOrder, to pixels: UnsafeMutableRawBufferPointer, _ request: RequestContext
    ) throws(HostError) -> UInt32 {
        guard let function = unsafe table.render else { throw HostError.unsupported("render") }
        var traits: UInt32 = 0
        var render = unsafe sheaf_render(
            size: UInt32(MemoryLayout<sheaf_render>.size), format: SHEAF_FORMAT_BGRX8888, page: order.page,
            scale: order.scale, rotation: order.rotation, frame: order.frame, x: order.x, y: order.y,
            width: order.width,
            height: order.height, stride: 4 * UInt64(order.width), pixels: pixels.baseAddress, traits: nil)
        let result = unsafe withUnsafeMutablePointer(to: &traits) { traits in
            unsafe render.traits = traits
            return unsafe function(pointer, request.pointer, &render)
        }
        try request.check(result, "render \(name(ofPage: order.page))")
        return traits
    }

    /// Shows what was rendered on another paper.
    private func tone(
        _ order: RenderOrder, _ pixels: UnsafeMutableRawBufferPointer, _ request: RequestContext
    ) throws(HostError) {
        var bounds: [PixelBounds] = []
        if order.paper == .night {
            forgetBoxesOfChange()
            let pictures = try pictures(on: order.page, request)
            let size =
                pictures.isEmpty
                ? (0, 0)
                : Self.pixelSize(
                    of: try provided(metricsOf: order.page, request), scale: order.scale, rotation: order.rotation)
            bounds = pictures.map { picture in
                let whole = PixelBounds(of: picture, scale: order.scale, rotation: order.rotation, in: size)
                return whole.moved(byX: -Int(order.x), y: -Int(order.y))
            }
        }
        unsafe PageTone.apply(order.paper, to: pixels, width: Int(order.width), leaving: bounds)
    }
}

extension PixelBuffer {
    /// Reads pixels that were rendered before, and writes them encoded to shared memory, which is sealed then.
    ///
    /// - Parameters:
    ///   - source: memory with the pixels; row `y` begins `offset` + `y` × `stride` bytes into it.
    ///   - shrink: the sides of the square of them that one stands for; at the ends of rows and of the memory of what there is.
    ///   - limit: the bytes of pixels that no rendering may pass.
    func encode(
        _ order: RenderOrder, from source: borrowing FileDescriptor, offset: Int, stride: Int, shrink: Int,
        memory: Int32, limit: Int,
        _ request: RequestContext
    ) throws(HostError) -> RenderedPage {
        try order.check(limit: limit)
        guard order.format != .bgrx8888, offset >= 0, (0...Int(Int32.max)).contains(stride),
            (1...PixelRows.mostShrink).contains(shrink)
        else {
            throw HostError(.invalid(parameter: "pixels"), "these pixels are not to be encoded")
        }
        let start = EventLoop.now
        let length = 4 * Int(order.width)
        let capacity = try PageWriter.capacity(of: memory)
        let pixels = unsafe reserve(width: order.width, height: order.height)
        let rows = PixelRows(number: source.number, offset: offset, stride: stride)
        for row in 0..<Int(order.height) {
            guard !request.isCancelled else { throw HostError.cancelled }
            let pixelRow = unsafe UnsafeMutableRawBufferPointer(rebasing: pixels[row * length..<(row + 1) * length])
            guard unsafe shrink == 1 ? rows.read(row, to: pixelRow) : rows.read(row, shrunkBy: shrink, to: pixelRow)
            else {
                throw HostError(.invalid(parameter: "pixels"), "the pixels can't be read, or end too early")
            }
        }
        let writer = PageWriter(memory: memory, capacity: capacity, request: request)
        let bytes = unsafe try writer.encode(
            UnsafeRawBufferPointer(pixels), width: order.width, height: order.height, stride: length,
            format: order.format)
        try writer.seal(after: bytes)
        return RenderedPage(bytes: bytes, stride: 0, isCuttable: false, microseconds: EventLoop.now - start)
    }
}

/// The memory that a host renders into: it stays warm from one rendering to the next.
///
/// Fresh memory costs a page fault for each 4 KB; rendering here and writing that into the shared memory is faster than
/// rendering there. Where shared memory was mapped and written to before anybody asked for the page, rendering there is faster.
@safe package final class PixelBuffer {
    /// More than this is given back after each rendering, in bytes.
    static let keptBytes = 32 << 20
    /// The bytes that are prepared at once, before the host looks for a new request: some 0.2 ms.
    private static let preparedAtOnce = 512 << 10

    private var memory = unsafe UnsafeMutableRawBufferPointer(start: nil, count: 0)
    /// The shared memory that is mapped for the next rendering, and its inode.
    private var prepared: (mapping: SharedMemory, inode: UInt64)?
    /// The part of the prepared memory that is still to be allocated, and the memory's descriptor, which is closed
    /// afterwards.
    private var unprepared: (part: Range<Int>, memory: SharedDescriptor)?
    /// Whether the image is drawn in shared memory, and not in this.
    private(set) var isDrawnInPlace = false

    /// The shared memory that it was drawn in, where it may be looked at yet. Mapped: what is held by its descriptor the service counts
    /// as a page that its host keeps.
    private var drawn: SharedMemory?
    /// The sides of the image in it, in pixels.
    private(set) var width: Int32 = 0
    private(set) var height: Int32 = 0
    private static let alignment = 64

    package init() {}

    deinit {
        release()
    }

    /// Maps shared memory that the next image may be drawn in, once ``prepareMore()`` has done all.
    func prepare(_ shared: SharedDescriptor) {
        forgetPrepared()
        guard let (size, inode) = try? Memfd.status(of: shared.number), size > 0,
            let mapping = try? SharedMemory(mapping: shared.number, size: size, writable: true)
        else { return }
        prepared = (mapping, inode)
        unprepared = (0..<size, shared)
    }

    /// Allocates a part of what is mapped for the next image. All of it takes as long as copying a page there, and nobody waits for it.
    ///
    /// - Returns: whether there is more to do.
    func prepareMore() -> Bool {
        guard let mapping = prepared?.mapping, let (part, memory) = unprepared else { return false }
        let now = part.prefix(Self.preparedAtOnce)
        do throws(OSError) { try mapping.allocate(now, of: memory.number) } catch {
            forgetPrepared()
            return false
        }
        unprepared = now.upperBound < part.upperBound ? (now.upperBound..<part.upperBound, memory) : nil
        return unprepared != nil
    }

    /// Lets go of what was prepared: of this memory only, where it is said. It can't be sealed as long as it is mapped.
    func forgetPrepared(_ shared: Int32? = nil) {
        if let shared, (try? Memfd.inode(of: shared)) != prepared?.inode { return }
        (prepared, unprepared) = (nil, nil)
    }

    /// Makes room for an image, whose pixels mean nothing yet. It is good until the next call.
    ///
    /// - Parameter shared: what the image is for: it is drawn there, where that was prepared for one of its size.
    func reserve(width: Int32, height: Int32, for shared: Int32? = nil) -> UnsafeMutableRawBufferPointer {
        let size = 4 * Int(width) * Int(height)
        (drawn, isDrawnInPlace) = (nil, false)
        if let prepared, unprepared == nil, unsafe prepared.mapping.bytes.count == size, let shared,
            (try? Memfd.inode(of: shared)) == prepared.inode
        {
            isDrawnInPlace = true
            (self.width, self.height) = (width, height)
            return unsafe prepared.mapping.bytes
        }
        if unsafe memory.count < size {
            releaseBuffer()
            unsafe memory = .allocate(byteCount: size, alignment: Self.alignment)
        }
        (self.width, self.height) = (width, height)
        return unsafe UnsafeMutableRawBufferPointer(rebasing: memory[..<size])
    }

    /// The image that was rendered last will be looked at, though it was drawn in this shared memory.
    func keep(_ shared: SharedDescriptor) {
        drawn = try? SharedMemory(mappingSealed: shared.number, size: 4 * Int(width) * Int(height))
    }

    /// The image that was rendered last: four bytes a pixel, rows without gaps. It must not have been released. nil where it can't be
    /// looked at.
    func withImage<Result>(_ body: (inout sheaf_image) -> Result) -> Result? {
        if isDrawnInPlace, drawn == nil { return nil }
        var image = unsafe sheaf_image(
            pixels: drawn?.bytes.baseAddress ?? memory.baseAddress, stride: 4 * UInt64(width),
            width: UInt32(width), height: UInt32(height))
        return unsafe body(&image)
    }

    /// Gives memory back that is more than is worth keeping.
    func shrink() {
        drawn = nil
        if unsafe memory.count > Self.keptBytes { releaseBuffer() }
    }

    /// Gives all of it back.
    func release() {
        forgetPrepared()
        drawn = nil
        releaseBuffer()
    }

    private func releaseBuffer() {
        unsafe memory.deallocate()
        unsafe memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
        (width, height) = (0, 0)
    }
}

/// Puts rendered pixels into the memory that the service made.
@safe struct PageWriter {
    /// The bytes that go into the kernel at once: PLATFORM.md, *The hot path*.
    static let piece = 256 << 10
    /// zlib's level for PNG. On the pages of a manual 3 takes half the time of 6, and is 3 % larger.
    private static let compressionLevel: Int32 = 3

    let memory: Int32
    /// In bytes.
    let capacity: Int
    let request: RequestContext

    /// The bytes that the service's memory has room for.
    static func capacity(of memory: Int32) throws(HostError) -> Int {
        do throws(OSError) { return try Memfd.size(of: memory) } catch {
            throw HostError(.invalid(parameter: "memory"), error.description)
        }
    }

    /// Writes pixels as they are.
    func write(_ pixels: UnsafeRawBufferPointer) throws(HostError) -> Int {
        guard pixels.count <= capacity else { throw Self.tooLarge(pixels.count, capacity) }
        var done = 0
        while done < pixels.count {
            guard !request.isCancelled else { throw HostError.cancelled }
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
            cancelled: { unsafe RequestContext.from(OpaquePointer($0))?.isCancelled ?? false ? 1 : 0 },
            context: UnsafeMutableRawPointer(request.pointer))
        let result =
            switch format {
            case .bgrx8888: Int64(try unsafe write(pixels))
            case .png: unsafe sheaf_image_write_png(&image, &sink, Self.compressionLevel)
            case .jpeg(let quality): unsafe sheaf_image_write_jpeg(&image, &sink, Int32(clamping: quality))
            case .webp(let quality): unsafe sheaf_image_write_webp(&image, &sink, Int32(clamping: quality))
            }
        guard result != .min else { throw HostError.cancelled }
        guard result >= 0 else {
            let code = Int32(truncatingIfNeeded: -result)
            throw code == EFBIG ? Self.tooLarge(nil, capacity) : Self.failed(code)
        }
        return Int(result)
    }

    /// Lets the memory hold what was written and no more, and forbids every change of it. Here, and not in the service: the kernel may
    /// wait for all processors before it forbids writing.
    func seal(after bytes: Int) throws(HostError) {
        do throws(OSError) {
            if bytes < capacity { try Memfd.resize(memory, to: bytes) }
            try Memfd.seal(memory)
        } catch {
            throw Self.failed(error.code)
        }
    }

    private static func tooLarge(_ bytes: Int?, _ capacity: Int) -> HostError {
        HostError(
            .tooLarge, "the page takes \(bytes.map { "\($0)" } ?? "more") bytes, and there is room for \(capacity)")
    }

    private static func failed(_ code: Int32) -> HostError {
        HostError(.documentError(errno: code), "cannot write the page: \(OSError.text(of: code))")
    }
}

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

    /// Writes the thumbnail of a rendering, and seals it; false where that can't be done. A page without a thumbnail is a page all the same.
    func write(_ buffer: PixelBuffer) -> Bool {
        guard (1...max(1, Int(buffer.width))).contains(width), (1...max(1, Int(buffer.height))).contains(height),
            buffer.width > 0
        else { return false }
        let size = 4 * width * height
        return unsafe withUnsafeTemporaryAllocation(byteCount: size, alignment: 64) { small in
            let result = unsafe buffer.withImage {
                unsafe sheaf_image_shrink(&$0, UInt32(width), UInt32(height), small.baseAddress)
            }
            guard result == 0, unsafe pwrite(memory.number, small.baseAddress, size, 0) == size else {
                return false
            }
            return (try? Memfd.seal(memory.number)) != nil
        }
    }
}
