package import SheafOS

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

/// What a rendering is written to. One that is asked a second time, since its host has ended, goes to other memory: what the first
/// one has left may be sealed, or cut off.
package final class RenderTarget {
    package private(set) var descriptor: SharedDescriptor
    /// In bytes.
    package let capacity: Int
    /// What the first host has mapped for it, as long as none was asked: ``descriptor`` is that then.
    private var prepared: PreparedMemory?
    private let make: () throws(OSError) -> SharedDescriptor
    private let asked: (SharedDescriptor) -> Void
    /// Whether a host was asked to write to it.
    package private(set) var wasHandedOut = false
    /// Why there is none for the host that was asked.
    private(set) var failure: OSError?

    /// - Parameters:
    ///   - prepared: what a host has mapped, `capacity` bytes of it: it is that if that host is asked first.
    ///   - make: makes `capacity` bytes of memory where nothing is prepared; called again for each further host.
    ///   - asked: called with it when a host is asked to write to it, which is not before one has nothing else to do.
    package init(
        _ capacity: Int, prepared: PreparedMemory? = nil, make: @escaping () throws(OSError) -> SharedDescriptor,
        asked: @escaping (SharedDescriptor) -> Void = { _ in }
    ) throws(OSError) {
        self.capacity = capacity
        self.prepared = prepared
        self.make = make
        self.asked = asked
        if let prepared { descriptor = prepared.memory } else { descriptor = try make() }
    }

    deinit { prepared?.release() }

    /// The memory for the host that is asked now; nil where there is none that only this host has.
    func handOut(to host: HostConnection) -> SharedDescriptor? {
        if let prepared, prepared.host !== host {
            prepared.release()
            do throws(OSError) { descriptor = try make() } catch {
                failure = error
                return nil
            }
        } else if wasHandedOut, let fresh = try? make() {
            // Where no other is to be had the host says what it can't do with this.
            descriptor = fresh
        }
        prepared = nil
        wasHandedOut = true
        asked(descriptor)
        return descriptor
    }

    /// Whether a host has written so many bytes to it, and nobody can change them any more.
    func isSealed(after bytes: Int) -> Bool {
        Memfd.isSealed(descriptor.number) && (try? Memfd.size(of: descriptor.number)) == bytes
    }
}

