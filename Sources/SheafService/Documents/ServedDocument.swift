import Navigation
import PageModel
import ProviderHost

/// An open document and what is known of its pages. All readers of one owner who opened the same file share it.
final class ServedDocument {
    /// How many pages are remembered; past it, all are looked for again.
    static let maxRemembered = 16_384
    /// How many ids are remembered.
    static let maxRememberedIDs = 65_536

    /// What names it to the cache.
    let id: DocumentID
    /// The name on the wire.
    let name: String
    /// The document as its host has it open.
    let opened: HostDocument
    /// The path that it was opened by, below a library folder.
    let path: String?
    /// Where its file is found.
    let origin: DocumentOrigin
    /// What its file is called, as far as anybody has said.
    private(set) var fileName: String?
    /// Tells what happens to its file; nil where that can't be told.
    let watch: DocumentWatch?
    /// Opens it again.
    var reopening: DocumentReopening?
    /// Whether who opened it has named its provider: another one may be surer of it.
    var isOfNamedProvider = false
    /// Whether its file has lost its name, and nothing was found in its place: what is served is what it was.
    var isRemoved = false
    /// What is known of its digest (``DocumentDigests``); nil while nobody wanted to know it.
    var digesting: DocumentDigesting?
    /// The file as its pages and places were last taken to be of (``MarkCopies``).
    var markedIdentity: DocumentIdentity
    /// How many readers show it.
    var readers = 0
    /// The page that a reader moves by hand; nil while none does.
    var mover: PageMover?
    /// How many changes its readers have not taken in yet, and what waits for that.
    private var changesUnderWay = 0
    private var afterChanges: [() -> Void] = []
    private var isClosed = false
    private let sizesLearnt: (ServedDocument, Set<PageID>) -> Void
    /// Pages that readers show, and whose size is not known.
    private var unmeasured: Set<PageID> = []
    /// The pages whose sizes readers are to be told of (``tellSizes()``).
    private var learnt: Set<PageID> = []
    /// Told when its readers have taken in what has changed since its pages were counted last.
    var changesToApply: [() -> Void] = []
    /// Whether its pages are being counted, for its readers to take in a change.
    var isCounted = false
    /// Whether its provider was asked to count on (``DocumentTable``).
    var isCountedOn = false
    /// The shapes of screen that it takes (``learnShapes(for:completion:)``); nil while it was not asked.
    var shapes: Set<ScreenShape>?

    /// Where the links of its pages lead.
    var links = LinkTargets()

    private var found: [Int: FoundPage] = [:]
    /// The same by id; it stays where pages only come, go and move.
    private var foundByPage: [PageID: FoundPage] = [:]
    private var ids: [Int: PageID] = [:]
    /// The same by id: where each was that is known, or was.
    private var indexes: [PageID: Int] = [:]
    /// How many pages there are, where that was met and the provider does not say it.
    private var end: Int?
    /// Counts how often what was known was forgotten: an answer from before means nothing any more.
    private(set) var generation = 0
    /// Grows whenever something that was known of a page is not so any more: what was derived from that is out of date.
    private(set) var version = 0
    private var lastEdition = 0
    /// Of all pages but the changed ones: another one each time that it was opened again.
    private(set) var edition = 0
    /// The editions of pages that have changed by themselves.
    private var changedPages: [PageID: Int] = [:]

    /// - Parameter sizesLearnt: called when the sizes of pages were learnt that readers show: where they had none, or are other ones
    ///   than were known.
    init(
        id: DocumentID, opened: HostDocument, path: String?, origin: DocumentOrigin, watch: DocumentWatch?,
        sizesLearnt: @escaping (ServedDocument, Set<PageID>) -> Void
    ) {
        self.id = id
        self.watch = watch
        self.sizesLearnt = sizesLearnt
        self.name = "d\(id.number)"
        self.opened = opened
        markedIdentity = opened.identity
        self.path = path
        self.origin = origin
        if let path { fileName = Self.fileName(of: path) }
    }

    /// Whether its pages are what they would be with these looks.
    func has(_ looks: DocumentLooks) -> Bool {
        opened.looks.trim == looks.trim && (!opened.flows || opened.looks.flow == looks.flow)
            && (!opened.takesOrders || opened.looks.order == looks.order)
    }

    /// Whether another one differs from it in nothing but its looks.
    func isSameFile(as other: ServedDocument) -> Bool {
        opened.identity == other.opened.identity && opened.owner == other.opened.owner
            && opened.provider == other.opened.provider
    }

    /// Whether what takes the place of its file is found by itself: one of the library is.
    var isFoundByPath: Bool { if case .file = origin { true } else { false } }

