import CSheafProvider
import SheafOS

/// What the host is asked to render, but for where it goes.
struct RenderOrder {
    let page: Int64
    let scale: Double
    let rotation: UInt32
    let x, y, width, height: Int32
    let format: RenderFormat

    /// Says what makes no sense, whoever asks.
    func check(limit: Int) throws(HostError) {
        func need(_ isGood: Bool, _ parameter: String, _ message: String) throws(HostError) {
            guard isGood else { throw HostError(.invalid(parameter: parameter), message) }
        }
        try need(scale.isFinite && scale > 0, "scale", "a scale is above 0, not \(scale)")
        try need([0, 90, 180, 270].contains(rotation), "rotation", "a page turns by 0, 90, 180 or 270 degrees")
        try need(x >= 0 && y >= 0, "region", "a region begins at 0, 0 or further in")
        try need(width >= 1 && height >= 1, "region", "a region has at least one pixel, not \(width) by \(height)")
        try need(
            !x.addingReportingOverflow(width).overflow && !y.addingReportingOverflow(height).overflow, "region",
            "the region ends beyond any page")
        if case .jpeg(let quality) = format {
            try need((1...100).contains(quality), "quality", "a quality is from 1 to 100, not \(quality)")
        }
        guard width <= HostLimits.renderSide, height <= HostLimits.renderSide,
            4 * Int(width) * Int(height) <= limit
        else {
            throw HostError(
                .tooLarge, "a rendering of \(width) by \(height) pixels is larger than the limit of \(limit) bytes")
        }
    }
}

extension HostedDocument {
    /// Renders into a buffer, and writes the result to shared memory.
    ///
    /// - Parameters:
    ///   - thumbnail: where it goes in small.
    ///   - limit: the bytes of pixels that no rendering may pass.
    func render(
        _ order: RenderOrder, into buffer: PixelBuffer, memory: Int32, thumbnail: ThumbnailWriter?, limit: Int,
        _ request: RequestContext
    ) throws(HostError) -> RenderedPage {
        guard let function = unsafe table.render else { throw HostError.unsupported("render") }
        try order.check(limit: limit)
        let stride = 4 * Int(order.width)
        let size = stride * Int(order.height)
        let capacity: Int
        do { capacity = try Memfd.size(of: memory) } catch {
            throw HostError(.invalid(parameter: "memory"), error.description)
        }
        if order.format == .bgrx8888, capacity < size {
            throw HostError(.tooLarge, "the page takes \(size) bytes, and there is room for \(capacity)")
        }

        defer { buffer.shrink() }
        let pixels = unsafe buffer.reserve(size)
        var traits: UInt32 = 0
        var render = unsafe sheaf_render(
            size: UInt32(MemoryLayout<sheaf_render>.size), format: SHEAF_FORMAT_BGRX8888, page: order.page,
            scale: order.scale, rotation: order.rotation, reserved: 0, x: order.x, y: order.y, width: order.width,
            height: order.height, stride: UInt64(stride), pixels: pixels.baseAddress, traits: nil)
        let start = EventLoop.now
        let result = unsafe withUnsafeMutablePointer(to: &traits) { traits in
            unsafe render.traits = traits
            return unsafe function(document, request.pointer, &render)
        }
        try request.check(result, "render page \(order.page)")
        let duration = EventLoop.now - start

        let writer = PageWriter(memory: memory, capacity: capacity, request: request)
        let bytes = unsafe try writer.encode(
            UnsafeRawBufferPointer(pixels), width: order.width, height: order.height, stride: stride,
            format: order.format)
        let isRaw = order.format == .bgrx8888
        let hasThumbnail =
            unsafe isRaw
            && (thumbnail?.write(
                UnsafeRawBufferPointer(pixels), width: order.width, height: order.height, stride: stride) ?? false)
        return RenderedPage(
            bytes: bytes, stride: isRaw ? stride : 0, isCuttable: isRaw && traits & SHEAF_RENDER_CUTTABLE != 0,
            microseconds: duration, hasThumbnail: hasThumbnail)
    }
}
