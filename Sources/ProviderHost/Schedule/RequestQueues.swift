/// A request that waits or runs.
struct RequestID: Hashable, Sendable { let number: UInt64 }

/// Whether somebody waits for the answer.
package enum HostPriority: Sendable {
    case demand
    case prefetch
}

/// A request as the scheduler sees it: not what it asks, only what it needs.
struct HostRequest {
    /// What must have been done before it can be sent.
    enum Need: Equatable {
        /// Nothing: it is about the host itself, and fails when that ends.
        case thisHost
        /// A host has loaded the provider: for examining and probing.
        case provider
        /// A host has the document open.
        case document
        /// The same, and nothing else is asked.
        case opening
    }

    let id: RequestID
    /// The document that is to blame where the host dies; nil for ``Need/thisHost``.
    let document: DocumentID?
    let need: Need
    var priority: HostPriority
    /// When a host was first asked, in microseconds.
    var served: UInt64 = .max
}

/// What one host at a time serves.
enum QueueKey: Hashable, Sendable {
    /// All documents of one owner that one provider opens.
    case shared(ProviderID, HostOwner)
    /// One document that ended a host: it may not take others with it a second time.
    case isolated(DocumentID)
}

/// The queues: which requests wait for which host, and where each request is. A queue is there as long as it has a host or
/// requests.
struct RequestQueues {
    /// The requests that wait for one host, and that host.
    private struct Queue {
        let provider: ProviderID
        let owner: HostOwner
        var host: HostID?
        var demand: [HostRequest] = []
        var prefetch: [HostRequest] = []

        var requests: [HostRequest] { demand + prefetch }

        mutating func append(_ request: HostRequest) {
            switch request.priority {
            case .demand: demand.append(request)
            case .prefetch: prefetch.append(request)
            }
        }

        mutating func remove(_ id: RequestID) -> HostRequest? {
            if let index = demand.firstIndex(where: { $0.id == id }) { return demand.remove(at: index) }
            if let index = prefetch.firstIndex(where: { $0.id == id }) { return prefetch.remove(at: index) }
            return nil
        }
    }

    /// Where a request is.
    private enum Location {
        case waiting(QueueKey)
        case served(HostID)
    }

    private var queues: [QueueKey: Queue] = [:]
    private var locations: [RequestID: Location] = [:]

    /// Whether nothing is asked, and no queue has a host.
    var isEmpty: Bool { queues.isEmpty && locations.isEmpty }

    // MARK: Hosts

    /// The host of a queue.
    func host(of key: QueueKey) -> HostID? { queues[key]?.host }

    /// The provider and the owner of a queue that has requests and no host.
    func needsHost(_ key: QueueKey) -> (provider: ProviderID, owner: HostOwner)? {
        guard let queue = queues[key], queue.host == nil, !queue.requests.isEmpty else { return nil }
        return (queue.provider, queue.owner)
    }

    /// Gives a queue a host.
    mutating func setHost(_ host: HostID, of key: QueueKey) {
        queues[key]?.host = host
    }

    /// A queue's host ends. It may have another one already.
    mutating func removeHost(_ host: HostID, of key: QueueKey) {
        guard queues[key]?.host == host else { return }
        queues[key]?.host = nil
        removeIfUnused(key)
    }

    // MARK: Requests

    /// How many requests wait in a queue.
    func count(of key: QueueKey) -> Int { queues[key].map { $0.demand.count + $0.prefetch.count } ?? 0 }

    /// Whether a request of a document waits in a queue.
    func hasRequests(of document: DocumentID, in key: QueueKey) -> Bool {
        queues[key]?.requests.contains { $0.document == document } ?? false
    }

    /// The host that serves a request; nil while it waits.
    func hostServing(_ id: RequestID) -> HostID? {
        if case .served(let host) = locations[id] { host } else { nil }
    }

    /// Puts a request into a queue, behind all others of its priority, or before them (`first`).
    mutating func add(
        _ request: HostRequest, to key: QueueKey, provider: ProviderID, owner: HostOwner, first: Bool = false
    ) {
        var queue = queues[key] ?? Queue(provider: provider, owner: owner)
        switch (first, request.priority) {
        case (false, _): queue.append(request)
        case (true, .demand): queue.demand.insert(request, at: 0)
        case (true, .prefetch): queue.prefetch.insert(request, at: 0)
        }
        queues[key] = queue
        locations[request.id] = .waiting(key)
    }

    /// The next request of a queue, which its host serves from now on: demands first.
    mutating func next(of key: QueueKey, for host: HostID) -> HostRequest? {
        guard let request = queues[key]?.requests.first else { return nil }
        _ = queues[key]?.remove(request.id)
        locations[request.id] = .served(host)
        return request
    }

    /// A request that was served has got its answer, or is to be put into a queue again.
    mutating func end(_ request: HostRequest) {
        locations[request.id] = nil
    }

    /// Removes a request that waits; nil where it does not.
    mutating func remove(_ id: RequestID) -> HostRequest? {
        guard case .waiting(let key) = locations[id], let request = queues[key]?.remove(id) else { return nil }
        locations[id] = nil
        removeIfUnused(key)
        return request
    }

    /// Makes a prefetch that waits a demand.
    mutating func raise(_ id: RequestID) {
        guard case .waiting(let key) = locations[id], var request = queues[key]?.remove(id) else { return }
        request.priority = .demand
        queues[key]?.append(request)
    }

    /// Removes the requests of a queue that `matches` picks, and returns them in order.
    mutating func removeAll(of key: QueueKey, where matches: (HostRequest) -> Bool = { _ in true }) -> [HostRequest] {
        let removed = (queues[key]?.requests ?? []).filter(matches)
        queues[key]?.demand.removeAll(where: matches)
        queues[key]?.prefetch.removeAll(where: matches)
        for request in removed { locations[request.id] = nil }
        removeIfUnused(key)
        return removed
    }

    private mutating func removeIfUnused(_ key: QueueKey) {
        if let queue = queues[key], queue.host == nil, queue.requests.isEmpty { queues[key] = nil }
    }
}
