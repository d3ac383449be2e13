import HostProtocol
import SheafOS

/// Decides which host serves which request, and what a host's end means for whom. It does nothing itself: every event
/// returns what is to be done.
///
/// Requests wait in *queues*. A queue has at most one host, which serves one request at a time: those that somebody
/// waits for first, then prefetches, then, where the host has been quiet, what there is time for; of each the users in turn, then
/// their readers, and those of one reader in the order they came. A demand ends the prefetch that it meets, which is asked again later.
/// Documents of one owner that one provider opens share `hostsPerProvider` queues. A host that dies costs the request that it served;
/// this is asked again, once, in a queue of its document's
/// own. What ends that host too is refused until the document is reloaded: that work on that page (``FailureLedger``), or the document
/// where it ends hosts when it is opened. Everything else goes on in a new host,
/// where documents are opened again when they are needed. A host that is ended from outside is no document's fault: its request
/// is asked again, ``HostLimits/killsPerRequest`` times.
///
/// Times are in microseconds of one clock, which only goes forward.
struct HostScheduler {
    var limits: HostLimits
    var queues = RequestQueues()
    var hosts: [HostID: ScheduledHost] = [:]
    var documents: [DocumentID: ScheduledDocument] = [:]
    var starts: [ProviderID: ProviderStarts] = [:]
    /// The work that has ended hosts, by user and document.
    var failures = FailureLedger()
    /// The clients whose last hosts ended without having answered anything.
    var restarts: [HostClient: HostRestarts] = [:]
    /// The queues that have requests and no host, in the order they came to need one.
    var waiting: [QueueKey] = []
    /// The time at which the first waiting queue gets a host, of those that wait since hosts ended before; nil where
    /// none does.
    var pauseEnd: UInt64?
    /// Providers whose files were replaced, or are gone: their hosts end when no document is open in them any more.
    private(set) var retired: Set<ProviderID> = []
    var lastHost: UInt64 = 0

    init(limits: HostLimits) {
        self.limits = limits
    }

    /// Makes a document known, so that requests can name it. It lives until ``close(_:)``.
    ///
    /// - Parameters:
    ///   - failureScope: what its failures are counted under; nil while it is not known which file it is.
    ///   - old: what it takes the place of: it is opened in the host of that, where its provider may know more of it.
    mutating func add(
        _ document: DocumentID, provider: ProviderID, owner: HostOwner, failureScope: FailureLedger.Scope? = nil,
        inPlaceOf old: DocumentID? = nil
    ) {
        documents[document] = ScheduledDocument(
            provider: provider, owner: owner, failureScope: failureScope, queue: queueAtFirst(for: provider, owner))
        if let old = old.flatMap({ documents[$0] }), old.hasQueue, case .shared = old.queue {
            documents[document]?.queue = old.queue
            documents[document]?.hasQueue = true
        }
    }

    /// A request of a document.
    ///
    /// - Parameters:
    ///   - user: on whose behalf it is asked; nil: the service's own. Of a user's document all are the user's.
    ///   - reader: the one that it is for.
    ///   - canBeEnded: whether it may be ended for a demand and asked again.
    ///   - isLimited: whether it fails where too many wait already.
    mutating func submit(
        _ id: RequestID, document: DocumentID, need: HostRequest.Need, subject: RequestSubject = .other,
        priority: HostPriority, for user: UInt32? = nil, reader: UInt64? = nil, canBeEnded: Bool = false,
        isLimited: Bool = true, now: UInt64
    ) -> [HostAction] {
        let placing = need == .document || need == .opening ? assignQueue(to: document, now: now) : []
        guard let record = documents[document] else {
            return [.fail(id, HostError(.closed, "the document was closed"))]
        }
        if let death = record.failure { return placing + [.fail(id, Self.refused(death))] }
        let user = record.owner.uid ?? user
        if need == .document, let scope = record.failureScope,
            let error = failures.refusal(of: subject, in: scope, for: user, isPrefetch: priority.isAhead)
        {
            return placing + [.fail(id, error)]
        }
        if isLimited, let user, let error = refusal(of: user, priority) { return placing + [.fail(id, error)] }
        let request = HostRequest(
            id: id, document: document, need: need, subject: subject, priority: priority, made: now,
            canBeEnded: canBeEnded, requesters: [Requester(user: user, reader: reader)])
        return placing
            + enqueue(
                request, in: record.queue, provider: record.provider, owner: record.owner, isLimited: isLimited,
                now: now)
    }

