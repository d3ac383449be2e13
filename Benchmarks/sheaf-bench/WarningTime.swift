import CBenchmark
import Glibc

/// How long a critical warning takes: until the cache is within its new limit, and until the memory is back with the system, as
/// the kernel counts it; and how long the loop is held up meanwhile.
struct WarningTime {
    private struct Filling {
        let name: String
        let pages: Int
        /// In pixels, a square.
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
    private static let timeoutNanoseconds: UInt64 = 5_000_000_000

    let bench: Bench

    func run(_ report: inout Report) throws(BenchmarkError) {
        say("\nA critical warning with 256 MB in the cache, median of the rounds, and the longest hold-up of all\n")
        var table = Table(["", "within the limit", "memory is back", "loop held up"])
        for (place, filling) in Self.fillings.enumerated() {
            var within: [Double] = []
            var back: [Double] = []
            var held: [Double] = []
            for round in 0..<bench.rounds(7, quick: 3) {
                let one = try measure(filling, round)
                within.append(one.within)
                back.append(one.back)
                held.append(one.held)
            }
            table.add([
                filling.name, within.median.milliseconds, back.median.milliseconds, (held.max() ?? 0).milliseconds,
            ])
            report.record(
                "warning", scene: filling.name, side: "Sheaf",
                ["within_us": within.median, "back_us": back.median, "held_us": held.max() ?? 0])
            if place == 0 {
                report.hold("256 MB back with the system", back.median / 1_000, .atMost, Self.returnAim, "ms")
            }
            report.hold("loop held up, \(filling.name)", held.median / 1_000, .atMost, Self.holdAim, "ms")
        }
        say(table.text)
    }

    /// In microseconds.
    private func measure(
        _ filling: Filling, _ round: Int
    ) throws(BenchmarkError) -> (within: Double, back: Double, held: Double) {
        let group = try ControlGroup("warning")
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
        }
        let back = Double(benchmark_now() - began) / 1_000
        let held = try ping.samples().durations.max() ?? 0
        return (Double(within), back, Double(held) / 1_000)
    }
}
