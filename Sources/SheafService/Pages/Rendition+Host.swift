import PageModel
import ProviderHost
import SheafOS

extension Rendition {
    /// The format as a provider host knows it.
    var renderFormat: RenderFormat {
        switch format {
        case .bgrx8888: .bgrx8888
        case .png: .png
        case .jpeg(let quality): .jpeg(quality: quality)
        }
    }

    /// The bytes that rendering it takes at most; nil where a side is longer than any that is rendered.
    var capacity: Int? {
        RenderJob.requiredBytes(
            width: Int32(clamping: region.width), height: Int32(clamping: region.height), format: renderFormat)
    }
}

extension RenderJob {
    /// What a provider host is asked to do for a rendition. Its region is within the page, so it fits in 32 bits.
    init(_ rendition: Rendition, memory: SharedDescriptor, capacity: Int, thumbnail: ThumbnailJob?) {
        self.init(
            page: rendition.page.number, scale: rendition.scale, rotation: UInt32(rendition.rotation.rawValue),
            x: Int32(clamping: rendition.region.x), y: Int32(clamping: rendition.region.y),
            width: Int32(clamping: rendition.region.width), height: Int32(clamping: rendition.region.height),
            format: rendition.renderFormat, memory: memory, capacity: capacity, thumbnail: thumbnail)
    }
}
