import SheafOS
import Varlink

// The life of a host as the supervisor sees it: started, loaded, lost, ended; and what it says by itself.

extension HostSupervisor {
    func start(_ host: HostID, _ provider: ProviderID) {
        do throws(OSError) {
            let connection = try HostConnection(
                executablePath: executablePath, limits: settings.limits, environment: settings.environment,
                closer: closer, on: loop
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
            decode: { $0.parameters.isBounded ? $0.parameters : nil }
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

    func configure(
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

    func lost(_ host: HostID, misbehaved: Bool, reason: String) {
        if misbehaved, let record = scheduler.hosts[host], !record.isEnding {
            log(.error, "its host is ended: \(reason)", record.provider, host, event: .crashed)
        }
        perform(scheduler.hostLost(host, misbehaved: misbehaved, now: loop.now))
    }

    private func ended(_ host: HostID, _ end: HostDeath) {
        let document = scheduler.hosts[host]?.workedOn
        if let record = scheduler.hosts[host], let news = record.newsOfEnd(end) {
            log(.warning, "its host for \(record.owner) \(news)", record.provider, host, event: .crashed)
            if record.isStarting { catalog.refused(record.provider, HostError(.providerRefused, "its host \(news)")) }
        }
        connections[host] = nil
        budgets[host] = nil
        let wasRefused = document.flatMap { scheduler.documents[$0]?.failure } != nil
        perform(scheduler.hostEnded(host, end: end, now: loop.now))
        if !wasRefused, let document, let record = scheduler.documents[document], let failure = record.failure {
            logRefusal(of: document, record, failure)
        }
    }

    private func logRefusal(of document: DocumentID, _ record: DocumentRecord, _ failure: HostDeath) {
        journal(
            HostLogLine(
                level: .error, text: "is refused until it is reloaded: it ended a second host with \(failure)",
                provider: catalog[record.provider].name, pid: 0, isFromProvider: false, event: .documentRefused,
                owner: record.owner, document: document.number))
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
                isFromProvider: true, owner: record.owner, document: record.workedOn?.number))
    }

    private func log(
        _ level: LogLevel, _ text: String, _ provider: ProviderID, _ host: HostID? = nil,
        event: HostLogLine.Event? = nil
    ) {
        let record = host.flatMap { scheduler.hosts[$0] }
        journal(
            HostLogLine(
                level: level, text: text, provider: catalog[provider].name,
                pid: host.flatMap { connections[$0]?.process.pid } ?? 0, isFromProvider: false, event: event,
                owner: record?.owner, document: record?.workedOn?.number))
    }
}
