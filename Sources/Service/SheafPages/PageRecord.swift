import HostProtocol
import HostSupervision
package import Navigation
package import PageCache
package import PageModel
package import SheafOS
package import Varlink

/// All that the service knows of one rendition beside the cache's account of it: its memory, the render under way with those
/// who wait for it, and its part of replies.
///
/// The cache finds it by the rendition, everybody else holds on to it. It is the rendition's as long as the cache has its
/// slot, which is so while there is memory; after that it is empty, and another one takes its place.
package final class PageRecord {
    /// The page, and the form that it is in.
    let rendition: Rendition
    /// The cache's entry.
    package let slot: CacheSlot
    /// The pixels; nil while they are not in memory.
    package var memory: SealedPage?
    /// The render that fills the page's memory; nil while none is under way.
    var render: PageRender?
    /// How replies describe it, written once.
    private var replyPart: ReplyPart?

    init(_ rendition: Rendition, slot: CacheSlot) {
        self.rendition = rendition
        self.slot = slot
    }

    /// The page out of the cache; nil while it is not in memory.
    package var cached: ServedPage? { memory.map { ServedPage(memory: $0, origin: .cached) } }

    /// The part of a reply that describes the page, where it comes out of the cache as a descriptor in the viewport's
    /// own scale. It is kept, since a viewer that leafs to and fro asks for the same page again and again.
    ///
    /// - Parameters:
    ///   - key: of where the page is.
    ///   - make: describes the page where that is not known, or was of another place; nil where it can't.
    package func replyPart(_ key: ReplyPart.Key, _ make: () -> (page: JSONText, location: JSONText)?) -> ReplyPart? {
        if let replyPart, replyPart.key == key, replyPart.number == memory?.number { return replyPart }
        guard let memory, let (page, location) = make() else { return nil }
        let part = ReplyPart(page, location, key: key, of: memory)
        replyPart = part
        return part
    }
}

