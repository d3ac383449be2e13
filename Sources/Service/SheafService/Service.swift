import Glibc
import HostProtocol
import HostSupervision
import PageCache
import PageModel
import SheafBase
import SheafDocuments
import SheafInterface
import SheafOS
import SheafPages
import SheafReaders
import Varlink

/// The service: every part, put together.
final class Service {
    /// The bytes of a call: none has parameters longer than a path, and a thousand connections may each hold this much.
    private static let callLength = 64 << 10
    /// The signals that end it.
    static let endingSignals = [SIGTERM, SIGINT]

    /// Pages in the cache may take this part of the descriptors, and those in transitions a quarter of that more;
    /// connections and documents have the rest.
    private static let cacheShare = 2
    /// Thumbnails may take this part of the descriptors.
    private static let thumbnailShare = 16
    /// One descriptor in so many is kept in reserve: connections and what they send get none of these.
    private static let reserveShare = 64
    /// One descriptor in so many may be on its way to one user: as many as this process may have open may be in flight
    /// in all.
    private static let sentShare = 16

    let loop: EventLoop
    let journal: Journal
    /// The parts that serve readers.
    private(set) lazy var core = ServiceCore(
        ServiceCore.Setup(
            loop: loop, journal: journal, supervisor: supervisor, worker: worker,
            watcher: Self.fileWatcher(on: loop, journal), library: library,
            settings: ReaderContext.Settings(configuration), userLimits: UserAccounts.Limits(configuration),
            limits: Self.cacheLimits(configuration, memory, descriptors: descriptors),
            policy: configuration.cachePolicy,
            thumbnails: (configuration.thumbnailMax, descriptors / Self.thumbnailShare),
            leaseLimit: configuration.leaseMax(memory), readerKeep: configuration.readerKeep,
            clock: { [loop] in Instant(microseconds: loop.now) },
            recentTime: { [loop] in Instant(microseconds: loop.recentTime) }, identifiers: RandomIdentifier.make),
        owner: self)
    private(set) lazy var server = makeServer()
    private(set) lazy var pressure = MemoryPressure(on: core, worker: worker)
    private lazy var managerService = ManagerService(
        core: core, worker: worker, pressure: pressure, log: log, operators: operators, owner: self)
    private lazy var operators = Operators(
        ofGroup: configuration.operatorGroup, isUsual: configuration.operatorGroup == Configuration().operatorGroup,
        journal: journal)
    /// The lifecycle of the service, which ends it.
    private(set) lazy var lifecycle = ServiceLifecycle(of: core, behind: server) { [unowned self] in end($0) }
    private lazy var statusLine = StatusLine(of: core, under: pressure)
    private let supervisor: HostSupervisor
    let worker: BackgroundWorker
    private let log: LogSettings
    private let library: Library
    private var commands: SignalSource?
    /// The configuration in force; ``reload(asked:completion:)`` takes another one.
    var configuration: Configuration
    /// Reads the configuration again.
    let readConfiguration: ConfigurationSource
    /// Reloads that were asked for; the first is under way.
    var reloads: [(why: String, completion: ReloadCompletion)] = []
    /// How many descriptors this process may have open.
    let descriptors: Int
    /// How much memory there is, when the configuration was read last.
    var memory: MemoryRoom
    /// The store of what the next run goes on with; nil where systemd keeps nothing.
    var restartStore: RestartStore?