    /// What people call it: what it calls itself, else the name of its file; nil where neither is known.
    var title: String? { opened.title ?? fileName }

    /// What names it in a line of the log.
    var logName: String { title.map { "\(name) (\($0))" } ?? name }

    /// Notes what a client calls its file, where nobody has said that before. What the library has is called by its path.
    func learn(fileName: String?) {
        if self.fileName == nil { self.fileName = fileName.flatMap(Self.fileName(of:)) }
    }

    private static func fileName(of path: String) -> String? {
        DocumentTitle.clean(String(path.split(separator: "/").last ?? ""))
    }

    /// Notes that a reader shows a page whose size is not known: it is told when that is learnt.
    func awaitSize(of page: PageID) {
        if unmeasured.count >= Self.maxRemembered { unmeasured.removeAll() }
        unmeasured.insert(page)
    }

    /// Tells readers of the sizes that were learnt since they were told last.
    func tellSizes() {
        guard !learnt.isEmpty else { return }
        let pages = learnt
        learnt = []
        sizesLearnt(self, pages)
    }

    /// How many pages there are: as the provider says or, where it does not say exactly, as was met.
    var count: PageModel.PageCount {
        switch opened.count {
        case .exact(let pages): .exact(Int(clamping: pages))
        case .estimated(let pages), .counting(let pages, _): end.map { .exact($0) } ?? .estimated(Int(clamping: pages))
        case .unknown: end.map { .exact($0) } ?? .unknown
        }
    }

    /// How many pages its provider has counted so far; nil where it counts none, and where its end was met before.
    var counted: Int? {
        guard end == nil, case .counting(_, let counted) = opened.count else { return nil }
        return Int(clamping: counted)
    }

    /// Notes that a provider was asked for ids from an index on and gave fewer than it was asked for: the document ends
    /// behind them, unless that was before what is known now.
    func ended(after pages: Int, from start: Int, of generation: Int) {
        guard generation == self.generation, end == nil else { return }
        // Past the end it is said of each index that there is nothing; only behind a page it is the end.
        guard pages > 0 || start == 0 || knownID(at: start - 1) != nil else { return }
        end = start + pages
    }

    /// The page at an index, where it was looked for before.
    func known(at index: Int) -> FoundPage? { found[index] }

    /// The page with an id, as it was found last: it may be elsewhere since.
    func known(page: PageID) -> FoundPage? { foundByPage[page] }

    /// The id of the page at an index, where it was looked for before.
    func knownID(at index: Int) -> PageID? { found[index]?.location.page ?? ids[index] }

    /// Where a page is, where that is known since its document has changed last.
    func knownIndex(of page: PageID) -> Int? {
        [foundByPage[page]?.location.index, indexes[page]].lazy.compactMap { $0 }.first { self.knownID(at: $0) == page }
    }

    /// Where the pages are that were looked for before.
    var knownIndexes: [PageID: Int] {
        var indexes = Dictionary(ids.map { ($1, $0) }) { first, _ in first }
        for (index, page) in found { indexes[page.location.page] = index }
        return indexes
    }

    /// Which edition of a page there is now. Renditions of a page that has changed are other renditions.
    func edition(of page: PageID) -> Int { changedPages.isEmpty ? edition : changedPages[page] ?? edition }

    /// The edition of all pages, and those of pages that have changed by themselves.
    var editions: (all: Int, pages: [PageID: Int]) { (edition, changedPages) }

    /// What is known of some pages, by their indexes.
    func known(among pages: Set<PageID>) -> [Int: FoundPage] { found.filter { pages.contains($1.location.page) } }

    /// Takes over what an earlier run knew of a page, where nothing is known of it yet.
    func restore(_ page: FoundPage) {
        guard found.count < Self.maxRemembered, foundByPage.count < Self.maxRemembered,
            found[page.location.index] == nil, foundByPage[page.location.page] == nil
        else { return }
        found[page.location.index] = page
        foundByPage[page.location.page] = page
    }

    /// Takes over what an earlier run knew of the pages.
    func restore(editions: (all: Int, pages: [PageID: Int]), known: [FoundPage]) {
        (edition, changedPages) = editions
        lastEdition = editions.pages.values.reduce(edition, max)
        found.reserveCapacity(known.count)
        foundByPage.reserveCapacity(known.count)
        for page in known.prefix(Self.maxRemembered) {
            found[page.location.index] = page
            foundByPage[page.location.page] = page
        }
    }

    /// Forgets where pages are: some have come, gone or moved. How they look is known still.
    func forget() {
        generation += 1
        version += 1
        found.removeAll()
        forgetIDs()
        end = nil
    }

