package import PageModel

/// A page in small.
package enum Thumbnail {
    /// The longest side of a thumbnail, in pixels.
    package static let side = 128

    /// Returns the size of a page's thumbnail; nil where the page is no larger than that.
    package static func size(of page: PixelSize) -> PixelSize? {
        let longest = max(page.width, page.height)
        guard longest > side else { return nil }
        return PixelSize(
            width: max(page.width * side / longest, 1), height: max(page.height * side / longest, 1))
    }
}

/// The thumbnails that are kept, each with its memory: what they take, and which goes first. Pure: what a memory is, is the caller's.
///
/// It has one of each page on each paper, of the latest edition that was rendered. Its limit is its own, beside those of the cache.
package struct ThumbnailAccount<Memory> {
    private struct Page: Hashable {
        let document: DocumentID
        let page: PageID
        let paper: Paper

        init(_ rendition: Rendition) {
            document = rendition.document
            page = rendition.page
            paper = rendition.paper
        }
    }

    private struct Entry {
        let thumbnail: Rendition
        let memory: Memory
        /// The bytes that the memory takes.
        let bytes: Int
        /// The number of its last use.
        var used: Int
    }

    private var entries: [Page: Entry] = [:]
    /// Uses in their order. Those that were not the last of their page are passed over.
    private var uses: [(page: Page, number: Int)] = []
    private var firstUse = 0
    private var lastUse = 0

    /// The bytes that all may take together.
    package private(set) var limit: Int
    /// The bytes of all.
    package private(set) var bytes = 0
    private let countLimit: Int

    /// - Parameters:
    ///   - limit: in bytes; 0: none is kept.
    ///   - countLimit: how many are kept at most.
    package init(limit: Int, countLimit: Int = .max) {
        self.limit = limit
        self.countLimit = countLimit
    }

    /// How many there are.
    package var count: Int { entries.count }

    /// The thumbnail that is to be made of a rendition when it is rendered; nil where none is: it is not all of a page in
    /// pixels, it is no first frame, it is hardly larger itself, or there is one of it.
    package func wanted(of rendition: Rendition) -> Rendition? {
        guard limit > 0, rendition.isWholePage, rendition.format == .bgrx8888, rendition.frame == 0,
            let size = Thumbnail.size(of: rendition.pageSize)
        else { return nil }
        if let present = entries[Page(rendition)]?.thumbnail,
            present.edition > rendition.edition
                || (present.edition == rendition.edition && present.rotation == rendition.rotation)
        {
            return nil
        }
        return Rendition(
            document: rendition.document, page: rendition.page, edition: rendition.edition,
            scale: rendition.scale * Double(size.width) / Double(rendition.pageSize.width),
            rotation: rendition.rotation, region: PixelRegion(all: size), format: .bgrx8888, paper: rendition.paper)
    }

    /// The memory of a thumbnail; nil where it is not kept. Counts as no use.
    package func memory(of thumbnail: Rendition) -> Memory? {
        entries[Page(thumbnail)].flatMap { $0.thumbnail == thumbnail ? $0.memory : nil }
    }

    /// Adds a thumbnail, which replaces the one that there was of its page; not that of an earlier edition.
    ///
    /// - Parameter size: what its memory takes, in bytes.
    /// - Returns: what goes, which may be the thumbnail itself.
    package mutating func add(_ thumbnail: Rendition, in memory: Memory, bytes size: Int) -> [Memory] {
        let page = Page(thumbnail)
        if let present = entries[page]?.thumbnail, present.edition > thumbnail.edition { return [memory] }
        var gone = remove(page).map { [$0] } ?? []
        bytes += size
        entries[page] = Entry(thumbnail: thumbnail, memory: memory, bytes: size, used: 0)
        use(page)
        gone += makeRoom()
        return gone
    }

    /// The thumbnail of a rendition's page, of any edition. Counts as a use.
    package mutating func find(for rendition: Rendition) -> Memory? {
        let page = Page(rendition)
        guard let entry = entries[page] else { return nil }
        use(page)
        return entry.memory
    }

    /// The thumbnail of a rendition's page as that is: of its edition, and turned as it is. Counts as a use.
    package mutating func current(for rendition: Rendition) -> Memory? {
        let page = Page(rendition)
        guard let entry = entries[page], entry.thumbnail.edition == rendition.edition,
            entry.thumbnail.rotation == rendition.rotation
        else { return nil }
        use(page)
        return entry.memory
    }

    /// Sets how many bytes all may take; returns what goes.
    package mutating func setLimit(_ bytes: Int) -> [Memory] {
        limit = bytes
        return makeRoom()
    }

    /// Lets go of those of a document; of all without one.
    package mutating func removeAll(of document: DocumentID? = nil) -> [Memory] {
        entries.keys.filter { document == nil || $0.document == document }.compactMap { remove($0) }
    }

    private mutating func use(_ page: Page) {
        lastUse += 1
        entries[page]?.used = lastUse
        uses.append((page, lastUse))
        // Most of a long list is out of date: it is shortened to half at once.
        guard uses.count > 64, uses.count > 2 * entries.count else { return }
        uses = uses[firstUse...].filter { entries[$0.page]?.used == $0.number }
        firstUse = 0
    }

    private mutating func makeRoom() -> [Memory] {
        var gone: [Memory] = []
        while bytes > limit || entries.count > countLimit, firstUse < uses.count {
            let (page, number) = uses[firstUse]
            firstUse += 1
            if entries[page]?.used == number, let memory = remove(page) { gone.append(memory) }
        }
        return gone
    }

    private mutating func remove(_ page: Page) -> Memory? {
        guard let entry = entries.removeValue(forKey: page) else { return nil }
        bytes -= entry.bytes
        return entry.memory
    }
}
