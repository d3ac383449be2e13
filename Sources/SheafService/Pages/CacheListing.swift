import PageCache
import PageModel

/// The pages of the cache in an order that people can follow, as many as one answer takes (``ListLimits/entries``).
struct CacheListing {
    /// By document, then by index, then by size; those without an index last.
    let pages: [CacheContent]
    /// How many more there are.
    let leftOut: Int

    init(_ contents: [CacheContent]) {
        let sorted = contents.sorted { Self.key($0) < Self.key($1) }
        pages = Array(sorted.prefix(ListLimits.entries))
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
