/// A document as the scheduler sees it.
struct DocumentRecord {
    let provider: ProviderID
    let owner: HostOwner
    var lane: LaneKey
    /// The host that has it open.
    var host: HostID?
    /// Counts reloads: an opening that began before the last one means nothing any more.
    var generation: UInt32 = 0
    /// Whether it ended a host; the second time it is refused.
    var hasKilled = false
    var failure: HostDeath?
}

/// The requests that wait for one host, and that host.
struct Lane {
    let provider: ProviderID
    let owner: HostOwner
    var demand: [HostRequest] = []
    var prefetch: [HostRequest] = []
    var host: HostID?

    var isEmpty: Bool { demand.isEmpty && prefetch.isEmpty }
    var count: Int { demand.count + prefetch.count }

    mutating func append(_ request: HostRequest) {
        switch request.priority {
        case .demand: demand.append(request)
        case .prefetch: prefetch.append(request)
        }
    }

    /// Puts a request back before all others of its priority.
    mutating func prepend(_ request: HostRequest) {
        switch request.priority {
        case .demand: demand.insert(request, at: 0)
        case .prefetch: prefetch.insert(request, at: 0)
        }
    }

    mutating func next() -> HostRequest? {
        if !demand.isEmpty { return demand.removeFirst() }
        return prefetch.isEmpty ? nil : prefetch.removeFirst()
    }

    mutating func remove(_ id: RequestID) -> HostRequest? {
        if let index = demand.firstIndex(where: { $0.id == id }) { return demand.remove(at: index) }
        if let index = prefetch.firstIndex(where: { $0.id == id }) { return prefetch.remove(at: index) }
        return nil
    }

    /// Takes out the requests that `matches` picks, in order.
    mutating func extract(where matches: (HostRequest) -> Bool) -> [HostRequest] {
        let taken = (demand + prefetch).filter(matches)
        demand.removeAll(where: matches)
        prefetch.removeAll(where: matches)
        return taken
    }
}
