package import HostProtocol
package import HostSupervision
import PageCache
package import PageModel
package import SheafOS

/// Has pages rendered that are not in the cache: one render for all who wait for a page.
package final class PageRenders {
    /// Called once: with the page, or with why there is none.
    package typealias Completion = (Result<ServedPage, HostError>) -> Void

    private let store: PageStore
    private let loop: EventLoop
    private let worker: BackgroundWorker
    /// The pages that are being rendered, in the order in which their renders began.
    private var rendering: [PageRecord] = []
    /// The pages that each reader waits for.
    private var awaited: [ReaderKey: [PageRecord]] = [:]
    package private(set) var counters = RenderCounters()
    private var lastWaiter = 0
    /// Since a page was given up before a host took it up, memory is allocated when a host does, and no sooner: who leafs faster than
    /// pages are rendered would have it allocated for nothing. For so many pages more. For what is read ahead it always is: allocating it
    /// would slow down the page that somebody waits for.
    private var latePages = 0
    /// After a page that was given up.
    private static let mostLatePages = 16
    /// A whole page is rendered for its regions where it takes so many eighths of the cache's soft limit at most: the rest is for the
    /// pages around it.
    private static let regionsEighths = 5
    /// Where it takes more, what lies around a region is: all that is beside it up to this height, in pixels, which the tiles of most viewers
    /// have.
    private static let tileSide = 512

    /// - Parameter store: keeps what is rendered.
    package init(for store: PageStore, loop: EventLoop, worker: BackgroundWorker) {
        self.store = store
        self.loop = loop
        self.worker = worker
    }

    // MARK: Figures

    /// How many renders are not finished.
    package var count: Int { rendering.count }

    private var spare: SpareMemory { store.spare }

    // MARK: Who waits

    /// Has a page rendered that is not in memory, or joins its render.
    ///
    /// The completion is called on the loop, never from within this call; never where the waiter left before, unless
    /// it is a call and its reader was closed.
    ///
    /// - Parameters:
    ///   - index: where the page is in its document.
    ///   - user: whose reader it is.
    ///   - need: the chance that the reader comes to a page that is prefetched; nil where nobody has reckoned it.
    ///   - mayBeCut: whether a region may come as a part of something of so many bytes; nil: it is rendered by itself.
    /// - Returns: the waiter's number, for ``removeWaiter(_:)``.
    @discardableResult
    package func render(
        _ rendition: Rendition, at index: Int? = nil, of document: HostDocument, for reader: ReaderKey, user: UInt32,
        purpose: PageRender.Purpose, need: Double? = nil, mayBeCut: ((_ bytes: Int) -> Bool)? = nil,
        completion: @escaping Completion
    ) -> Int {
        lastWaiter += 1
        let waiter = PageRender.Waiter(
            number: lastWaiter, reader: reader, user: user, purpose: purpose, completion: completion)
        if let pixels = pixelsUnderWay(for: rendition) {
            join(
                pixels,
                waiter.waiting { [self] result in
                    switch result {
                    case .success(let page):
                        joinOrBegin(rendition, at: index, of: document, from: page.memory, waiter)
                    case .failure: completion(result)
                    }
                })
        } else if let mayBeCut, let whole = surroundings(of: rendition, in: document, where: mayBeCut) {
            joinOrBegin(
                whole, at: index, of: document, isForRegions: true,
                waiter.waiting { [self] in cut(rendition, at: index, of: document, from: $0, for: waiter) })
        } else {
            joinOrBegin(rendition, at: index, of: document, need: need, waiter)
        }
        return waiter.number
    }

    /// - Parameter pixels: what it is encoded from; nil: what is in memory.
    private func joinOrBegin(
        _ rendition: Rendition, at index: Int?, of document: HostDocument, need: Double? = nil,
        from pixels: SealedPage? = nil, isForRegions: Bool = false, _ waiter: PageRender.Waiter
    ) {
        if let record = store.record(of: rendition), record.render != nil {
            join(record, waiter)
        } else {
            var first = waiter
            first.isFirst = true
            begin(
                rendition, at: index, of: document, need: need, from: pixels, isForRegions: isForRegions,
                waiters: [first])
        }
    }

    /// The page that a region is a part of, or what lies around it there, where rendering the region takes about as long as rendering that,
    /// and there is room to keep it; nil where that is not so, or what the region is made of is in memory.
    private func surroundings(
        of region: Rendition, in document: HostDocument, where mayBeCut: (_ bytes: Int) -> Bool
    ) -> Rendition? {
        guard document.isSequential, !region.isWholePage else { return nil }
        let most = store.limitsInForce.soft / 8 * Self.regionsEighths
        let larger = [region.wholePage, region.surroundings(ofTiles: Self.tileSide)].first {
            Memfd.cost(ofBytes: $0.pixelBytes) <= most && mayBeCut($0.pixelBytes)
        }
        guard let larger, !store.isAlive(larger), store.source(of: region, isSequential: true) == nil else {
            return nil
        }
        return larger
    }

    /// Goes on with a region when its page has been rendered: as a part of that, or else by itself.
    private func cut(
        _ region: Rendition, at index: Int?, of document: HostDocument, from whole: Result<ServedPage, HostError>,
        for waiter: PageRender.Waiter
    ) {
        switch whole {
        case .failure(let failure) where [.cancelled, .closed, .timedOut].contains(failure.code):
            waiter.completion(.failure(failure))
        case .success(let page) where page.memory.isCuttable && region.format == .bgrx8888:
            waiter.completion(.success(ServedPage(memory: page.memory, origin: .cut, region: region.region)))
        case .success(let page) where page.memory.isCuttable:
            joinOrBegin(region, at: index, of: document, from: page.memory, waiter)
        case .success, .failure: joinOrBegin(region, at: index, of: document, waiter)
        }
    }

    /// Has one more wait for a render that is under way.
    private func join(_ record: PageRecord, _ waiter: PageRender.Waiter) {
        record.render?.waiters.append(waiter)
        noteWaiting(waiter.reader, for: record)
        store.countJoin(record, waiter.purpose)
        guard waiter.purpose != .prefetch else { return }
        record.render?.isPrefetch = false
        record.render?.ticket.raise(for: waiter.user, reader: waiter.reader.number)
    }

    /// The pixels that a page can be encoded from, where they are being rendered and the page itself is not; else nil.
    private func pixelsUnderWay(for encoded: Rendition) -> PageRecord? {
        guard let pixels = encoded.asPixels, store.record(of: encoded)?.render == nil else { return nil }
        return store.record(of: pixels).flatMap { $0.render == nil ? nil : $0 }
    }

    /// Whether somebody waits for a page that is being rendered: a reader for a purpose, or with nil anybody.
    package func isAwaited(_ rendition: Rendition, by reader: ReaderKey? = nil, for purpose: PageRender.Purpose? = nil)
        -> Bool
    {
        guard let record = store.record(of: rendition) else { return false }
        // Many may wait for the same page.
        if let reader, !(awaited[reader]?.contains { $0 === record } ?? false) { return false }
        return record.render?.waiters.contains { waiter in
            (reader == nil || waiter.reader == reader) && (purpose == nil || waiter.purpose == purpose)
        } ?? false
    }

    /// How many pages are being rendered ahead of a reader, or wait for that.
    package func prefetches(of reader: ReaderKey) -> Int {
        awaited[reader]?.count { record in
            record.render?.waiters.contains { $0.reader == reader && $0.purpose == .prefetch } ?? false
        } ?? 0
    }

    /// Ends the waiting of one waiter. A render that nobody waits for any more is cancelled.
    package func removeWaiter(_ number: Int) { removeWaiters(from: rendering) { $1.number == number } }

    /// Ends what a reader waits for because it turned or may turn there.
    ///
    /// - Parameter keeping: renditions whose waiters stay.
    package func removeWaiters(of reader: ReaderKey, keeping: (Rendition) -> Bool) {
        guard let awaited = awaited[reader] else { return }
        removeWaiters(from: awaited.filter { !keeping($0.rendition) }) { _, waiter in
            waiter.reader == reader && waiter.purpose != .call
        }
    }

    /// Ends what is prefetched for all readers; what no host works on yet, or everything.
    package func endPrefetch(underWay: Bool) {
        let ended = rendering.filter { underWay || $0.render?.ticket.isServed == false }.map(\.rendition)
        removeWaiters(from: rendering) { [ended = Set(ended)] rendition, waiter in
            waiter.purpose == .prefetch && ended.contains(rendition)
        }
    }

    /// Ends all waiting of a reader that is closed: its calls fail, since each needs an answer.
    package func close(reader: ReaderKey) {
        let gone = removeWaiters(from: awaited[reader] ?? []) { _, waiter in waiter.reader == reader }
        fail(gone.filter { $0.purpose == .call }, HostError(.closed, "the reader was closed"))
    }

    /// The pages of a document that is closed are handed to those who wait, and not kept.
    package func forget(_ document: DocumentID) {
        for record in rendering where record.rendition.document == document { record.render?.isForgotten = true }
        store.costs.forget(document)
        spare.release()
    }

    /// Removes waiters that match, and cancels every render that nobody waits for any more.
    @discardableResult
    private func removeWaiters(
        from records: [PageRecord], where matches: (Rendition, PageRender.Waiter) -> Bool
    ) -> [PageRender.Waiter] {
        var gone: [PageRender.Waiter] = []
        var abandoned: [HostTicket] = []
        for record in records {
            guard let render = record.render else { continue }
            let staying = render.waiters.filter { !matches(record.rendition, $0) }
            guard staying.count < render.waiters.count else { continue }
            let leaving = render.waiters.filter { matches(record.rendition, $0) }
            gone += leaving
            record.render?.waiters = staying
            for waiter in leaving where !staying.contains(where: { $0.reader == waiter.reader }) {
                forgetWaiting(waiter.reader, for: record)
            }
            if staying.isEmpty { abandoned.append(render.ticket) }
        }
        for ticket in abandoned { ticket.cancel() }
        return gone
    }

    private func noteWaiting(_ reader: ReaderKey, for record: PageRecord) {
        if awaited[reader]?.contains(where: { $0 === record }) ?? false { return }
        awaited[reader, default: []].append(record)
    }

    private func forgetWaiting(_ reader: ReaderKey, for record: PageRecord) {
        awaited[reader]?.removeAll { $0 === record }
        if awaited[reader]?.isEmpty ?? false { awaited[reader] = nil }
    }

    // MARK: Renders

    private func begin(
        _ rendition: Rendition, at index: Int?, of document: HostDocument, need: Double? = nil,
        from given: SealedPage? = nil, isForRegions: Bool = false, waiters: [PageRender.Waiter]
    ) {
        guard let capacity = rendition.capacity else {
            let side = rendition.format.longestSide
            return fail(
                waiters,
                HostError(
                    .tooLarge,
                    "a side of it is longer than the \(side) pixels that its format has: ask for a part of it, or another format"
                ))
        }
        // Before room is made for it, which may be theirs.
        let pixels =
            given?.pixels(of: rendition.region)
            ?? store.pixels(of: rendition, isSequential: document.isSequential)
        let record = store.hold(rendition)
        let isDemand = waiters.contains { $0.purpose != .prefetch }
        let isKept = store.reserve(
            record, at: index, bytes: Memfd.cost(ofBytes: capacity), for: waiters.first?.user,
            purpose: isDemand ? .demand : .prefetch, need: need, isForRegions: isForRegions)
        guard isKept || isDemand && !isForRegions else {
            store.release(record)
            // Nobody is told now: each region goes on by itself.
            if isForRegions {
                return waiters.forEach {
                    $0.completion(.failure(HostError(.busy, "there is no room for all of the page")))
                }
            }
            return fail(waiters, HostError(.busy, "there is no room in the cache to read ahead"))
        }
        do throws(OSError) {
            // An encoded page ends up far smaller than what is kept ready for it.
            let isRaw = rendition.format == .bgrx8888
            var isToBeAllocated = false
            let allocate = { [worker] (memory: SharedDescriptor) in
                if isToBeAllocated { worker.allocate(memory.number, bytes: capacity) }
                isToBeAllocated = false
            }
            let isLate = !isDemand || latePages > 0
            let prepared = isRaw && isDemand ? document.takePrepared(capacity) : nil
            let target = try RenderTarget(capacity, prepared: prepared) { [worker] () throws(OSError) in
                isToBeAllocated = isRaw
                return try SharedDescriptor.pixels(capacity, named: "sheaf-page", worker: worker)
            } asked: { [self] memory in
                // When the host has been asked: the other thread may run where this one does, and sooner.
                loop.afterThisBatch { allocate(memory) }
                if latePages > 0 { latePages -= 1 }
            }
            if isRaw { spare.pageBegins() }
            store.keepSpareWithinLimits()
            let thumbnail = store.thumbnails.job(for: rendition) { [store] in store.nextNumber() }
            let job = RenderJob(rendition, target: target, thumbnail: thumbnail, pixels: pixels)
            let ticket = document.render(
                job, priority: isDemand ? .demand : .prefetch, for: waiters.first?.user,
                reader: waiters.first?.reader.number
            ) { [self] result in finish(record, result) }
            // While a host renders this page, or one before it.
            if !isLate { allocate(target.descriptor) }
            record.render = PageRender(
                ticket: ticket, document: document, opening: document.logNumber, target: target, index: index,
                isKept: isKept,
                isEncoding: pixels != nil, isForRegions: isForRegions, isPrefetch: !isDemand, waiters: waiters)
            rendering.append(record)
            for waiter in waiters { noteWaiting(waiter.reader, for: record) }
        } catch {
            store.cancelReservation(for: record)
            store.release(record)
            fail(waiters, HostError(.busy, error.description))
        }
    }

    /// Has memory prepared for a page as large as one that was rendered, once nothing has been rendered for a while.
    private func prepareSpare(_ bytes: Int, for document: HostDocument) {
        spare.prepare(bytes, for: document) { [self] in rendering.isEmpty && store.hasRoom(forSpare: bytes) }
    }

    private func fail(_ waiters: [PageRender.Waiter], _ failure: HostError) {
        loop.afterThisBatch { for waiter in waiters { waiter.completion(.failure(failure)) } }
    }

    private func finish(_ record: PageRecord, _ result: Result<RenderedPage, HostError>) {
        guard let render = record.render else { return }
        record.render = nil
        rendering.removeAll { $0 === record }
        for waiter in render.waiters { forgetWaiting(waiter.reader, for: record) }
        defer {
            store.release(record)
            store.renderEnded()
        }
        if !render.isEncoding { counters.count(result, isPrefetch: render.isPrefetch) }
        let renderTime = (try? result.get().microseconds) ?? 0
        if case .success = result, !render.isForgotten, !render.isEncoding {
            store.costs.learn(renderTime, of: record.rendition.document)
            if render.isForRegions { store.costs.learn(renderTime, ofRegions: render.target.capacity) }
        }
        let number = store.nextNumber()
        switch result {
        case .success(let page):
            let memory = SealedPage(render.target.descriptor, page, of: record.rendition, number: number)
            if render.isForgotten {
                store.cancelReservation(for: record)
            } else if render.isKept {
                store.keep(memory, as: record, renderTime: renderTime)
            }
            let origin = render.isEncoding ? ServedPage.Origin.encoded : .rendered
            for waiter in render.waiters {
                waiter.completion(.success(ServedPage(memory: memory, origin: waiter.isFirst ? origin : .joined)))
            }
            if record.rendition.format == .bgrx8888, !render.isForgotten, !render.isForRegions {
                prepareSpare(render.target.capacity, for: render.document)
            }
        case .failure(let failure):
            store.cancelReservation(for: record)
            if failure.code == .cancelled, !render.target.wasHandedOut { latePages = Self.mostLatePages }
            if failure.code == .cancelled, !render.waiters.isEmpty {
                guard render.document.logNumber == render.opening else {
                    // What they wait for is a page of the file as it was.
                    let reopened = HostError(.closed, "the document was opened again before the page was rendered")
                    for waiter in render.waiters { waiter.completion(.failure(reopened)) }
                    return
                }
                // Somebody came after the last one had left, and before the provider noticed.
                return begin(
                    record.rendition, at: render.index, of: render.document, isForRegions: render.isForRegions,
                    waiters: render.waiters)
            }
            for waiter in render.waiters { waiter.completion(.failure(failure)) }
        }
    }

    // MARK: Thumbnails

    /// Has a page rendered in small, behind all pages that anybody waits for, and keeps that with the thumbnails.
    ///
    /// - Parameter completion: called on the loop, never from within this call.
    package func renderThumbnail(
        _ rendition: Rendition, of document: HostDocument, for user: UInt32,
        completion: @escaping HostCompletion<SealedPage>
    ) throws(OSError) -> HostTicket {
        let target = try RenderTarget(rendition.pixelBytes) { [worker] () throws(OSError) in
            try SharedDescriptor.pixels(rendition.pixelBytes, named: "sheaf-thumbnail", worker: worker)
        }
        let job = RenderJob(rendition, target: target, thumbnail: nil, pixels: nil)
        return document.render(job, priority: .prefetch, for: user) { [store] result in
            completion(
                result.map { page in
                    let memory = SealedPage(target.descriptor, page, of: rendition, number: store.nextNumber())
                    store.thumbnails.add(memory)
                    return memory
                })
        }
    }
}
