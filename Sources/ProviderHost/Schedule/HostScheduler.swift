/// Decides which host serves which request, and what a host's end means for whom. It does nothing itself: every event
/// returns what is to be done.
///
/// Requests wait in *lanes*. A lane has at most one host, which serves one request at a time: those that somebody
/// waits for first, then prefetches, each in the order they came. Documents of one owner that one provider opens share
/// a lane. A host that dies costs the request that it served; this is asked again, once, in a lane of its document's
/// own. If the document ends that host too, it is refused until it is reloaded. Everything else goes on in a new host,
/// where documents are opened again when they are needed.
///
/// Times are in microseconds of one clock, which only goes forward.
struct HostScheduler {
    var limits: HostLimits
    var lanes: [LaneKey: Lane] = [:]
    var hosts: [HostID: HostRecord] = [:]
    var documents: [DocumentID: DocumentRecord] = [:]
    var starts: [ProviderID: ProviderStarts] = [:]
    /// The lanes that have requests and no host, in the order they came to need one.
    var waiting: [LaneKey] = []
    /// Which lane a waiting request is in, and which host serves a running one.
    var places: [RequestID: Place] = [:]
    var lastHost: UInt64 = 0

    /// Where a request is.
    enum Place {
        case waiting(LaneKey)
        case served(HostID)
    }

    init(limits: HostLimits) {
        self.limits = limits
    }

    /// Makes a document known, so that requests can name it. It lives until ``close(_:)``.
    mutating func add(_ document: DocumentID, provider: ProviderID, owner: HostOwner) {
        documents[document] = DocumentRecord(provider: provider, owner: owner, lane: .shared(provider, owner))
    }

    /// A request of a document.
    mutating func submit(
        _ id: RequestID, document: DocumentID, need: HostRequest.Need, priority: HostPriority, now: UInt64
    ) -> [HostAction] {
        guard let record = documents[document] else {
            return [.fail(id, HostError(.closed, "the document was closed"))]
        }
        if let death = record.failure { return [.fail(id, Self.refused(death))] }
        let request = HostRequest(id: id, document: document, need: need, priority: priority)
        return enqueue(request, in: record.lane, provider: record.provider, owner: record.owner, now: now)
    }

    /// A request to every host that runs, about itself. `makeID` gives each its id.
    mutating func broadcast(
        to matches: (ProviderID) -> Bool = { _ in true }, now: UInt64, makeID: (HostID) -> RequestID
    ) -> [HostAction] {
        var actions: [HostAction] = []
        for (host, record) in hosts.sorted(by: { $0.key.number < $1.key.number })
        where !record.isEnding && matches(record.provider) {
            guard let lane = lanes[record.lane] else { continue }
            let request = HostRequest(id: makeID(host), document: nil, need: .thisHost, priority: .demand)
            actions += enqueue(request, in: record.lane, provider: lane.provider, owner: lane.owner, now: now)
        }
        return actions
    }

    /// Nobody waits for a request any more.
    mutating func cancel(_ id: RequestID, now: UInt64) -> [HostAction] {
        switch places[id] {
        case nil:
            return []
        case .waiting(let key):
            guard lanes[key]?.remove(id) != nil else { return [] }
            places[id] = nil
            return [.fail(id, Self.error(for: .cancelled))]
        case .served(let host):
            return stop(host, because: .cancelled, now: now)
        }
    }

    /// Whether a host works on a request.
    func isServed(_ id: RequestID) -> Bool {
        if case .served = places[id] { return true }
        return false
    }

    /// Somebody waits for a prefetch now.
    mutating func raise(_ id: RequestID) {
        guard case .waiting(let key) = places[id], var request = lanes[key]?.remove(id) else { return }
        request.priority = .demand
        lanes[key]?.append(request)
    }

    /// A document is not needed any more. Its requests fail.
    mutating func close(_ document: DocumentID, now: UInt64) -> [HostAction] {
        guard let record = documents.removeValue(forKey: document) else { return [] }
        var actions = failWaiting(of: document, in: record.lane, with: Self.error(for: .closed))
        actions += forget(document, stopping: true, now: now)
        if case .isolated = record.lane { actions += dismiss(record.lane, now: now) }
        return actions
    }

    /// A document gets a new chance, and is opened again before its next request.
    mutating func reload(_ document: DocumentID, now: UInt64) -> [HostAction] {
        guard var record = documents[document] else { return [] }
        let old = record.lane
        record.lane = .shared(record.provider, record.owner)
        record.host = nil
        record.generation &+= 1
        record.hasKilled = false
        record.failure = nil
        documents[document] = record
        var actions = forget(document, stopping: false, now: now)
        guard old != record.lane else { return actions }
        for request in lanes[old]?.extract(where: { $0.document == document }) ?? [] {
            places[request.id] = nil
            actions += enqueue(request, in: record.lane, provider: record.provider, owner: record.owner, now: now)
        }
        actions += dismiss(old, now: now)
        return actions
    }

