/// A request that waits or runs.
struct RequestID: Hashable, Sendable { let number: UInt64 }

/// What is served before what. A request that is being served is never interrupted for another.
package enum HostPriority: Sendable {
    /// Somebody waits for a page, or for what is needed to show it.
    case demand
    /// Somebody waits for what the document says.
    case contents
    /// Nobody waits yet; or somebody who goes through all of the document.
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
    /// What people are told that it is.
    var subject = RequestSubject.other
    var priority: HostPriority
    /// When a host was first asked, in microseconds.
    var served: UInt64 = .max
    /// Those on whose behalf it is asked, whoever came first at first; nil is the service itself. Never empty.
    var users: [UInt32?]
}

/// What one host at a time serves.
enum QueueKey: Hashable, Sendable {
    /// Documents of one owner that one provider opens; the number tells apart the hosts that they are spread over.
    case shared(ProviderID, HostOwner, number: Int)
    /// One document that ended a host: it may not take others with it a second time.
    case isolated(DocumentID)
}

/// The queues: which requests wait for which host, and where each request is. A queue is there as long as it has a host or
/// requests.
///
/// A queue of the library has requests of several users, who are served in turn: however many one of them has waiting, another
/// waits for one of those at most.
struct RequestQueues {
    /// The requests that wait for one host, and that host.
    private struct Queue {
        let provider: ProviderID
        let owner: HostOwner
        var host: HostID?
        /// When the first of those ended that were ended from outside while they started, since one has started; nil: none was.
        var startsEndedSince: UInt64?
        /// In the order in which they came.
        var demand: [HostRequest] = []
        var contents: [HostRequest] = []
        var prefetch: [HostRequest] = []
        /// The turn in which a user was served last, while others wait.
        private var turns: [UInt32?: UInt64] = [:]
        private var turn: UInt64 = 0

        init(provider: ProviderID, owner: HostOwner) {
            self.provider = provider
            self.owner = owner
        }

        var requests: [HostRequest] { demand + contents + prefetch }
        var isEmpty: Bool { demand.isEmpty && contents.isEmpty && prefetch.isEmpty }
        var count: Int { demand.count + contents.count + prefetch.count }

        /// The request that is served next: by priority first, then that of the user who was served longest ago.
        mutating func takeNext() -> HostRequest? {
            if let index = Self.next(among: demand, turns) { return take(demand.remove(at: index)) }
            if let index = Self.next(among: contents, turns) { return take(contents.remove(at: index)) }
            return Self.next(among: prefetch, turns).map { take(prefetch.remove(at: $0)) }
        }

        private static func next(among requests: [HostRequest], _ turns: [UInt32?: UInt64]) -> Int? {
            if turns.isEmpty { return requests.indices.first }
            var next: (index: Int, turn: UInt64)?
            for (index, request) in requests.enumerated() {
                let turn = request.users.lazy.map { turns[$0] ?? 0 }.min() ?? 0
                if turn < next?.turn ?? .max { next = (index, turn) }
            }
            return next?.index
        }

        private mutating func take(_ request: HostRequest) -> HostRequest {
            // One owner's requests are served as they came.
            guard owner == .library else { return request }
            guard !isEmpty else {
                turns = [:]
                return request
            }
            turn += 1
            if let user = request.users.min(by: { turns[$0] ?? 0 < turns[$1] ?? 0 }) { turns[user] = turn }
            return request
        }

        mutating func append(_ request: HostRequest) {
            switch request.priority {
            case .demand: demand.append(request)
            case .contents: contents.append(request)
            case .prefetch: prefetch.append(request)
            }
        }

        mutating func raise(_ id: RequestID, for user: UInt32?) {
            if let index = prefetch.firstIndex(where: { $0.id == id }) {
                var request = prefetch.remove(at: index)
                request.priority = .demand
                demand.append(request)
            }
            guard let index = demand.firstIndex(where: { $0.id == id }), !demand[index].users.contains(user) else {
                return
            }
            demand[index].users.append(user)
        }

