import HostProtocol

/// A request that waits or runs.
struct RequestID: Hashable, Sendable { let number: UInt64 }

/// The priority of a request. A request under way is interrupted only where it is a render that is read ahead and a
/// demand comes.
package enum HostPriority: Sendable {
    /// A request for a page, or for what is needed to show it: somebody waits for it.
    case demand
    /// A request for contents of the document: somebody waits for it.
    case contents
    /// A request that nobody waits for yet, or of somebody who goes through all of the document.
    case prefetch
    /// A request for which there is time: it comes when its host has had nothing else to do for ``HostLimits/quietTime``, or has waited for
    /// ``HostLimits/idleWait``.
    case idle

    /// Whether nobody waits for it.
    var isAhead: Bool { self == .prefetch || self == .idle }
}

/// The user and the reader on whose behalf a host is asked.
struct Requester: Hashable, Sendable {
    /// nil: the service's own.
    let user: UInt32?
    /// The reader that a page is for; nil: none.
    var reader: UInt64?
}

/// A request as the scheduler sees it: not what it asks, only what it needs.
struct HostRequest {
    /// The state that a request needs before it can be sent.
    enum Need: Equatable {
        /// Nothing: the request is about the host itself, and fails when that ends.
        case thisHost
        /// A host has loaded the provider: for examining and probing.
        case provider
        /// A host has the document open.
        case document
        /// A host has the document open, and opening it is all that is asked.
        case opening
    }

    let id: RequestID
    /// The document that is to blame where the host dies; nil for ``Need/thisHost``.
    let document: DocumentID?
    let need: Need
    /// The subject of the request, as people are told of it.
    var subject = RequestSubject.other
    var priority: HostPriority
    /// When it was made, in microseconds.
    var made: UInt64 = 0
    /// When a host was first asked, in microseconds.
    var served: UInt64 = .max
    /// How many hosts have ended while they served it: by its own fault or a page's that it came to, and by others' signals.
    var endings = 0
    var kills = 0
    /// Whether it may be ended for a demand and asked again: it is a render, of which nothing is kept.
    var canBeEnded = false
    /// The requesters on whose behalf the request is asked, the first one first. Never empty.
    var requesters: [Requester]

    /// Makes the request a demand, and adds a requester.
    mutating func raise(for requester: Requester) {
        priority = .demand
        if !requesters.contains(requester) { requesters.append(requester) }
    }

    /// Whether all who wait for it are among some users.
    func isHeld(for users: Set<UInt32?>) -> Bool {
        !users.isEmpty && requesters.allSatisfy { users.contains($0.user) }
    }

    /// Whether nobody waits for it who has stayed for the page before.
    func isHasty(among hasty: Set<Requester>) -> Bool {
        !hasty.isEmpty && requesters.allSatisfy { hasty.contains($0) }
    }
}

/// The key of a queue: the documents that one host at a time serves.
enum QueueKey: Hashable, Sendable {
    /// Documents of one owner that one provider opens; the number tells apart the hosts that they are spread over.
    case shared(ProviderID, HostOwner, number: Int)
    /// One document that ended a host: it may not take others with it a second time.
    case isolated(DocumentID)
}

