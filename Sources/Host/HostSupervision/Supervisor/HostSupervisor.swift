package import HostProtocol
package import SheafOS
import Varlink

/// The service's side of its provider hosts: what the service can have them do, and what operators see and set.
package final class HostSupervisor {
    let registry: ProviderRegistry
    let pool: HostPool
    /// Tells which files are on file systems of this machine's own.
    let mounts = MountTable()

    /// - Parameters:
    ///   - executablePath: the program that is a host when it is called as ``ProviderHostProgram`` wants it: this one.
    ///   - starter: starts hosts some other way; nil: that program is started.
    ///   - counts: keeps what was counted of documents for when they are opened again; nil: that is not kept.
    ///   - worker: closes the descriptors of library documents, and those that hosts send unasked.
    ///   - journal: gets what providers log, and what happens to hosts.
    package init(
        loop: EventLoop, executablePath: String, starter: HostStarter? = nil, settings: HostSettings,
        counts: KeptCounts? = nil, worker: BackgroundWorker? = nil, journal: @escaping (HostLogLine) -> Void
    ) {
        registry = ProviderRegistry(
            loop: loop, executablePath: executablePath, starter: starter, settings: settings, worker: worker,
            journal: journal)
        pool = HostPool(registry, counts: counts)
    }

    /// The settings that ``configure(_:)`` has set.
    package var settings: HostSettings { registry.settings }

    // MARK: For operators

    /// The providers, as far as they are known, in the order in which they are asked.
    package var providers: [ProviderDescription] { registry.catalog.ids.map { registry.catalog[$0] } }

    /// The providers that the folders have now, with what their files declare. None is loaded for that.
    package func declaredProviders() -> [ProviderDescription] {
        lookForChangedProviders()
        return providers
    }

    /// Returns the changes of providers' files since the last call.
    package func takeProviderChanges() -> [ProviderChange] { registry.takeChanges() }

    /// The use that each user makes of hosts: those that run, and the requests that wait. A user with neither is left
    /// out.
    package var users: [UInt32: HostUsage] { pool.scheduler.users }

    /// The hosts that run.
    package var hosts: [HostDescription] {
        pool.scheduler.hosts.sorted { $0.key.number < $1.key.number }.map { id, host in
            let state: HostDescription.State =
                switch host.state {
                case .starting: .starting
                case .idle: .idle
                case .busy: .busy
                case .ending: .ending
                }
            let connection = pool.connections[id]
            let isIsolated = if case .isolated = host.queue { true } else { false }
            return HostDescription(
                pid: connection?.process.pid ?? 0, program: connection?.consumption.program,
                provider: registry.catalog[host.provider].name, owner: host.owner,
                documents: host.documents.count, state: state, isIsolated: isIsolated,
                confinement: connection?.confinement ?? [],
                manifest: connection?.manifest ?? ProviderManifest())
        }
    }

    /// Asks every host for memory. At ``TrimLevel/critical`` those without documents end.
    package func trim(_ level: TrimLevel) {
        if level == .critical { endIdleHosts() }
        pool.broadcast { host, serial, finished in
            host.call(
                HostInterface.Trim.self, HostInterface.TrimParameters(serial: Int(serial), level: Int(level.rawValue)),
                decode: { $0.parameters }, completion: { finished($0.withoutValue) })
        }
    }

    /// Ends hosts that have nothing to do. Documents that were open in one are opened again when they are needed.
    package func endIdleHosts(withDocuments: Bool = false) {
        pool.schedule { $0.endIdleHosts(withDocuments: withDocuments, now: $1) }
    }

    /// Tells all changes now that providers have told (``HostDocument/observe(_:)``), however short a time ago.
    package func tellChanges() {
        for record in pool.records.values { record.changes.deliverAll() }
    }

    /// Ends every host and fails every request. Nothing can be asked from then on.
    package func shutDown() { pool.shutDown() }

    // MARK: Other settings while hosts run

    /// Changes limits and settings, and looks through the provider folders again.
    ///
    /// Hosts that run are given the new settings. A setting can't be removed from a running host, nor its limit on the
    /// size of renderings be raised, nor what confines it be changed: where that is needed a host ends when it is idle, and
    /// its documents are opened in a new one when they are needed. A changed limit on memory applies to new hosts only. A provider whose file is gone
    /// from the folders goes on serving the documents that are open with it.
    package func configure(_ settings: HostSettings) {
        let old = self.settings
        registry.configure(settings)
        lookForProviders(in: settings.providerFolders)
        pool.schedule { $0.setLimits(settings.limits, now: $1) }
        // What confines a host can't be changed while it runs.
        let isTight = settings.limits.renderBytes == old.limits.renderBytes && settings.sandbox == old.sandbox
        let hasFolders = settings.libraryFolders.elementsEqual(old.libraryFolders) { $0 === $1 }
        replaceHosts { !isTight || !hasFolders && $1 == .library }
        for id in registry.catalog.known {
            let name = registry.catalog[id].name
            configure(id, from: old.configuration[name] ?? [], to: settings.configuration[name] ?? [])
        }
    }

    /// Looks through the provider folders again where anything in them is other than it was.
    ///
    /// That is asked before each opening, and takes some microseconds: the folders are the operator's, and on this machine.
    func lookForChangedProviders() {
        if registry.catalog.isOutdated { lookForProviders(in: settings.providerFolders) }
    }

    /// Looks through folders for providers.
    func lookForProviders(in folders: [String]) {
        let found = registry.look(through: folders)
        // What failed with a library that was replaced, or is gone, may not with another, nor in other confines.
        for id in found.gone { pool.scheduler.failures.forget(id) }
        for id in found.redeclared {
            pool.scheduler.failures.forget(id)
            pool.scheduler.starts[id] = nil
        }
        let retired = Set(registry.catalog.known).subtracting(registry.catalog.ids)
        pool.schedule { $0.retire(retired, now: $1) }
        // What confines a host can't be changed while it runs.
        replaceHosts { id, _ in found.redeclared.contains(id) }
    }

    private func replaceHosts(where matches: (ProviderID, HostOwner) -> Bool) {
        pool.schedule { $0.replaceHosts(where: matches, now: $1) }
    }

    private func configure(
        _ provider: ProviderID, from old: [HostSettings.Entry], to new: [HostSettings.Entry]
    ) {
        guard old != new else { return }
        let keys = Set(new.map(\.key))
        guard old.allSatisfy({ keys.contains($0.key) }) else {
            return replaceHosts { id, _ in id == provider }
        }
        for entry in new {
            pool.broadcast(to: { $0 == provider }) { [registry] host, serial, finished in
                registry.configure(host, provider, entry, serial: serial, finished)
            }
        }
    }
}
