import Glibc

/// The cost of the service at work: with its cache, with none, and with one that has no limit; and all of them again
/// held to a fifth of a processor, as on a small device.
struct CacheCost {
    private struct Cache {
        let name: String
        let settings: String
    }

    /// The scale in pixels per point; a page of an A4 document has 7.7 MB then.
    private static let scale = 2.0
    private static let viewers = 4
    private static let caches = [
        Cache(name: "cache of 128 MB", settings: "[Cache]\nCacheMax = 128M\nCacheHardMax = 160M\n"),
        Cache(name: "no cache", settings: "[Cache]\nCacheMax = 0\nCacheHardMax = 64M\nReadAhead = 0\n"),
        Cache(name: "unlimited", settings: "[Cache]\nCacheMax = 8G\nCacheHardMax = 10G\n"),
    ]
    private static let quota = 0.2
    private static let sampleMicroseconds: UInt32 = 5_000

    let bench: Bench

    func run(_ report: inout Report) throws(BenchmarkError) {
        let document = try Document(bench)
        for quota in [nil, Self.quota] {
            let scene = quota.map { "held to \(Int($0 * 100)) % of a processor" } ?? "two processors"
            say("\nThe service at work for \(Self.viewers) viewers, \(scene)\n")
            var table = Table(
                ["", "", "processor", "page memory", "private", "median wait", "p99", "landings"], leftColumns: 2)
            for kind in [Viewing.rest, .jumps, .drags] {
                for cache in Self.caches {
                    try measure(cache, kind, document, quota: quota, scene, into: &table, &report)
                }
            }
            say(table.text)
        }
    }

    private func measure(
        _ cache: Cache, _ kind: Viewing, _ document: Document, quota: Double?, _ scene: String,
        into table: inout Table, _ report: inout Report
    ) throws(BenchmarkError) {
        let group = try ControlGroup("work")
        let sheaf = try Sheaf(bench, on: 0, name: "sheaf-work", settings: cache.settings)
        try group.add(sheaf.server.pid)
        if let quota { try group.hold(to: quota) }
        let seconds = bench.options.quick ? 3 : 10
        let before = group.processorTime
        let viewers = try Running(
            ViewProgram.arguments(
                bench, sheaf, document, scale: Self.scale, kind, viewers: Self.viewers, seconds: seconds),
            in: bench.folder)
        var pages = 0
        var own = 0
        while viewers.isAtWork {
            pages = max(pages, group.pageMemory)
            own = max(own, group.privateMemory)
            usleep(Self.sampleMicroseconds)
        }
        let waits = try viewers.samples()
        let busy = Double(group.processorTime - before) / Double(waits.elapsed)
        table.add([
            cache.name == Self.caches[0].name ? kind.rawValue : "", cache.name, (busy * 100).fixed(1) + " %",
            megabytes(pages), megabytes(own), kind == .rest ? "" : waits.median.milliseconds,
            kind == .rest ? "" : waits.p99.milliseconds, kind == .rest ? "" : "\(waits.durations.count)",
        ])
        report.record(
            "cache cost", scene: "\(kind.rawValue), \(scene)", side: cache.name,
            [
                "processor": busy, "page_bytes": Double(pages), "private_bytes": Double(own),
                "median_us": waits.median, "p99_us": waits.p99,
            ])
    }

    private func megabytes(_ bytes: Int) -> String { (Double(bytes) / Double(1 << 20)).short + " MB" }
}
