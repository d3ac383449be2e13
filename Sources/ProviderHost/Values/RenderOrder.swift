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
}

/// What is rendered, without where it goes.
struct RenderOrder {
    let page: Int64
    let scale: Double
    let rotation: UInt32
    var x, y: Int32
    let width, height: Int32
    let format: RenderFormat
    let paper: RenderPaper

    /// Refuses what makes no sense. The service checks it first; a host does not rely on that.
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
    init?(_ wire: HostInterface.RenderParameters) {
        guard let rotation = UInt32(exactly: wire.rotation), let x = Int32(exactly: wire.x),
            let y = Int32(exactly: wire.y), let width = Int32(exactly: wire.width),
            let height = Int32(exactly: wire.height)
        else { return nil }
        self.init(
            page: Int64(wire.page), scale: wire.scale, rotation: rotation, x: x, y: y, width: width, height: height,
            format: RenderFormat(wire.format, quality: wire.quality), paper: wire.paper.map { RenderPaper($0) } ?? .day)
    }
}

extension RenderPaper {
    var wire: HostInterface.Paper {
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
    var wire: HostInterface.Format {
        switch self {
        case .bgrx8888: .bgrx8888
        case .png: .png
        case .jpeg: .jpeg
        case .webp: .webp
        }
    }

    /// The quality of a format that has one.
    var quality: Int? {
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
