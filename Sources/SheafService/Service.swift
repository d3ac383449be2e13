import Glibc
import PageCache
import PageModel
import ProviderHost
import SheafInterface
import SheafOS
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

    let loop: EventLoop
    let journal: Journal
    let server: VarlinkServer
    let supervisor: HostSupervisor
    let readers: ReaderTable
    let documents: DocumentTable
    private let limitNotices: LimitNotices
    private let commands: ServiceCommands
    let pages: PageServer
    let pressure: MemoryPressure
    let readerService: ReaderService
    let managerService: ManagerService
    /// What is in force; another is taken by ``reload(asked:)``.
    var configuration: Configuration
    /// Reads the configuration again.
    let readConfiguration: ConfigurationSource
    /// How many descriptors this process may have open.
    let descriptors: Int
    let leases: PageLeases
    private var statusLine: StatusLine?
    /// What keeps things for the next run; nil where systemd keeps nothing.
    var warmStore: WarmStore?
    /// Where readers are, for the next run; nil where systemd keeps nothing.
    var places: ReaderPlaces?
    /// What ends it when nobody wants anything of it; nil where it stays.
    var idleExit: IdleExit?
    /// Whether a connection would start it again.
    var isActivated = false
    /// What tells systemd that the loop turns; nil where nobody waits for it.
    var watchdog: Watchdog?
    private var signals: [SignalSource] = []
    private var stopped = false

    /// Makes the service; it listens when it is told to (``listen(on:)``).
    ///
    /// - Parameters:
    ///   - library: the library folders of the configuration.
    ///   - descriptors: how many this process may have open.
    ///   - readConfiguration: reads the configuration again.
    /// - Throws: with what could not be had, for the operator.
    init(
        loop: EventLoop, configuration: Configuration, library: Library, journal: Journal, descriptors: Int,
        readConfiguration: @escaping ConfigurationSource
    ) throws {
        self.loop = loop
        self.journal = journal
        self.configuration = configuration
        self.readConfiguration = readConfiguration
        self.descriptors = descriptors
        let closer = try DescriptorCloser()
        let hostLog = HostLog(journal: journal)
        supervisor = HostSupervisor(
            loop: loop, executablePath: CurrentProcess.executable, settings: HostSettings(configuration),
            closer: closer, journal: hostLog.write)
        readers = ReaderTable(loop: loop, keep: configuration.readerKeep)
        documents = DocumentTable(
            supervisor: supervisor, watcher: Self.fileWatcher(on: loop, journal), journal: journal)
        hostLog.documents = documents
        limitNotices = LimitNotices(journal: journal) { Instant(microseconds: loop.now) }
        pages = PageServer(
            loop: loop, closer: closer, limits: Self.cacheLimits(configuration, descriptors: descriptors),
            policy: configuration.cachePolicy,
            thumbnails: Thumbnails(
                limit: configuration.thumbnailMax, countLimit: descriptors / Self.thumbnailShare, closer: closer),
            clock: { Instant(microseconds: loop.now) })
        pressure = MemoryPressure(
            loop: loop, pages: pages, supervisor: supervisor, closer: closer, journal: journal)
        leases = PageLeases(
            loop: loop, pages: pages, limit: configuration.leaseMax(memory: MachineMemory.total), notices: limitNotices)
        let log = LogSettings(journal)
        commands = try ServiceCommands(on: loop, journal: journal, settings: log, pressure: pressure)

        readerService = ReaderService(
            loop: loop,
            settings: ReaderService.Settings(configuration),
            supervisor: supervisor, closer: closer, library: library,
            readers: readers, documents: documents, pages: pages, leases: leases, journal: journal,
            limitNotices: limitNotices, clock: { Instant(microseconds: loop.now) }, identifiers: RandomBytes.identifier)

        var varlinkLimits = VarlinkLimits()
        varlinkLimits.receivedLength = Self.callLength
        varlinkLimits.connections = configuration.connections
        varlinkLimits.connectionsPerUser = configuration.connectionsPerUser
        server = VarlinkServer(
            on: loop,
            information: VarlinkServiceInformation(
                vendor: "Sheaf", product: "sheafd", version: SheafVersion.current, url: ""),
            limits: varlinkLimits, closer: closer
        ) { level, text in
            journal.log(level, text)
        }
        server.add(ReaderDispatcher(readerService))
        managerService = ManagerService(
            loop: loop, readers: readers, documents: documents, pages: pages, leases: leases,
            supervisor: supervisor, pressure: pressure, log: log, policy: configuration.cachePolicy,
            operators: Operators(configuration, user: getuid(), journal: journal),
            connections: { [unowned server] in server.connectionCount })
        server.add(ManagerDispatcher(managerService))
        statusLine = StatusLine(loop: loop) { [unowned self] in status }
        let touch = { [unowned self] in
            statusLine?.touch()
            warmStore?.touch()
            idleExit?.touch()
        }
        readers.changed = touch
        pages.changed = touch
        pressure.readAheadChanged = { [unowned self] in readerService.allowReadAhead($0) }
        readerService.moved = { [unowned self] in moved($0) }
        server.refused = { [limitNotices] refusal in
            limitNotices.reached(
                refusal.limit.key, by: refusal.peer.uid, "\(refusal) (\(refusal.limit.key)=)")
        }
        pressure.changed = { [unowned self] in statusLine?.touch() }
        try pressure.watch()
        server.connectionEnded = { [unowned self] connection in
            readers.connectionEnded(ObjectIdentifier(connection))
            leases.connectionEnded(ObjectIdentifier(connection))
            statusLine?.touch()
            idleExit?.touch()
        }
        for signal in Self.endingSignals {
            signals.append(
                try loop.watch(signal: signal) { [unowned self] _ in
                    end("on \(Signal.name(signal))")
                })
        }
        signals.append(try watchReloads())
    }

    /// The cache's limits: those configured, and no more pages than there are descriptors for.
    static func cacheLimits(_ configuration: Configuration, descriptors: Int) -> CacheLimits {
        let limits = configuration.cacheLimits(memory: MachineMemory.total)
        let descriptorPages = max(descriptors / cacheShare, 1)
        return CacheLimits(
            soft: limits.soft, hard: limits.hard, pages: min(descriptorPages, configuration.cacheMaxPages ?? .max),
            hardPages: descriptorPages / 4 * 5)
    }

    /// Ends the program, cleanly.
    func end(_ why: String) {
        journal.log(.info, "ending \(why)")
        stop()
        loop.exit()
    }

    /// What watches files; without it the service runs on.
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
        statusLine?.send(with: "READY=1\n")
    }

    /// Ends: connections, hosts and readers go.
    func stop() {
        guard !stopped else { return }
        stopped = true
        Notify.send("STOPPING=1\nSTATUS=Ending")
        warmStore?.finish()
        server.close()
        supervisor.shutDown()
    }

    private var status: String {
        let account = pages.account
        let why = pressure.account.reason.map { " (\($0.words))" } ?? ""
        return """
            \(Self.counted(readers.count, "reader")) on \(Self.counted(documents.count, "document")), \
            \(Self.counted(account.pages, "page")) in the cache, \
            \(account.bytes >> 20) of \(account.limits.soft >> 20) MB\(why)
            """
    }

    static func counted(_ number: Int, _ what: String) -> String {
        "\(number) \(what)\(number == 1 ? "" : "s")"
    }
}

