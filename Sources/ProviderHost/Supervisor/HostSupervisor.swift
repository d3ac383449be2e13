package import SheafOS
import Varlink

/// The service's side of its provider hosts: starts them, asks them, and asks again where one dies.
///
/// What to do is ``HostScheduler``'s decision; this does it. Every completion is called once, on the loop, after the
/// event at hand was served, never from within the call that it was given to.
package final class HostSupervisor {
    let loop: EventLoop
    let executablePath: String
    /// What starts hosts in place of that program.
    let starter: HostStarter?
    /// As ``configure(_:)`` has set them.
    package internal(set) var settings: HostSettings
    /// Closes descriptors that hosts send off the loop.
    let worker: BackgroundWorker?
    let journal: (HostLogLine) -> Void
    /// Tells which files are on file systems of this machine's own.
    let mounts = MountTable()

    var scheduler: HostScheduler
    var catalog: ProviderCatalog
    var connections: [HostID: HostConnection] = [:]
    var budgets: [HostID: LogBudget] = [:]
    var requests: [RequestID: PendingRequest] = [:]
    var records: [DocumentID: DocumentRecord] = [:]
    var lastRequest: UInt64 = 0
    var lastDocument: Int64 = 0

    /// What hosts have said that the kernel can't do to confine them: it is logged once.
    var missing: Set<String> = []

    private var actions: [HostAction] = []
    private var isActing = false
    var completions: [() -> Void] = []
    private var timer: TimerSource?
    private var timerDue: UInt64 = .max
    private var lastIdleLook: UInt64 = 0

    /// - Parameters:
    ///   - executablePath: the program that is a host when it is called as ``ProviderHostProgram`` wants it: this one.
    ///   - starter: starts hosts some other way; nil: that program is started.
    ///   - worker: closes the descriptors of library documents, and those that hosts send unasked.
    ///   - journal: gets what providers log, and what happens to hosts.
    package init(
        loop: EventLoop, executablePath: String, starter: HostStarter? = nil, settings: HostSettings,
        worker: BackgroundWorker? = nil, journal: @escaping (HostLogLine) -> Void
    ) {
        self.loop = loop
        self.executablePath = executablePath
        self.starter = starter
        self.settings = settings
        self.worker = worker
        self.journal = journal
        scheduler = HostScheduler(limits: settings.limits)
        catalog = ProviderCatalog(folders: settings.providerFolders, priorities: settings.priorities) { journal($0) }
    }

    // MARK: For operators

    /// The providers, as far as they are known, in the order in which they are asked.
    package var providers: [ProviderDescription] { catalog.ids.map { catalog[$0] } }

    /// What has become of the files of providers since this was asked last.
    package func takeProviderChanges() -> [ProviderChange] { catalog.takeChanges() }

    /// What each user has of hosts and of requests that wait; who has neither is left out.
    package var users: [UInt32: HostUsage] { scheduler.users }

    /// The hosts that run.
    package var hosts: [HostDescription] {
        scheduler.hosts.sorted { $0.key.number < $1.key.number }.map { id, host in
            let state: HostDescription.State =
                switch host.state {
                case .starting: .starting
                case .idle: .idle
                case .busy: .busy
                case .ending: .ending
                }
            let isIsolated = if case .isolated = host.queue { true } else { false }
            return HostDescription(
                pid: connections[id]?.process.pid ?? 0, program: connections[id]?.program,
                provider: catalog[host.provider].name, owner: host.owner,
                documents: host.documents.count, state: state, isIsolated: isIsolated,
                confinement: connections[id]?.confinement ?? [],
                manifest: connections[id]?.manifest ?? ProviderManifest())
        }
    }

    /// Asks every host for memory. At ``TrimLevel/critical`` those without documents end.
    package func trim(_ level: TrimLevel) {
        if level == .critical { endIdleHosts() }
        broadcast { host, serial, finished in
            host.call(
                HostInterface.Trim.self, HostInterface.TrimParameters(serial: Int(serial), level: Int(level.rawValue)),
                decode: { $0.parameters }, completion: { finished($0.withoutValue) })
        }
    }

    /// Ends hosts that have nothing to do. Documents that were open in one are opened again when they are needed.
    package func endIdleHosts(withDocuments: Bool = false) {
        perform(scheduler.endIdleHosts(withDocuments: withDocuments, now: loop.now))
    }

    /// Ends every host and fails every request. Nothing can be asked from then on.
    package func shutDown() {
        for id in records.keys.sorted(by: { $0.number < $1.number }) { close(id) }
        for connection in connections.values { connection.kill() }
        scheduler.limits.hosts = 0
    }

    // MARK: Actions

    /// Does what the scheduler wants done, and what it wants done in consequence.
    func perform(_ new: [HostAction]) {
        actions += new
        guard !isActing else { return }
        isActing = true
        var next = 0
        while next < actions.count {
            act(actions[next])
            next += 1
        }
        actions.removeAll(keepingCapacity: true)
        isActing = false
        armTimer()
    }

    private func armTimer() {
        guard let due = scheduler.nextDeadline, due < timerDue else { return }
        timer?.cancel()
        timerDue = due
        let now = loop.now
        // A timer that fires too early looks again; one that is never set (only memory can be short) is set with the
        // next event.
        timer = try? loop.schedule(after: due > now ? due - now : 0) { [weak self] in
            guard let self else { return }
            timerDue = .max
            perform(scheduler.tick(now: loop.now))
        }
        if timer == nil { timerDue = .max }
    }

    private func act(_ action: HostAction) {
        switch action {
        case .start(let host, let provider, let owner): start(host, provider, owner)
        case .open(let host, let document, let serial): open(document, in: host, serial: serial)
        case .call(let host, let request, let serial): call(request, in: host, serial: serial)
        case .close(let host, let document): connections[host]?.close(document)
        case .stop(let host, let serial): connections[host]?.stop(serial)
        case .end(let host): connections[host]?.hangUp()
        case .kill(let host): connections[host]?.kill()
        case .answer(let request): finish(request, nil)
        case .fail(let request, let error): finish(request, error)
        case .noteRefusal(let document, let subject, let death): noteRefusal(of: subject, in: document, death)
        }
    }

    /// Something is not asked of a document any more.
    private func noteRefusal(of subject: RequestSubject, in document: DocumentID, _ death: HostDeath) {
        guard let record = scheduler.documents[document] else { return }
        logRefusal(of: document, record, "is not asked to \(subject) any more until it is reloaded", death)
        complete { [weak served = records[document]] in served?.document?.refused(subject) }
    }

    private func finish(_ id: RequestID, _ error: HostError?) {
        guard let request = requests.removeValue(forKey: id) else { return }
        complete { [self] in
            if error?.code == .notCounted { countOn(for: request) } else { request.deliver(error) }
        }
    }

    private func call(_ id: RequestID, in host: HostID, serial: UInt32) {
        guard let connection = connections[host], let request = requests[id] else { return }
        connection.noteAsked()
        request.ask(connection, serial) { [weak self] answer in self?.finished(host, answer) }
    }

    private func open(_ id: DocumentID, in host: HostID, serial: UInt32) {
        guard let connection = connections[host], let record = records[id], let files = record.files else {
            return finished(host, .failed(HostError(.closed, "the document was closed")))
        }
        connection.noteAsked()
        let parameters = HostInterface.OpenParameters(
            serial: Int(serial), document: Int(id.number), fileDescriptor: 0, album: files.names,
            password: record.password, looks: record.looks.wire, unmeasured: unmeasured(in: id),
            untitled: scheduler.documents[id]?.hasEndedHost ?? false ? true : nil)
        connection.call(
            HostInterface.Open.self, parameters, descriptors: files.descriptors,
            decode: { [weak self] reply in
                guard let count = PageCount(reply.parameters.count),
                    reply.parameters.title?.utf8.count ?? 0 <= DocumentTitle.limit
                else { return nil }
                record.learn(count)
                record.firstPage = reply.parameters.firstPage.map { Int64($0) }
                record.isLocked = reply.parameters.locked
                record.flows = reply.parameters.flows ?? false
                // To lay it out once more would take longer than most requests.
                if record.flows { self?.scheduler.pin(record.id) }
                record.title = reply.parameters.title.flatMap(DocumentTitle.clean)
                return reply.parameters
            },
            completion: { [weak self] (answer: HostAnswer<HostInterface.OpenReply>) in
                self?.finished(host, answer.withoutValue)
            })
    }

    /// The pages that a host does not measure on the way to others; nil where there are none.
    private func unmeasured(in document: DocumentID) -> [Int]? {
        guard let scope = scheduler.documents[document]?.failureScope else { return nil }
        let pages = scheduler.failures.unmeasured(in: scope).prefix(HostLimits.unmeasuredPages).map { Int($0) }
        return pages.isEmpty ? nil : pages
    }

    /// Looks now and then how much memory a host has taken.
    private func lookAt(_ host: HostID) {
        guard settings.limits.growth > 0, let record = scheduler.hosts[host], let connection = connections[host],
            record.answered % HostLimits.requestsPerLook == 1, !record.isOutdated,
            let bytes = connection.ownBytes
        else { return }
        guard let first = connection.firstBytes else { return connection.firstBytes = bytes }
        guard bytes - first > settings.limits.growth else { return }
        scheduler.hostHasGrown(host)
        log(
            .notice,
            "its host for \(record.owner) has grown by \((bytes - first) >> 20) MiB, and another takes its place",
            record.provider, host)
    }

    /// Ends a host that keeps the memory of pages that it has answered, or a part of each mapped: the cache lets go of a page, and the
    /// memory stays. And one that has too many descriptors or mappings for that to be found out.
    private func lookForKeptPages(of host: HostID) {
        guard let record = scheduler.hosts[host], !record.isEnding, let connection = connections[host] else { return }
        // While it prepares memory for the next page it has that by its descriptor.
        let allowed =
            settings.limits.keptPageBytes + 2 * connection.handed.largest + (connection.prepared?.bytes ?? 0)
        let most = settings.limits.descriptors + record.documents.count * DocumentFiles.albumLimit
        let reason: String
        switch connection.lookAtKeptPages(descriptors: most) {
        case .memory(let bytes, _) where bytes > allowed:
            reason = "it keeps \(bytes >> 10) KiB of pages that it has answered, and \(allowed >> 10) are allowed"
        case .memory(_, let pieces) where pieces > settings.limits.mappedPages:
            reason =
                "it keeps \(pieces) pages mapped that it has answered, and \(settings.limits.mappedPages) are allowed"
        case .tooManyDescriptors: reason = "it has more than \(most) descriptors"
        case .tooManyMappings: reason = "it has more than \(HostLimits.mappings) mappings"
        case .memory, nil: return
        }
        lost(host, misbehaved: true, reason: reason)
    }

    /// Ends hosts that use a processor though nothing is asked of them.
    private func lookAtIdleHosts() {
        let now = loop.now
        guard now >= lastIdleLook + settings.limits.idleLook else { return }
        let allowed = (now - lastIdleLook) / HostLimits.idleShare
        lastIdleLook = now
        for id in Array(scheduler.hosts.keys) {
            guard let (used, answers) = connections[id]?.takeIdleWork(),
                used > allowed + answers * settings.limits.workBehindAnswer
            else { continue }
            lost(id, misbehaved: true, reason: "it uses a processor though nothing is asked of it")
        }
    }

    private func finished(_ host: HostID, _ answer: HostAnswer<Void>) {
        connections[host]?.noteAnswered()
        lookAt(host)
        lookAtIdleHosts()
        switch answer {
        case .value: perform(scheduler.finished(host, error: nil, now: loop.now))
        case .failed(let error): perform(scheduler.finished(host, error: error, now: loop.now))
        case .misbehaved(let reason): lost(host, misbehaved: true, reason: reason)
        }
        guard let handed = connections[host]?.handed.bytes, let answered = scheduler.hosts[host]?.answered,
            handed > settings.limits.keptPageBytes || answered % HostLimits.requestsPerLook == 1
        else { return }
        // Behind the answer: it takes as long as a hundred turns.
        complete { [weak self] in self?.lookForKeptPages(of: host) }
    }
}
