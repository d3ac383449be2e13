import Glibc
import HostProtocol

// What happens to hosts.

extension HostScheduler {
    /// A host has loaded its provider.
    mutating func hostStarted(_ host: HostID, now: UInt64) -> [HostAction] {
        guard let record = hosts[host], case .starting = record.state else { return [] }
        starts[record.provider, default: ProviderStarts()].succeeded()
        queues.started(record.queue)
        return becomeIdle(host, now: now)
    }

    /// A host says that it can't load its provider.
    mutating func hostRefused(_ host: HostID, error: HostError, now: UInt64) -> [HostAction] {
        guard let record = hosts[host], case .starting = record.state else { return [] }
        starts[record.provider, default: ProviderStarts()].failed(error, at: now)
        return endHost(host, now: now) + failQueue(record.queue, with: error)
    }

    /// No process could be started.
    mutating func hostNotStarted(_ host: HostID, error: HostError, now: UInt64) -> [HostAction] {
        guard let record = hosts.removeValue(forKey: host) else { return [] }
        queues.removeHost(host, of: record.queue)
        starts[record.provider, default: ProviderStarts()].failed(error, at: now)
        return failQueue(record.queue, with: error) + assignHosts(now: now)
    }

    /// A host hung up, or (`misbehaved`) sent what no host sends.
    mutating func hostLost(_ host: HostID, misbehaved: Bool, now: UInt64) -> [HostAction] {
        guard let record = hosts[host], !record.isEnding else { return [] }
        if misbehaved { return kill(host, cause: .misbehaved, now: now) }
        // A process that ends hangs up first. How it ends is waited for.
        beginEnding(host, cause: .lost, now: now)
        return [.end(host)]
    }

    /// A host process has ended.
    ///
    /// - Parameter page: the page that it was measuring for a request of more than that, as far as it has said so.
    mutating func hostEnded(_ host: HostID, end: HostDeath, page: Int64? = nil, now: UInt64) -> [HostAction] {
        guard let record = hosts.removeValue(forKey: host) else { return [] }
        queues.removeHost(host, of: record.queue)
        for document in record.documents { documents[document]?.host = nil }

        // Where the queue has another host already, its requests are about that one.
        var actions = queues.host(of: record.queue) == nil ? failRequestsAbout(record.queue) : []
        var death = end
        // Where it was killed here, whatever it ended with.
        switch record.state {
        case .ending(.misbehaved, _, _): death = .misbehaved
        case .ending(.unresponsive, let work, _): death = work?.stop == nil ? .misbehaved : .unresponsive
        case .ending, .starting, .idle, .busy: break
        }
        if record.endsUnexpectedly { restarts[record.client, default: HostRestarts()].ended(at: now) }
        if let work = record.work { actions += died(during: work, death, at: page, now: now) }
        if record.isStarting { actions += startEnded(record, death, now: now) }
        return actions + wantHost(for: record.queue, now: now) + assignHosts(now: now)
    }

    /// Acts on every host whose deadline has passed.
    mutating func tick(now: UInt64) -> [HostAction] {
        let due = hosts.filter { ($0.value.deadline ?? .max) <= now }.map(\.key).sorted { $0.number < $1.number }
        var actions = due.flatMap { deadlinePassed(of: $0, now: now) }
        let held = hosts.filter { ($0.value.spreadTime ?? .max) <= now }.sorted { $0.key.number < $1.key.number }
        for (host, record) in held {
            hosts[host]?.spreadTime = nil
            actions += record.isIdle ? serveNext(on: host, now: now) : spreadLoad(record.queue, now: now)
        }
        return actions + assignHosts(now: now)
    }

    private mutating func deadlinePassed(of host: HostID, now: UInt64) -> [HostAction] {
        switch hosts[host]?.state {
        case nil:
            return []
        case .idle:
            return endHost(host, now: now)
        case .starting:
            return kill(host, cause: .unresponsive, now: now)
        case .busy(let work):
            return work.stop == nil || work.stop == .outranked
                ? stop(host, because: .timedOut, now: now) : kill(host, cause: .unresponsive, now: now)
        case .ending(.intended, _, _):
            // It was asked to end, and has not. What it served is answered already.
            hosts[host]?.state = .ending(.unresponsive, nil, wasStarting: false)
            hosts[host]?.deadline = now + limits.cancelGrace
            return [.kill(host)]
        case .ending(.lost, _, _):
            // It hung up, and goes on.
            return kill(host, cause: .unresponsive, now: now)
        case .ending:
            // Killed, and still there: the kernel can't end it (a dead network mount does that). It is given up.
            return hostEnded(host, end: .killed(SIGKILL), now: now)
        }
    }

