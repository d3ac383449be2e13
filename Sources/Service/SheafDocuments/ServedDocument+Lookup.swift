package import HostProtocol
package import HostSupervision
package import PageModel
package import SheafPages

// Pages are looked up here: their ids, and with one request the sizes and labels too. Completions are called once, on the
// loop, never from within the call. The `user` is who wants to know; nil: the service itself.

extension ServedDocument {
    /// Looks for the page at an index.
    package func find(
        at index: Int, priority: HostPriority = .demand, for user: UInt32? = nil,
        completion: @escaping (Result<PlacedPage, HostError>) -> Void
    ) {
        let generation = pages.generation
        lookUp(from: index, length: 1, generation: generation, priority: priority, for: user) { [self] result in
            switch result {
            case .failure(let failure): completion(.failure(failure))
            case .success(let part):
                if let found = part.found.first { return completion(.success(found)) }
                guard let page = part.pages.first else {
                    return completion(.failure(HostError(.noSuchPage, "there is no page at index \(index)")))
                }
                measure(page, at: index, generation: generation, priority: priority, for: user, completion: completion)
            }
        }
    }

    /// Has its pages counted to the last, where its provider is at that.
    func countAll(priority: HostPriority, completion: @escaping (HostError?) -> Void) {
        guard counted != nil else { return opened.afterThisEvent { completion(nil) } }
        opened.pageCount(priority: priority) { [self] result in
            if case .failure(let failure) = result { return completion(failure) }
            countAll(priority: priority, completion: completion)
        }
    }

    /// Looks for the pages in a range. One that can't be measured is left out, and so is what the document does not have.
    func find(
        in range: Range<Int>, priority: HostPriority = .demand, for user: UInt32? = nil,
        completion: @escaping (Result<[PlacedPage], HostError>) -> Void
    ) {
        let range = range.clamped(to: 0..<Int(HostLimits.pages))
        let before = range.prefix(DocumentPages.maxRemembered).prefix { pages.known(at: $0) != nil }
        let rest = range.dropFirst(before.count)
        let after = rest.suffix(DocumentPages.maxRemembered).reversed().prefix { pages.known(at: $0) != nil }.reversed()
        find(
            in: rest.dropLast(after.count), after: before.compactMap { pages.known(at: $0) },
            generation: pages.generation,
            priority: priority, for: user
        ) { [there = after.compactMap { pages.known(at: $0) }] result in
            completion(result.map { $0 + there })
        }
    }

    /// Looks for the pages at some indexes that are not known, one after the other. One that can't be found is left out.
    func findAll(
        at indexes: ArraySlice<Int>, priority: HostPriority, for user: UInt32?, completion: @escaping () -> Void
    ) {
        guard let unknown = indexes.firstIndex(where: { pages.known(at: $0) == nil }) else { return completion() }
        find(at: indexes[unknown], priority: priority, for: user) { [self] result in
            if case .failure(let failure) = result, !failure.isOfOnePage { return completion() }
            findAll(at: indexes[(unknown + 1)...], priority: priority, for: user, completion: completion)
        }
    }

    /// Looks for the ids of the pages in a range; there are fewer where the document ends. ``DocumentPages/knownID(at:)`` has them then.
    package func ids(
        in range: Range<Int>, priority: HostPriority = .demand, for user: UInt32? = nil,
        completion: @escaping (Result<[PageID], HostError>) -> Void
    ) {
        let range = range.clamped(to: 0..<Int(HostLimits.pages))
        let known = range.prefix(DocumentPages.maxRememberedIDs).map { pages.knownID(at: $0) }
        if known.count == range.count, !known.contains(nil) {
            return opened.afterThisEvent { completion(.success(known.compactMap { $0 })) }
        }
        moreIDs(
            of: range, after: [], generation: pages.generation, priority: priority, for: user, completion: completion)
    }

    /// Where pages are now that were at an index each. They are looked for from there outwards; what is not found among
    /// ``PositionSearch/maxIDs`` ids is taken to be gone.
    package func positions(
        of pages: [(page: PageID, index: Int)], priority: HostPriority = .demand, for user: UInt32? = nil,
        completion: @escaping (Result<[PageID: Int], HostError>) -> Void
    ) {
        PositionSearch(
            of: pages, in: self.pages, of: opened, count: count, priority: priority, for: user, completion: completion
        ).start()
    }

    // MARK: Changes

    /// Finds out whether a page is another one by now, after it could not be rendered as it was asked for. Its provider may have told of a
    /// change since; and where it was opened in another host, its file may have been written anew without anybody having looked. A page
    /// whose size is a guess is measured: its measuring has ended hosts for another user, or for this one before a Reload.
    ///
    /// - Parameters:
    ///   - page: the page, which is at `index`.
    ///   - isKnown: whether it is known by now that the page is another one.
    ///   - completion: called when that is known, with why the page failed; where the file is another one, when its readers have taken that
    ///     in.
    package func lookForChanges(
        of page: PageID, at index: Int, after failure: HostError, for user: UInt32, isKnown: @escaping () -> Bool,
        completion: @escaping (HostError) -> Void
    ) {
        guard failure.mayBeOfChange, !isKnown() else { return completion(failure) }
        opened.whenChangesAreTold { [self] in
            guard !isKnown(), let reopening else { return completion(failure) }
            reopening.reopen(onlyIfChanged: true) { [self] unopened in
                guard !isKnown() else { return completion(failure) }
                // Why the page of the old file could not be had says nothing of the new one.
                if let unopened { return completion(unopened) }
                guard let known = pages.known(page: page), !known.isMeasured else { return completion(failure) }
                let generation = pages.generation
                opened.metrics(of: page.number, for: user) { [self] result in
                    switch result {
                    case .failure(let unmeasured): completion(unmeasured)
                    case .success(let metrics):
                        _ = pages.found(metrics, of: page, at: index, in: generation)
                        tellSizes()
                        completion(failure)
                    }
                }
            }
        }
    }

