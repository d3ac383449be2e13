import PageCache
import PageModel
import ProviderHost
import SheafOS

/// Serves pages out of the cache, and has those rendered that are not in it: one render for all who wait for a page.
final class PageServer {
    /// What a page is wanted for.
    enum Purpose: Equatable {
        /// A call waits for it.
        case call
        /// A reader has turned to it.
        case turn
        /// A reader is likely to turn to it.
        case readAhead

        /// What it is to the cache.
        var ofCache: PageCache.Purpose { self == .readAhead ? .readAhead : .demand }
    }

    /// Called once: with the page, or with why there is none.
    typealias Completion = (Result<ServedPage, HostError>) -> Void

    private struct Waiter {
        let number: Int
        let reader: ReaderKey
        let purpose: Purpose
        let isFirst: Bool
        let completion: Completion
    }

    private struct Work {
        let ticket: HostTicket
        let document: OpenedDocument
        let memory: SharedDescriptor
        /// The bytes of `memory`.
        let capacity: Int
        /// Where the page is in its document.
        let index: Int?
        let isKept: Bool
        /// What it makes beside the page.
        let thumbnail: (rendition: Rendition, job: ThumbnailJob)?
    }

    private let loop: EventLoop
    private let clock: ServiceClock
    private let closer: DescriptorCloser
    private(set) var cache: PageCache
    /// How much the cache may hold where viewers hold nothing outside it.
    private var limits: CacheLimits
    /// The bytes that viewers hold outside it.
    private var leasedBytes = 0
    private var isApplyingLimits = false
    /// The memory of what is alive in the cache.
    private(set) var memories: [Rendition: RenderedMemory] = [:]
    /// Which of them are of one page.
    private(set) var byPage = RenditionsByPage()
    private var renders = RendersUnderWay<Work, Waiter>()
    /// Renders under way whose document was closed since they began.
    private var forgotten: Set<Rendition> = []
    /// How long renders of a document take, those of late counting most.
    private var renderTimes: [DocumentID: UInt64] = [:]
    private(set) var renderCounters = RenderCounters()
    /// The number of the memory that was made last.
    var lastNumber = 0
    /// Numbers up to this one are of earlier runs: who holds what of those is not known.
    var lastEarlierNumber = 0
    private var lastWaiter = 0

    /// What was rendered, in small.
    let thumbnails: Thumbnails
    /// Called when a page's memory leaves the cache, or a thumbnail's its store.
    var left: ((RenderedMemory) -> Void)? { didSet { thumbnails.left = left } }
    /// Called when a page was rendered.
    var changed: (() -> Void)?
    /// Called when protected pages alone leave no room for one that is asked for. It may let a page of some reader go that
    /// is disappearing, by ``protect(_:of:)`` and nothing else here, and says whether it did.
    var relieve: (() -> Bool)?

    init(
        loop: EventLoop, closer: DescriptorCloser, limits: CacheLimits, policy: CachePolicy, thumbnails: Thumbnails,
        clock: @escaping ServiceClock
    ) {
        self.loop = loop
        self.clock = clock
        self.closer = closer
        self.limits = limits
        self.thumbnails = thumbnails
        cache = PageCache(limits: limits, policy: policy.make())
    }

    /// A page that is in the cache. Counts as a use.
    func cached(_ rendition: Rendition) -> ServedPage? {
        let found = cache.lookup(rendition, at: now)
        drop(found.evicted)
        guard found.isHit, let memory = memories[rendition] else { return nil }
        return ServedPage(memory: memory, origin: .cached)
    }

    /// What can be shown until a page is there: the same page in another size or rotation, or as it was before it changed.
    func standIn(for rendition: Rendition) -> ServedPage? {
        guard let other = byPage.standIn(for: rendition), let memory = memories[other] else { return nil }
        return ServedPage(memory: memory, origin: .standIn)
    }

    /// The best that there is until a page is there: what stands in for it, else its thumbnail.
    func placeholder(for rendition: Rendition) -> ServedPage? {
        standIn(for: rendition) ?? thumbnails.standIn(for: rendition)
    }

