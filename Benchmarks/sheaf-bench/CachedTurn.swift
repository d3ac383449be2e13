import CBenchmark
import SheafInterface
import SheafOS
import Varlink

/// A turn to a page that is in the cache, against the floor: the same bytes and a descriptor, and nothing else.
///
/// The service is measured as it is, with a watch on the reader that turns, and as systemd runs it: with a notification
/// socket and a store, so that readers' positions are kept for a restart.
struct CachedTurn {
    private static let medianAim = 1.15
    private static let p99Aim = 1.25
    private static let watchedAim = 2.5
    private static let throughputAim = 0.85
    /// The most that keeping positions may add to the time, and take from the throughput, as a share of the floor's.
    private static let keepingAim = 0.05

    let bench: Bench
    let sheaf: Sheaf
    let manager: ServiceManager
    /// The service that the manager runs.
    let managed: Sheaf
    /// How many connections there are, each with a reader of its own and one call outstanding.
    let connections: Int

    /// Measures with one connection and with many.
    static func run(_ bench: Bench, _ sheaf: Sheaf, _ report: inout Report) throws(BenchmarkError) {
        let manager = try ServiceManager(bench, on: Processors.one.server)
        try manager.start()
        let managed = try Sheaf(bench, manager)
        for connections in [1, 64] {
            try CachedTurn(bench: bench, sheaf: sheaf, manager: manager, managed: managed, connections: connections)
                .run(&report)
        }
    }

    private func run(_ report: inout Report) throws(BenchmarkError) {
        let readers = try open(connections, on: sheaf)
        let turns = turns(of: readers)
        let requests = try bench.folder.write(messages: turns, as: "turns")
        let keeping = try bench.folder.write(
            messages: self.turns(of: try open(connections, on: managed)), as: "turns-kept")
        let watched = try open(1, on: sheaf)
        let beside = try bench.folder.write(messages: self.turns(of: watched), as: "turns-watched")
        let watches = try bench.folder.write(messages: watched.map(\.watch), as: "watches")
        let replyBytes = try bench.caller.measure(
            socket: sheaf.socket, requests: requests, connections: connections, calls: 2 * turns.count,
            on: Processors.one
        ).replyBytes
        let floor = try Floor(replyBytes: replyBytes, for: bench)

        say(
            """

            A cached turn with \(scene): \(turns[0].utf8.count + 1) bytes in, \(replyBytes) bytes and a descriptor out

            """)
        var table = Table(["", "", "median", "p99", "× floor", "p99 × floor", "calls/s", "× floor"], leftColumns: 2)
        for processors in Processors.choices {
            var sides = [
                side("floor", floor.server.socket, requests, processors),
                side("Sheaf", sheaf.socket, requests, processors),
                side("Sheaf, as systemd runs it", managed.socket, keeping, processors),
                // What the two floors differ by is noise.
                side("floor again", floor.server.socket, requests, processors),
            ]
            if connections == 1 {
                sides.append(side("Sheaf, with a watch", sheaf.socket, beside, watches: watches, processors))
                sides.append(swiftClient(readers[0], processors))
            }
            let series = try compare(rounds: bench.rounds(21, quick: 5), sides)
            for side in series { add(side, against: series[0], processors, to: &table, &report) }
            if processors.isOne { hold(series, in: &report) }
        }
        say(table.text)
    }

    private var scene: String { connections == 1 ? "1 connection" : "\(connections) connections" }
    private var calls: Int { (connections == 1 ? 8_000 : 20_000) / (bench.options.quick ? 2 : 1) }

    /// Readers with the pages that they turn between in the cache.
    private func open(_ count: Int, on sheaf: Sheaf) throws(BenchmarkError) -> [SheafReader] {
        var readers: [SheafReader] = []
        for _ in 0..<count {
            let reader = try sheaf.pattern(width: 512, height: 512)
            try reader.getPage(0)
            try reader.getPage(1)
            readers.append(reader)
        }
        return readers
    }

    private func turns(of readers: [SheafReader]) -> [String] {
        readers.flatMap { reader in [reader.turn(to: 1), reader.turn(to: 0)] }
    }

