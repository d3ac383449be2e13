import CSheafProvider
import Glibc

/// The rendering that the host asks for: a region of a page, scaled and turned.
public struct RenderRequest: Equatable, Sendable {
    /// The page.
    public let page: PageID
    /// Which frame of a page that moves, from 0; 0 of others.
    public let frame: Int
    /// Pixels per point, above 0.
    public let scale: Double
    /// How far the page is turned.
    public let rotation: Rotation
    /// Which pixels of the scaled and turned page.
    public let region: PixelRegion

    /// A request for a region of a page.
    public init(page: PageID, frame: Int = 0, scale: Double, rotation: Rotation, region: PixelRegion) {
        self.page = page
        self.frame = frame
        self.scale = scale
        self.rotation = rotation
        self.region = region
    }

    /// Takes over what the host asks for, if it is something that a provider can fill.
    init(_ render: sheaf_render) throws(ProviderError) {
        guard unsafe render.format == SHEAF_FORMAT_BGRX8888 else {
            throw .unsupported(unsafe "pixel format \(render.format) is not rendered")
        }
        guard unsafe render.page >= 0 else { throw .noPage }
        guard
            let rotation = unsafe Rotation(rawValue: render.rotation),
            unsafe render.scale.isFinite && render.scale > 0 && render.x >= 0 && render.y >= 0
        else { throw ProviderError(errno: EINVAL, "the rendering's scale, rotation or region is none") }
        self.page = unsafe PageID(render.page)
        self.frame = unsafe Int(render.frame)
        self.scale = unsafe render.scale
        self.rotation = rotation
        self.region = unsafe PixelRegion(
            x: Int(render.x), y: Int(render.y), width: Int(render.width), height: Int(render.height))
    }
}

/// How far a page is turned, clockwise.
public enum Rotation: UInt32, CaseIterable, Sendable {
    /// Upright.
    case none = 0
    /// A quarter: the page's top is at the right.
    case clockwise90 = 90
    /// Upside down.
    case clockwise180 = 180
    /// Three quarters: the page's top is at the left.
    case clockwise270 = 270

    /// Whether width and height change places.
    public var swapsSides: Bool { self == .clockwise90 || self == .clockwise270 }
}

/// A rectangle of pixels on the scaled and turned page; the origin is the page's top left.
public struct PixelRegion: Equatable, Sendable {
    /// The left edge, in pixels.
    public var x: Int
    /// The upper edge, in pixels.
    public var y: Int
    /// Pixels across, above 0.
    public var width: Int
    /// Pixels down, above 0.
    public var height: Int

    /// The region of `width` by `height` pixels at `x`, `y`.
    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// Whether every pixel of it lies on a page of `width` by `height` pixels.
    public func lies(withinWidth width: Int, height: Int) -> Bool {
        x >= 0 && y >= 0 && self.width > 0 && self.height > 0 && x <= width - self.width && y <= height - self.height
    }
}

/// The pixels to fill: the host's memory itself, for the length of one call.
///
/// A pixel is `0xffRRGGBB`: in memory blue, green, red, 0xff. The content is undefined at first, and every pixel must
/// be filled; paper is ``white``. Rows and columns count from the region's top left corner.
@safe public struct PixelBuffer: ~Copyable, ~Escapable {
    /// Pixels across.
    public let width: Int
    /// Pixels down.
    public let height: Int
    /// Whether every region within this one, rendered by itself at the same scale and rotation, has these same pixels.
    /// Viewers that pan are then served with parts of what is rendered already. False until it is set; in doubt leave it.
    public var isCuttable = false
    private let stride: Int
    private let start: UnsafeMutableRawPointer

    /// Paper.
    public static let white: UInt32 = 0xffff_ffff

    /// Takes the memory that a rendering names, if it is memory that pixels fit in.
    @_lifetime(immortal)
    init(_ render: sheaf_render) throws(ProviderError) {
        guard
            let start = unsafe render.pixels, UInt(bitPattern: start) % 4 == 0,
            unsafe render.width > 0 && render.height > 0, unsafe render.stride % 4 == 0,
            unsafe render.stride >= UInt64(render.width) * 4,
            unsafe render.stride <= UInt64(Int.max) / UInt64(render.height)
        else { throw ProviderError(errno: EINVAL, "the rendering's memory does not hold its pixels") }
        self.width = unsafe Int(render.width)
        self.height = unsafe Int(render.height)
        self.stride = unsafe Int(render.stride)
        unsafe self.start = start
    }

    /// One row, to read and write. `y` outside of the buffer is a bug of the provider and ends its process.
    @_lifetime(&self)
    public mutating func row(_ y: Int) -> MutableSpan<UInt32> {
        let row = unsafe MutableSpan<UInt32>(_unsafeStart: pointer(toRow: y), count: width)
        return unsafe _overrideLifetime(row, mutating: &self)
    }

    /// Fills a rectangle with one color, at the speed of memset. What lies outside of the buffer is left out.
    public mutating func fill(columns: Range<Int>, rows: Range<Int>, with color: UInt32) {
        let columns = columns.clamped(to: 0..<width)
        let rows = rows.clamped(to: 0..<height)
        guard !columns.isEmpty && !rows.isEmpty else { return }
        // Copying a row that is in the processor's cache is as fast as memset, in debug builds too.
        let first = unsafe pointer(toRow: rows.lowerBound) + columns.lowerBound
        unsafe first.update(repeating: color, count: columns.count)
        for y in rows.dropFirst() {
            unsafe (pointer(toRow: y) + columns.lowerBound).update(from: first, count: columns.count)
        }
    }

    /// Lends the memory to C code: the address of the first pixel, and the bytes from one row to the next.
    @unsafe public mutating func withUnsafeMutablePixels(
        _ body: (UnsafeMutableRawPointer, _ stride: Int) throws(ProviderError) -> Void
    ) throws(ProviderError) {
        try unsafe body(start, stride)
    }

    private func pointer(toRow y: Int) -> UnsafeMutablePointer<UInt32> {
        precondition(y >= 0 && y < height, "there is no such row")
        return unsafe (start + y * stride).assumingMemoryBound(to: UInt32.self)
    }
}
