import PageCache
import PageModel
import Prefetch
import ProviderHost
import SheafOS

/// Whom a page server tells what has become of pages, and asks for what only readers know.
protocol PageServerOwner: AnyObject {
    /// A page's memory has left the cache, or a thumbnail's its store.
    func pageServer(released memory: RenderedMemory)
    /// A render has ended.
    func pageServerRendered()
    /// Protected pages alone leave no room for one that is asked for: lets the page of some reader go that is disappearing
    /// for the longest time. False where there is none.
    func pageServerNeedsRoom() -> Bool
    /// Pages are about to be ranked: tells the cache where readers are that have turned since (``PageServer/setPosition(_:axis:of:)``).
    func pageServerRanksPages()
}

/// Serves pages out of the cache, and has those rendered that are not in it: one render for all who wait for a page.
///
/// The cache is a pure account of slots; here is the ``PageRecord`` of each, with its memory.
final class PageServer {
    /// Called once: with the page, or with why there is none.
    typealias Completion = (Result<ServedPage, HostError>) -> Void

    private let loop: EventLoop
    private let clock: ServiceClock
    private let worker: BackgroundWorker
    private weak var owner: (any PageServerOwner)?
    /// The account.
    private(set) var cache: PageCache
    /// By the index of their slot.
    private var records: [PageRecord?] = []
    /// Which renditions in memory are of one page.
    private var byPage = RenditionsByPage()
    /// Those that are being rendered, in the order in which that began.
    private var rendering: [PageRecord] = []
    /// How much the cache may hold where viewers hold nothing outside it.
    private var limits: CacheLimits
    /// The bytes that viewers hold outside it.
    private var leasedBytes = 0
    private var isApplyingLimits = false
    /// How long renders of a document take, those of late counting most.
    private var renderCosts: [DocumentID: RenderCost] = [:]
    private(set) var renderCounters = RenderCounters()
    /// The number of the memory that was made last.
    private(set) var lastNumber = 0
    /// Numbers up to this one are of earlier runs: who holds what of those is not known.
    private var lastEarlierNumber = 0
    private var lastWaiter = 0
    /// The pages of the last run that are not in the cache yet; nil where there are none any more.
    var pending: PendingPages?

    /// What was rendered, in small.
    let thumbnails: Thumbnails
    /// For the next page.
    private let spare: SpareMemory

    init(
        loop: EventLoop, worker: BackgroundWorker, limits: CacheLimits, policy: CachePolicy, thumbnails: Thumbnails,
        owner: any PageServerOwner, clock: @escaping ServiceClock
    ) {
        self.loop = loop
        self.clock = clock
        self.worker = worker
        self.limits = limits
        self.thumbnails = thumbnails
        spare = SpareMemory(loop: loop, worker: worker)
        self.owner = owner
        cache = PageCache(limits: limits, policy: policy.make())
    }

    // MARK: Records

    /// What is known of a rendition; nil where nothing is.
    func record(of rendition: Rendition) -> PageRecord? { slot(of: rendition).flatMap { records[Int($0.index)] } }

    private func slot(of rendition: Rendition) -> CacheSlot? {
        if pending != nil { adoptPending(showing: rendition) }
        return cache.slot(of: rendition)
    }

    /// What is known of a rendition, which is known from now on until ``release(_:)``.
    func hold(_ rendition: Rendition) -> PageRecord {
        let slot = cache.hold(rendition)
        let index = Int(slot.index)
        while records.count <= index { records.append(nil) }
        if let record = records[index], record.slot == slot { return record }
        let record = PageRecord(rendition, slot: slot)
        records[index] = record
        return record
    }

    /// Ends what ``hold(_:)`` began.
    func release(_ record: PageRecord) { cache.release(record.slot) }

    // MARK: Pages in memory

    /// A page that is in memory. Counts as a use, and not as a hit.
    func use(_ record: PageRecord) -> ServedPage? {
        guard record.memory != nil else { return nil }
        if cache.isCached(record.slot) {
            drop(cache.use(record.slot, at: now))
        } else {
            // It is deferred: what goes for it is ranked.
            owner?.pageServerRanksPages()
            drop(cache.use(record.slot, at: now))
        }
        return record.cached
    }

    /// A page that somebody asks for, out of memory: a hit, or a miss.
    func demand(_ rendition: Rendition) -> ServedPage? {
        guard let served = record(of: rendition).flatMap({ use($0) }) else {
            cache.countMiss(pages: 1)
            return nil
        }
        cache.countHit(pages: 1)
        return served
    }

