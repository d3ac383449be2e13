import CBenchmark
import Glibc
import SheafInterface
import SheafOS
import Varlink

/// The private memory of the service once it has served all that came before.
struct MemoryAtRest {
    private static let aimMegabytes = 4.0
    /// How long it may rest first, in seconds.
    private static let rest: UInt32 = 2

    let sheaf: Sheaf

    func run(_ report: inout Report) throws(BenchmarkError) {
        sleep(Self.rest)
        guard let bytes = sheaf.server.privateMemory else { throw BenchmarkError("cannot read sheafd's memory") }
        let megabytes = Double(bytes) / Double(1 << 20)
        say("\nPrivate memory of sheafd at rest, after all of the above (RssAnon): \(megabytes.short) MB\n")
        report.record("memory", scene: "at rest", side: "Sheaf", ["rss_anon_bytes": Double(bytes)])
        report.hold("private memory at rest", megabytes, .atMost, Self.aimMegabytes, "MB")
    }
}

/// The memory of the service and its hosts while many readers fling at once, as the kernel counts it, against the limits.
struct FlingMemory {
    private static let readers = 16
    /// The scale in pixels per point; a page of an A4 document has 7.7 MB then.
    private static let scale = 2.0
    /// The default limits of the cache, in bytes.
    private static let soft = 256 << 20
    private static let hard = 320 << 20
    /// The memory of the thumbnails in bytes, which comes on top of the cache's limits.
    private static let thumbnails = 4 << 20
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
            "\(megabytes(Self.soft)) soft, \(megabytes(Self.hard)) hard, and \(megabytes(Self.thumbnails)) of thumbnails",
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
            "page memory while \(Self.readers) readers fling", Double(pages) / Double(Self.hard + Self.thumbnails),
            .atMost, 1,
            "× hard limit")
        report.hold(
            "page memory at rest", Double(group.pageMemory) / Double(Self.soft + Self.thumbnails), .atMost, 1,
            "× soft limit")
    }

    private func megabytes(_ bytes: Int) -> String { (Double(bytes) / Double(1 << 20)).short + " MB" }
}

/// How long a critical warning takes: until the cache is within its new limit, and until the memory is back with the system, as
/// the kernel counts it; and how long the loop is held up meanwhile.
struct WarningTime {
    private struct Filling {
        let name: String
        let pages: Int
        /// The side of a page, which is a square, in pixels.
        let side: Int
    }

    private static let fillings = [
        Filling(name: "64 pages of 4 MB", pages: 64, side: 1_024),
        Filling(name: "4096 pages of 64 KB", pages: 4_096, side: 128),
    ]
    private static let returnAim = 50.0
    private static let holdAim = 5.0
    private static let secondsOfPing = 1.5
    private static let headStart: UInt32 = 300_000
    private static let pollMicroseconds: UInt32 = 500
    private static let timeoutNanoseconds: UInt64 = 5_000_000_000

    let bench: Bench

    func run(_ report: inout Report) throws(BenchmarkError) {
        say("\nA critical warning with 256 MB in the cache, median of the rounds, and the longest hold-up of all\n")
        var table = Table(["", "within the limit", "memory is back", "by closing alone", "loop held up"])
        for filling in Self.fillings {
            var within: [Double] = []
            var back: [Double] = []
            var floor: [Double] = []
            var held: [Double] = []
            for round in 0..<bench.rounds(7, quick: 3) {
                let one = try measure(filling, round)
                within.append(one.within)
                back.append(one.back)
                floor.append(try closing(filling))
                held.append(one.held)
            }
            table.add([
                filling.name, within.median.milliseconds, back.median.milliseconds, floor.median.milliseconds,
                (held.max() ?? 0).milliseconds,
            ])
            report.record(
                "warning", scene: filling.name, side: "Sheaf",
                [
                    "within_us": within.median, "back_us": back.median, "floor_us": floor.median,
                    "held_us": held.max() ?? 0,
                ])
            report.hold(
                "256 MB back with the system, \(filling.name)", back.median / 1_000, .atMost, Self.returnAim, "ms")
            report.hold("loop held up, \(filling.name)", held.median / 1_000, .atMost, Self.holdAim, "ms")
        }
        say(table.text)
    }

    /// How long one thread takes to close as many memfds of that size, in microseconds.
    private func closing(_ filling: Filling) throws(BenchmarkError) -> Double {
        let command = [
            bench.program("bench-floor"), "close", "--count", "\(filling.pages)", "--bytes",
            "\(filling.side * filling.side * 4)",
        ]
        return try Program.measure(command, on: 0).median
    }

    /// Measures the times of one warning, in microseconds.
    private func measure(
        _ filling: Filling, _ round: Int
    ) throws(BenchmarkError) -> (within: Double, back: Double, held: Double) {
        let group = try ControlGroup("warning-\(filling.pages)-\(round)")
        let sheaf = try Sheaf(
            bench, on: 0, name: "sheaf-warning-\(round)",
            settings: "[Cache]\nCacheMax = 300M\nReadAhead = 0\nThumbnailMax = 0\n")
        try group.add(sheaf.server.pid)
        let reader = try sheaf.pattern(width: filling.side, height: filling.side, pages: filling.pages)
        for page in 0..<filling.pages { try reader.getPage(page) }
        let full = group.pageMemory
        let ping = try Running(
            [bench.program("sheaf-bench"), PingProgram.command, sheaf.socket, "\(Self.secondsOfPing)"],
            in: bench.folder)
        usleep(Self.headStart)
        let began = benchmark_now()
        let within = try sheaf.warnCritically()
        while group.pageMemory > full / 20 {
            guard benchmark_now() - began < Self.timeoutNanoseconds else {
                throw BenchmarkError("the memory of \(filling.name) is not back after 5 seconds")
            }
            // Not busy: service, closing thread and the one that asks share the processors.
            usleep(Self.pollMicroseconds)
        }
        let back = Double(benchmark_now() - began) / 1_000
        let held = try ping.samples().durations.max() ?? 0
        return (Double(within), back, Double(held) / 1_000)
    }
}

/// `sheaf-bench ping SOCKET SECONDS`: asks the service how it is, again and again, and prints how long each answer took: the
/// longest is how long its loop was held up.
enum PingProgram {
    static let command = "ping"
    private static let pauseMicroseconds: UInt32 = 200

    static func run(_ arguments: [String]) throws(BenchmarkError) {
        guard arguments.count == 2, let seconds = Double(arguments[1]) else {
            throw BenchmarkError("\(command) takes SOCKET SECONDS")
        }
        var samples: [UInt64] = []
        var began = benchmark_now()
        do {
            let client = try VarlinkBlockingClient(path: arguments[0])
            // The first answer waits for a host that describes the providers.
            _ = try client.call(ManagerInterface.ListProviders.self, .init())
            began = benchmark_now()
            while Double(benchmark_now() - began) < seconds * 1e9 {
                let before = benchmark_now()
                _ = try client.call(ManagerInterface.ListProviders.self, .init())
                samples.append(benchmark_now() - before)
                usleep(pauseMicroseconds)
            }
        } catch {
            throw BenchmarkError("\(error)")
        }
        unsafe benchmark_print(samples, samples.count, benchmark_now() - began, 0)
    }
}
