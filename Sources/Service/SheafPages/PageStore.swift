import HostSupervision
package import PageCache
package import PageModel
import Prefetch
package import SheafBase
package import SheafOS

/// Whom a page store tells what has become of pages, and asks for what only readers know.
package protocol PageStoreOwner: AnyObject {
    /// A page's memory has left the cache, or a thumbnail's its store.
    func pageStore(released memory: SealedPage)
    /// A render has ended.
    func pageStoreRendered()
    /// Protected pages alone leave no room for one that is asked for: lets the page of some reader go that is disappearing
    /// for the longest time. False where there is none.
    func pageStoreNeedsRoom() -> Bool
    /// Pages are about to be ranked: tells the cache where readers are that have turned since (``PageStore/setPosition(_:axis:of:)``).
    func pageStoreRanksPages()
}

/// Serves pages out of the cache; those that are not in it ``PageRenders`` has made.
///
/// The cache is a pure account of slots; here is the ``PageRecord`` of each, with its memory.
package final class PageStore {
    private let loop: EventLoop
    private let clock: ServiceClock
    private let worker: BackgroundWorker
    private weak var owner: (any PageStoreOwner)?
    /// The account.
    package private(set) var cache: PageCache
    /// The records, by the index of their slot.
    private var records: [PageRecord?] = []
    /// Which renditions in memory are of one page.
    private(set) var byPage = RenditionsByPage()
    /// How much the cache may hold where viewers hold nothing outside it.
    private var limits: CacheLimits
    /// The bytes that viewers hold outside it.
    private var leasedBytes = 0
    private var isApplyingLimits = false
    /// The number of the memory that was made last.
    package private(set) var lastNumber = 0
    /// Numbers up to this one are of earlier runs: who holds what of those is not known.
    private var lastEarlierNumber = 0
    /// The pages of the last run that are not in the cache yet; nil where there are none any more.
    package var pending: PendingPages?

    /// The thumbnails of the pages that were rendered.
    package let thumbnails: Thumbnails
    /// The render times of documents' pages.
    package let costs = RenderCosts()
    /// Memory for the next page.
    let spare: SpareMemory

    package init(
        loop: EventLoop, worker: BackgroundWorker, limits: CacheLimits, policy: CachePolicy, thumbnails: Thumbnails,
        owner: any PageStoreOwner, clock: @escaping ServiceClock
    ) {
        self.loop = loop
        self.clock = clock
        self.worker = worker
        spare = SpareMemory(loop: loop, worker: worker)
        self.limits = limits
        self.thumbnails = thumbnails
        self.owner = owner
        cache = PageCache(limits: limits, policy: policy.make())
    }

    // MARK: Records

    /// The record of a rendition; nil where there is none.
    package func record(of rendition: Rendition) -> PageRecord? {
        slot(of: rendition).flatMap { records[Int($0.index)] }
    }

    private func slot(of rendition: Rendition) -> CacheSlot? {
        if pending != nil { adoptPending(showing: rendition) }
        return cache.slot(of: rendition)
    }

    /// Returns the record of a rendition, which is kept from now on until ``release(_:)``.
    package func hold(_ rendition: Rendition) -> PageRecord {
        let slot = cache.hold(rendition)
        let index = Int(slot.index)
        while records.count <= index { records.append(nil) }
        if let record = records[index], record.slot == slot { return record }
        let record = PageRecord(rendition, slot: slot)
        records[index] = record
        return record
    }

    /// Ends what ``hold(_:)`` began.
    package func release(_ record: PageRecord) { cache.release(record.slot) }

    // MARK: Pages in memory

    /// A page that is in memory. Counts as a use, and not as a hit.
    package func use(_ record: PageRecord) -> ServedPage? {
        guard record.memory != nil else { return nil }
        // What goes for one that is deferred is ranked.
        if !cache.isCached(record.slot) { owner?.pageStoreRanksPages() }
        drop(cache.use(record.slot, at: now))
        return record.cached
    }

    /// A page that somebody asks for, out of memory: a hit, or a miss.
    package func demand(_ rendition: Rendition) -> ServedPage? {
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
    package func region(_ rendition: Rendition, isWaiting: Bool) -> ServedPage? {
        guard !isAlive(rendition),
            let larger = byPage.larger(than: rendition, where: isCuttable),
            let served = record(of: larger).flatMap({ use($0) })
        else { return isWaiting && !isAlive(rendition) ? nil : demand(rendition) }
        cache.countHit(pages: 1)
        return ServedPage(memory: served.memory, origin: .cut, region: rendition.region)
    }

    /// A page to show until a rendition is there: its page in another size or rotation, or as it was before it changed.
    package func standIn(for rendition: Rendition) -> ServedPage? {
        if pending != nil { adoptPending(showing: rendition) }
        guard let other = byPage.standIn(for: rendition), let memory = record(of: other)?.memory else { return nil }
        return ServedPage(memory: memory, origin: .standIn)
    }

    /// The best that there is until a page is there: what stands in for it, else its thumbnail.
    package func placeholder(for rendition: Rendition) -> ServedPage? {
        standIn(for: rendition) ?? thumbnails.standIn(for: rendition)
    }

    /// Whether a page's memory is held here, and not by viewers alone.
    func holds(_ memory: SealedPage) -> Bool {
        record(of: memory.rendition)?.memory === memory || thumbnails.holds(memory)
    }

    /// Whether another region of a page is in memory, at the same scale.
    package func hasRegion(beside rendition: Rendition) -> Bool { byPage.hasRegion(beside: rendition) }

    /// Whether a page is in memory.
    package func isAlive(_ rendition: Rendition) -> Bool { slot(of: rendition).map { cache.isAlive($0) } ?? false }

    // MARK: Readers

    /// A reader of a user that protects pages from now on.
    package func addReader(of user: UInt32) -> CacheReader { cache.addReader(of: user) }

    /// Ends the protection and the position of a reader that has gone.
    package func removeReader(_ reader: CacheReader) { drop(cache.removeReader(reader, at: now)) }

    /// A reader at rest shows these pages now instead of those before, and nothing else is protected for it: one hit each.
    ///
    /// - Returns: false where that is not so simple, and nothing was done.
    // Inlined it would hold on to this object, which costs the caller more than the call.
    @inline(never)
    package func turn(_ reader: CacheReader, to first: CacheSlot, _ second: CacheSlot?, at time: Instant) -> Bool {
        cache.turn(reader, to: first, second, at: time)
    }

    /// Sets what a reader needs kept, in place of what it needed before.
    package func protect(_ protection: Protection, of reader: CacheReader) {
        owner?.pageStoreRanksPages()
        drop(cache.protect(protection, of: reader, at: now))
    }

    /// Notes where a reader is on one of its axes; nil: nowhere.
    package func setPosition(_ position: ReadingPosition?, axis: Int, of reader: CacheReader) {
        cache.setPosition(position, axis: axis, of: reader, at: now)
    }

    /// Notes where the pages of a document are now.
    package func relocate(_ document: DocumentID, index: (PageID) -> Int?) {
        adoptPending(of: document)
        cache.relocate(document, index: index)
    }

    // MARK: Limits

    /// Sets how much the cache may hold; 0 leaves only what is protected.
    package func setLimits(_ limits: CacheLimits) {
        self.limits = limits
        applyLimits()
        letDepartingGo()
    }

    /// The pages that other limits have no room for: for ``letGo(_:)``, before the limits are set.
    package func surplus(beyond limits: CacheLimits) -> [CacheSlot] {
        owner?.pageStoreRanksPages()
        return cache.surplus(beyond: limits.reduced(byLeasedBytes: leasedBytes))
    }

    /// Lets pages of a surplus go that nobody has come to show since.
    package func letGo(_ surplus: some Sequence<CacheSlot>) { drop(cache.letGo(surplus)) }

    /// Sets which pages go first; none goes for that.
    package func setPolicy(_ policy: CachePolicy) {
        owner?.pageStoreRanksPages()
        cache.setPolicy(policy.make(), at: now)
    }

    /// Sets how many bytes viewers hold outside the cache: it may hold so much less.
    func setLeased(_ bytes: Int) {
        guard bytes != leasedBytes else { return }
        leasedBytes = bytes
        applyLimits()
        // Later: a page may just be leaving the cache for a reader in the middle of a command.
        if cache.isOverHardLimit { loop.afterThisBatch { self.letDepartingGo() } }
    }

    private func applyLimits() {
        guard !isApplyingLimits else { return }
        isApplyingLimits = true
        defer {
            isApplyingLimits = false
            keepSpareWithinLimits()
        }
        owner?.pageStoreRanksPages()
        // What goes may be leased, and then lowers them further. A loop, not a recursion: it may be thousands of pages.
        var applied: Int
        repeat {
            applied = leasedBytes
            drop(cache.setLimits(limits.reduced(byLeasedBytes: applied)))
        } while applied != leasedBytes
    }

    /// Lets disappearing pages go as long as protected ones are over the hard limit.
    private func letDepartingGo() { while cache.isOverHardLimit, owner?.pageStoreNeedsRoom() ?? false {} }

    /// Lets every form of a page go that is not there any more, as soon as no reader shows it.
    package func retire(_ page: PageID, of document: DocumentID) {
        for rendition in byPage.all(of: page, in: document) {
            if let slot = cache.slot(of: rendition) { drop(cache.retire(slot)) }
        }
    }

    /// Forgets the pages of a document that is closed.
    package func forget(_ document: DocumentID) {
        _ = pending?.remove(of: document)
        drop(cache.removeAll { $0.document == document })
        thumbnails.removeAll(of: document)
    }

    // MARK: Figures

    /// The pages and bytes in the cache, by document.
    ///
    /// - Parameter isCounted: whether pages of a document count that count for a user, or with nil for nobody.
    package func usage(
        where isCounted: (DocumentID, UInt32?) -> Bool
    ) -> [DocumentID: (pages: Int, bytes: Int)] { cache.usage(where: isCounted) }

    /// The limits in force, where viewers hold nothing outside the cache.
    package var limitsInForce: CacheLimits { limits }

    /// The number that names a page in memory to viewers.
    package func number(of rendition: Rendition) -> Int? { record(of: rendition)?.memory?.number }

    private var now: Instant { clock() }

    /// Lets go of what the cache does not hold any more. A viewer that has it keeps it.
    private func drop(_ evicted: [EvictedPage]) {
        for page in evicted {
            guard let record = records[Int(page.slot.index)], record.slot == page.slot else { continue }
            byPage.remove(page.rendition)
            guard let memory = record.memory else { continue }
            record.memory = nil
            owner?.pageStore(released: memory)
        }
    }

    // MARK: For renders

    /// Reserves room in the cache; false where the page can't be kept.
    func reserve(
        _ record: PageRecord, at index: Int?, bytes: Int, for user: UInt32?, purpose: PageCache.Purpose,
        need: Double? = nil, isForRegions: Bool = false
    ) -> Bool {
        owner?.pageStoreRanksPages()
        let time = costs.expected(of: record.rendition.document, bytes: isForRegions ? bytes : nil)
        while true {
            switch cache.reserve(
                record.slot, bytes: bytes, index: index, for: user, purpose: purpose, expectedRenderTime: time,
                need: need, at: now)
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
                guard purpose == .demand, owner?.pageStoreNeedsRoom() ?? false else {
                    cache.countNotKept()
                    return false
                }
            }
        }
    }

    /// The room that was reserved for a page is not needed.
    func cancelReservation(for record: PageRecord) { cache.cancelReservation(record.slot) }

    /// A page that is being rendered is asked for once more.
    func countJoin(_ record: PageRecord, _ purpose: PageRender.Purpose) {
        cache.countJoin(record.slot, purpose: purpose.ofCache)
    }

    /// Takes a rendered page into the cache. Earlier editions of the page go as soon as nobody needs them.
    func keep(_ memory: SealedPage, as record: PageRecord, renderTime: UInt64) {
        record.memory = memory
        let outdated = byPage.add(record.rendition)
        owner?.pageStoreRanksPages()
        drop(cache.admit(record.slot, bytes: Memfd.cost(ofBytes: memory.bytes), renderTime: renderTime, at: now))
        for old in outdated { if let slot = cache.slot(of: old) { drop(cache.retire(slot)) } }
        keepSpareWithinLimits()
    }

    /// Gives the memory for a page to come back where the cache needs its room.
    func keepSpareWithinLimits() {
        if spare.bytes > 0, !hasRoom(forSpare: spare.bytes) { spare.release() }
    }

    /// Whether memory for a page to come fits in the cache as it is: it counts as a page, and no page goes for it.
    func hasRoom(forSpare bytes: Int) -> Bool {
        cache.bytes + cache.reservedBytes + Memfd.cost(ofBytes: bytes) <= cache.limits.soft
    }

    /// Whether regions that are cut from a rendition are as good as rendered.
    func isCuttable(_ rendition: Rendition) -> Bool { record(of: rendition)?.memory?.isCuttable ?? false }

    /// Names the memory of a page to viewers.
    func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    /// Tells the owner that a render has ended.
    func renderEnded() { owner?.pageStoreRendered() }

    // MARK: Earlier runs

    /// How many numbers a run leaves out after one that was killed. Pages that were rendered after the last note of
    /// that run are numbered too, and viewers may hold them. Pages take 0.1 ms at least, and a note is 2 s old at most.
    static let numbersLeftOut = 1 << 16

    /// Numbers pages above those of an earlier run; its numbers are not given again.
    ///
    /// - Parameter last: the greatest one that it noted.
    package func continueNumbering(after last: Int) {
        guard last >= 0 else { return }
        let (number, isTooHigh) = max(last, lastNumber).addingReportingOverflow(Self.numbersLeftOut)
        guard !isTooHigh else { return }
        lastNumber = number
        lastEarlierNumber = number
    }

    /// Whether the memory with this number is one of an earlier run.
    package func isOfEarlierRun(_ number: Int) -> Bool { number > 0 && number <= lastEarlierNumber }

    /// Takes over a page of an earlier run, where there is room for it.
    func adopt(_ memory: SealedPage, at index: Int?, renderTime: UInt64) -> Bool {
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
    package var kept: [(memory: SealedPage, index: Int?, renderTime: UInt64)] {
        cache.cachedInOrder.reversed().compactMap { slot in
            records[Int(slot.index)]?.memory.map { memory in
                let (index, renderTime) = cache.details(of: slot)
                return (memory, index, renderTime)
            }
        }
    }
}
