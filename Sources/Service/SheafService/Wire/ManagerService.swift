import HostProtocol
import HostSupervision
import Leases
import Navigation
import PageCache
import PageModel
import Pressure
import SheafBase
import SheafDocuments
import SheafInterface
import SheafOS
import SheafPages
import SheafReaders
import Varlink

/// The owner of the manager's interface, which operators ask about the service as a whole.
protocol ManagerServiceOwner: AnyObject {
    /// How many connections there are.
    var connectionCount: Int { get }
    /// How many connections each user has, and how many one may have.
    var connectionsByUser: (counts: [UInt32: Int], value: Int) { get }
    /// The bytes of memory that a cgroup allows; nil where none limits it.
    var memoryLimit: Int? { get }
    /// The cache's policy, by name.
    var cachePolicy: CachePolicy { get }
    /// Reads the configuration again, for a user.
    func reload(for uid: UInt32, completion: @escaping ReloadCompletion)
}

/// The interface org.sheaf.Manager. Operators (``Operators``) see everything, other users what is theirs. A method that
/// only tells something looks nothing up for a oneway call.
final class ManagerService: ManagerHandler {
    typealias Interface = ManagerInterface
    typealias Failure = ManagerInterface.Failure

    private let loop: EventLoop
    private let core: ServiceCore
    private var readers: ReaderTable { core.readers }
    private var documents: DocumentTable { core.documents }
    private var pages: PageStore { core.store }
    private var leases: PageLeases { core.leases }
    private var supervisor: HostSupervisor { core.supervisor }
    private let worker: BackgroundWorker
    private let pressure: MemoryPressure
    private let log: LogSettings
    private unowned let owner: any ManagerServiceOwner
    private let started: UInt64
    private let operators: Operators

    init(
        core: ServiceCore, worker: BackgroundWorker, pressure: MemoryPressure, log: LogSettings, operators: Operators,
        owner: any ManagerServiceOwner
    ) {
        loop = core.loop
        self.core = core
        self.worker = worker
        self.pressure = pressure
        self.log = log
        self.operators = operators
        self.owner = owner
        started = core.loop.now
    }

    func status(_ parameters: ManagerInterface.StatusParameters, _ call: VarlinkCall<ManagerInterface.Status>) {
        guard call.isOpen else { return }
        let account = pages.cache
        let leased = leases.account
        let seesAll = isOperator(call.connection)
        call.reply(
            .init(
                version: SheafVersion.current, pid: Int(CurrentProcess.pid),
                uptime: Int((loop.now - started) / 1_000_000), readers: readers.count, documents: documents.count,
                hosts: supervisor.hosts.count, connections: owner.connectionCount, memoryLimit: owner.memoryLimit,
                cache: ManagerInterface.Cache(
                    softLimit: pages.limitsInForce.soft, hardLimit: pages.limitsInForce.hard, bytes: account.bytes,
                    reserved: account.reservedBytes, pages: account.count, hits: account.counters.hits,
                    misses: account.counters.misses, joined: account.counters.joined,
                    evicted: account.counters.evicted, notKept: account.counters.notKept,
                    leasedPages: leased.total.pages, leasedBytes: leased.total.bytes,
                    leasedOutside: leased.outside.bytes, thumbnails: pages.thumbnails.count,
                    thumbnailBytes: pages.thumbnails.bytes),
                pressure: pressure.account.wire(now: loop.now),
                users: core.wireUsers(connections: owner.connectionsByUser) { seesAll || $0 == call.peer.uid }))
    }

    func getCache(
        _ parameters: ManagerInterface.GetCacheParameters, _ call: VarlinkCall<ManagerInterface.GetCache>
    ) {
        guard call.isOpen else { return }
        let listing = parameters.list ?? false ? listing(for: call.connection) : nil
        let pressure = pressure.account
        call.reply(
            .init(
                policy: owner.cachePolicy.rawValue, configured: pressure.configured.wire,
                limits: pages.cache.limits.wire,
                states: pages.cache.sums.wire(leased: leases.account, thumbnails: pages.thumbnails),
                thumbnailLimit: pages.thumbnails.limit, counters: pages.cache.counters.wire,
                renders: core.renders.counters.wire(underWay: core.renders.count),
                waits: core.context.waits.wire,
                pressure: pressure.wire(now: loop.now),
                pages: listing?.pages, leftOut: listing?.leftOut))
    }

