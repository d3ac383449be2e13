import CSheafSandbox
import Glibc
import HostProtocol
import SheafOS
import Varlink

/// The providers that there are, what is set for them, and how a host gets ready for one: its process is started, confines itself,
/// loads the provider and is told its settings.
final class ProviderRegistry {
    let loop: EventLoop
    /// Closes descriptors that hosts send off the loop.
    let worker: BackgroundWorker?
    private let executablePath: String
    /// Starts hosts in place of the program at ``executablePath``, where it is set.
    private let starter: HostStarter?
    private let journal: (HostLogLine) -> Void
    var settings: HostSettings
    private(set) var catalog: ProviderCatalog
    /// The lacks of the kernel that hosts have reported. Each is logged once.
    private var missing: Set<String> = []

    init(
        loop: EventLoop, executablePath: String, starter: HostStarter?, settings: HostSettings,
        worker: BackgroundWorker?, journal: @escaping (HostLogLine) -> Void
    ) {
        self.loop = loop
        self.executablePath = executablePath
        self.starter = starter
        self.settings = settings
        self.worker = worker
        self.journal = journal
        catalog = ProviderCatalog(folders: settings.providerFolders, priorities: settings.priorities, journal: journal)
    }

    /// A line about a provider, or about one of its hosts.
    func log(
        _ level: LogLevel, _ text: String, _ provider: ProviderID, pid: Int32 = 0, isFromProvider: Bool = false,
        event: HostLogLine.Event? = nil, owner: HostOwner? = nil, document: Int64? = nil
    ) {
        journal(
            HostLogLine(
                level: level, text: text, provider: catalog[provider].name, pid: pid, isFromProvider: isFromProvider,
                event: event, owner: owner, document: document))
    }

    // MARK: Which there are

    /// The provider in the folders that is called so, as far as is known.
    func provider(named name: String) -> ProviderID? { catalog.ids.first { catalog[$0].name == name } }

    /// The provider in the folders whose library, or program, this is.
    func provider(at path: String) -> ProviderID? { catalog.ids.first { catalog[$0].path == path } }

    /// The provider that opens what one has opened before: the one whose file has taken the place of its own, or that one itself.
    func successor(of id: ProviderID) -> ProviderID { provider(at: catalog[id].path) ?? id }

    /// Returns the changes of providers' files since the last call.
    func takeChanges() -> [ProviderChange] { catalog.takeChanges() }

    /// Makes other settings, priorities among them. The folders are looked through by ``look(through:)``.
    func configure(_ settings: HostSettings) {
        self.settings = settings
        catalog.setPriorities(settings.priorities)
    }

    /// The differences that a look through the folders found.
    struct Findings {
        /// The providers whose files were replaced, or are gone.
        let gone: [ProviderID]
        /// The providers whose manifests changed, or can be used now: they may be allowed more than before.
        let redeclared: Set<ProviderID>
    }

    /// Looks through folders for providers.
    func look(through folders: [String]) -> Findings {
        let (known, ids) = (catalog.known, catalog.ids)
        let before = known.map { catalog[$0] }
        catalog.look(through: folders, journal: journal)
        for id in catalog.ids where !ids.contains(id) {
            log(.notice, "\(catalog[id].path) is new, or was replaced: it opens documents from now on", id)
        }
        let redeclared = zip(known, before).filter { id, before in
            catalog[id].manifest != before.manifest || before.fault != nil && catalog[id].fault == nil
        }.map(\.0)
        for id in redeclared {
            log(.notice, "\(catalog[id].manifestPath) has changed: hosts that start from now on go by it", id)
        }
        return Findings(gone: known.filter { !catalog.ids.contains($0) }, redeclared: Set(redeclared))
    }

    // MARK: Getting a host ready

