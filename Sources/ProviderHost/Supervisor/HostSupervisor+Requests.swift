import SheafOS

// How requests come in, and how their completions go out.

extension HostSupervisor {
    /// Makes a document, or a candidate for one, known to the scheduler.
    func addRecord(provider: ProviderID, owner: HostOwner, descriptor: SharedDescriptor?) -> HostedRecord {
        lastDocument += 1
        let record = HostedRecord(
            id: DocumentID(number: lastDocument), provider: provider, owner: owner, descriptor: descriptor)
        records[record.id] = record
        scheduler.add(record.id, provider: provider, owner: owner)
        return record
    }

    /// Forgets a document once its requests are answered.
    func closeWhenServed(_ document: DocumentID) {
        guard scheduler.hasRequests(of: document) else { return close(document) }
        // The last in its lane: all that was asked before is answered then.
        let pending = PendingRequest(ask: { _, _, finished in finished(.answered) }) { [self] _ in close(document) }
        submit(pending, for: document, need: .provider, priority: .prefetch, ticket: HostTicket(self))
    }

    /// Forgets a document; its requests fail.
    func close(_ document: DocumentID) {
        guard records[document] != nil else { return }
        perform(scheduler.close(document, now: loop.now))
        records[document] = nil
    }

    /// Gives a refused document a new chance.
    func reload(_ document: DocumentID) {
        perform(scheduler.reload(document, now: loop.now))
    }

    /// Why a document is refused; nil where it is not.
    func failure(of document: DocumentID) -> HostDeath? {
        scheduler.documents[document]?.failure
    }

    /// Whether the owner's documents have a host for this provider already.
    func hasHost(for provider: ProviderID, owner: HostOwner) -> Bool {
        scheduler.lanes[.shared(provider, owner)]?.host != nil
    }

    /// Makes a request.
    func submit(
        _ request: PendingRequest, for document: DocumentID, need: HostRequest.Need, priority: HostPriority = .demand,
        ticket: HostTicket
    ) {
        let id = nextRequest()
        ticket.request = id
        requests[id] = request
        perform(scheduler.submit(id, document: document, need: need, priority: priority, now: loop.now))
    }

    func cancel(_ request: RequestID) {
        perform(scheduler.cancel(request, now: loop.now))
    }

    /// Whether a host works on a request.
    func isServed(_ request: RequestID) -> Bool { scheduler.isServed(request) }

    func raise(_ request: RequestID) {
        scheduler.raise(request)
    }

    /// Calls `body` after the event at hand.
    func complete(_ body: @escaping () -> Void) {
        completions.append(body)
        guard completions.count == 1 else { return }
        loop.afterThisBatch { [self] in
            let ready = completions
            completions = []
            for completion in ready { completion() }
        }
    }

    private func nextRequest() -> RequestID {
        lastRequest += 1
        return RequestID(number: lastRequest)
    }

    func broadcast(
        to matches: (ProviderID) -> Bool = { _ in true },
        _ ask: @escaping (HostConnection, UInt32, @escaping (PendingRequest.Outcome) -> Void) -> Void
    ) {
        let actions = scheduler.broadcast(to: matches, now: loop.now) { _ in
            let id = nextRequest()
            requests[id] = PendingRequest(ask: ask) { _ in }
            return id
        }
        perform(actions)
    }
}
