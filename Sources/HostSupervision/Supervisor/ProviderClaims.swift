import SheafOS

/// A provider that opens a file.
package struct ProviderClaim {
    package let provider: ProviderDescription
    /// How sure it is that the file is its own, from 1 to 100.
    package let certainty: Int
}

extension HostSupervisor {
    /// Asks all providers about a file, one after the other: those that claim it, the one that opens it first.
    ///
    /// - Parameter user: on whose behalf; nil: the service's own.
    package func claims(
        on document: DocumentFile, for user: UInt32? = nil, completion: @escaping ([ProviderClaim]) -> Void
    ) {
        learnPriorities { [self] in
            let all = registry.catalog.candidates(for: document.hints)
            ask(all.likely[...], about: document, for: user, known: []) { [self] claims in
                // As in an opening: those are asked where none of the likely ones opens it.
                if !claims.isEmpty { return completion(claims) }
                ask(all.others[...], about: document, for: user, known: [], completion: completion)
            }
        }
    }

    private func ask(
        _ rest: ArraySlice<ProviderID>, about document: DocumentFile, for user: UInt32?,
        known: [(id: ProviderID, certainty: Int)], completion: @escaping ([ProviderClaim]) -> Void
    ) {
        guard let next = rest.first else {
            let ordered = known.enumerated().sorted { one, other in
                let (first, second) = (rank(of: one.element), rank(of: other.element))
                return first == second ? one.offset < other.offset : first > second
            }
            return pool.loop.afterThisBatch { [self] in
                completion(
                    ordered.map {
                        ProviderClaim(provider: registry.catalog[$0.element.id], certainty: $0.element.certainty)
                    })
            }
        }
        pool.probe(document, by: next, for: user, ticket: HostTicket(pool)) { [self] record, result in
            pool.close(record.id)
            let certainty = (try? result.get()) ?? 0
            ask(
                rest.dropFirst(), about: document, for: user,
                known: known + (certainty > 0 ? [(next, certainty)] : []), completion: completion)
        }
    }

    private func rank(of claim: (id: ProviderID, certainty: Int)) -> (Int, Int) {
        (registry.catalog[claim.id].priority, claim.certainty)
    }
}
