package import PageCache
import PageModel
import Prefetch

/// Plays a trace at 60 frames a second in virtual time, with one processor that renders one page at a time: what is asked for
/// first, and ahead of readers what a scheme says.
///
/// A turn is shown with the first frame after it. At each frame until the page is there, or the reader has gone on, one is dropped.
/// A page that is asked for ends the render of one that nobody waits for, and so does a turn after which it is not wanted any more.
package struct AheadPlayer {
    /// The length of a frame, in microseconds.
    private static let frame = 1_000_000.0 / 60

    private struct Page: Hashable {
        let document: Int
        let index: Int
    }

    private struct Reader {
        let inCache: CacheReader
        var planned = PlannedReader()
        var slot: CacheSlot?
        /// Whether the page that it should show is not there.
        var isWaiting = false
        /// The pages whose render was begun, or refused by the cache, since the last turn.
        var tried: Set<Int> = []
        /// The pages that may be rendered ahead by now, with how much each is needed.
        var wanted: [(index: Int, need: Double, mayBegin: Bool)] = []

        var request: Trace.Request? { planned.request }
    }

    private struct Render {
        let page: Page
        let slot: CacheSlot
        let begin: UInt64
        let end: UInt64
        var isDemand: Bool
        /// Whether room is reserved for it.
        let isKept: Bool
    }

    private let trace: Trace
    private let scheme: AheadScheme
    private var cache: PageCache
    private let renditions: [[Rendition]]
    private let future: Future
    private var readers: [Reader] = []
    private var render: Render?
    private var clock: UInt64 = 0
    private var score = AheadScore()
    /// The render time of each document's pages; nil before the first render.
    private var renderCosts: [RenderCost?]
    private var aborted = 0

    /// - Parameter capacity: bytes.
    package static func play(
        _ trace: Trace, capacity: Int, scheme: AheadScheme, policy: CachePolicy = .reading
    ) -> AheadScore {
        var player = AheadPlayer(trace, capacity: capacity, scheme: scheme, policy: policy)
        return player.play()
    }

    private init(_ trace: Trace, capacity: Int, scheme: AheadScheme, policy: CachePolicy) {
        self.trace = trace
        self.scheme = scheme
        future = Future(trace)
        let limits = CacheLimits(soft: capacity, hard: capacity)
        cache = PageCache(limits: limits, policy: scheme == .clairvoyant ? FutureOrder(future) : policy.make())
        renditions = trace.documents.enumerated().map { number, document in
            document.pages.indices.map { PlayedCache.rendition(document: number, index: $0) }
        }
        renderCosts = Array(repeating: nil, count: trace.documents.count)
    }

    private var now: Instant { Instant(microseconds: clock) }

    private mutating func play() -> AheadScore {
        var fling = 0
        for (number, request) in trace.requests.enumerated() {
            while fling < trace.flings.count, trace.flings[fling].time <= request.time {
                begin(trace.flings[fling])
                fling += 1
            }
            advance(to: request.time)
            future.now = number + 1
            turn(request)
            schedule()
        }
        // The last ones get their pages.
        while readers.contains(where: \.isWaiting), let end = render?.end { advance(to: end) }
        score.wasted = aborted + cache.counters.prefetched - cache.counters.prefetchedUsed
        return score
    }

    // MARK: Time

    /// Lets pass what happens until then.
    private mutating func advance(to time: UInt64) {
        while true {
            let due = scheme.mode == nil ? nil : readers.lazy.compactMap(\.planned.planner.due?.microseconds).min()
            let next = min(render?.end ?? .max, due ?? .max)
            guard next <= time else { break }
            clock = max(clock, next)
            if let render, render.end <= clock { finish(render) }
            schedule()
        }
        clock = max(clock, time)
    }

    private func frames(until time: UInt64) -> Int { Int((Double(time) / Self.frame).rounded(.up)) }

    // MARK: Readers

    private mutating func reader(_ number: Int) -> Int {
        while readers.count <= number { readers.append(Reader(inCache: cache.addReader())) }
        return number
    }

    private mutating func begin(_ fling: Trace.Fling) {
        advance(to: fling.time)
        readers[reader(fling.reader)].planned.flung(fling)
        schedule()
    }

    /// A reader goes on from the page that it is on: what it has waited in vain is dropped.
    private mutating func leave(_ number: Int) {
        guard readers[number].isWaiting, let request = readers[number].request else { return }
        readers[number].isWaiting = false
        let drops = frames(until: clock) - frames(until: request.time)
        score.drops += drops
        if request.isForeseeable { score.foreseeableDrops += drops }
    }

    private mutating func turn(_ request: Trace.Request) {
        let number = reader(request.reader)
        leave(number)
        score.turns += 1
        let rendition = renditions[request.document][request.index]
        let slot = cache.hold(rendition)
        let old = readers[number].slot
        readers[number].slot = slot
        readers[number].tried.removeAll(keepingCapacity: true)
        readers[number].planned.turned(request)
        if !cache.turn(readers[number].inCache, to: slot, at: now) {
            let isThere = cache.isAlive(slot)
            _ = cache.use(slot, at: now)
            _ = cache.protect(Protection(shown: [slot]), of: readers[number].inCache, at: now)
            if !isThere {
                readers[number].isWaiting = true
                if var render, render.slot == slot {
                    if !render.isDemand { cache.countJoin(slot, purpose: .demand) }
                    render.isDemand = true
                    self.render = render
                }
            }
        }
        if let old { cache.release(old) }
    }

    // MARK: Renders

    private mutating func begin(_ page: Page, _ slot: CacheSlot, need: Double? = nil, isDemand: Bool) -> Bool {
        let cost = trace.documents[page.document].pages[page.index]
        // Who knows the future needs no rules.
        let purpose: PageCache.Purpose = isDemand || scheme == .clairvoyant ? .demand : .prefetch
        let reservation = cache.reserve(
            slot, bytes: cost.bytes, index: page.index, purpose: purpose,
            expectedRenderTime: renderCosts[page.document]?.mean, need: scheme.mode == nil ? nil : need,
            at: now)
        let isKept = if case .kept = reservation { true } else { false }
        guard isDemand || isKept else { return false }
        if let rendition = cache.rendition(of: slot) { _ = cache.hold(rendition) }
        render = Render(
            page: page, slot: slot, begin: clock, end: clock + cost.renderTime, isDemand: isDemand, isKept: isKept)
        return true
    }

    private mutating func finish(_ render: Render) {
        let cost = trace.documents[render.page.document].pages[render.page.index]
        self.render = nil
        score.processorTime += cost.renderTime
        if renderCosts[render.page.document] == nil { renderCosts[render.page.document] = RenderCost(cost.renderTime) }
        renderCosts[render.page.document]?.learn(cost.renderTime)
        if render.isKept {
            _ = cache.admit(
                render.slot, bytes: cost.bytes, renderTime: cost.renderTime, index: render.page.index, at: now)
        }
        for number in readers.indices where readers[number].slot == render.slot { leave(number) }
        cache.release(render.slot)
    }

    private mutating func abort(_ render: Render) {
        self.render = nil
        score.processorTime += clock - render.begin
        aborted += 1
        cache.cancelReservation(render.slot)
        cache.release(render.slot)
    }

    /// Begins what is to be rendered now, and ends what is not any more.
    private mutating func schedule() {
        for number in readers.indices { plan(number) }
        if let render {
            let isAwaited = readers.contains { $0.isWaiting && $0.slot == render.slot }
            guard !isAwaited else { return }
            self.render?.isDemand = false
            if readers.contains(where: \.isWaiting) || !isWanted(render.page) { abort(render) } else { return }
        }
        let waiting = readers.indices.filter { readers[$0].isWaiting }
            .min { (readers[$0].request?.time ?? 0) < (readers[$1].request?.time ?? 0) }
        if let waiting, let request = readers[waiting].request, let slot = readers[waiting].slot {
            _ = begin(Page(document: request.document, index: request.index), slot, isDemand: true)
            return
        }
        if scheme == .clairvoyant { return beginNextOfFuture() }
        beginAhead()
    }

    private func isWanted(_ page: Page) -> Bool {
        if scheme == .clairvoyant { return true }
        return readers.contains { reader in
            reader.request?.document == page.document && reader.wanted.contains { $0.index == page.index }
        }
    }

    private func isReady(_ page: Page) -> Bool {
        cache.slot(of: renditions[page.document][page.index]).map { cache.contains($0) } ?? false
    }

    /// Plans what is rendered ahead of a reader, and tells the cache where the reader is. The cache knows as much
    /// whatever the scheme.
    private mutating func plan(_ number: Int) {
        guard let request = readers[number].request else { return }
        let planned = readers[number].planned
        let candidates = planned.plan(
            in: trace, cost: renderCosts[request.document], mode: scheme.mode ?? .no, at: now
        ) { index in isReady(Page(document: request.document, index: index)) }
        if scheme.mode == nil {
            readers[number].wanted = wantedNearby(readers[number], at: request)
        } else {
            readers[number].wanted = candidates.map {
                ($0.spread, $0.need, $0.isLikely && planned.planner.mayBegin($0.spread))
            }
        }
        // As the service does: what is to be read ahead counts as near.
        let far = candidates.map(\.spread).filter { ($0 - request.index).magnitude > 2 }
        cache.setPosition(planned.position(in: trace, ahead: far), of: readers[number].inCache, at: now)
    }

    private func wantedNearby(_ reader: Reader, at request: Trace.Request) -> [(Int, Double, Bool)] {
        if scheme == .recyclerView, Double(renderCosts[request.document]?.mean ?? 0) > Self.frame { return [] }
        return scheme.distances.enumerated().map { rank, distance in
            let index = request.index + request.direction * distance
            return (index, 1 / Double(rank + 1), !reader.tried.contains(index))
        }
    }

    private mutating func beginAhead() {
        var candidates: [(number: Int, page: Page, need: Double)] = []
        for (number, reader) in readers.enumerated() {
            guard let request = reader.request else { continue }
            let pages = trace.documents[request.document].pages.indices
            for wanted in reader.wanted where wanted.mayBegin && pages.contains(wanted.index) {
                candidates.append((number, Page(document: request.document, index: wanted.index), wanted.need))
            }
        }
        candidates.sort { ($1.need, $0.number) < ($0.need, $1.number) }
        for candidate in candidates where !isReady(candidate.page) {
            readers[candidate.number].tried.insert(candidate.page.index)
            readers[candidate.number].planned.planner.began(candidate.page.index)
            let slot = cache.hold(renditions[candidate.page.document][candidate.page.index])
            defer { cache.release(slot) }
            if begin(candidate.page, slot, need: candidate.need, isDemand: false) { return }
        }
    }

    private mutating func beginNextOfFuture() {
        var looked: Set<Page> = []
        for request in trace.requests[future.now...].prefix(200) {
            let page = Page(document: request.document, index: request.index)
            guard looked.insert(page).inserted, !isReady(page) else { continue }
            let slot = cache.hold(renditions[page.document][page.index])
            defer { cache.release(slot) }
            // What comes later is worth less: where there is no room for this one, there is none.
            _ = begin(page, slot, isDemand: false)
            return
        }
    }
}