    /// Whether a page's memory is held here, and not by viewers alone.
    func holds(_ memory: RenderedMemory) -> Bool {
        memories[memory.rendition] === memory || thumbnails.holds(memory)
    }

    /// How many renders are not finished.
    var rendersUnderWay: Int { renders.count }

    /// Whether a page is in the cache or on its way there; asking changes nothing.
    func contains(_ rendition: Rendition) -> Bool { cache.contains(rendition) }

    /// Whether a page is in memory; asking changes nothing.
    func isAlive(_ rendition: Rendition) -> Bool { cache.isAlive(rendition) }

    /// Whether somebody waits for a page that is being rendered.
    func isAwaited(_ rendition: Rendition) -> Bool { renders.hasWaiter(rendition) { _ in true } }

    /// How long a page of a document takes to be rendered, in microseconds; nil where none was.
    func renderTime(of document: DocumentID) -> UInt64? { renderTimes[document] }

    /// Has a page rendered that ``cached(_:)`` did not have, or joins its render.
    ///
    /// The completion is called on the loop, never from within this call; never where the waiter left before, unless
    /// it is a call and its reader was closed.
    ///
    /// - Parameter index: where the page is in its document.
    /// - Returns: the waiter's number, for ``leave(waiter:)``.
    @discardableResult
    func render(
        _ rendition: Rendition, at index: Int? = nil, of document: OpenedDocument, for reader: ReaderKey,
        purpose: Purpose, completion: @escaping Completion
    ) -> Int {
        lastWaiter += 1
        let isFirst = renders.work(for: rendition) == nil
        let waiter = Waiter(
            number: lastWaiter, reader: reader, purpose: purpose, isFirst: isFirst, completion: completion)
        if renders.join(rendition, waiter) {
            cache.countJoin(rendition, purpose: purpose.ofCache)
            if purpose != .readAhead { renders.work(for: rendition)?.ticket.raise() }
        } else {
            begin(rendition, at: index, of: document, waiters: [waiter])
        }
        return waiter.number
    }

    /// Whether a reader waits for a page for this purpose.
    func isAwaited(_ rendition: Rendition, by reader: ReaderKey, for purpose: Purpose) -> Bool {
        renders.hasWaiter(rendition) { $0.reader == reader && $0.purpose == purpose }
    }

    /// Ends the waiting of one waiter. A render that nobody waits for any more is cancelled.
    func leave(waiter number: Int) {
        for work in renders.leave(where: { $1.number == number }).abandoned { work.ticket.cancel() }
    }

    /// Ends what a reader waits for because it turned or may turn there.
    ///
    /// - Parameter keeping: renditions whose waiters stay.
    func leave(reader: ReaderKey, keeping: Set<Rendition>) {
        let left = renders.leave { rendition, waiter in
            waiter.reader == reader && waiter.purpose != .call && !keeping.contains(rendition)
        }
        for work in left.abandoned { work.ticket.cancel() }
    }

    /// Ends what is read ahead for all readers; what no host works on yet, or everything.
    func endReadAhead(underWay: Bool) {
        let ended = renders.renditions.filter { underWay || renders.work(for: $0)?.ticket.isServed == false }
        let left = renders.leave { [ended = Set(ended)] rendition, waiter in
            waiter.purpose == .readAhead && ended.contains(rendition)
        }
        for work in left.abandoned { work.ticket.cancel() }
    }

    /// Ends all waiting of a reader that is closed: its calls fail, since each needs an answer.
    func close(reader: ReaderKey) {
        let left = renders.leave { _, waiter in waiter.reader == reader }
        for work in left.abandoned { work.ticket.cancel() }
        fail(left.gone.filter { $0.purpose == .call }, HostError(.closed, "the reader was closed"))
    }

    /// Sets what a reader needs kept, in place of what it needed before.
    func protect(_ protection: Protection, of reader: ReaderKey) {
        drop(cache.protect(protection, of: reader, at: now))
    }

