import HostProtocol

// Which queue gets a host, and what a host does next.

extension HostScheduler {
    /// The host has answered what it was asked; `error` is why it could not do it.
    mutating func finished(_ host: HostID, error: HostError?, now: UInt64) -> [HostAction] {
        guard let record = hosts[host], case .busy(var work) = record.state else { return [] }
        let request = work.request
        queues.done(request, in: record.queue, at: now)
        if work.phase == .opening, error == nil, let document = request.document {
            guard let known = documents[document], known.generation == work.generation else {
                // It was closed or reloaded while it was being opened; a close is on its way to the host.
                queues.end(request)
                return retry(request, after: work.stop, now: now) + becomeIdle(host, now: now)
            }
            documents[document]?.host = host
            documents[document]?.moves.openingTime = now - min(work.began, now)
            hosts[host]?.documents.insert(document)
            if request.need == .document, work.stop == nil {
                work.phase = .calling
                hosts[host]?.state = .busy(work)
                return [.call(host, request.id, serial: work.serial)] + endPrefetch(in: record.queue, now: now)
            }
        }
        queues.end(request)
        if work.stop == .outranked, error?.code == .cancelled {
            return askAgain(request, now: now) + becomeIdle(host, now: now)
        }
        if work.stop == nil { queues.answered(request, in: record.queue) }
        restarts[record.client] = nil
        hosts[host]?.answered += 1
        if limits.requestsPerHost > 0, record.answered + 1 >= limits.requestsPerHost { hosts[host]?.isOutdated = true }
        let outcome: HostAction
        if let error {
            outcome = .fail(
                request.id, error.code == .cancelled ? self.error(for: work.stop ?? .cancelled, work.subject) : error)
        } else if let stop = work.stop, work.phase == .opening && request.need == .document || stop == .closed {
            outcome = .fail(request.id, self.error(for: stop, work.subject))
        } else {
            outcome = .answer(request.id)
        }
        return [outcome] + becomeIdle(host, now: now)
    }

    /// A request that was ended for a demand waits again, before others of its kind.
    private mutating func askAgain(_ request: HostRequest, now: UInt64) -> [HostAction] {
        guard let document = request.document, let record = documents[document] else {
            return [.fail(request.id, error(for: .closed))]
        }
        var request = request
        request.served = .max
        return putFirst(request, in: record, now: now)
    }

    /// Has a request wait before all others of its kind; its document may be in another host by now, which has nothing to do.
    mutating func putFirst(_ request: HostRequest, in record: ScheduledDocument, now: UInt64) -> [HostAction] {
        queues.add(request, to: record.queue, provider: record.provider, owner: record.owner, first: true)
        return queues.host(of: record.queue).map { serveNext(on: $0, now: now) }
            ?? wantHost(for: record.queue, now: now)
    }

    /// A request whose document changed under it starts again.
    private mutating func retry(
        _ request: HostRequest, after stop: ScheduledHost.Stop?, now: UInt64
    ) -> [HostAction] {
        if let stop { return [.fail(request.id, error(for: stop, request.subject))] }
        guard let document = request.document, let record = documents[document] else {
            return [.fail(request.id, error(for: .closed))]
        }
        return enqueue(request, in: record.queue, provider: record.provider, owner: record.owner, now: now)
    }

    /// The host is free: it serves the next request, or waits.
    mutating func becomeIdle(_ host: HostID, now: UInt64) -> [HostAction] {
        hosts[host]?.state = .idle
        hosts[host]?.idleSince = now
        let deadline = idleDeadline(of: host)
        hosts[host]?.deadline = deadline
        if hosts[host]?.isOutdated == true || isNeededByOthers(host) { return replace(host, now: now) }
        return serveNext(on: host, now: now) + assignHosts(now: now)
    }

