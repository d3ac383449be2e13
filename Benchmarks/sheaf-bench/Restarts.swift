import CBenchmark
import Glibc
import SheafInterface
import SheafOS
import Varlink

/// The cost of a restart with a full store, against a service that begins anew: the time until it is ready, until a
/// viewer has the page it was on, and until it has ended.
///
/// The benchmark is the service manager: it keeps what the service sends and passes it to the next run.
struct Restarts {
    /// The measurements of one round, in microseconds.
    private struct Round {
        var coldReady = 0.0
        /// The time until a program is ready that does nothing else.
        var coldIdle = 0.0
        var coldPage = 0.0
        /// The time from SIGTERM to the end with everything to be sent to the manager first.
        var fullStop = 0.0
        var warmReady = 0.0
        var warmIdle = 0.0
        var warmPage = 0.0
        /// The time from SIGTERM to the end with everything kept already.
        var keptStop = 0.0
        /// The share of the pages that were in the cache, in percent.
        var hits = 0.0
    }

    private static let readyAim = 15.0
    private static let hitAim = 99.0
    /// The side of a page, which is a square of 64 KB, in pixels.
    private static let side = 128
    /// The scale in pixels per point: a page of the PDF has 7.7 MB.
    private static let scale = 2.0
    private static let restMilliseconds: Int32 = 1_000

    let bench: Bench

    func run(_ report: inout Report) throws(BenchmarkError) {
        let pages = bench.options.quick ? 500 : 2_000
        let pdf = try Document(bench)
        let path = try bench.folder.write(
            Array("sheaf-pattern 1\npages = \(pages)\nwidth = \(Self.side)\nheight = \(Self.side)\n".utf8),
            as: "many.pattern")
        var rounds: [Round] = []
        for number in 0..<bench.rounds(7, quick: 3) {
            rounds.append(try measure(pdf, many: path, pages, page: Document.pages(1, round: number, of: 190)[0]))
        }
        show(rounds, pages, &report)
    }

    private func measure(_ pdf: Document, many: String, _ pages: Int, page: Int) throws(BenchmarkError) -> Round {
        var round = Round()
        let manager = try ServiceManager(bench, settings: "[Cache]\nCacheMax = 300M\nReadAhead = 0\n")
        var client = try connect(manager)
        round.coldIdle = try manager.startIdle()
        // The connection waits for the service, as one does with socket activation.
        var (began, ready) = try manager.start()
        let reader = try SheafReader(opening: pdf.path, at: page, scale: Self.scale, over: client)
        guard try !reader.isHit() else { throw BenchmarkError("a service that begins anew has pages") }
        round.coldPage = Double(benchmark_now() - began) / 1_000
        round.coldReady = Double(ready - began) / 1_000
        let filler = try SheafReader(opening: many, over: client)
        for page in 0..<pages { try filler.getPage(page) }
        round.fullStop = try manager.stop()

        round.warmIdle = try manager.startIdle()
        client = try connect(manager)
        (began, ready) = try manager.start()
        guard manager.passed > pages else { throw BenchmarkError("the manager keeps \(manager.passed) descriptors") }
        let isHit = try reader.over(client).isHit()
        round.warmPage = Double(benchmark_now() - began) / 1_000
        round.warmReady = Double(ready - began) / 1_000
        let again = filler.over(client)
        var hits = isHit ? 1 : 0
        for page in 0..<pages where try again.isHit(page) { hits += 1 }
        round.hits = Double(hits) / Double(pages + 1) * 100
        manager.rest(milliseconds: Self.restMilliseconds)
        round.keptStop = try manager.stop()
        return round
    }

    private func connect(_ manager: ServiceManager) throws(BenchmarkError) -> VarlinkBlockingClient {
        do throws(OSError) {
            return try VarlinkBlockingClient(path: manager.socket)
        } catch {
            throw BenchmarkError(error.description)
        }
    }

    private func show(_ rounds: [Round], _ pages: Int, _ report: inout Report) {
        let figures: [(name: String, cold: KeyPath<Round, Double>?, warm: KeyPath<Round, Double>)] = [
            ("from the start to READY=1", \.coldReady, \.warmReady),
            ("the same of a C program that says it at once", \.coldIdle, \.warmIdle),
            ("from the start to the page that a viewer was on", \.coldPage, \.warmPage),
            ("from SIGTERM to the end, all pages kept already", nil, \.keptStop),
            ("from SIGTERM to the end, none kept yet", nil, \.fullStop),
        ]
        say("\nA restart with \(pages) pages in the cache, median of \(rounds.count) rounds\n")
        var table = Table(["", "nothing kept", "all kept", "kept / nothing"])
        for (name, cold, warm) in figures {
            let warmTime = rounds.map { $0[keyPath: warm] }.median
            let coldTime = cold.map { cold in rounds.map { $0[keyPath: cold] }.median }
            let ratio = cold.map { cold in rounds.map { $0[keyPath: warm] / $0[keyPath: cold] }.median }
            table.add([name, coldTime?.milliseconds ?? "", warmTime.milliseconds, ratio?.times ?? ""])
            report.record("restart", scene: name, side: "all kept", ["median_us": warmTime])
            if let coldTime { report.record("restart", scene: name, side: "nothing kept", ["median_us": coldTime]) }
        }
        let hits = rounds.map(\.hits).min() ?? 0
        table.add(["pages that are hits afterwards, worst round", "0 %", "\(hits.fixed(1)) %"])
        say(table.text)
        report.record("restart", scene: "hits", side: "all kept", ["percent": hits])
        report.hold(
            "READY=1 with \(pages) pages kept", rounds.map(\.warmReady).median / 1_000, .atMost, Self.readyAim, "ms")
        report.hold("hits after a restart", hits, .atLeast, Self.hitAim, "%")
    }
}

/// How long the service takes from its start to READY=1, against a C program that says it at once.
struct Starts {
    private static let aimMilliseconds = 15.0

    let bench: Bench

    func run(_ report: inout Report) throws(BenchmarkError) {
        let series = try compare(
            rounds: bench.rounds(20, quick: 7),
            [
                side("a C program", [bench.program("bench-floor"), "ready"]),
                side("sheafd", try bench.service(socket: bench.folder.file("starts"))),
            ])
        say("\nFrom the start to READY=1\n")
        var table = Table(["", "median", "slowest"])
        for side in series {
            let slowest = side.rounds.map(\.median).max() ?? 0
            table.add([side.name, side.median.milliseconds, slowest.milliseconds])
            report.record(
                "start", scene: "to READY=1", side: side.name, ["median_us": side.median, "slowest_us": slowest])
        }
        say(table.text)
        report.hold("start to READY=1", series[1].median / 1000, .atMost, Self.aimMilliseconds, "ms")
    }

    private func side(_ name: String, _ command: [String]) -> Side {
        Side(name: name) { () throws(BenchmarkError) in
            try Program.measure(
                [bench.program("bench-floor"), "start", "--notify", bench.folder.file("notify"), "--"] + command,
                on: Processors.choices.last?.mask ?? 0)
        }
    }
}
