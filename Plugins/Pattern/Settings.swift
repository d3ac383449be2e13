import SheafProvider

/// The settings that a pattern document's file declares.
struct Settings: Equatable {
    /// The fill of pages.
    enum Fill: String, CaseIterable {
        case solid, checker, gradient
    }

    /// How the time of a rendering is spent.
    enum Cost: String, CaseIterable {
        case busy, sleep
    }

    /// How many pages there are, and how many the host is told.
    enum Pages: Equatable {
        case exact(Int64)
        case estimated(Int64)
        case unknown

        /// The number of pages. One without end has as many as JSON carries exactly.
        var limit: Int64 {
            switch self {
            case .exact(let number), .estimated(let number): number
            case .unknown: 1 << 53
            }
        }
    }

    /// How a viewer may be held.
    enum Orientation: String, CaseIterable {
        case portrait, landscape
    }

    /// A part of every page, in percent of its sides.
    struct Area: Equatable {
        var x, y, width, height: Double
    }

    static let percentRange = 0.0...100.0
    static let blankRange = 0.0...50.0
    static let pageRange: ClosedRange<Int64> = 0...1_000_000_000
    static let lengthRange = 1.0...14_400.0
    static let varyRange = 0.0...90.0
    static let renderMillisecondsRange = 0...60_000
    static let annotationsRange = 0...1_000
    /// Roman numerals end there.
    static let romanFrontRange: ClosedRange<Int64> = 0...3_999

    var pages = Pages.exact(100)
    /// How many more pages each question for their number counts; 0: all at once.
    var countedBy: Int64 = 0
    /// Which pages there are, in their order, in place of the first `pages` ones.
    var order: PageList?
    /// In points.
    var width = 595.0
    /// In points.
    var height = 842.0
    /// The percentage by which the sides of a page may differ from `width` and `height`.
    var vary = 0.0
    var renderMilliseconds = 0
    var cost = Cost.busy
    var romanFront: Int64 = 0
    var links = false
    /// How many annotations each page has.
    var annotations = 0
    /// An outline entry for every so many pages; 0 for none.
    var outlineEvery: Int64 = 0
    var title = ""
    var text = ""
    /// The password that the document can't be opened without; empty: none.
    var password = ""
    var seed: Int64 = 0
    var movable = false
    var fill = Fill.solid
    /// The revision of the pages: with another number the same pages look different.
    var revision: Int64 = 0
    /// The pages that have this look; nil: all of them.
    var revised: PageList?
    /// The pages that can't be rendered.
    var broken = PageList(firstPages: 0)
    var orientations: [Orientation] = []
    /// A picture on every page; nil: there is none.
    var picture: Area?
    /// Whether its pages are laid out: `pages`, `width` and `height` are those that it has where nobody has a wish.
    var flows = false
    /// Whether the host is told that a region of a page takes as long as the page.
    var isSequential = false
    /// Where pages take drags for themselves; nil: on their number.
    var claims: Area?
    /// How wide the blank margins are, in percent of the sides; nil: up to the margin lines.
    var blank: Double?

    /// How many characters of text a page has by default that is laid out, and in which size, in points.
    static let charactersOnPage = 1_200.0
    static let fontSize = 12.0
    static let lineHeight = 1.2

    /// How many characters of its text stand on each page; the last one may have less.
    func charactersOnPage(_ flow: Flow?) -> Int64 {
        let (wide, high) = (flow?.width ?? width, flow?.height ?? height)
        let margin = 2 * (flow?.margin ?? 0)
        let area = max(wide - margin, 1) * max(high - margin, 1) / (width * height)
        let size = Self.fontSize / (flow?.fontSize ?? Self.fontSize)
        let lines = Self.lineHeight / (flow?.lineHeight ?? Self.lineHeight)
        return max(Int64(Self.charactersOnPage * area * size * size * lines), 1)
    }

    /// Returns these settings with the pages that the document has when it is laid out.
    func laidOut(_ flow: Flow?) -> Settings {
        guard flows, let flow, case .exact(let number) = pages else { return self }
        var laidOut = self
        let characters = number * charactersOnPage(nil)
        let each = charactersOnPage(flow)
        laidOut.pages = .exact((characters + each - 1) / each)
        (laidOut.width, laidOut.height) = (flow.width ?? width, flow.height ?? height)
        return laidOut
    }

    /// The pages that there are, before any is moved.
    var list: PageList { order ?? PageList(firstPages: pages.limit) }

    /// The number of a page's look.
    func look(of page: Int64) -> Int64 {
        revised?.contains(page) ?? true ? revision : 0
    }
}

/// The differences between the settings of a document and those of its file that was written anew.
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
