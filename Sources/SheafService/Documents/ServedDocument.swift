import Navigation
import PageModel
import ProviderHost

/// An open document and what is known of its pages. All readers of one owner who opened the same file share it.
final class ServedDocument {
    /// A page that was found: where it is, its size and its label.
    struct FoundPage {
        let location: Navigation.Location
        let size: PageSize
        /// What is printed on it; nil where it has only its number.
        let label: String?
    }

    /// How many pages are remembered; past it, all are looked for again.
    static let maxRemembered = 16_384

    let id: DocumentID
    /// The name on the wire.
    let name: String
    let opened: OpenedDocument
    /// The path that it was opened by, below a library folder.
    let path: String?
    /// Tells what happens to its file; nil where that can't be told.
    var watch: DocumentWatch?
    /// Opens it again.
    var reopening: DocumentReopening?
    /// How many readers show it.
    var readers = 0

    private var found: [Int: FoundPage] = [:]
    private var lastEdition = 0
    /// Of all pages but the changed ones.
    private var edition = 0
    /// The editions of pages that have changed by themselves.
    private var changedPages: [PageID: Int] = [:]

    init(id: DocumentID, opened: OpenedDocument, path: String?) {
        self.id = id
        self.name = "d\(id.number)"
        self.opened = opened
        self.path = path
    }

    /// How many pages there are.
    var count: PageModel.PageCount {
        switch opened.count {
        case .exact(let pages): .exact(Int(clamping: pages))
        case .estimated(let pages): .estimated(Int(clamping: pages))
        case .unknown: .unknown
        }
    }

    /// The page at an index, where it was looked for before.
    func known(at index: Int) -> FoundPage? { found[index] }

    /// Looks for the page at an index. The completion is called on the loop, never from within this call.
    func find(
        at index: Int, priority: HostPriority = .demand,
        completion: @escaping (Result<FoundPage, HostError>) -> Void
    ) {
        opened.pageIDs(from: Int64(index), length: 1, priority: priority) { [self] result in
            switch result {
            case .failure(let failure): completion(.failure(failure))
            case .success(let ids):
                guard let id = ids.first else {
                    completion(.failure(HostError(.noSuchPage, "there is no page at index \(index)")))
                    return
                }
                measure(PageID(id), at: index, priority: priority, completion: completion)
            }
        }
    }

    /// Looks for the page with a label.
    func find(label: String, completion: @escaping (Result<FoundPage, HostError>) -> Void) {
        opened.findIndex(label: label) { [self] result in
            switch result {
            case .failure(let failure): completion(.failure(failure))
            case .success(let index): find(at: Int(index), completion: completion)
            }
        }
    }

    /// Which edition of a page there is now. Renditions of a page that has changed are other renditions.
    func edition(of page: PageID) -> Int { changedPages.isEmpty ? edition : changedPages[page] ?? edition }

    /// Notes that a page has changed: in its look, or in its size.
    func pageChanged(_ page: PageID) {
        guard changedPages.count < Self.maxRemembered else { return allChanged() }
        lastEdition += 1
        changedPages[page] = lastEdition
        for (index, one) in found where one.location.page == page { found[index] = nil }
    }

    /// Notes that nothing that is known of the pages holds any more.
    func allChanged() {
        lastEdition += 1
        edition = lastEdition
        changedPages.removeAll()
        found.removeAll()
    }

    private func measure(
        _ page: PageID, at index: Int, priority: HostPriority,
        completion: @escaping (Result<FoundPage, HostError>) -> Void
    ) {
        opened.metrics(of: [page.number], priority: priority) { [self] result in
            completion(
                result.flatMap { metrics in
                    guard let one = metrics.first, let size = PageSize(width: one.width, height: one.height) else {
                        return .failure(
                            HostError(.documentError(errno: 0), "the provider gives the page at index \(index) no size")
                        )
                    }
                    let page = FoundPage(
                        location: Navigation.Location(page: page, index: index), size: size,
                        label: one.label.isEmpty ? nil : one.label)
                    remember(page)
                    return .success(page)
                })
        }
    }

    private func remember(_ page: FoundPage) {
        if found.count >= Self.maxRemembered { found.removeAll() }
        found[page.location.index] = page
    }
}