    // MARK: Requests

    /// The pages that one request has found.
    private struct Part {
        let pages: [PageID]
        /// The first of those pages, as many as were measured.
        let found: [PlacedPage]
    }

    private func lookUp(
        from index: Int, length: Int, generation: Int, priority: HostPriority, for user: UInt32?,
        completion: @escaping (Result<Part, HostError>) -> Void
    ) {
        opened.lookUp(from: Int64(index), length: length, priority: priority, for: user) { [self] result in
            switch result {
            case .failure(let failure):
                if failure.isPastTheEnd { pages.ended(after: 0, from: index, of: generation) }
                completion(.failure(failure))
            case .success(let looked):
                let pages = looked.pages.map { PageID($0) }
                if pages.count < length { self.pages.ended(after: pages.count, from: index, of: generation) }
                self.pages.remember(pages, at: index, of: generation)
                var found: [PlacedPage] = []
                for (offset, metrics) in looked.metrics.enumerated() {
                    guard let one = self.pages.found(metrics, of: pages[offset], at: index + offset, in: generation)
                    else {
                        break
                    }
                    found.append(one)
                }
                tellSizes()
                completion(.success(Part(pages: pages, found: found)))
            }
        }
    }

    private func find(
        in range: Range<Int>, after found: [PlacedPage], generation: Int, priority: HostPriority, for user: UInt32?,
        completion: @escaping (Result<[PlacedPage], HostError>) -> Void
    ) {
        guard let start = range.first else { return opened.afterThisEvent { completion(.success(found)) } }
        let length = min(range.count, HostLimits.metricsAtOnce)
        lookUp(from: start, length: length, generation: generation, priority: priority, for: user) { [self] result in
            switch result {
            case .failure(let failure): completion(.failure(failure))
            case .success(let part):
                let found = found + part.found
                let rest = range.dropFirst(part.found.count)
                guard part.found.count < part.pages.count else {
                    if part.pages.count < length || rest.isEmpty { return completion(.success(found)) }
                    return find(
                        in: rest, after: found, generation: generation, priority: priority, for: user,
                        completion: completion)
                }
                skip(
                    part.pages[part.found.count], in: rest, after: found, generation: generation, priority: priority,
                    for: user,
                    completion: completion)
            }
        }
    }

    /// Goes on behind the first page of a range, which was not measured, unless its document is what fails.
    private func skip(
        _ page: PageID, in range: Range<Int>, after found: [PlacedPage], generation: Int, priority: HostPriority,
        for user: UInt32?,
        completion: @escaping (Result<[PlacedPage], HostError>) -> Void
    ) {
        measure(page, at: range.lowerBound, generation: generation, priority: priority, for: user) { [self] result in
            switch result {
            case .failure(let failure) where !failure.isOfOnePage: completion(.failure(failure))
            case .failure, .success:
                find(
                    in: range.dropFirst(), after: found + [try? result.get()].compactMap { $0 }, generation: generation,
                    priority: priority, for: user, completion: completion)
            }
        }
    }

    /// Learns why a page was not measured.
    private func measure(
        _ page: PageID, at index: Int, generation: Int, priority: HostPriority, for user: UInt32?,
        completion: @escaping (Result<PlacedPage, HostError>) -> Void
    ) {
        opened.metrics(of: page.number, priority: priority, for: user) { [self] result in
            let measured = result.flatMap { metrics -> Result<PlacedPage, HostError> in
                guard let found = pages.found(metrics, of: page, at: index, in: generation) else {
                    return .failure(
                        HostError(.documentError(errno: 0), "the provider gives the page at index \(index) no size"))
                }
                return .success(found)
            }.flatMapError { failure -> Result<PlacedPage, HostError> in
                // One that nobody can measure keeps its place.
                guard case .workRefused = failure.code else { return .failure(failure) }
                return .success(pages.guessed(page, at: index, in: generation))
            }
            tellSizes()
            completion(measured)
        }
    }

    private func moreIDs(
        of range: Range<Int>, after ids: [PageID], generation: Int, priority: HostPriority, for user: UInt32?,
        completion: @escaping (Result<[PageID], HostError>) -> Void
    ) {
        let start = range.lowerBound + ids.count
        let length = min(range.upperBound - start, HostLimits.pageIDsAtOnce)
        guard length > 0 else { return opened.afterThisEvent { completion(.success(ids)) } }
        opened.pageIDs(from: Int64(start), length: length, priority: priority, for: user) { [self] result in
            switch result {
            case .failure(let failure):
                if failure.isPastTheEnd { pages.ended(after: 0, from: start, of: generation) }
                completion(.failure(failure))
            case .success(let numbers):
                let more = numbers.map { PageID($0) }
                pages.remember(more, at: start, of: generation)
                if more.count < length { pages.ended(after: more.count, from: start, of: generation) }
                let all = ids + more
                guard more.count == length, all.count < range.count else { return completion(.success(all)) }
                moreIDs(
                    of: range, after: all, generation: generation, priority: priority, for: user, completion: completion
                )
            }
        }
    }
}

extension HostError {
    /// Whether a page fails so that is asked for as it was before a change.
    fileprivate var mayBeOfChange: Bool {
        switch code {
        case .documentError, .noSuchPage, .endOfDocument: true
        default: false
        }
    }

    /// Whether other pages of the document may do better.
    fileprivate var isOfOnePage: Bool {
        switch code {
        case .documentError, .workRefused, .timedOut, .noSuchPage, .endOfDocument: true
        default: false
        }
    }
}
