import PageCache
import PageModel
import Prefetch
import SheafOS

/// What all readers have in common: the parts that they use, and what is done for them once for each turn of the loop.
final class ReaderContext {
    /// What of the configuration readers go by.
    struct Settings: Equatable {
        /// Watches of one reader.
        var watchesPerReader: Int
        /// Pixels of a rendition.
        var renditionLimit: RenditionLimit
        /// How long no other region must have been asked for until one is rendered, in microseconds.
        var regionDelay: UInt64
        /// How much is rendered ahead of readers,
        var prefetch: PrefetchMode
        /// and how many spreads for each of them at most.
        var readAhead: Int
    }

    /// What they wait in.
    let loop: EventLoop
    /// The cache, and what renders into it.
    let server: PageServer
    /// What viewers hold.
    let leases: PageLeases
    /// What users have of readers, documents and watches.
    let accounts: UserAccounts
    let journal: Journal
    /// What the configuration says of readers.
    var settings: Settings
    /// How readers have waited for pages.
    var waits = PageWaits()
    /// How much may be rendered ahead while memory is short.
    var allowance = PrefetchAllowance.full
    /// How many spreads may be rendered ahead of a reader now.
    var spreadsAhead: Int { settings.prefetch == .no ? 0 : allowance.pages(of: settings.readAhead) }
    /// Where readers rest, for the next run of the service; nil where nobody would go on there.
    private(set) var positions: PositionRecords?
    /// Called once in each turn of the loop in which something has happened to a reader.
    private let readersMoved: () -> Void
    private let clock: ServiceClock
    private let readRecently: ServiceClock
    /// Readers for which something is to be done after the answers.
    private var changed: [ReaderSession] = []
    private var finishing: [ReaderSession] = []
    private var turnEnd: BatchWork?
    /// Readers whose position the cache does not know yet.
    private(set) var movedSessions: [ReaderSession] = []

    /// - Parameters:
    ///   - clock: what readers and their watches take for the time.
    ///   - recentTime: the same as it was read last.
    ///   - readersMoved: called once in each turn of the loop in which something has happened to a reader.
    init(
        loop: EventLoop, server: PageServer, leases: PageLeases, accounts: UserAccounts, journal: Journal,
        settings: Settings, clock: @escaping ServiceClock, recentTime: @escaping ServiceClock,
        readersMoved: @escaping () -> Void
    ) {
        self.readersMoved = readersMoved
        self.loop = loop
        self.server = server
        self.leases = leases
        self.accounts = accounts
        self.journal = journal
        self.settings = settings
        self.clock = clock
        readRecently = recentTime
        turnEnd = loop.addBatchWork { [weak self] in self?.finishTurns() }
    }

    deinit {
        turnEnd?.cancel()
    }

    /// The time.
    var now: Instant { clock() }
    /// The time as it was read last, for what takes less time than reading it: that of the events at hand, or of the last command.
    var recentTime: Instant { readRecently() }

    /// Keeps where readers rest there from now on; nil: nowhere.
    func keep(positions: PositionRecords?, of sessions: [ReaderSession]) {
        self.positions = positions
        for session in sessions { session.keepPosition() }
    }

    /// Has ``ReaderSession/finishTurn()`` called once the calls at hand are answered.
    func finishLater(_ session: ReaderSession) {
        changed.append(session)
        turnEnd?.request()
    }

    /// Has the cache told where a reader is before it ranks pages.
    func noteMoved(_ session: ReaderSession) {
        // Pages may not be ranked for thousands of turns.
        if session.noteMove() { movedSessions.append(session) }
    }

    /// Tells the cache where readers are that have moved since it was told last.
    func updatePositions() {
        guard !movedSessions.isEmpty else { return }
        let sessions = movedSessions
        movedSessions.removeAll(keepingCapacity: true)
        for session in sessions { session.updatePosition() }
    }

    private func finishTurns() {
        // In place: what these cause comes after the next batch, and the memory is kept.
        swap(&changed, &finishing)
        for session in finishing { session.finishTurn() }
        finishing.removeAll(keepingCapacity: true)
        readersMoved()
    }
}
