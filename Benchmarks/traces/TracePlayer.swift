package import PageCache

/// Plays traces in virtual time.
package enum TracePlayer {
    /// - Parameter capacity: bytes.
    package static func play(_ trace: Trace, capacity: Int, policy: any EvictionPolicy) -> Score {
        var cache = PlayedCache(trace, capacity: capacity, policy: policy)
        var score = Score()
        for request in trace.requests {
            let renderTime = trace.documents[request.document].pages[request.index].renderTime
            score.count(isHit: cache.serve(request), renderTime: renderTime)
        }
        return score
    }
}