        mutating func remove(_ id: RequestID) -> HostRequest? {
            if let index = demand.firstIndex(where: { $0.id == id }) { return demand.remove(at: index) }
            if let index = contents.firstIndex(where: { $0.id == id }) { return contents.remove(at: index) }
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
    /// How many requests of each user wait, in all queues.
    private(set) var waiting: [UInt32: Int] = [:]

    /// Whether nothing is asked, and no queue has a host.
    var isEmpty: Bool { queues.isEmpty && locations.isEmpty }

    // MARK: Hosts

    /// The host of a queue.
    func host(of key: QueueKey) -> HostID? { queues[key]?.host }

    /// The provider and the owner of a queue that has requests and no host.
    func needsHost(_ key: QueueKey) -> (provider: ProviderID, owner: HostOwner)? {
        guard let queue = queues[key], queue.host == nil, !queue.isEmpty else { return nil }
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

    /// The host of a queue has loaded its provider.
    mutating func started(_ key: QueueKey) {
        queues[key]?.startsEndedSince = nil
    }

    /// The host of a queue was ended from outside while it started; since when that goes on.
    mutating func startEnded(_ key: QueueKey, at now: UInt64) -> UInt64 {
        let since = queues[key]?.startsEndedSince ?? now
        queues[key]?.startsEndedSince = since
        return since
    }

    // MARK: Requests

    /// How many requests wait in a queue.
    func count(of key: QueueKey) -> Int { queues[key]?.count ?? 0 }

    /// Whether a request of a document waits in a queue.
    func hasRequests(of document: DocumentID, in key: QueueKey) -> Bool {
        queues[key]?.requests.contains { $0.document == document } ?? false
    }

    /// The documents with demands that wait in a queue, each once, in the order of those.
    func documentsWithDemand(in key: QueueKey) -> [DocumentID] {
        var found: [DocumentID] = []
        for request in queues[key]?.demand ?? [] {
            if let document = request.document, !found.contains(document) { found.append(document) }
        }
        return found
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
        case (true, .contents): queue.contents.insert(request, at: 0)
        case (true, .prefetch): queue.prefetch.insert(request, at: 0)
        }
        queues[key] = queue
        locations[request.id] = .waiting(key)
        count(request, by: 1)
    }

    /// The next request of a queue, which its host serves from now on: demands first, its users in turn.
    mutating func next(of key: QueueKey, for host: HostID) -> HostRequest? {
        guard let request = queues[key]?.takeNext() else { return nil }
        locations[request.id] = .served(host)
        count(request, by: -1)
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
        count(request, by: -1)
        removeIfUnused(key)
        return request
    }

    /// Makes a request that waits a demand, of one more user: it has its turn with whoever's comes first.
    mutating func raise(_ id: RequestID, for user: UInt32?) {
        guard case .waiting(let key) = locations[id] else { return }
        queues[key]?.raise(id, for: user)
    }

    /// Removes the requests of a queue that `matches` picks, and returns them in order.
    mutating func removeAll(of key: QueueKey, where matches: (HostRequest) -> Bool = { _ in true }) -> [HostRequest] {
        let removed = (queues[key]?.requests ?? []).filter(matches)
        queues[key]?.demand.removeAll(where: matches)
        queues[key]?.contents.removeAll(where: matches)
        queues[key]?.prefetch.removeAll(where: matches)
        for request in removed {
            locations[request.id] = nil
            count(request, by: -1)
        }
        removeIfUnused(key)
        return removed
    }

    /// Counts a request of the user who came first.
    private mutating func count(_ request: HostRequest, by change: Int) {
        guard let user = request.users.first ?? nil else { return }
        let count = waiting[user, default: 0] + change
        waiting[user] = count > 0 ? count : nil
    }

    private mutating func removeIfUnused(_ key: QueueKey) {
        if let queue = queues[key], queue.host == nil, queue.isEmpty { queues[key] = nil }
    }
}