extension Configuration {
    /// How many pixels a rendition may have: it must also be within what a host renders.
    fileprivate var renditionLimit: RenditionLimit {
        RenditionLimit(pixels: min(maxRenditionPixels, pageMax / 4), side: Int(HostLimits.renderSide))
    }
}

extension ReaderService.Settings {
    /// What of the configuration readers go by.
    init(_ configuration: Configuration) {
        self.init(
            readersPerUser: configuration.readersPerUser, watchesPerReader: configuration.watchesPerReader,
            renditionLimit: configuration.renditionLimit, regionDelay: configuration.regionDelay,
            readAhead: configuration.readAhead)
    }
}

extension HostSettings {
    /// What of the configuration hosts go by.
    init(_ configuration: Configuration) {
        var limits = HostLimits()
        limits.hosts = configuration.hosts
        limits.requestTime = configuration.requestTime
        limits.addressSpace = UInt64(configuration.hostMemoryMax)
        limits.renderBytes = configuration.pageMax
        limits.remoteFileSystems = configuration.remoteFileSystems
        self.init(
            providerFolders: configuration.providerFolders,
            configuration: configuration.providerSettings.mapValues { settings in
                settings.map { HostSettings.Entry(key: $0.key, value: $0.value) }
            }, limits: limits)
    }
}
