import SheafProvider

/// What is new in a document whose file was written anew.
struct SettingsChange {
    /// Where more pages than these may have changed, everything has.
    private static let pageLimit: Int64 = 64

    /// Pages were inserted, deleted or moved.
    let isOfPages: Bool
    /// More than that, or than the look of some pages.
    private(set) var isOfAll: Bool
    /// The pages that look different.
    private(set) var pages: [PageID] = []

    init(from old: Settings, to new: Settings) {
        isOfPages = old.list != new.list || old.pages != new.pages
        var rest = old
        (rest.pages, rest.order) = (new.pages, new.order)
        (rest.revision, rest.revised, rest.broken) = (new.revision, new.revised, new.broken)
        isOfAll = rest != new
        guard !isOfAll else { return }
        var lists: [PageList?] = old.broken == new.broken ? [] : [old.broken, new.broken]
        if old.revision != new.revision || old.revised != new.revised {
            lists += [old, new].map { $0.revision == 0 ? PageList(firstPages: 0) : $0.revised }
        }
        let known = lists.compactMap { $0 }
        guard known.count == lists.count, known.reduce(0, { $0 + $1.count }) <= Self.pageLimit else {
            isOfAll = true
            return
        }
        let candidates = known.flatMap { list in (0..<list.count).compactMap { list.page(at: $0) } }
        pages = Set(candidates).sorted().filter { page in
            old.look(of: page) != new.look(of: page) || old.broken.contains(page) != new.broken.contains(page)
        }.map { PageID($0) }
    }
}
