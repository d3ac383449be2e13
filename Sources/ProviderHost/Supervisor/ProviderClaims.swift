import Varlink

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
            let all = catalog.candidates(for: document.hints)
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
            return complete { [self] in
                completion(
                    ordered.map {
                        ProviderClaim(provider: catalog[$0.element.id], certainty: $0.element.certainty)
                    })
            }
        }
        probe(document, by: next, for: user, ticket: HostTicket(self)) { [self] record, result in
            close(record.id)
            let certainty = (try? result.get()) ?? 0
            ask(
                rest.dropFirst(), about: document, for: user,
                known: known + (certainty > 0 ? [(next, certainty)] : []), completion: completion)
        }
    }

    private func rank(of claim: (id: ProviderID, certainty: Int)) -> (Int, Int) {
        (catalog[claim.id].priority, claim.certainty)
    }

    /// Asks one provider how sure it is, from 0 to 100, that a file is its own. `completion` gets the record too, to open it by or to
    /// close.
    func probe(
        _ document: DocumentFile, by provider: ProviderID, password: String? = nil,
        looks: DocumentLooks = DocumentLooks(), for user: UInt32?, ticket: HostTicket,
        completion: @escaping (DocumentRecord, Result<Int, HostError>) -> Void
    ) {
        let record = addRecord(
            provider: provider, owner: document.owner, file: document, password: password, looks: looks
        )
        request(
            HostInterface.Probe.self, of: record.id, need: .provider, subject: .opening, for: user, ticket: ticket,
            descriptors: { _ in document.files.descriptors },
            parameters: { HostInterface.ProbeParameters(serial: $0, fileDescriptor: 0, album: document.files.names) },
            decode: { (0...DocumentOpening.certain).contains($0.parameters.certainty) ? $0.parameters.certainty : nil },
            completion: { completion(record, $0) })
    }
}
