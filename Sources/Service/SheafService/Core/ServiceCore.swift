import HostProtocol
import HostSupervision
import Navigation
import PageCache
import PageModel
import SheafBase
import SheafDocuments
import SheafInterface
import SheafOS
import SheafPages
import SheafReaders
import Varlink

/// Whom a core tells what concerns the service as a whole.
protocol ServiceCoreOwner: AnyObject {
    /// Readers have come or gone, or a page was rendered: there is something new to keep, or to say.
    func coreChanged()
    /// Called when a page was rendered, which is a change too.
    func pageRendered()
    /// Memory is short, or not any more: nobody has wanted anything, but there is something new to say.
    func pressureChanged()
}

/// The parts that serve readers, put together: the one way to do it, in the service and in its tests.
final class ServiceCore {
    /// The parts and settings that the core takes from outside.
    struct Setup {
        let loop: EventLoop
        let journal: Journal
        let supervisor: HostSupervisor
        let worker: BackgroundWorker
        /// Watches the files of documents; nil: they are taken not to change.
        let watcher: FileWatcher?
        var library: Library
        var settings: ReaderContext.Settings
        /// How much one user may have.
        var userLimits: UserAccounts.Limits
        var limits: CacheLimits
        var policy: CachePolicy
        /// The bytes that all thumbnails may take together, and how many there may be.
        var thumbnails: (bytes: Int, count: Int)
        /// The bytes of pages that one user may hold.
        var leaseLimit: Int
        /// How long a reader lives on without a connection, in microseconds.
        var readerKeep: UInt64
        /// The clock of readers, watches and the cache.
        let clock: ServiceClock
        /// The clock's time as it was read last, which takes less time to get.
        let recentTime: ServiceClock
        /// Makes the ids of readers, which nobody must be able to guess.
        let identifiers: () throws(OSError) -> RandomIdentifier
    }

    let loop: EventLoop
    let journal: Journal
    let supervisor: HostSupervisor
    let limitNotices: LimitNotices
    let accounts: UserAccounts
    private let setup: Setup
    private weak var owner: (any ServiceCoreOwner)?

    private(set) lazy var store = PageStore(
        loop: loop, worker: setup.worker, limits: setup.limits, policy: setup.policy,
        thumbnails: Thumbnails(
            limit: setup.thumbnails.bytes, countLimit: setup.thumbnails.count, worker: setup.worker
        ) { [weak self] in self?.pageStore(released: $0) },
        owner: self, clock: setup.clock)
    private(set) lazy var renders = PageRenders(for: store, loop: loop, worker: setup.worker)
    private(set) lazy var leases = PageLeases(
        loop: loop, store: store, limit: setup.leaseLimit, notices: limitNotices)
    private(set) lazy var readers = ReaderTable(
        loop: loop, keep: setup.readerKeep, accounts: accounts, owner: self)
    private(set) lazy var documents = DocumentTable(
        supervisor: supervisor, accounts: accounts, watcher: setup.watcher, journal: journal, owner: self)
    /// The context that all readers share.
    private(set) lazy var context = ReaderContext(
        loop: loop, store: store, renders: renders, leases: leases, accounts: accounts, journal: journal,
        settings: setup.settings,
        clock: setup.clock, recentTime: setup.recentTime
    ) { [weak self] in self?.changed() }
    private(set) lazy var opener = ReaderOpener(
        context: context, readers: readers, documents: documents, digests: digests, supervisor: supervisor,
        worker: setup.worker,
        limitNotices: limitNotices, library: setup.library, identifiers: setup.identifiers)
    /// The digests by which documents are known.
    private(set) lazy var digests = DocumentDigests(on: loop, journal: journal)
    private lazy var markCopies = MarkCopies(context: context, digests: digests, readers: readers)
    private(set) lazy var changes = DocumentChanges(readers: readers, store: store)
    /// The interface org.sheaf.Reader for clients.
    private(set) lazy var readerService = ReaderService(
        context: context, readers: readers, opener: opener, documents: documents, digests: digests,
        markCopies: markCopies, limitNotices: limitNotices)

    /// The interface org.sheaf.Document for clients.
    private(set) lazy var documentService = DocumentService(
        readers: readers, digests: digests, limitNotices: limitNotices)

    init(_ setup: Setup, owner: (any ServiceCoreOwner)? = nil) {
        self.setup = setup
        self.owner = owner
        loop = setup.loop
        accounts = UserAccounts(limits: setup.userLimits)
        journal = setup.journal
        supervisor = setup.supervisor
        limitNotices = LimitNotices(journal: setup.journal, clock: setup.clock)
    }

