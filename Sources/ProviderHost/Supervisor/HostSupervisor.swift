package import SheafOS
import Varlink

/// The service's side of its provider hosts: starts them, asks them, and makes good what they break.
///
/// What to do is ``HostScheduler``'s decision; this does it. Every completion is called once, on the loop, after the
/// event at hand was served, never from within the call that it was given to.
package final class HostSupervisor {
    let loop: EventLoop
    private let executablePath: String
    private(set) var settings: HostSettings
    /// Closes documents' descriptors off the loop.
    let closer: DescriptorCloser?
    private let journal: (HostLogLine) -> Void

    private var scheduler: HostScheduler
    private(set) var catalog: ProviderCatalog
    private var connections: [HostID: HostConnection] = [:]
    private var budgets: [HostID: LogBudget] = [:]
    private var requests: [RequestID: PendingRequest] = [:]
    private var records: [DocumentID: HostedRecord] = [:]
    private var lastRequest: UInt64 = 0
    private var lastDocument: Int64 = 0

    private var actions: [HostAction] = []
    private var isActing = false
    private var completions: [() -> Void] = []
    private var timer: TimerSource?
    private var timerDue: UInt64 = .max

    /// - Parameters:
    ///   - executablePath: the program that is a host when it is called as ``ProviderHostProgram`` wants it: this one.
    ///   - closer: closes the descriptors of library documents.
    ///   - journal: gets what providers log, and what happens to hosts.
    package init(
        loop: EventLoop, executablePath: String, settings: HostSettings, closer: DescriptorCloser? = nil,
        journal: @escaping (HostLogLine) -> Void
    ) {
        self.loop = loop
        self.executablePath = executablePath
        self.settings = settings
        self.closer = closer
        self.journal = journal
        scheduler = HostScheduler(limits: settings.limits)
        catalog = ProviderCatalog(folders: settings.providerFolders) { error in
            journal(
                HostLogLine(level: .warning, text: "\(error)", provider: "", pid: 0, isFromProvider: false))
        }
    }

    // MARK: For operators

    /// The providers, as far as they are known, in the order in which they are asked.
    package var providers: [ProviderDescription] { catalog.entries }

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
            let isIsolated = if case .isolated = host.lane { true } else { false }
            return HostDescription(
                pid: connections[id]?.process.pid ?? 0, provider: catalog[host.provider].name, owner: host.owner,
                documents: host.documents.count, state: state, isIsolated: isIsolated)
        }
    }

    /// Asks every host for memory. At ``TrimLevel/critical`` those without documents end.
    package func trim(_ level: TrimLevel) {
        broadcast { host, serial, finished in
            host.call(
                HostInterface.Trim.self, HostInterface.TrimParameters(serial: Int(serial), level: Int(level.rawValue)),
                decode: { $0.parameters }, completion: { finished($0.outcome) })
        }
        if level == .critical { endIdleHosts() }
    }

    /// Ends hosts that have nothing to do. Documents that were open in one are opened again when they are needed.
    package func endIdleHosts(withDocuments: Bool = false) {
        perform(scheduler.endIdleHosts(withDocuments: withDocuments, now: loop.now))
    }

    /// Takes new limits and settings. Those of providers reach the hosts that run; the folders are not read again.
    package func configure(_ settings: HostSettings) {
        self.settings = settings
        scheduler.limits = settings.limits
        for id in catalog.ids {
            let entries = settings.configuration[catalog[id].name] ?? []
            for entry in entries {
                broadcast(to: { $0 == id }) { [weak self] host, serial, finished in
                    self?.configure(host, id, entry, serial: serial) { finished(.answered) }
                }
            }
        }
    }

    /// Ends every host and fails every request. Nothing can be asked from then on.
    package func shutDown() {
        for id in records.keys.sorted(by: { $0.number < $1.number }) { close(id) }
        for connection in connections.values { connection.kill() }
        scheduler.limits.hosts = 0
    }

    // MARK: Requests

    /// Makes a document, or a candidate for one, known to the scheduler.
    func addRecord(provider: ProviderID, owner: HostOwner, descriptor: SharedDescriptor?) -> HostedRecord {
        lastDocument += 1
        let record = HostedRecord(
            id: DocumentID(number: lastDocument), provider: provider, owner: owner, descriptor: descriptor)
        records[record.id] = record
        scheduler.add(record.id, provider: provider, owner: owner)
        return record
    }

    /// Forgets a document; its requests fail.
    func close(_ document: DocumentID) {
        guard records[document] != nil else { return }
        perform(scheduler.close(document, now: loop.now))
        records[document] = nil
    }

    /// Gives a refused document a new chance.
    func reload(_ document: DocumentID) {
        perform(scheduler.reload(document, now: loop.now))
    }

    /// Why a document is refused; nil where it is not.
    func failure(of document: DocumentID) -> HostDeath? {
        scheduler.documents[document]?.failure
    }

    /// Whether the owner's documents have a host for this provider already.
    func hasHost(for provider: ProviderID, owner: HostOwner) -> Bool {
        scheduler.lanes[.shared(provider, owner)]?.host != nil
    }

    /// Makes a request.
    func submit(
        _ request: PendingRequest, for document: DocumentID, need: HostRequest.Need, priority: HostPriority = .demand,
        ticket: HostTicket
    ) {
        let id = nextRequest()
        ticket.request = id
        requests[id] = request
        perform(scheduler.submit(id, document: document, need: need, priority: priority, now: loop.now))
    }

    func cancel(_ request: RequestID) {
        perform(scheduler.cancel(request, now: loop.now))
    }

    func raise(_ request: RequestID) {
        scheduler.raise(request)
    }

    /// Calls `body` after the event at hand.
    func complete(_ body: @escaping () -> Void) {
        completions.append(body)
        guard completions.count == 1 else { return }
        loop.afterThisBatch { [self] in
            let ready = completions
            completions = []
            for completion in ready { completion() }
        }
    }

    private func nextRequest() -> RequestID {
        lastRequest += 1
        return RequestID(number: lastRequest)
    }

    private func broadcast(
        to matches: (ProviderID) -> Bool = { _ in true },
        _ ask: @escaping (HostConnection, UInt32, @escaping (PendingRequest.Outcome) -> Void) -> Void
    ) {
        let actions = scheduler.broadcast(to: matches, now: loop.now) { _ in
            let id = nextRequest()
            requests[id] = PendingRequest(ask: ask) { _ in }
            return id
        }
        perform(actions)
    }

    // MARK: Actions

    private func perform(_ new: [HostAction]) {
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

    private func act(_ action: HostAction) {
        switch action {
        case .start(let host, let provider, _): start(host, provider)
        case .open(let host, let document, let serial): open(document, in: host, serial: serial)
        case .call(let host, let request, let serial): call(request, in: host, serial: serial)
        case .close(let host, let document): connections[host]?.close(document)
        case .stop(let host, let serial): connections[host]?.stop(serial)
        case .end(let host): connections[host]?.hangUp()
        case .kill(let host): connections[host]?.kill()
        case .answer(let request): finish(request, nil)
        case .fail(let request, let error): finish(request, error)
        }
    }

    private func finish(_ id: RequestID, _ error: HostError?) {
        guard let request = requests.removeValue(forKey: id) else { return }
        complete { request.deliver(error) }
    }

    private func call(_ id: RequestID, in host: HostID, serial: UInt32) {
        guard let connection = connections[host], let request = requests[id] else { return }
        request.ask(connection, serial) { [weak self] outcome in self?.finished(host, outcome) }
    }

    private func open(_ id: DocumentID, in host: HostID, serial: UInt32) {
        guard let connection = connections[host], let record = records[id], let descriptor = record.descriptor else {
            return finished(host, .failed(HostError(.closed, "the document was closed")))
        }
        let parameters = HostInterface.OpenParameters(
            serial: Int(serial), document: Int(id.number), fileDescriptor: 0)
        connection.call(
            HostInterface.Open.self, parameters, descriptors: [descriptor],
            decode: { reply in
                guard let count = PageCount(reply.parameters.count) else { return nil }
                record.count = count
                record.firstPage = reply.parameters.firstPage.map { Int64($0) }
                return reply.parameters
            },
            completion: { [weak self] (result: HostConnection.Outcome<HostInterface.OpenReply>) in
                self?.finished(host, result.outcome)
            })
    }

    private func finished(_ host: HostID, _ outcome: PendingRequest.Outcome) {
        switch outcome {
        case .answered: perform(scheduler.finished(host, error: nil, now: loop.now))
        case .failed(let error): perform(scheduler.finished(host, error: error, now: loop.now))
        case .misbehaved(let reason): lost(host, misbehaved: true, reason: reason)
        }
    }

    // MARK: Hosts

    private func start(_ host: HostID, _ provider: ProviderID) {
        do throws(OSError) {
            let connection = try HostConnection(
                executablePath: executablePath, limits: settings.limits, environment: settings.environment, on: loop
            ) { [weak self] event in self?.serve(event, of: host) }
            connections[host] = connection
            load(provider, in: host, connection)
        } catch {
            let failure = HostError(.hostFailed, "a provider host can't be started: \(error)")
            log(.error, failure.message, provider)
            perform(scheduler.hostNotStarted(host, error: failure, now: loop.now))
        }
    }

    private func load(_ provider: ProviderID, in host: HostID, _ connection: HostConnection) {
        connection.call(
            HostInterface.Load.self, HostInterface.LoadParameters(path: catalog[provider].path),
            decode: { $0.parameters }
        ) { [weak self] (outcome: HostConnection.Outcome<HostInterface.LoadReply>) in
            guard let self else { return }
            switch outcome {
            case .value(let reply):
                if let error = catalog.loaded(provider, reply) { return refuse(host, provider, error) }
                let entries = settings.configuration[reply.name] ?? []
                for entry in entries {
                    configure(connection, provider, entry, serial: HostRecord.startSerial) {}
                }
                // Calls are answered in order: requests that follow find the settings made.
                perform(scheduler.hostStarted(host, now: loop.now))
            case .failed(let error): refuse(host, provider, error)
            case .misbehaved(let reason): lost(host, misbehaved: true, reason: reason)
            }
        }
    }

    private func refuse(_ host: HostID, _ provider: ProviderID, _ error: HostError) {
        catalog.refused(provider, error)
        log(.error, error.message, provider)
        perform(scheduler.hostRefused(host, error: error, now: loop.now))
    }

    private func configure(
        _ connection: HostConnection, _ provider: ProviderID, _ entry: HostSettings.Entry, serial: UInt32,
        _ finished: @escaping () -> Void
    ) {
        connection.call(
            HostInterface.Configure.self,
            HostInterface.ConfigureParameters(serial: Int(serial), key: entry.key, value: entry.value),
            decode: { $0.parameters }
        ) { [weak self] (outcome: HostConnection.Outcome<JSONEmpty>) in
            if case .failed(let error) = outcome {
                self?.log(.warning, "the setting \(entry.key)=\(entry.value) was refused: \(error)", provider)
            }
            finished()
        }
    }

    private func serve(_ event: HostConnection.Event, of host: HostID) {
        switch event {
        case .lost(let misbehaved, let reason):
            lost(host, misbehaved: misbehaved, reason: reason)
        case .ended(let end):
            ended(host, end)
        case .notice(.log(let level, let text)):
            logForProvider(level, text, host)
        case .notice(.changed(let document, let change)):
            let id = DocumentID(number: document)
            // A host speaks for its own documents only.
            guard let record = records[id], scheduler.documents[id]?.host == host else { return }
            complete { record.document?.changed?(change) }
        }
    }

    private func lost(_ host: HostID, misbehaved: Bool, reason: String) {
        if misbehaved, let record = scheduler.hosts[host], !record.isEnding {
            log(.error, "its host is ended: \(reason)", record.provider, host)
        }
        perform(scheduler.hostLost(host, misbehaved: misbehaved, now: loop.now))
    }

    private func ended(_ host: HostID, _ end: HostDeath) {
        if let record = scheduler.hosts[host], let news = record.newsOfEnd(end) {
            log(.warning, "its host for \(record.owner) \(news)", record.provider, host)
            if record.isStarting { catalog.refused(record.provider, HostError(.providerRefused, "its host \(news)")) }
        }
        connections[host] = nil
        budgets[host] = nil
        perform(scheduler.hostEnded(host, end: end, now: loop.now))
    }

    // MARK: Time and journal

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

    private func logForProvider(_ level: UInt32, _ text: String, _ host: HostID) {
        guard let record = scheduler.hosts[host] else { return }
        let provider = record.provider
        switch budgets[host, default: LogBudget()].take(now: loop.now) {
        case .drop: return
        case .pass: break
        case .passAfterDropping(let lines):
            log(.warning, "\(lines) lines of its log were dropped: it writes too many", provider, host)
        }
        let level = LogLevel(rawValue: Int32(clamping: level)) ?? .info
        journal(
            HostLogLine(
                level: level, text: text, provider: catalog[provider].name, pid: connections[host]?.process.pid ?? 0,
                isFromProvider: true))
    }

    private func log(_ level: LogLevel, _ text: String, _ provider: ProviderID, _ host: HostID? = nil) {
        journal(
            HostLogLine(
                level: level, text: text, provider: catalog[provider].name,
                pid: host.flatMap { connections[$0]?.process.pid } ?? 0, isFromProvider: false))
    }
}

extension HostConnection.Outcome {
    /// What it is to the scheduler.
    var outcome: PendingRequest.Outcome {
        switch self {
        case .value: .answered
        case .failed(let error): .failed(error)
        case .misbehaved(let reason): .misbehaved(reason)
        }
    }
}