    /// Notes where a reader is on one of its axes; nil: nowhere.
    func follow(_ place: ReadingPlace?, axis: Int, of reader: ReaderKey) {
        cache.follow(place, axis: axis, of: reader, at: now)
    }

    /// Notes that a reader has gone.
    func unfollow(_ reader: ReaderKey) { cache.unfollow(reader, at: now) }

    /// Notes where the pages of a document are now.
    func relocate(_ document: DocumentID, index: (PageID) -> Int?) { cache.relocate(document, index: index) }

    /// Sets how much the cache may hold; 0 leaves only what is protected.
    func setLimits(_ limits: CacheLimits) {
        self.limits = limits
        applyLimits()
        relieveCrowd()
    }

    /// Sets which pages go first; none goes for that.
    func setPolicy(_ policy: CachePolicy) { cache.setPolicy(policy.make(), at: now) }

    /// Sets how many bytes viewers hold outside the cache: it may hold so much less.
    func setLeased(_ bytes: Int) {
        guard bytes != leasedBytes else { return }
        leasedBytes = bytes
        applyLimits()
        // Later: a page may just be leaving the cache for a reader in the middle of a command.
        if cache.isCrowded { loop.afterThisBatch { [weak self] in self?.relieveCrowd() } }
    }

    private func applyLimits() {
        guard !isApplyingLimits else { return }
        isApplyingLimits = true
        defer { isApplyingLimits = false }
        // What goes may be leased, and then lessens them further. A loop, not a recursion: it may be thousands of pages.
        var applied: Int
        repeat {
            applied = leasedBytes
            drop(cache.setLimits(limits.lessened(byLeased: applied)))
        } while applied != leasedBytes
    }

    private func relieveCrowd() { while cache.isCrowded, relieve?() ?? false {} }

    /// Forgets the pages of a document that is closed.
    func forget(_ document: DocumentID) {
        drop(cache.removeAll { $0.document == document })
        forgotten.formUnion(renders.renditions.filter { $0.document == document })
        renderTimes[document] = nil
        thumbnails.removeAll(of: document)
    }

    /// The pages and bytes in the cache, by document.
    var usage: [DocumentID: (pages: Int, bytes: Int)] { cache.usage }

    /// The account of the cache.
    var account: CacheAccount {
        CacheAccount(
            limits: limits, bytes: cache.bytes, reservedBytes: cache.reservedBytes, pages: cache.count,
            counters: cache.counters)
    }

    /// Lets go of what the cache does not hold any more. A viewer that has it keeps it.
    private func drop(_ renditions: [Rendition]) {
        for rendition in renditions {
            byPage.remove(rendition)
            if let memory = memories.removeValue(forKey: rendition) { left?(memory) }
        }
    }

    /// Learns how long a render took, in microseconds.
    func learnTime(_ microseconds: UInt64, of document: DocumentID) {
        // A quarter of the last one and three of those before.
        let before = renderTimes[document] ?? microseconds
        renderTimes[document] = before - before / 4 + microseconds / 4
    }

    private var now: Instant { clock() }

    private func begin(
        _ rendition: Rendition, at index: Int?, of document: OpenedDocument, waiters: [Waiter]
    ) {
        guard let capacity = rendition.capacity else {
            return fail(waiters, HostError(.tooLarge, "a side of the page is too long to be rendered"))
        }
        let isDemand = waiters.contains { $0.purpose != .readAhead }
        let isKept = reserve(
            rendition, at: index, bytes: Memfd.cost(ofBytes: capacity), purpose: isDemand ? .demand : .readAhead)
        guard isDemand || isKept else {
            return fail(waiters, HostError(.busy, "there is no room in the cache to read ahead"))
        }
        do throws(OSError) {
            let memory = SharedDescriptor(try Memfd.create(name: "sheaf-page", size: capacity), closer: closer)
            try Memfd.sealGrowth(memory.number)
            // While the host renders. An encoded page ends up far smaller than what is kept ready for it.
            if rendition.format == .bgrx8888 { closer.allocate(memory.number, bytes: capacity) }
            let thumbnail = thumbnails.job(for: rendition)
            let job = RenderJob(rendition, memory: memory, capacity: capacity, thumbnail: thumbnail?.job)
            let ticket = document.render(job, priority: isDemand ? .demand : .prefetch) { [weak self] result in
                self?.finish(rendition, result)
            }
            renders.begin(
                rendition,
                work: Work(
                    ticket: ticket, document: document, memory: memory, capacity: capacity, index: index,
                    isKept: isKept, thumbnail: thumbnail),
                waiters: waiters)
        } catch {
            cache.release(rendition)
            fail(waiters, HostError(.busy, error.description))
        }
    }

