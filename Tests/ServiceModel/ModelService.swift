import Glibc
import HostProtocol
import HostSupervision
import Navigation
import PageModel
import Prefetch
import Pressure
import SheafInterface
import SheafOS
import Varlink

@testable import PageCache
@testable import SheafBase
@testable import SheafDocuments
@testable import SheafPages
@testable import SheafReaders
@testable import SheafService

/// The settings that a model begins with.
struct ModelSetting {
    /// How large the cache's soft limit is at most, in pages of memory; the hard one is half as much more.
    let pages: Int
    let thumbnails: Bool
    let prefetch: PrefetchMode
    let readAhead: Int
    let policy: CachePolicy
    /// How many pages of memory viewers may hold.
    let leases: Int

    init(_ numbers: ModelNumbers) {
        pages = numbers.number(3...16)
        thumbnails = numbers.chance(300)
        readAhead = numbers.number(0...3)
        policy = numbers.one(of: [.lru, .gdsf, .reading]) ?? .reading
        leases = numbers.number(8...40)
        prefetch = numbers.one(of: PrefetchMode.allCases) ?? .full
    }

    static let pageBytes = 4_096
    /// How long readers live on without a connection, in microseconds.
    static let readerKeep: UInt64 = 20_000_000
    var soft: Int { pages * Self.pageBytes }
    var hard: Int { soft * 3 / 2 }
}

/// The whole service, as a run of it: from its start to its end, on a loop of its own.
final class ModelService {
    let loop: EventLoop
    let hosts: FakeHosts
    let core: ServiceCore
    let positions: PositionRecords
    let pressure: MemoryPressure
    private let supervisor: HostSupervisor
    private let worker: BackgroundWorker
    private let server: VarlinkServer

    /// - Parameters:
    ///   - folder: where documents are, and in "providers" the provider.
    ///   - nextReader: the number of the reader that is opened next.
    ///   - earlier: where readers rested in the run before.
    ///   - makeStarter: what is between the service and its hosts.
    init(
        _ setting: ModelSetting, files: FakeFiles, folder: String, clock: ModelClock, numbers: ModelNumbers,
        nextReader: @escaping () -> UInt64, earlier: PositionRecords? = nil,
        makeStarter: (FakeHosts) -> HostStarter = { $0.start }
    ) throws {
        let loop = try EventLoop(clock: clock)
        let hosts = FakeHosts(loop: loop, files: files, numbers: numbers)
        var hostSettings = HostSettings(providerFolders: ["\(folder)/providers"])
        hostSettings.limits.hosts = 4
        worker = try BackgroundWorker()
        supervisor = HostSupervisor(
            loop: loop, executablePath: "", starter: makeStarter(hosts), settings: hostSettings, worker: worker,
            journal: { _ in })
        core = ServiceCore(
            ServiceCore.Setup(
                loop: loop, journal: Journal(threshold: .error), supervisor: supervisor, worker: worker, watcher: nil,
                library: try Library(folders: [folder]),
                settings: ReaderContext.Settings(
                    watchesPerReader: 3,
                    renditionLimit: RenditionLimit(pixels: 1_000, side: 65_500), regionDelay: 150_000,
                    prefetch: setting.prefetch, readAhead: setting.readAhead),
                userLimits: UserAccounts.Limits(readers: 9, documents: 9, documentFiles: 9, watches: 27),
                limits: CacheLimits(soft: setting.soft, hard: setting.hard), policy: setting.policy,
                thumbnails: setting.thumbnails ? (4 * ModelSetting.pageBytes, 8) : (0, 0),
                leaseLimit: setting.leases * ModelSetting.pageBytes, readerKeep: ModelSetting.readerKeep,
                clock: { Instant(microseconds: loop.now) },
                recentTime: { Instant(microseconds: loop.now) },
                identifiers: { RandomIdentifier(high: 0, low: nextReader()) }))
        pressure = MemoryPressure(on: core, worker: worker)
        // Hosts take as long as the model likes: what waits behind a call meanwhile is not cut off.
        var limits = VarlinkLimits()
        limits.descriptorTime = 1 << 50
        server = core.makeServer(
            VarlinkServiceInformation(vendor: "", product: "", version: "", url: ""), limits: limits)
        positions = if let earlier { earlier } else { try PositionRecords() }
        if earlier == nil { core.keep(positions: positions, of: []) }
        self.loop = loop
        self.hosts = hosts
    }

    /// Connects a client.
    func connect() throws -> ModelConnection {
        var mine: Int32 = -1
        try UnixSocket.pair { near, far throws(OSError) in
            mine = near.release()
            try server.adopt(far)
        }
        return try ModelConnection(FileDescriptor(owning: mine), on: loop)
    }

    /// Connects a client that sends what it likes.
    func adopt(_ socket: consuming FileDescriptor) throws(OSError) { try server.adopt(socket) }

    /// Waits until the closing thread has closed what it was handed: it does not go by the model's time, and would run out of
    /// descriptors.
    func waitForWorker() throws {
        let pipe = try worker.returnMemory()
        var waiting = pollfd(fd: pipe.number, events: Int16(POLLIN), revents: 0)
        while poll(&waiting, 1, -1) < 0, errno == EINTR {}
    }

    /// How many hosts the supervisor of the service still knows.
    var hostsLeft: Int { supervisor.hosts.count }

    /// Ends it. What it had open is open no more, whether it was asked to end or killed.
    func end() throws {
        // Nothing that comes of its end is seen by the next run: its memory is gone by then.
        core.keep(positions: nil, of: [])
        server.close()
        for session in core.readers.all { core.opener.close(session) }
        core.context.updatePositions()
        // What waits for an answer holds on to it, and asks the next question where it gets none.
        for _ in 0..<6 {
            supervisor.shutDown()
            hosts.end()
            try loop.runOnce(timeoutMilliseconds: 0)
        }
        try waitForWorker()
    }

    // MARK: Restarts

    /// The descriptors that the next run goes on with, and the readers that are expected of it.
    struct Note {
        let kept: [KeptName: SharedDescriptor]
        let readers: [String]
    }

    /// Notes it, as ``RestartStore`` does.
    func note() throws -> Note {
        let documents = core.documentsToKeep
        let pages = core.pagesToKeep
        let contents = core.note(ofDocuments: Set(documents.map(\.number)), pages: pages)
        let (note, pageNote) = (try DoubledMemory(name: "model"), try DoubledMemory(name: "model"))
        try note.write(JSONText { contents.encode(into: &$0) }.bytes)
        try pageNote.write(KeptPageRecord.note(of: pages.map(\.record)))
        var kept: [KeptName: SharedDescriptor] = [:]
        for (name, descriptor) in zip(KeptName.notes, note.halves) { kept[name] = descriptor }
        for (name, descriptor) in zip(KeptName.pageNotes, pageNote.halves) { kept[name] = descriptor }
        for document in documents { kept[.document(document.number)] = document.files[0] }
        for page in pages { kept[.page(page.record.number)] = page.descriptor }
        return Note(kept: kept, readers: contents.readers.map(\.id))
    }

    /// Goes on with what an earlier run has noted.
    func restore(_ note: Note) -> RestartLoader.Outcome {
        let outcome = RestartLoader(note.kept, positions: positions, for: core).run()
        positions.keep(only: core.readers.all.map(\.name))
        core.keep(positions: positions, of: core.readers.all)
        return outcome
    }
}
