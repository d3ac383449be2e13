import Navigation
import PageModel
import SheafInterface
import SheafOS
import Varlink

/// A page as it goes over the wire: its description, and its bytes as a descriptor or inline.
struct PageHandover {
    /// The longest page that goes inline, in bytes: as base64 it takes four thirds, and a message must hold it.
    static let maxInline = (VarlinkLimits().messageLength - 4_096) / 4 * 3

    let page: ReaderInterface.Page
    let descriptors: [SharedDescriptor]

    /// - Throws: InlineTooLarge.
    init(
        _ served: ServedPage, of found: ServedDocument.FoundPage, pageSize: PixelSize,
        handover: ReaderInterface.Handover
    ) throws(ReaderInterface.Failure) {
        let memory = served.memory
        let rendition = memory.rendition
        var data: String?
        if handover == .inline {
            guard memory.bytes <= Self.maxInline else {
                throw .inlineTooLarge(bytes: memory.bytes, limit: Self.maxInline)
            }
            do {
                let mapping = try SharedMemory(
                    mapping: memory.descriptor.number, size: memory.bytes, writable: false)
                data = mapping.withBytes { Base64.encode($0) }
            } catch {
                throw .serviceOverloaded(reason: error.description)
            }
        }
        page = ReaderInterface.Page(
            page: Int(found.location.page.number), index: found.location.index, label: found.label,
            rendition: memory.number, width: rendition.region.width, height: rendition.region.height,
            stride: memory.stride, size: memory.bytes, format: rendition.format.wire,
            region: ReaderInterface.Region(
                x: rendition.region.x, y: rendition.region.y, width: rendition.region.width,
                height: rendition.region.height),
            pageWidth: pageSize.width, pageHeight: pageSize.height, scale: rendition.scale,
            rotation: rendition.rotation.rawValue, origin: served.origin.wire,
            fileDescriptor: handover == .descriptor ? 0 : nil, data: data)
        descriptors = handover == .descriptor ? [memory.descriptor] : []
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
        case .cached, .standIn: .cached
        case .rendered: .rendered
        case .joined: .joined
        }
    }
}