    /// A request to every host that runs, about itself. `makeID` gives each its id.
    mutating func broadcast(
        to matches: (ProviderID) -> Bool = { _ in true }, now: UInt64, makeID: (HostID) -> RequestID
    ) -> [HostAction] {
        var actions: [HostAction] = []
        for (host, record) in hosts.sorted(by: { $0.key.number < $1.key.number })
        where !record.isEnding && matches(record.provider) {
            let request = HostRequest(
                id: makeID(host), document: nil, need: .thisHost, priority: .demand,
                requesters: [Requester(user: nil)])
            actions += enqueue(request, in: record.queue, provider: record.provider, owner: record.owner, now: now)
        }
        return actions
    }

    /// Cancels a request that nobody waits for any more.
    mutating func cancel(_ id: RequestID, now: UInt64) -> [HostAction] {
        if let host = queues.hostServing(id) {
            if let record = hosts[host], case .busy(let work) = record.state {
                queues.ended(work.request, in: record.queue)
            }
            return stop(host, because: .cancelled, now: now)
        }
        guard let key = queues.queue(of: id), let request = queues.remove(id) else { return [] }
        queues.ended(request, in: key)
        return [.fail(id, error(for: .cancelled))]
    }

    /// Whether a host works on a request.
    func isServed(_ id: RequestID) -> Bool { queues.hostServing(id) != nil }

    /// A reader of a user waits for a request too, which may have been a prefetch.
    mutating func raise(_ id: RequestID, for user: UInt32?, reader: UInt64? = nil, now: UInt64) -> [HostAction] {
        let requester = Requester(user: user, reader: reader)
        if let key = queues.raise(id, for: requester) {
            return endPrefetch(in: key, now: now) + spreadLoad(key, now: now)
        }
        if let host = queues.hostServing(id), let record = hosts[host], case .busy(var work) = record.state {
            work.request.raise(for: Requester(user: record.owner.uid ?? user, reader: reader))
            hosts[host]?.state = .busy(work)
        }
        return []
    }

    /// The use that each user makes of hosts: those that run, and the requests that wait. A user with neither is left
    /// out.
    var users: [UInt32: HostUsage] {
        var users = queues.waiting.mapValues { HostUsage(requests: $0) }
        for host in hosts.values { if let uid = host.owner.uid { users[uid, default: HostUsage()].hosts += 1 } }
        return users
    }

    /// A document is not needed any more. Its requests fail.
    mutating func close(_ document: DocumentID, now: UInt64) -> [HostAction] {
        guard let record = documents.removeValue(forKey: document) else { return [] }
        var actions = failWaiting(of: document, in: record.queue, with: error(for: .closed))
        actions += forget(document, stopping: true, now: now)
        if case .isolated = record.queue { actions += dismiss(record.queue, now: now) }
        return actions
    }

    /// Why something would not be asked of a document's provider; nil where it would.
    ///
    /// - Parameter isPrefetch: whether nobody waits for it.
    func refusal(
        of subject: RequestSubject, of document: DocumentID, for user: UInt32?, isPrefetch: Bool = false
    ) -> HostError? {
        guard let record = documents[document], let scope = record.failureScope else { return nil }
        return failures.refusal(of: subject, in: scope, for: record.owner.uid ?? user, isPrefetch: isPrefetch)
    }

    /// Forgets what has failed in a document for a user, who wants it tried again.
    mutating func forgetFailures(of document: DocumentID, for user: UInt32?) {
        guard let record = documents[document], let scope = record.failureScope else { return }
        failures.forget(scope, for: record.owner.uid ?? user)
    }

