import CBenchmark
import Glibc

/// The memory of the service and its hosts while many readers fling at once, as the kernel counts it, against the limits.
struct FlingMemory {
    private static let readers = 16
    /// Pixels per point; a page of an A4 document has 7.7 MB then.
    private static let scale = 2.0
    /// The defaults.
    private static let soft = 256 << 20
    private static let hard = 320 << 20
    private static let sampleMicroseconds: UInt32 = 2_000
    private static let restSeconds: UInt32 = 3

    let bench: Bench

    func run(_ report: inout Report) throws(BenchmarkError) {
        let document = try Document(bench)
        let group = try ControlGroup("fling")
        let sheaf = try Sheaf(
            bench, on: 0, name: "sheaf-fling",
            settings: "[Cache]\nCacheMax = \(Self.soft)\nCacheHardMax = \(Self.hard)\n")
        try group.add(sheaf.server.pid)
        let seconds = bench.options.quick ? 5 : 20
        let viewers = try Running(
            ViewProgram.arguments(
                bench, sheaf, document, scale: Self.scale, .flings, viewers: Self.readers, seconds: seconds),
            in: bench.folder)
        var pages = 0
        var own = 0
        while viewers.isAtWork {
            pages = max(pages, group.pageMemory)
            own = max(own, group.privateMemory)
            usleep(Self.sampleMicroseconds)
        }
        let waits = try viewers.samples()
        sleep(Self.restSeconds)
        say("\n\(Self.readers) readers fling through one document at once, for \(seconds) seconds\n")
        var table = Table(["", "peak", "at rest", "limit"])
        table.add([
            "pages", megabytes(pages), megabytes(group.pageMemory),
            "\(megabytes(Self.soft)) soft, \(megabytes(Self.hard)) hard",
        ])
        table.add(["private memory of service and hosts", megabytes(own), megabytes(group.privateMemory), ""])
        say(table.text)
        say(
            "  \(waits.durations.count) landings; a page took \((waits.median / 1000).short) ms, 99 of 100 at most \((waits.p99 / 1000).short) ms\n"
        )
        report.record(
            "fling memory", scene: "\(Self.readers) readers", side: "Sheaf",
            ["pages_peak": Double(pages), "pages_rest": Double(group.pageMemory), "private_peak": Double(own)])
        report.hold(
            "page memory while \(Self.readers) readers fling", Double(pages) / Double(Self.hard), .atMost, 1,
            "× hard limit")
        report.hold("page memory at rest", Double(group.pageMemory) / Double(Self.soft), .atMost, 1, "× soft limit")
    }

    private func megabytes(_ bytes: Int) -> String { (Double(bytes) / Double(1 << 20)).short + " MB" }
}
