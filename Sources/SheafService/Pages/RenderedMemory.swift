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

    init(descriptor: SharedDescriptor, rendition: Rendition, number: Int, bytes: Int, stride: Int) {
        self.descriptor = descriptor
        self.rendition = rendition
        self.number = number
        self.bytes = bytes
        self.stride = stride
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
        /// It is shown until the page that was asked for is there: ``RenderedMemory/rendition`` says what it is.
        case standIn
        /// The same in small, for want of anything better.
        case thumbnail
    }

    /// The page.
    let memory: RenderedMemory
    /// Where it comes from.
    let origin: Origin
}