    /// Reserves room in the cache; false where the page can't be kept.
    func reserve(
        _ rendition: Rendition, at index: Int?, bytes: Int, purpose: PageCache.Purpose
    ) -> Bool {
        while true {
            switch cache.reserve(
                rendition, bytes: bytes, index: index, purpose: purpose,
                expectedRenderTime: renderTimes[rendition.document], at: now)
            {
            case .kept(let evicted):
                drop(evicted)
                if isWithinLimit { return true }
                // Viewers hold what was let go for it: that has made no room.
                cache.release(rendition)
                cache.countNotKept()
                return false
            case .notKept: return false
            case .crowded:
                guard purpose == .demand, relieve?() ?? false else {
                    cache.countNotKept()
                    return false
                }
            }
        }
    }

    private var isWithinLimit: Bool { cache.bytes + cache.reservedBytes <= cache.limits.hard }

    /// Takes a rendered page into the cache. Earlier editions of the page go as soon as nobody needs them.
    func keep(_ memory: RenderedMemory, of rendition: Rendition, renderTime: UInt64) {
        memories[rendition] = memory
        let outdated = byPage.add(rendition)
        drop(
            cache.admit(rendition, bytes: Memfd.cost(ofBytes: memory.bytes), renderTime: renderTime, at: now))
        for old in outdated { drop(cache.retire(old)) }
    }

    private func keepThumbnail(of page: RenderedPage, _ work: Work) {
        guard page.hasThumbnail, let made = work.thumbnail else { return }
        lastNumber += 1
        thumbnails.add(made.rendition, made.job, number: lastNumber)
    }

    private func fail(_ waiters: [Waiter], _ failure: HostError) {
        loop.afterThisBatch { for waiter in waiters { waiter.completion(.failure(failure)) } }
    }

    private func finish(_ rendition: Rendition, _ result: Result<RenderedPage, HostError>) {
        guard let work = renders.work(for: rendition) else { return }
        let waiters = renders.end(rendition)
        let isForgotten = forgotten.remove(rendition) != nil
        defer { changed?() }
        renderCounters.count(result)
        let renderTime = (try? result.get().microseconds) ?? 0
        if case .success(let page) = result, !isForgotten {
            learnTime(renderTime, of: rendition.document)
            keepThumbnail(of: page, work)
        }
        lastNumber += 1
        let number = lastNumber
        switch result.flatMap({
            RenderedMemory.sealed(
                work.memory, capacity: work.capacity, as: $0, of: rendition, number: number)
        }) {
        case .success(let memory):
            if isForgotten {
                cache.release(rendition)
            } else if work.isKept {
                keep(memory, of: rendition, renderTime: renderTime)
            }
            for waiter in waiters {
                waiter.completion(
                    .success(ServedPage(memory: memory, origin: waiter.isFirst ? .rendered : .joined)))
            }
        case .failure(let failure):
            cache.release(rendition)
            if failure.code == .cancelled, !waiters.isEmpty {
                // Somebody came after the last one had left, and before the provider noticed.
                begin(rendition, at: work.index, of: work.document, waiters: waiters)
                return
            }
            for waiter in waiters { waiter.completion(.failure(failure)) }
        }
    }
}
