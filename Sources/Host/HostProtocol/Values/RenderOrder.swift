/// How rendered pixels are stored.
package enum RenderFormat: Equatable, Sendable {
    /// Four bytes a pixel: blue, green, red, 0xff; rows without gaps, the top one first.
    case bgrx8888
    case png
    /// `quality` from 1 to 100.
    case jpeg(quality: Int)
    /// `quality` from 1 to 100. Something of the colours is lost at any.
    case webp(quality: Int)

    /// The longest side that an image in this format has, in pixels.
    package var longestSide: Int32 {
        if case .webp = self { HostLimits.webpSide } else { HostLimits.renderSide }
    }

    /// How much memory a rendering needs at most, in bytes; nil where its sides are none that can be rendered.
    ///
    /// A PNG of noise is a little larger than its pixels of three bytes, a JPEG of noise at quality 100 can reach six
    /// bytes a pixel, a WebP a little more than three; all have headers.
    package func requiredBytes(width: Int32, height: Int32) -> Int? {
        guard (1...longestSide).contains(width), (1...longestSide).contains(height) else { return nil }
        let pixels = Int(width) * Int(height)
        return switch self {
        case .bgrx8888: 4 * pixels
        case .png: 4 * pixels + Int(height) + 4_096
        case .jpeg: 6 * pixels + 4_096
        case .webp: 4 * pixels + 4_096
        }
    }
}

/// The colours of paper and ink that a page is shown in.
package enum RenderPaper: Equatable, Sendable {
    /// Black on white, as the provider draws it.
    case day
    /// Brown on yellowish.
    case sepia
    /// Light on dark; pictures are left as they are.
    case night
    /// Each colour as its opposite.
    case inverted
}

/// A finished rendering.
package struct RenderedPage: Equatable, Sendable {
    /// The bytes from the start of the memory that mean something.
    package let bytes: Int
    /// Bytes from one row to the next; 0 where it is encoded.
    package let stride: Int
    /// Whether every region within it, rendered by itself, has the same pixels as this. Never where it is encoded.
    package let isCuttable: Bool
    /// How long the provider took, without queueing and encoding; of what was encoded only, how long that took.
    package let microseconds: UInt64

    package init(bytes: Int, stride: Int, isCuttable: Bool, microseconds: UInt64) {
        self.bytes = bytes
        self.stride = stride
        self.isCuttable = isCuttable
        self.microseconds = microseconds
    }
}

/// The page, the region, the scale and the colours of a rendering, without the memory that it goes to.
package struct RenderOrder {
    package let page: Int64
    /// Of a page that moves, from 0; 0 of others.
    package let frame: UInt32
    package let scale: Double
    package let rotation: UInt32
    package var x, y: Int32
    package let width, height: Int32
    package let format: RenderFormat
    package let paper: RenderPaper

    package init(
        page: Int64, frame: UInt32 = 0, scale: Double, rotation: UInt32, x: Int32, y: Int32, width: Int32,
        height: Int32, format: RenderFormat, paper: RenderPaper
    ) {
        self.page = page
        self.frame = frame
        self.scale = scale
        self.rotation = rotation
        self.x = x
        self.y = y
        self.width = width
        self.height = height
        self.format = format
        self.paper = paper
    }

    /// Refuses what makes no sense. The service checks it first; a host does not rely on that.
    package func check(limit: Int) throws(HostError) {
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
        if let quality = format.quality {
            try need((1...100).contains(quality), "quality", "a quality is from 1 to 100, not \(quality)")
        }
        guard width <= HostLimits.renderSide, height <= HostLimits.renderSide,
            4 * Int(width) * Int(height) <= limit
        else {
            throw HostError(
                .tooLarge, "a rendering of \(width) by \(height) pixels is larger than the limit of \(limit) bytes")
        }
        let side = format.longestSide
        guard width <= side, height <= side else {
            throw HostError(
                .tooLarge, "an image of \(width) by \(height) pixels is longer than the \(side) that its format has")
        }
    }
}

// To and from org.sheaf.Host.

extension RenderOrder {
    /// nil where a number does not fit.
    package init?(_ wire: HostInterface.RenderParameters) {
        guard let rotation = UInt32(exactly: wire.rotation), let x = Int32(exactly: wire.x),
            let y = Int32(exactly: wire.y), let width = Int32(exactly: wire.width),
            let height = Int32(exactly: wire.height), let frame = UInt32(exactly: wire.frame ?? 0)
        else { return nil }
        self.init(
            page: Int64(wire.page), frame: frame, scale: wire.scale, rotation: rotation, x: x, y: y, width: width,
            height: height, format: RenderFormat(wire.format, quality: wire.quality),
            paper: wire.paper.map { RenderPaper($0) } ?? .day)
    }
}

extension RenderPaper {
    package var wire: HostInterface.Paper {
        switch self {
        case .day: .day
        case .sepia: .sepia
        case .night: .night
        case .inverted: .inverted
        }
    }

    init(_ wire: HostInterface.Paper) {
        switch wire {
        case .day: self = .day
        case .sepia: self = .sepia
        case .night: self = .night
        case .inverted: self = .inverted
        }
    }
}

extension RenderFormat {
    package var wire: HostInterface.Format {
        switch self {
        case .bgrx8888: .bgrx8888
        case .png: .png
        case .jpeg: .jpeg
        case .webp: .webp
        }
    }

    /// The quality of a format that has one.
    package var quality: Int? {
        switch self {
        case .bgrx8888, .png: nil
        case .jpeg(let quality), .webp(let quality): quality
        }
    }

    init(_ wire: HostInterface.Format, quality: Int?) {
        switch wire {
        case .bgrx8888: self = .bgrx8888
        case .png: self = .png
        case .jpeg: self = .jpeg(quality: quality ?? 0)
        case .webp: self = .webp(quality: quality ?? 0)
        }
    }
}