    /// Makes what clients connect to, with the interfaces that readers and documents are asked by.
    ///
    /// - Parameters:
    ///   - isOperator: whether the one who has connected, over this socket, may use what is in reserve.
    ///   - ended: called when a connection has ended, and nothing is held for it any more.
    ///   - offered: what is offered in place of the dispatcher of org.sheaf.Reader.
    func makeServer(
        _ information: VarlinkServiceInformation, limits: VarlinkLimits,
        isOperator: @escaping (_ peer: PeerCredentials, _ socket: Int32) -> Bool = { _, _ in false },
        ended: @escaping () -> Void = {}, offered: (ReaderDispatcher) -> any VarlinkInterface = { $0 }
    ) -> VarlinkServer {
        let server = VarlinkServer(
            on: loop, information: information, limits: limits, worker: setup.worker, isOperator: isOperator,
            connectionEnded: { [readers, leases] connection in
                // What it held is let go, and readers that it was the last to use begin to expire.
                readers.connectionEnded(connection.id)
                leases.connectionEnded(connection.id)
                ended()
            },
            refused: { [limitNotices] in limitNotices.failure(of: $0) },
            cutOff: { [journal, limitNotices] peer, text in
                if limitNotices.isNew("cut off", by: peer.uid) { journal.log(.notice, text, .user(peer.uid)) }
            },
            log: { [journal] in journal.log($0, $1) })
        server.add(offered(ReaderDispatcher(readerService)))
        server.add(DocumentDispatcher(documentService))
        return server
    }

    private func changed() { owner?.coreChanged() }

    /// Tells the owner that the account of memory pressure has changed.
    func pressureChanged() { owner?.pressureChanged() }

    /// Keeps where readers rest there from now on; nil: nowhere.
    func keep(positions: PositionRecords?, of sessions: [ReaderSession]) {
        context.positions = positions
        for session in sessions { session.model.keepPosition() }
    }

    // MARK: Settings

    /// The most readers that one round of the loop looks at: each takes some microseconds.
    private static let readersPerRound = 64

    /// Sets what the configuration says of readers. Readers whose pages may have more pixels now, or have too many, show them
    /// anew; those at rest get rendered ahead what they may have now and could not before.
    func setSettings(_ settings: ReaderContext.Settings) {
        guard settings != context.settings else { return }
        context.settings = settings
        update(readers.all[...]) { [context] session in
            // Others may have come meanwhile, and all go by those.
            session.setLimit(context.settings.renditionLimit)
            if session.standing.isAtRest { session.prefetch.plan() }
        }
    }

    /// Allows so much to be rendered ahead from now on. Readers at rest get what they may have now and could not before.
    func setAllowance(_ allowance: PrefetchAllowance) {
        guard allowance != context.allowance else { return }
        context.allowance = allowance
        guard allowance != .none else { return }
        update(readers.all[...]) { session in if session.standing.isAtRest { session.prefetch.plan() } }
    }

    /// Does something for readers, for a few in each round of the loop.
    private func update(_ sessions: ArraySlice<ReaderSession>, _ body: @escaping (ReaderSession) -> Void) {
        for session in sessions.prefix(Self.readersPerRound) where session.standing.isOpen { body(session) }
        let rest = sessions.dropFirst(Self.readersPerRound)
        if !rest.isEmpty { loop.afterThisBatch { self.update(rest, body) } }
    }
}

extension ServiceCore: PageStoreOwner {
    func pageStore(released memory: SealedPage) { leases.leftCache(memory) }

    func pageStoreRendered() { owner?.pageRendered() }

    func pageStoreNeedsRoom() -> Bool {
        readers.first { $0.oldestDeparture }?.dropOldestDeparting() ?? false
    }

    func pageStoreRanksPages() { context.updatePositions() }
}

extension ServiceCore: ReaderTableOwner {
    func readersChanged() { changed() }

    func readerExpired(_ session: ReaderSession) {
        journal.log(
            .info, "closed reader \(session.name): no connection has used it for a while",
            .reader(session.name), .document(session.document.name), .user(session.uid))
        opener.close(session)
    }
}

extension ServiceCore: DocumentTableOwner {
    func documentClosed(_ document: DocumentID) {
        markCopies.documentClosed(document)
        renders.forget(document)
        store.forget(document)
    }

    func documentRemoved(_ document: ServedDocument) {
        for session in readers.all where session.pages.documents.contains(where: { $0 === document }) {
            session.watches.send(.init(removed: true))
            session.watches.flush()
        }
    }

    func documentCounted(_ document: ServedDocument) {
        for session in readers.all where session.pages.documents.contains(where: { $0 === document }) {
            session.counted(document)
        }
    }

    func documentRefused(_ document: ServedDocument, page: PageID) {
        for session in readers.all where session.pages.documents.contains(where: { $0 === document }) {
            session.refused(page, of: document)
        }
        changed()
    }

    func documentSizesLearnt(_ document: ServedDocument, of learnt: Set<PageID>) {
        for session in readers.all where session.pages.documents.contains(where: { $0 === document }) {
            session.sizesLearnt(of: learnt, in: document)
        }
    }

    func documentChanged(_ document: ServedDocument, _ change: DocumentChange, completion: @escaping () -> Void) {
        journal.log(
            .info, "document \(document.logName) has changed", .document(document.name),
            .provider(document.opened.provider))
        guard change == .all else { return changes.changed(document, change, completion: completion) }
        let copyMarks = markCopies.documentChanges(document)
        changes.changed(document, change) {
            copyMarks()
            completion()
        }
    }
}