    private func forgetIDs() {
        ids.removeAll()
        indexes.removeAll()
    }

    /// Notes that a page has changed: in its look, or in its size.
    func pageChanged(_ page: PageID) {
        guard changedPages.count < Self.maxRemembered else { return allChanged() }
        lastEdition += 1
        version += 1
        changedPages[page] = lastEdition
        for (index, one) in found where one.location.page == page {
            found[index] = nil
            remember(page, at: index)
        }
        foundByPage[page] = nil
    }

    /// Notes that nothing that is known of the pages holds any more.
    func allChanged() {
        lastEdition += 1
        edition = lastEdition
        changedPages.removeAll()
        foundByPage.removeAll()
        forget()
    }

    /// Whether a change is being taken in by its readers.
    var isChanging: Bool { changesUnderWay > 0 }

    /// Notes that a change begins to be taken in by its readers.
    func beginChange() { changesUnderWay += 1 }

    /// Notes that they have.
    func endChange() {
        changesUnderWay -= 1
        if changesUnderWay == 0 { callWaiting() }
    }

    /// Notes that its last reader has gone: nobody takes in any change any more.
    func close() {
        isClosed = true
        callWaiting()
    }

    /// Calls `body` when no change is under way; now, where none is.
    func afterChanges(_ body: @escaping () -> Void) {
        if changesUnderWay == 0 || isClosed { body() } else { afterChanges.append(body) }
    }

    private func callWaiting() {
        let waiting = afterChanges
        afterChanges = []
        for body in waiting { body() }
    }

    /// Keeps the ids of the pages from an index on, unless they were asked for before what is known now.
    func remember(_ pages: [PageID], at start: Int, of generation: Int) {
        guard generation == self.generation else { return }
        if pages.enumerated().contains(where: { isElsewhere($1, than: start + $0) }) { forget() }
        if ids.count + pages.count > Self.maxRememberedIDs { forgetIDs() }
        for (offset, page) in pages.prefix(Self.maxRememberedIDs).enumerated() { remember(page, at: start + offset) }
    }

    private func remember(_ page: PageID, at index: Int) {
        if let old = ids.updateValue(page, forKey: index), indexes[old] == index { indexes[old] = nil }
        indexes[page] = index
    }

    /// Whether a page is known at another index. It is at one only: the provider knows already of a change that it has not told
    /// yet, and what it said of where pages are holds no more.
    private func isElsewhere(_ page: PageID, than index: Int) -> Bool {
        guard let known = foundByPage[page]?.location.index, known != index else { return false }
        return knownID(at: known) == page
    }

    /// What the provider says of a page; nil where it gives it no size. It is kept as ``remember(_:at:of:)`` does. Readers are told
    /// by ``tellSizes()``.
    func found(
        _ metrics: ProviderHost.PageMetrics, of page: PageID, at index: Int, in generation: Int
    ) -> FoundPage? {
        guard let size = PageSize(width: metrics.width, height: metrics.height) else { return nil }
        return found(
            FoundPage(
                location: Navigation.Location(page: page, index: index), size: size,
                label: metrics.label.isEmpty ? nil : metrics.label, isMeasured: metrics.isExact),
            of: page, at: index, in: generation)
    }

    /// A page that nobody can measure: it is taken to be as large as the one before it, else the one behind it, else A4.
    func guessed(_ page: PageID, at index: Int, in generation: Int) -> FoundPage {
        let neighbour = known(at: index - 1) ?? known(at: index + 1)
        return found(
            FoundPage(
                location: Navigation.Location(page: page, index: index), size: neighbour?.size ?? .a4, label: nil,
                isMeasured: false), of: page, at: index, in: generation)
    }

    private func found(_ one: FoundPage, of page: PageID, at index: Int, in generation: Int) -> FoundPage {
        guard generation == self.generation else { return one }
        let before = foundByPage[page]
        if isElsewhere(page, than: index) {
            forget()
        } else if let before, before.size != one.size || before.label != one.label {
            version += 1
        }
        let wasAwaited = unmeasured.remove(page) != nil
        if wasAwaited || before.map({ $0.size != one.size }) ?? false { learnt.insert(page) }
        if found.count >= Self.maxRemembered { found.removeAll() }
        if foundByPage.count >= Self.maxRemembered { foundByPage.removeAll() }
        found[index] = one
        foundByPage[page] = one
        return one
    }
}

/// A reader that moves a page of a document by hand.
struct PageMover {
    let reader: ReaderKey
    /// Where the page was when it was taken up.
    let index: Int
}
