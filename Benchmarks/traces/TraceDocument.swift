import PageCache

/// A document that was drawn, or one that is there: its pages, chapters and links.
package struct TraceDocument: Sendable {
    /// A page as the cache sees it.
    package struct Page: Sendable {
        /// The time that rendering the page takes, in microseconds.
        package let renderTime: UInt64
        /// Whole pages of memory.
        package let bytes: Int

        package init(renderTime: UInt64, bytes: Int) {
            self.renderTime = renderTime
            self.bytes = bytes
        }
    }

    /// The bytes of a page of memory, to which sizes are rounded up.
    package static let memoryPage = 4096
    /// The mean of the sizes: caps are multiples of it.
    package static let meanPageBytes = 8 << 20
    private static let sizes = (low: 4.0, high: 12.0)
    private static let counts = (low: 30.0, high: 1000.0)
    private static let meanChapter = 18.0
    private static let linkedShare = 0.35
    /// The most links on one page; their number is uniform from 1.
    private static let mostLinks = 3

    package let pages: [Page]
    /// The indexes at which chapters begin, in order; the first one follows the table of contents.
    package let chapters: [Int]
    /// The index of the table of contents.
    package let contents: Int
    /// The targets of the links on each page. Those of the table of contents are the chapters.
    package let links: [[Int]]
    /// The results that searches may have: the pages of each, in order. Where there are none, they are drawn.
    package let searches: [[Int]]
    /// The pages with many links.
    let hubs: [Int]
    /// The mean render time of a page, in seconds: the service learns it of the document in time.
    let meanRenderTime: Double

    /// Makes a document without chapters and links.
    package init(pages: [Page]) {
        self.init(pages: pages, chapters: [], links: pages.map { _ in [] }, searches: [])
    }

    /// Makes a document of the pages, chapters, links and searches of a real one.
    ///
    /// - Parameters:
    ///   - chapters: the pages at which they begin, in order.
    ///   - links: where those of each page lead. The page with the most of them is the table of contents.
    ///   - searches: what each search finds: pages in order.
    package init(pages: [Page], chapters: [Int], links: [[Int]], searches: [[Int]]) {
        self.pages = pages
        self.chapters = chapters
        self.links = links
        self.searches = searches
        contents = links.indices.max { links[$0].count < links[$1].count } ?? 0
        hubs = Self.hubs(links)
        meanRenderTime = Self.mean(pages)
    }

    init(_ renderClass: RenderClass, _ random: inout TraceRandom) {
        let count = Int(random.logUniform(Self.counts.low, Self.counts.high))
        var pages: [Page] = []
        for _ in 0..<count {
            let bytes = Int(random.uniform(Self.sizes.low, Self.sizes.high) * Double(1 << 20))
            pages.append(
                Page(
                    renderTime: UInt64(renderClass.draw(&random) * 1000),
                    bytes: (bytes + Self.memoryPage - 1) / Self.memoryPage * Self.memoryPage))
        }
        self.pages = pages
        meanRenderTime = Self.mean(pages)

        contents = min(2, count - 1)
        var chapters: [Int] = []
        var next = contents + 1
        while next < count {
            chapters.append(next)
            next += random.geometric(mean: Self.meanChapter)
        }
        self.chapters = chapters

        var links: [[Int]] = Array(repeating: [], count: count)
        for index in 0..<count where random.happens(Self.linkedShare) {
            // To any other page: a link to its own would lead nowhere.
            links[index] = (0..<random.whole(1...Self.mostLinks)).map { _ in
                (index + random.whole(1...count - 1)) % count
            }
        }
        links[contents] = chapters
        self.links = links
        searches = []
        hubs = Self.hubs(links)
    }

    private static func hubs(_ links: [[Int]]) -> [Int] {
        links.indices.filter { links[$0].count >= ReadingPosition.manyLinks }
    }

    private static func mean(_ pages: [Page]) -> Double {
        Double(pages.reduce(0) { $0 + $1.renderTime }) / Double(max(pages.count, 1)) / 1e6
    }
}