    /// Has an idle host serve the next request of its queue.
    mutating func serveNext(on host: HostID, now: UInt64) -> [HostAction] {
        guard var record = hosts[host], record.isIdle else { return [] }
        let held = usersHeld(in: record.queue, now: now)
        guard var request = queues.next(of: record.queue, for: host, except: held, now: now) else {
            if queues.count(of: record.queue) > 0 {
                let times = [holdEnd(of: record.queue, now: now), queues.idleTime(of: record.queue)]
                hosts[host]?.spreadTime = times.compactMap { $0 }.filter { $0 > now }.min()
                return []
            }
            return isAbandoned(record.queue) ? endHost(host, now: now) : spreadLoadOfOthers(of: record.queue, now: now)
        }
        request.served = min(request.served, now)
        var phase = ScheduledHost.Work.Phase.calling
        var generation: UInt32 = 0
        if let document = request.document, let known = documents[document] {
            generation = known.generation
            if request.need == .opening || request.need == .document && known.host != host { phase = .opening }
        }
        let serial = record.nextSerial()
        record.state = .busy(
            ScheduledHost.Work(
                request: request, phase: phase, serial: serial, generation: generation, began: now,
                isPrefetch: request.priority.isAhead))
        record.deadline = now + limits.requestTime
        record.spreadTime =
            queues.documentsWithDemand(in: record.queue).isEmpty ? nil : request.served + Self.longRequest
        hosts[host] = record
        if phase == .opening, let document = request.document { return [.open(host, document, serial: serial)] }
        return [.call(host, request.id, serial: serial)]
    }

    /// The users whose requests in a queue have to wait: they have ended too many hosts.
    private func usersHeld(in key: QueueKey, now: UInt64) -> Set<UInt32?> {
        guard case .isolated(let document) = key, let holds = documents[document]?.holds, !holds.isEmpty else {
            return []
        }
        return Set(holds.filter { $0.value > now }.keys)
    }

    /// When the next of them are served again; nil where nobody has to wait.
    private func holdEnd(of key: QueueKey, now: UInt64) -> UInt64? {
        guard case .isolated(let document) = key else { return nil }
        return documents[document]?.holds.values.filter { $0 > now }.min()
    }

    /// A queue has requests and no host.
    mutating func wantHost(for key: QueueKey, now: UInt64) -> [HostAction] {
        guard queues.needsHost(key) != nil else { return [] }
        if !waiting.contains(key) { waiting.append(key) }
        return assignHosts(now: now)
    }

    /// Starts hosts for queues that wait, as far as the limit goes; ends idle ones to make room.
    mutating func assignHosts(now: UInt64) -> [HostAction] {
        pauseEnd = nil
        guard !waiting.isEmpty else { return [] }
        var actions: [HostAction] = []
        // Hosts that end already make room for as many.
        let ending = hosts.values.filter(\.isEnding).map(\.owner)
        var endingOfAll = ending.count
        var endingOfOwner = Dictionary(ending.map { ($0, 1) }, uniquingKeysWith: +)
        var shares = shares(waiting: waiting)
        let keys = inTurn(waiting, shares)
        waiting = []
        for key in keys {
            guard let (provider, owner) = queues.needsHost(key) else { continue }
            if !queues.hasRequests(in: key, except: usersHeld(in: key, now: now)) {
                pauseEnd = min(pauseEnd ?? .max, holdEnd(of: key, now: now) ?? now)
                waiting.append(key)
                continue
            }
            if let refusal = starts[provider]?.refusal(at: now, limit: limits.startsPerMinute) {
                actions += failQueue(key, with: refusal)
                continue
            }
            if let end = restarts[HostClient(provider: provider, owner: owner)]?.pauseEnd, now < end {
                pauseEnd = min(pauseEnd ?? .max, end)
                waiting.append(key)
                continue
            }
            // Who has as many as one owner may have makes room among those.
            let isOwnersLimit = hosts.values.count { $0.owner == owner } >= limits.hostsPerUser
            guard isOwnersLimit || hosts.count >= limits.hosts else {
                actions.append(start(key, provider, owner, now: now))
                shares.add(owner)
                continue
            }
            if isOwnersLimit ? endingOfOwner[owner, default: 0] > 0 : endingOfAll > 0 {
                if isOwnersLimit { endingOfOwner[owner, default: 0] -= 1 }
                endingOfAll -= 1
                shares.add(owner)
                waiting.append(key)
            } else if let victim = isOwnersLimit
                ? leastUseful(where: { $0.owner == owner }) : idleHost(for: owner, shares)
            {
                if let loser = hosts[victim]?.owner { shares.remove(loser) }
                shares.add(owner)
                actions += endHost(victim, now: now)
                waiting.append(key)
            } else if !isOwnersLimit, shares.isBelow(owner), shares.isAnyoneBeyond {
                // The first of those who have too many that has answered ends for it.
                shares.add(owner)
                waiting.append(key)
            } else {
                actions += joinAnother(from: key, now: now)
                // Where those of others are idle, which are not taken for it, it waits for one of its own.
                if isOwnersLimit || !hosts.values.contains(where: \.isIdle) {
                    actions += failNewcomers(of: key, isOwnersLimit ? owner : nil)
                }
                if queues.count(of: key) > 0 { waiting.append(key) }
            }
        }
        return actions
    }

