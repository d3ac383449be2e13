import PageModel

/// The pages of a spread on their way to a reader: they are rendered one at a time, and handed over together.
struct SpreadDelivery {
    /// The pages in reading order; of a leaf that turns, the front that comes and the back that goes.
    let pages: [(page: ShownPage, rendition: Rendition)]
    /// Those that are there and were not handed over. Nothing is kept after that: it would be outside of the cache's account.
    private var served: [Rendition: ServedPage] = [:]
    private var done: Set<Rendition> = []

    init(_ pages: [(page: ShownPage, rendition: Rendition)]) {
        self.pages = pages
    }

    /// The renditions that nobody has yet.
    var missing: [Rendition] {
        pages.map(\.rendition).filter { served[$0] == nil && !done.contains($0) }
    }

    /// Whether it is for the same pages, in the same form.
    func isFor(_ renditions: [Rendition]) -> Bool { pages.map(\.rendition) == renditions }

    /// Takes a page in.
    mutating func add(_ page: ServedPage, for rendition: Rendition) { served[rendition] = page }

    /// Goes on without a page.
    mutating func fail(_ rendition: Rendition) { done.insert(rendition) }

    /// The pages that can be handed over, once all are there that will be; nil before.
    mutating func finish() -> [(page: ShownPage, served: ServedPage)]? {
        guard missing.isEmpty else { return nil }
        defer {
            done.formUnion(served.keys)
            served = [:]
        }
        return pages.compactMap { page, rendition in served[rendition].map { (page, $0) } }
    }
}