/// Rendered pixels that are there already, as those of ``RenderFormat/bgrx8888``.
package struct RenderedPixels {
    /// Nobody can change it.
    package let memory: SharedDescriptor
    /// Where the first pixel is, in bytes.
    package let offset: Int
    /// Bytes from one row to the next.
    package let stride: Int

    package init(memory: SharedDescriptor, offset: Int, stride: Int) {
        self.memory = memory
        self.offset = offset
        self.stride = stride
    }
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
    package var paper: RenderPaper
    /// Gets the result, from its first byte on; at least ``requiredBytes(width:height:format:)``.
    package var target: RenderTarget
    /// Where the rendering is wanted in small too; with ``RenderFormat/bgrx8888``.
    package var thumbnail: ThumbnailJob?
    /// Its pixels, where they are there: they are encoded then, and nothing is rendered. Not with ``RenderFormat/bgrx8888``.
    package var pixels: RenderedPixels?

    /// The pixels of the region.
    var pixelCount: Int { Int(width) * Int(height) }

    package init(
        page: Int64, scale: Double, rotation: UInt32 = 0, x: Int32 = 0, y: Int32 = 0, width: Int32, height: Int32,
        format: RenderFormat = .bgrx8888, paper: RenderPaper = .day, target: RenderTarget,
        thumbnail: ThumbnailJob? = nil, pixels: RenderedPixels? = nil
    ) {
        self.page = page
        self.scale = scale
        self.rotation = rotation
        self.x = x
        self.y = y
        self.width = width
        self.height = height
        self.format = format
        self.paper = paper
        self.target = target
        self.thumbnail = thumbnail
        self.pixels = pixels
    }

    /// How much memory a rendering needs at most, in bytes; nil where its sides are none that can be rendered.
    ///
    /// A PNG of noise is a little larger than its pixels of three bytes, a JPEG of noise at quality 100 can reach six
    /// bytes a pixel, a WebP a little more than three; all have headers.
    package static func requiredBytes(width: Int32, height: Int32, format: RenderFormat) -> Int? {
        guard (1...format.longestSide).contains(width), (1...format.longestSide).contains(height) else { return nil }
        let pixels = Int(width) * Int(height)
        return switch format {
        case .bgrx8888: 4 * pixels
        case .png: 4 * pixels + Int(height) + 4_096
        case .jpeg: 6 * pixels + 4_096
        case .webp: 4 * pixels + 4_096
        }
    }
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

/// A rendering in small, made after it was answered, in memory that the service made.
package struct ThumbnailJob {
    /// In pixels; neither side is larger than the rendering's.
    package let width, height: Int32
    /// Gets the pixels as those of ``RenderFormat/bgrx8888``, rows without gaps. It holds ``bytes``.
    package let memory: SharedDescriptor

    /// Called once, on the loop and after the rendering's completion: with whether the thumbnail was made.
    package let finished: (_ isMade: Bool) -> Void

    package init(
        width: Int32, height: Int32, memory: SharedDescriptor, finished: @escaping (_ isMade: Bool) -> Void
    ) {
        self.width = width
        self.height = height
        self.memory = memory
        self.finished = finished
    }

    /// The bytes of the pixels.
    package var bytes: Int { 4 * Int(width) * Int(height) }
}

/// What is rendered, without where it goes.
struct RenderOrder {
    let page: Int64
    let scale: Double
    let rotation: UInt32
    let x, y, width, height: Int32
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

extension RenderJob {
    /// What is rendered, without where it goes.
    var order: RenderOrder {
        RenderOrder(
            page: page, scale: scale, rotation: rotation, x: x, y: y, width: width, height: height, format: format,
            paper: paper)
    }

    /// The memories for the host that is asked now, which the call names by their indexes; none where there is none for the page: the
    /// host refuses that.
    func descriptors(for host: HostConnection) -> [SharedDescriptor] {
        guard let memory = target.handOut(to: host) else { return [] }
        return [memory] + [thumbnail?.memory, pixels?.memory].compactMap { $0 }
    }

    /// The bytes of these.
    var handedBytes: Int {
        target.capacity + (thumbnail.map { 4 * Int($0.width) * Int($0.height) } ?? 0)
            + (pixels.flatMap { try? Memfd.size(of: $0.memory.number) } ?? 0)
    }

    /// The call that asks for it.
    func parameters(serial: Int, document: Int) -> HostInterface.RenderParameters {
        HostInterface.RenderParameters(
            serial: serial, document: document, page: Int(page), scale: scale, rotation: Int(rotation), x: Int(x),
            y: Int(y), width: Int(width), height: Int(height), format: format.wire, quality: format.quality,
            paper: paper == .day ? nil : paper.wire, fileDescriptor: 0,
            thumbnail: thumbnail.map {
                HostInterface.Thumbnail(fileDescriptor: 1, width: Int($0.width), height: Int($0.height))
            },
            pixels: pixels.map {
                HostInterface.Pixels(
                    fileDescriptor: thumbnail == nil ? 1 : 2, offset: $0.offset, stride: $0.stride)
            })
    }
}

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

extension RenderedPage {
    /// nil where this can't have been made of the job, or is not in its memory for good.
    init?(_ wire: HostInterface.RenderReply, of job: RenderJob) {
        let stride = job.format == .bgrx8888 ? 4 * Int(job.width) : 0
        guard wire.stride == stride, wire.bytes >= 1, wire.bytes <= job.target.capacity,
            (0...HostLimits.renderTime).contains(wire.microseconds), job.target.isSealed(after: wire.bytes)
        else { return nil }
        if job.format == .bgrx8888, wire.bytes != stride * Int(job.height) { return nil }
        self.init(
            bytes: wire.bytes, stride: wire.stride, isCuttable: wire.cuttable && job.format == .bgrx8888,
            microseconds: UInt64(wire.microseconds))
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