    /// Decides what the death of a host means for the request that it served, and for the request's document.
    ///
    /// - Parameter page: the page that was being measured for it.
    private mutating func died(
        during work: ScheduledHost.Work, _ death: HostDeath, at page: Int64?, now: UInt64
    ) -> [HostAction] {
        var request = work.request
        queues.end(request)
        let stop = work.stop == .outranked ? nil : work.stop
        guard let document = request.document, let record = documents[document] else {
            let error = HostError(.hostFailed, "the provider host ended with \(death)")
            return [.fail(request.id, stop.map { self.error(for: $0, work.subject) } ?? error)]
        }
        guard record.generation == work.generation else {
            if let stop { return [.fail(request.id, error(for: stop, work.subject))] }
            // It was reloaded meanwhile: it may be mended.
            return enqueue(request, in: record.queue, provider: record.provider, owner: record.owner, now: now)
        }
        let isOpening = page == nil && (work.phase == .opening || request.need != .document)
        var actions: [HostAction] = []
        if isToBlame(work, for: death), isOpening ? stop == nil && !record.hasEndedHost : true {
            if !isOpening { actions += blame(work, for: death, at: page, of: document, record, now: now) }
            actions += isolate(document, now: now)
        }
        if let stop { return [.fail(request.id, error(for: stop, work.subject))] + actions }
        if case .killed(let signal) = death {
            request.kills += 1
            guard request.kills <= HostLimits.killsPerRequest else { return [.fail(request.id, Self.killed(signal))] }
            return putFirst(request, in: record, now: now)
        }
        if isOpening {
            guard record.hasEndedHost else {
                documents[document]?.hasEndedHost = true
                return actions + askFirst(request, of: document, now: now)
            }
            documents[document]?.failure = death
            let error = Self.refused(death)
            return [.fail(request.id, error)] + failWaiting(of: document, in: record.queue, with: error)
        }
        if let error = refusal(
            of: request.subject, of: document, for: request.requesters.first?.user,
            isPrefetch: request.priority.isAhead)
        {
            return actions + [.fail(request.id, error)]
        }
        request.endings += 1
        guard request.endings < HostLimits.endingsPerRequest else {
            return actions + [.fail(request.id, Self.gaveUp(death, at: request.subject))]
        }
        return actions + askFirst(request, of: document, now: now)
    }

    /// Whether a request is to blame for the end of the host that served it. One that nobody waited for any more, and that did not end
    /// when it was told to, is where it was asked ahead: somebody may wait for as long another time.
    private func isToBlame(_ work: ScheduledHost.Work, for death: HostDeath) -> Bool {
        if death.isFromOutside { return false }
        guard death == .unresponsive else { return true }
        return work.stop == .timedOut || work.isPrefetch
    }

    /// Counts a failure, and fails what waits that is refused for it.
    private mutating func blame(
        _ work: ScheduledHost.Work, for death: HostDeath, at page: Int64?, of document: DocumentID,
        _ record: ScheduledDocument, now: UInt64
    ) -> [HostAction] {
        guard let scope = record.failureScope else { return [] }
        // A request of more than one page comes to them one after the other.
        let subject = page.map { work.request.subject.measuring($0) } ?? work.request.subject
        let user = record.owner.uid ?? work.request.requesters.first?.user
        let wasRefused = refusal(of: subject, of: document, for: user) != nil
        failures.note(
            death, of: subject.work, at: subject.extent, in: scope, for: user, isPrefetch: work.isPrefetch, now: now)
        let next = failures.nextStart(in: scope, for: user)
        documents[document]?.holds[user] = next > now ? next : nil
        var actions: [HostAction] = []
        if !wasRefused, refusal(of: subject, of: document, for: user) != nil {
            actions.append(.noteRefusal(document, subject, death))
        }
        for waiting in queues.requests(of: document, in: record.queue) where waiting.need == .document {
            guard
                let error = refusal(
                    of: waiting.subject, of: document, for: waiting.requesters.first?.user,
                    isPrefetch: waiting.priority.isAhead)
            else { continue }
            _ = queues.remove(waiting.id)
            actions.append(.fail(waiting.id, error))
        }
        return actions
    }

    /// Has a document that has ended a host go on in one of its own.
    private mutating func isolate(_ document: DocumentID, now: UInt64) -> [HostAction] {
        guard let record = documents[document] else { return [] }
        let others = queues.removeAll(of: record.queue) { $0.document == document }
        documents[document]?.queue = .isolated(document)
        documents[document]?.host = nil
        // It may have gone on in another one meanwhile.
        let closing = forget(document, stopping: false, now: now)
        for other in others {
            queues.add(other, to: .isolated(document), provider: record.provider, owner: record.owner)
        }
        return closing + wantHost(for: .isolated(document), now: now)
    }