/// The queues: which requests wait for which host, and where each request is. A queue is there as long as it has a host or
/// requests.
///
/// Users are served in turn, and so are the readers of each: however many requests one of them has waiting, another waits for one of
/// those at most. Who leaves pages before they are there, as in a fling, takes turns with what is read ahead of others: its demands come
/// before that only every second time.
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
        var idle: [HostRequest] = []
        /// When the host was done last with anything else than these, in microseconds.
        var lastUse: UInt64 = 0
        /// The number of the request of a user that was served last, while others wait.
        private var lastOfUser: [UInt32?: UInt64] = [:]
        /// The number of the request of a reader that was served last, while others wait.
        private var lastOfReader: [Requester: UInt64] = [:]
        private var lastServed: UInt64 = 0
        /// The requesters who took back their last demand before it was answered.
        var hasty: Set<Requester> = []
        /// Whether a demand of a hasty requester came before other requests the last time.
        private var wasHastyFirst = false

        init(provider: ProviderID, owner: HostOwner) {
            self.provider = provider
            self.owner = owner
        }

        var requests: [HostRequest] { demand + contents + prefetch + idle }
        var isEmpty: Bool { demand.isEmpty && contents.isEmpty && prefetch.isEmpty && idle.isEmpty }
        var count: Int { demand.count + contents.count + prefetch.count + idle.count }

        /// When those have their turn for which there is time, in microseconds; nil: there are none.
        var idleTime: UInt64? {
            idle.map(\.made).min().map { min($0 + HostLimits.idleWait, lastUse + HostLimits.quietTime) }
        }

        /// The request that is served next: by priority first, then that of the requester who was served longest ago.
        ///
        /// - Parameter held: the users whose requests are passed over.
        mutating func takeNext(except held: Set<UInt32?>, now: UInt64) -> HostRequest? {
            let isServed = { (request: HostRequest) in !request.isHeld(for: held) }
            if let index = next(among: demand, where: isServed) {
                // Nothing that is changed below is kept by it, or it would be copied.
                let isOfOthers = { [hasty] (request: HostRequest) in
                    !request.isHasty(among: hasty) && isServed(request)
                }
                if !demand.contains(where: isOfOthers) { wasHastyFirst.toggle() } else { wasHastyFirst = true }
                if !wasHastyFirst {
                    if let index = next(among: contents, where: isOfOthers) { return take(contents.remove(at: index)) }
                    if let index = next(among: prefetch, where: isOfOthers) { return take(prefetch.remove(at: index)) }
                }
                return take(demand.remove(at: index))
            }
            if let index = next(among: contents, where: isServed) { return take(contents.remove(at: index)) }
            if let index = next(among: prefetch, where: isServed) { return take(prefetch.remove(at: index)) }
            guard let idleTime, idleTime <= now else { return nil }
            return next(among: idle, where: isServed).map { take(idle.remove(at: $0)) }
        }

        private func next(
            among requests: [HostRequest], where matches: (HostRequest) -> Bool
        ) -> Int? {
            if lastOfReader.isEmpty { return requests.firstIndex(where: matches) }
            var next: (index: Int, rank: (UInt64, UInt64))?
            for (index, request) in requests.enumerated() where matches(request) {
                guard let rank = request.requesters.lazy.map(rank).min(by: <) else { continue }
                if let least = next?.rank, least <= rank { continue }
                next = (index, rank)
            }
            return next?.index
        }

        /// When a requester was served last: its user, then itself.
        private func rank(_ requester: Requester) -> (UInt64, UInt64) {
            (lastOfUser[requester.user] ?? 0, lastOfReader[requester] ?? 0)
        }

        private mutating func take(_ request: HostRequest) -> HostRequest {
            guard !isEmpty else {
                (lastOfUser, lastOfReader, hasty) = ([:], [:], [])
                return request
            }
            lastServed += 1
            if let requester = request.requesters.min(by: { rank($0) < rank($1) }) {
                // A user's own host serves nobody else.
                if owner == .library { lastOfUser[requester.user] = lastServed }
                lastOfReader[requester] = lastServed
            }
            return request
        }

        mutating func add(_ request: HostRequest, first: Bool) {
            switch request.priority {
            case .demand: demand.insert(request, at: first ? 0 : demand.count)
            case .contents: contents.insert(request, at: first ? 0 : contents.count)
            case .prefetch: prefetch.insert(request, at: first ? 0 : prefetch.count)
            case .idle: idle.insert(request, at: first ? 0 : idle.count)
            }
        }

        mutating func raise(_ id: RequestID, for requester: Requester) {
            if let index = prefetch.firstIndex(where: { $0.id == id }) { demand.append(prefetch.remove(at: index)) }
            guard let index = demand.firstIndex(where: { $0.id == id }) else { return }
            demand[index].raise(for: Requester(user: owner.uid ?? requester.user, reader: requester.reader))
        }

        mutating func remove(_ id: RequestID) -> HostRequest? {
            if let index = demand.firstIndex(where: { $0.id == id }) { return demand.remove(at: index) }
            if let index = contents.firstIndex(where: { $0.id == id }) { return contents.remove(at: index) }
            if let index = prefetch.firstIndex(where: { $0.id == id }) { return prefetch.remove(at: index) }
            if let index = idle.firstIndex(where: { $0.id == id }) { return idle.remove(at: index) }
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

    /// The requests of a document that wait in a queue.
    func requests(of document: DocumentID, in key: QueueKey) -> [HostRequest] {
        queues[key]?.requests.filter { $0.document == document } ?? []
    }

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
        // In place: requests that wait are not copied for one more.
        queues[key, default: Queue(provider: provider, owner: owner)].add(request, first: first)
        locations[request.id] = .waiting(key)
        count(request, by: 1)
    }

    /// Whether a request waits in a queue of others than some users.
    func hasRequests(in key: QueueKey, except held: Set<UInt32?>) -> Bool {
        queues[key]?.requests.contains { !$0.isHeld(for: held) } ?? false
    }

    /// The next request of a queue, which its host serves from now on: demands first, its users in turn.
    ///
    /// - Parameter held: the users whose requests are passed over.
    mutating func next(
        of key: QueueKey, for host: HostID, except held: Set<UInt32?> = [], now: UInt64
    ) -> HostRequest? {
        guard let request = queues[key]?.takeNext(except: held, now: now) else { return nil }
        locations[request.id] = .served(host)
        count(request, by: -1)
        return request
    }

    /// When a queue serves those requests for which there is time, in microseconds; nil: it has none.
    func idleTime(of key: QueueKey) -> UInt64? { queues[key]?.idleTime }

    /// A request that was served has got its answer, or is to be put into a queue again.
    mutating func end(_ request: HostRequest) {
        locations[request.id] = nil
    }

    /// The host of a queue is done with a request.
    mutating func done(_ request: HostRequest, in key: QueueKey, at now: UInt64) {
        if request.priority != .idle { queues[key]?.lastUse = now }
    }

    /// Removes a request that waits; nil where it does not.
    mutating func remove(_ id: RequestID) -> HostRequest? {
        guard case .waiting(let key) = locations[id], let request = queues[key]?.remove(id) else { return nil }
        locations[id] = nil
        count(request, by: -1)
        removeIfUnused(key)
        return request
    }

    /// Makes a request that waits a demand, of one more requester: it has its turn with whoever's comes first.
    ///
    /// - Returns: the queue that it waits in; nil where it does not.
    mutating func raise(_ id: RequestID, for requester: Requester) -> QueueKey? {
        guard case .waiting(let key) = locations[id] else { return nil }
        queues[key]?.raise(id, for: requester)
        return key
    }

    /// A demand was taken back: the readers that waited for it are in a hurry until one is answered.
    mutating func ended(_ request: HostRequest, in key: QueueKey) {
        guard request.priority == .demand else { return }
        queues[key]?.hasty.formUnion(request.requesters.filter { $0.reader != nil })
    }

    /// A demand was answered.
    mutating func answered(_ request: HostRequest, in key: QueueKey) {
        if request.priority == .demand { queues[key]?.hasty.subtract(request.requesters) }
    }

    /// Whether a demand waits for which a prefetch may be ended: about a document, of somebody who stays for it or had the prefetch made.
    func hasDemand(in key: QueueKey, over prefetch: HostRequest) -> Bool {
        guard let queue = queues[key] else { return false }
        return queue.demand.contains { demand in
            demand.need != .thisHost
                && (!demand.isHasty(among: queue.hasty)
                    || prefetch.requesters.allSatisfy { demand.requesters.contains($0) })
        }
    }

    /// The queue that a request waits in; nil where it does not.
    func queue(of id: RequestID) -> QueueKey? {
        if case .waiting(let key) = locations[id] { key } else { nil }
    }

    /// Removes the requests of a queue that `matches` picks, and returns them in order.
    mutating func removeAll(of key: QueueKey, where matches: (HostRequest) -> Bool = { _ in true }) -> [HostRequest] {
        let removed = (queues[key]?.requests ?? []).filter(matches)
        queues[key]?.demand.removeAll(where: matches)
        queues[key]?.contents.removeAll(where: matches)
        queues[key]?.prefetch.removeAll(where: matches)
        queues[key]?.idle.removeAll(where: matches)
        for request in removed {
            locations[request.id] = nil
            count(request, by: -1)
        }
        removeIfUnused(key)
        return removed
    }

    /// Counts a request of the user who came first.
    private mutating func count(_ request: HostRequest, by change: Int) {
        guard let user = request.requesters.first?.user else { return }
        let count = waiting[user, default: 0] + change
        waiting[user] = count > 0 ? count : nil
    }

    private mutating func removeIfUnused(_ key: QueueKey) {
        if let queue = queues[key], queue.host == nil, queue.isEmpty { queues[key] = nil }
    }
}
