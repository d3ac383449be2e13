import PageModel
import SheafOS

/// A rendered page in sealed memory.
final class RenderedMemory {
    /// The memory: sealed against every change. Viewers get descriptors of it.
    let descriptor: SharedDescriptor
    /// Which page it shows, and how.
    let rendition: Rendition
    /// The number that names it to viewers.
    let number: Int
    /// Its bytes.
    let bytes: Int
    /// Bytes from one row to the next; 0 where it is encoded.
    let stride: Int
    /// Whether every region within it, rendered by itself, would have the same pixels.
    let isCuttable: Bool

    init(
        descriptor: SharedDescriptor, rendition: Rendition, number: Int, bytes: Int, stride: Int, isCuttable: Bool
    ) {
        self.descriptor = descriptor
        self.rendition = rendition
        self.number = number
        self.bytes = bytes
        self.stride = stride
        self.isCuttable = isCuttable
    }
}

/// A page that is there to be handed over, and how it came about.
struct ServedPage {
    /// What it took.
    enum Origin {
        case cached
        case rendered
        /// It was under way for somebody else.
        case joined
        /// It is a part of a larger rendition that was in the cache.
        case cut
        /// It is shown until the page that was asked for is there: ``RenderedMemory/rendition`` says what it is.
        case standIn
        /// The same in small, for want of anything better.
        case thumbnail
    }

    /// The page.
    let memory: RenderedMemory
    /// Where it comes from.
    let origin: Origin
    /// What is meant of it, in pixels of the whole page: all of its rendition but for a cut.
    let region: PixelRegion

    /// - Parameter region: nil for all of the rendition, else within it, which is then in pixels.
    init(memory: RenderedMemory, origin: Origin, region: PixelRegion? = nil) {
        self.memory = memory
        self.origin = origin
        self.region = region ?? memory.rendition.region
    }

    /// Where its first pixel is in the memory, in bytes.
    var offset: Int {
        let all = memory.rendition.region
        return (region.y - all.y) * memory.stride + (region.x - all.x) * 4
    }
}