    /// Has a request asked again before all others of its document.
    private mutating func askFirst(_ request: HostRequest, of document: DocumentID, now: UInt64) -> [HostAction] {
        documents[document].map { putFirst(request, in: $0, now: now) } ?? []
    }

    /// A host that died while it loaded its provider is tried again, until it has failed too often. One that was ended from outside
    /// has not failed; where that goes on for as long as one request may take, those that wait have waited long enough.
    private mutating func startEnded(_ record: ScheduledHost, _ death: HostDeath, now: UInt64) -> [HostAction] {
        let cause: ScheduledHost.Cause = if case .ending(let cause, _, _) = record.state { cause } else { .lost }
        switch (cause, death) {
        case (.intended, _):
            return []
        case (.lost, .killed(let signal)):
            guard queues.host(of: record.queue) == nil,
                now >= queues.startEnded(record.queue, at: now) + limits.requestTime
            else { return [] }
            return failQueue(record.queue, with: Self.killed(signal))
        case (.unresponsive, _):
            startFailed(record, "did not load it in time", now: now)
        case (.lost, _), (.misbehaved, _):
            startFailed(record, "ended with \(death) while it loaded the provider", now: now)
        }
        return []
    }

    private mutating func startFailed(_ record: ScheduledHost, _ what: String, now: UInt64) {
        starts[record.provider, default: ProviderStarts()].failed(
            HostError(.providerRefused, "its host \(what)"), at: now)
    }

    /// Fails what was asked of this very host.
    mutating func failRequestsAbout(_ key: QueueKey) -> [HostAction] {
        queues.removeAll(of: key) { $0.need == .thisHost }
            .map { .fail($0.id, HostError(.hostFailed, "the provider host has ended")) }
    }

    private mutating func kill(_ host: HostID, cause: ScheduledHost.Cause, now: UInt64) -> [HostAction] {
        beginEnding(host, cause: cause, now: now)
        return [.kill(host)]
    }

    private mutating func beginEnding(_ host: HostID, cause: ScheduledHost.Cause, now: UInt64) {
        guard let record = hosts[host] else { return }
        hosts[host]?.state = .ending(cause, record.work, wasStarting: record.isStarting)
        hosts[host]?.deadline = now + limits.cancelGrace
    }
}

// Other limits and settings while hosts run.

extension HostScheduler {
    /// Changes the limits. Where more hosts run than are allowed now, idle ones end. Providers that failed to start are tried
    /// again: they may have lacked memory.
    mutating func setLimits(_ limits: HostLimits, now: UInt64) -> [HostAction] {
        self.limits = limits
        starts = [:]
        var actions: [HostAction] = []
        for (document, record) in documents.sorted(by: { $0.key.number < $1.key.number }) {
            guard case .shared(let provider, let owner, let number) = record.queue else { continue }
            let keys = sharedQueues(of: provider, owner)
            if number >= keys.count { actions += move(document, to: keys[number % keys.count], now: now) }
        }
        var running = hosts.values.count { !$0.isEnding }
        while running > limits.hosts, let victim = leastUseful() {
            actions += endHost(victim, now: now)
            running -= 1
        }
        for owner in Set(hosts.values.map(\.owner)) {
            var running = hosts.values.count { $0.owner == owner && !$0.isEnding }
            while running > limits.hostsPerUser, let victim = leastUseful(where: { $0.owner == owner }) {
                actions += endHost(victim, now: now)
                running -= 1
            }
        }
        return actions + assignHosts(now: now)
    }

    /// Ends hosts of some providers and owners, each as soon as it is idle. New ones are started when they are needed.
    mutating func replaceHosts(where matches: (ProviderID, HostOwner) -> Bool, now: UInt64) -> [HostAction] {
        var actions: [HostAction] = []
        for (id, record) in hosts.sorted(by: { $0.key.number < $1.key.number })
        where matches(record.provider, record.owner) {
            if record.isIdle { actions += endHost(id, now: now) } else { hosts[id]?.isOutdated = true }
        }
        return actions + assignHosts(now: now)
    }

    /// A host has taken more memory than it may: it ends as soon as it is idle.
    mutating func hostHasGrown(_ host: HostID) { hosts[host]?.isOutdated = true }

    /// Ends a host that has just become idle, and is outdated or has to make room; its queue gets another where requests wait.
    mutating func replace(_ host: HostID, now: UInt64) -> [HostAction] {
        guard let record = hosts[host] else { return [] }
        let about = failRequestsAbout(record.queue)
        return about + endHost(host, now: now) + wantHost(for: record.queue, now: now) + assignHosts(now: now)
    }
}
