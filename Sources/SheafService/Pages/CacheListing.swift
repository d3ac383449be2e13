import PageCache
import PageModel

/// The pages of the cache in an order that people can follow, as many as one answer takes.
struct CacheListing {
    /// So many are listed at most: to make the answer takes the loop 4 ms, and nobody else is served meanwhile.
    static let maxPages = 1_024

    /// By document, then by index, then by size; those without an index last.
    let pages: [CacheContent]
    /// How many more there are.
    let leftOut: Int

    init(_ contents: [CacheContent]) {
        let sorted = contents.sorted { Self.key($0) < Self.key($1) }
        pages = Array(sorted.prefix(Self.maxPages))
        leftOut = sorted.count - pages.count
    }

    private static func key(_ content: CacheContent) -> (UInt64, Int, Int64, Int, Int) {
        let rendition = content.rendition
        return (
            rendition.document.number, content.index ?? .max, rendition.page.number, rendition.pixelBytes,
            rendition.edition
        )
    }
}
