package import HostProtocol
package import SheafOS

/// The memory that a page is rendered into. A rendering that is asked a second time, since its host has ended, goes to
/// other memory: the first may be sealed, or cut off.
package final class RenderTarget {
    package private(set) var descriptor: SharedDescriptor
    /// In bytes.
    package let capacity: Int
    /// The memory that the first host has mapped for the page, as long as no host was asked: ``descriptor`` is that
    /// memory then.
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
    /// The memory of the pixels, which nobody can change.
    package let memory: SharedDescriptor
    /// Where the first pixel is, in bytes.
    package let offset: Int
    /// Bytes from one row to the next; rows have nothing behind their pixels.
    package let stride: Int
    /// The sides of the square of these pixels that one of the rendering stands for.
    package let shrink: Int

    package init(memory: SharedDescriptor, offset: Int, stride: Int, shrink: Int = 1) {
        self.memory = memory
        self.offset = offset
        self.stride = stride
        self.shrink = shrink
    }
}

/// One rendering: a region of a page, in memory that the service made.
package struct RenderJob {
    package var page: Int64
    /// Of a page that moves, from 0; 0 of others.
    package var frame: UInt32
    /// Pixels per point, above 0.
    package var scale: Double
    /// 0, 90, 180 or 270 degrees, clockwise.
    package var rotation: UInt32
    /// The region, in pixels of the scaled and turned page.
    package var x, y, width, height: Int32
    package var format: RenderFormat
    package var paper: RenderPaper
    /// Gets the result, from its first byte on; at least ``RenderFormat/requiredBytes(width:height:)``.
    package var target: RenderTarget
    /// Where the rendering is wanted in small too; with ``RenderFormat/bgrx8888``.
    package var thumbnail: ThumbnailJob?
    /// The rendered pixels to encode; nil: the page is rendered. Not with ``RenderFormat/bgrx8888``.
    package var pixels: RenderedPixels?

    /// The pixels of the region.
    var pixelCount: Int { Int(width) * Int(height) }

    package init(
        page: Int64, frame: UInt32 = 0, scale: Double, rotation: UInt32 = 0, x: Int32 = 0, y: Int32 = 0,
        width: Int32, height: Int32, format: RenderFormat = .bgrx8888, paper: RenderPaper = .day, target: RenderTarget,
        thumbnail: ThumbnailJob? = nil, pixels: RenderedPixels? = nil
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
        self.target = target
        self.thumbnail = thumbnail
        self.pixels = pixels
    }
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

// To and from org.sheaf.Host.

extension RenderJob {
    /// The page, the region and the colours to render, without the memory that they go to.
    var order: RenderOrder {
        RenderOrder(
            page: page, frame: frame, scale: scale, rotation: rotation, x: x, y: y, width: width, height: height,
            format: format, paper: paper)
    }

    /// The memories for the host that is asked now, which the call names by their indexes; none where there is none for the page: the
    /// host refuses that.
    func descriptors(for host: HostConnection) -> [SharedDescriptor] {
        guard let memory = target.handOut(to: host) else { return [] }
        return [memory] + [thumbnail?.memory, pixels?.memory].compactMap { $0 }
    }

    /// The bytes of these.
    var handedBytes: Int {
        target.capacity + (thumbnail?.bytes ?? 0)
            + (pixels.flatMap { try? Memfd.size(of: $0.memory.number) } ?? 0)
    }

    /// The call that asks for it.
    func parameters(serial: Int, document: Int) -> HostInterface.RenderParameters {
        HostInterface.RenderParameters(
            serial: serial, document: document, page: Int(page), frame: frame == 0 ? nil : Int(frame), scale: scale,
            rotation: Int(rotation), x: Int(x), y: Int(y), width: Int(width), height: Int(height), format: format.wire,
            quality: format.quality,
            paper: paper == .day ? nil : paper.wire, fileDescriptor: 0,
            thumbnail: thumbnail.map {
                HostInterface.Thumbnail(fileDescriptor: 1, width: Int($0.width), height: Int($0.height))
            },
            pixels: pixels.map {
                HostInterface.Pixels(
                    fileDescriptor: thumbnail == nil ? 1 : 2, offset: $0.offset, stride: $0.stride,
                    shrink: $0.shrink == 1 ? nil : $0.shrink)
            })
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
