import PageCache
import PageModel
import Prefetch

/// A reader of a trace as the service knows it, beside its requests: the service's planner is told of its turns and
/// flings.
struct PlannedReader {
    private(set) var planner = PrefetchPlanner()
    /// The request that was made last.
    private(set) var request: Trace.Request?
    private var fling: Trace.Fling?

    /// Notes that pages begin to run.
    mutating func flung(_ fling: Trace.Fling) { if request != nil { self.fling = fling } }

    /// Notes that the reader has turned to the page of a request.
    mutating func turned(_ request: Trace.Request) {
        if self.request?.document != request.document {
            planner = PrefetchPlanner()
            fling = nil
        }
        self.request = request
        planner.turned(to: request.index, at: Instant(microseconds: request.time))
        // The page on which the fling comes to rest is the first that it does not pass.
        guard request.kind != .passing, fling != nil else { return }
        planner.landed()
        fling = nil
    }

    /// Returns the pages that may be needed ahead of the reader.
    ///
    /// - Parameter cost: of a page of its document.
    func plan(
        in trace: Trace, cost: RenderCost?, mode: PrefetchMode, at now: Instant, isReady: (Int) -> Bool
    ) -> [PrefetchPlanner.Candidate] {
        guard let request else { return [] }
        let document = trace.documents[request.document]
        return planner.plan(
            PrefetchPlanner.Situation(
                spread: request.index, count: document.pages.count, renderTime: cost?.mean,
                renderSpread: cost?.spread ?? 0,
                fling: fling.map { .init(landing: $0.landing, timeConstant: $0.timeConstant) },
                jumpTargets: request.jumpTargets(in: document), mode: mode), at: now, isReady: isReady)
    }

    /// Where the cache is told that it is.
    ///
    /// - Parameter ahead: what is to be rendered ahead of it, elsewhere in the document.
    func position(in trace: Trace, ahead: [Int] = []) -> ReadingPosition? {
        guard let request else { return nil }
        let document = trace.documents[request.document]
        let likelyPages = ahead + request.likelyPages.filter { !ahead.contains($0) }
        return ReadingPosition(
            document: DocumentID(UInt64(request.document)), index: request.index, direction: request.direction,
            likelyPages: likelyPages.map { PageID(Int64($0)) }, context: planner.lastContext(),
            origin: request.history.first { $0 != request.index }.map { PageID(Int64($0)) },
            pages: document.pages.count, contents: document.hubs.map { PageID(Int64($0)) })
    }
}

extension Trace.Request {
    /// Where the service can tell that the reader may jump to from here.
    fileprivate func jumpTargets(in document: TraceDocument) -> [PrefetchPlanner.JumpTarget] {
        let later = hits.filter { $0 > index }
        let earlier = hits.filter { $0 < index }
        var targets = history.enumerated().map { PrefetchPlanner.JumpTarget($1, .history($0)) }
        if hits.contains(index) { targets.append(.init(index, .hit(0))) }
        // After the last hit comes the first one.
        targets += (later + earlier).prefix(3).enumerated().map { .init($1, .hit($0 + 1)) }
        targets += earlier.suffix(1).map { .init($0, .hit(-1)) }
        targets += document.links[index].prefix(32).map { .init($0, .link) }
        return targets
    }
}
