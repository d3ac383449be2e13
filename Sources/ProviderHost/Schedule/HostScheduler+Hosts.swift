import Glibc

// What happens to hosts.

extension HostScheduler {
    /// A host has loaded its provider.
    mutating func hostStarted(_ host: HostID, now: UInt64) -> [HostAction] {
        guard let record = hosts[host], case .starting = record.state else { return [] }
        starts[record.provider, default: ProviderStarts()].succeeded()
        return becomeIdle(host, now: now)
    }

    /// A host says that it can't load its provider.
    mutating func hostRefused(_ host: HostID, error: HostError, now: UInt64) -> [HostAction] {
        guard let record = hosts[host], case .starting = record.state else { return [] }
        starts[record.provider, default: ProviderStarts()].failed(error, at: now)
        return letGo(host, now: now) + failLane(record.lane, with: error)
    }

    /// No process could be started.
    mutating func hostNotStarted(_ host: HostID, error: HostError, now: UInt64) -> [HostAction] {
        guard let record = hosts.removeValue(forKey: host) else { return [] }
        lanes[record.lane]?.host = nil
        starts[record.provider, default: ProviderStarts()].failed(error, at: now)
        return failLane(record.lane, with: error) + assignHosts(now: now)
    }

    /// A host hung up, or (`misbehaved`) sent what no host sends.
    mutating func hostLost(_ host: HostID, misbehaved: Bool, now: UInt64) -> [HostAction] {
        guard let record = hosts[host], !record.isEnding else { return [] }
        return kill(host, cause: misbehaved ? .misbehaved : .lost, now: now)
    }

    /// A host process has ended.
    mutating func hostEnded(_ host: HostID, end: HostDeath, now: UInt64) -> [HostAction] {
        guard let record = hosts.removeValue(forKey: host) else { return [] }
        if lanes[record.lane]?.host == host { lanes[record.lane]?.host = nil }
        for document in record.documents { documents[document]?.host = nil }

        // Those of a host that has taken its place already are not about it.
        var actions = lanes[record.lane]?.host == nil ? failRequestsAbout(record.lane) : []
        switch record.state {
        case .idle:
            break
        case .starting:
            startFailed(record, "its host ended with \(end) while it loaded the provider", now: now)
        case .busy(let work):
            actions += died(during: work, end, lane: record.lane, now: now)
        case .ending(let cause, let work, let wasStarting):
            let death = cause == .misbehaved ? .misbehaved : end
            if let work { actions += died(during: work, death, lane: record.lane, now: now) }
            if wasStarting, cause != .intended {
                let what =
                    cause == .deaf ? "did not load it in time" : "ended with \(death) while it loaded the provider"
                startFailed(record, "its host \(what)", now: now)
            }
        }
        if let lane = lanes[record.lane], lane.isEmpty { lanes[record.lane] = nil }
        if lanes[record.lane] != nil { actions += wantHost(for: record.lane, now: now) }
        return actions + assignHosts(now: now)
    }

    /// Looks at everything whose time has come.
    mutating func tick(now: UInt64) -> [HostAction] {
        let due = hosts.filter { ($0.value.deadline ?? .max) <= now }.map(\.key).sorted { $0.number < $1.number }
        return due.flatMap { deadlinePassed(of: $0, now: now) }
    }

    private mutating func deadlinePassed(of host: HostID, now: UInt64) -> [HostAction] {
        switch hosts[host]?.state {
        case nil:
            return []
        case .idle:
            return letGo(host, now: now)
        case .starting:
            return kill(host, cause: .deaf, now: now)
        case .busy(let work):
            return work.stop == nil ? stop(host, because: .timedOut, now: now) : kill(host, cause: .deaf, now: now)
        case .ending(.intended, _, _):
            // It was asked kindly; what comes next is a kill, and it is not told apart from it.
            hosts[host]?.state = .ending(.deaf, nil, wasStarting: false)
            hosts[host]?.deadline = now + limits.cancelGrace
            return [.kill(host)]
        case .ending:
            // The kernel holds on to it (a dead network mount can do that). Nobody else need wait.
            return hostEnded(host, end: .signalled(SIGKILL), now: now)
        }
    }

    /// What a death means for the request that was served, and for its document.
    private mutating func died(
        during work: HostRecord.Work, _ death: HostDeath, lane key: LaneKey, now: UInt64
    ) -> [HostAction] {
        let request = work.request
        places[request.id] = nil
        if let stop = work.stop { return [.fail(request.id, Self.error(for: stop))] }
        guard let document = request.document, var record = documents[document] else {
            return [.fail(request.id, HostError(.hostFailed, "the provider host ended with \(death)"))]
        }
        guard record.generation == work.generation else {
            // It was reloaded meanwhile: what died was its old self.
            return enqueue(request, in: record.lane, provider: record.provider, owner: record.owner, now: now)
        }
        if record.hasKilled {
            record.failure = death
            documents[document] = record
            let error = Self.refused(death)
            return [.fail(request.id, error)] + failWaiting(of: document, in: record.lane, with: error)
        }
        let others = lanes[record.lane]?.extract { $0.document == document } ?? []
        record.hasKilled = true
        record.lane = .isolated(document)
        documents[document] = record
        var lane = lanes[record.lane] ?? Lane(provider: record.provider, owner: record.owner)
        for other in others { lane.append(other) }
        lane.prepend(request)
        for moved in others + [request] { places[moved.id] = .waiting(record.lane) }
        lanes[record.lane] = lane
        return wantHost(for: record.lane, now: now)
    }

    /// A host that died while it loaded its provider is tried again, until it has failed too often.
    private mutating func startFailed(_ record: HostRecord, _ reason: String, now: UInt64) {
        starts[record.provider, default: ProviderStarts()].failed(HostError(.providerRefused, reason), at: now)
    }

    /// Fails what was asked of this very host.
    mutating func failRequestsAbout(_ key: LaneKey) -> [HostAction] {
        let requests = lanes[key]?.extract { $0.need == .thisHost } ?? []
        for request in requests { places[request.id] = nil }
        return requests.map { .fail($0.id, HostError(.hostFailed, "the provider host has ended")) }
    }

    private mutating func kill(_ host: HostID, cause: HostRecord.Cause, now: UInt64) -> [HostAction] {
        guard let record = hosts[host] else { return [] }
        var work: HostRecord.Work?
        var wasStarting = false
        switch record.state {
        case .busy(let running): work = running
        case .starting: wasStarting = true
        case .idle, .ending: break
        }
        hosts[host]?.state = .ending(cause, work, wasStarting: wasStarting)
        hosts[host]?.deadline = now + limits.cancelGrace
        return [.kill(host)]
    }
}
