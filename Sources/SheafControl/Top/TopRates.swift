import SheafInterface

/// What happened to pages between two looks, or since the service began.
struct TopRates {
    /// What is counted, in the order in which it is shown.
    private static let counts: [(name: String, count: @Sendable (TopSample) -> Int)] = [
        ("hits", { $0.cache.counters.hits }),
        ("misses", { $0.cache.counters.misses + $0.cache.counters.joined }),
        ("rendered", { $0.cache.renders.rendered }),
        ("evicted", { $0.cache.counters.evicted }),
        ("ahead used", { $0.cache.counters.readAheadUsed }),
        ("not kept", { $0.cache.counters.notKept }),
        ("failed", { $0.cache.renders.failed }),
    ]

    /// What the line begins with.
    let title: String
    /// One part for each count.
    let parts: [String]

    /// - Parameter earlier: the look before; one at another run of the service does not count.
    init(_ sample: TopSample, since earlier: TopSample?) {
        guard let earlier, earlier.status.pid == sample.status.pid, earlier.status.uptime <= sample.status.uptime,
            sample.time > earlier.time
        else {
            title = "in all"
            parts = Self.counts.map { "\($0.count(sample)) \($0.name)" }
            return
        }
        title = "a second"
        let seconds = Double(sample.time - earlier.time) / 1_000_000
        parts = Self.counts.map { name, count in
            "\(Units.decimal(Double(max(0, count(sample) - count(earlier))) / seconds, digits: 1)) \(name)"
        }
    }
}
