import CSheafProvider
import Glibc

/// A document that a provider under test opened. It is closed with its last reference.
final class TestDocument {
    let provider: TestProvider
    let source: TestSource
    private let handle: OpaquePointer

    init(_ provider: TestProvider, _ source: TestSource, _ handle: OpaquePointer) {
        self.provider = provider
        self.source = source
        self.handle = handle
    }

    deinit {
        provider.table.close?(handle)
    }

    @discardableResult
    private func call(_ request: TestRequest = TestRequest(), _ body: (OpaquePointer) -> Int32) throws -> Int32 {
        try TestProvider.call(request, body)
    }

    func count() throws -> Int64 {
        var count = sheaf_count(size: UInt32(MemoryLayout<sheaf_count>.size), kind: 0, pages: 0, counted: 0)
        try call { provider.table.count?(handle, $0, &count) ?? -ENOSYS }
        return count.pages
    }

    func metrics(_ page: Int64) throws -> (width: Double, height: Double, label: String) {
        var metrics = sheaf_metrics()
        metrics.size = UInt32(MemoryLayout<sheaf_metrics>.size)
        try call { provider.table.metrics?(handle, $0, page, &metrics) ?? -ENOSYS }
        let label = withUnsafeBytes(of: metrics.label) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        return (metrics.width, metrics.height, label)
    }

    /// The size of a whole page in pixels, as the ABI defines it.
    func pixelSize(_ page: Int64, scale: Double, rotation: UInt32 = 0) throws -> (width: Int, height: Int) {
        let metrics = try metrics(page)
        let size = [metrics.width, metrics.height].map { max(1, Int(($0 * scale - 0.001).rounded(.up))) }
        return rotation % 180 == 0 ? (size[0], size[1]) : (size[1], size[0])
    }

    /// Renders into a canvas; the whole page where no region is given.
    @discardableResult
    func render(
        _ page: Int64, scale: Double = 1, rotation: UInt32 = 0, into canvas: Canvas, x: Int = 0, y: Int = 0,
        _ request: TestRequest = TestRequest(), traits: UnsafeMutablePointer<UInt32>? = nil,
        size: UInt32 = UInt32(MemoryLayout<sheaf_render>.size)
    ) throws -> Int32 {
        var render = sheaf_render()
        render.size = size
        render.format = SHEAF_FORMAT_BGRX8888
        render.page = page
        render.scale = scale
        render.rotation = rotation
        render.x = Int32(x)
        render.y = Int32(y)
        render.width = Int32(canvas.width)
        render.height = Int32(canvas.height)
        render.stride = UInt64(canvas.stride)
        render.pixels = canvas.pixels
        render.traits = traits
        return try call(request) { provider.table.render?(handle, $0, &render) ?? -ENOSYS }
    }

    /// Whether a whole page may be cut.
    func isCuttable(_ page: Int64, scale: Double = 1, rotation: UInt32 = 0, into canvas: Canvas) throws -> Bool {
        var traits: UInt32 = 0
        try render(page, scale: scale, rotation: rotation, into: canvas, traits: &traits)
        return traits == SHEAF_RENDER_CUTTABLE
    }

    /// A whole page.
    func rendered(_ page: Int64, scale: Double = 1, rotation: UInt32 = 0) throws -> Canvas {
        let size = try pixelSize(page, scale: scale, rotation: rotation)
        let canvas = Canvas(width: size.width, height: size.height)
        try render(page, scale: scale, rotation: rotation, into: canvas)
        return canvas
    }

    func text(_ page: Int64, _ request: TestRequest = TestRequest()) throws -> [TestRequest.Item] {
        try call(request) { provider.table.text?(handle, $0, page) ?? -ENOSYS }
        return request.items
    }

    func links(_ page: Int64) throws -> [TestRequest.Item] {
        let request = TestRequest()
        try call(request) { provider.table.links?(handle, $0, page) ?? -ENOSYS }
        return request.items
    }

    func annotations(_ page: Int64, _ request: TestRequest = TestRequest()) throws -> [TestRequest.Item] {
        try call(request) { provider.table.annotations?(handle, $0, page) ?? -ENOSYS }
        return request.items
    }

    func outline() throws -> [TestRequest.Item] {
        let request = TestRequest()
        try call(request) { provider.table.outline?(handle, $0) ?? -ENOSYS }
        return request.items
    }

    /// The box of what is on a page; nil of a blank one.
    func ink(_ page: Int64) throws -> [Float]? {
        var box = sheaf_box()
        let status = try call { provider.table.ink?(handle, $0, page, &box) ?? -ENOSYS }
        return status == SHEAF_BACKGROUND ? nil : [box.x0, box.y0, box.x1, box.y1]
    }

    func pictures(_ page: Int64) throws -> [TestRequest.Item] {
        let request = TestRequest()
        try call(request) { provider.table.pictures?(handle, $0, page) ?? -ENOSYS }
        return request.items
    }

    /// -1 where the request was cancelled.
    func position(_ page: Int64, _ request: TestRequest = TestRequest()) throws -> Int64 {
        var position: Int64 = -1
        try call(request) { provider.table.position?(handle, $0, page, &position) ?? -ENOSYS }
        return position
    }

    /// -1 where the request was cancelled.
    func page(at position: Int64, _ request: TestRequest = TestRequest()) throws -> Int64 {
        var page: Int64 = -1
        try call(request) { provider.table.page_at?(handle, $0, position, &page) ?? -ENOSYS }
        return page
    }

    func search(_ page: Int64, _ needle: String) throws -> [TestRequest.Item] {
        let request = TestRequest()
        try call(request) { provider.table.search?(handle, $0, page, needle) ?? -ENOSYS }
        return request.items
    }

    func metadata() throws -> [String: String] {
        let request = TestRequest()
        try call(request) { provider.table.metadata?(handle, $0) ?? -ENOSYS }
        return Dictionary(request.items.map { ($0.key ?? "", $0.text ?? "") }) { $1 }
    }

    func hit(_ page: Int64, x: Double, y: Double) throws -> Int32 {
        var claims: UInt32 = 0
        return try call { provider.table.hit?(handle, $0, page, x, y, &claims) ?? -ENOSYS }
    }

    func refresh() throws {
        try call { provider.table.refresh?(handle, $0) ?? -ENOSYS }
    }
}
