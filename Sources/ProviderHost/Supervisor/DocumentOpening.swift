import SheafOS
import Varlink

/// Opens a document: asks the providers how sure they are that it is their own, and has the surest one open it.
final class DocumentOpening {
    private let supervisor: HostSupervisor
    private let examined: ExaminedDocument
    private let name: String?
    private let ticket: HostTicket
    private let completion: (Result<OpenedDocument, HostError>) -> Void
    private var candidates: ArraySlice<ProviderID>
    private var best: (record: HostedRecord, certainty: Int)?
    /// The first thing that went wrong with a provider which may have known the document.
    private var trouble: HostError?

    /// The certainty that no other provider can pass.
    private static let certain = 100

    init(
        _ supervisor: HostSupervisor, _ examined: ExaminedDocument, name: String?, _ ticket: HostTicket,
        _ completion: @escaping (Result<OpenedDocument, HostError>) -> Void
    ) {
        self.supervisor = supervisor
        self.examined = examined
        self.name = name
        self.ticket = ticket
        self.completion = completion
        candidates = (name.map { supervisor.catalog.candidates(named: $0) } ?? supervisor.catalog.ids)[...]
    }

    /// Asks the next provider.
    func start() {
        if ticket.isCancelled { return fail(HostError(.cancelled, "the request was cancelled")) }
        guard let provider = candidates.popFirst() else { return choose() }
        let record = supervisor.addRecord(provider: provider, owner: examined.owner, descriptor: examined.descriptor)
        if let name {
            supervisor.awaitHost(for: record.id, ticket: ticket) { [self] error in
                if error == nil, supervisor.catalog[provider].name == name { return open(record) }
                supervisor.close(record.id)
                note(error, of: provider)
                start()
            }
        } else {
            probe(record)
        }
    }

    private func probe(_ record: HostedRecord) {
        supervisor.request(
            HostInterface.Probe.self, of: record.id, need: .provider, ticket: ticket,
            descriptors: [examined.descriptor],
            parameters: { HostInterface.ProbeParameters(serial: $0, fileDescriptor: 0) },
            decode: { (0...Self.certain).contains($0.parameters.certainty) ? $0.parameters.certainty : nil },
            completion: { [self] result in
                switch result {
                case .success(let certainty): judge(record, certainty)
                case .failure(let error):
                    supervisor.close(record.id)
                    note(error, of: record.provider)
                    start()
                }
            })
    }

    private func judge(_ record: HostedRecord, _ certainty: Int) {
        if certainty > best?.certainty ?? 0 {
            if let best { supervisor.close(best.record.id) }
            best = (record, certainty)
        } else {
            supervisor.close(record.id)
        }
        if certainty == Self.certain { candidates = [] }
        start()
    }

    /// Keeps what may be the reason why nobody opens it.
    private func note(_ error: HostError?, of provider: ProviderID) {
        switch error?.code {
        case nil, .cancelled, .unsupported, .documentError, .noSuchPage: break
        case .providerRefused where name == nil: break
        default: trouble = trouble ?? error
        }
    }

    private func choose() {
        if let best {
            self.best = nil
            return open(best.record)
        }
        if let trouble { return fail(trouble) }
        if let name { return fail(HostError(.unknownProvider, "no provider is called \(name)")) }
        let refusals = supervisor.providers.compactMap { provider in
            if case .refused(let reason) = provider.state { reason } else { nil }
        }
        if let first = refusals.first, refusals.count == supervisor.providers.count {
            return fail(HostError(.providerRefused, first))
        }
        fail(HostError(.notADocument, "no provider knows what kind of document it is"))
    }

    private func open(_ record: HostedRecord) {
        if ticket.isCancelled {
            supervisor.close(record.id)
            return fail(HostError(.cancelled, "the request was cancelled"))
        }
        supervisor.awaitOpening(of: record.id, ticket: ticket) { [self] error in
            if let error {
                supervisor.close(record.id)
                return completion(.failure(error))
            }
            completion(.success(OpenedDocument(supervisor, record, examined)))
        }
    }

    private func fail(_ error: HostError) {
        if let best { supervisor.close(best.record.id) }
        best = nil
        supervisor.complete { [completion] in completion(.failure(error)) }
    }
}
