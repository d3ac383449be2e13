import Navigation
import PageModel
import SheafInterface
import SheafOS
import Varlink

/// A page as it goes over the wire: its description, and its bytes as a descriptor or inline.
struct PageHandover {
    /// The longest page that goes inline, in bytes: as base64 it takes four thirds, and a message must hold it.
    static let maxInline = (VarlinkLimits().messageLength - 4_096) / 4 * 3

    /// What is said of it.
    let page: ReaderInterface.Page
    /// Its memory, where that goes along.
    let descriptor: SharedDescriptor?

    /// - Parameter place: the index of its memory among its message's descriptors.
    /// - Throws: InlineTooLarge.
    init(
        _ served: ServedPage, of shown: ShownPage, pageSize: PixelSize, handover: ReaderInterface.Handover,
        place: Int = 0
    ) throws(ReaderInterface.Failure) {
        let memory = served.memory
        let rendition = memory.rendition
        page = ReaderInterface.Page(
            page: Int(shown.location.page.number), index: shown.location.index, label: shown.label,
            rendition: memory.number, width: rendition.region.width, height: rendition.region.height,
            stride: memory.stride, size: memory.bytes, format: rendition.format.wire,
            region: ReaderInterface.Region(
                x: rendition.region.x, y: rendition.region.y, width: rendition.region.width,
                height: rendition.region.height),
            pageWidth: pageSize.width, pageHeight: pageSize.height, scale: rendition.scale,
            rotation: rendition.rotation.rawValue, origin: served.origin.wire,
            surface: shown.location.surface.wire, fileDescriptor: handover == .descriptor ? place : nil,
            data: handover == .inline ? try Self.base64(memory) : nil)
        descriptor = handover == .descriptor ? memory.descriptor : nil
    }

    private static func base64(_ memory: RenderedMemory) throws(ReaderInterface.Failure) -> String {
        guard memory.bytes <= maxInline else {
            throw .inlineTooLarge(bytes: memory.bytes, limit: maxInline)
        }
        do {
            let mapping = try SharedMemory(mapping: memory.descriptor.number, size: memory.bytes, writable: false)
            return mapping.withBytes { Base64.encode($0) }
        } catch {
            throw .serviceOverloaded(reason: error.description)
        }
    }
}

/// The pages of a spread in one message.
struct SpreadHandover {
    /// The first page, or the one that there is.
    let page: ReaderInterface.Page?
    /// The other one, or the back of a leaf.
    let second: ReaderInterface.Page?
    /// The memory of both, in this order.
    let descriptors: [SharedDescriptor]

    /// - Parameters:
    ///   - pages: one or two; the first one is `page`.
    ///   - reader: whose viewport they were rendered for.
    /// - Throws: InlineTooLarge.
    init(
        _ pages: [(page: ShownPage, served: ServedPage)], of reader: Reader, handover: ReaderInterface.Handover
    ) throws(ReaderInterface.Failure) {
        let bytes = pages.reduce(0) { $0 + $1.served.memory.bytes }
        guard handover != .inline || bytes <= PageHandover.maxInline else {
            throw .inlineTooLarge(bytes: bytes, limit: PageHandover.maxInline)
        }
        var handed: [PageHandover] = []
        for (page, served) in pages {
            handed.append(
                try PageHandover(
                    served, of: page, pageSize: served.pageSize(in: reader, of: page), handover: handover,
                    place: handed.count))
        }
        page = handed.first?.page
        second = handed.count > 1 ? handed[1].page : nil
        descriptors = handed.compactMap(\.descriptor)
    }
}

extension ServedPage {
    /// The size of the whole page in the form in which it is served, in pixels.
    func pageSize(in reader: Reader, of page: ShownPage) -> PixelSize {
        origin == .standIn || origin == .thumbnail
            ? PixelSize(width: memory.rendition.region.width, height: memory.rendition.region.height)
            : reader.geometry(of: page).size
    }
}

extension PixelFormat {
    /// As it goes over the wire.
    var wire: ReaderInterface.Format {
        switch self {
        case .bgrx8888: .bgrx8888
        case .png: .png
        case .jpeg: .jpeg
        }
    }
}

extension ServedPage.Origin {
    /// As it goes over the wire.
    var wire: ReaderInterface.Page.Origin {
        switch self {
        case .cached: .cached
        case .rendered: .rendered
        case .joined: .joined
        case .standIn: .standIn
        case .thumbnail: .thumbnail
        }
    }
}
