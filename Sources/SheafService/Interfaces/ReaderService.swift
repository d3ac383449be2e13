import Navigation
import PageModel
import ProviderHost
import SheafInterface
import SheafOS
import Varlink

/// The time of the service: by default the monotonic clock's. It never goes back.
typealias ServiceClock = () -> Instant

/// What clients call: org.sheaf.Reader. It checks what they send, and has the parts do it.
final class ReaderService: ReaderHandler {
    /// What of the configuration it goes by.
    struct Settings: Equatable {
        /// Readers of one user.
        var readersPerUser: Int
        /// Watches of one reader.
        var watchesPerReader: Int
        /// Pixels of a rendition.
        var renditionLimit: RenditionLimit
        /// How long no other region must have been asked for until one is rendered, in microseconds.
        var regionDelay: UInt64
        /// Pages rendered ahead of a resting reader.
        var readAhead: Int
    }

    /// What it waits in.
    let loop: EventLoop
    /// What the configuration says of readers; others are taken by ``take(_:)``.
    var settings: Settings
    /// The provider hosts.
    let supervisor: HostSupervisor
    /// Closes what takes long to close.
    let closer: DescriptorCloser
    /// The folders whose documents everybody may open.
    var library: Library
    /// The open readers.
    let readers: ReaderTable
    /// The open documents.
    let documents: DocumentTable
    /// The cache, and what renders into it.
    let pages: PageServer
    /// What viewers hold.
    let leases: PageLeases
    /// Where it logs.
    let journal: Journal
    let limitNotices: LimitNotices
    /// How much may be rendered ahead; set by ``allowReadAhead(_:)``.
    var readAheadAllowance = ReadAheadAllowance.full
    /// For how many readers one turn of the loop plans anew: each takes some microseconds.
    static let plannedPerTurn = 64
    private let clock: ServiceClock
    /// Called when something has happened to a reader, before anybody is told.
    var moved: ((Reader) -> Void)?
    /// Makes the ids of readers.
    let identifiers: () throws(OSError) -> String

    /// - Parameters:
    ///   - clock: what readers and their watches take for the time.
    ///   - identifiers: makes the ids of readers, which nobody must be able to guess.
    init(
        loop: EventLoop, settings: Settings, supervisor: HostSupervisor, closer: DescriptorCloser, library: Library,
        readers: ReaderTable, documents: DocumentTable, pages: PageServer, leases: PageLeases, journal: Journal,
        limitNotices: LimitNotices, clock: @escaping ServiceClock, identifiers: @escaping () throws(OSError) -> String
    ) {
        self.loop = loop
        self.settings = settings
        self.supervisor = supervisor
        self.closer = closer
        self.library = library
        self.readers = readers
        self.documents = documents
        self.pages = pages
        self.leases = leases
        self.journal = journal
        self.limitNotices = limitNotices
        self.clock = clock
        self.identifiers = identifiers
        readers.expired = { [unowned self] reader in
            journal.log(
                .info, "closed reader \(reader.id): no connection has used it for a while",
                .reader(reader.id), .document(reader.document.name), .user(reader.uid))
            end(reader)
        }
        readers.left = { [unowned self] reader, connection in letGo(reader, heldBy: connection) }
        documents.changed = { [unowned self] document, change in changed(document, change) }
        pages.relieve = { [unowned self] in relieve() }
    }

    /// What a user is told who asks for more than a limit allows. The operator is told too.
    func limitReached(_ limit: String, _ value: Int, by uid: UInt32) -> ReaderInterface.Failure {
        limitNotices.reached(limit, by: uid, "uid \(uid) has reached \(limit)=\(value)")
        return .limitReached(limit: limit, value: value)
    }

    /// The reader that a call names, if it is the caller's.
    func reader<Method>(
        _ id: String, for call: VarlinkCall<Method>
    ) throws(ReaderInterface.Failure) -> Reader {
        guard
            let reader = readers.reader(
                id, of: call.peer.uid, usedBy: ObjectIdentifier(call.connection))
        else { throw .noSuchReader(reader: id) }
        return reader
    }

    /// Has something done for a reader when all that was asked before is done; it calls `done`, at once or later.
    ///
    /// - Throws: ServiceOverloaded where too much waits already.
    func inOrder(_ reader: Reader, _ step: @escaping StepQueue.Step) throws(ReaderInterface.Failure) {
        guard reader.steps.count < Reader.maxWaitingSteps else {
            throw .serviceOverloaded(reason: "\(Reader.maxWaitingSteps) commands of this reader wait already")
        }
        reader.lateOffset = nil
        reader.steps.run(step)
    }

    /// Has a command done in order that needs nothing to be looked for, and answered where it fails.
    func inOrder<Method: VarlinkMethod>(
        _ reader: Reader, _ call: VarlinkCall<Method>, _ command: @escaping () throws(ReaderInterface.Failure) -> Void
    ) throws(ReaderInterface.Failure) where Method.Failure == ReaderInterface.Failure {
        try inOrder(reader) { done in
            defer { done() }
            do throws(ReaderInterface.Failure) {
                guard !reader.isClosed else { throw .noSuchReader(reader: reader.id) }
                try command()
            } catch {
                call.fail(error)
            }
        }
    }

    /// Has the machine do something.
    func machine<Result>(
        of reader: Reader, axis: Navigation.Axis? = nil, target: String = "",
        _ command: (inout ReaderMachine, ReaderPages, Instant) throws(NavigationError) -> Result
    ) throws(ReaderInterface.Failure) -> Result {
        do throws(NavigationError) {
            return try command(&reader.machine, reader.pages, now)
        } catch {
            // What was due before the command has happened all the same.
            follow(reader)
            throw ReaderInterface.Failure(error, in: reader, axis: axis, target: target)
        }
    }

    /// The time, as the machines have it.
    var now: Instant { clock() }

    /// Ends a reader: what it shows goes, its watches end, its documents are closed with their last reader.
    func end(_ reader: Reader) {
        cancelMove(of: reader)
        reader.machine.close(at: now)
        follow(reader)
        for watch in reader.watches { watch.sendClosed() }
        reader.watches = []
        reader.region?.fail(.noSuchReader(reader: reader.id))
        pages.close(reader: reader.key)
        leases.close(reader)
        readers.remove(reader)
        for document in reader.documents { document.opened.plan([], for: reader.key.number) }
        for document in reader.documents where documents.leave(document) { pages.forget(document.id) }
    }

    /// A connection has just taken something in its hand, and may have gone while that was looked for.
    func letGoIfLost(_ reader: Reader, heldBy connection: VarlinkConnection) {
        if !connection.isOpen { letGo(reader, heldBy: ObjectIdentifier(connection)) }
    }

    /// A connection has gone: what it held in its hand is let go.
    private func letGo(_ reader: Reader, heldBy connection: ObjectIdentifier) {
        guard reader.holder == connection else { return }
        reader.holder = nil
        cancelMove(of: reader)
        guard reader.machine.drag?.isReleased == false else { return }
        _ = try? reader.machine.release(velocity: 0, in: reader.pages, at: now)
        follow(reader)
    }
}

extension ServedDocument {
    /// As it goes over the wire.
    var wire: ReaderInterface.Document {
        ReaderInterface.Document(document: name, provider: opened.provider, count: count.wire)
    }
}

extension PageModel.PageCount {
    /// As it goes over the wire.
    var wire: ReaderInterface.PageCount {
        let kind: ReaderInterface.PageCount.Kind =
            switch self {
            case .exact: .exact
            case .estimated: .estimated
            case .unknown: .unknown
            }
        return ReaderInterface.PageCount(kind: kind, pages: pages)
    }
}
