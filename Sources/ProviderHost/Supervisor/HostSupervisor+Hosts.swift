import CSheafSandbox
import Glibc
import SheafOS
import Varlink

// The life of a host as the supervisor sees it: started, loaded, lost, ended; and what it says by itself.

extension HostSupervisor {
    /// Starts a host process and has it confine itself and load its provider.
    func start(_ host: HostID, _ provider: ProviderID, _ owner: HostOwner) {
        if let error = catalog.manifestError(of: provider) {
            return perform(scheduler.hostNotStarted(host, error: error, now: loop.now))
        }
        do throws(OSError) {
            let connection = try startProcess(provider, owner) { [weak self] event in self?.serve(event, of: host) }
            connections[host] = connection
            confine(provider, owner, in: host, connection)
        } catch {
            let failure = HostError(.hostFailed, "a provider host can't be started: \(error)")
            log(.error, failure.message, provider)
            perform(scheduler.hostNotStarted(host, error: failure, now: loop.now))
        }
    }

    /// Starts the process of a host, which has loaded nothing yet.
    func startProcess(
        _ provider: ProviderID, _ owner: HostOwner, events: @escaping (HostConnection.Event) -> Void
    ) throws(OSError) -> HostConnection {
        let title = HostArguments.title(provider: catalog[provider].name, owner: owner)
        func start(
            _ descriptors: [Int32], _ output: Int32, _ ended: @escaping (ProcessEnd) -> Void
        ) throws(OSError) -> any HostProcess {
            if let starter { return try starter(descriptors, output, ended) }
            return try ChildProcess(
                path: executablePath, name: title,
                arguments: HostArguments(parent: getpid(), limits: settings.limits).words,
                environment: settings.environment, descriptors: descriptors, output: output,
                blocked: sheaf_sandbox_told_signals(), on: loop, ended: ended)
        }
        return try HostConnection(start, worker: worker, on: loop, events: events)
    }

    /// Has a host confine itself for a provider, as its manifest lets it.
    func confine(
        _ connection: HostConnection, for provider: ProviderID, _ owner: HostOwner,
        completion: @escaping (HostAnswer<HostInterface.ConfineReply>) -> Void
    ) {
        let manifest = catalog[provider].manifest
        let folders = owner == .library ? settings.libraryFolders : []
        let parameters = HostInterface.ConfineParameters(
            library: catalog[provider].path, readablePaths: manifest.readablePaths,
            executableMemory: manifest.executableMemory, folders: Array(folders.indices),
            required: settings.sandbox == .required, program: catalog[provider].isProgram)
        connection.manifest = manifest
        connection.call(
            HostInterface.Confine.self, parameters, descriptors: folders,
            decode: { $0.parameters.isBounded ? $0.parameters : nil }, completion: completion)
    }

    /// Nothing of a provider is loaded before its host has said what confines it.
    private func confine(_ provider: ProviderID, _ owner: HostOwner, in host: HostID, _ connection: HostConnection) {
        confine(connection, for: provider, owner) { [weak self] answer in
            guard let self else { return }
            switch answer {
            case .value(let reply):
                connection.confinement = reply.confinement.compactMap(Confinement.init(rawValue:))
                for text in reply.missing where missing.insert(text).inserted { log(.notice, text, provider, host) }
                load(provider, in: host, connection)
            case .failed(let error): refuse(host, provider, error)
            case .misbehaved(let reason): lost(host, misbehaved: true, reason: reason)
            }
        }
    }