    private mutating func start(
        _ key: QueueKey, _ provider: ProviderID, _ owner: HostOwner, now: UInt64
    ) -> HostAction {
        lastHost += 1
        let host = HostID(number: lastHost)
        hosts[host] = ScheduledHost(
            queue: key, provider: provider, owner: owner, deadline: now + limits.requestTime)
        queues.setHost(host, of: key)
        return .start(host, provider, owner)
    }

    /// The idle host that is the least useful: without documents first, then the one that has been idle longest.
    ///
    /// - Parameter matches: picks those that are considered.
    func leastUseful(where matches: (ScheduledHost) -> Bool = { _ in true }) -> HostID? {
        hosts.filter { $0.value.isIdle && matches($0.value) }.min { one, other in
            let (first, second) = (one.value, other.value)
            if first.documents.isEmpty != second.documents.isEmpty { return first.documents.isEmpty }
            return (first.idleSince, one.key.number) < (second.idleSince, other.key.number)
        }?.key
    }

    /// Turns away documents that are not open yet while every host is at work. Those that are open wait for their turn.
    ///
    /// - Parameter owner: whose hosts are all at work; nil: those of everybody.
    private mutating func failNewcomers(of key: QueueKey, _ owner: HostOwner?) -> [HostAction] {
        let error =
            owner.map { owner in
                HostError(
                    .limitReached(name: "HostsPerUser", value: limits.hostsPerUser),
                    "all \(limits.hostsPerUser) provider hosts of \(owner) are at work")
            } ?? HostError(.hostsExhausted, "all \(limits.hosts) provider hosts are at work")
        return queues.removeAll(of: key) { $0.need != .document }.map { .fail($0.id, error) }
    }

    /// Fails everything that waits in a queue.
    mutating func failQueue(_ key: QueueKey, with error: HostError) -> [HostAction] {
        queues.removeAll(of: key).map { .fail($0.id, error) }
    }

    /// Tells a host to end. Its queue may have a new one from now on.
    mutating func endHost(_ host: HostID, now: UInt64) -> [HostAction] {
        guard let record = hosts[host], !record.isEnding else { return [] }
        for document in record.documents { documents[document]?.host = nil }
        hosts[host]?.documents = []
        hosts[host]?.state = .ending(.intended, nil, wasStarting: false)
        hosts[host]?.deadline = now + limits.cancelGrace
        queues.removeHost(host, of: record.queue)
        return [.end(host)]
    }

    /// Ends the host of a queue that no document uses any more.
    mutating func dismiss(_ key: QueueKey, now: UInt64) -> [HostAction] {
        guard let host = queues.host(of: key), hosts[host]?.isIdle == true else { return [] }
        return endHost(host, now: now)
    }

    /// Whether a queue was made for one document, which is closed or has another queue now.
    private func isAbandoned(_ key: QueueKey) -> Bool {
        guard case .isolated(let document) = key else { return false }
        return documents[document]?.queue != key
    }

    /// When a host without documents ends by itself.
    func idleDeadline(of host: HostID) -> UInt64? {
        guard let record = hosts[host], record.isIdle, record.documents.isEmpty else { return nil }
        return record.idleSince + (retired.contains(record.provider) ? 0 : limits.idleTime)
    }
}