    /// A document that was refused is served again; it is opened anew before its next request.
    mutating func reload(_ document: DocumentID, now: UInt64) -> [HostAction] {
        guard var record = documents[document] else { return [] }
        let old = record.queue
        if case .isolated = old { record.queue = queue(for: record.provider, record.owner) }
        record.host = nil
        record.generation &+= 1
        record.hasEndedHost = false
        record.failure = nil
        documents[document] = record
        var actions = forget(document, stopping: false, now: now)
        guard old != record.queue else { return actions }
        for request in queues.removeAll(of: old, where: { $0.document == document }) {
            actions += enqueue(request, in: record.queue, provider: record.provider, owner: record.owner, now: now)
        }
        actions += dismiss(old, now: now)
        return actions
    }

    /// Whether requests of a document wait or are being served.
    func hasRequests(of document: DocumentID) -> Bool {
        guard let record = documents[document] else { return false }
        if queues.hasRequests(of: document, in: record.queue) { return true }
        return hosts.values.contains { $0.workedOn == document }
    }

    /// Sets the providers that open nothing any more.
    mutating func retire(_ providers: Set<ProviderID>, now: UInt64) -> [HostAction] {
        retired = providers
        return endIdleHosts(withDocuments: false, now: now) { providers.contains($0.provider) }
    }

    /// Lets hosts go that have nothing to do.
    ///
    /// - Parameter matches: picks those that may go.
    mutating func endIdleHosts(
        withDocuments: Bool, now: UInt64, where matches: (ScheduledHost) -> Bool = { _ in true }
    ) -> [HostAction] {
        hosts.filter { $0.value.isIdle && (withDocuments || $0.value.documents.isEmpty) && matches($0.value) }
            .map(\.key).sorted { $0.number < $1.number }
            .flatMap { endHost($0, now: now) }
    }

    /// When ``tick(now:)`` wants to be called; nil: not before the next event.
    var nextDeadline: UInt64? {
        (hosts.values.flatMap { [$0.deadline, $0.spreadTime] }.compactMap { $0 } + (pauseEnd.map { [$0] } ?? [])).min()
    }

    // MARK: - Parts that several events share

    /// Why no further request of a user is taken: so many wait already. What is read ahead is half of them at most.
    private func refusal(of user: UInt32, _ priority: HostPriority) -> HostError? {
        let limit = limits.requestsPerUser
        guard queues.waiting[user, default: 0] >= (priority.isAhead ? limit / 2 : limit) else { return nil }
        return HostError(
            .limitReached(name: "RequestsPerUser", value: limit), "\(limit) requests of uid \(user) wait already")
    }

    /// Puts a request into a queue, and has it served where it can be.
    mutating func enqueue(
        _ request: HostRequest, in key: QueueKey, provider: ProviderID, owner: HostOwner, isLimited: Bool = true,
        now: UInt64
    ) -> [HostAction] {
        let waiting = queues.count(of: key)
        guard !isLimited || waiting < limits.queueLength else {
            return [.fail(request.id, HostError(.busy, "\(waiting) requests wait for this provider host already"))]
        }
        queues.add(request, to: key, provider: provider, owner: owner)
        guard let host = queues.host(of: key) else { return wantHost(for: key, now: now) }
        let serving = serveNext(on: host, now: now)
        guard request.priority == .demand else { return serving }
        return serving + endPrefetch(in: key, now: now) + spreadLoad(key, now: now)
    }

    /// Ends what a host reads ahead, since a demand waits. One that can't be ended goes on: it was not asked in vain.
    mutating func endPrefetch(in key: QueueKey, now: UInt64) -> [HostAction] {
        guard let host = queues.host(of: key), case .busy(var work) = hosts[host]?.state,
            work.request.priority == .prefetch, work.request.canBeEnded, work.phase == .calling, work.stop == nil,
            queues.hasDemand(in: key, over: work.request)
        else { return [] }
        work.stop = .outranked
        work.stopped = now
        hosts[host]?.state = .busy(work)
        return [.stop(host, serial: work.serial)]
    }