    /// Makes the service; it listens when it is told to (``listen(on:)``).
    ///
    /// - Parameters:
    ///   - memory: how much there was when the configuration was read.
    ///   - library: the library folders of the configuration.
    ///   - descriptors: how many this process may have open.
    ///   - readConfiguration: reads the configuration again.
    /// - Throws: with what could not be had, for the operator.
    init(
        loop: EventLoop, configuration: Configuration, memory: MemoryRoom, library: Library, journal: Journal,
        descriptors: Int, readConfiguration: @escaping ConfigurationSource
    ) throws {
        self.loop = loop
        self.journal = journal
        self.configuration = configuration
        self.memory = memory
        self.library = library
        self.readConfiguration = readConfiguration
        self.descriptors = descriptors
        worker = try BackgroundWorker()
        log = LogSettings(journal)
        let hostLog = HostLog(journal: journal)
        supervisor = HostSupervisor(
            loop: loop, executablePath: CurrentProcess.executable,
            settings: HostSettings(configuration, library: library), counts: Self.counts(on: loop, journal),
            worker: worker, journal: hostLog.write)
        hostLog.documents = core.documents
        reportMemory()
        commands = try loop.watch(
            signal: Signal.serviceCommand,
            handler: ServiceCommands(journal: journal, settings: log, pressure: pressure).serve)
        try pressure.watch()
        try lifecycle.end(on: Self.endingSignals)
        try watchReloads()
    }

    /// Keeps counts of pages for when documents are opened again; nil where there is no place for that.
    private static func counts(on loop: EventLoop, _ journal: Journal) -> KeptCounts? {
        guard let folder = KeptCounts.usualFolder else { return nil }
        do throws(OSError) {
            return try KeptCounts(in: folder, on: loop) { journal.log(.warning, $0) }
        } catch {
            journal.log(.notice, "\(error): counts of pages are not kept for the next run")
            return nil
        }
    }

    private func makeServer() -> VarlinkServer {
        var limits = VarlinkLimits()
        limits.receivedLength = Self.callLength
        limits.connections = configuration.connections
        limits.connectionsPerUser = configuration.connectionsPerUser
        limits.sentDescriptorsPerUser = max(descriptors / Self.sentShare, 1)
        limits.firstReservedDescriptor = Int32(clamping: descriptors - descriptors / Self.reserveShare)
        let server = core.makeServer(
            VarlinkServiceInformation(
                vendor: "Sheaf", product: "sheafd", version: SheafVersion.current, url: "man:org.sheaf(7)"),
            limits: limits, isOperator: { [operators] in operators.include($0, over: $1) },
            ended: { [unowned self] in
                statusLine.touch()
                lifecycle.touch()
            })
        server.add(ManagerDispatcher(managerService))
        return server
    }

    /// The cache's limits: those configured, no more than a cgroup allows, and no more pages than there are descriptors for.
    static func cacheLimits(
        _ configuration: Configuration, _ memory: MemoryRoom, descriptors: Int
    ) -> CacheLimits {
        let limits = configuration.cacheLimits(memory)
        let descriptorPages = max(descriptors / cacheShare, 1)
        return CacheLimits(
            soft: limits.soft, hard: limits.hard, pages: min(descriptorPages, configuration.cacheMaxPages ?? .max),
            hardPages: descriptorPages / 4 * 5)
    }

    /// Says that the cache may hold less than is configured, where a cgroup wants that.
    func reportMemory() {
        guard configuration.isLimited(by: memory), let cgroup = memory.cgroup else { return }
        let limits = configuration.cacheLimits(memory)
        journal.log(
            .notice,
            """
            the cgroup allows \(cgroup >> 20) MB: pages may take a part of that only, \
            \(limits.soft >> 20) MB (CacheMax=) and \(limits.hard >> 20) MB (CacheHardMax=)
            """)
    }

    /// Ends the program, cleanly.
    func end(_ why: String) {
        journal.log(.info, "ending \(why)")
        stop()
        loop.exit()
    }

    /// Makes the watcher of files; nil where there can be none: the service runs on without it.
    private static func fileWatcher(on loop: EventLoop, _ journal: Journal) -> FileWatcher? {
        do throws(OSError) {
            return try FileWatcher(on: loop)
        } catch {
            journal.log(.warning, "changes of documents will not be noticed: \(error)")
            return nil
        }
    }