    /// Starts a host, which confines itself, loads its provider and is told the settings of that.
    ///
    /// - Parameter ready: called when it can serve requests, or with the reason why it can't load its provider. Not called where the
    ///   host is lost before: that is an event.
    func start(
        _ provider: ProviderID, _ owner: HostOwner, events: @escaping (HostEvent) -> Void,
        ready: @escaping (HostError?) -> Void
    ) throws(HostError) -> HostConnection {
        if let error = catalog[provider].fault?.error { throw error }
        do throws(OSError) {
            return try launch(provider, owner, events: events) { [self] connection, reasons in
                for text in reasons where missing.insert(text).inserted {
                    log(.notice, text, provider, pid: connection.process.pid, owner: owner)
                }
            } loaded: { [self] connection, answer in
                switch answer {
                case .value(let reply):
                    connection.consumption.program = reply.process.flatMap { Int32(exactly: $0) }
                    if let error = catalog.loaded(provider, reply) { return ready(refuse(provider, error)) }
                    for entry in settings.configuration[reply.name] ?? [] {
                        configure(connection, provider, entry, serial: ScheduledHost.startSerial) { answer in
                            if case .misbehaved(let reason) = answer { events(.lost(misbehaved: true, reason: reason)) }
                        }
                    }
                    // Calls are answered in order: requests that follow find the settings made.
                    ready(nil)
                case .failed(let error): ready(refuse(provider, error))
                case .misbehaved(let reason): events(.lost(misbehaved: true, reason: reason))
                }
            }
        } catch {
            let failure = HostError(.hostFailed, "a provider host can't be started: \(error)")
            log(.error, failure.message, provider)
            throw failure
        }
    }

    /// Starts a host, which confines itself as the provider's manifest lets it, and loads the provider.
    ///
    /// - Parameters:
    ///   - confined: called with what does not confine the host, and why, before it loads anything.
    ///   - loaded: called with what came of both.
    func launch(
        _ provider: ProviderID, _ owner: HostOwner, events: @escaping (HostEvent) -> Void,
        confined: @escaping (HostConnection, [String]) -> Void = { _, _ in },
        loaded: @escaping (HostConnection, HostAnswer<HostInterface.LoadReply>) -> Void
    ) throws(OSError) -> HostConnection {
        let known = catalog[provider]
        let folders = owner == .library ? settings.libraryFolders : []
        let connection = try startProcess(title: HostArguments.title(provider: known.name, owner: owner), events)
        connection.manifest = known.manifest
        let parameters = HostInterface.ConfineParameters(
            library: known.path, readablePaths: known.manifest.readablePaths,
            executableMemory: known.manifest.executableMemory, folders: Array(folders.indices),
            required: settings.sandbox == .required, program: known.isProgram)
        connection.call(
            HostInterface.Confine.self, parameters, descriptors: folders,
            decode: { $0.parameters.isBounded ? $0.parameters : nil }
        ) { (answer: HostAnswer<HostInterface.ConfineReply>) in
            switch answer {
            case .value(let reply):
                connection.confinement = reply.confinement.compactMap(Confinement.init(rawValue:))
                confined(connection, reply.missing)
                connection.call(
                    HostInterface.Load.self, HostInterface.LoadParameters(path: known.path),
                    decode: { $0.parameters.isBounded ? $0.parameters : nil }, completion: { loaded(connection, $0) })
            case .failed(let error): loaded(connection, .failed(error))
            case .misbehaved(let reason): loaded(connection, .misbehaved(reason))
            }
        }
        return connection
    }

    /// Starts the process of a host, which has loaded nothing yet.
    private func startProcess(
        title: String, _ events: @escaping (HostEvent) -> Void
    ) throws(OSError) -> HostConnection {
        func start(
            _ descriptors: [Int32], _ output: Int32, _ ended: @escaping (ProcessEnd) -> Void
        ) throws(OSError) -> any RunningHost {
            if let starter { return try starter(descriptors, output, ended) }
            return try ChildProcess(
                path: executablePath, name: title,
                arguments: HostArguments(parent: getpid(), limits: settings.limits).words,
                environment: settings.environment, descriptors: descriptors, output: output,
                blocked: sheaf_sandbox_told_signals(), on: loop, ended: ended)
        }
        return try HostConnection(start, worker: worker, on: loop, events: events)
    }

    private func refuse(_ provider: ProviderID, _ error: HostError) -> HostError {
        log(.error, error.message, provider)
        refused(provider, error)
        return error
    }

    /// A host could not load a provider.
    func refused(_ provider: ProviderID, _ error: HostError) { catalog.refused(provider, error) }

    /// Sets one setting of a provider in one of its hosts; a refusal is logged.
    func configure(
        _ connection: HostConnection, _ provider: ProviderID, _ entry: HostSettings.Entry, serial: UInt32,
        _ finished: @escaping (HostAnswer<Void>) -> Void
    ) {
        connection.configure(entry, serial: serial) { [self] answer in
            if case .failed(let error) = answer {
                log(.warning, "the setting \(entry.key)=\(entry.value) was refused: \(error)", provider)
            }
            finished(answer)
        }
    }
}
