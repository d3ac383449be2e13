import Navigation
import PageModel
import ProviderHost

// Many pages at once. Completions are called once, on the loop, never from within the call.

extension ServedDocument {
    private typealias Place = (index: Int, page: PageID)

    /// Looks for the ids of the pages in a range; there are fewer where the document ends. ``knownID(at:)`` has them then.
    func ids(
        in range: Range<Int>, priority: HostPriority = .demand,
        completion: @escaping (Result<[PageID], HostError>) -> Void
    ) {
        let range = range.clamped(to: 0..<Int(HostLimits.pages))
        let known = range.prefix(Self.maxRememberedIDs).map { knownID(at: $0) }
        if known.count == range.count, !known.contains(nil) {
            return opened.afterThisEvent { completion(.success(known.compactMap { $0 })) }
        }
        moreIDs(of: range, after: [], generation: generation, priority: priority, completion: completion)
    }

    /// Looks for the pages in a range. One that can't be measured is left out, and so is what the document does not have.
    func find(
        in range: Range<Int>, priority: HostPriority = .demand,
        completion: @escaping (Result<[FoundPage], HostError>) -> Void
    ) {
        let generation = self.generation
        ids(in: range, priority: priority) { [self] result in
            switch result {
            case .failure(let failure): completion(.failure(failure))
            case .success(let ids):
                let places: [Place] = zip(max(range.lowerBound, 0)..., ids).map { (index: $0, page: $1) }
                let there = places.compactMap { place in
                    known(at: place.index).flatMap { $0.location.page == place.page ? $0 : nil }
                }
                let unknown = places.filter { known(at: $0.index)?.location.page != $0.page }
                measure(unknown[...], generation: generation, priority: priority) { result in
                    completion(
                        result.map { ($0 + there).sorted { $0.location.index < $1.location.index } })
                }
            }
        }
    }

    /// Where pages are now that were at an index each. They are looked for from there outwards; what is not found among
    /// ``PositionSearch/maxIDs`` ids is taken to be gone.
    func positions(
        of pages: [(page: PageID, index: Int)], completion: @escaping (Result<[PageID: Int], HostError>) -> Void
    ) {
        PositionSearch(of: pages, in: self, completion: completion).start()
    }

    private func moreIDs(
        of range: Range<Int>, after ids: [PageID], generation: Int, priority: HostPriority,
        completion: @escaping (Result<[PageID], HostError>) -> Void
    ) {
        let start = range.lowerBound + ids.count
        let length = min(range.upperBound - start, HostLimits.pageIDsAtOnce)
        guard length > 0 else { return opened.afterThisEvent { completion(.success(ids)) } }
        opened.pageIDs(from: Int64(start), length: length, priority: priority) { [self] result in
            switch result {
            case .failure(let failure):
                if failure.isPastTheEnd { ended(after: 0, from: start, of: generation) }
                completion(.failure(failure))
            case .success(let numbers):
                let more = numbers.map { PageID($0) }
                remember(more, at: start, of: generation)
                if more.count < length { ended(after: more.count, from: start, of: generation) }
                let all = ids + more
                guard more.count == length, all.count < range.count else { return completion(.success(all)) }
                moreIDs(of: range, after: all, generation: generation, priority: priority, completion: completion)
            }
        }
    }

    /// Measures pages, some at a time.
    private func measure(
        _ places: ArraySlice<Place>, generation: Int, priority: HostPriority,
        completion: @escaping (Result<[FoundPage], HostError>) -> Void
    ) {
        guard !places.isEmpty else { return completion(.success([])) }
        let part = places.prefix(HostLimits.metricsAtOnce)
        opened.metrics(of: part.map(\.page.number), priority: priority) { [self] result in
            switch result {
            case .success(let metrics):
                let found = zip(part, metrics).compactMap { place, metrics in
                    self.found(metrics, of: place.page, at: place.index, in: generation)
                }
                let rest = places.dropFirst(part.count)
                measure(rest, generation: generation, priority: priority) { completion($0.map { found + $0 }) }
            case .failure(let failure) where !failure.isOfOnePage: completion(.failure(failure))
            case .failure where part.count == 1:
                measure(places.dropFirst(), generation: generation, priority: priority, completion: completion)
            case .failure:
                // One of them fails for all: halves tell which.
                let (low, high) = (places.prefix(part.count / 2), places.dropFirst(part.count / 2))
                measure(low, generation: generation, priority: priority) { [self] result in
                    guard case .success(let found) = result else { return completion(result) }
                    measure(high, generation: generation, priority: priority) { completion($0.map { found + $0 }) }
                }
            }
        }
    }
}

extension HostError {
    /// Whether other pages of the document may do better.
    fileprivate var isOfOnePage: Bool {
        switch code {
        case .documentError, .noSuchPage, .endOfDocument: true
        default: false
        }
    }
}