    private func load(_ provider: ProviderID, in host: HostID, _ connection: HostConnection) {
        connection.call(
            HostInterface.Load.self, HostInterface.LoadParameters(path: catalog[provider].path),
            decode: { $0.parameters.isBounded ? $0.parameters : nil }
        ) { [weak self] (answer: HostAnswer<HostInterface.LoadReply>) in
            guard let self else { return }
            switch answer {
            case .value(let reply):
                connection.program = reply.process.flatMap { Int32(exactly: $0) }
                if let error = catalog.loaded(provider, reply) { return refuse(host, provider, error) }
                let entries = settings.configuration[reply.name] ?? []
                for entry in entries {
                    configure(connection, provider, entry, serial: ScheduledHost.startSerial) { [weak self] answer in
                        if case .misbehaved(let reason) = answer { self?.lost(host, misbehaved: true, reason: reason) }
                    }
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

    /// Sets one setting of a provider in one of its hosts; a refusal is logged.
    func configure(
        _ connection: HostConnection, _ provider: ProviderID, _ entry: HostSettings.Entry, serial: UInt32,
        _ finished: @escaping (HostAnswer<Void>) -> Void
    ) {
        connection.call(
            HostInterface.Configure.self,
            HostInterface.ConfigureParameters(serial: Int(serial), key: entry.key, value: entry.value),
            decode: { $0.parameters }
        ) { [weak self] (answer: HostAnswer<JSONEmpty>) in
            if case .failed(let error) = answer {
                self?.log(.warning, "the setting \(entry.key)=\(entry.value) was refused: \(error)", provider)
            }
            finished(answer.withoutValue)
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
        case .notice(.thumbnail(let serial, let isMade)):
            guard let thumbnail = connections[host]?.removeThumbnail(serial: serial) else { return }
            complete { thumbnail.end(isMade: isMade) }
        case .notice(.changed(let document, let change)):
            let id = DocumentID(number: document)
            // A host speaks for its own documents only, from when it opens them: its notice may overtake its answer.
            guard let record = records[id],
                scheduler.documents[id]?.host == host || scheduler.hosts[host]?.workedOn == id
            else { return }
            record.changes.add(change, to: record, by: self)
        case .line(let text):
            logForProvider(UInt32(LogLevel.warning.rawValue), text, host)
        }
    }

    /// A host can't be spoken to any more; `misbehaved` where it broke the rules.
    func lost(_ host: HostID, misbehaved: Bool, reason: String) {
        if misbehaved, let record = scheduler.hosts[host], !record.isEnding {
            log(.error, "its host is ended: \(reason)", record.provider, host, event: .crashed)
        }
        perform(scheduler.hostLost(host, misbehaved: misbehaved, now: loop.now))
    }

    private func ended(_ host: HostID, _ end: HostDeath) {
        connections[host]?.readLastLines()
        let document = scheduler.hosts[host]?.workedOn
        if let record = scheduler.hosts[host], let news = record.reportOfEnd(end) {
            log(.warning, "its host for \(record.owner) \(news)", record.provider, host, event: .crashed)
            if record.isStarting, !end.isFromOutside {
                catalog.refused(record.provider, HostError(.providerRefused, "its host \(news)"))
            }
        }
        let thumbnails = connections[host]?.removeThumbnails() ?? []
        if !thumbnails.isEmpty { complete { for thumbnail in thumbnails { thumbnail.end(isMade: false) } } }
        let page = scheduler.hosts[host]?.serial.flatMap { connections[host]?.measuredPage(for: $0) }
        connections[host] = nil
        budgets[host] = nil
        let wasRefused = document.flatMap { scheduler.documents[$0]?.failure } != nil
        perform(scheduler.hostEnded(host, end: end, page: page, now: loop.now))
        if !wasRefused, let document, let record = scheduler.documents[document], let failure = record.failure {
            logRefusal(of: document, record, "is refused until it is reloaded", failure)
        }
    }
}

// Other settings while hosts run.

extension HostSupervisor {
    /// Changes limits and settings, and looks through the provider folders again.
    ///
    /// Hosts that run are given the new settings. A setting can't be removed from a running host, nor its limit on the
    /// size of renderings be raised, nor what confines it be changed: where that is needed a host ends when it is idle, and
    /// its documents are opened in a new one when they are needed. A changed limit on memory applies to new hosts only. A provider whose file is gone
    /// from the folders goes on serving the documents that are open with it.
    package func configure(_ settings: HostSettings) {
        let old = self.settings
        self.settings = settings
        lookForProviders(in: settings.providerFolders)
        catalog.setPriorities(settings.priorities)
        perform(scheduler.setLimits(settings.limits, now: loop.now))
        // What confines a host can't be changed while it runs.
        let isTight = settings.limits.renderBytes == old.limits.renderBytes && settings.sandbox == old.sandbox
        let hasFolders = settings.libraryFolders.elementsEqual(old.libraryFolders) { $0 === $1 }
        perform(scheduler.replaceHosts(where: { !isTight || !hasFolders && $1 == .library }, now: loop.now))
        for id in catalog.known {
            let name = catalog[id].name
            configure(id, from: old.configuration[name] ?? [], to: settings.configuration[name] ?? [])
        }
    }

    /// Looks through the provider folders again where anything in them is other than it was.
    ///
    /// That is asked before each opening, and takes some microseconds: the folders are the operator's, and on this machine.
    func lookForChangedProviders() {
        if catalog.isOutdated { lookForProviders(in: settings.providerFolders) }
    }

    /// Looks through folders for providers.
    func lookForProviders(in folders: [String]) {
        let (known, ids) = (catalog.known, catalog.ids)
        let manifests = known.map { catalog[$0].manifest }
        catalog.look(through: folders) { journal($0) }
        for id in known where !catalog.ids.contains(id) {
            // Its library was replaced, or is gone: what failed may not with another.
            scheduler.failures.forget(id)
        }
        for id in catalog.ids where !ids.contains(id) {
            log(.notice, "\(catalog[id].path) is new, or was replaced: it opens documents from now on", id)
        }
        // What confines a host can't be changed while it runs.
        let declared = Set(zip(known, manifests).filter { catalog[$0].manifest != $1 }.map(\.0))
        perform(scheduler.replaceHosts(where: { id, _ in declared.contains(id) }, now: loop.now))
    }

    private func configure(
        _ provider: ProviderID, from old: [HostSettings.Entry], to new: [HostSettings.Entry]
    ) {
        guard old != new else { return }
        let keys = Set(new.map(\.key))
        guard old.allSatisfy({ keys.contains($0.key) }) else {
            return perform(scheduler.replaceHosts(where: { id, _ in id == provider }, now: loop.now))
        }
        for entry in new {
            broadcast(to: { $0 == provider }) { [weak self] host, serial, finished in
                self?.configure(host, provider, entry, serial: serial, finished)
            }
        }
    }
}