    func warnMemory(
        _ parameters: Interface.WarnMemoryParameters, _ call: VarlinkCall<Interface.WarnMemory>
    ) throws(Failure) {
        guard isOperator(call.connection) else { throw .service(.permissionDenied) }
        pressure.warn(PressureLevel(parameters.level), from: .call) { [self] reaction in
            let limits = pages.limitsInForce
            call.reply(
                .init(
                    softLimit: limits.soft, hardLimit: limits.hard, freedPages: reaction.freed.pages,
                    freedBytes: reaction.freed.bytes, microseconds: Int(clamping: reaction.withinLimit),
                    pressure: pressure.account.wire(now: loop.now)))
        }
    }

    func listReaders(
        _ parameters: ManagerInterface.ListReadersParameters, _ call: VarlinkCall<ManagerInterface.ListReaders>
    ) {
        guard call.isOpen else { return }
        let current = readers.current
        SlicedList(call, of: readers.all(of: isOperator(call.connection) ? nil : call.peer.uid).map(\.id)) {
            [self] ids, leftOut in
            let listed = ids.compactMap { readers.session($0) }
            return .init(readers: listed.map { entry(of: $0, isCurrent: current.contains($0.key)) }, leftOut: leftOut)
        }
        .answer()
    }

    func listDocuments(
        _ parameters: ManagerInterface.ListDocumentsParameters, _ call: VarlinkCall<ManagerInterface.ListDocuments>
    ) {
        guard call.isOpen else { return }
        let seesAll = isOperator(call.connection)
        let user = call.peer.uid
        let visible = documents.all.filter { seesAll || core.accounts.readers(of: user, on: $0.id) > 0 }
        let shared = Set(visible.filter { $0.opened.owner == .library }.map(\.id))
        // Who reads what of the library is nobody else's business.
        let usage = pages.usage { seesAll || $1 == user || !shared.contains($0) }
        SlicedList(call, of: visible.map(\.id)) { [self] ids, leftOut in
            .init(
                documents: ids.compactMap { documents.document($0) }.map { document in
                    entry(
                        of: document, usage: usage[document.id] ?? (0, 0),
                        readers: seesAll ? document.readers : core.accounts.readers(of: user, on: document.id))
                }, leftOut: leftOut)
        }
        .answer()
    }

    func listProviders(
        _ parameters: Interface.ListProvidersParameters, _ call: VarlinkCall<Interface.ListProviders>
    ) throws(Failure) {
        guard call.isOpen else { return }
        guard let index = parameters.fileDescriptor else {
            guard parameters.declared != true else {
                return call.reply(.init(providers: supervisor.declaredProviders().map { $0.entry() }))
            }
            return supervisor.learnProviders { call.reply(.init(providers: $0.map { $0.entry() })) }
        }
        if let name = parameters.name, name.utf8.contains(0) {
            throw .invalidCall(field: "name", reason: "it has a NUL")
        }
        guard let descriptor = call.descriptors.take(at: index) else {
            throw .invalidCall(field: "fileDescriptor", reason: "no file came with the call as its number \(index)")
        }
        let file = SharedDescriptor(descriptor, worker: worker, tally: call.descriptors.closing)
        let user = call.peer.uid
        supervisor.examine(
            .descriptor(file), named: parameters.name, owner: .uid(user), for: user
        ) { [supervisor] result in
            switch result {
            case .success(let examined):
                supervisor.claims(on: examined, for: user) { claims in
                    call.reply(.init(providers: claims.map { $0.provider.entry(certainty: $0.certainty) }))
                }
            case .failure(let error): call.fail(.fileRefused(reason: error.message))
            }
        }
    }

    func reload(_ parameters: Interface.ReloadParameters, _ call: VarlinkCall<Interface.Reload>) throws(Failure) {
        guard isOperator(call.connection) else { throw .service(.permissionDenied) }
        owner.reload(for: call.peer.uid) { result in
            switch result {
            case .success(let change):
                call.reply(
                    .init(
                        changed: change.keys, afterRestart: change.afterRestart,
                        warnings: change.warnings.map(\.description), providers: change.providers.map(\.wire)))
            case .failure(let error):
                call.fail(
                    .configurationRefused(
                        file: error.file, line: error.line > 0 ? error.line : nil, reason: error.text))
            }
        }
    }