    /// A region that somebody asks for: out of memory, or as the part of a larger rendition that shows the same pixels.
    ///
    /// - Parameter isWaiting: whether it is asked for again where it is not there: that is no miss yet.
    func region(_ rendition: Rendition, isWaiting: Bool) -> ServedPage? {
        guard !isAlive(rendition),
            let larger = byPage.larger(than: rendition, where: { record(of: $0)?.memory?.isCuttable ?? false }),
            let served = record(of: larger).flatMap({ use($0) })
        else { return isWaiting && !isAlive(rendition) ? nil : demand(rendition) }
        cache.countHit(pages: 1)
        return ServedPage(memory: served.memory, origin: .cut, region: rendition.region)
    }

    /// What can be shown until a page is there: the same page in another size or rotation, or as it was before it changed.
    func standIn(for rendition: Rendition) -> ServedPage? {
        if pending != nil { adoptPending(showing: rendition) }
        guard let other = byPage.standIn(for: rendition), let memory = record(of: other)?.memory else { return nil }
        return ServedPage(memory: memory, origin: .standIn)
    }

    /// The best that there is until a page is there: what stands in for it, else its thumbnail.
    func placeholder(for rendition: Rendition) -> ServedPage? {
        standIn(for: rendition) ?? thumbnails.standIn(for: rendition)
    }

    /// Whether a page's memory is held here, and not by viewers alone.
    func holds(_ memory: RenderedMemory) -> Bool {
        record(of: memory.rendition)?.memory === memory || thumbnails.holds(memory)
    }

    /// Whether a page is in memory.
    func isAlive(_ rendition: Rendition) -> Bool { slot(of: rendition).map { cache.isAlive($0) } ?? false }

    // MARK: Readers

    /// A reader of a user that protects pages from now on.
    func addReader(of user: UInt32) -> CacheReader { cache.addReader(of: user) }

    /// Ends the protection and the position of a reader that has gone.
    func removeReader(_ reader: CacheReader) { drop(cache.removeReader(reader, at: now)) }

    /// A reader at rest shows these pages now instead of those before, and nothing else is protected for it: one hit each.
    ///
    /// - Returns: false where that is not so simple, and nothing was done.
    // Inlined it would hold on to this object, which costs the caller more than the call.
    @inline(never)
    func turn(_ reader: CacheReader, to first: CacheSlot, _ second: CacheSlot?, at time: Instant) -> Bool {
        cache.turn(reader, to: first, second, at: time)
    }

    /// Sets what a reader needs kept, in place of what it needed before.
    func protect(_ protection: Protection, of reader: CacheReader) {
        owner?.pageServerRanksPages()
        drop(cache.protect(protection, of: reader, at: now))
    }

    /// Notes where a reader is on one of its axes; nil: nowhere.
    func setPosition(_ position: ReadingPosition?, axis: Int, of reader: CacheReader) {
        cache.setPosition(position, axis: axis, of: reader, at: now)
    }

    /// Notes where the pages of a document are now.
    func relocate(_ document: DocumentID, index: (PageID) -> Int?) {
        adoptPending(of: document)
        cache.relocate(document, index: index)
    }

    // MARK: Limits

    /// Sets how much the cache may hold; 0 leaves only what is protected.
    func setLimits(_ limits: CacheLimits) {
        self.limits = limits
        applyLimits()
        letDepartingGo()
    }

    /// Sets which pages go first; none goes for that.
    func setPolicy(_ policy: CachePolicy) {
        owner?.pageServerRanksPages()
        cache.setPolicy(policy.make(), at: now)
    }

    /// Sets how many bytes viewers hold outside the cache: it may hold so much less.
    func setLeased(_ bytes: Int) {
        guard bytes != leasedBytes else { return }
        leasedBytes = bytes
        applyLimits()
        // Later: a page may just be leaving the cache for a reader in the middle of a command.
        if cache.isOverHardLimit { loop.afterThisBatch { [weak self] in self?.letDepartingGo() } }
    }

    private func applyLimits() {
        guard !isApplyingLimits else { return }
        isApplyingLimits = true
        defer {
            isApplyingLimits = false
            keepSpareWithinLimits()
        }
        owner?.pageServerRanksPages()
        // What goes may be leased, and then lowers them further. A loop, not a recursion: it may be thousands of pages.
        var applied: Int
        repeat {
            applied = leasedBytes
            drop(cache.setLimits(limits.reduced(byLeasedBytes: applied)))
        } while applied != leasedBytes
    }

