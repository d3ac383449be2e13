package import PageModel
package import Prefetch
package import SheafBase
package import SheafOS
package import SheafPages

/// The parts that all readers use, and the work that is done for them once for each round of the loop.
package final class ReaderContext {
    /// The settings for readers from the configuration.
    package struct Settings: Equatable {
        /// The most watches of one reader.
        var watchesPerReader: Int
        /// The most pixels of a rendition.
        package var renditionLimit: RenditionLimit
        /// How long no other region must have been asked for until one is rendered, in microseconds.
        var regionDelay: UInt64
        /// How much is rendered ahead of readers.
        var prefetch: PrefetchMode
        /// The most spreads that are rendered ahead of a reader.
        var readAhead: Int

        package init(
            watchesPerReader: Int, renditionLimit: RenditionLimit, regionDelay: UInt64, prefetch: PrefetchMode,
            readAhead: Int
        ) {
            self.watchesPerReader = watchesPerReader
            self.renditionLimit = renditionLimit
            self.regionDelay = regionDelay
            self.prefetch = prefetch
            self.readAhead = readAhead
        }
    }

    /// The event loop that readers wait in.
    let loop: EventLoop
    /// The cache of rendered pages.
    let store: PageStore
    /// The renders into the cache.
    let renders: PageRenders
    /// The pages that viewers hold.
    let leases: PageLeases
    /// The readers, documents and watches of each user.
    let accounts: UserAccounts
    let journal: Journal
    /// The settings for readers from the configuration.
    package var settings: Settings
    /// How readers have waited for pages.
    package var waits = PageWaits()
    /// How much may be rendered ahead while memory is short.
    package var allowance = PrefetchAllowance.full
    /// How many spreads may be rendered ahead of a reader now.
    var prefetchDepth: Int { settings.prefetch == .no ? 0 : allowance.pages(of: settings.readAhead) }
    /// Where readers rest, for the next run of the service; nil where nobody would go on there.
    package var positions: PositionRecords?
    /// Called once in each round of the loop in which something has happened to a reader.
    private let readersMoved: () -> Void
    private let clock: ServiceClock
    private let readRecently: ServiceClock
    /// Readers for which something is to be done after the answers.
    private var changed: [ReaderRound] = []
    private var finishing: [ReaderRound] = []
    private var roundEnd: BatchWork?
    /// Readers whose position the cache does not know yet.
    private(set) var moved: [ReaderRound] = []

    /// - Parameters:
    ///   - clock: what readers and their watches take for the time.
    ///   - recentTime: the same as it was read last.
    ///   - readersMoved: called once in each round of the loop in which something has happened to a reader.
    package init(
        loop: EventLoop, store: PageStore, renders: PageRenders, leases: PageLeases, accounts: UserAccounts,
        journal: Journal,
        settings: Settings, clock: @escaping ServiceClock, recentTime: @escaping ServiceClock,
        readersMoved: @escaping () -> Void
    ) {
        self.readersMoved = readersMoved
        self.loop = loop
        self.store = store
        self.renders = renders
        self.leases = leases
        self.accounts = accounts
        self.journal = journal
        self.settings = settings
        self.clock = clock
        readRecently = recentTime
        roundEnd = loop.addBatchWork { [weak self] in self?.finishRound() }
    }

    deinit {
        roundEnd?.cancel()
    }

    /// The time.
    var now: Instant { clock() }
    /// The time as it was read last, for what takes less time than reading it: that of the events at hand, or of the last command.
    var recentTime: Instant { readRecently() }

    /// Has a reader's round finished once the calls at hand are answered.
    fileprivate func finishLater(_ round: ReaderRound) {
        changed.append(round)
        roundEnd?.request()
    }

    /// Has the cache told where a reader is before it ranks pages.
    fileprivate func noteMoved(_ round: ReaderRound) { moved.append(round) }

    /// Tells the cache where readers are that have moved since it was told last.
    package func updatePositions() {
        guard !moved.isEmpty else { return }
        let rounds = moved
        moved.removeAll(keepingCapacity: true)
        for round in rounds { round.updatePosition() }
    }

    private func finishRound() {
        // In place: what these cause comes after the next batch, and the memory is kept.
        swap(&changed, &finishing)
        for round in finishing { round.finish() }
        finishing.removeAll(keepingCapacity: true)
        readersMoved()
    }
}

/// The work of one reader after the answers of a round of the loop.
final class ReaderRound {
    /// The work beside that of every round.
    struct Work {
        /// Whether other pages may be to be shown.
        var isDelivery = false
        /// Whether pages are delivered again even where they are the same.
        var isAnew = false
        /// Pages that no caller took.
        var pages: [HandedPage] = []
    }

    private let context: ReaderContext
    private var work = Work()
    /// Whether something is to be done.
    private(set) var isRequested = false
    /// Whether the cache does not know the reader's position yet.
    private var isMoveNoted = false
    private var body: (Work?) -> Void = { _ in }

    init(in context: ReaderContext) { self.context = context }

    /// Sets what a round does.
    ///
    /// - Parameter body: does the work of a round; with nil it only tells the cache where the reader is.
    func setUp(_ body: @escaping (Work?) -> Void) { self.body = body }

    /// Plans after the answers what is rendered ahead.
    func plan() {
        guard !isRequested else { return }
        isRequested = true
        noteMoved()
        context.finishLater(self)
    }

    /// Delivers after the answers what is to be shown.
    ///
    /// - Parameter isAnew: even where it is the same.
    func deliver(isAnew: Bool) {
        work.isDelivery = true
        if isAnew { work.isAnew = true }
        plan()
    }

    /// Notes that the pages to be shown were delivered just now.
    func noteDelivered() { work.isDelivery = false }

    /// Hands pages that a caller did not take to the watches, after its answer; none where it took them, or there are none yet.
    func handOver(_ pages: [HandedPage]) { work.pages = pages }

    /// Has the cache told where the reader is before it ranks pages. They may not be ranked for thousands of turns.
    func noteMoved() {
        if isMoveNoted { return }
        isMoveNoted = true
        context.noteMoved(self)
    }

    fileprivate func finish() {
        let work = work
        self.work = Work()
        isRequested = false
        body(work)
    }

    fileprivate func updatePosition() {
        isMoveNoted = false
        body(nil)
    }
}