    /// Serves those who connect to a listening socket.
    func listen(on socket: consuming FileDescriptor) throws {
        try server.listen(on: socket)
    }

    /// Tells systemd that connections are accepted.
    func announceReady() {
        statusLine.send(with: "READY=1\n")
    }

    /// Ends: connections, hosts and readers go.
    func stop() {
        guard lifecycle.stop() else { return }
        Notify.send("STOPPING=1\nSTATUS=Ending")
        restartStore?.finish()
        setPlaces(nil, marksPerUser: 0)
        core.digests.finish()
        // How readers come to rest when their connections go is no place where anybody left them.
        core.keep(positions: nil, of: [])
        server.close()
        supervisor.shutDown()
        worker.finish()
    }
}

extension Service: ServiceCoreOwner {
    func coreChanged() {
        statusLine.touch()
        restartStore?.touch()
        core.digests.places?.touch()
        lifecycle.touch()
    }

    func pageRendered() {
        restartStore?.pageRendered()
        coreChanged()
    }

    func pressureChanged() { statusLine.touch() }
}

extension Service: ManagerServiceOwner {
    var connectionCount: Int { server.connectionCount }

    var connectionsByUser: (counts: [UInt32: Int], value: Int) {
        let counts = server.users.filter { $0.connections > 0 }.map { ($0.uid, $0.connections) }
        return (Dictionary(uniqueKeysWithValues: counts), configuration.connectionsPerUser)
    }

    var memoryLimit: Int? { memory.cgroup }

    var cachePolicy: CachePolicy { configuration.cachePolicy }

    func reload(for uid: UInt32, completion: @escaping ReloadCompletion) {
        reload(asked: "uid \(uid) asks for it", completion: completion)
    }
}

extension Configuration {
    /// How many pixels a rendition may have: it must also be within what a host renders.
    fileprivate var renditionLimit: RenditionLimit {
        RenditionLimit(pixels: min(maxRenditionPixels, pageMax / 4), side: Int(HostLimits.renderSide))
    }
}

extension ReaderContext.Settings {
    /// Takes the settings for readers out of a configuration.
    init(_ configuration: Configuration) {
        self.init(
            watchesPerReader: configuration.watchesPerReader, renditionLimit: configuration.renditionLimit,
            regionDelay: configuration.regionDelay, prefetch: configuration.prefetch, readAhead: configuration.readAhead
        )
    }
}

extension UserAccounts.Limits {
    /// Takes the limits of one user out of a configuration.
    init(_ configuration: Configuration) {
        self.init(
            readers: configuration.readersPerUser, documents: configuration.documentsPerUser,
            documentFiles: configuration.documentFilesPerUser, watches: configuration.watchesPerUser)
    }
}

extension HostSettings {
    /// Takes the settings for provider hosts out of a configuration.
    init(_ configuration: Configuration, library: Library) {
        var limits = HostLimits()
        limits.hosts = configuration.hosts
        limits.hostsPerUser = configuration.hostsPerUser
        limits.hostsPerProvider =
            configuration.hostsPerProvider > 0 ? configuration.hostsPerProvider : max(CurrentProcess.processors, 2)
        limits.requestsPerUser = configuration.requestsPerUser
        limits.requestTime = configuration.requestTime
        limits.addressSpace = UInt64(configuration.hostMemoryMax)
        limits.requestsPerHost = configuration.hostRequestsMax
        limits.growth = configuration.hostGrowthMax
        limits.renderBytes = configuration.pageMax
        limits.remoteFileSystems = configuration.remoteFileSystems
        self.init(
            providerFolders: configuration.providerFolders,
            configuration: configuration.providerSettings.mapValues { settings in
                settings.map { HostSettings.Entry(key: $0.key, value: $0.value) }
            }, limits: limits)
        priorities = configuration.providerPriorities
        sandbox = configuration.hostSandbox
        libraryFolders = library.descriptors
    }
}
