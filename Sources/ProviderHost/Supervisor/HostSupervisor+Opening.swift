import SheafOS
import Varlink

extension HostSupervisor {
    /// Makes a request whose reply becomes a value.
    ///
    /// - Parameters:
    ///   - parameters: made for each time that it is asked, with its serial.
    ///   - decode: makes the value of a reply; nil where no host answers this.
    @discardableResult
    func request<Method: VarlinkMethod, Value>(
        _ method: Method.Type, of document: DocumentID, need: HostRequest.Need = .document,
        priority: HostPriority = .demand, ticket: HostTicket? = nil, descriptors: [SharedDescriptor] = [],
        parameters: @escaping (_ serial: Int) -> Method.Parameters,
        decode: @escaping (VarlinkReply<Method.Reply>) -> Value?,
        completion: @escaping (Result<Value, HostError>) -> Void
    ) -> HostTicket where Method.Failure == HostInterface.Failure {
        let ticket = ticket ?? HostTicket(self)
        var value: Value?
        let pending = PendingRequest(
            ask: { host, serial, finished in
                host.call(method, parameters(Int(serial)), descriptors: descriptors, decode: decode) { outcome in
                    if case .value(let answer) = outcome { value = answer }
                    finished(outcome.outcome)
                }
            },
            deliver: { error in
                if let error {
                    completion(.failure(error))
                } else if let value {
                    completion(.success(value))
                } else {
                    completion(.failure(HostError(.hostFailed, "the provider host gave no answer")))
                }
            })
        submit(pending, for: document, need: need, priority: priority, ticket: ticket)
        return ticket
    }

    /// Makes a request that needs no more than that a host has loaded the provider.
    func awaitHost(for document: DocumentID, ticket: HostTicket, completion: @escaping (HostError?) -> Void) {
        let pending = PendingRequest(ask: { _, _, finished in finished(.answered) }, deliver: completion)
        submit(pending, for: document, need: .provider, ticket: ticket)
    }

    /// Makes a request that is done when the document is open.
    func awaitOpening(of document: DocumentID, ticket: HostTicket, completion: @escaping (HostError?) -> Void) {
        let pending = PendingRequest(ask: { _, _, finished in finished(.answered) }, deliver: completion)
        submit(pending, for: document, need: .opening, ticket: ticket)
    }

    /// Has a host look at a file: which one it is, and whether it may be opened at all.
    ///
    /// Refusals are ``HostError/Code/notAFile``, ``HostError/Code/notReadable``, ``HostError/Code/remote`` and
    /// ``HostError/Code/notFound(errno:)``.
    @discardableResult
    package func examine(
        _ origin: DocumentOrigin, owner: HostOwner,
        completion: @escaping (Result<ExaminedDocument, HostError>) -> Void
    ) -> HostTicket {
        let ticket = HostTicket(self)
        let ready = catalog.ids.filter { hasHost(for: $0, owner: owner) }
        DocumentExamination(
            self, origin, owner, providers: ready + catalog.ids.filter { !ready.contains($0) }, ticket, completion
        ).start()
        return ticket
    }

    /// Opens a document with the provider of this name, or with the one that is surest that it is its own.
    @discardableResult
    package func open(
        _ document: ExaminedDocument, provider name: String? = nil,
        completion: @escaping (Result<OpenedDocument, HostError>) -> Void
    ) -> HostTicket {
        let ticket = HostTicket(self)
        DocumentOpening(self, document, name: name, ticket, completion).start()
        return ticket
    }

    /// Loads the providers that no host has loaded yet, one after the other, and tells what is known of all then.
    package func learnProviders(completion: @escaping ([ProviderDescription]) -> Void) {
        guard let next = catalog.ids.first(where: { catalog[$0].state == .unknown }) else {
            return complete { [self] in completion(providers) }
        }
        let record = addRecord(provider: next, owner: .library, descriptor: nil)
        awaitHost(for: record.id, ticket: HostTicket(self)) { [self] error in
            close(record.id)
            // Where no host is to be had, the rest can't be learnt now either.
            if error != nil, catalog[next].state == .unknown { return completion(providers) }
            learnProviders(completion: completion)
        }
    }
}