    func listHosts(
        _ parameters: ManagerInterface.ListHostsParameters, _ call: VarlinkCall<ManagerInterface.ListHosts>
    ) {
        guard call.isOpen else { return }
        let seesAll = isOperator(call.connection)
        let visible = supervisor.hosts.filter { seesAll || $0.owner.serves(call.peer.uid) }
        call.reply(.init(hosts: visible.map(\.entry)))
    }

    func getLog(_ parameters: ManagerInterface.GetLogParameters, _ call: VarlinkCall<ManagerInterface.GetLog>) {
        call.reply(.init(level: log.level.wireLevel, target: log.target.wireTarget))
    }

    func setLog(_ parameters: Interface.SetLogParameters, _ call: VarlinkCall<Interface.SetLog>) throws(Failure) {
        guard isOperator(call.connection) else { throw .service(.permissionDenied) }
        log.set(
            level: parameters.level?.journalLevel, target: parameters.target?.journalTarget,
            asked: "uid \(call.peer.uid)")
        call.reply(.init(level: log.level.wireLevel, target: log.target.wireTarget))
    }

    /// Whether a caller sees everything, and may call what only operators may.
    private func isOperator(_ connection: VarlinkConnection) -> Bool { operators.include(connection) }

    /// The pages of what is the user's own. A library's documents are everybody's; what is read of them is not.
    private func listing(
        for connection: VarlinkConnection
    ) -> (pages: [ManagerInterface.CachePage], leftOut: Int) {
        let seesAll = isOperator(connection)
        let visible = documents.all.filter { seesAll || $0.opened.owner == .uid(connection.peer.uid) }
        let byID = Dictionary(uniqueKeysWithValues: visible.map { ($0.id, $0) })
        let listing = CacheListing(pages.cache.contents.filter { byID[$0.rendition.document] != nil })
        let entries = listing.pages.compactMap { content in
            byID[content.rendition.document].map { document in
                let number = pages.number(of: content.rendition)
                return content.wire(of: document, leases: number.map { leases.account.leases(of: $0) } ?? 0)
            }
        }
        return (entries, listing.leftOut)
    }

    private func entry(of reader: ReaderSession, isCurrent: Bool) -> ManagerInterface.ReaderEntry {
        let held = leases.account.held(through: reader.key)
        return ManagerInterface.ReaderEntry(
            reader: reader.name, uid: Int(reader.uid), document: reader.document.name, title: reader.document.title,
            provider: reader.document.opened.provider, index: reader.model.current?.index ?? 0,
            pages: reader.document.count.pages, connections: readers.connections(of: reader), pagesHeld: held.pages,
            bytesHeld: held.bytes, current: isCurrent ? true : nil)
    }

    private func entry(
        of document: ServedDocument, usage: (pages: Int, bytes: Int), readers: Int
    ) -> ManagerInterface.DocumentEntry {
        ManagerInterface.DocumentEntry(
            document: document.name, provider: document.opened.provider,
            uid: document.opened.owner.uid.map { Int($0) }, title: document.title, name: document.path,
            pages: document.count.pages, bytes: Int(clamping: document.opened.identity.size),
            readers: readers, cachedPages: usage.pages, cachedBytes: usage.bytes,
            state: document.opened.failure.map { "failed: \($0)" } ?? "open", looks: document.opened.looks.entry)
    }
}

extension ProviderDescription {
    /// The entry of the provider on the wire.
    func entry(certainty: Int? = nil) -> ManagerInterface.ProviderEntry {
        ManagerInterface.ProviderEntry(
            name: name, path: path, version: version, summary: summary, capabilities: capabilities.names,
            refused: refusal, priority: priority, certainty: certainty, suffixes: Self.declared(manifest.suffixes),
            unlisted: Self.declared(manifest.unlisted), mediaTypes: Self.declared(manifest.mediaTypes))
    }

    private static func declared(_ values: [String]) -> [String]? { values.isEmpty ? nil : values }

    /// Why it can't be used; nil where it can.
    var refusal: String? {
        guard case .refused(let reason) = state else { return nil }
        return reason
    }
}

extension ProviderChange {
    fileprivate var wire: ManagerInterface.ProviderChange {
        let change: ManagerInterface.ProviderChange.Change =
            switch kind {
            case .added: .added
            case .replaced: .replaced
            case .removed: .removed
            }
        return ManagerInterface.ProviderChange(provider: provider, change: change)
    }
}