    /// Asks what a host does now to end.
    mutating func stop(_ host: HostID, because reason: ScheduledHost.Stop, now: UInt64) -> [HostAction] {
        guard var record = hosts[host] else { return [] }
        switch record.state {
        case .starting, .idle:
            return []
        case .busy(var work):
            guard work.stop == nil || work.stop == .outranked else { return [] }
            let isTold = work.stop != nil
            work.stop = reason
            work.stopped = now
            record.state = .busy(work)
            record.deadline = now + limits.cancelGrace
            hosts[host] = record
            return isTold ? [] : [.stop(host, serial: work.serial)]
        case .ending(let cause, var work, let wasStarting):
            if work?.stop == nil || work?.stop == .outranked { work?.stop = reason }
            hosts[host]?.state = .ending(cause, work, wasStarting: wasStarting)
            return []
        }
    }

    /// Fails what waits for a document.
    mutating func failWaiting(of document: DocumentID, in key: QueueKey, with error: HostError) -> [HostAction] {
        queues.removeAll(of: key) { $0.document == document }.map { .fail($0.id, error) }
    }

    /// Closes a document wherever it is open or being opened.
    mutating func forget(_ document: DocumentID, stopping: Bool, now: UInt64) -> [HostAction] {
        var actions: [HostAction] = []
        for (id, record) in hosts.sorted(by: { $0.key.number < $1.key.number }) {
            var isThere = record.documents.contains(document)
            if let work = record.work, work.request.document == document {
                isThere = isThere || work.phase == .opening
                if stopping { actions += stop(id, because: .closed, now: now) }
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

    /// How long a request may take, for people.
    private var requestTime: String {
        let time = limits.requestTime
        return time % 1_000_000 == 0 ? "\(time / 1_000_000) s" : "\(time / 1_000) ms"
    }

    /// The error for a request that was asked to end.
    ///
    /// - Parameter subject: what it was.
    func error(for stop: ScheduledHost.Stop, _ subject: RequestSubject = .other) -> HostError {
        switch stop {
        case .cancelled, .outranked: HostError(.cancelled, "the request was cancelled")
        case .timedOut:
            HostError(.timedOut, "the provider took too long: in \(requestTime) it did not \(subject)")
        case .closed: HostError(.closed, "the document was closed")
        }
    }

    /// The error for a request whose hosts are all ended from outside.
    static func killed(_ signal: Int32) -> HostError {
        HostError(
            .hostFailed,
            "every provider host that was asked was ended from outside, the last with \(Signal.name(signal)); ask again"
        )
    }

    /// The error for a request that came to one page after the other that ended its host.
    static func gaveUp(_ death: HostDeath, at subject: RequestSubject) -> HostError {
        HostError(
            .workRefused(death),
            """
            pages of the document ended \(HostLimits.endingsPerRequest) provider hosts, the last with \(death) when it was \
            asked to \(subject); ask again, and these pages are passed over
            """)
    }

    /// The error for every request of a document that is refused: it ended two hosts when it was opened.
    static func refused(_ death: HostDeath) -> HostError {
        FailureLedger.refused(death, at: .opening, code: .documentFailed(death))
    }
}

/// An action that the scheduler wants done. ``HostPool`` performs it.
enum HostAction: Equatable {
    /// Start a host process and load the provider; answer with hostStarted, hostRefused or hostNotStarted.
    case start(HostID, ProviderID, HostOwner)
    /// Open a document in a host; answer with finished.
    case open(HostID, DocumentID, serial: UInt32)
    /// Send a request to a host; answer with finished.
    case call(HostID, RequestID, serial: UInt32)
    /// Close a document in a host, behind whatever it does now; no answer.
    case close(HostID, DocumentID)
    /// Ask the request that a host serves to end, by its cancel word.
    case stop(HostID, serial: UInt32)
    /// Hang up: the host ends by itself.
    case end(HostID)
    case kill(HostID)
    /// Deliver the answer that a host gave to a request.
    case answer(RequestID)
    /// A request that gets no other answer.
    case fail(RequestID, HostError)
    /// Note that something is refused from now on, to whoever asks for it.
    case noteRefusal(DocumentID, RequestSubject, HostDeath)
}
