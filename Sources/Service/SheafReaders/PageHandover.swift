import Navigation
import PageModel
package import SheafInterface
import SheafOS
import SheafPages
import Varlink

/// A page as it goes over the wire: its description, and its bytes as a descriptor or inline.
struct PageHandover {
    /// The longest page that goes inline, in bytes: as base64 it takes four thirds, and a message must hold it.
    static let maxInline = (VarlinkLimits().messageLength - 4_096) / 4 * 3

    /// The page's description on the wire; ``InlinePixels/fill(_:)`` puts the pixels there that go inline.
    let page: ReaderInterface.Page
    /// The pixels, where they go inline.
    let pixels: InlinePixels?
    /// The page's memory, where that goes along.
    let descriptor: SharedDescriptor?

    /// - Parameters:
    ///   - model: that of the reader whose viewport it was rendered for.
    ///   - viewport: the one that it was rendered for instead.
    ///   - position: the index of its memory among its message's descriptors.
    /// - Throws: ``ReaderError/inlineTooLarge(bytes:limit:)``.
    init(
        _ served: ServedPage, of shown: PlacedPage, in model: ReaderModel, viewport: Viewport? = nil,
        handover: ReaderInterface.Handover, position: Int = 0
    ) throws(ReaderError) {
        let memory = served.memory
        let rendition = memory.rendition
        let region = served.region
        // Inline goes only what is asked for.
        let isPacked = handover == .inline && region != rendition.region
        let stride = isPacked ? region.width * 4 : memory.stride
        let size = isPacked ? stride * region.height : memory.bytes
        page = ReaderInterface.Page(
            page: Int(shown.location.page.number), index: shown.location.index, label: shown.label,
            rendition: memory.number, width: region.width, height: region.height, stride: stride,
            offset: isPacked || served.offset == 0 ? nil : served.offset, size: size, format: rendition.format.wire,
            region: ReaderInterface.Region(x: region.x, y: region.y, width: region.width, height: region.height),
            pageWidth: rendition.pageSize.width, pageHeight: rendition.pageSize.height, scale: rendition.scale,
            reducedFrom: model.pages.scaleReduced(of: shown, to: served, in: viewport),
            rotation: rendition.rotation.rawValue,
            origin: served.origin.wire,
            surface: shown.location.surface.wire, fileDescriptor: handover == .descriptor ? position : nil,
            data: handover == .inline ? "" : nil)
        pixels = handover == .inline ? try Self.pixels(of: served, bytes: size, for: model) : nil
        descriptor = handover == .descriptor ? memory.descriptor : nil
    }

    private static func pixels(
        of served: ServedPage, bytes: Int, for model: ReaderModel
    ) throws(ReaderError) -> InlinePixels {
        guard bytes <= maxInline else { throw .inlineTooLarge(bytes: bytes, limit: maxInline) }
        let lease = model.context.leases.addSending(served, to: model.client)
        do {
            return try InlinePixels(served, bytes: bytes, lease: lease)
        } catch {
            throw .overloaded(error.description)
        }
    }
}

/// The pages of a spread in one message.
struct SpreadHandover {
    /// The first page, or the one that there is.
    let page: ReaderInterface.Page?
    /// The other one, or the back of a leaf.
    let second: ReaderInterface.Page?
    /// The pixels of both, in this order, where they go inline.
    private let pixels: [InlinePixels]
    /// The memory of both, in this order.
    let descriptors: [SharedDescriptor]

    /// - Parameters:
    ///   - handed: one or two; the first one is `page`.
    ///   - model: that of the reader whose viewport they were rendered for.
    /// - Throws: ``ReaderError/inlineTooLarge(bytes:limit:)``.
    init(
        _ spread: [HandedPage], in model: ReaderModel, handover: ReaderInterface.Handover
    ) throws(ReaderError) {
        let bytes = spread.reduce(0) { $0 + $1.served.memory.bytes }
        guard handover != .inline || bytes <= PageHandover.maxInline else {
            throw .inlineTooLarge(bytes: bytes, limit: PageHandover.maxInline)
        }
        var handed: [PageHandover] = []
        for one in spread {
            handed.append(
                try PageHandover(
                    one.served, of: one.view.page, in: model, handover: handover, position: handed.count))
        }
        page = handed.first?.page
        second = handed.count > 1 ? handed[1].page : nil
        pixels = handed.compactMap(\.pixels)
        descriptors = handed.compactMap(\.descriptor)
    }

    /// Puts the pixels that go inline into a reply with both pages.
    func fill(_ writer: inout JSONWriter) {
        for pixels in pixels { pixels.fill(&writer) }
    }
}

extension ReaderSurface {
    /// The scale that the viewport asks for, where a page has fewer pixels for want of room; nil for all others, and
    /// for regions.
    fileprivate func scaleReduced(
        of page: PlacedPage, to served: ServedPage, in viewport: Viewport?
    ) -> ReaderInterface.PageScale? {
        guard served.origin != .standIn, served.origin != .thumbnail,
            served.region == PixelRegion(all: served.memory.rendition.pageSize)
        else { return nil }
        let asked = geometry(of: page, in: viewport ?? self.viewport)
        guard served.memory.rendition.scale < asked.scale else { return nil }
        return ReaderInterface.PageScale(
            scale: asked.scale, pageWidth: asked.size.width, pageHeight: asked.size.height)
    }
}

extension PixelFormat {
    /// The pixel format as it goes over the wire.
    package var wire: ReaderInterface.Format {
        switch self {
        case .bgrx8888: .bgrx8888
        case .png: .png
        case .jpeg: .jpeg
        case .webp: .webp
        }
    }
}

extension ServedPage.Origin {
    /// The origin of the page as it goes over the wire.
    var wire: ReaderInterface.Page.Origin {
        switch self {
        case .cached: .cached
        case .rendered: .rendered
        case .joined: .joined
        case .encoded: .encoded
        case .cut: .cut
        case .standIn: .standIn
        case .thumbnail: .thumbnail
        }
    }
}