    /// Lets disappearing pages go as long as protected ones are over the hard limit.
    private func letDepartingGo() { while cache.isOverHardLimit, owner?.pageServerNeedsRoom() ?? false {} }

    /// Lets every form of a page go that is not there any more, as soon as no reader shows it.
    func retire(_ page: PageID, of document: DocumentID) {
        let gone = cache.contents.filter { $0.rendition.document == document && $0.rendition.page == page }
        for content in gone { drop(cache.retire(content.slot)) }
    }

    /// Forgets the pages of a document that is closed.
    func forget(_ document: DocumentID) {
        _ = pending?.remove(of: document)
        drop(cache.removeAll { $0.document == document })
        for record in rendering where record.rendition.document == document { record.render?.isForgotten = true }
        renderCosts[document] = nil
        thumbnails.removeAll(of: document)
        spare.release()
    }

    // MARK: Figures

    /// The pages and bytes in the cache, by document.
    ///
    /// - Parameter isCounted: whether pages of a document count that count for a user, or with nil for nobody.
    func usage(
        where isCounted: (DocumentID, UInt32?) -> Bool
    ) -> [DocumentID: (pages: Int, bytes: Int)] { cache.usage(where: isCounted) }

    /// The limits in force, where viewers hold nothing outside the cache.
    var limitsInForce: CacheLimits { limits }

    /// How many renders are not finished.
    var rendersUnderWay: Int { rendering.count }

    /// How long a page of a document takes to be rendered, in microseconds; nil where none was.
    func renderCost(of document: DocumentID) -> RenderCost? { renderCosts[document] }

    /// The number that names a page in memory to viewers.
    func number(of rendition: Rendition) -> Int? { record(of: rendition)?.memory?.number }

    /// Learns how long a render took, in microseconds.
    func learnTime(_ microseconds: UInt64, of document: DocumentID) {
        guard renderCosts[document] != nil else { return renderCosts[document] = RenderCost(microseconds) }
        renderCosts[document]?.learn(microseconds)
    }

    private var now: Instant { clock() }

    /// Lets go of what the cache does not hold any more. A viewer that has it keeps it.
    private func drop(_ evicted: [EvictedPage]) {
        for page in evicted {
            guard let record = records[Int(page.slot.index)], record.slot == page.slot else { continue }
            byPage.remove(page.rendition)
            guard let memory = record.memory else { continue }
            record.memory = nil
            owner?.pageServer(released: memory)
        }
    }

    // MARK: Renders

    /// Has a page rendered that is not in memory, or joins its render.
    ///
    /// The completion is called on the loop, never from within this call; never where the waiter left before, unless
    /// it is a call and its reader was closed.
    ///
    /// - Parameters:
    ///   - index: where the page is in its document.
    ///   - user: whose reader it is.
    ///   - need: the chance that the reader comes to a page that is prefetched; nil where nobody has reckoned it.
    /// - Returns: the waiter's number, for ``leave(waiter:)``.
    @discardableResult
    func render(
        _ rendition: Rendition, at index: Int? = nil, of document: HostDocument, for reader: ReaderKey, user: UInt32,
        purpose: PageRender.Purpose, need: Double? = nil, completion: @escaping Completion
    ) -> Int {
        lastWaiter += 1
        let waiter = PageRender.Waiter(
            number: lastWaiter, reader: reader, user: user, purpose: purpose, completion: completion)
        if let pixels = pixelsUnderWay(for: rendition) {
            join(
                pixels,
                waiter.waiting { [weak self] result in
                    switch result {
                    case .success(let page):
                        self?.joinOrBegin(rendition, at: index, of: document, from: page.memory, waiter)
                    case .failure: completion(result)
                    }
                })
        } else {
            joinOrBegin(rendition, at: index, of: document, need: need, waiter)
        }
        return waiter.number
    }

    /// - Parameter pixels: what it is encoded from; nil: what is in memory.
    private func joinOrBegin(
        _ rendition: Rendition, at index: Int?, of document: HostDocument, need: Double? = nil,
        from pixels: RenderedMemory? = nil, _ waiter: PageRender.Waiter
    ) {
        if let record = record(of: rendition), record.render != nil {
            join(record, waiter)
        } else {
            var first = waiter
            first.isFirst = true
            begin(rendition, at: index, of: document, need: need, from: pixels, waiters: [first])
        }
    }