    /// Whether requests of a document wait or are being served.
    func hasRequests(of document: DocumentID) -> Bool {
        guard let record = documents[document] else { return false }
        if let lane = lanes[record.lane], (lane.demand + lane.prefetch).contains(where: { $0.document == document }) {
            return true
        }
        return hosts.values.contains { host in
            switch host.state {
            case .busy(let work), .ending(_, let work?, _): work.request.document == document
            case .starting, .idle, .ending: false
            }
        }
    }

    /// Lets hosts go that have nothing to do.
    mutating func endIdleHosts(withDocuments: Bool, now: UInt64) -> [HostAction] {
        hosts.filter { $0.value.isIdle && (withDocuments || $0.value.documents.isEmpty) }
            .map(\.key).sorted { $0.number < $1.number }
            .flatMap { letGo($0, now: now) }
    }

    /// When ``tick(now:)`` wants to be called; nil: not before the next event.
    var nextDeadline: UInt64? {
        hosts.values.compactMap(\.deadline).min()
    }

    // MARK: - Parts that several events share

    /// Puts a request into a lane, and has it served where it can be.
    mutating func enqueue(
        _ request: HostRequest, in key: LaneKey, provider: ProviderID, owner: HostOwner, now: UInt64
    ) -> [HostAction] {
        var lane = lanes[key] ?? Lane(provider: provider, owner: owner)
        guard lane.count < limits.queueLength else {
            return [.fail(request.id, HostError(.busy, "\(lane.count) requests wait for this provider host already"))]
        }
        lane.append(request)
        lanes[key] = lane
        places[request.id] = .waiting(key)
        guard let host = lane.host else { return wantHost(for: key, now: now) }
        return serveNext(on: host, now: now)
    }

    /// Asks what a host does now to end.
    mutating func stop(_ host: HostID, because reason: HostRecord.Stop, now: UInt64) -> [HostAction] {
        guard var record = hosts[host] else { return [] }
        switch record.state {
        case .starting, .idle:
            return []
        case .busy(var work):
            guard work.stop == nil else { return [] }
            work.stop = reason
            record.state = .busy(work)
            record.deadline = now + limits.cancelGrace
            hosts[host] = record
            return [.stop(host, serial: work.serial)]
        case .ending(let cause, var work, let wasStarting):
            if work?.stop == nil { work?.stop = reason }
            hosts[host]?.state = .ending(cause, work, wasStarting: wasStarting)
            return []
        }
    }

    /// Fails what waits for a document.
    mutating func failWaiting(of document: DocumentID, in key: LaneKey, with error: HostError) -> [HostAction] {
        let requests = lanes[key]?.extract { $0.document == document } ?? []
        for request in requests { places[request.id] = nil }
        return requests.map { .fail($0.id, error) }
    }

    /// Closes a document wherever it is open or being opened.
    private mutating func forget(_ document: DocumentID, stopping: Bool, now: UInt64) -> [HostAction] {
        var actions: [HostAction] = []
        for (id, record) in hosts.sorted(by: { $0.key.number < $1.key.number }) {
            var isThere = record.documents.contains(document)
            if case .busy(let work) = record.state, work.request.document == document {
                isThere = isThere || work.phase == .opening
                if stopping { actions += stop(id, because: .closed, now: now) }
            } else if case .ending(_, let work?, _) = record.state, work.request.document == document, stopping {
                actions += stop(id, because: .closed, now: now)
            }
            guard isThere, !record.isEnding else { continue }
            hosts[id]?.documents.remove(document)
            actions.append(.close(id, document))
            if record.isIdle {
                let deadline = idleDeadline(of: id)
                hosts[id]?.deadline = deadline
            }
        }
        return actions
    }

    /// The error for a request that was asked to end.
    static func error(for stop: HostRecord.Stop) -> HostError {
        switch stop {
        case .cancelled: HostError(.cancelled, "the request was cancelled")
        case .timedOut: HostError(.timedOut, "the provider took too long")
        case .closed: HostError(.closed, "the document was closed")
        }
    }

    /// The error for every request of a document that is refused.
    static func refused(_ death: HostDeath) -> HostError {
        HostError(
            .documentFailed(death),
            "the document ended two provider hosts, the last with \(death); reload it to try again")
    }
}
