import SheafOS

/// A provider that opens a file, or whose own it is.
package struct ProviderClaim {
    package let provider: ProviderDescription
    /// How sure it is that the file is its own, from 1 to 100; nil where it can't be loaded.
    package let certainty: Int?
}

extension HostSupervisor {
    private typealias Claim = (id: ProviderID, certainty: Int)

    /// Asks all providers about a file, one after the other: those that claim it, the one that opens it first. Before them comes
    /// one that can't be loaded and whose own the file is, for which it is not opened.
    ///
    /// - Parameter user: on whose behalf; nil: the service's own.
    package func claims(
        on document: DocumentFile, for user: UInt32? = nil, completion: @escaping ([ProviderClaim]) -> Void
    ) {
        learnPriorities { [self] in
            let (hints, all) = (document.hints, registry.catalog.candidates(for: document.hints))
            ask(all.likely[...], about: document, for: user, known: []) { [self] claims in
                let catalog = registry.catalog
                let refused = all.likely.first { id in
                    guard case .refused = catalog[id].state else { return false }
                    return catalog.grounds(of: id, for: hints) > 0
                        && !(claims.first.map { catalog.canStand($0.id, for: id, hints) } ?? false)
                }
                if let refused {
                    return completion([ProviderClaim(provider: catalog[refused], certainty: nil)] + described(claims))
                }
                // As in an opening: those are asked where none of the likely ones opens it.
                if !claims.isEmpty { return completion(described(claims)) }
                ask(all.others[...], about: document, for: user, known: []) { [self] in completion(described($0)) }
            }
        }
    }

    private func described(_ claims: [Claim]) -> [ProviderClaim] {
        claims.map { ProviderClaim(provider: registry.catalog[$0.id], certainty: $0.certainty) }
    }

    private func ask(
        _ rest: ArraySlice<ProviderID>, about document: DocumentFile, for user: UInt32?, known: [Claim],
        completion: @escaping ([Claim]) -> Void
    ) {
        guard let next = rest.first else {
            let ordered = known.enumerated().sorted { one, other in
                let (first, second) = (rank(of: one.element), rank(of: other.element))
                return first == second ? one.offset < other.offset : first > second
            }
            return pool.loop.afterThisBatch { completion(ordered.map(\.element)) }
        }
        guard registry.catalog[next].fault == nil else {
            return ask(rest.dropFirst(), about: document, for: user, known: known, completion: completion)
        }
        pool.probe(document, by: next, for: user, ticket: HostTicket(pool)) { [self] record, result in
            pool.close(record.id)
            let certainty = (try? result.get()) ?? 0
            ask(
                rest.dropFirst(), about: document, for: user,
                known: known + (certainty > 0 ? [(next, certainty)] : []), completion: completion)
        }
    }

    private func rank(of claim: Claim) -> (Int, Int) { (registry.catalog[claim.id].priority, claim.certainty) }
}