    /// Has one more wait for a render that is under way.
    private func join(_ record: PageRecord, _ waiter: PageRender.Waiter) {
        record.render?.waiters.append(waiter)
        cache.countJoin(record.slot, purpose: waiter.purpose.ofCache)
        guard waiter.purpose != .prefetch else { return }
        record.render?.isAhead = false
        record.render?.ticket.raise(for: waiter.user, reader: waiter.reader.number)
    }

    /// What renders the pixels that a page can be encoded from, where neither is there yet.
    private func pixelsUnderWay(for encoded: Rendition) -> PageRecord? {
        guard let pixels = encoded.asPixels, record(of: encoded)?.render == nil else { return nil }
        return record(of: pixels).flatMap { $0.render == nil ? nil : $0 }
    }

    /// Whether somebody waits for a page that is being rendered: a reader for a purpose, or with nil anybody.
    func isAwaited(_ rendition: Rendition, by reader: ReaderKey? = nil, for purpose: PageRender.Purpose? = nil) -> Bool
    {
        record(of: rendition)?.render?.waiters.contains { waiter in
            (reader == nil || waiter.reader == reader) && (purpose == nil || waiter.purpose == purpose)
        } ?? false
    }

    /// How many pages are being rendered ahead of a reader, or wait for that.
    func prefetches(of reader: ReaderKey) -> Int {
        rendering.count { $0.render?.waiters.contains { $0.reader == reader && $0.purpose == .prefetch } ?? false }
    }

    /// Ends the waiting of one waiter. A render that nobody waits for any more is cancelled.
    func leave(waiter number: Int) { leave { $1.number == number } }

    /// Ends what a reader waits for because it turned or may turn there.
    ///
    /// - Parameter keeping: renditions whose waiters stay.
    func leave(reader: ReaderKey, keeping: (Rendition) -> Bool) {
        leave { rendition, waiter in waiter.reader == reader && waiter.purpose != .call && !keeping(rendition) }
    }

    /// Ends what is prefetched for all readers; what no host works on yet, or everything.
    func endPrefetch(underWay: Bool) {
        let ended = rendering.filter { underWay || $0.render?.ticket.isServed == false }.map(\.rendition)
        leave { [ended = Set(ended)] rendition, waiter in waiter.purpose == .prefetch && ended.contains(rendition) }
    }

    /// Ends all waiting of a reader that is closed: its calls fail, since each needs an answer.
    func close(reader: ReaderKey) {
        let gone = leave { _, waiter in waiter.reader == reader }
        fail(gone.filter { $0.purpose == .call }, HostError(.closed, "the reader was closed"))
    }

    /// Removes waiters that match, and cancels every render that nobody waits for any more.
    @discardableResult
    private func leave(where matches: (Rendition, PageRender.Waiter) -> Bool) -> [PageRender.Waiter] {
        var gone: [PageRender.Waiter] = []
        var abandoned: [HostTicket] = []
        for record in rendering {
            guard let render = record.render else { continue }
            let staying = render.waiters.filter { !matches(record.rendition, $0) }
            guard staying.count < render.waiters.count else { continue }
            gone += render.waiters.filter { matches(record.rendition, $0) }
            record.render?.waiters = staying
            if staying.isEmpty { abandoned.append(render.ticket) }
        }
        for ticket in abandoned { ticket.cancel() }
        return gone
    }

