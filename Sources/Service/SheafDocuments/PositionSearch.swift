import HostProtocol
import HostSupervision
import PageModel

/// Looks for pages in a document whose pages have moved: from where each was, outwards in both directions.
final class PositionSearch {
    /// How many ids are looked through.
    static let maxIDs = 65_536

    private static let blockLength = HostLimits.pageIDsAtOnce

    private let document: DocumentPages
    private let opened: HostDocument
    private let user: UInt32?
    private let priority: HostPriority
    private let generation: Int
    private let completion: (Result<[PageID: Int], HostError>) -> Void
    /// The pages that are not found yet, with the block where each was.
    private var missing: [(page: PageID, block: Int)]
    private var positions: [PageID: Int] = [:]
    private var seen: Set<Int> = []
    /// The blocks that the document has at most, as far as was seen.
    private var blocks = Int.max

    /// - Parameters:
    ///   - user: who wants to know; nil: the service itself.
    ///   - completion: called once, on the loop, with the pages that were found.
    init(
        of pages: [(page: PageID, index: Int)], in document: DocumentPages, of opened: HostDocument,
        count: PageModel.PageCount,
        priority: HostPriority, for user: UInt32?,
        completion: @escaping (Result<[PageID: Int], HostError>) -> Void
    ) {
        self.document = document
        self.opened = opened
        self.user = user
        self.priority = priority
        self.completion = completion
        generation = document.generation
        var last = Int.max
        if case .exact(let count) = count { last = max(count - 1, 0) }
        missing = pages.map { ($0.page, min(max($0.index, 0), last) / Self.blockLength) }
    }

    /// Begins; it keeps itself until it is done.
    func start() {
        opened.afterThisEvent { [self] in next() }
    }

    private func next() {
        takeKnown()
        guard !missing.isEmpty, seen.count < Self.maxIDs / Self.blockLength, let block = nearestBlock() else {
            return completion(.success(positions))
        }
        seen.insert(block)
        let start = block * Self.blockLength
        opened.pageIDs(
            from: Int64(start), length: Self.blockLength, priority: priority, for: user
        ) { [self] result in
            switch result {
            // A document without a count ends somewhere before.
            case .failure(let failure) where failure.isPastTheEnd: learn([], of: block)
            case .failure(let failure): return completion(.failure(failure))
            case .success(let numbers): learn(numbers.map { PageID($0) }, of: block)
            }
            next()
        }
    }

    /// Takes over positions that others have asked for since the document changed: of many readers that search, the
    /// first few ask.
    private func takeKnown() {
        guard document.generation == generation else { return }
        for page in missing { positions[page.page] = document.knownIndex(of: page.page) }
        missing.removeAll { positions[$0.page] != nil }
    }

    private func learn(_ ids: [PageID], of block: Int) {
        let start = block * Self.blockLength
        document.remember(ids, at: start, of: generation)
        if ids.count < Self.blockLength {
            blocks = min(blocks, block + (ids.isEmpty ? 0 : 1))
            document.ended(after: ids.count, from: start, of: generation)
        }
        let wanted = Set(missing.map(\.page))
        for (offset, id) in ids.enumerated() where wanted.contains(id) { positions[id] = start + offset }
        missing.removeAll { positions[$0.page] != nil }
    }

    /// The block not seen yet that is nearest to where one of the missing pages was.
    private func nearestBlock() -> Int? {
        for distance in 0...Self.maxIDs / Self.blockLength {
            for page in missing {
                let home = min(page.block, max(blocks - 1, 0))
                for block in [home + distance, home - distance]
                where block >= 0 && block < blocks && !seen.contains(block) { return block }
            }
        }
        return nil
    }
}