    private func side(
        _ name: String, _ socket: String, _ requests: String, watches: String = "", _ processors: Processors
    ) -> Side {
        Side(name: name) { () throws(BenchmarkError) in
            // What the service has sent to its manager meanwhile, before that socket is full.
            manager.rest(milliseconds: 0)
            return try bench.caller.measure(
                socket: socket, requests: requests, connections: connections, calls: calls, warm: calls / 10,
                watches: watches, on: processors)
        }
    }

    private func swiftClient(_ reader: SheafReader, _ processors: Processors) -> Side {
        let command = [
            bench.program("sheaf-bench"), SwiftClient.command, sheaf.socket, reader.id, "\(calls)", "\(calls / 10)",
        ]
        return Side(name: "Sheaf, Swift client") { () throws(BenchmarkError) in
            try Program.measure(command, on: processors.client)
        }
    }

    private func add(
        _ side: Series, against floor: Series, _ processors: Processors, to table: inout Table, _ report: inout Report
    ) {
        let median = side.ratio(of: \.median, to: floor)
        let p99 = side.ratio(of: \.p99, to: floor)
        let rate = side.ratio(of: \.rate, to: floor)
        let isFloor = side.name == floor.name
        table.add([
            isFloor ? processors.name : "", side.name, side.median.microseconds, side.p99.microseconds,
            isFloor ? "" : median.times, isFloor ? "" : p99.times, side.rate.fixed(0), isFloor ? "" : rate.times,
        ])
        report.record(
            "cached turn", scene: "\(scene), \(processors.name)", side: side.name,
            [
                "median_us": side.median, "p99_us": side.p99, "calls_per_second": side.rate, "median_ratio": median,
                "p99_ratio": p99, "throughput_ratio": rate,
            ])
    }

    private func hold(_ series: [Series], in report: inout Report) {
        let (floor, sheaf, managed) = (series[0], series[1], series[2])
        if connections == 1 {
            report.hold(
                "cached turn, median", sheaf.ratio(of: \.median, to: floor), .atMost, Self.medianAim, "× floor")
            report.hold(
                "cached turn, 99th percentile", sheaf.ratio(of: \.p99, to: floor), .atMost, Self.p99Aim, "× floor")
            report.hold(
                "as systemd runs it, median beyond that", managed.excess(of: \.median, over: sheaf, in: floor), .atMost,
                Self.keepingAim, "× floor")
            report.hold(
                "with a watch, median", series[4].ratio(of: \.median, to: floor), .atMost, Self.watchedAim, "× floor")
        } else {
            report.hold(
                "throughput, \(scene)", sheaf.ratio(of: \.rate, to: floor), .atLeast, Self.throughputAim, "× floor")
            report.hold(
                "as systemd runs it, throughput below that", sheaf.excess(of: \.rate, over: managed, in: floor),
                .atMost,
                Self.keepingAim, "× floor")
        }
    }
}

/// `sheaf-bench turns SOCKET READER CALLS WARM`: turns pages with our own client, and prints what its C counterpart
/// prints. It is a program of its own for the same conditions: a fresh process each round, pinned the same way.
enum SwiftClient {
    static let command = "turns"

    static func run(_ arguments: [String]) throws(BenchmarkError) {
        guard arguments.count == 4, let calls = Int(arguments[2]), let warm = Int(arguments[3]) else {
            throw BenchmarkError("\(command) takes SOCKET READER CALLS WARM")
        }
        var samples: [UInt64] = []
        samples.reserveCapacity(calls)
        var began = benchmark_now()
        do {
            let client = try VarlinkBlockingClient(path: arguments[0])
            for call in 0..<warm + calls {
                if call == warm { began = benchmark_now() }
                let before = benchmark_now()
                let turned = try turn(client, reader: arguments[1], to: call % 2)
                if call >= warm { samples.append(benchmark_now() - before) }
                guard turned else { throw BenchmarkError("a turn brought no page") }
            }
        } catch {
            throw BenchmarkError("\(error)")
        }
        unsafe benchmark_print(samples, samples.count, benchmark_now() - began, 0)
    }

    /// Whether a descriptor came with the reply; it is closed here.
    private static func turn(
        _ client: VarlinkBlockingClient, reader: String, to index: Int
    ) throws(VarlinkCallError<ReaderInterface.Failure>) -> Bool {
        let reply = try client.call(
            ReaderInterface.Navigate.self, .init(reader: reader, target: .init(index: index)))
        guard let number = reply.parameters.page?.fileDescriptor else { return false }
        return reply.descriptors.take(at: number) != nil
    }
}