    private func begin(
        _ rendition: Rendition, at index: Int?, of document: HostDocument, need: Double? = nil,
        from given: RenderedMemory? = nil, waiters: [PageRender.Waiter]
    ) {
        guard let capacity = rendition.capacity else {
            return fail(waiters, HostError(.tooLarge, "a side of the page is too long to be rendered"))
        }
        // Before room is made for it, which may be theirs.
        let pixels =
            given.map { RenderedPixels(memory: $0.descriptor, offset: 0, stride: $0.stride) } ?? pixels(of: rendition)
        let record = hold(rendition)
        let isDemand = waiters.contains { $0.purpose != .prefetch }
        let isKept = reserve(
            record, at: index, bytes: Memfd.cost(ofBytes: capacity), for: waiters.first?.user,
            purpose: isDemand ? .demand : .prefetch, need: need)
        guard isDemand || isKept else {
            release(record)
            return fail(waiters, HostError(.busy, "there is no room in the cache to read ahead"))
        }
        do throws(OSError) {
            let memory = try RenderMemory(capacity) { [worker, spare] () throws(OSError) in
                // An encoded page ends up far smaller than what is kept ready for it.
                let isRaw = rendition.format == .bgrx8888
                if isRaw, let memory = spare.take(capacity) { return memory }
                let memory = try SharedDescriptor.pixels(capacity, named: "sheaf-page", worker: worker)
                // While the host renders.
                if isRaw { worker.allocate(memory.number, bytes: capacity) }
                return memory
            }
            keepSpareWithinLimits()
            let thumbnail = thumbnails.job(for: rendition) { [unowned self] in nextNumber() }
            let job = RenderJob(rendition, memory: memory, thumbnail: thumbnail, pixels: pixels)
            let ticket = document.render(
                job, priority: isDemand ? .demand : .prefetch, for: waiters.first?.user,
                reader: waiters.first?.reader.number
            ) { [weak self] result in self?.finish(record, result) }
            record.render = PageRender(
                ticket: ticket, document: document, memory: memory, index: index, isKept: isKept,
                isEncoding: pixels != nil, isAhead: !isDemand, waiters: waiters)
            rendering.append(record)
        } catch {
            cache.cancelReservation(record.slot)
            release(record)
            fail(waiters, HostError(.busy, error.description))
        }
    }

    /// The pixels of a page that is to be encoded, where they are in memory: as the same rendition, or as a part of a larger one.
    private func pixels(of encoded: Rendition) -> RenderedPixels? {
        guard let rendition = encoded.asPixels else { return nil }
        let larger = byPage.larger(than: rendition) { record(of: $0)?.memory?.isCuttable ?? false }
        guard let memory = (record(of: rendition)?.memory ?? larger.flatMap { record(of: $0)?.memory }) else {
            return nil
        }
        let served = ServedPage(memory: memory, origin: .cut, region: rendition.region)
        return RenderedPixels(memory: memory.descriptor, offset: served.offset, stride: memory.stride)
    }

    /// Reserves room in the cache; false where the page can't be kept.
    private func reserve(
        _ record: PageRecord, at index: Int?, bytes: Int, for user: UInt32?, purpose: PageCache.Purpose,
        need: Double? = nil
    ) -> Bool {
        owner?.pageServerRanksPages()
        while true {
            switch cache.reserve(
                record.slot, bytes: bytes, index: index, for: user, purpose: purpose,
                expectedRenderTime: renderCosts[record.rendition.document]?.mean, need: need, at: now)
            {
            case .kept(let evicted):
                drop(evicted)
                if cache.bytes + cache.reservedBytes <= cache.limits.hard { return true }
                // Viewers hold what was let go for it: that has made no room.
                cache.cancelReservation(record.slot)
                cache.countNotKept()
                return false
            case .notKept: return false
            case .needsRoom:
                guard purpose == .demand, owner?.pageServerNeedsRoom() ?? false else {
                    cache.countNotKept()
                    return false
                }
            }
        }
    }

    /// Has memory allocated for a page as large as one that was rendered, once nothing has been rendered for a while.
    private func prepareSpare(_ bytes: Int) {
        spare.prepare(bytes) { [weak self] in
            guard let self else { return false }
            return rendering.isEmpty && hasRoom(forSpare: bytes)
        }
    }

    /// It counts as a page in the cache, and no page goes for it.
    private func hasRoom(forSpare bytes: Int) -> Bool {
        cache.bytes + cache.reservedBytes + Memfd.cost(ofBytes: bytes) <= cache.limits.soft
    }

    private func keepSpareWithinLimits() { if spare.bytes > 0, !hasRoom(forSpare: spare.bytes) { spare.release() } }

    /// Takes a rendered page into the cache. Earlier editions of the page go as soon as nobody needs them.
    private func keep(_ memory: RenderedMemory, as record: PageRecord, renderTime: UInt64) {
        record.memory = memory
        let outdated = byPage.add(record.rendition)
        owner?.pageServerRanksPages()
        drop(cache.admit(record.slot, bytes: Memfd.cost(ofBytes: memory.bytes), renderTime: renderTime, at: now))
        for old in outdated { if let slot = cache.slot(of: old) { drop(cache.retire(slot)) } }
        keepSpareWithinLimits()
    }

    private func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    private func fail(_ waiters: [PageRender.Waiter], _ failure: HostError) {
        loop.afterThisBatch { for waiter in waiters { waiter.completion(.failure(failure)) } }
    }

