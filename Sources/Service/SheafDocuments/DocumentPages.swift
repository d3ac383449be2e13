import HostProtocol
import Navigation
package import PageModel
package import SheafPages

/// The known pages of a document: where each is, its size, its label, and how often it has changed.
package final class DocumentPages {
    /// How many pages are remembered; past it, all are looked for again.
    static let maxRemembered = 16_384
    /// How many ids are remembered.
    static let maxRememberedIDs = 65_536

    private var found: [Int: PlacedPage] = [:]
    /// The known pages by id. They are kept where pages only come, go and move.
    private var foundByPage: [PageID: PlacedPage] = [:]
    private var ids: [Int: PageID] = [:]
    /// The last known index of each page, by id; the page may have moved since.
    private var indexes: [PageID: Int] = [:]
    /// How many pages there are, where that was met and the provider does not say it.
    private(set) var end: Int?
    /// Counts how often what was known was forgotten: an answer from before means nothing any more.
    package private(set) var generation = 0
    /// Grows whenever something that was known of a page is not so any more: what was derived from that is out of date.
    package private(set) var version = 0
    private var lastEdition = 0
    /// The edition of all pages but the changed ones. It changes each time that the document is opened again.
    package private(set) var edition = 0
    /// The editions of pages that have changed by themselves.
    private var changedPages: [PageID: Int] = [:]
    /// Pages that readers show, and whose size is not known.
    private var unmeasured: Set<PageID> = []
    /// The pages whose sizes readers are to be told of (``ServedDocument/tellSizes()``).
    private var learnt: Set<PageID> = []

    /// Notes that a reader shows a page whose size is not known: it is told when that is learnt.
    package func awaitSize(of page: PageID) {
        if unmeasured.count >= Self.maxRemembered { unmeasured.removeAll() }
        unmeasured.insert(page)
    }

    /// The pages whose sizes readers are to be told of; none of them by the next call.
    func takeLearnt() -> Set<PageID> {
        defer { learnt = [] }
        return learnt
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
    package func known(at index: Int) -> PlacedPage? { found[index] }

    /// The page with an id, as it was found last: it may be elsewhere since.
    package func known(page: PageID) -> PlacedPage? { foundByPage[page] }

    /// The id of the page at an index, where it was looked for before.
    package func knownID(at index: Int) -> PageID? { found[index]?.location.page ?? ids[index] }

    /// Where a page is, where that is known since its document has changed last.
    func knownIndex(of page: PageID) -> Int? {
        [foundByPage[page]?.location.index, indexes[page]].lazy.compactMap { $0 }.first { self.knownID(at: $0) == page }
    }

    /// Where the pages are that were looked for before.
    package var knownIndexes: [PageID: Int] {
        var indexes = Dictionary(ids.map { ($1, $0) }) { first, _ in first }
        for (index, page) in found { indexes[page.location.page] = index }
        return indexes
    }

    /// Which edition of a page there is now. Renditions of a page that has changed are other renditions.
    package func edition(of page: PageID) -> Int { changedPages.isEmpty ? edition : changedPages[page] ?? edition }

    /// The edition of all pages, and those of pages that have changed by themselves.
    package var editions: (all: Int, pages: [PageID: Int]) { (edition, changedPages) }

    /// Returns the known ones among some pages, by their indexes.
    package func known(among pages: Set<PageID>) -> [Int: PlacedPage] {
        found.filter { pages.contains($1.location.page) }
    }

    /// Takes over what an earlier run knew of a page, where nothing is known of it yet.
    package func restore(_ page: PlacedPage) {
        guard found.count < Self.maxRemembered, foundByPage.count < Self.maxRemembered,
            found[page.location.index] == nil, foundByPage[page.location.page] == nil
        else { return }
        found[page.location.index] = page
        foundByPage[page.location.page] = page
    }

    /// Takes over what an earlier run knew of the pages.
    package func restore(editions: (all: Int, pages: [PageID: Int]), known: [PlacedPage]) {
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
    package func forget() {
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
    package func pageChanged(_ page: PageID) {
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
    package func allChanged() {
        lastEdition += 1
        edition = lastEdition
        changedPages.removeAll()
        foundByPage.removeAll()
        forget()
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

    /// Keeps the size and label that the provider gives a page, as ``remember(_:at:of:)`` does, and returns the page;
    /// nil where the provider gives it no size. Readers are told by ``ServedDocument/tellSizes()``.
    func found(
        _ metrics: HostProtocol.PageMetrics, of page: PageID, at index: Int, in generation: Int
    ) -> PlacedPage? {
        guard let size = PageSize(width: metrics.width, height: metrics.height) else { return nil }
        return found(
            PlacedPage(
                location: Navigation.Location(page: page, index: index), size: size,
                label: metrics.label.isEmpty ? nil : metrics.label, isMeasured: metrics.isExact),
            of: page, at: index, in: generation)
    }

    /// A page that nobody can measure: it is taken to be as large as the one before it, else the one behind it, else A4.
    func guessed(_ page: PageID, at index: Int, in generation: Int) -> PlacedPage {
        let neighbour = known(at: index - 1) ?? known(at: index + 1)
        return found(
            PlacedPage(
                location: Navigation.Location(page: page, index: index), size: neighbour?.size ?? .a4, label: nil,
                isMeasured: false), of: page, at: index, in: generation)
    }

    private func found(_ one: PlacedPage, of page: PageID, at index: Int, in generation: Int) -> PlacedPage {
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

extension HostError {
    /// Whether a provider says by this that it has no page there.
    package var isPastTheEnd: Bool { code == .noSuchPage || code == .endOfDocument }
}