/// A page and its location as the JSON of replies.
package final class ReplyPart {
    /// Where the page is that is described.
    package struct Key: Equatable {
        package let index: Int
        package let surface: Surface
        package let label: String?
        /// The index of the page's memory among its message's descriptors.
        package let position: Int

        package init(index: Int, surface: Surface, label: String?, position: Int) {
            self.index = index
            self.surface = surface
            self.label = label
            self.position = position
        }
    }

    package let page: JSONText
    package let location: JSONText
    package let key: Key
    /// The number of the memory.
    package let number: Int
    /// Page and location as the fields of a turn's answer, with the comma before.
    package let fields: [UInt8]

    fileprivate init(_ page: JSONText, _ location: JSONText, key: Key, of memory: SealedPage) {
        self.page = page
        self.location = location
        self.key = key
        number = memory.number
        fields = Array(#","location":"#.utf8) + location.bytes + Array(#","page":"#.utf8) + page.bytes
    }
}

/// A rendered page in sealed memory.
package final class SealedPage {
    /// The memory: sealed against every change. Viewers get descriptors of it.
    package let descriptor: SharedDescriptor
    /// Which page it shows, and how.
    package let rendition: Rendition
    /// The number that names it to viewers.
    package let number: Int
    /// The size of the page, in bytes.
    package let bytes: Int
    /// The bytes from one row to the next; 0 where the page is encoded.
    package let stride: Int
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

    /// - Parameters:
    ///   - memory: what a host has rendered `page` to.
    ///   - number: what names it to viewers.
    convenience init(_ memory: SharedDescriptor, _ page: RenderedPage, of rendition: Rendition, number: Int) {
        self.init(
            descriptor: memory, rendition: rendition, number: number, bytes: page.bytes,
            stride: rendition.format == .bgrx8888 ? rendition.stride : 0, isCuttable: page.isCuttable)
    }
}

extension SealedPage {
    /// The pixels of a region, where it is in pixels and the region is within it: of its own page, or of one so many times smaller.
    func pixels(of region: PixelRegion, shrunkBy shrink: Int = 1) -> RenderedPixels {
        let region = PixelRegion(
            x: region.x * shrink, y: region.y * shrink, width: region.width * shrink, height: region.height * shrink)
        return RenderedPixels(
            memory: descriptor, offset: ServedPage(memory: self, origin: .cut, region: region).offset, stride: stride,
            shrink: shrink)
    }
}

/// A page that is there to be handed over, and how it came about.
package struct ServedPage {
    /// The way in which the page came about.
    package enum Origin {
        case cached
        case rendered
        /// The render was already under way for somebody else.
        case joined
        /// The page was encoded for this call; its pixels were in the cache.
        case encoded
        /// The page is a part of a larger rendition that was in the cache.
        case cut
        /// Another rendition is shown until the page that was asked for is there: ``SealedPage/rendition`` says which.
        case standIn
        /// A thumbnail is shown until the page that was asked for is there, for want of anything better.
        case thumbnail
    }

    /// The page.
    package let memory: SealedPage
    /// The way in which the page came about.
    package let origin: Origin
    /// The region of the page that is handed over, in pixels of the whole page: all of its rendition but for a cut.
    package let region: PixelRegion

    /// - Parameter region: nil for all of the rendition, else within it, which is then in pixels.
    package init(memory: SealedPage, origin: Origin, region: PixelRegion? = nil) {
        self.memory = memory
        self.origin = origin
        self.region = region ?? memory.rendition.region
    }

    /// Where its first pixel is in the memory, in bytes.
    package var offset: Int {
        let all = memory.rendition.region
        return (region.y - all.y) * memory.stride + (region.x - all.x) * 4
    }
}

/// A render that is under way, with those who wait for it.
package struct PageRender {
    /// The purpose for which somebody waits for the page.
    package enum Purpose: Equatable {
        /// A call waits for the page.
        case call
        /// A reader has turned to the page.
        case turn
        /// A reader is likely to turn to the page.
        case prefetch

        /// The purpose as the cache counts it.
        var ofCache: PageCache.Purpose { self == .prefetch ? .prefetch : .demand }
    }

    /// Somebody who waits for the page.
    struct Waiter {
        let number: Int
        let reader: ReaderKey
        /// The user whose reader that is.
        let user: UInt32
        let purpose: Purpose
        /// Whether the render was begun for it.
        var isFirst = false
        let completion: (Result<ServedPage, HostError>) -> Void

        /// Returns the same waiter with another completion, to wait for something else first.
        func waiting(_ completion: @escaping (Result<ServedPage, HostError>) -> Void) -> Self {
            Waiter(number: number, reader: reader, user: user, purpose: purpose, completion: completion)
        }
    }

    let ticket: HostTicket
    let document: HostDocument
    /// The number under which that was open when the render began: another one when it was opened again since.
    let opening: Int64
    let target: RenderTarget
    /// Where the page is in its document.
    let index: Int?
    /// Whether the cache has room for it.
    let isKept: Bool
    /// Whether it is only encoded: its pixels were in the cache.
    let isEncoding: Bool
    /// Whether it is a whole page that regions are cut from.
    let isForRegions: Bool
    /// Whether nobody has asked for it.
    var isPrefetch: Bool
    /// Whether the document was closed since the render began.
    var isForgotten = false
    /// First come first.
    var waiters: [Waiter]
}

/// The renders that have ended since the start.
package struct RenderCounters: Equatable {
    /// The renders that gave a page.
    package private(set) var rendered = 0
    package private(set) var failed = 0
    /// The renders that nobody waited for any more.
    package private(set) var cancelled = 0
    /// The cancelled renders that were read ahead.
    package private(set) var cancelledPrefetches = 0
    /// The time of the renders that gave a page, as their hosts measured it, in microseconds.
    package private(set) var microseconds: UInt64 = 0

    /// Counts a render that has ended.
    ///
    /// - Parameter isPrefetch: whether nobody had asked for it.
    mutating func count(_ result: Result<RenderedPage, HostError>, isPrefetch: Bool) {
        switch result {
        case .success(let page):
            rendered += 1
            // Hosts say so: they may say it often.
            let (sum, isTooLarge) = microseconds.addingReportingOverflow(page.microseconds)
            microseconds = isTooLarge ? .max : sum
        case .failure(let failure) where failure.code == .cancelled:
            cancelled += 1
            if isPrefetch { cancelledPrefetches += 1 }
        case .failure: failed += 1
        }
    }
}

extension PixelFormat {
    /// The format as a provider host knows it.
    var render: RenderFormat {
        switch self {
        case .bgrx8888: .bgrx8888
        case .png: .png
        case .jpeg(let quality): .jpeg(quality: quality)
        case .webp(let quality): .webp(quality: quality)
        }
    }

    /// The longest side that an image in this format has, in pixels.
    package var longestSide: Int { Int(render.longestSide) }
}

extension Rendition {
    /// The bytes that rendering it takes at most; nil where a side is longer than any that is rendered.
    var capacity: Int? {
        format.render.requiredBytes(width: Int32(clamping: region.width), height: Int32(clamping: region.height))
    }
}

extension RenderPaper {
    init(_ paper: Paper) {
        switch paper {
        case .day: self = .day
        case .sepia: self = .sepia
        case .night: self = .night
        case .inverted: self = .inverted
        }
    }
}

extension RenderJob {
    /// Makes the job for a provider host that renders a rendition. Its region is within the page, so it fits in 32
    /// bits.
    init(_ rendition: Rendition, target: RenderTarget, thumbnail: ThumbnailJob?, pixels: RenderedPixels?) {
        self.init(
            page: rendition.page.number, frame: UInt32(clamping: rendition.frame), scale: rendition.scale,
            rotation: UInt32(rendition.rotation.rawValue),
            x: Int32(clamping: rendition.region.x), y: Int32(clamping: rendition.region.y),
            width: Int32(clamping: rendition.region.width), height: Int32(clamping: rendition.region.height),
            format: rendition.format.render, paper: RenderPaper(rendition.paper), target: target, thumbnail: thumbnail,
            pixels: pixels)
    }
}
