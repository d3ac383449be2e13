import HostProtocol

// Documents are spread over the hosts that one provider may have for one owner, so that a page that takes long holds up the
// others of as few documents as may be. A document whose demand waits all the same behind a long request goes on in another host.

extension HostScheduler {
    /// After this time others no longer wait for a request where another host is free, in microseconds: longer than most pages
    /// take, and than opening most documents once more.
    static let longRequest: UInt64 = 50_000

    /// The queue of what is looked at only so far: one that has a host already, if any has.
    func queueAtFirst(for provider: ProviderID, _ owner: HostOwner) -> QueueKey {
        let keys = sharedQueues(of: provider, owner)
        let running = keys.filter { queues.host(of: $0) != nil }
        return running.first { isFree($0, owner) } ?? running.first ?? keys[0]
    }

    /// Gives a document that is opened for the first time its queue.
    mutating func assignQueue(to document: DocumentID, now: UInt64) -> [HostAction] {
        guard let record = documents[document], !record.hasQueue else { return [] }
        // One that has ended a host before may not take others with it again.
        let isIsolated = record.failureScope.map { failures.hasFailures(in: $0) } ?? false
        let key = isIsolated ? .isolated(document) : queue(for: record.provider, record.owner)
        documents[document]?.hasQueue = true
        return move(document, to: key, now: now)
    }

    /// The queue for one more document: that with the fewest, without a further host where there is no room for one.
    func queue(for provider: ProviderID, _ owner: HostOwner) -> QueueKey {
        let keys = sharedQueues(of: provider, owner)
        var documents: [QueueKey: Int] = [:]
        for document in self.documents.values where document.hasQueue { documents[document.queue, default: 0] += 1 }
        let hasRoom = hasRoom(for: owner)
        let possible = keys.filter { queues.host(of: $0) != nil || hasRoom }
        return possible.min { documents[$0, default: 0] < documents[$1, default: 0] } ?? keys[0]
    }

    /// The queues that documents of one owner share that one provider opens, never none.
    func sharedQueues(of provider: ProviderID, _ owner: HostOwner) -> [QueueKey] {
        (0..<max(limits.hostsPerProvider, 1)).map { .shared(provider, owner, number: $0) }
    }

    /// Whether one more host of an owner may start.
    private func hasRoom(for owner: HostOwner) -> Bool {
        hosts.count < limits.hosts && hosts.values.count { $0.owner == owner } < limits.hostsPerUser
    }

    /// A document keeps something in its host that another one would not have: it stays there.
    mutating func pin(_ document: DocumentID) { documents[document]?.isPinned = true }

    /// Has documents go on in other hosts whose demands wait for a long request in this queue, as far as others are free.
    mutating func spreadLoad(_ key: QueueKey, now: UInt64) -> [HostAction] {
        guard case .shared(let provider, let owner, _) = key, limits.hostsPerProvider > 1,
            let host = queues.host(of: key), case .busy(let work) = hosts[host]?.state
        else { return [] }
        // One that is being opened is waited for: elsewhere it would have to be opened, too.
        let opening = work.phase == .opening ? work.request.document : nil
        var moving = queues.documentsWithDemand(in: key).filter { document in
            document != opening && documents[document]?.isPinned == false
        }
        guard !moving.isEmpty else { return [] }
        // What was told to end is as good as new: most requests end at once then.
        let patience = (work.stop == nil ? work.request.served : work.stopped) + Self.longRequest
        guard now >= patience else {
            hosts[host]?.spreadTime = patience
            return []
        }
        hosts[host]?.spreadTime = moving.compactMap { documents[$0]?.moves.next }.filter { $0 > now }.min()
        moving.removeAll { documents[$0]?.moves.next ?? 0 > now }
        var actions: [HostAction] = []
        for free in sharedQueues(of: provider, owner) where free != key && isFree(free, owner) && !moving.isEmpty {
            let document = moving.removeFirst()
            documents[document]?.moves.add(at: now)
            actions += move(document, to: free, now: now)
        }
        return actions
    }

    /// Whether what is put into a queue is served at once, or as soon as a host has started.
    private func isFree(_ key: QueueKey, _ owner: HostOwner) -> Bool {
        guard queues.count(of: key) == 0 else { return false }
        return queues.host(of: key).map { hosts[$0]?.isIdle ?? false } ?? hasRoom(for: owner)
    }

    /// A host is free: what waits for others may go on in it.
    mutating func spreadLoadOfOthers(of key: QueueKey, now: UInt64) -> [HostAction] {
        guard case .shared(let provider, let owner, _) = key, queues.count(of: key) == 0 else { return [] }
        return sharedQueues(of: provider, owner).flatMap { $0 == key ? [] : spreadLoad($0, now: now) }
    }

    /// Has a document go on in another queue: it is opened in the host of that, and closed where it was.
    mutating func move(_ document: DocumentID, to key: QueueKey, now: UInt64) -> [HostAction] {
        guard let record = documents[document], record.queue != key else { return [] }
        documents[document]?.queue = key
        documents[document]?.host = nil
        var actions: [HostAction] = []
        if let host = record.host, hosts[host]?.isEnding == false {
            hosts[host]?.documents.remove(document)
            actions.append(.close(host, document))
            if hosts[host]?.isIdle == true {
                let deadline = idleDeadline(of: host)
                hosts[host]?.deadline = deadline
            }
        }
        for request in queues.removeAll(of: record.queue, where: { $0.document == document }) {
            queues.add(request, to: key, provider: record.provider, owner: record.owner)
        }
        return actions + (queues.host(of: key).map { serveNext(on: $0, now: now) } ?? wantHost(for: key, now: now))
    }

    /// Moves the documents that wait for a host that can't be started to the queue of one that is there.
    mutating func joinAnother(from key: QueueKey, now: UInt64) -> [HostAction] {
        guard case .shared(let provider, let owner, _) = key,
            let other = sharedQueues(of: provider, owner).first(where: { $0 != key && queues.host(of: $0) != nil })
        else { return [] }
        return documents.filter { $0.value.queue == key }.keys.sorted { $0.number < $1.number }
            .flatMap { move($0, to: other, now: now) }
    }
}
