import PageModel

/// How often pages were used that went: bounded, those that went last stay longest.
struct PastUses: Sendable {
    /// Pages at most: many times what fits a cache of rendered pages.
    static let limit = 16_384

    private var recent: [Rendition: Uses] = [:]
    private var older: [Rendition: Uses] = [:]

    var count: Int { recent.count + older.count }

    subscript(rendition: Rendition) -> Uses { recent[rendition] ?? older[rendition] ?? Uses() }

    /// Notes the uses of a page that goes.
    mutating func add(_ uses: Uses, of rendition: Rendition) {
        // Half of all are forgotten at once: no page needs a place in a list for that.
        if recent.count >= Self.limit / 2 {
            older = recent
            recent = [:]
        }
        recent[rendition] = uses
    }
}
