import Navigation
import PageModel
import ProviderHost

extension ServedDocument {
    func knownID(at index: Int) -> PageID? { known(at: index)?.location.page }
    func known(page: PageID) -> FoundPage? { nil }
    func find(
        in range: Range<Int>, priority: HostPriority, completion: @escaping (Result<[FoundPage], HostError>) -> Void
    ) {
        var found: [FoundPage] = []
        func next(_ index: Int) {
            guard index < range.upperBound else { return completion(.success(found)) }
            find(at: index, priority: priority) { result in
                if case .success(let page) = result { found.append(page) }
                next(index + 1)
            }
        }
        next(range.lowerBound)
    }
    func positions(
        of pages: [(page: PageID, index: Int)], completion: @escaping (Result<[PageID: Int], HostError>) -> Void
    ) {
        opened.pageIDs(from: 0, length: 4096) { result in
            completion(
                result.map { ids in
                    let all = Dictionary(zip(ids.map { PageID($0) }, 0...), uniquingKeysWith: { one, _ in one })
                    return Dictionary(
                        pages.compactMap { page in all[page.page].map { (page.page, $0) } },
                        uniquingKeysWith: { one, _ in one })
                })
        }
    }
    func forget() {}
}