    private func finish(_ record: PageRecord, _ result: Result<RenderedPage, HostError>) {
        guard let render = record.render else { return }
        record.render = nil
        rendering.removeAll { $0 === record }
        defer {
            release(record)
            owner?.pageServerRendered()
        }
        if !render.isEncoding { renderCounters.count(result, isAhead: render.isAhead) }
        let renderTime = (try? result.get().microseconds) ?? 0
        if case .success = result, !render.isForgotten, !render.isEncoding {
            learnTime(renderTime, of: record.rendition.document)
        }
        let number = nextNumber()
        switch result {
        case .success(let page):
            let memory = RenderedMemory(render.memory.descriptor, page, of: record.rendition, number: number)
            if render.isForgotten {
                cache.cancelReservation(record.slot)
            } else if render.isKept {
                keep(memory, as: record, renderTime: renderTime)
            }
            let origin = render.isEncoding ? ServedPage.Origin.encoded : .rendered
            for waiter in render.waiters {
                waiter.completion(.success(ServedPage(memory: memory, origin: waiter.isFirst ? origin : .joined)))
            }
            if record.rendition.format == .bgrx8888, !render.isForgotten { prepareSpare(render.memory.capacity) }
        case .failure(let failure):
            cache.cancelReservation(record.slot)
            if failure.code == .cancelled, !render.waiters.isEmpty {
                // Somebody came after the last one had left, and before the provider noticed.
                return begin(record.rendition, at: render.index, of: render.document, waiters: render.waiters)
            }
            for waiter in render.waiters { waiter.completion(.failure(failure)) }
        }
    }

    // MARK: Thumbnails

    /// Has a page rendered in small, behind all pages that anybody waits for, and keeps that with the thumbnails.
    ///
    /// - Parameter completion: called on the loop, never from within this call.
    func renderThumbnail(
        _ rendition: Rendition, of document: HostDocument, for user: UInt32,
        completion: @escaping HostCompletion<RenderedMemory>
    ) throws(OSError) -> HostTicket {
        let memory = try RenderMemory(rendition.pixelBytes) { [worker] () throws(OSError) in
            try SharedDescriptor.pixels(rendition.pixelBytes, named: "sheaf-thumbnail", worker: worker)
        }
        let job = RenderJob(rendition, memory: memory, thumbnail: nil, pixels: nil)
        return document.render(job, priority: .prefetch, for: user) { [weak self] result in
            guard let self else { return }
            completion(
                result.map { page in
                    let memory = RenderedMemory(
                        memory.descriptor, page, of: rendition, number: self.nextNumber())
                    self.thumbnails.add(memory)
                    return memory
                })
        }
    }

    // MARK: Earlier runs

    /// What is rendered between the last note of a run that is killed and its end is numbered too, and viewers may hold it:
    /// the next run leaves out so many numbers. Pages take 0.1 ms at least, and a note is 2 s old at most.
    static let numbersLeftOut = 1 << 16

    /// Numbers pages above those of an earlier run; its numbers are not given again.
    ///
    /// - Parameter last: the greatest one that it noted.
    func continueNumbering(after last: Int) {
        guard last >= 0 else { return }
        let (number, isTooHigh) = max(last, lastNumber).addingReportingOverflow(Self.numbersLeftOut)
        guard !isTooHigh else { return }
        lastNumber = number
        lastEarlierNumber = number
    }

    /// Whether the memory with this number is one of an earlier run.
    func isOfEarlierRun(_ number: Int) -> Bool { number > 0 && number <= lastEarlierNumber }

    /// Takes over a page of an earlier run, where there is room for it.
    func adopt(_ memory: RenderedMemory, at index: Int?, renderTime: UInt64) -> Bool {
        guard cache.slot(of: memory.rendition).map({ !cache.isAlive($0) }) ?? true else { return false }
        let record = hold(memory.rendition)
        defer { release(record) }
        guard record.render == nil,
            reserve(record, at: index, bytes: Memfd.cost(ofBytes: memory.bytes), for: nil, purpose: .prefetch)
        else { return false }
        lastNumber = max(lastNumber, memory.number)
        keep(memory, as: record, renderTime: renderTime)
        return true
    }

    /// The memory of every page that is kept, with its index and the time that its render took in microseconds; those that
    /// would go last first.
    var kept: [(memory: RenderedMemory, index: Int?, renderTime: UInt64)] {
        cache.cachedInOrder.reversed().compactMap { slot in
            records[Int(slot.index)]?.memory.map { memory in
                let (index, renderTime) = cache.details(of: slot)
                return (memory, index, renderTime)
            }
        }
    }
}
