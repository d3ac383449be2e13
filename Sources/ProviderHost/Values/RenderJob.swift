package import SheafOS

/// How rendered pixels are stored.
package enum RenderFormat: Equatable, Sendable {
    /// Four bytes a pixel: blue, green, red, 0xff; rows without gaps, the top one first.
    case bgrx8888
    case png
    /// `quality` from 1 to 100.
    case jpeg(quality: Int)
}

/// One rendering: a region of a page, in memory that the service made.
package struct RenderJob {
    package var page: Int64
    /// Pixels per point, above 0.
    package var scale: Double
    /// 0, 90, 180 or 270 degrees, clockwise.
    package var rotation: UInt32
    /// The region, in pixels of the scaled and turned page.
    package var x, y, width, height: Int32
    package var format: RenderFormat
    /// Gets the result, from its first byte on. A second try after a crash writes to the same memory.
    package var memory: SharedDescriptor
    /// The bytes of `memory`: at least ``requiredBytes(width:height:format:)``.
    package var capacity: Int
    /// Where the rendering is wanted in small too; with ``RenderFormat/bgrx8888``.
    package var thumbnail: ThumbnailJob?

    package init(
        page: Int64, scale: Double, rotation: UInt32 = 0, x: Int32 = 0, y: Int32 = 0, width: Int32, height: Int32,
        format: RenderFormat = .bgrx8888, memory: SharedDescriptor, capacity: Int, thumbnail: ThumbnailJob? = nil
    ) {
        self.page = page
        self.scale = scale
        self.rotation = rotation
        self.x = x
        self.y = y
        self.width = width
        self.height = height
        self.format = format
        self.memory = memory
        self.capacity = capacity
        self.thumbnail = thumbnail
    }

    /// How much memory a rendering needs at most, in bytes; nil where its sides are none that can be rendered.
    ///
    /// A PNG of noise is a little larger than its pixels of three bytes, a JPEG of noise at quality 100 can reach six
    /// bytes a pixel; both have headers.
    package static func requiredBytes(width: Int32, height: Int32, format: RenderFormat) -> Int? {
        guard (1...HostLimits.renderSide).contains(width), (1...HostLimits.renderSide).contains(height) else {
            return nil
        }
        let pixels = Int(width) * Int(height)
        return switch format {
        case .bgrx8888: 4 * pixels
        case .png: 4 * pixels + Int(height) + 4_096
        case .jpeg: 6 * pixels + 4_096
        }
    }
}

/// A finished rendering.
package struct RenderedPage: Equatable, Sendable {
    /// The bytes from the start of the memory that mean something.
    package let bytes: Int
    /// Bytes from one row to the next; 0 for PNG and JPEG.
    package let stride: Int
    /// Whether every region within it, rendered by itself, has the same pixels as this. Never of PNG and JPEG.
    package let isCuttable: Bool
    /// How long the provider took, without queueing and encoding.
    package let microseconds: UInt64
    /// Whether the thumbnail was made that was asked for.
    package let hasThumbnail: Bool
}
